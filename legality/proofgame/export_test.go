package proofgame

// Methods are the names of the methods that can be switched off.
var Methods = methodNames[:]

// WithoutMethod switches one off.
func (o *Options) WithoutMethod(i int) { o.without |= 1 << i }

// Asked returns the methods asked for since the last call, a bit each.
func (st *Stage) Asked() (set uint32) {
	set, st.builder.methodsUsed = uint32(st.builder.methodsUsed), 0
	return set
}
