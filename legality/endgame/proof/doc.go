// Package proof carries out the proofs of package sat for one material after the other, and holds every
// answer against the table of package endgame, which counts by other means.
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
package proof
