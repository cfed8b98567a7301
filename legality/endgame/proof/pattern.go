package proof

import "chesscensus/chess"

// An unmove moves a man back by a vector.
type unmove struct {
	Man    int // index in Material.Men
	Dx, Dy int
}

// A pattern is a sequence of unmoves of the two colors in turn, the last move of a game first.
// In a given position it is open if each unmove is possible.
type pattern []unmove

// An openWay collects the conditions under which a pattern is open in a position.
type openWay struct {
	*rules
	material   *Material
	places     []place
	turn       chess.Color // in the position reached
	conditions []literal
}

// newWay returns a way without unmoves from the position with men on the places and turn to move.
func (r *rules) newWay(m *Material, places []place, turn chess.Color) *openWay {
	return &openWay{rules: r, material: m, places: append([]place(nil), places...), turn: turn}
}

// undo adds the conditions of one unmove. With allowIllegal the position before the move need not
// be initially legal.
func (w *openWay) undo(u unmove, allowIllegal bool) {
	man := w.material.Men[u.Man]
	from := w.places[u.Man]
	to := from.shifted(u.Dx, u.Dy)
	w.conditions = append(w.conditions, w.onBoard(to))
	if _, slides := steps(man.Role()); slides {
		n := max(u.Dx, -u.Dx, u.Dy, -u.Dy)
		for k := 1; k < n; k++ {
			w.requireVacant(u.Man, from.shifted(u.Dx/n*k, u.Dy/n*k))
		}
	}
	w.places[u.Man] = to
	w.turn = w.turn.Other()
	if allowIllegal {
		w.requireVacant(u.Man, to)
	} else {
		w.conditions = append(w.conditions, w.initiallyLegal(w.material, w.places, w.turn))
	}
}

// requireVacant adds the condition that no man but i is on p.
func (w *openWay) requireVacant(i int, p place) {
	for j, q := range w.places {
		if j != i {
			w.conditions = append(w.conditions, w.same(p, q).not())
		}
	}
}
