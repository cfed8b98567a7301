package main

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/verdict"
)

// severalLimit is the number of configurations for one search of the stage several.
const severalLimit = 2000

// A several asks Lemma 14 of package cage alone, which follows several men at once. Stage cage comes to it only after all other theorems, in later
// passes.
type several struct{ stage cage.Stage }

func (*several) Name() string           { return "several men" }
func (*several) Effort() verdict.Effort { return verdict.Exhaustive }
func (v *several) Forget()              { v.stage.Forget() }

func (v *several) Judge(_ context.Context, s chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	if s.Violations() != 0 {
		return verdict.Verdict{}, false
	}
	v.stage.Limit = severalLimit
	if men := v.stage.Together(&s); men != 0 {
		return verdict.Refuted(v.Name(), verdict.ShutOut, verdict.Men("these men cannot have come in together", men)), true
	}
	return verdict.Verdict{}, false
}
