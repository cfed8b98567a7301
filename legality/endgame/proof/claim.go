package proof

import "chesscensus/chess"

// A claim is a statement about all positions of a material:
//
//	every initially legal P0 with initially legal P1, ..., PGiven, each the predecessor of the
//	one before, has for P = PFrom, unless the measure of P is 0, initially legal
//	Q1, ..., Q(Plies+Tail), each the predecessor of the one before and Q1 that of P,
//	with measure(QPlies) < measure(P), or the same with Plies+Longer for Plies.
//
// It is proven by refutation: the formula "the position is a counterexample" has no model.
type claim struct {
	Material *Material
	// Given is the number of successive predecessors that P0 is assumed to have.
	Given int
	// From is the index of P among P0, ..., PGiven.
	From int
	// Plies is the number of unmoves after which the measure is compared, Tail the number of
	// further unmoves that must be possible.
	Plies, Tail int
	// Longer allows Plies+Longer unmoves where Plies do not suffice.
	Longer int
	// Measure may be nil: then nothing is compared, and no P is excepted.
	Measure measure
	// AtTarget extends the claim to positions with measure 0, for which it is false.
	AtTarget bool
	// AllowIllegal does not require the Qi to be initially legal, only that no two men share a square.
	AllowIllegal bool
}

// A chain is a sequence of positions in the variables of a formula, each a predecessor of
// the one before in the list.
type chain struct {
	places [][]place
	turn   []chess.Color
}

// newChain returns a position with the given number of successive predecessors, and asserts that
// all are initially legal. In the last predecessor turn is to move.
func (r *rules) newChain(m *Material, predecessors int, turn chess.Color) *chain {
	if predecessors%2 == 1 {
		turn = turn.Other()
	}
	c := &chain{}
	for i := range predecessors + 1 {
		var places []place
		for j, man := range m.Men {
			if i > 0 && man.Color() != turn {
				places = append(places, c.places[i-1][j])
				continue
			}
			places = append(places, place{spot: r.newSpot()})
		}
		c.places, c.turn = append(c.places, places), append(c.turn, turn)
		if i > 0 {
			r.assert(r.moved(m, places, c.places[i-1], turn))
		}
		r.assert(r.initiallyLegal(m, places, turn))
		turn = turn.Other()
	}
	for i, want := range m.Shade { // bishops on squares of their color
		for sq := range chess.Square(64) {
			if want >= 0 && shade(sq) != want {
				r.assert(c.places[0][i].square[sq].not())
			}
		}
	}
	return c
}

// readPlacement returns the placement of a position of the chain in the solver's model.
func (r *rules) readPlacement(s *solver, places []place, turn chess.Color) placement {
	read := func(coordinate [8]literal) int {
		for i, l := range coordinate {
			if s.Value(r.variable(l)) {
				return i
			}
		}
		panic("proof: a man without a square")
	}
	p := placement{Turn: turn}
	for i, q := range places {
		p.At[i] = chess.NewSquare(read(q.file), read(q.row))
	}
	return p
}
