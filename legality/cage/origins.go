package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// unpromotedOrigins returns the origins of a man of a role that was not promoted: home squares, and for rooks also those where
// castling puts them.
func unpromotedOrigins(c chess.Color, role chess.Role) chess.Bitboard {
	return origins(c, role) &^ chess.RowBB(c.LastRow())
}

// refutePromotedMen refutes a setup by Lemma 12, or returns 0. Either more men must have been promoted than pawns are gone, or
// more men of a kind cannot have been promoted than the start has.
func (f *Finder) refutePromotedMen(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	const (
		tooMany = "pawns let none of these men in from home, so that more were promoted than pawns are gone"
		tooFew  = "pawns let none of these men in from the last row, so that none was promoted, and the start has fewer"
	)
	f.unmoved = immobileMen(&s.Board)
	for c := chess.White; c <= chess.Black; c++ {
		if men := f.tooManyPromoted(s, c); men != 0 {
			return verdict.PromotedMen, verdict.Men(tooMany, men)
		}
		if men := f.tooFewPromoted(s, c); men != 0 {
			return verdict.PromotedMen, verdict.Men(tooFew, men)
		}
	}
	return 0, verdict.Evidence{}
}

// officerKinds lists the officers of a color, bishops by the color of their squares. The number start is that of the initial
// position.
var officerKinds = [...]struct {
	role    chess.Role
	squares chess.Bitboard
	start   int
}{
	{chess.Knight, ^chess.Bitboard(0), 2}, {chess.Bishop, chess.DarkSquares, 1}, {chess.Bishop, ^chess.DarkSquares, 1},
	{chess.Rook, ^chess.Bitboard(0), 2}, {chess.Queen, ^chess.Bitboard(0), 1},
}

// tooManyPromoted returns men of a color that were surely promoted, if surely promoted men and pawns are together more than
// eight. Otherwise it returns no men.
//
// The first loop is a cheap bound: it takes all enclosed men for promoted.
func (f *Finder) tooManyPromoted(s *chess.Setup, c chess.Color) chess.Bitboard {
	b := &s.Board
	spare := 8 - b.Pieces(c, chess.Pawn).Count() // pawns gone, less the promotions counted so far
	var candidates [len(officerKinds)]chess.Bitboard
	var excess [len(officerKinds)]int // men beyond those of the start
	most := 0                         // further promotions if all candidates are promoted
	for i, k := range officerKinds {
		men := b.Pieces(c, k.role) & k.squares
		candidates[i] = f.enclosedMen(b, men, unpromotedOrigins(c, k.role))
		excess[i] = max(0, men.Count()-k.start)
		spare -= excess[i]
		most += max(0, candidates[i].Count()-excess[i])
	}
	if most <= spare {
		return 0
	}
	var all chess.Bitboard
	for i, k := range officerKinds {
		promoted := f.menNeverOn(s, candidates[i], unpromotedOrigins(c, k.role))
		spare -= max(0, promoted.Count()-excess[i])
		all |= promoted
	}
	if spare >= 0 {
		return 0
	}
	return all
}

// tooFewPromoted returns men of one kind that were surely not promoted, if they are more than the start has. Otherwise it returns
// no men.
func (f *Finder) tooFewPromoted(s *chess.Setup, c chess.Color) chess.Bitboard {
	b := &s.Board
	last := chess.RowBB(c.LastRow())
	for _, k := range officerKinds {
		men := f.enclosedMen(b, b.Pieces(c, k.role)&k.squares, last)
		if men.Count() <= k.start {
			continue
		}
		if unpromoted := f.menNeverOn(s, men, last); unpromoted.Count() > k.start {
			return unpromoted
		}
	}
	return 0
}

// enclosedMen returns the men that reach no square of a set, while the pawns of the setup and the unmoved men stand as they do.
func (f *Finder) enclosedMen(b *chess.Board, men, set chess.Bitboard) (enclosed chess.Bitboard) {
	for bb := men; bb != 0; bb &= bb - 1 {
		if sq := bb.First(); f.reachFrom(b, b.RoleAt(sq), sq)&set == 0 {
			enclosed |= sq.BB()
		}
	}
	return enclosed
}

// menNeverOn returns the men that the model of Lemma 2, with the unmoved men of Lemma 11, brings to no square of a set.
func (f *Finder) menNeverOn(s *chess.Setup, men, set chess.Bitboard) (never chess.Bitboard) {
	b := &s.Board
	for bb := men; bb != 0; bb &= bb - 1 {
		if sq := bb.First(); f.neverOn(s, sq, set, f.reachFrom(b, b.RoleAt(sq), sq), f.unmoved) {
			never |= sq.BB()
		}
	}
	return never
}

// reachFrom returns the squares that an officer of a role reaches from a square among the pawns of a board and the unmoved men.
func (f *Finder) reachFrom(b *chess.Board, role chess.Role, sq chess.Square) chess.Bitboard {
	return chess.Flood(role, sq.BB(), b.Of(chess.Pawn)|f.unmoved)
}
