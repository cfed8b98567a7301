// Package proof proves that the legal positions of a small endgame are those that are not derivedly illegal, after
// M. Malikovic, "SAT-based Analysis of the Legality of Chess Endgame Positions". Package endgame counts the same positions,
// and every answer is compared with its table.
//
//	t, _ := proof.NewTheorem("KRK")
//	fmt.Print(proof.Statement(t))
//	r, err := proof.Prove(ctx, t, proof.Options{Step: func(s *proof.Step) { fmt.Print(s) }})
//	r.Holds(), r.Steps, r.Games
//
// # What is proven
//
// Take back moves within a material, without captures and castling, and measure how far the men are from a
// fixed position, PFix. If from every position with enough predecessors there is a
// way back of four plies to one that is nearer and has enough predecessors itself, then every such position has a way
// back to PFix. Played forward it is a sequence of moves from PFix, and PFix has a game from the initial position
// (package proofgame). So all initially legal positions of the material are legal, or derivedly illegal within it at most
// a known number of times. "Enough" is this depth of the theorem: 1 for KRK, 0 for KQK, 3 for a bishop and a knight.
// See [Theorem], and the type claim.
//
// The article's own assertion (2) says more than that, and does not hold as it is printed: the 48 positions without a
// predecessor, all with Black to move, are themselves previous positions of legal ones. It holds if the position
// before need not be initially legal, as in the printed procedure. Assertion (1) does not hold of PFix itself, whose
// measure cannot decrease. The theorem holds all the same, by the assertion that is used here.
//
// # How
//
// A search tries all positions and finds a way back from each. It collects the vectors by which the men move (a pattern)
// of a few hundred ways, of which one is open wherever any is.
//
// With 3 men a formula then says that a position is one of the claim, and that none of these patterns is open. It has
// a model if and only if there is a counterexample. A small SAT solver refutes the formula by cases, the files and rows
// of the men, with unit propagation alone; so every case of a refutation is checked as it is found. Formula and search
// share the vectors of moves and the measure, and must agree. With [Options.Certificates] the formula and its refutation
// are written to files (DIMACS and DRAT), and each line is checked again from the file, as any DRAT checker can.
//
// # The formula
//
// A man has eight variables for its file and eight for its row, of which one each is true. All rules are about
// differences: "q is d files beyond p" is a disjunction of eight conjunctions, made once for two men and 15 values of
// d. Kings are not adjacent if the differences are not both in -1..1. A slider attacks a target along a ray if no other
// man is both on the ray from the slider and on the reverse ray from the target.
//
// To state that a position has predecessors takes variables for these: one new set for every man of the side that
// moved. A pattern needs no new variables: the difference to a man moved by a vector is another difference of the same men.
//
// # Names
//
//	P, Q      positions; Q before P
//	spot      the square of a man, in variables
//	place     a spot moved by a vector
//	openWay   the conditions under which a pattern is open
//	question  the formula whose models are counterexamples
package proof
