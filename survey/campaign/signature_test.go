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

// TestSignaturesAreRemembered: a program that remembers makes the sample of a plan once, and says the same as one that does not. The
// sample is another if phases or strata are.
func TestSignaturesAreRemembered(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Game)
	space := toy.New("toy")
	plain, known := toyProgram(verdict.Game), toyProgram(verdict.Game)
	known.Signatures = new(Signatures)
	same := func(p *plan.Plan, made int) string {
		t.Helper()
		want := testkit.Must(plain.signature(space, p))(t)
		for range 3 {
			if got, err := known.signature(space, p); err != nil || got != want || len(known.Signatures.made) != made {
				t.Fatalf("%v: %s, want %s; %d samples made, want %d", err, got, want, len(known.Signatures.made), made)
			}
		}
		return want
	}
	first := same(c.Plan, 1)
	if first != c.Plan.Code.Signature {
		t.Errorf("%s, the plan has %s", first, c.Plan.Code.Signature)
	}
	more := *c.Plan // draws, seed, shards and shares do not matter
	more.Seed, more.Shards, more.Known = 77, 3, nil
	same(&more, 1)
	fewer := *c.Plan
	fewer.Phases = fewer.Phases[:2]
	if same(&fewer, 2) == first {
		t.Error("fewer phases have the same signature")
	}
	// What a Program remembers is asked where it plans and runs: another program is still refused.
	if _, err := c.Run(context.Background(), known, Options{Shards: 1}); err != nil || len(known.Signatures.made) != 2 {
		t.Errorf("%v, %d samples made, want 2", err, len(known.Signatures.made))
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
