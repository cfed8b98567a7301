package chesscounter

import "slices"

// rule6 reports whether the board fails rule 6: the pawns beyond one on a file need more captures than men are missing.
func (sb *slowBoard) rule6(turned *slowBoard) bool {
	white, black := sb.count(whiteMen), sb.count(blackMen)
	whiteDoubled, blackDoubled, captures := 0, 0, 0
	for file := range 8 {
		var whiteRows, blackRows []int // rows, ascending
		for row := 1; row <= 8; row++ {
			switch sb.at(file, row) {
			case 'P':
				whiteRows = append(whiteRows, row)
			case 'p':
				blackRows = append(blackRows, row)
			}
		}
		whiteOnFile, blackOnFile := max(0, len(whiteRows)-1), max(0, len(blackRows)-1)
		onFile := whiteOnFile + blackOnFile // captures
		if len(whiteRows) > 0 && len(blackRows) > 0 &&
			whiteRows[len(whiteRows)-1] > blackRows[len(blackRows)-1] && blackRows[0] < whiteRows[0] {
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
	if sb.hasPawns("a2b2a4", 0, false) || sb.hasPawns("a2b2a4", 0, true) {
		whiteDoubled++
	}
	if turned.hasPawns("a2b2a4", 0, false) || turned.hasPawns("a2b2a4", 0, true) {
		blackDoubled++
	}
	return black+whiteDoubled > 16 || white+blackDoubled > 16 || white+black+captures > 32
}

// explainsDoubleCheck reports whether rule 8 accepts the two checkers: a capture en passant gave both checks, or one of
// them moved off the line of the other.
func (sb *slowBoard) explainsDoubleCheck(a, b point) bool {
	return sb.explainsEnPassant(a, b) || sb.explainsEnPassant(b, a) || sb.canHaveMoved(a, b) || sb.canHaveMoved(b, a)
}

// onLine returns the kind of line that p and the white king are on: 'r', 'b' or 0 for none.
func (sb *slowBoard) onLine(p point) byte {
	k := sb.squareOf('K')
	df, dr := p.file-k.file, p.row-k.row
	switch {
	case (df == 0) != (dr == 0):
		return 'r'
	case df*df == dr*dr && df != 0:
		return 'b'
	}
	return 0
}

// between returns the squares strictly between p and the white king, none if they are not on a line.
func (sb *slowBoard) between(p point) (all []point) {
	if sb.onLine(p) == 0 {
		return nil
	}
	k := sb.squareOf('K')
	df, dr := sign(k.file-p.file), sign(k.row-p.row)
	for q := (point{p.file + df, p.row + dr}); q != k; q = (point{q.file + df, q.row + dr}) {
		all = append(all, q)
	}
	return all
}

// explainsEnPassant reports whether a capture en passant explains both checks: the pawn that captured left the line of
// the straight checker, and the pawn taken that of the diagonal one.
func (sb *slowBoard) explainsEnPassant(straight, diagonal point) bool {
	if sb.onLine(straight) != 'r' || sb.onLine(diagonal) != 'b' || sb.count(whiteMen) >= 16 || sb.count("P") > 7 {
		return false
	}
	file := sb.squareOf('K').file // the capturing pawn came from here, row 4
	for _, victim := range []int{file - 1, file + 1} {
		hasCaptured := sb.at(victim, 3) == 'p' && sb.at(file, 4) == empty
		hasPassed := sb.at(victim, 2) == empty && sb.at(victim, 4) == empty // the victim, by a double step
		if hasCaptured && hasPassed &&
			slices.Contains(sb.between(straight), point{file, 4}) && slices.Contains(sb.between(diagonal), point{victim, 4}) {
			return true
		}
	}
	return false
}

// canHaveMoved reports whether the mover can have left the line of the checker.
func (sb *slowBoard) canHaveMoved(mover, checker point) bool {
	if sb.isBacked(mover) {
		return false
	}
	for _, origin := range sb.between(checker) {
		if sb.isOrigin(origin, mover) {
			return true
		}
	}
	return false
}

// isOrigin reports whether the mover can have come from the origin: by a move of a knight, bishop or rook, by a capture of
// a pawn, or by a promotion on row 1. Where the pawn would have given check before, it was not promoted.
func (sb *slowBoard) isOrigin(origin, mover point) bool {
	if sb.at(origin.file, origin.row) != empty {
		return false
	}
	kind := sb.at(mover.file, mover.row)
	above := origin.row == mover.row+1
	sideways := (origin.file-mover.file)*(origin.file-mover.file) == 1
	lost := sb.count(whiteMen) < 16
	switch kind {
	case 'n', 'b', 'r':
		if sb.attacks(kind, mover.file, mover.row, origin.file, origin.row) {
			return true
		}
	case 'p':
		if above && sideways && lost {
			return true
		}
	}
	k := sb.squareOf('K')
	return mover.row == 1 && sb.count("p") <= 7 && above && (origin.file == mover.file || sideways && lost) &&
		!sb.attacks('p', origin.file, origin.row, k.file, k.row)
}

// isBacked reports whether a slider behind the man on p would attack the king without that man. It is false for knights
// and pawns, and by the mended rules if a white man is missing, which the man on p may have captured there.
func (sb *slowBoard) isBacked(p point) bool {
	kind, line := sb.at(p.file, p.row), sb.onLine(p)
	if kind == 'n' || kind == 'p' || sb.mended && sb.count(whiteMen) < 16 {
		return false
	}
	k := sb.squareOf('K')
	df, dr := sign(p.file-k.file), sign(p.row-k.row)
	behind := point{p.file + df, p.row + dr}
	for sb.at(behind.file, behind.row) == empty {
		behind = point{behind.file + df, behind.row + dr}
	}
	next := sb.at(behind.file, behind.row)
	return next == 'q' || next == line
}

// explainsCheck reports whether rule 9 accepts the only checker: there is a square from which it can have come without
// giving check there. Sliders that do not touch the king are always accepted.
func (sb *slowBoard) explainsCheck(checker point) bool {
	k := sb.squareOf('K')
	kind := sb.at(checker.file, checker.row)
	isNear := max(checker.file-k.file, k.file-checker.file) <= 1 && max(checker.row-k.row, k.row-checker.row) <= 1
	if kind == 'p' {
		if checker.row == 7 {
			return false
		}
		row := checker.row + 1
		return sb.at(checker.file, row) == empty || sb.at(checker.file-1, row) == empty || sb.at(checker.file+1, row) == empty
	}
	if kind != 'n' && !isNear {
		return true
	}
	without := *sb // the board before; the mended rules leave a man that may have been taken there
	if !(sb.mended && sb.count(whiteMen) < 16) {
		without.men[checker.row-1][checker.file] = empty
	}
	for row := 1; row <= 8; row++ {
		for file := range 8 {
			if sb.at(file, row) == empty && sb.attacks(kind, checker.file, checker.row, file, row) &&
				!without.attacks(kind, file, row, k.file, k.row) {
				return true
			}
		}
	}
	for file := checker.file - 1; file <= checker.file+1; file++ { // it was promoted
		if checker.row == 1 && sb.at(file, 2) == empty && !sb.attacks('p', file, 2, k.file, k.row) {
			return true
		}
	}
	return false
}
