package sat

import (
	"context"
	"fmt"

	"chesscensus/chess"
)

// A Part is what came of a part of a question: of some of its cubes.
type Part struct {
	// Patterns are the ways back that were needed, in the order in which they were found.
	Patterns []Pattern `json:"patterns"`
	// Calls is the number of questions to solvers.
	Calls int `json:"calls"`
	// Counterexample is as in [Proof], nil if the part has none.
	Counterexample []Placement `json:"counterexample,omitempty"`
}

// Parts is how many parts [ProvePart] knows: one for each row of the black king, from White's side.
const Parts = 8

// ProvePart decides the claim as [Prove] does, for the positions P with the black king on the row i, from 0 to Parts-1; it panics
// for others. It knows nothing of the other rows, so the parts can be done anywhere and in any order. What it does depends on its
// arguments alone. It is an error if ctx ends.
//
// What the parts find twice costs: all eight of KRK take 2.8 times the calls of one search, and 1.7 times its time (BenchmarkParts).
func ProvePart(ctx context.Context, c *Claim, turn chess.Color, i int, o Options) (*Part, error) {
	if i < 0 || i >= Parts {
		panic("sat: no such part")
	}
	s := newSearch(c, turn, o)
	n := len(s.cubes) / Parts // cubes go by the square of the black king first
	return s.run(ctx, s.cubes[i*n:(i+1)*n], o.Progress)
}

// Join makes a proof of all parts of a question, in order. The formula forbids the ways of all of them, each once. That it has no
// model is what the parts say, each of its cubes; [Certify] asks another solver, for all of it.
//
// It is an error if there are not Parts of them, or a part names a way that is none of the claim's, or a counterexample
// with another number of positions: they may come from strangers.
func Join(c *Claim, turn chess.Color, parts []*Part, o Options) (*Proof, error) {
	if len(parts) != Parts {
		return nil, fmt.Errorf("sat: %d parts, want %d", len(parts), Parts)
	}
	s := newSearch(c, turn, o)
	all := &Part{}
	seen := map[string]bool{}
	for i, p := range parts {
		if err := c.checkPart(turn, p); err != nil {
			return nil, fmt.Errorf("sat: part %d: %w", i, err)
		}
		all.Calls += p.Calls
		if all.Counterexample == nil {
			all.Counterexample = p.Counterexample
		}
		for _, pattern := range p.Patterns {
			if name := fmt.Sprint(pattern); !seen[name] {
				seen[name] = true
				all.Patterns = append(all.Patterns, pattern)
				s.outer.forbid(pattern)
			}
		}
	}
	return s.proof(turn, all), nil
}

// checkPart returns an error if the part cannot be one of the claim's.
func (c *Claim) checkPart(turn chess.Color, p *Part) error {
	if p.Calls < 0 {
		return fmt.Errorf("%d calls", p.Calls)
	}
	for _, pattern := range p.Patterns {
		if n := len(pattern); n != c.length() && (c.Longer == 0 || n != c.length()+c.Longer) {
			return fmt.Errorf("a way of %d plies, want %d", n, c.length())
		}
		mover := turn.Other() // who has made the move that is taken back
		for _, u := range pattern {
			if !c.Material.can(u, mover) {
				return fmt.Errorf("no unmove of %v: %+v", mover, u)
			}
			mover = mover.Other()
		}
	}
	if n := len(p.Counterexample); n != 0 && n != c.Given+1 {
		return fmt.Errorf("a counterexample of %d positions, want %d", n, c.Given+1)
	}
	for _, q := range p.Counterexample {
		for _, sq := range q.At[:len(c.Material.Men)] {
			if sq > chess.H8 {
				return fmt.Errorf("square %d", sq)
			}
		}
	}
	return nil
}
