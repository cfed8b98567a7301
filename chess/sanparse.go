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
		if pat.to < pat.from.lowest() {
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
func (pat *pattern) fits(m Move) bool {
	if pat.castle {
		return m.Castles() && m.To()&7 == pat.to&7
	}
	if m.To() != pat.to || !pat.from.Has(m.From()) {
		return false
	}
	if m.Castles() && pat.from.Many() {
		return false // castling needs its own notation or both squares
	}
	return (pat.role == NoRole || pat.role == m.Role()) &&
		(pat.promo == NoRole || pat.promo == m.Promotion()) &&
		(!pat.capture || m.Captured() != NoRole)
}

// isKingToRook reports whether the pattern has the squares of the own king and of a rook with which it has the right to castle.
func (pat *pattern) isKingToRook(p *Position) bool {
	b, us := &p.s.Board, p.s.Turn&1
	if pat.role != NoRole && pat.role != King || pat.promo != NoRole || pat.capture {
		return false
	}
	return pat.from == b.Pieces(us, King) && b.Pieces(us, Rook).Has(pat.to) && p.s.Castling&^rightsAfter[pat.to&63] != 0
}

// simpleMove returns the only legal move that fits the pattern, if it can be found without a list of all moves: a move of a man of
// known role, except castling and en passant. Otherwise it returns 0, and the list decides.
func (pat *pattern) simpleMove(p *Position) (found Move) {
	b, us, to := &p.s.Board, p.s.Turn&1, pat.to
	captured := b.RoleAt(to)
	if pat.castle || pat.role == NoRole || b.bb[us].Has(to) || pat.capture && captured == NoRole {
		return 0
	}
	k := b.King(us)
	if pat.role == King {
		if pat.promo == NoRole && pat.from.Has(k) && b.kingTargets(k, us).Has(to) {
			return makeMove(k, to, King, captured)
		}
		return 0
	}
	occ := b.Occupied()
	from, flags := pat.origins(p, captured)
	for ; from != 0; from &= from - 1 {
		sq := from.lowest()
		if b.Attackers(k, us^1, occ&^sq.BB()|to.BB())&^to.BB() != 0 {
			continue // the king would be in check
		}
		if found != 0 {
			return 0
		}
		found = makeMove(sq, to, pat.role, captured) | flags
	}
	return found
}

// origins returns the squares of the officers or pawns that fit the pattern and reach its square, and the flags of their moves. It
// returns no squares for en passant, and if only one of pattern and square is for a promotion.
func (pat *pattern) origins(p *Position, captured Role) (from Bitboard, flags Move) {
	b, us, to := &p.s.Board, p.s.Turn&1, pat.to
	isPromotion := pat.role == Pawn && to.BB()&(Row1|Row8) != 0
	if isPromotion != (pat.promo != NoRole) {
		return 0, 0
	}
	from = b.bb[us] & b.bb[pat.role+1] & pat.from
	if pat.role != Pawn {
		return from & Attacks(NewPiece(us, pat.role), to, b.Occupied()), 0
	}
	flags = Move(pat.promo) << promoShift
	switch behind := (to - Square(8*us.Forward())) & 63; {
	case to == p.s.EP:
		return 0, 0
	case captured != NoRole:
		return from & pawnAttacks[us^1][to&63], flags
	case b.Occupied().Has(behind):
		return from & behind.BB(), flags
	case to&^7 == A4.For(us):
		return from & (behind - Square(8*us.Forward())).BB(), doubleFlag
	}
	return 0, 0
}

// nearMisses returns the legal moves to the square of the pattern, or else those of its role.
func (pat *pattern) nearMisses(moves []Move) (list []Move) {
	for _, m := range moves {
		if m.To() == pat.to && !pat.castle {
			list = append(list, m)
		}
	}
	if list != nil {
		return list
	}
	for _, m := range moves {
		if m.Role() == pat.role {
			list = append(list, m)
		}
	}
	return list
}

// parsePattern reads the text of a move. It returns a message if the text is not a move.
func parsePattern(s string) (pat pattern, msg string) {
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
		return pat, "is empty"
	}
	letter := strings.IndexByte("PNBRQK", s[0])
	if letter >= 0 {
		s, pat.role = s[1:], Role(letter)+Pawn
	}
	s, pat.promo = cutPromotion(s)
	// The rest is [file][row][sign]square.
	if len(s) < 2 || len(s) > 5 {
		return pat, unreadable
	}
	to, ok := squareOf(s[len(s)-2:])
	if !ok {
		return pat, unreadable
	}
	pat.to, s = to, s[:len(s)-2]
	if n := len(s); n > 0 && strings.IndexByte("x:-", s[n-1]) >= 0 {
		pat.capture, s = s[n-1] != '-', s[:n-1]
	}
	pat.from = ^Bitboard(0)
	coordinates := len(s) == 2
	if s != "" && s[0] >= 'a' && s[0] <= 'h' {
		pat.from, s = FileBB(int(s[0]-'a')), s[1:]
	}
	if s != "" && s[0] >= '1' && s[0] <= '8' {
		pat.from, s = pat.from&RowBB(int(s[0]-'1')), s[1:]
	}
	if s != "" {
		return pat, unreadable
	}
	if letter < 0 && !coordinates {
		pat.role = Pawn
	}
	return pat, ""
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
