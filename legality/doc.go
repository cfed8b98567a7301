// Package legality decides whether setups are legal, that is, reachable from the initial position by legal moves.
// An [Engine] calls stages in order of cost until one decides.
//
// # The order of the stages
//
//	rules             static theorems on the diagram                         effort static
//	parity            the wrong side to move                                 effort static
//	kernel            captures and promotions that every game contains       effort kernel
//	bound             a lower bound on moves; infinite refutes               effort kernel
//	retro             every last move taken back and refuted                 effort kernel
//	knots of few men  retro with more theorems, up to 20 men                 effort path
//	path              a game up to the last capture                          effort path
//	proofgame         a whole game                                           effort game
//	cage              men that can never have come or gone                   effort path
//	knots             the same for any number of men, with all of cage       effort path
//
// A kernel is a sequence of captures and promotions that leads from the men of the initial position to those of the setup. If there
// is none, no game leads to the setup.
//
// This build has those stages that [DefaultStages] returns; [New] refuses an effort beyond them. The rules decide most positions
// drawn from a space, and nine in ten of the ranked set.
//
// # Options and verdicts
//
// Only the [Options] determine how an engine judges. The effort selects the stages. The same [Version] and options give the same
// verdicts.
//
// In each further pass over an undecided setup the stages that search have twice the nodes ([verdict.Budget]). Options.Passes is the
// number of passes. Effort exhaustive is effort game with [DefaultPasses] passes.
//
// To make one pass at a time over a list of setups, use an engine for each: with Options.Passes 1 and Options.Budget.Pass 0, then with
// Budget.Pass 1 for those that are undecided, and so on.
//
// Illegal is a theorem with a reason, Legal has a certificate that a separate verifier replays, and otherwise the
// verdict is Unknown. An engine never guesses: if a stage runs out of budget, the verdict is Unknown and names the
// stage. Each refuting stage is tested with random games, of which it must refute no position. With
// [Options.CrossCheck] all stages judge every setup, and two that contradict each other stop the engine with both
// certificates.
//
// At effort static one position is Legal: the initial position, with the empty game as its
// certificate. Any other needs a game, which the static stages do not search.
//
// Drawn games (repetition, 50 and 75 moves, dead position) do not matter: a game may continue after the draw.
//
// # When memory runs short
//
// A worker keeps tables of up to 300 MB. If a memory limit is set, by the environment variable GOMEMLIMIT or
// debug.SetMemoryLimit, an engine checks every 64 verdicts whether the live heap after the last garbage collection
// is more than 0.8 of it. If so, its stages release what they keep from one setup to the next. If that does not
// help, only the static stages judge until there is room again, and setups that they do not decide are Unknown with
// [verdict.Memory]. So with a limit that is too small the run continues, and no verdict is wrong; but which setups
// stay undecided depends on the machine. A verdict in progress is not interrupted: leave 300 MB for each worker.
//
// # Adding a stage
//
// Write a package below this one that imports chess and legality/verdict, but neither this package nor another
// stage (except those that the design names). Give it a type with the methods of [Stage], whose comment is the
// contract. Append its reasons to the end of the list in package verdict. Define a [verdict.Certificate] if its
// refutations can be rechecked. Insert it in [StagesWith] at its place by cost. Then its effort becomes available,
// and TestStagesAcceptPlayouts in this package covers it; the tests of its own package cover the rest.
//
// Stages that need the facts on which the rules rest call package chess; package rules has
// no functions for other stages.
//
// Words are explained in docs/GLOSSARY.md.
package legality
