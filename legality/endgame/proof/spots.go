package proof

// A spot is the square of one man in one position: eight variables for the file and eight for the row, of
// which one each is true.
type spot struct {
	id     int
	file   [8]literal
	row    [8]literal
	square [64]literal
}

// rules builds literals of statements about men, and keeps the differences for reuse.
type rules struct {
	*circuit
	spots int
	diffs map[diffKey]*[15]literal
}

// A diffKey identifies the differences of two spots along an axis.
type diffKey struct {
	a, b int
	axis int
}

// newRules returns rules without men.
func newRules() *rules {
	return &rules{circuit: newCircuit(), diffs: map[diffKey]*[15]literal{}}
}

// newSpot adds the variables of a man and asserts that it stands on exactly one square.
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

// exactlyOne asserts that exactly one of the literals is true.
func (r *rules) exactlyOne(literals []literal) {
	r.addClause(literals...)
	for i := range literals {
		for _, l := range literals[:i] {
			r.addClause(-l, -literals[i])
		}
	}
}

// A place is the square dx files and dy rows from a man's spot. So moving a man by a known
// vector needs no new variables.
type place struct {
	*spot
	dx, dy int
}

// shifted returns the place dx files and dy rows away.
func (p place) shifted(dx, dy int) place { return place{p.spot, p.dx + dx, p.dy + dy} }

// onBoard returns the literal "the place is on the board".
func (r *rules) onBoard(p place) literal {
	var file, row []literal
	for i := range 8 {
		if j := i + p.dx; j >= 0 && j < 8 {
			file = append(file, p.file[i])
		}
		if j := i + p.dy; j >= 0 && j < 8 {
			row = append(row, p.row[i])
		}
	}
	return r.and(r.anyOf(file), r.anyOf(row))
}

// anyOf returns the disjunction of some of the eight files or rows of a spot. That of all eight is always true.
func (r *rules) anyOf(coordinates []literal) literal {
	if len(coordinates) == 8 {
		return constTrue
	}
	return r.or(coordinates...)
}

// difference returns the literal "q is d files (axis 0) or rows (axis 1) beyond p". It is
// correct if both places are on the board.
func (r *rules) difference(p, q place, axis, d int) literal {
	if axis == 0 {
		d += p.dx - q.dx
	} else {
		d += p.dy - q.dy
	}
	if p.spot == q.spot {
		if d == 0 {
			return constTrue
		}
		return constFalse
	}
	if d < -7 || d > 7 {
		return constFalse
	}
	if p.id > q.id {
		p, q, d = q, p, -d
	}
	key := diffKey{p.id, q.id, axis}
	known := r.diffs[key]
	if known == nil {
		known = r.newDifferences(p.spot, q.spot, axis)
		r.diffs[key] = known
	}
	return known[d+7]
}

// newDifferences returns the literals "q is i-7 files or rows beyond p" for i from 0 to 14.
func (r *rules) newDifferences(p, q *spot, axis int) *[15]literal {
	a, b := &p.file, &q.file
	if axis == 1 {
		a, b = &p.row, &q.row
	}
	var d [15]literal
	for i := range d {
		var cases []literal
		for j := range 8 {
			if k := j + i - 7; k >= 0 && k < 8 {
				cases = append(cases, r.and(a[j], b[k]))
			}
		}
		d[i] = r.or(cases...)
	}
	return &d
}
