package chesscounter

import "chesscensus/chess"

// This file and oraclechecks_test.go implement the rules once more from their specification,
// square by square, without bitboards and tables, as an independent reference.
//
// Files are numbered from 0, and rows from 1 in all methods. White is to move; of a setup with Black to
// move the turned board is judged.

// A slowBoard is a board with White to move.
type slowBoard struct {
	men    [8][8]byte // [row-1][file], FEN letters
	mended bool       // the rules are the mended ones, not those that were published
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
func (sb *slowBoard) turned() *slowBoard {
	t := &slowBoard{mended: sb.mended}
	for row := range 8 {
		for file := range 8 {
			man := sb.men[7-row][file]
			if man != empty {
				man ^= 'a' - 'A'
			}
			t.men[row][file] = man
		}
	}
	return t
}

// at returns the man on a file and a row from 1 to 8.
func (sb *slowBoard) at(file, row int) byte {
	if file < 0 || file > 7 || row < 1 || row > 8 {
		return off
	}
	return sb.men[row-1][file]
}

// count returns the number of men with one of the letters.
func (sb *slowBoard) count(letters string) (n int) {
	sb.each(func(_, _ int, man byte) {
		for _, l := range []byte(letters) {
			if man == l {
				n++
			}
		}
	})
	return n
}

// each calls f for every man.
func (sb *slowBoard) each(f func(file, row int, man byte)) {
	for row := 1; row <= 8; row++ {
		for file := range 8 {
			if man := sb.at(file, row); man != empty {
				f(file, row, man)
			}
		}
	}
}

const whiteMen, blackMen = "PNBRQK", "pnbrqk"

// attacks reports whether a black man of the given kind on one square attacks another.
func (sb *slowBoard) attacks(kind byte, file, row, toFile, toRow int) bool {
	files, rows := toFile-file, toRow-row
	straight := (files == 0) != (rows == 0)
	diagonal := files*files == rows*rows && files != 0
	switch kind {
	case 'p':
		return rows == -1 && files*files == 1
	case 'n':
		return files*files+rows*rows == 5
	case 'k':
		return files*files+rows*rows == 1 || files*files+rows*rows == 2
	case 'b':
		straight = false
	case 'r':
		diagonal = false
	}
	if !straight && !diagonal {
		return false
	}
	for file, row = file+sign(files), row+sign(rows); file != toFile || row != toRow; file, row = file+sign(files), row+sign(rows) {
		if sb.at(file, row) != empty {
			return false
		}
	}
	return true
}

func sign(x int) int { return min(1, max(-1, x)) }

// A point is a square: a file from 0 and a row from 1.
type point struct{ file, row int }

// squareOf returns the last square, in the order of each, of a man with the letter.
func (sb *slowBoard) squareOf(man byte) (p point) {
	sb.each(func(file, row int, other byte) {
		if other == man {
			p = point{file, row}
		}
	})
	return p
}

// checkers returns the black men that attack the white king.
func (sb *slowBoard) checkers() (all []point) {
	king := sb.squareOf('K')
	sb.each(func(file, row int, man byte) {
		if man >= 'a' && sb.attacks(man, file, row, king.file, king.row) {
			all = append(all, point{file, row})
		}
	})
	return all
}

// judge returns the number of the first rule that the board fails, in the order 1 to 10, or 0 and the weight. Boards
// without one king each, or with kings on neighboring squares, are Outside.
func (sb *slowBoard) judge(space Space) (rule, weight int) {
	king, enemyKing := sb.squareOf('K'), sb.squareOf('k')
	near := func(a, b int) bool { return max(a-b, b-a) < 2 }
	if sb.count("K") != 1 || sb.count("k") != 1 || near(king.file, enemyKing.file) && near(king.row, enemyKing.row) {
		return Outside, 0
	}
	turned := sb.turned()
	checkers := sb.checkers()
	for i, fails := range []func() bool{
		sb.rule1, sb.rule2,
		func() bool { return len(turned.checkers()) > 0 },
		func() bool { return sb.rule4() || turned.rule4() },
		func() bool { return sb.rule5() || turned.rule5() },
		func() bool { return sb.rule6(turned) },
		func() bool { return len(checkers) > 2 },
		func() bool { return len(checkers) == 2 && !sb.explainsDoubleCheck(checkers[0], checkers[1]) },
		func() bool { return len(checkers) == 1 && !sb.explainsCheck(checkers[0]) },
		func() bool {
			queens := map[Space]int{Restricted: 3, VeryRestricted: 1}[space] // 0 in the other spaces
			published, publishedTurned := *sb, *turned
			published.mended, publishedTurned.mended = false, false
			return queens > 0 && (sb.rule10(queens) || turned.rule10(queens) || published.rule4() || publishedTurned.rule4())
		},
	} {
		if fails() {
			return i + 1, 0
		}
	}
	return 0, sb.weight()
}

// rule1 reports whether the board fails rule 1: too many men, or pawns on the first or last row.
func (sb *slowBoard) rule1() bool {
	fails := sb.count(whiteMen) > 16 || sb.count(blackMen) > 16
	sb.each(func(_, row int, man byte) {
		fails = fails || (man == 'p' || man == 'P') && (row == 1 || row == 8)
	})
	return fails
}

// bishopColors returns how many white bishops stand on dark and on light squares.
func (sb *slowBoard) bishopColors() (counts [2]int) {
	sb.each(func(file, row int, man byte) {
		if man == 'B' {
			counts[(file+row+1)%2]++ // a1 is file 0, row 1
		}
	})
	return counts
}

// rule2 reports whether the board fails rule 2: more promotions than the pawns and captures allow.
func (sb *slowBoard) rule2() bool {
	// The numbers of White's promoted men, of its other pawns that are gone, and of its missing officers.
	side := func(sb *slowBoard) (promoted, pawnsGone, officersGone int) {
		p, n, b, r, q := sb.count("P"), sb.count("N"), sb.count("B"), sb.count("R"), sb.count("Q")
		promoted = max(0, q-1) + max(0, r-2) + max(0, n-2) + max(0, b-2)
		officersGone = max(0, 1-q) + max(0, 2-r) + max(0, 2-n) + max(0, 2-b)
		if colors := sb.bishopColors(); b == 2 && colors[0] != 1 {
			promoted++
			if sb.mended {
				officersGone++
			}
		}
		return promoted, 8 - p - promoted, officersGone
	}
	promotedW, pawnsW, officersW := side(sb)
	promotedB, pawnsB, officersB := side(sb.turned())
	officers := officersW + officersB
	return pawnsW < 0 || pawnsB < 0 || promotedW > 2*pawnsB+pawnsW+officers || promotedB > 2*pawnsW+pawnsB+officers
}

// rule4 reports whether the board fails rule 4 on White's side: a bishop on row 1 that White's pawns cage, other than
// White's own on c1 and f1.
func (sb *slowBoard) rule4() (fails bool) {
	sb.each(func(file, row int, man byte) {
		if row != 1 || man != 'B' && man != 'b' || man == 'B' && (file == 2 || file == 5) {
			return
		}
		if man == 'b' && sb.mended && sb.count("p") < 8 { // it may have been promoted there
			return
		}
		caged := true
		for _, f := range []int{file - 1, file + 1} {
			if ahead := sb.at(f, 2); ahead != off && ahead != 'P' {
				caged = false
			}
		}
		fails = fails || caged
	})
	return fails
}

// hasPawns reports whether white pawns stand on the squares, given as in "a2b2a3", shifted by
// files to the right and then perhaps mirrored.
func (sb *slowBoard) hasPawns(names string, shift int, mirror bool) bool {
	for ; names != ""; names = names[2:] {
		file := int(names[0]-'a') + shift
		if mirror {
			file = 7 - file
		}
		if sb.at(file, int(names[1]-'0')) != 'P' {
			return false
		}
	}
	return true
}

// rule5 reports whether the board fails rule 5 for White: pawns stand as in a pattern at the edge, or as in one on any files.
func (sb *slowBoard) rule5() bool {
	for _, mirror := range []bool{false, true} {
		for _, pattern := range []string{
			"a2b2a3", "a2b2c2a4", "a2c2b3a4", "a2c2a3a4", "a2c2a3b3", "b2c2a3b3", "b2c2b3a4", "c2a3b3a4",
			"b2c2a3a4", "a2a3b3a4", "a2b2b3a4",
		} {
			if sb.hasPawns(pattern, 0, mirror) {
				return true
			}
		}
		for shift := range 8 {
			for _, pattern := range []string{"a2b2c2b3", "a2c2d2b3c3", "a2b2d2b3c3"} {
				if sb.hasPawns(pattern, shift, mirror) {
					return true
				}
			}
		}
	}
	return false
}

// rule10 reports whether the board fails rule 10 for White, which may have so many queens.
func (sb *slowBoard) rule10(queens int) bool {
	bishops := sb.bishopColors()
	return sb.count("Q") > queens || sb.count("N") > 2 || sb.count("B") > 2 || sb.count("R") > 2 || bishops[0] > 1 || bishops[1] > 1 ||
		sb.hasPawns("b2d2", 0, false) && bishops[0] > 0 && sb.at(2, 1) != 'B' ||
		sb.hasPawns("e2g2", 0, false) && bishops[1] > 0 && sb.at(5, 1) != 'B'
}

// weight returns the weight of an accepted board: the number of positions with it, by castling rights and en passant.
func (sb *slowBoard) weight() int {
	w := 1
	for _, x := range []struct {
		king, rook byte
		row        int
	}{{'K', 'R', 1}, {'k', 'r', 8}} {
		for _, corner := range []int{0, 7} {
			if sb.at(4, x.row) == x.king && sb.at(corner, x.row) == x.rook {
				w *= 2
			}
		}
	}
	doubleSteps := 0
	for file := range 8 {
		if sb.at(file, 5) == 'p' && sb.at(file, 6) == empty && sb.at(file, 7) == empty &&
			(sb.at(file-1, 5) == 'P' || sb.at(file+1, 5) == 'P') {
			doubleSteps++
		}
	}
	return w * (1 + doubleSteps)
}
