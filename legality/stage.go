package legality

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A Stage is one method of judging. It decides a setup or leaves it undecided.
//
// The contract:
//
//   - Judge accepts any setup, valid or not, and never panics. (The engine calls the
//     static stages first. So, unless CrossCheck is set, later stages get only setups that
//     those could not refute, which are all valid. A stage that needs a valid setup starts
//     with Setup.Position and leaves the setup undecided if that fails.)
//   - The second result reports whether the verdict is decided: Legal with a
//     certificate, or Illegal with a reason, each of them proven. Otherwise the
//     Outcome is Unknown, and Stop tells whether a limit was the cause.
//   - Cost is set, whatever the outcome. A zero field of the budget means the
//     default that the stage documents.
//   - Unless time or context end, the verdict depends only on the setup and on Nodes and
//     Pass of the budget, not on positions judged before. Tables that are kept from one
//     position to the next may change the cost of a verdict only.
//   - A stage that finds an error in itself returns [verdict.Faulty]. That stops the
//     engine.
//   - A stage is used by one goroutine at a time and may keep scratch space.
type Stage interface {
	// Name is a short constant, such as "rules", unique in an engine.
	Name() string
	// Effort is the lowest level at which the stage takes part, never Unset.
	Effort() verdict.Effort
	// Judge judges one setup.
	Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (verdict.Verdict, bool)
	// Forget releases the memory that is kept from one setup to the next. It changes no later verdict.
	Forget()
}
