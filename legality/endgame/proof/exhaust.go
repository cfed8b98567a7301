package proof

import (
	"context"

	"chesscensus/chess"
)

// An enumeration decides the main assertion of a theorem by trying all positions, without a formula.
type enumeration struct {
	*placementTable
	theorem *Theorem
	// good says, by side to move and number, which positions are initially legal and have Depth initially legal predecessors in a row;
	// while enumerate runs, k of them after round k.
	good [2][]bool
}

// enumerate finds the good positions of a theorem. The error is that of the context.
func (t *Theorem) enumerate(ctx context.Context) (*enumeration, error) {
	b := newPlacementTable(t.Material, steps)
	e := &enumeration{placementTable: b, theorem: t, good: b.legal}
	for range t.Depth {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.good = [2][]bool{e.withPredecessor(chess.White), e.withPredecessor(chess.Black)}
	}
	return e, nil
}

// withPredecessor returns, by number, which good positions with turn to move have a good predecessor.
func (e *enumeration) withPredecessor(turn chess.Color) []bool {
	list := make([]bool, len(e.good[turn]))
	for index, ok := range e.good[turn] {
		if ok {
			e.before(index, turn, false, func(q int) bool {
				list[index] = e.good[turn.Other()][q]
				return !list[index]
			})
		}
	}
	return list
}

// deeper returns the number of good positions without a good predecessor: those with Theorem.Depth predecessors in a row, but not one
// more. If it is 0, no position is more than Depth times derivedly illegal.
func (e *enumeration) deeper() (n int) {
	for turn := range chess.Color(2) {
		oneMore := e.withPredecessor(turn)
		for index, ok := range e.good[turn] {
			if ok && !oneMore[index] {
				n++
			}
		}
	}
	return n
}

// An exhaustion is the result of trying all positions with one side to move.
type exhaustion struct {
	// Asked is the number of good placements with a measure other than 0.
	Asked int
	// Closer is the number of these with Theorem.Plies unmoves to a good position of smaller measure, CloserLater that of those
	// without, but with Plies+Longer such unmoves.
	Closer, CloserLater int
	// Counterexamples holds the first ten placements that have neither.
	Counterexamples []placement
}

// holds reports whether every position asked about has unmoves to a good position of smaller measure.
func (e *exhaustion) holds() bool { return e.Closer+e.CloserLater == e.Asked }

// decide decides the main assertion for one side to move in P. Round k computes, for all positions at once, the least measure of a good
// position that k unmoves lead to, from those of round k-1. Positions for which Theorem.Plies rounds do not suffice are searched
// one by one with Theorem.Longer plies more. The error is that of the context.
func (e *enumeration) decide(ctx context.Context, turn chess.Color) (*exhaustion, error) {
	t, scale := e.theorem, e.theorem.Measure.scale(e.m)
	start := turn
	if t.Plies%2 == 1 {
		start = turn.Other()
	}
	nearest := make([]uint8, len(e.legal[0])) // the least measure after the rounds so far, with start to move
	for index := range nearest {
		nearest[index] = unreached
		if e.good[start][index] {
			nearest[index] = e.measure(scale, index)
		}
	}
	for range t.Plies {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		start = start.Other()
		nearest = e.back(start, nearest)
	}
	x := &exhaustion{}
	for index, ok := range e.good[turn] {
		m := e.measure(scale, index)
		if !ok || m == 0 {
			continue
		}
		x.Asked++
		switch {
		case nearest[index] < m:
			x.Closer++
		case t.Longer > 0 && e.closer(index, turn, t.Longer, nearest, m):
			x.CloserLater++
		case len(x.Counterexamples) < 10:
			x.Counterexamples = append(x.Counterexamples, e.placement(index, turn))
		}
	}
	return x, nil
}

// back returns, for each initially legal position with turn to move, the smallest value of its predecessors in least; unreached for others
// and if there is none.
func (e *enumeration) back(turn chess.Color, least []uint8) []uint8 {
	list := make([]uint8, len(least))
	for index, ok := range e.legal[turn] {
		best := uint8(unreached)
		if ok {
			e.before(index, turn, false, func(q int) bool {
				best = min(best, least[q])
				return true
			})
		}
		list[index] = best
	}
	return list
}

// closer reports whether a number of unmoves, which is even, leads to a position q with nearest[q] < m.
func (e *enumeration) closer(index int, turn chess.Color, plies int, nearest []uint8, m uint8) bool {
	if plies == 0 {
		return nearest[index] < m
	}
	found := false
	e.before(index, turn, false, func(q int) bool {
		found = e.closer(q, turn.Other(), plies-1, nearest, m)
		return !found
	})
	return found
}

// placement returns the placement with a number.
func (b *placementTable) placement(index int, turn chess.Color) placement {
	p := placement{Turn: turn}
	for i := range b.m.Men {
		p.At[i] = chess.Square(at(index, i))
	}
	return p
}
