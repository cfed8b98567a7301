package proofgame

// forget gives all memory back that is kept from one goal to the next, also that of
// LastMoves and Cages. It changes the time of the next games only.
func (b *Builder) forget() {
	*b = Builder{Options: b.Options, verifier: b.verifier}
	if b.LastMoves != nil {
		b.LastMoves.Forget()
	}
	if b.Cages != nil {
		b.Cages.Forget()
	}
}
