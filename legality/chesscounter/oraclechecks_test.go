package chesscounter

import "slices"

// rule6 reports whether the board fails rule 6; t is the turned board.
func (m *slowBoard) rule6(t *slowBoard) bool {
	white, black := m.count(whiteMen), m.count(blackMen)
	whiteDoubled, blackDoubled, captures := 0, 0, 0
	for file := range 8 {
		var whiteRows, blackRows []int // rows, ascending
		for row := 1; row <= 8; row++ {
			switch m.at(file, row) {
			case 'P':
				whiteRows = append(whiteRows, row)
			case 'p':
				blackRows = append(blackRows, row)
			}
		}
		whiteOnFile, blackOnFile := max(0, len(whiteRows)-1), max(0, len(blackRows)-1)
		onFile := whiteOnFile + blackOnFile
		if len(whiteRows) > 0 && len(blackRows) > 0 && whiteRows[len(whiteRows)-1] > blackRows[len(blackRows)-1] && blackRows[0] < whiteRows[0] {
			whiteAbove, blackBelow := 0, 0
			for _, row := range whiteRows {
				if row > blackRows[len(blackRows)-1] {
					whiteAbove++
				}
			}
			for _, row := range blackRows {
				if row < whiteRows[0] {
					blackBelow++
				}
			}
			onFile = max(onFile, whiteAbove, blackBelow)
		}
		whiteDoubled, blackDoubled, captures = whiteDoubled+whiteOnFile, blackDoubled+blackOnFile, captures+onFile
	}
	if m.hasPawns("a2b2a4", 0, false) || m.hasPawns("a2b2a4", 0, true) {
		whiteDoubled++
	}
	if t.hasPawns("a2b2a4", 0, false) || t.hasPawns("a2b2a4", 0, true) {
		blackDoubled++
	}
	return black+whiteDoubled > 16 || white+blackDoubled > 16 || white+black+captures > 32
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
func (m *slowBoard) canHaveMoved(mover, checker point) bool {
	if m.isBacked(mover) {
		return false
	}
	for _, origin := range m.between(checker) {
		if m.isOrigin(origin, mover) {
			return true
		}
	}
	return false
}

// isOrigin reports whether the mover can have come from o.
func (m *slowBoard) isOrigin(origin, mover point) bool {
	if m.at(origin.file, origin.row) != empty {
		return false
	}
	kind := m.at(mover.file, mover.row)
	above := origin.row == mover.row+1
	sideways := (origin.file-mover.file)*(origin.file-mover.file) == 1
	lost := m.count(whiteMen) < 16
	switch kind {
	case 'n', 'b', 'r':
		if m.attacks(kind, mover.file, mover.row, origin.file, origin.row) {
			return true
		}
	case 'p':
		if above && sideways && lost {
			return true
		}
	}
	k := m.squareOf('K')
	return mover.row == 1 && m.count("p") <= 7 && above && (origin.file == mover.file || sideways && lost) &&
		!m.attacks('p', origin.file, origin.row, k.file, k.row)
}

// isBacked reports whether a man behind p would attack the king without the man on p.
func (m *slowBoard) isBacked(p point) bool {
	kind, line := m.at(p.file, p.row), m.onLine(p)
	if kind == 'n' || kind == 'p' || m.mended && m.count(whiteMen) < 16 {
		return false
	}
	k := m.squareOf('K')
	df, dr := sign(p.file-k.file), sign(p.row-k.row)
	behind := point{p.file + df, p.row + dr}
	for m.at(behind.file, behind.row) == empty {
		behind = point{behind.file + df, behind.row + dr}
	}
	next := m.at(behind.file, behind.row)
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
