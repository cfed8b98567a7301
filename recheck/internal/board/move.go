package board

// A Move goes from a square to another. Promo is the white letter of what a pawn becomes, or
// 0. A king that goes two files castles.
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

// place carries out a move on the diagram alone. EP must still be that before the move.
func (s *Setup) place(m Move) {
	man := s.Men[m.From]
	s.Men[m.From] = 0
	switch {
	case Role(man) == 'P' && m.To == s.EP:
		s.Men[m.To-8*Ahead(IsBlack(man))] = 0
	case Role(man) == 'K' && m.twoFiles():
		corner, beside := m.rook()
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
	after.place(m)
	after.Black, after.EP = !s.Black, None
	for i, h := range rightHomes {
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
	if !Owned(man, s.Black) || Owned(s.Men[m.To], s.Black) || !s.goes(m, Role(man)) {
		return false
	}
	after := *s
	after.place(m)
	return !after.InCheck(s.Black)
}

// goes reports whether a man of a role goes as a move says, checks aside.
func (s *Setup) goes(m Move, role byte) bool {
	if role == 'P' {
		return s.pawnGoes(m)
	}
	if m.Promo != 0 {
		return false
	}
	if role == 'K' && m.twoFiles() && File(m.From) == 4 {
		return s.castles(m)
	}
	return s.Reach(role, m.From).Has(m.To)
}

func (s *Setup) pawnGoes(m Move) bool {
	up := Ahead(s.Black)
	last := Row(m.To) == HomeRow(!s.Black)
	if last != (m.Promo != 0) || m.Promo != 0 && m.Promo != 'N' && m.Promo != 'B' && m.Promo != 'R' && m.Promo != 'Q' {
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

// castles reports whether the king castles so: with the right to, no man between it and the rook, and neither in check nor through one.
func (s *Setup) castles(m Move) bool {
	i := 2 * Side(s.Black)
	if m.To < m.From {
		i++
	}
	king, rook := rightHomes[i][0], rightHomes[i][1]
	return s.Rights>>i&1 != 0 && m.From == king && s.homesHold(i) && s.Reach('R', rook).Has(king) &&
		!s.attacked(m.From, !s.Black) && !s.attacked((m.From+m.To)/2, !s.Black)
}

// twoFiles reports whether a king that moves so castles.
func (m Move) twoFiles() bool { return m.To-m.From == 2 || m.From-m.To == 2 }

// rook returns the corner of the rook with which a king castles, and the square where castling puts it.
func (m Move) rook() (corner, beside int8) {
	if m.To > m.From {
		return m.To + 1, m.To - 1
	}
	return m.To - 2, m.To + 1
}
