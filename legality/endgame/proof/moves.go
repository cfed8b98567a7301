package proof

import "chesscensus/chess"

// A vector is a step in files and rows.
type vector struct{ dx, dy int }

var (
	straight = []vector{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	oblique  = []vector{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	royal    = append(append([]vector{}, straight...), oblique...)
	knight   = []vector{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// steps returns the vectors of the moves of an officer or king, and whether it slides along them.
func steps(r chess.Role) (v []vector, slides bool) {
	switch r {
	case chess.King:
		return royal, false
	case chess.Knight:
		return knight, false
	case chess.Queen:
		return royal, true
	case chess.Rook:
		return straight, true
	case chess.Bishop:
		return oblique, true
	}
	return nil, false
}

// same returns the literal "both places are one square".
func (r *rules) same(p, q place) literal {
	return r.and(r.difference(p, q, 0, 0), r.difference(p, q, 1, 0))
}

// onRay returns the literal "q is one to most steps from p in the direction dir".
func (r *rules) onRay(p, q place, dir vector, most int) literal {
	var cases []literal
	for d := 1; d <= most; d++ {
		cases = append(cases, r.and(r.difference(p, q, 0, d*dir.dx), r.difference(p, q, 1, d*dir.dy)))
	}
	return r.or(cases...)
}

// reaches returns the literal "an officer or king on p reaches q in one move past the obstacles".
func (r *rules) reaches(role chess.Role, p, q place, obstacles []place) literal {
	vectors, slides := steps(role)
	most := 7
	if !slides {
		most, obstacles = 1, nil
	}
	var cases []literal
	for _, dir := range vectors {
		free := []literal{r.onRay(p, q, dir, most)}
		for _, o := range obstacles {
			free = append(free, -r.and(r.onRay(p, o, dir, most), r.onRay(o, q, dir, most)))
		}
		cases = append(cases, r.and(free...))
	}
	return r.or(cases...)
}

// initiallyLegal returns the literal "no two men share a square, the kings are not adjacent, and the
// side to move attacks no king". It is correct if all men are on the board.
func (r *rules) initiallyLegal(m *Material, at []place, turn chess.Color) literal {
	all := []literal{r.distinct(at)}
	king := m.king(turn.Other())
	for i, man := range m.Men {
		if man.Color() == turn {
			all = append(all, -r.attacks(m, at, i, king))
		}
	}
	return r.and(all...)
}

// distinct returns the literal "all places are different squares".
func (r *rules) distinct(at []place) literal {
	var all []literal
	for i := range at {
		for j := range i {
			all = append(all, -r.same(at[i], at[j]))
		}
	}
	return r.and(all...)
}

// attacks returns the literal "man i attacks man k".
func (r *rules) attacks(m *Material, at []place, i, k int) literal {
	var obstacles []place
	for j := range at {
		if j != i && j != k {
			obstacles = append(obstacles, at[j])
		}
	}
	return r.reaches(m.Men[i].Role(), at[i], at[k], obstacles)
}

// moved returns the literal "exactly one man of the given color has moved, from its place in the one
// list to that in the other". The two lists share the spots of the other color.
func (r *rules) moved(m *Material, from, to []place, by chess.Color) literal {
	var cases []literal
	for i, man := range m.Men {
		if man.Color() != by {
			continue
		}
		var all []literal
		var obstacles []place
		for j := range to {
			if j != i {
				all = append(all, r.same(from[j], to[j]))
				obstacles = append(obstacles, from[j])
			}
		}
		cases = append(cases, r.and(append(all, r.reaches(man.Role(), from[i], to[i], obstacles))...))
	}
	return r.or(cases...)
}
