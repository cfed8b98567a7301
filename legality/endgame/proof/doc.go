// Package proof proves for a small endgame that a position is legal unless it is derivedly illegal (package endgame), after M. Malikovic,
// "SAT-based Analysis of the Legality of Chess Endgame Positions".
//
//	t, _ := proof.NewTheorem("KRK")
//	r, err := proof.Prove(ctx, t, proof.Options{})
//	r.Holds(), r.Steps, r.Games
//
// # What is proven
//
// Take back moves without captures and castling, and measure how far the men are from a fixed position, PFix. Suppose that every position
// but PFix with [Theorem].Depth successive predecessors has a way back of four or six plies to one that is nearer and has so many, too.
// Then each of them has a way back to PFix. Played forward it leads from PFix, and PFix has a game (package proofgame).
//
// The article's own assertion (2) says more, and does not hold as it is printed: the 48 positions without a predecessor, all with Black
// to move, are previous positions of legal ones. It holds if the position before need not be initially legal, as in the printed
// procedure. Assertion (1) does not hold of PFix itself, whose measure cannot decrease.
//
// # How
//
// A search goes through all positions, with the moves of package chess, and looks for a way back from each. It stores only a pattern of the
// way: the vectors by which the men move. A pattern is open in a position if its unmoves are possible there. The search collects a few hundred
// patterns. In every position that has a way back one of them is open. Which positions have predecessors is compared with the table of endgame.
//
// With 3 men a formula has to give the same answer. It says that a position fulfills the premises of the claim, and that none of the patterns
// is open in it. So it has a model if and only if there is a counterexample. A small SAT solver refutes it by cases, the files and rows of the
// men, with unit propagation alone. The formula states the moves in its own way, by differences of coordinates. It shares only the patterns
// and the terms of the measure with the search. With [Options.Certificates] formula and refutation are written to files (DIMACS and DRAT), and
// each line is checked first, as any DRAT checker can. The check shares unit propagation with the solver, nothing else.
package proof
