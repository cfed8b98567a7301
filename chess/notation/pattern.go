package notation

import (
	"slices"

	"chesscensus/chess"
)

// A pattern holds the properties of a move that a text states, in a position. A property that the text does not state is NoRole or
// the set of all squares.
type pattern struct {
	role     chess.Role
	from, to chess.Bitboard // of a capture, to has the squares of the captured man
	quiet    bool           // not a capture
	takes    chess.Role     // role of the captured man
	promo    chess.Role
	castle   byte // 'K' or 'Q', else 0
	marks    mark
}

// fits reports whether a legal move has the properties of the pattern, except marks.
func (t *pattern) fits(m chess.Move) bool {
	if t.castle != 0 || m.Castles() {
		return m.Castles() && t.castle == castleOf(m)
	}
	fitsRole := t.role == chess.NoRole || t.role == m.Role()
	fitsPromotion := t.promo == chess.NoRole || t.promo == m.Promotion()
	if !fitsRole || !fitsPromotion || !t.from.Has(m.From()) {
		return false
	}
	if t.quiet || m.Captured() == chess.NoRole {
		return t.quiet && m.Captured() == chess.NoRole && t.to.Has(m.To())
	}
	if t.takes != m.Captured() && t.takes != chess.NoRole {
		return false
	}
	return t.to.Has(m.CapturedOn()) || m.EnPassant() && t.to.Has(m.To())
}

// castleOf returns the wing of a castling move, 'K' or 'Q'.
func castleOf(m chess.Move) byte {
	if m.To().File() == 2 {
		return 'Q'
	}
	return 'K'
}

// find returns the one legal move that fits the pattern. Marks decide between several moves that fit: printed games have "B-N5 ch"
// for the one bishop move that gives check. A mark that is wrong for all of them is ignored.
func (t *pattern) find(n Notation, p *chess.Position, text string) (chess.Move, error) {
	var buf [256]chess.Move
	moves := p.Moves(buf[:0])
	var matchBuf [256]chess.Move
	matches := matchBuf[:0]
	for _, m := range moves {
		if t.fits(m) {
			matches = append(matches, m)
		}
	}
	if len(matches) > 1 && t.marks != 0 {
		matches = t.withTrueMarks(p, matches)
	}
	switch {
	case len(matches) == 1:
		return matches[0], nil
	case len(matches) == 0:
		return 0, moveError(n, p, text, ErrNoMove, t.reasonAgainst(p), t.nearMisses(moves))
	case t.promo == chess.NoRole && samePath(matches):
		return 0, moveError(n, p, text, ErrPromotion, "", slices.Clone(matches))
	}
	return 0, moveError(n, p, text, ErrAmbiguous, "", slices.Clone(matches))
}

// samePath reports whether all moves have the same squares, so that only promotions differ.
func samePath(moves []chess.Move) bool {
	for _, m := range moves {
		if m.From() != moves[0].From() || m.To() != moves[0].To() {
			return false
		}
	}
	return true
}

// withTrueMarks returns the moves for which the marks of the pattern are true, or all if they are true for none.
func (t *pattern) withTrueMarks(p *chess.Position, moves []chess.Move) []chess.Move {
	var matching []chess.Move
	for _, m := range moves {
		q := p.Play(m)
		checkHolds := t.marks&check == 0 || q.InCheck()
		mateHolds := t.marks&mate == 0 || q.IsCheckmate()
		enPassantHolds := t.marks&enPassant == 0 || m.EnPassant()
		if checkHolds && mateHolds && enPassantHolds {
			matching = append(matching, m)
		}
	}
	if matching == nil {
		return moves
	}
	return matching
}

// nearMisses returns the legal moves that a reader may have meant: those of the role to one of the squares, else those to one of
// the squares, else those of the role.
func (t *pattern) nearMisses(moves []chess.Move) (list []chess.Move) {
	if t.castle != 0 {
		return nil
	}
	sameRole := func(m chess.Move) bool { return t.role == m.Role() || t.role == chess.NoRole }
	sameTarget := func(m chess.Move) bool {
		return t.to.Has(m.To()) && (t.takes == chess.NoRole || t.takes == m.Captured())
	}
	for _, isNear := range []func(chess.Move) bool{
		func(m chess.Move) bool { return sameRole(m) && sameTarget(m) }, sameTarget, sameRole,
	} {
		for _, m := range moves {
			if isNear(m) {
				list = append(list, m)
			}
		}
		if list != nil {
			return list
		}
	}
	return nil
}

// reasonAgainst returns why no move fits, as far as the diagram shows it.
func (t *pattern) reasonAgainst(p *chess.Position) string {
	b := p.Board()
	us := p.Turn()
	if t.castle != 0 {
		return "this castling is not possible now"
	}
	if t.role == chess.NoRole {
		return ""
	}
	if !t.quiet && t.takes == chess.King {
		return "a king is never captured"
	}
	men := b.Pieces(us, t.role) & t.from
	if men == 0 {
		return us.String() + " has no such " + t.role.String()
	}
	targets := t.to &^ b.Occupied()
	switch {
	case !t.quiet && t.takes != chess.NoRole:
		if targets = t.to & b.Pieces(us.Other(), t.takes); targets == 0 {
			return us.Other().String() + " has no such " + t.takes.String()
		}
	case !t.quiet:
		return ""
	case targets == 0:
		return "the square is occupied; captures are written with x and the name of the man"
	}
	for sq := range men.All() {
		if t.reach(&b, us, sq)&targets != 0 {
			return "it would leave the king in check"
		}
	}
	return "no such " + t.role.String() + " can move there"
}

// reach returns the squares that a man can move to or, by the pattern, capture on. It does not look at checks.
func (t *pattern) reach(b *chess.Board, us chess.Color, sq chess.Square) chess.Bitboard {
	if t.role != chess.Pawn || !t.quiet {
		return chess.Attacks(chess.NewPiece(us, t.role), sq, b.Occupied())
	}
	one := func(bb chess.Bitboard) chess.Bitboard {
		if us == chess.Black {
			return bb >> 8 &^ b.Occupied()
		}
		return bb << 8 &^ b.Occupied()
	}
	step := one(sq.BB())
	if rowFrom(us, sq) == 1 {
		step |= one(step)
	}
	return step
}
