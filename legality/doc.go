// Package legality decides whether setups are legal, that is, reachable from the
// initial position by legal moves. An [Engine] asks stages in order of cost, and the
// first that can answer does.
//
// # The order of the stages
//
//	rules      static theorems on the diagram            effort static
//	parity     the wrong side to move                    effort static
//	kernel     captures and promotions that must exist   effort kernel
//	bound      a lower bound on moves; infinite refutes  effort kernel
//	retro      every last move taken back and refuted    effort kernel
//	knots      last moves, and men that cannot have come  effort path
//	proofgame  a game up to the last capture, then all   efforts path, game
//	cage       men that can never have come or gone      effort path
//
// This build has those that [DefaultStages] returns; [New] refuses an effort beyond
// them. Most draws of a space end in the rules; of the ranked set nine in ten.
//
// # Who says what is done
//
// [Options] alone, and nothing that a list says of a setup: the effort chooses the stages, and
// Passes says how often those that search are asked again, each time with twice the nodes
// ([verdict.Budget]). Effort exhaustive is game in [DefaultPasses] passes. Whoever makes passes
// over a list, to stop in between, gives every pass an engine with the number in
// Budget.Pass.
//
// [Version] is the number of all that: the same version and options give the same verdicts.
//
// # What a verdict is worth
//
// Illegal is a theorem with a reason, Legal holds a certificate that a separate
// verifier replays, and all else is Unknown. An engine never guesses: a stage that
// runs out of budget leaves the verdict Unknown and says so. Each refuting stage is
// tested against random games, no position of which may ever be refuted. With
// [Options.CrossCheck] all stages judge every setup, and two that contradict each
// other stop the engine with both certificates.
//
// At effort static one position is Legal: the initial position, with the empty game
// as its certificate. Legality of any other needs a game, which is not a static
// matter.
//
// Draws by rule (repetition, 50 and 75 moves, dead position) are no part of the
// question: a game may go on through them.
//
// # When memory runs short
//
// A worker keeps tables of up to 300 MB. If a memory limit is set, by the environment
// variable GOMEMLIMIT or debug.SetMemoryLimit, an engine looks every 64 verdicts whether
// what the last garbage collection left alive is more than 0.8 of it. If so, its stages
// drop what they keep from one setup to the next; and if that does not help, only the
// static stages judge, and what they leave is Unknown with [verdict.Memory], until there is room
// again. So a limit that is too small costs decisions, never the run, and no verdict is
// wrong; but which setups stay undecided then depends on the machine. A verdict
// under way is not broken off: leave 300 MB for each worker. Without a limit nothing of
// this happens.
//
// # Adding a stage
//
// Write a package below this one that imports chess and legality/verdict, not this
// package and no other stage (save those that the design names). Give it a type with
// the methods of [Stage], whose comment is the contract; append its reasons to
// the end of the list in package verdict; define a [verdict.Certificate] if its
// answers can be rechecked; and insert it in [StagesWith] at its place by cost.
// Then its effort becomes available. TestStagesAcceptPlayouts in this package covers it
// from then on; its own package tests what only it knows.
//
// Stages that want the facts on which the rules rest call package chess; nothing of
// package rules is meant for other stages.
//
// Words are explained in docs/GLOSSARY.md.
package legality
