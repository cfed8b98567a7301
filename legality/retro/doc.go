// Package retro looks backwards. It lists the unmoves of a setup, the moves that can have led
// to it, and refutes setups of which every last move is impossible.
//
// # Unmoves
//
// [Unmoves] lists every [Unmove], with the uncapture or unpromotion, the castling rights and,
// on request, the en passant square before it (Lemmas 1 and 2); [Undo] gives the setup
// before. [AppendAll] writes the list as texelutil does.
//
// # Last moves
//
// [Stage] searches backwards from a setup, depth first. A setup on the way is dropped if the
// rules or the kernels refute it, or if it was seen already. If in the end nothing is left,
// the setup is illegal (Lemmas 3 and 4).
//
// The search stops and passes on where it finds an open line: a few moves taken back, with
// enough quiet ones to choose from. That is a question of cost, not of soundness. Quiet
// unmoves (an officer or king goes back, nothing else changes) are tried first, since with
// men free to move back they soon open a line; what is refuted has few. The rules are asked
// only about setups before other unmoves: a quiet one leaves all counts and pawns as they
// are, and the checks are what the search looks at. The kernels are asked last of all, about
// those setups of an open line that come before a capture, a pawn move or a loss of rights.
//
// This covers the three cases of the reference's last-move analysis (a quiet unmove needs an
// unmove before it; one that leaves a check, a deep test; captures and pawn moves, a kernel
// and a deep test) as one, and goes deeper: a region of any size that cannot be left
// backwards is refuted, as far as the budget goes.
//
// [Stage.Forced] takes back moves that are forced (Lemma 5). [Refutation] is the certificate:
// the tree of all unmoves, which [Refutation.Check] verifies without a search (Lemma 6).
//
// The proofs stand in proofs.go, each with a setup that the lemma refutes and a neighbor with
// a game. Words are explained in docs/GLOSSARY.md.
//
// # Where to look
//
// unmove.go is the value, unmoves.go the generator with men.go and emit.go; search.go is the
// search, with seen.go and tree.go; stage.go and forced.go are what others call.
//
// # Names
//
//	us, them  the side to move now, and the one whose move is taken back
//	u         Unmove
//	before    the setup before a move
//	quiet     an unmove of an officer or king without capture or lost rights
//	forceful  any other unmove
//	history   an unmove with an en passant square before it that was not used
package retro
