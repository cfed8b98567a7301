// Package retro does retrograde analysis. It lists the unmoves of a setup, the moves that can have
// led to it, and refutes setups of which every last move is impossible.
//
// # Unmoves
//
// [Unmoves] lists every [Unmove], with the uncapture or unpromotion, the castling rights and,
// on request, the en passant square before it (Lemmas 1 and 2); [Undo] returns the setup
// before.
//
// # Last moves
//
// [Stage] searches backwards from a setup, depth first. It drops a setup on the way if the rules or the kernels
// refute it, or if it was seen already. If in the end no line is left, the setup is illegal (Lemmas 3 and 4).
//
// The search leaves a setup undecided as soon as it finds an open line: some moves taken back, with enough quiet
// ones to choose from. This affects the cost, not the soundness. Quiet unmoves (an officer or king moves back,
// nothing else changes) are tried first, since they soon make a line open where men are free to move back. The
// rules are applied only to setups before other unmoves: a quiet one keeps all counts and pawns, and checks are
// handled by the search itself. The kernels are applied last, to those setups of an open line that come before a
// capture, a pawn move or a loss of rights.
//
// The last-move analysis of the reference program has three cases: a quiet unmove needs an unmove before it; one
// that leaves a check needs a deep test; captures and pawn moves need a kernel and a deep test. This search treats
// them as one and goes deeper: within the budget it refutes any set of setups that no unmove leaves.
//
// [Stage.Forced] takes back moves that are forced (Lemma 5). [Refutation] is the certificate:
// the tree of all unmoves, which [Refutation.Check] verifies without a search (Lemma 6).
//
// # Reading a refutation
//
// The evidence of a verdict is one of these sentences, for either color and with numbers. Below each are
// its lemmas, and changes that can make the setup legal.
//
//	no black man can have moved last
//	    Lemma 1: the other side to move; or an empty square from which a man of this side can have come
//	no black move can have given this check
//	no black move can have given these checks
//	    Lemmas 1, 2: a way for the man that checks, not along the line of the check; or a man that can have
//	    stood on that line and opened it
//	the only last move is refuted
//	each of 2 last moves is refuted
//	each last move is refuted
//	    Lemmas 1 to 4: a further last move, which the list below the sentence does not have; or what one
//	    line of the list lacks
//
// The list has a line for every unmove: the move in UCI notation, what it captured (captP), the castling rights
// and the en passant square before it. Unmoves of the setup before are below it, indented further. At
// the end is the cause why the setup before is refuted:
//
//	no last move        it has no unmoves, or those that stand below it are all refuted
//	against the rules   a theorem of another package refutes it; its reason and evidence follow, which
//	                    package rules or package cage explains
//	no proof kernel     package proofkernel refutes it
//	seen before         it stands elsewhere in the list, or is the setup itself
//
// For example, 1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 w - - has the evidence "the only last move is refuted".
// This is c7c6. Before it all black pawns were at home, and the men of row 8 held all the squares from which
// one of them can have come: "none of these men can have come last" is Lemma 1 of package cage. With the
// pawn h7 on h6 the setup is legal: 1RbRRK1k/1p1pppp1/2p4p/8/8/8/8/8 w - - has a game,
// in which the black king comes to h8 last, over h7.
//
// The proofs are in proofs.go, each with a setup that the lemma refutes and a similar legal setup with its game.
//
// # Files, in reading order
//
//	unmove.go      the value: a move taken back
//	unmoves.go     the list of all unmoves; men.go, by kind of man; emit.go, with captures, rights, en passant
//	search.go      the search (proofs.go, Lemmas 3 and 4); seen.go, the set of setups; tree.go, the causes
//	refutation.go  the certificate (Lemma 6); text.go, its format
//	forced.go      forced moves (Lemma 5)
//	stage.go       verdicts
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
