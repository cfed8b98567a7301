package proof

import "chesscensus/chess"

// A claim is a statement about all positions of a material:
//
//	every initially legal P0 with initially legal P1, ..., PGiven, each the predecessor of the
//	one before, has for P = PFrom, unless the measure of P is 0, initially legal
//	Q1, ..., Q(Plies+Tail), each the predecessor of the one before and Q1 that of P,
//	with measure(QPlies) < measure(P), or the same with Plies+Longer for Plies.
//
// It is proven by refutation: that a position is a counterexample is a formula, and
// the formula has no model.
type claim struct {
	Material *Material
	// Given is the number of predecessors in a row that P0 is known to have.
	Given int
	// From says which of P0, ..., PGiven is P.
	From int
	// Plies is the number of unmoves after which the measure is compared, Tail the number of
	// further unmoves that must be possible.
	Plies, Tail int
	// Longer allows Plies+Longer unmoves where Plies do not suffice.
	Longer int
	// Measure may be nil: then nothing is compared, and no P excepted.
	Measure measure
	// AtTarget asks it also of positions with measure 0, where it is false.
	AtTarget bool
	// Lawless does not demand of the Qi that they be initially legal, only that men stand on
	// squares of their own.
	Lawless bool
}

// A chain is a row of positions in the variables of a formula, each the predecessor of
// the one before.
type chain struct {
	at   [][]place
	turn []chess.Color
}

// chain makes a position with the given number of predecessors, all initially legal; the last has turn.
func (r *rules) chain(m *Material, predecessors int, turn chess.Color) *chain {
	if predecessors%2 == 1 {
		turn = turn.Other()
	}
	c := &chain{}
	for i := range predecessors + 1 {
		var at []place
		for j, man := range m.Men {
			if i > 0 && man.Color() != turn {
				at = append(at, c.at[i-1][j])
				continue
			}
			at = append(at, place{spot: r.newSpot()})
		}
		c.at, c.turn = append(c.at, at), append(c.turn, turn)
		if i > 0 {
			r.assert(r.moved(m, at, c.at[i-1], turn))
		}
		r.assert(r.initiallyLegal(m, at, turn))
		turn = turn.Other()
	}
	for i, want := range m.Shade { // bishops on squares of their color
		for sq := range chess.Square(64) {
			if want >= 0 && shade(sq) != want {
				r.assert(c.at[0][i].square[sq].not())
			}
		}
	}
	return c
}

// placement reads a position of the chain from a model.
func (r *rules) placement(s *solver, at []place, turn chess.Color) placement {
	read := func(coordinate [8]lit) int {
		for i, l := range coordinate {
			if s.Value(r.variable(l)) {
				return i
			}
		}
		panic("proof: a man without a square")
	}
	p := placement{Turn: turn}
	for i, q := range at {
		p.At[i] = chess.NewSquare(read(q.file), read(q.row))
	}
	return p
}
