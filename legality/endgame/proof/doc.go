// Package proof proves by a SAT solver which positions of a small endgame are legal, after M. Malikovic,
// "SAT-based Analysis of the Legality of Chess Endgame Positions": those that are
// not derivedly illegal. Package endgame counts the same by exhaustion, and every answer is compared with its table.
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
//  2. What was found is compared with the table of the material: a counterexample must be an initially legal
//     position of it, the ways back of a proof must cover all its positions that are not derivedly illegal, and
//     trying all positions must call the same positions derivedly illegal.
//  3. Games from the initial position to the fixed positions are found, and replayed by two other programs. With
//     them every position that has a way back to a fixed one is legal.
//
// Whatever is not as it should be is told in [Step.Wrong]; the theorem is proven if no step has any.
// With [Options.Certificates] the formulas and their refutations are written to files (DIMACS and DRAT), and each
// refutation is verified by unit propagation.
//
// # What is proven
//
// Take back moves within a material, without captures and castling, and measure how far the men are from a
// fixed position, PFix. If from every position with enough predecessors there is a
// way back of four plies to one that is nearer and has enough predecessors itself, then every such position has a way back to
// PFix; played forward it is a game from PFix, and to PFix there is a game from the initial position (package proofgame). So all
// initially legal positions of the material are legal, or derivedly illegal within it a known number of times:
// "enough" is the depth of the theorem, 1 for KRK, 0 for KQK, 3 for a bishop and a knight. See [Theorem], and the type claim.
//
// The article's own assertion (2) says more than that, and does not hold as it is printed: the 48 positions without a
// predecessor, all with Black to move, are themselves previous positions of legal ones. It holds if
// the position before need not be initially legal, which is what the printed procedure asks. Nor does assertion (1) hold of PFix itself,
// whose measure cannot decrease. The theorem stands, by the assertion that is used here.
//
// # The formula
//
// A man has eight variables for his file and eight for his row, of which one each is true. All rules are about differences: "q is d files beyond p" is a disjunction of eight
// conjunctions, made once for two men and 15 values of d. Kings are apart if the differences are not both in -1..1. A
// slider attacks along a ray if no other man is on the ray from him and has the target on the ray from himself. So
// a rule needs no squares, and no case for each square between.
//
// To say that a position has predecessors takes variables for these: one new set for every man of the side that moved.
// To say that it has none takes a statement about all ways back, and here differences pay: a way back as a list of
// vectors (a pattern) moves men by known vectors, and a difference to a man moved by a vector is another difference of the
// same men. So "this way is open" needs no variables, only gates, most of which are there already. Gates are shared
// by structure and translated in the direction in which they are needed.
//
// There are tens of thousands of ways of four plies, and a few hundred suffice. The function refute finds them by counterexample: see there.
//
// With 4 men this takes long: KBdBdK 43 s of CPU for White to move and 106 s for Black. So an enumeration (exhaust.go) decides the main
// assertion by trying all positions, in seconds, with moves and tables of its own.
//
// # What is to be trusted
//
// The function certify has another solver refute the last formula and write down how; checkRUP verifies that by
// unit propagation alone. The method covered of a [Proof] computes the circuits for the positions of a table instead, without any solver. The tests
// compare the circuits with package chess, which plays the ways forward.
//
// # Files, in reading order
//
//	theorem.go   theorems and their assertions; measure.go, how far men are from PFix; material.go, the men
//	proof.go     what is proven and reported; steps.go, the steps
//	claim.go     what an assertion says
//	placements.go  positions and their predecessors; exhaust.go, the main assertion by trying all
//	refute.go    the same by a formula, with a solver (solver.go) and a search for ways back
//	circuit.go   gates; cnf.go, their clauses
//	spots.go     men in variables; moves.go, the rules of chess; pattern.go, ways back
//	cover.go     circuits computed for given positions
//	check.go     refutations of formulas, written and checked; propagate.go, unit propagation
//
// # Names
//
//	P, Q      positions; Q before P
//	spot      where a man stands, in variables
//	place     a spot moved by a vector
//	way       a pattern in a formula: what must hold for it to be open
//	question  the formula whose models are counterexamples, or not yet known not to be
//	cube      a part of the question, by the squares of kings
package proof
