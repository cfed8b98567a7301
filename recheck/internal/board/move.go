package board

import "strings"

// A Move is a move from a square to another. Promo is the role that a pawn promotes to, or 0. A king's move over two files is
// castling.
type Move struct {
	From, To int8
	Promo    byte
}

// String writes a move as in UCI, such as e7d8q.
func (m Move) String() string {
	text := SquareName(m.From) + SquareName(m.To)
	if m.Promo != 0 {
		text += string(rune(m.Promo | 0x20))
	}
	return text
}

// moveMen changes the diagram as a move does, and nothing else. EP must still be that before the move.
func (s *Setup) moveMen(m Move) {
	man := s.Men[m.From]
	s.Men[m.From] = 0
	switch {
	case Role(man) == 'P' && m.To == s.EP:
		s.Men[m.To-8*Ahead(IsBlack(man))] = 0
	case Role(man) == 'K' && m.isTwoSquares():
		corner, beside := m.rookSquares()
		s.Men[corner], s.Men[beside] = 0, s.Men[corner]
	}
	if m.Promo != 0 {
		man = Man(m.Promo, IsBlack(man))
	}
	s.Men[m.To] = man
}

// Play returns the setup after a legal move.
func (s *Setup) Play(m Move) Setup {
	after := *s
	man := s.Men[m.From]
	after.moveMen(m)
	after.Black, after.EP = !s.Black, None
	for i, h := range rightSquares {
		if m.From == h[0] || m.From == h[1] || m.To == h[0] || m.To == h[1] {
			after.Rights &^= 1 << i
		}
	}
	if d := m.To - m.From; Role(man) == 'P' && (d == 16 || d == -16) {
		after.EP = m.From + d/2
		if !after.canTakeEP() {
			after.EP = None
		}
	}
	return after
}

// Legal reports whether a move is legal in s, which must be valid.
func (s *Setup) Legal(m Move) bool {
	man := s.Men[m.From]
	if !OwnedBy(man, s.Black) || OwnedBy(s.Men[m.To], s.Black) || !s.canGo(m, Role(man)) {
		return false
	}
	after := *s
	after.moveMen(m)
	return !after.InCheck(s.Black)
}

// canGo reports whether a man of a role can make a move, except that it may leave its own king attacked.
func (s *Setup) canGo(m Move, role byte) bool {
	if role == 'P' {
		return s.pawnCanGo(m)
	}
	if m.Promo != 0 {
		return false
	}
	if role == 'K' && m.isTwoSquares() && File(m.From) == 4 {
		return s.canCastle(m)
	}
	return s.Reach(role, m.From).Has(m.To)
}

// pawnCanGo is canGo for pawns.
func (s *Setup) pawnCanGo(m Move) bool {
	up := Ahead(s.Black)
	last := Row(m.To) == HomeRow(!s.Black)
	if last != (m.Promo != 0) || strings.IndexByte("\x00NBRQ", m.Promo) < 0 {
		return false
	}
	rows := (Row(m.To) - Row(m.From)) * up
	switch File(m.To) - File(m.From) {
	case 0:
		return rows == 1 && s.Men[m.To] == 0 ||
			rows == 2 && Row(m.From) == PawnRow(s.Black) && s.Men[m.To] == 0 && s.Men[m.From+8*up] == 0
	case 1, -1:
		return rows == 1 && (s.Men[m.To] != 0 || m.To == s.EP)
	}
	return false
}

// canCastle reports whether the king may castle by a move: it has the right, no man stands between it and the rook, and neither its
// square nor the next one is attacked.
func (s *Setup) canCastle(m Move) bool {
	i := 2 * Side(s.Black)
	if m.To < m.From {
		i++
	}
	king, rook := rightSquares[i][0], rightSquares[i][1]
	return s.Rights>>i&1 != 0 && m.From == king && s.kingAndRookAtHome(i) && s.Reach('R', rook).Has(king) &&
		!s.attacked(m.From, !s.Black) && !s.attacked((m.From+m.To)/2, !s.Black)
}

// isTwoSquares reports whether a move goes two squares sideways, as a king does when it castles.
func (m Move) isTwoSquares() bool { return m.To-m.From == 2 || m.From-m.To == 2 }

// rookSquares returns the corner of the rook for a king's castling move, and the square where castling puts this rook.
func (m Move) rookSquares() (corner, beside int8) {
	if m.To > m.From {
		return m.To + 1, m.To - 1
	}
	return m.To - 2, m.To + 1
}
