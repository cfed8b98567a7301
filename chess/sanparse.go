package chess

import (
	"slices"
	"strings"
)

// ParseSAN reads a move in standard algebraic notation. It accepts exactly one
// legal move that fits the text, which may
//
//   - lack or wrongly have + or #, and be followed by !, ? and "e.p.";
//   - give more of the origin than necessary: "Ng1f3", "e2e4", "e4xd5";
//   - be in coordinates alone, also with - between: "g1f3", "g1-f3", "e7e8q",
//     castling as "e1g1";
//   - have : for x, or no sign of a capture at all (but no sign where nothing is
//     captured);
//   - write the promotion as e8=Q, e8Q, e8(Q) or e8/Q, with a letter of either
//     case;
//   - begin a pawn move with P, and castling with 0-0 or o-o;
//   - have blanks around.
//
// The error is a [*MoveError]; if several moves fit it lists them, and if none
// does, the legal moves to the same square or else by the same role.
func (p *Position) ParseSAN(s string) (Move, error) {
	pat, msg := parsePattern(s)
	if msg != "" {
		return 0, p.moveError(s, Unreadable, msg, nil)
	}
	var buf [256]Move
	moves := p.Moves(buf[:0])
	n := 0 // those that fit are moved to the front
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
		return 0, p.moveError(s, NotLegal, "is not legal", pat.near(moves))
	case found[0].Promotion() != NoRole && pat.promo == NoRole:
		return 0, p.moveError(s, NoPromotion, "does not say to what the pawn promotes", slices.Clone(found))
	default:
		return 0, p.moveError(s, Ambiguous, "is ambiguous", slices.Clone(found))
	}
}

// A pattern is what a text says of a move. In the sets, all squares stand for
// nothing said.
type pattern struct {
	role    Role // NoRole if any, in coordinate notation
	from    Bitboard
	to      Square
	promo   Role
	capture bool
	castle  bool
}

// fits reports whether the pattern holds for the move.
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

// near returns the legal moves that a reader may have meant.
func (t *pattern) near(moves []Move) (near []Move) {
	for _, m := range moves {
		if m.To() == t.to && !t.castle {
			near = append(near, m)
		}
	}
	if near != nil {
		return near
	}
	for _, m := range moves {
		if m.Role() == t.role {
			near = append(near, m)
		}
	}
	return near
}

// parsePattern reads the text of a move. It returns a message if it cannot.
func parsePattern(s string) (t pattern, msg string) {
	const unreadable = "is not a move in algebraic notation"
	s = trimMarks(strings.Trim(s, " \t\r\n"))
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
	// What is left is [file][row][sign]square.
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

// trimMarks removes what may follow a move: check and mate, comments, e.p.
func trimMarks(s string) string {
	s = strings.TrimRight(s, "+#!?")
	for _, ep := range []string{"e.p.", "ep"} {
		if t, ok := strings.CutSuffix(s, ep); ok {
			return strings.TrimRight(t, " +#!?")
		}
	}
	return s
}

// cutPromotion splits a promotion off the end of a move.
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
