package proof

import "chesscensus/chess"

// A spot is where one man stands in one position: eight variables for his file and eight for his row, of which one
// each is true.
type spot struct {
	id     int
	file   [8]lit
	row    [8]lit
	square [64]lit
}

// rules makes literals of statements on men, and keeps those that are asked for again.
type rules struct {
	*translator
	spots int
	steps func(chess.Role) ([]vector, bool) // how officers move; tests break it
	diffs map[diffKey]*[15]lit
}

type diffKey struct {
	a, b int
	axis int
}

func newRules(steps func(chess.Role) ([]vector, bool)) *rules {
	return &rules{translator: &translator{circuit: newCircuit()}, steps: steps, diffs: map[diffKey]*[15]lit{}}
}

// newSpot makes the variables of a man and asserts that he stands on one square.
func (r *rules) newSpot() *spot {
	s := &spot{id: r.spots}
	r.spots++
	for i := range 8 {
		s.file[i], s.row[i] = r.input(), r.input()
	}
	r.exactlyOne(s.file[:])
	r.exactlyOne(s.row[:])
	for i := range s.square {
		s.square[i] = r.and(s.file[i&7], s.row[i>>3])
	}
	return s
}

func (r *rules) exactlyOne(of []lit) {
	r.assert(r.or(of...))
	for i := range of {
		for _, l := range of[:i] {
			r.assert(r.or(l.not(), of[i].not()))
		}
	}
}

// A place is the square dx files and dy rows from where a man stands: moving a man
// by a known vector needs no new variables.
type place struct {
	*spot
	dx, dy int
}

func (p place) by(dx, dy int) place { return place{p.spot, p.dx + dx, p.dy + dy} }

// on says that the place is on the board.
func (r *rules) on(p place) lit {
	var file, row []lit
	for i := range 8 {
		if j := i + p.dx; j >= 0 && j < 8 {
			file = append(file, p.file[i])
		}
		if j := i + p.dy; j >= 0 && j < 8 {
			row = append(row, p.row[i])
		}
	}
	return r.and(r.some(file), r.some(row))
}

// some is a disjunction of coordinates, of which all eight are always true.
func (r *rules) some(of []lit) lit {
	if len(of) == 8 {
		return yes
	}
	return r.or(of...)
}

// diff says that q is d files (axis 0) or rows (axis 1) beyond p. It means what it
// says if both places are on the board.
func (r *rules) diff(p, q place, axis, d int) lit {
	if axis == 0 {
		d += p.dx - q.dx
	} else {
		d += p.dy - q.dy
	}
	if p.spot == q.spot {
		if d == 0 {
			return yes
		}
		return no
	}
	if d < -7 || d > 7 {
		return no
	}
	if p.id > q.id {
		p, q, d = q, p, -d
	}
	key := diffKey{p.id, q.id, axis}
	known := r.diffs[key]
	if known == nil {
		known = r.newDiff(p.spot, q.spot, axis)
		r.diffs[key] = known
	}
	return known[d+7]
}

func (r *rules) newDiff(p, q *spot, axis int) *[15]lit {
	a, b := &p.file, &q.file
	if axis == 1 {
		a, b = &p.row, &q.row
	}
	var d [15]lit
	for i := range d {
		var cases []lit
		for j := range 8 {
			if k := j + i - 7; k >= 0 && k < 8 {
				cases = append(cases, r.and(a[j], b[k]))
			}
		}
		d[i] = r.or(cases...)
	}
	return &d
}
