package endgame

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// A Step is one setup of a derivation.
type Step struct {
	Setup chess.Setup
	Class Class
	// Unmove leads back to the next step; zero in the last one.
	Unmove retro.Unmove
	// Predecessors is the number of unmoves that the reading allows, with every castling
	// right and en passant square before. Each leads to a derivedly illegal setup.
	Predecessors int
}

// derivation returns a chain of n steps that shows why a setup is n times derivedly illegal.
// The first step is the setup, each is followed by a predecessor whose class is one less,
// and the last has no initially legal predecessor. The chain is nil for setups of class
// Rest. The error is that of [Table.Class], or the violations of an initially illegal setup.
func (t *Table) derivation(s chess.Setup) ([]Step, error) {
	c, err := t.Class(s)
	if err == nil && c == Initial {
		err = fmt.Errorf("endgame: initially illegal: %v: %v", s.Violations(), s)
	}
	if err != nil || c == Rest {
		return nil, err
	}
	var steps []Step
	scratch := new(lookback)
	for depth := t.opt.Lookback; ; {
		if materialOf(&s.Board) != t.index.material {
			depth-- // each step outside the material uses one move of the lookback
		}
		step := Step{Setup: s, Class: c}
		next, worst := s, Rest
		for _, u := range retro.Unmoves(nil, s, retro.Options{AllEP: true}) {
			if t.opt.Reading == Within && !quiet(u) {
				continue
			}
			step.Predecessors++
			before := retro.Undo(s, u)
			k := t.classWithLookback(&before, scratch, depth)
			if k > worst {
				next, worst, step.Unmove = before, k, u
			}
		}
		steps = append(steps, step)
		if worst == Rest {
			return steps, nil
		}
		s, c = next, worst
	}
}

// classWithLookback returns the class of a valid setup: from the table if it has the
// material, and otherwise by a lookback of depth moves.
func (t *Table) classWithLookback(s *chess.Setup, scratch *lookback, depth int) Class {
	if materialOf(&s.Board) == t.index.material {
		return t.class(s)
	}
	return scratch.class(s, t.opt.Reading, depth)
}

// quiet reports whether an unmove leaves the material as it is.
func quiet(u retro.Unmove) bool {
	return u.Captured() == chess.NoRole && u.Promotion() == chess.NoRole
}

// DeepestDerivation returns the derivation of one setup of the deepest class, nil if no setup is derivedly illegal.
func (t *Table) DeepestDerivation() ([]Step, error) {
	var start chess.Setup
	n := 0
	for turn := range chess.Color(2) {
		c, special := t.Counts(turn), t.SpecialCounts(turn)
		if k := c.Deepest(); k > n {
			n, start = k, t.Examples(Class(k), turn)[0]
		}
		if k := special.Deepest(); k > n {
			n, start = k, t.specialExamples[turn][Class(k)][0]
		}
	}
	if n == 0 {
		return nil, nil
	}
	return t.derivation(start)
}
