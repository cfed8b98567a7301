package proof

import (
	"context"

	"chesscensus/chess"
)

// An enumeration decides the main assertion of a theorem by trying all positions, without a formula.
type enumeration struct {
	*board
	theorem *Theorem
	good    [2][]bool // by side to move and number: has Depth predecessors in a row
}

// enumerate finds the positions with enough predecessors. The error is that of the context.
func (t *Theorem) enumerate(ctx context.Context) (*enumeration, error) {
	b := newBoard(t.Material, steps)
	e := &enumeration{board: b, theorem: t, good: b.legal}
	for range t.Depth {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.good = [2][]bool{e.withPredecessor(chess.White), e.withPredecessor(chess.Black)}
	}
	return e, nil
}

// withPredecessor returns which good positions have a good one before them.
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

// deeper returns how many positions have Theorem.Depth predecessors in a row, but not one more. If there is none,
// no position is more than Depth times derivedly illegal.
func (e *enumeration) deeper() (n int) {
	for turn := range chess.Color(2) {
		again := e.withPredecessor(turn)
		for index, ok := range e.good[turn] {
			if ok && !again[index] {
				n++
			}
		}
	}
	return n
}

// An exhaustion is what came of trying all positions with one side to move.
type exhaustion struct {
	// Asked is the number of placements that have Theorem.Depth predecessors in a row and a measure other than 0.
	Asked int
	// Closer of them have such a way back of Theorem.Plies plies, and Longer more one of Plies+Longer.
	Closer, Longer int
	// Counterexamples are up to ten of the others.
	Counterexamples []placement
}

// holds reports whether every position asked about has a way back that is closer.
func (e *exhaustion) holds() bool { return e.Closer+e.Longer == e.Asked }

// decide decides the main assertion for one side to move in P. For each number of plies up to Theorem.Plies it computes for all positions at
// once the least measure that so many unmoves lead to, from that for one ply less; what is left is tried out with Theorem.Longer plies more.
func (e *enumeration) decide(ctx context.Context, turn chess.Color) (*exhaustion, error) {
	t, scale := e.theorem, e.theorem.Measure.scale(e.m)
	start := turn
	if t.Plies%2 == 1 {
		start = turn.Other()
	}
	nearest := make([]uint8, len(e.legal[0]))
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
			x.Longer++
		case len(x.Counterexamples) < 10:
			x.Counterexamples = append(x.Counterexamples, e.placement(index, turn))
		}
	}
	return x, nil
}

// back returns for all initially legal positions the least value before them.
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

// closer says that so many plies, an even number, lead to a position from which nearest is less than m.
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

// placement is the placement with a number.
func (b *board) placement(index int, turn chess.Color) placement {
	p := placement{Turn: turn}
	for i := range b.m.Men {
		p.At[i] = chess.Square(at(index, i))
	}
	return p
}
