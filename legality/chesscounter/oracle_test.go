package chesscounter

import "chesscensus/chess"

// This file and oraclechecks_test.go implement the rules once more from their specification,
// square by square, without bitboards and tables, as an independent reference.

// A slowBoard is a board with White to move.
type slowBoard struct {
	men    [8][8]byte // [row][file], FEN letters
	mended bool
}

const (
	empty = ' ' // an empty square
	off   = 0   // a square that is not on the board
)

// newSlowBoard returns the board of a setup, turned if Black is to move.
func newSlowBoard(s *chess.Setup, mended bool) *slowBoard {
	m := &slowBoard{mended: mended}
	for row := range 8 {
		for file := range 8 {
			m.men[row][file] = empty
			if p := s.Board.At(chess.NewSquare(file, row)); p != chess.NoPiece {
				m.men[row][file] = p.Letter()
			}
		}
	}
	if s.Turn == chess.Black {
		m = m.turned()
	}
	return m
}

// turned returns the board with reversed rows and exchanged colors.
func (m *slowBoard) turned() *slowBoard {
	t := &slowBoard{mended: m.mended}
	for row := range 8 {
		for file := range 8 {
			man := m.men[7-row][file]
			if man != empty {
				man ^= 'a' - 'A'
			}
			t.men[row][file] = man
		}
	}
	return t
}

// at returns the man on a file and a row from 1 to 8.
func (m *slowBoard) at(file, row int) byte {
	if file < 0 || file > 7 || row < 1 || row > 8 {
		return off
	}
	return m.men[row-1][file]
}

// count returns the number of men with the letters.
func (m *slowBoard) count(letters string) (n int) {
	m.each(func(_, _ int, man byte) {
		for _, l := range []byte(letters) {
			if man == l {
				n++
			}
		}
	})
	return n
}

// each calls f for every man.
func (m *slowBoard) each(f func(file, row int, man byte)) {
	for row := 1; row <= 8; row++ {
		for file := range 8 {
			if man := m.at(file, row); man != empty {
				f(file, row, man)
			}
		}
	}
}

const whiteMen, blackMen = "PNBRQK", "pnbrqk"

// attacks reports whether a black man of the given kind on one square attacks another.
func (m *slowBoard) attacks(kind byte, file, row, toFile, toRow int) bool {
	df, dr := toFile-file, toRow-row
	straight := (df == 0) != (dr == 0)
	diagonal := df*df == dr*dr && df != 0
	switch kind {
	case 'p':
		return dr == -1 && df*df == 1
	case 'n':
		return df*df+dr*dr == 5
	case 'k':
		return df*df+dr*dr == 1 || df*df+dr*dr == 2
	case 'b':
		straight = false
	case 'r':
		diagonal = false
	}
	if !straight && !diagonal {
		return false
	}
	for file, row = file+sign(df), row+sign(dr); file != toFile || row != toRow; file, row = file+sign(df), row+sign(dr) {
		if m.at(file, row) != empty {
			return false
		}
	}
	return true
}

func sign(x int) int { return min(1, max(-1, x)) }

// A point is a square: a file from 0 and a row from 1.
type point struct{ file, row int }

// squareOf returns the square of a man with the letter.
func (m *slowBoard) squareOf(man byte) (p point) {
	m.each(func(file, row int, x byte) {
		if x == man {
			p = point{file, row}
		}
	})
	return p
}

// checkers returns the black men that attack the white king.
func (m *slowBoard) checkers() (all []point) {
	k := m.squareOf('K')
	m.each(func(file, row int, man byte) {
		if man >= 'a' && m.attacks(man, file, row, k.file, k.row) {
			all = append(all, point{file, row})
		}
	})
	return all
}

// judge returns the first rule that fails, or 0 and the weight.
func (m *slowBoard) judge(space Space) (rule, weight int) {
	k, e := m.squareOf('K'), m.squareOf('k')
	if m.count("K") != 1 || m.count("k") != 1 || max(k.file-e.file, e.file-k.file) < 2 && max(k.row-e.row, e.row-k.row) < 2 {
		return Outside, 0
	}
	t := m.turned()
	checkers := m.checkers()
	for i, fails := range []func() bool{
		m.rule1, m.rule2,
		func() bool { return len(t.checkers()) > 0 },
		func() bool { return m.rule4() || t.rule4() },
		func() bool { return m.rule5() || t.rule5() },
		func() bool { return m.rule6(t) },
		func() bool { return len(checkers) > 2 },
		func() bool { return len(checkers) == 2 && !m.explainsDoubleCheck(checkers[0], checkers[1]) },
		func() bool { return len(checkers) == 1 && !m.explainsCheck(checkers[0]) },
		func() bool {
			q := map[Space]int{Restricted: 3, VeryRestricted: 1}[space]
			published, turned := *m, *t
			published.mended, turned.mended = false, false
			return q > 0 && (m.rule10(q) || t.rule10(q) || published.rule4() || turned.rule4())
		},
	} {
		if fails() {
			return i + 1, 0
		}
	}
	return 0, m.weight()
}

// The methods rule1, rule2 and so on report whether the board fails the rule; some only for White.
func (m *slowBoard) rule1() bool {
	fails := m.count(whiteMen) > 16 || m.count(blackMen) > 16
	m.each(func(_, row int, man byte) {
		fails = fails || (man == 'p' || man == 'P') && (row == 1 || row == 8)
	})
	return fails
}

// bishopColors returns how many white bishops stand on dark and on light squares.
func (m *slowBoard) bishopColors() (n [2]int) {
	m.each(func(file, row int, man byte) {
		if man == 'B' {
			n[(file+row+1)%2]++ // a1 is file 0, row 1
		}
	})
	return n
}

func (m *slowBoard) rule2() bool {
	side := func(m *slowBoard) (e, g, l int) {
		p, n, b, r, q := m.count("P"), m.count("N"), m.count("B"), m.count("R"), m.count("Q")
		e = max(0, q-1) + max(0, r-2) + max(0, n-2) + max(0, b-2)
		l = max(0, 1-q) + max(0, 2-r) + max(0, 2-n) + max(0, 2-b)
		if c := m.bishopColors(); b == 2 && c[0] != 1 {
			e++
			if m.mended {
				l++
			}
		}
		return e, 8 - p - e, l
	}
	ew, gw, lw := side(m)
	eb, gb, lb := side(m.turned())
	return gw < 0 || gb < 0 || ew > 2*gb+gw+lw+lb || eb > 2*gw+gb+lw+lb
}

func (m *slowBoard) rule4() (fails bool) {
	m.each(func(file, row int, man byte) {
		if row != 1 || man != 'B' && man != 'b' || man == 'B' && (file == 2 || file == 5) {
			return
		}
		if man == 'b' && m.mended && m.count("p") < 8 {
			return
		}
		caged := true
		for _, f := range []int{file - 1, file + 1} {
			if x := m.at(f, 2); x != off && x != 'P' {
				caged = false
			}
		}
		fails = fails || caged
	})
	return fails
}

// hasPawns reports whether white pawns stand on the squares, given as in "a2b2a3", shifted by
// files to the right and then perhaps mirrored.
func (m *slowBoard) hasPawns(names string, shift int, mirror bool) bool {
	for ; names != ""; names = names[2:] {
		file := int(names[0]-'a') + shift
		if mirror {
			file = 7 - file
		}
		if m.at(file, int(names[1]-'0')) != 'P' {
			return false
		}
	}
	return true
}

func (m *slowBoard) rule5() bool {
	for _, mirror := range []bool{false, true} {
		for _, p := range []string{
			"a2b2a3", "a2b2c2a4", "a2c2b3a4", "a2c2a3a4", "a2c2a3b3", "b2c2a3b3", "b2c2b3a4", "c2a3b3a4",
			"b2c2a3a4", "a2a3b3a4", "a2b2b3a4",
		} {
			if m.hasPawns(p, 0, mirror) {
				return true
			}
		}
		for x := range 8 {
			for _, p := range []string{"a2b2c2b3", "a2c2d2b3c3", "a2b2d2b3c3"} {
				if m.hasPawns(p, x, mirror) {
					return true
				}
			}
		}
	}
	return false
}

func (m *slowBoard) rule10(queens int) bool {
	bishops := m.bishopColors()
	return m.count("Q") > queens || m.count("N") > 2 || m.count("B") > 2 || m.count("R") > 2 || bishops[0] > 1 || bishops[1] > 1 ||
		m.hasPawns("b2d2", 0, false) && bishops[0] > 0 && m.at(2, 1) != 'B' ||
		m.hasPawns("e2g2", 0, false) && bishops[1] > 0 && m.at(5, 1) != 'B'
}

// weight returns the weight of an accepted board.
func (m *slowBoard) weight() int {
	w := 1
	for _, x := range []struct {
		king, rook byte
		row        int
	}{{'K', 'R', 1}, {'k', 'r', 8}} {
		for _, corner := range []int{0, 7} {
			if m.at(4, x.row) == x.king && m.at(corner, x.row) == x.rook {
				w *= 2
			}
		}
	}
	e := 0
	for file := range 8 {
		if m.at(file, 5) == 'p' && m.at(file, 6) == empty && m.at(file, 7) == empty &&
			(m.at(file-1, 5) == 'P' || m.at(file+1, 5) == 'P') {
			e++
		}
	}
	return w * (1 + e)
}
