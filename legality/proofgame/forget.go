package proofgame

// forget frees all memory that is kept from one goal to the next, also that of LastMoves and Cages. It changes only the time of the
// next games.
func (b *Builder) forget() {
	*b = Builder{Options: b.Options, verifier: b.verifier}
	if b.LastMoves != nil {
		b.LastMoves.Forget()
	}
	if b.Cages != nil {
		b.Cages.Forget()
	}
}
