package notation

import (
	"slices"

	"chesscensus/chess"
)

// A pattern holds the properties of a move that a text states, in a position. A property that the text does not state is NoRole or
// the set of all squares.
type pattern struct {
	role   chess.Role
	from   chess.Bitboard
	target chess.Bitboard // of the captured man, or where a quiet move ends
	quiet  bool           // not a capture
	takes  chess.Role     // role of the captured man
	promo  chess.Role
	castle byte // 'K' or 'Q', else 0
	marks  mark
}

// fits reports whether a legal move has the properties of the pattern, except marks. The target of an en passant capture may be the
// square of the captured pawn or the one that is reached.
func (pat *pattern) fits(m chess.Move) bool {
	if pat.castle != 0 || m.Castles() {
		return m.Castles() && pat.castle == castleOf(m)
	}
	fitsRole := pat.role == chess.NoRole || pat.role == m.Role()
	fitsPromotion := pat.promo == chess.NoRole || pat.promo == m.Promotion()
	if !fitsRole || !fitsPromotion || !pat.from.Has(m.From()) {
		return false
	}
	if pat.quiet || m.Captured() == chess.NoRole {
		return pat.quiet && m.Captured() == chess.NoRole && pat.target.Has(m.To())
	}
	if pat.takes != m.Captured() && pat.takes != chess.NoRole {
		return false
	}
	return pat.target.Has(m.CapturedOn()) || m.EnPassant() && pat.target.Has(m.To())
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
func (pat *pattern) find(n Notation, p *chess.Position, text string) (chess.Move, error) {
	var buf [256]chess.Move
	moves := p.Moves(buf[:0])
	var matchBuf [256]chess.Move
	matches := matchBuf[:0]
	for _, m := range moves {
		if pat.fits(m) {
			matches = append(matches, m)
		}
	}
	if len(matches) > 1 && pat.marks != 0 {
		matches = pat.withTrueMarks(p, matches)
	}
	switch {
	case len(matches) == 1:
		return matches[0], nil
	case len(matches) == 0:
		return 0, moveError(n, p, text, ErrNoMove, pat.reasonAgainst(p), pat.nearMisses(moves))
	case pat.promo == chess.NoRole && samePath(matches):
		return 0, moveError(n, p, text, ErrPromotion, "", slices.Clone(matches))
	}
	return 0, moveError(n, p, text, ErrAmbiguous, "", slices.Clone(matches))
}

// samePath reports whether all moves have the same squares, so that only promotions differ.
func samePath(moves []chess.Move) bool {
	first := moves[0]
	return !slices.ContainsFunc(moves, func(m chess.Move) bool { return m.From() != first.From() || m.To() != first.To() })
}

// withTrueMarks returns the moves for which the marks of the pattern are true, or all if they are true for none.
func (pat *pattern) withTrueMarks(p *chess.Position, moves []chess.Move) []chess.Move {
	var matching []chess.Move
	for _, m := range moves {
		after := p.Play(m)
		checkHolds := pat.marks&check == 0 || after.InCheck()
		mateHolds := pat.marks&mate == 0 || after.IsCheckmate()
		enPassantHolds := pat.marks&enPassant == 0 || m.EnPassant()
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
// the squares, else those of the role. A move is to the square that it reaches, also en passant.
func (pat *pattern) nearMisses(moves []chess.Move) (list []chess.Move) {
	if pat.castle != 0 {
		return nil
	}
	sameRole := func(m chess.Move) bool { return pat.role == m.Role() || pat.role == chess.NoRole }
	sameTarget := func(m chess.Move) bool {
		return pat.target.Has(m.To()) && (pat.takes == chess.NoRole || pat.takes == m.Captured())
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

// reasonAgainst returns why no move fits, as far as the diagram shows it, or "" if it does not.
func (pat *pattern) reasonAgainst(p *chess.Position) string {
	b := p.Board()
	us := p.Turn()
	if pat.castle != 0 {
		return "this castling is not possible now"
	}
	if pat.role == chess.NoRole {
		return ""
	}
	if !pat.quiet && pat.takes == chess.King {
		return "a king is never captured"
	}
	men := b.Pieces(us, pat.role) & pat.from
	if men == 0 {
		return us.String() + " has no such " + pat.role.String()
	}
	if !pat.quiet && pat.takes == chess.NoRole {
		return ""
	}
	targets, ifNone := pat.targetsNow(&b, us)
	if targets == 0 {
		return ifNone
	}
	for sq := range men.All() {
		if pat.reach(&b, us, sq)&targets != 0 {
			return "it would leave the king in check"
		}
	}
	return "no such " + pat.role.String() + " can move there"
}

// targetsNow returns the squares of the target to which a move of side us can lead now: those of men to capture, or empty ones.
// The text says why a move is impossible if there are none.
func (pat *pattern) targetsNow(b *chess.Board, us chess.Color) (targets chess.Bitboard, ifNone string) {
	if pat.quiet {
		return pat.target &^ b.Occupied(), "the square is occupied; captures are written with x and the name of the man"
	}
	return pat.target & b.Pieces(us.Other(), pat.takes), us.Other().String() + " has no such " + pat.takes.String()
}

// reach returns the squares that a man can move to or, by the pattern, capture on. It does not look at checks.
func (pat *pattern) reach(b *chess.Board, us chess.Color, sq chess.Square) chess.Bitboard {
	if pat.role != chess.Pawn || !pat.quiet {
		return chess.Attacks(chess.NewPiece(us, pat.role), sq, b.Occupied())
	}
	one := func(bb chess.Bitboard) chess.Bitboard {
		if us == chess.Black {
			return bb >> 8 &^ b.Occupied()
		}
		return bb << 8 &^ b.Occupied()
	}
	step := one(sq.BB())
	if rowFrom(us, sq) == 1 { // the pawn stands on its second row
		step |= one(step)
	}
	return step
}
