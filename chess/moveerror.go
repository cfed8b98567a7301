package chess

import "strings"

// A MoveError says why the text of a move does not denote a legal move.
type MoveError struct {
	Text       string   // text, shortened if very long
	Position   Position // position in which it was to be played
	Kind       MoveKind // kind of error
	Msg        string   // error in words, such as "is ambiguous"
	Candidates []Move   // legal moves that fit, or that come near
}

// A MoveKind is a kind of error in the text of a move.
type MoveKind uint8

// The kinds; the zero value is Unreadable.
const (
	Unreadable  MoveKind = iota // not in any notation
	NotLegal                    // stands for no legal move
	Ambiguous                   // stands for several legal moves
	NoPromotion                 // does not say to what the pawn promotes
)

// Error returns the text, the reason, up to ten candidates in standard notation and the position.
func (e *MoveError) Error() string {
	const most = 10
	var b strings.Builder
	b.WriteString("chess: move " + quote(e.Text) + " " + e.Msg)
	for i, m := range e.Candidates[:min(most, len(e.Candidates))] {
		if i == 0 {
			b.WriteString(" (candidates: ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(e.Position.SAN(m))
	}
	if len(e.Candidates) > most {
		b.WriteString(", ...")
	}
	if len(e.Candidates) > 0 {
		b.WriteString(")")
	}
	return b.String() + " in " + e.Position.String()
}

// ParseUCI reads a move in the notation of the UCI protocol, as [Move.String] writes it: both squares and, for a promotion, the
// letter of the new role in either case. Castling is the king's move. The move must be legal in p; the error is a [*MoveError].
func (p *Position) ParseUCI(s string) (Move, error) {
	if len(s) != 4 && len(s) != 5 {
		return 0, p.moveError(s, Unreadable, "is not two squares and perhaps a promotion", nil)
	}
	from, ok1 := squareOf(s[:2])
	to, ok2 := squareOf(s[2:4])
	promo := NoRole
	if len(s) == 5 {
		if promo = promotionOf(s[4]); promo == NoRole {
			return 0, p.moveError(s, Unreadable, "has a promotion that is not one of q, r, b, n", nil)
		}
	}
	if !ok1 || !ok2 {
		return 0, p.moveError(s, Unreadable, "is not two squares and perhaps a promotion", nil)
	}
	var buf [256]Move
	var sameOrigin []Move
	for _, m := range p.Moves(buf[:0]) {
		if m.From() == from && m.To() == to && m.Promotion() == promo {
			return m, nil
		}
		if m.From() == from {
			sameOrigin = append(sameOrigin, m)
		}
	}
	return 0, p.moveError(s, NotLegal, "is not legal", sameOrigin)
}

// promotionOf returns the role that a letter of a promotion stands for, in either case, or NoRole.
func promotionOf(letter byte) Role {
	switch letter | 0x20 {
	case 'q':
		return Queen
	case 'r':
		return Rook
	case 'b':
		return Bishop
	case 'n':
		return Knight
	}
	return NoRole
}

// moveError returns a MoveError about a text for a move in p.
func (p *Position) moveError(text string, kind MoveKind, msg string, candidates []Move) error {
	return &MoveError{Text: shorten(text), Position: *p, Kind: kind, Msg: msg, Candidates: candidates}
}
