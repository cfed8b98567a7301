package main

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/verdict"
)

// A fallen asks Lemma 16 of package cage alone, which follows a bishop that is gone: stage cage comes to it only after most other theorems.
type fallen struct{ stage cage.Stage }

func (*fallen) Name() string           { return "fallen bishops" }
func (*fallen) Effort() verdict.Effort { return verdict.Exhaustive }
func (v *fallen) Forget()              { v.stage.Forget() }

func (v *fallen) Judge(_ context.Context, s chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	if s.Violations() != 0 {
		return verdict.Verdict{}, false
	}
	v.stage.Limit = severalLimit
	if home, ok := v.stage.Fallen(&s); ok {
		return verdict.Refuted(v.Name(), verdict.ShutOut, verdict.Men("no pawn took this bishop", home.BB())), true
	}
	return verdict.Verdict{}, false
}
