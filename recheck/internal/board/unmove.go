package board

// An Unmove is a move taken back: the move, the white letter of the man that it took on the
// square where it ended (0 for none, and for en passant), and the setup before it.
type Unmove struct {
	Move   Move
	Taken  byte
	Before Setup
}

// String writes an unmove in short: the move as in UCI, x and the man taken, = and the castling
// rights before, @ and the en passant square before, each only if there are any.
func (u Unmove) String() string {
	text := u.Move.String()
	if u.Taken != 0 {
		text += "x" + string(rune(u.Taken))
	}
	if u.Before.Rights != 0 {
		text += "=" + RightsName(u.Before.Rights)
	}
	if u.Before.EP != None {
		text += "@" + SquareName(u.Before.EP)
	}
	return text
}

// Unmoves returns every unmove of s: every valid setup in which the move is legal and leads to
// s. An invalid setup has none. Every game to s, unless it has no moves, ends with one of them.
//
// The method: put every man of the side that has moved back on every square from where it can
// have come, with every victim, every set of castling rights and every en passant square; keep
// what is valid and leads to s when it is played.
func (s *Setup) Unmoves() []Unmove {
	if !s.Valid() {
		return nil
	}
	l := lister{s: s, us: s.Black, them: !s.Black, king: s.King(s.Black)}
	for to := range int8(64) {
		man := s.Men[to]
		if !Owned(man, l.them) {
			continue
		}
		if Role(man) == 'P' {
			l.pawn(to, 0)
			continue
		}
		for _, from := range s.Reach(nil, Role(man), to) {
			l.try(Move{From: from, To: to}, true, true)
		}
		if Row(to) == HomeRow(l.us) && Role(man) != 'K' {
			l.pawn(to, Role(man))
		}
	}
	l.castling()
	return l.list
}

// A lister collects the unmoves of s. Us is to move in s.
type lister struct {
	s        *Setup
	us, them bool
	king     int8 // of us
	list     []Unmove
}

// pawn tries what a pawn can have done to come to a square, where it became promo if not 0.
func (l *lister) pawn(to int8, promo byte) {
	up := Ahead(l.them)
	for _, d := range []step{{0, 1}, {0, 2}, {-1, 1}, {1, 1}} {
		m := Move{At(File(to)+d.file, Row(to)-d.row*up), to, promo}
		if m.From == None {
			continue
		}
		l.try(m, d.file == 0, d.file != 0)
		if victim := At(File(to), Row(to)-up); d.file != 0 && promo == 0 && l.s.Men[victim] == 0 && l.s.Men[m.From] == 0 {
			b := l.back(m, 0)
			b.Men[victim], b.EP = Man('P', l.us), to
			l.rights(b, m, 0)
		}
	}
}

// back returns the setup before a move, with rights as now and no en passant square.
func (l *lister) back(m Move, taken byte) Setup {
	b := *l.s
	b.Black, b.EP = l.them, None
	man := b.Men[m.To]
	if m.Promo != 0 {
		man = Man('P', l.them)
	}
	b.Men[m.From], b.Men[m.To] = man, 0
	if taken != 0 {
		b.Men[m.To] = Man(taken, l.us)
	}
	return b
}

// try tries a move without a victim if still, and with every victim if takes.
func (l *lister) try(m Move, still, takes bool) {
	if l.s.Men[m.From] != 0 {
		return
	}
	if still {
		l.histories(l.back(m, 0), m, 0)
	}
	if takes {
		for _, victim := range []byte("PNBRQ") {
			l.histories(l.back(m, victim), m, victim)
		}
	}
}

// castling tries to take back every castling.
func (l *lister) castling() {
	home := 8 * HomeRow(l.them)
	for _, c := range [2][3]int8{{6, 5, 7}, {2, 3, 0}} { // king, rook, corner
		king, rook, corner := home+c[0], home+c[1], home+c[2]
		if l.s.Men[king] != Man('K', l.them) || l.s.Men[rook] != Man('R', l.them) ||
			l.s.Men[home+4] != 0 || l.s.Men[corner] != 0 {
			continue
		}
		b := l.back(Move{From: home + 4, To: king}, 0)
		b.Men[rook], b.Men[corner] = 0, Man('R', l.them)
		l.histories(b, Move{From: home + 4, To: king}, 0)
	}
}

// histories adds a setup before with every en passant square that it can have had.
func (l *lister) histories(b Setup, m Move, taken byte) {
	if b.attacked(l.king, l.them) {
		return
	}
	l.rights(b, m, taken)
	row := HomeRow(l.us) + 2*Ahead(l.us)
	for file := range int8(8) {
		if b.EP = At(file, row); b.Passed() {
			l.rights(b, m, taken)
		}
	}
}

// rights adds a setup before with every set of castling rights.
func (l *lister) rights(b Setup, m Move, taken byte) {
	lost := uint8(0) // what can have been lost
	for i := range 4 {
		if b.Rights>>i&1 == 0 && b.homesHold(i) {
			lost |= 1 << i
		}
	}
	now := b.Rights
	for more := uint8(0); ; more = (more - lost) & lost {
		b.Rights = now | more
		if b.Valid() && b.Legal(m) && b.Play(m) == *l.s {
			l.list = append(l.list, Unmove{m, taken, b})
		}
		if more == lost {
			break
		}
	}
}
