package main

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/verdict"
)

// severalLimit is the number of configurations for one search of severalMen.
const severalLimit = 2000

// A severalMen is a stage that applies Lemmas 14 and 17 of package cage alone, which follow several men at once. The stage of that package applies
// them only after all other theorems, so that few setups test them there.
type severalMen struct {
	stage  cage.Stage
	finder cage.Finder
}

func (*severalMen) Name() string           { return "several men" }
func (*severalMen) Effort() verdict.Effort { return verdict.Exhaustive }
func (v *severalMen) Forget()              { v.stage.Forget() }

func (v *severalMen) Judge(_ context.Context, s chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	if s.Violations() != 0 {
		return verdict.Verdict{}, false
	}
	if reason, evidence, _ := v.finder.NeverIn(&s); reason != 0 {
		return verdict.Refuted(v.Name(), reason, evidence), true
	}
	v.stage.Limit = severalLimit
	if men := v.stage.Together(&s); men != 0 {
		return verdict.Refuted(v.Name(), verdict.ShutOut, verdict.Men("these men cannot have come in together", men)), true
	}
	return verdict.Verdict{}, false
}
