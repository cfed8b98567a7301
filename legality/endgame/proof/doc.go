// Package proof proves by a SAT solver that the legal positions of a small endgame are those that are not
// derivedly illegal, after M. Malikovic, "SAT-based Analysis of the Legality of Chess Endgame Positions".
// Package endgame counts the same positions by exhaustion, and every answer is compared with its table.
//
//	t, _ := proof.NewTheorem("KRK")
//	fmt.Print(proof.Statement(t))
//	r, err := proof.Prove(ctx, t, proof.Options{Step: func(s *proof.Step) { fmt.Print(s) }})
//	r.Holds(), r.Steps, r.Games
//
// # The steps
//
//  1. Each assertion of the theorem is decided for both sides to move. With 3 men a SAT solver does it. With 4 men
//     all positions are tried, which takes seconds; with [Options.SAT] the solver does it as well, which takes minutes.
//  2. The results are compared with the table of the material: a counterexample must be an initially legal
//     position of it, the ways back of a proof must cover all its positions that are not derivedly illegal, and
//     trying all positions must call the same positions derivedly illegal.
//  3. Games from the initial position to the fixed positions are found, and replayed by two other programs. With
//     them every position that has a way back to a fixed one is legal.
//
// [Step.Wrong] lists every problem of a step; the theorem is proven if no step has one.
// With [Options.Certificates] the formulas and their refutations are written to files (DIMACS and DRAT), and each
// refutation is verified by unit propagation.
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
// # The formula
//
// A man has eight variables for its file and eight for its row, of which one each is true. All rules are about
// differences: "q is d files beyond p" is a disjunction of eight conjunctions, made once for two men and 15 values of
// d. Kings are not adjacent if the differences are not both in -1..1. A slider attacks a target along a ray if no other
// man is both on the ray from the slider and on the reverse ray from the target. So a rule needs no squares, and no
// case for each square between.
//
// To state that a position has predecessors takes variables for these: one new set for every man of the side that
// moved. To state that it has none takes a statement about all ways back. A way back as a list of vectors (a pattern)
// moves men by known vectors, and the difference to a man moved by a vector is another difference of the same men. So
// "this way is open" needs no new variables, only gates, most of which exist already. Equal gates are shared, and each
// is translated only in the direction in which it is needed.
//
// There are tens of thousands of ways of four plies, and a few hundred suffice. The function decideClaim finds these
// by counterexamples.
//
// With 4 men this takes long: KBdBdK 43 s of CPU for White to move and 106 s for Black. So an enumeration
// (exhaust.go) decides the main assertion by trying all positions, in seconds, with its own moves and tables.
//
// # What must be trusted
//
// The function writeRefutation writes a refutation of the last formula by another solver; checkRUP verifies it by
// unit propagation alone. The method countCovered of a [Proof] computes the circuits for the positions of a table,
// without any solver. The tests compare the circuits with package chess, which plays the ways forward.
//
// # Files, in reading order
//
//	theorem.go   theorems and their assertions; measure.go, how far men are from PFix; material.go, the men
//	proof.go     options and report of a proof; steps.go, its steps
//	claim.go     the statement of an assertion
//	placements.go  positions and their predecessors; exhaust.go, the main assertion by trying all positions
//	refute.go    the same by a formula, with a solver (solver.go) and a search for ways back
//	circuit.go   gates; cnf.go, their clauses
//	spots.go     men in variables; moves.go, the rules of chess; pattern.go, ways back
//	cover.go     circuits computed for given positions
//	check.go     refutations of formulas: writing and checking; propagate.go, unit propagation
//
// # Names
//
//	P, Q      positions; Q before P
//	spot      the square of a man, in variables
//	place     a spot moved by a vector
//	openWay   the conditions under which a pattern is open
//	question  the formula whose models are counterexamples, or positions with ways back not found yet
//	cube      a part of the question: assumptions on the squares of kings
package proof
