package proof

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/endgame/sat"
)

// A Question is a part of a question to a solver: an assertion of a theorem for one side to move, and one row of the
// black king. Its answer depends on it alone, so it can be put to any machine.
type Question struct {
	Material  string      `json:"material"`
	Assertion int         `json:"assertion"` // by its place in sat.Theorem.Assertions
	Turn      chess.Color `json:"turn"`
	Part      int         `json:"part"` // 0 to sat.Parts-1
}

// An Asker answers questions, in their order, by [Question.Answer] wherever it likes.
type Asker func(context.Context, []Question) ([]*sat.Part, error)

// Answer has a solver answer. It is an error if there is no such question, or ctx ends.
func (q *Question) Answer(ctx context.Context) (*sat.Part, error) {
	t, err := sat.NewTheorem(q.Material)
	if err != nil {
		return nil, err
	}
	list := t.Assertions()
	switch {
	case q.Assertion < 0 || q.Assertion >= len(list):
		return nil, fmt.Errorf("assertion %d of %v, want 0 to %d", q.Assertion, t.Material, len(list)-1)
	case q.Turn != chess.White && q.Turn != chess.Black:
		return nil, fmt.Errorf("side to move %d, want 0 or 1", q.Turn)
	case q.Part < 0 || q.Part >= sat.Parts:
		return nil, fmt.Errorf("part %d, want 0 to %d", q.Part, sat.Parts-1)
	}
	return sat.ProvePart(ctx, &list[q.Assertion].Claim, q.Turn, q.Part, sat.Options{})
}

// solve has a solver decide an assertion for one side to move, in one piece or in parts.
func (p *prover) solve(ctx context.Context, number int, a *sat.Assertion, turn chess.Color) (*sat.Proof, error) {
	if p.Ask == nil {
		return sat.Prove(ctx, &a.Claim, turn, sat.Options{Progress: p.Progress})
	}
	var list []Question
	for part := range sat.Parts {
		list = append(list, Question{Material: p.theorem.Material.String(), Assertion: number, Turn: turn, Part: part})
	}
	parts, err := p.Ask(ctx, list)
	if err != nil {
		return nil, err
	}
	return sat.Join(&a.Claim, turn, parts, sat.Options{})
}
