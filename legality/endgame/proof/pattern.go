package proof

import "chesscensus/chess"

// An unmove takes a man back by a vector.
type unmove struct {
	Man    int // index in Material.Men
	Dx, Dy int
}

// A pattern is a line of unmoves, the last move of a game first: a way back that may or
// may not be open in a given position. The colors take turns.
type pattern []unmove

// A way collects what must hold for a pattern to lead from a position back to another.
type way struct {
	*rules
	m    *Material
	at   []place
	turn chess.Color // in the position reached
	all  []lit
}

func (r *rules) newWay(m *Material, at []place, turn chess.Color) *way {
	return &way{rules: r, m: m, at: append([]place(nil), at...), turn: turn}
}

// back takes one move back. With lawless, the position reached need not be initially legal.
func (w *way) back(u unmove, lawless bool) {
	man := w.m.Men[u.Man]
	from := w.at[u.Man]
	to := from.by(u.Dx, u.Dy)
	w.all = append(w.all, w.on(to))
	if _, slides := steps(man.Role()); slides {
		n := max(u.Dx, -u.Dx, u.Dy, -u.Dy)
		for k := 1; k < n; k++ {
			w.vacant(u.Man, from.by(u.Dx/n*k, u.Dy/n*k))
		}
	}
	w.at[u.Man] = to
	w.turn = w.turn.Other()
	if lawless {
		w.vacant(u.Man, to)
	} else {
		w.all = append(w.all, w.initiallyLegal(w.m, w.at, w.turn))
	}
}

// vacant demands that no man but i be on p.
func (w *way) vacant(i int, p place) {
	for j, q := range w.at {
		if j != i {
			w.all = append(w.all, w.same(p, q).not())
		}
	}
}
