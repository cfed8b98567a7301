package proofkernel

// Forget gives all memory back that is kept from one setup to the next. It changes the time
// of the next answers only.
func (st *Stage) Forget() { st.Solver.Forget() }

// Forget gives the tables and all scratch space back. The class and the evidence of the
// last search are lost.
func (s *Solver) Forget() { *s = Solver{Stop: s.Stop, Random: s.Random} }
