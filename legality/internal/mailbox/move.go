package mailbox

// A Move is a move of a man from one square to another, for castling the move of the king,
// perhaps with a promotion.
type Move struct {
	From, To  uint8 // a1 = 0, b1 = 1, ..., h8 = 63
	Promotion byte  // q, r, b or n, and 0 for none
}

// isBlack reports whether a man is black.
func isBlack(man byte) bool { return man >= 'a' }

// try stores the position after m in next and returns "". If m is illegal, it returns the
// reason, and next has no meaning.
func (p *Position) try(m Move, next *Position) (problem string) {
	man, victim := p.men[m.From], p.men[m.To]
	switch {
	case man == 0:
		return "moves no man"
	case isBlack(man) != p.black:
		return "moves a man of the other side"
	case victim != 0 && isBlack(victim) == p.black:
		return "goes where an own man stands"
	case victim|0x20 == 'k':
		return "captures a king"
	}
	*next = *p
	next.men[m.From], next.men[m.To] = 0, man
	next.black, next.ep = !p.black, -1
	switch man | 0x20 {
	case 'p':
		problem = p.movePawn(m, next)
	case 'k':
		problem = p.moveKing(m, next)
	default:
		problem = p.checkOfficer(m, man|0x20)
	}
	if problem == "" && m.Promotion != 0 && man|0x20 != 'p' {
		problem = "promotes what is no pawn"
	}
	if problem == "" && next.isAttacked(next.king(p.black), !p.black) {
		problem = "leaves the king in check"
	}
	if problem != "" {
		return problem
	}
	next.dropRights(m)
	if man|0x20 == 'p' && (m.To == m.From+16 || m.From == m.To+16) {
		if next.ep = int8(m.From+m.To) / 2; !next.isEPLegal() {
			next.ep = -1
		}
	}
	return ""
}

// dropRights removes the rights of kings and rooks that moved or were captured.
func (p *Position) dropRights(m Move) {
	for i, corner := range corners {
		home := uint8(4)
		if i > 1 {
			home = 60
		}
		if m.From == home || m.From == uint8(corner) || m.To == uint8(corner) {
			p.rights[i] = false
		}
	}
}

// offset returns the differences of files and rows from the first to the second square.
func offset(m Move) (dx, dy int) {
	return int(m.To&7) - int(m.From&7), int(m.To>>3) - int(m.From>>3)
}

// movePawn checks the move of a pawn, which is on its new square in next already, and
// completes next by promotion and capture en passant.
func (p *Position) movePawn(m Move, next *Position) string {
	dx, dy := offset(m)
	forward, start, last := 1, uint8(1), uint8(7)
	if p.black {
		forward, start, last = -1, 6, 0
	}
	empty := p.men[m.To] == 0
	switch {
	case dx == 0 && dy == forward && empty:
	case dx == 0 && dy == 2*forward && empty && m.From>>3 == start && p.men[int(m.From)+8*forward] == 0:
	case dx*dx == 1 && dy == forward && !empty:
	case dx*dx == 1 && dy == forward && p.ep == int8(m.To):
		next.men[int(m.To)-8*forward] = 0
	default:
		return "is no move of a pawn"
	}
	if m.To>>3 != last {
		if m.Promotion != 0 {
			return "promotes before the last row"
		}
		return ""
	}
	switch m.Promotion {
	case 'q', 'r', 'b', 'n':
		next.men[m.To] = m.Promotion
		if !p.black {
			next.men[m.To] -= 0x20
		}
		return ""
	}
	return "does not say to what the pawn promotes"
}

// moveKing checks the move of a king, and moves the rook in next if the king castles.
func (p *Position) moveKing(m Move, next *Position) string {
	dx, dy := offset(m)
	if dx*dx <= 1 && dy*dy <= 1 {
		return ""
	}
	if dy != 0 || dx*dx != 4 {
		return "is no move of a king"
	}
	i, step := 0, 1 // kingside
	if dx < 0 {
		i, step = 1, -1
	}
	if p.black {
		i += 2
	}
	// With the right, king and rook are at home.
	if !p.rights[i] {
		return "castles without the right to"
	}
	from, corner := int(m.From), corners[i]
	for sq := from + step; sq != corner; sq += step {
		if p.men[sq] != 0 {
			return "castles through a man"
		}
	}
	if p.isAttacked(from, !p.black) {
		return "castles out of check"
	}
	if p.isAttacked(from+step, !p.black) {
		return "castles through check"
	}
	next.men[from+step], next.men[corner] = p.men[corner], 0
	return ""
}

// checkOfficer checks the move of a queen, rook, bishop or knight.
func (p *Position) checkOfficer(m Move, letter byte) string {
	dx, dy := offset(m)
	straight, diagonal := dx == 0 || dy == 0, dx*dx == dy*dy
	ok := false
	switch letter {
	case 'n':
		ok = dx*dx+dy*dy == 5
	case 'b':
		ok = diagonal
	case 'r':
		ok = straight
	case 'q':
		ok = straight || diagonal
	}
	if !ok || m.From == m.To {
		return "is no move of such a man"
	}
	if letter == 'n' {
		return ""
	}
	step := sign(dx) + 8*sign(dy)
	for sq := int(m.From) + step; sq != int(m.To); sq += step {
		if p.men[sq] != 0 {
			return "jumps over a man"
		}
	}
	return ""
}

// sign returns -1, 0 or 1.
func sign(n int) int { return min(1, max(-1, n)) }

// isAttacked reports whether a side attacks a square: along the eight lines to the first man, or by a knight.
func (p *Position) isAttacked(sq int, byBlack bool) bool {
	x, y := sq&7, sq>>3
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if (dx != 0 || dy != 0) && p.isAttackedAlong(x, y, dx, dy, byBlack) {
				return true
			}
		}
	}
	knight := byte('N')
	if byBlack {
		knight = 'n'
	}
	for _, d := range [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
		if x, y := x+d[0], y+d[1]; x >= 0 && x < 8 && y >= 0 && y < 8 && p.men[8*y+x] == knight {
			return true
		}
	}
	return false
}

// isAttackedAlong reports whether the first man in one direction from a square attacks it.
func (p *Position) isAttackedAlong(x, y, dx, dy int, byBlack bool) bool {
	for n := 1; ; n++ {
		x, y = x+dx, y+dy
		if x < 0 || x > 7 || y < 0 || y > 7 {
			return false
		}
		man := p.men[8*y+x]
		if man == 0 {
			continue
		}
		if isBlack(man) != byBlack {
			return false
		}
		switch man | 0x20 {
		case 'q':
			return true
		case 'r':
			return dx == 0 || dy == 0
		case 'b':
			return dx != 0 && dy != 0
		case 'k':
			return n == 1
		case 'p': // a black pawn attacks downwards, so it must be above the square
			return n == 1 && dx != 0 && (byBlack && dy > 0 || !byBlack && dy < 0)
		}
		return false
	}
}

// isEPLegal reports whether a pawn can legally capture on the en passant square.
func (p *Position) isEPLegal() bool {
	from := int(p.ep) - 8 // the row of the capturing pawns
	if p.black {
		from = int(p.ep) + 8
	}
	var next Position
	for _, dx := range [2]int{-1, 1} {
		if x := from&7 + dx; x >= 0 && x < 8 && p.men[from+dx]|0x20 == 'p' &&
			p.try(Move{From: uint8(from + dx), To: uint8(p.ep)}, &next) == "" {
			return true
		}
	}
	return false
}
