package board

// An Unmove is a move taken back: the move, the role of the man that it captured on the square where it ended (0 for none, and for
// en passant), and the setup before it.
type Unmove struct {
	Move   Move
	Taken  byte
	Before Setup
}

// String returns an unmove in short: the move as in UCI, x and the captured man, = and the castling rights before, @ and the en
// passant square before. The last three are left out if there are none. An example is e7d8qxR=KQ.
func (u Unmove) String() string {
	text := u.Move.String()
	if u.Taken != 0 {
		text += "x" + string(rune(u.Taken))
	}
	if u.Before.Rights != 0 {
		text += "=" + rightsName(u.Before.Rights)
	}
	if u.Before.EP != None {
		text += "@" + SquareName(u.Before.EP)
	}
	return text
}

// Unmoves returns every unmove of s: every valid setup in which the move is legal and leads to s. An invalid setup has none. Every
// game to s, unless it has no moves, ends with one of them.
//
// Method: put every man of the side that has moved, or the pawn that it was, back on every square, with every victim, every set of
// castling rights and every en passant square. Keep the setups that are valid and lead to s by the move.
func (s *Setup) Unmoves() (list []Unmove) {
	if !s.Valid() {
		return nil
	}
	for to := range int8(64) {
		if !OwnedBy(s.Men[to], !s.Black) {
			continue
		}
		from := s.Reach('Q', to) | s.Reach('N', to) | 1<<4 | 1<<60 // over the rook, when a king castles
		promos := []byte{0}
		if Row(to) == HomeRow(s.Black) {
			promos = []byte{0, Role(s.Men[to])}
		}
		for _, sq := range Squares(from &^ Occupied(s)) {
			for _, promo := range promos {
				for _, taken := range []byte("-PNBRQe") {
					list = s.appendHistories(list, Move{sq, to, promo}, taken)
				}
			}
		}
	}
	return list
}

// appendHistories appends the unmoves of one move that captured a man of a role, no man (-), or a pawn en passant (e).
func (s *Setup) appendHistories(list []Unmove, m Move, taken byte) []Unmove {
	b := *s
	b.Black, b.EP = !s.Black, None
	b.Men[m.From], b.Men[m.To] = s.Men[m.To], 0
	if m.Promo != 0 {
		b.Men[m.From] = Man('P', b.Black)
	}
	u := Unmove{Move: m}
	row := HomeRow(s.Black) + 2*Ahead(s.Black)
	switch victim := At(File(m.To), Row(m.To)-Ahead(b.Black)); {
	case taken == 'e':
		if victim == None || s.Men[victim] != 0 || Row(m.To) != row || victim == m.From {
			return list
		}
		b.Men[victim], b.EP = Man('P', s.Black), m.To
		return s.appendRights(list, u, b)
	case taken != '-':
		u.Taken, b.Men[m.To] = taken, Man(taken, s.Black)
	case Role(s.Men[m.To]) == 'K' && m.isTwoSquares() && m.From == At(4, HomeRow(b.Black)):
		corner, beside := m.rookSquares()
		if s.Men[beside] != Man('R', b.Black) || s.Men[corner] != 0 {
			return list
		}
		b.Men[beside], b.Men[corner] = 0, Man('R', b.Black)
	}
	b.Rights = 15
	if !b.Legal(m) || b.InCheck(s.Black) {
		return list
	}
	list = s.appendRights(list, u, b)
	for file := range int8(8) {
		if b.EP = At(file, row); b.CanHavePassedEP() {
			list = s.appendRights(list, u, b)
		}
	}
	return list
}

// appendRights appends the unmoves to a setup b before, with every set of castling rights.
func (s *Setup) appendRights(list []Unmove, u Unmove, b Setup) []Unmove {
	for b.Rights = range uint8(16) {
		if b.Rights&s.Rights == s.Rights && b.Legal(u.Move) && b.Play(u.Move) == *s && b.Valid() {
			u.Before = b
			list = append(list, u)
		}
	}
	return list
}
