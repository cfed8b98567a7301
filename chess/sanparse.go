package chess

import (
	"slices"
	"strings"

	"chesscensus/chess/internal/pgntext"
)

// ParseSAN reads a move in standard algebraic notation. It accepts exactly one legal move that fits the text, which may
//
//   - lack or wrongly have + or #, and be followed by !, ? and "e.p.";
//   - give more of the origin than necessary: "Ng1f3", "e2e4", "e4xd5";
//   - be in coordinates alone, also with - between: "g1f3", "g1-f3", "e7e8q", castling as "e1g1";
//   - have : for x, or no sign of a capture at all (but no sign where nothing is captured);
//   - write the promotion as e8=Q, e8Q, e8(Q) or e8/Q, with a letter of either case;
//   - begin a pawn move with P;
//   - write castling as 0-0 or o-o, or by the squares of king and rook: "e1h1";
//   - name men by figurines of either color: "♘f3", "♙e4", "e8=♛";
//   - be followed by "mate", "ch", †, ‡ or ++, and "/ep";
//   - have dashes of any length, X for x, capital or small letters throughout ("NF3", "nf3"), or the signs of a capture or a check
//     elsewhere ("ed5:", "+Qh4");
//   - write castling as "OO" or "00";
//   - be a capture by a pawn without the row ("exd", "ed"), if only one is legal;
//   - have blanks around it.
//
// The error is a [*MoveError]; if several moves fit it lists them, and if none does, the legal moves to the same square or else by
// the same role.
func (p *Position) ParseSAN(s string) (Move, error) {
	pat, msg := parsePattern(s)
	if msg != "" {
		if again := pgntext.RespellMove(s); again != s {
			m, err := p.ParseSAN(again)
			if bad, ok := err.(*MoveError); ok {
				bad.Text = shorten(s)
			}
			return m, err
		}
		if m := p.shortCapture(s); m != 0 {
			return m, nil
		}
		return 0, p.moveError(s, Unreadable, msg, nil)
	}
	if pat.isKingToRook(p) {
		side := "O-O"
		if pat.to < pat.from.first() {
			side = "O-O-O"
		}
		pat, _ = parsePattern(side)
	}
	if m := pat.simpleMove(p); m != 0 {
		return m, nil
	}
	var buf [256]Move
	moves := p.Moves(buf[:0])
	n := 0 // number of moves that fit, which are moved to the front
	for i, m := range moves {
		if pat.fits(m) {
			moves[n], moves[i] = m, moves[n]
			n++
		}
	}
	switch found := moves[:n]; {
	case n == 1:
		return found[0], nil
	case n == 0:
		return 0, p.moveError(s, NotLegal, "is not legal", pat.nearMisses(moves))
	case found[0].Promotion() != NoRole && pat.promo == NoRole:
		return 0, p.moveError(s, NoPromotion, "does not say to what the pawn promotes", slices.Clone(found))
	default:
		return 0, p.moveError(s, Ambiguous, "is ambiguous", slices.Clone(found))
	}
}

// shortCapture returns the capture by a pawn that a text names by its files, or 0 if there is none, or more than one.
func (p *Position) shortCapture(s string) (found Move) {
	from, to := pgntext.PawnFiles(s)
	for row := "2"; from != "" && row < "8"; row = string(row[0] + 1) {
		if m, err := p.ParseSAN(from + "x" + to + row); err == nil {
			if found != 0 {
				return 0
			}
			found = m
		}
	}
	return found
}

// splitMoves returns the two moves of a word without a blank between them, such as e4e5, if there is exactly one way to divide it.
func (p *pgnReader) splitMoves(word string) (first, second Move) {
	for _, i := range pgntext.SplitIndices(word) {
		m, err := p.pos.ParseSAN(p.letters.English(word[:i]))
		if err != nil {
			continue
		}
		after := p.pos.Play(m)
		if n, err := after.ParseSAN(p.letters.English(word[i:])); err == nil && second != 0 {
			return 0, 0
		} else if err == nil {
			first, second = m, n
		}
	}
	return first, second
}

// A pattern holds the properties of a move that a text states.
type pattern struct {
	role    Role     // NoRole if not stated, in coordinate notation
	from    Bitboard // all squares if not stated
	to      Square
	promo   Role
	capture bool
	castle  bool
}

// fits reports whether a move has the properties of the pattern.
func (t *pattern) fits(m Move) bool {
	switch {
	case m.To() != t.to && !t.castle:
		return false
	case t.castle:
		return m.Castles() && m.To()&7 == t.to&7
	case m.Castles() && t.from != m.From().BB():
		return false // castling needs its own notation or both squares
	}
	return (t.role == NoRole || t.role == m.Role()) && t.from.Has(m.From()) &&
		(t.promo == m.Promotion() || t.promo == NoRole) &&
		(!t.capture || m.Captured() != NoRole)
}

// isKingToRook reports whether the pattern has the squares of the own king and of a rook with which it has the right to castle.
func (t *pattern) isKingToRook(p *Position) bool {
	b, us := &p.s.Board, p.s.Turn&1
	return (t.role == NoRole || t.role == King) && t.promo == NoRole && !t.capture &&
		t.from == b.Pieces(us, King) && b.Pieces(us, Rook).Has(t.to) && p.s.Castling&^rightsAfter[t.to&63] != 0
}

// simpleMove returns the only legal move that fits the pattern, if it can be found without a list of all moves: a move of a man of
// known role, except castling and en passant. Otherwise it returns 0, and the list decides.
func (t *pattern) simpleMove(p *Position) (found Move) {
	b, us, to := &p.s.Board, p.s.Turn&1, t.to
	own, occ := b.bb[us], b.Occupied()
	k := (own & b.bb[King+1]).first()
	taken := b.RoleAt(to)
	switch {
	case t.castle || t.role == NoRole || own.Has(to) || t.capture && taken == NoRole,
		t.role == Pawn && to == p.s.EP, (t.role == Pawn && to.BB()&(Row1|Row8) != 0) != (t.promo != NoRole):
		return 0
	}
	from, flags := own&b.bb[t.role+1]&t.from, Move(t.promo)<<promoShift
	switch one := (to - Square(8*us.Forward())) & 63; { // the square behind to
	case t.role == King:
		if from.Has(k) && b.kingTargets(k, us).Has(to) {
			return makeMove(k, to, King, taken)
		}
		return 0
	case t.role != Pawn:
		from &= Attacks(NewPiece(us, t.role), to, occ)
	case taken != NoRole:
		from &= pawnAttacks[us^1][to&63]
	case occ.Has(one):
		from &= one.BB()
	case to&^7 == A4.For(us): // a double step
		from &= (one - Square(8*us.Forward())).BB()
		flags = doubleFlag
	default:
		return 0
	}
	for ; from != 0; from &= from - 1 {
		sq := from.first()
		if b.Attackers(k, us^1, occ&^sq.BB()|to.BB())&^to.BB() != 0 {
			continue // the king would be in check
		}
		if found != 0 {
			return 0
		}
		found = makeMove(sq, to, t.role, taken) | flags
	}
	return found
}

// nearMisses returns the legal moves to the square of the pattern, or else those of its role.
func (t *pattern) nearMisses(moves []Move) (list []Move) {
	for _, m := range moves {
		if m.To() == t.to && !t.castle {
			list = append(list, m)
		}
	}
	if list != nil {
		return list
	}
	for _, m := range moves {
		if m.Role() == t.role {
			list = append(list, m)
		}
	}
	return list
}

// parsePattern reads the text of a move. It returns a message if the text is not a move.
func parsePattern(s string) (t pattern, msg string) {
	const unreadable = "is not a move in algebraic notation"
	if s != "" && (s[0] <= ' ' || s[len(s)-1] <= ' ') {
		s = strings.Trim(s, " \t\r\n")
	}
	s = pgntext.TrimMarks(s)
	s = pgntext.Plain(s)
	switch s {
	case "O-O", "0-0", "o-o":
		return pattern{role: King, to: G1, castle: true}, ""
	case "O-O-O", "0-0-0", "o-o-o":
		return pattern{role: King, to: C1, castle: true}, ""
	case "":
		return t, "is empty"
	}
	piece := strings.IndexByte("PNBRQK", s[0])
	if piece >= 0 {
		s, t.role = s[1:], Role(piece)+Pawn
	}
	s, t.promo = cutPromotion(s)
	// The rest is [file][row][sign]square.
	if len(s) < 2 || len(s) > 5 {
		return t, unreadable
	}
	to, ok := squareOf(s[len(s)-2:])
	if !ok {
		return t, unreadable
	}
	t.to, s = to, s[:len(s)-2]
	if n := len(s); n > 0 && strings.IndexByte("x:-", s[n-1]) >= 0 {
		t.capture, s = s[n-1] != '-', s[:n-1]
	}
	t.from = ^Bitboard(0)
	coordinates := len(s) == 2
	if s != "" && s[0] >= 'a' && s[0] <= 'h' {
		t.from, s = FileBB(int(s[0]-'a')), s[1:]
	}
	if s != "" && s[0] >= '1' && s[0] <= '8' {
		t.from, s = t.from&RowBB(int(s[0]-'1')), s[1:]
	}
	if s != "" {
		return t, unreadable
	}
	if piece < 0 && !coordinates {
		t.role = Pawn
	}
	return t, ""
}

// cutPromotion removes a promotion from the end of a move and returns its role.
func cutPromotion(s string) (string, Role) {
	t := strings.TrimSuffix(s, ")")
	if len(t) < 3 {
		return s, NoRole
	}
	r := promotionOf(t[len(t)-1])
	before := t[:len(t)-1]
	switch last := before[len(before)-1]; {
	case r == NoRole:
		return s, NoRole
	case last == '(' || len(t) == len(s) && (last == '=' || last == '/'):
		return before[:len(before)-1], r
	case len(t) == len(s) && last >= '1' && last <= '8':
		return before, r
	}
	return s, NoRole
}
