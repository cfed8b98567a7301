package chesscounter

import "slices"

// rule6 reports whether the board fails rule 6; t is the turned board.
func (m *slowBoard) rule6(t *slowBoard) bool {
	w, b := m.count(whiteMen), m.count(blackMen)
	dw, db, c := 0, 0, 0
	for file := range 8 {
		var ws, bs []int // rows, ascending
		for row := 1; row <= 8; row++ {
			switch m.at(file, row) {
			case 'P':
				ws = append(ws, row)
			case 'p':
				bs = append(bs, row)
			}
		}
		dwf, dbf := max(0, len(ws)-1), max(0, len(bs)-1)
		most := dwf + dbf
		if len(ws) > 0 && len(bs) > 0 && ws[len(ws)-1] > bs[len(bs)-1] && bs[0] < ws[0] {
			u, v := 0, 0
			for _, row := range ws {
				if row > bs[len(bs)-1] {
					u++
				}
			}
			for _, row := range bs {
				if row < ws[0] {
					v++
				}
			}
			most = max(most, u, v)
		}
		dw, db, c = dw+dwf, db+dbf, c+most
	}
	if m.hasPawns("a2b2a4", 0, false) || m.hasPawns("a2b2a4", 0, true) {
		dw++
	}
	if t.hasPawns("a2b2a4", 0, false) || t.hasPawns("a2b2a4", 0, true) {
		db++
	}
	return b+dw > 16 || w+db > 16 || w+b+c > 32
}

// explainsDoubleCheck reports whether rule 8 accepts the two attackers.
func (m *slowBoard) explainsDoubleCheck(a, b point) bool {
	return m.explainsEnPassant(a, b) || m.explainsEnPassant(b, a) || m.canHaveMoved(a, b) || m.canHaveMoved(b, a)
}

// onLine returns the kind of line that p and the king are on: 'r', 'b' or 0 for none.
func (m *slowBoard) onLine(p point) byte {
	k := m.squareOf('K')
	df, dr := p.file-k.file, p.row-k.row
	switch {
	case (df == 0) != (dr == 0):
		return 'r'
	case df*df == dr*dr && df != 0:
		return 'b'
	}
	return 0
}

// between returns the squares strictly between p and the king.
func (m *slowBoard) between(p point) (all []point) {
	if m.onLine(p) == 0 {
		return nil
	}
	k := m.squareOf('K')
	df, dr := sign(k.file-p.file), sign(k.row-p.row)
	for q := (point{p.file + df, p.row + dr}); q != k; q = (point{q.file + df, q.row + dr}) {
		all = append(all, q)
	}
	return all
}

// explainsEnPassant reports whether a capture en passant explains both checks.
func (m *slowBoard) explainsEnPassant(straight, diagonal point) bool {
	if m.onLine(straight) != 'r' || m.onLine(diagonal) != 'b' || m.count(whiteMen) >= 16 || m.count("P") > 7 {
		return false
	}
	k := m.squareOf('K').file
	for t := range 8 {
		if (t == k-1 || t == k+1) && m.at(t, 3) == 'p' && m.at(t, 2) == empty && m.at(t, 4) == empty &&
			m.at(k, 4) == empty && slices.Contains(m.between(straight), point{k, 4}) && slices.Contains(m.between(diagonal), point{t, 4}) {
			return true
		}
	}
	return false
}

// canHaveMoved reports whether the mover can have left the line of the checker on s.
func (m *slowBoard) canHaveMoved(mover, s point) bool {
	if m.isBacked(mover) {
		return false
	}
	for _, o := range m.between(s) {
		if m.isOrigin(o, mover) {
			return true
		}
	}
	return false
}

// isOrigin reports whether the mover can have come from o.
func (m *slowBoard) isOrigin(o, mover point) bool {
	if m.at(o.file, o.row) != empty {
		return false
	}
	kind := m.at(mover.file, mover.row)
	above := o.row == mover.row+1
	sideways := (o.file-mover.file)*(o.file-mover.file) == 1
	lost := m.count(whiteMen) < 16
	switch kind {
	case 'n', 'b', 'r':
		if m.attacks(kind, mover.file, mover.row, o.file, o.row) {
			return true
		}
	case 'p':
		if above && sideways && lost {
			return true
		}
	}
	k := m.squareOf('K')
	return mover.row == 1 && m.count("p") <= 7 && above && (o.file == mover.file || sideways && lost) &&
		!m.attacks('p', o.file, o.row, k.file, k.row)
}

// isBacked reports whether a man behind p would attack the king without the man on p.
func (m *slowBoard) isBacked(p point) bool {
	kind, line := m.at(p.file, p.row), m.onLine(p)
	if kind == 'n' || kind == 'p' || m.mended && m.count(whiteMen) < 16 {
		return false
	}
	k := m.squareOf('K')
	df, dr := sign(p.file-k.file), sign(p.row-k.row)
	q := point{p.file + df, p.row + dr}
	for m.at(q.file, q.row) == empty {
		q = point{q.file + df, q.row + dr}
	}
	next := m.at(q.file, q.row)
	return next == 'q' || next == line
}

// explainsCheck reports whether rule 9 accepts the only attacker.
func (m *slowBoard) explainsCheck(x point) bool {
	k := m.squareOf('K')
	kind := m.at(x.file, x.row)
	touches := max(x.file-k.file, k.file-x.file) <= 1 && max(x.row-k.row, k.row-x.row) <= 1
	if kind == 'p' {
		if x.row == 7 {
			return false
		}
		return m.at(x.file, x.row+1) == empty || m.at(x.file-1, x.row+1) == empty || m.at(x.file+1, x.row+1) == empty
	}
	if kind != 'n' && !touches {
		return true
	}
	without := *m
	if !(m.mended && m.count(whiteMen) < 16) {
		without.men[x.row-1][x.file] = empty
	}
	for row := 1; row <= 8; row++ {
		for file := range 8 {
			if m.at(file, row) == empty && m.attacks(kind, x.file, x.row, file, row) &&
				!without.attacks(kind, file, row, k.file, k.row) {
				return true
			}
		}
	}
	for file := x.file - 1; file <= x.file+1; file++ {
		if x.row == 1 && m.at(file, 2) == empty && !m.attacks('p', file, 2, k.file, k.row) {
			return true
		}
	}
	return false
}
