package proof

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame/sat"
)

// TestNoSuchQuestion: questions may come from strangers.
func TestNoSuchQuestion(t *testing.T) {
	for want, q := range map[string]Question{
		"KPK": {Material: "KPK"}, "assertion 99": {Material: "KRK", Assertion: 99}, "assertion -1": {Material: "KRK", Assertion: -1},
		"side to move 7": {Material: "KRK", Turn: 7}, "part 8": {Material: "KRK", Part: 8}, "part -1": {Material: "KRK", Part: -1},
	} {
		if _, err := q.Answer(context.Background()); err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(want, "KPK")) {
			t.Errorf("%+v: %v", q, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (&Question{Material: "KRK"}).Answer(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestProofInParts: assertions are decided by whoever answers the questions, each asked once, and wrong answers are noticed.
func TestProofInParts(t *testing.T) {
	testkit.Medium(t)
	th := theorem(t, "KQK")
	var asked []Question
	ask := func(ctx context.Context, list []Question) (parts []*sat.Part, err error) {
		asked = append(asked, list...)
		for _, q := range list {
			p, err := q.Answer(ctx)
			if err != nil {
				return nil, err
			}
			parts = append(parts, p)
		}
		return parts, nil
	}
	p := &prover{Options: Options{Ask: ask}, theorem: th, report: Report{Theorem: th}}
	if err := p.enumerate(context.Background()); err != nil {
		t.Fatal(err)
	}
	small := 0
	for i, a := range th.Assertions() {
		if a.Claim.Measure != nil {
			continue // seconds
		}
		small++
		if err := p.decide(context.Background(), i, &a); err != nil {
			t.Fatal(err)
		}
	}
	if wrong := p.report.Wrong(); len(wrong) > 0 || len(asked) != small*2*sat.Parts || small == 0 {
		t.Errorf("%d questions about %d assertions; wrong: %q", len(asked), small, wrong)
	}
	slices.SortFunc(asked, func(a, b Question) int {
		return (a.Assertion*2+int(a.Turn))*sat.Parts + a.Part - (b.Assertion*2+int(b.Turn))*sat.Parts - b.Part
	})
	if len(slices.Compact(asked)) != len(asked) {
		t.Error("a question was asked twice")
	}
	// An answer without any way back: the table has positions that none of the others covers.
	lazy := func(ctx context.Context, list []Question) ([]*sat.Part, error) {
		parts, err := ask(ctx, list[:1])
		for len(parts) < sat.Parts {
			parts = append(parts, &sat.Part{})
		}
		return parts, err
	}
	p.Ask = lazy
	a := th.Assertions()[0]
	if err := p.decide(context.Background(), 0, &a); err != nil {
		t.Fatal(err)
	}
	if s := p.report.Steps[len(p.report.Steps)-1]; !slices.ContainsFunc(s.Wrong, func(text string) bool { return strings.Contains(text, "have none of the ways back") }) {
		t.Errorf("wrong: %q", s.Wrong)
	}
}
