package proofgame

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
)

// Unreachable says why no game leads from one position to another, as far as a lower bound on its moves can tell (package
// legality/internal/bound), or returns "" if the bound gives no reason. It takes some microseconds.
func Unreachable(from, goal *chess.Position) string {
	b := bound.NewGoal(*goal, nil)
	if b.Reachable(from) {
		return ""
	}
	return b.Failure().String()
}
