package proof

import (
	"context"

	"chesscensus/chess"
)

// An enumeration decides the main assertion of a theorem by trying all positions, without a formula.
type enumeration struct {
	*placementTable
	theorem *Theorem
	// deepEnough holds, by side to move and index, whether a position is initially legal and has Depth successive
	// initially legal predecessors. While enumerate runs it is k of them after round k.
	deepEnough [2][]bool
}

// enumerate finds the positions of a theorem that are deep enough. The error is that of the context.
func (t *Theorem) enumerate(ctx context.Context) (*enumeration, error) {
	table := newPlacementTable(t.Material, steps)
	e := &enumeration{placementTable: table, theorem: t, deepEnough: table.legal}
	for range t.Depth {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.deepEnough = [2][]bool{e.withPredecessor(chess.White), e.withPredecessor(chess.Black)}
	}
	return e, nil
}

// withPredecessor returns by index whether a deep enough position with turn to move has a deep enough predecessor.
func (e *enumeration) withPredecessor(turn chess.Color) []bool {
	list := make([]bool, len(e.deepEnough[turn]))
	for index, ok := range e.deepEnough[turn] {
		if ok {
			e.eachPredecessor(index, turn, false, func(q int) bool {
				list[index] = e.deepEnough[turn.Other()][q]
				return !list[index]
			})
		}
	}
	return list
}

// countNotDeeper returns the number of positions with Theorem.Depth successive predecessors, but not one more. If
// it is 0, no position is more than Depth times derivedly illegal.
func (e *enumeration) countNotDeeper() (n int) {
	for turn := range chess.Color(2) {
		oneMore := e.withPredecessor(turn)
		for index, ok := range e.deepEnough[turn] {
			if ok && !oneMore[index] {
				n++
			}
		}
	}
	return n
}

// An exhaustionResult is the result of trying all positions with one side to move.
type exhaustionResult struct {
	// Positions is the number of deep enough placements with a measure other than 0.
	Positions int
	// Closer is the number of these from which Theorem.Plies unmoves lead to a deep enough position of smaller
	// measure. CloserLater is the number of the others from which Plies+Longer unmoves do.
	Closer, CloserLater int
	// Counterexamples holds the first ten placements without such unmoves.
	Counterexamples []placement
}

// holds reports whether there is no counterexample.
func (e *exhaustionResult) holds() bool { return e.Closer+e.CloserLater == e.Positions }

// decideCloser decides the main assertion for one side to move in P. Round k computes, for all positions at once, the
// least measure of a deep enough position after k unmoves, from the values of round k-1. Positions for which
// Theorem.Plies rounds do not suffice are searched one by one with Theorem.Longer plies more. The error is that of the
// context.
func (e *enumeration) decideCloser(ctx context.Context, turn chess.Color) (*exhaustionResult, error) {
	t, scale := e.theorem, e.theorem.Measure.scale(e.material)
	start := turn
	if t.Plies%2 == 1 {
		start = turn.Other()
	}
	nearest := make([]uint8, len(e.legal[0])) // the least measure after the rounds so far, with start to move
	for index := range nearest {
		nearest[index] = noMeasure
		if e.deepEnough[start][index] {
			nearest[index] = e.measure(scale, index)
		}
	}
	for range t.Plies {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		start = start.Other()
		nearest = e.leastOfPredecessors(start, nearest)
	}
	x := &exhaustionResult{}
	for index, ok := range e.deepEnough[turn] {
		m := e.measure(scale, index)
		if !ok || m == 0 {
			continue
		}
		x.Positions++
		switch {
		case nearest[index] < m:
			x.Closer++
		case t.Longer > 0 && e.hasCloser(index, turn, t.Longer, nearest, m):
			x.CloserLater++
		case len(x.Counterexamples) < 10:
			x.Counterexamples = append(x.Counterexamples, e.placement(index, turn))
		}
	}
	return x, nil
}

// leastOfPredecessors returns, for each initially legal position with turn to move, the smallest value in least of
// its predecessors. The result is noMeasure for other positions and those without a predecessor.
func (e *enumeration) leastOfPredecessors(turn chess.Color, least []uint8) []uint8 {
	list := make([]uint8, len(least))
	for index, ok := range e.legal[turn] {
		best := uint8(noMeasure)
		if ok {
			e.eachPredecessor(index, turn, false, func(q int) bool {
				best = min(best, least[q])
				return true
			})
		}
		list[index] = best
	}
	return list
}

// hasCloser reports whether an even number of unmoves leads to a position q with nearest[q] < m.
func (e *enumeration) hasCloser(index int, turn chess.Color, plies int, nearest []uint8, m uint8) bool {
	if plies == 0 {
		return nearest[index] < m
	}
	closer := false
	e.eachPredecessor(index, turn, false, func(q int) bool {
		closer = e.hasCloser(q, turn.Other(), plies-1, nearest, m)
		return !closer
	})
	return closer
}

// placement returns the placement with the index.
func (t *placementTable) placement(index int, turn chess.Color) placement {
	p := placement{Turn: turn}
	for i := range t.material.Men {
		p.At[i] = chess.Square(squareOf(index, i))
	}
	return p
}
