package retro

// Forget gives all memory back that is kept from one setup to the next, also that of the
// Kernels if these have a method Forget. It changes the time of the next answers only.
func (st *Stage) Forget() {
	st.x = search{}
	if k, ok := st.Kernels.(interface{ Forget() }); ok {
		k.Forget()
	}
}
