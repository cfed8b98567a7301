package campaign

import (
	"context"
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// TestSignaturesAreRemembered: a program that stores its signatures makes the sample of a plan once, and has the same signature as one that
// does not. Other phases or strata need another sample.
func TestSignaturesAreRemembered(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Game)
	space := toy.New("toy")
	fresh, caching := toyProgram(verdict.Game), toyProgram(verdict.Game)
	caching.Signatures = new(Signatures)
	checkSignature := func(p *plan.Plan, made int) string {
		t.Helper()
		want := testkit.Must(fresh.signature(space, p))(t)
		for range 3 {
			if got, err := caching.signature(space, p); err != nil || got != want || len(caching.Signatures.made) != made {
				t.Fatalf("%v: %s, want %s; %d samples made, want %d", err, got, want, len(caching.Signatures.made), made)
			}
		}
		return want
	}
	first := checkSignature(c.Plan, 1)
	if first != c.Plan.Code.Signature {
		t.Errorf("%s, the plan has %s", first, c.Plan.Code.Signature)
	}
	more := *c.Plan // the sample does not depend on draws, seed, shards and shares
	more.Seed, more.Shards, more.Known = 77, 3, nil
	checkSignature(&more, 1)
	fewer := *c.Plan
	fewer.Phases = fewer.Phases[:2]
	if checkSignature(&fewer, 2) == first {
		t.Error("fewer phases have the same signature")
	}
	// Planning and running use the stored signature, and another program is still refused.
	if _, err := c.Run(context.Background(), caching, Options{Shards: 1}); err != nil || len(caching.Signatures.made) != 2 {
		t.Errorf("%v, %d samples made, want 2", err, len(caching.Signatures.made))
	}
	other := toyProgram(verdict.Game)
	other.Signatures, other.Stages = new(Signatures), func() []legality.Stage {
		stages := toy.Stages(verdict.Game)()
		first := stages[0].(toy.Stage)
		first.Salt = "another"
		stages[0] = first
		return stages
	}
	var field *plan.FieldError
	if _, err := c.Run(context.Background(), other, Options{Shards: 1}); !errors.As(err, &field) || field.Field != "code.signature" {
		t.Errorf("another program: %v, want that its signature differs", err)
	}
}
