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

// steps returns how an officer moves, and whether he slides.
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

// same says that both places are one square.
func (r *rules) same(p, q place) lit {
	return r.and(r.diff(p, q, 0, 0), r.diff(p, q, 1, 0))
}

// leap says that q is one of the steps from p.
func (r *rules) leap(p, q place, steps []vector) lit {
	var cases []lit
	for _, v := range steps {
		cases = append(cases, r.and(r.diff(p, q, 0, v.dx), r.diff(p, q, 1, v.dy)))
	}
	return r.or(cases...)
}

// ray says that q is one or more steps from p in one direction.
func (r *rules) ray(p, q place, dir vector) lit {
	var cases []lit
	for d := 1; d < 8; d++ {
		cases = append(cases, r.and(r.diff(p, q, 0, d*dir.dx), r.diff(p, q, 1, d*dir.dy)))
	}
	return r.or(cases...)
}

// reaches says that an officer on p has a way to q, free of the men on the other places.
func (r *rules) reaches(role chess.Role, p, q place, others []place) lit {
	vectors, slides := r.steps(role)
	if !slides {
		return r.leap(p, q, vectors)
	}
	var cases []lit
	for _, dir := range vectors {
		free := []lit{r.ray(p, q, dir)}
		for _, o := range others {
			free = append(free, r.and(r.ray(p, o, dir), r.ray(o, q, dir)).not())
		}
		cases = append(cases, r.and(free...))
	}
	return r.or(cases...)
}

// initiallyLegal says that no two men share a square, the kings are apart, and the side to
// move attacks no king. It means what it says if all men are on the board.
func (r *rules) initiallyLegal(m *Material, at []place, turn chess.Color) lit {
	all := []lit{r.distinct(at)}
	king := m.king(turn.Other())
	for i, man := range m.Men {
		if man.Color() == turn {
			all = append(all, r.attacks(m, at, i, king).not())
		}
	}
	return r.and(all...)
}

// distinct says that all places are different squares.
func (r *rules) distinct(at []place) lit {
	var all []lit
	for i := range at {
		for j := range i {
			all = append(all, r.same(at[i], at[j]).not())
		}
	}
	return r.and(all...)
}

// attacks says that man i attacks man k.
func (r *rules) attacks(m *Material, at []place, i, k int) lit {
	var others []place
	for j := range at {
		if j != i && j != k {
			others = append(others, at[j])
		}
	}
	return r.reaches(m.Men[i].Role(), at[i], at[k], others)
}

// moved says that one man of the given color has moved between two lists of places, and no
// other. The two lists share the spots of the other color.
func (r *rules) moved(m *Material, from, to []place, by chess.Color) lit {
	var cases []lit
	for i, man := range m.Men {
		if man.Color() != by {
			continue
		}
		var all []lit
		var others []place
		for j := range to {
			if j != i {
				all = append(all, r.same(from[j], to[j]))
				others = append(others, from[j])
			}
		}
		cases = append(cases, r.and(append(all, r.reaches(man.Role(), from[i], to[i], others))...))
	}
	return r.or(cases...)
}
