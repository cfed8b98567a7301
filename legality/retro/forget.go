package retro

// Forget gives all memory back that is kept from one setup to the next, also that of the
// Kernels. It changes the time of the next answers only.
func (st *Stage) Forget() {
	st.x = search{}
	if st.Kernels != nil {
		st.Kernels.Forget()
	}
}
