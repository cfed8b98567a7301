package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// homeOf returns the squares of the start, or where castling puts rooks, on which a man of a role enters the game unless it is
// promoted.
func homeOf(c chess.Color, role chess.Role) chess.Bitboard {
	return origins(c, role) &^ chess.RowBB(c.LastRow())
}

// promotedMen refutes a setup by Lemma 12: more men must have been promoted than pawns are gone, or more men of a kind
// cannot have been than the start has. It returns 0 if it does not.
func (f *Finder) promotedMen(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	f.unmoved = immobile(&s.Board)
	for c := chess.White; c <= chess.Black; c++ {
		if men := f.tooManyPromoted(s, c); men != 0 {
			return verdict.PromotedMen, verdict.Men("pawns let none of these men in from home, so that more were promoted than pawns are gone", men)
		}
		if men := f.tooFewPromoted(s, c); men != 0 {
			return verdict.PromotedMen, verdict.Men("pawns let none of these men in from the last row, so that none was promoted, and the start has fewer", men)
		}
	}
	return 0, verdict.Evidence{}
}

// kinds are the officers, bishops by color of square, with their numbers at the start.
var kinds = [...]struct {
	role    chess.Role
	squares chess.Bitboard
	start   int
}{
	{chess.Knight, ^chess.Bitboard(0), 2}, {chess.Bishop, chess.DarkSquares, 1}, {chess.Bishop, ^chess.DarkSquares, 1},
	{chess.Rook, ^chess.Bitboard(0), 2}, {chess.Queen, ^chess.Bitboard(0), 1},
}

// tooManyPromoted returns men that cannot be those of the start, where these and the pawns are more than eight; else nothing.
func (f *Finder) tooManyPromoted(s *chess.Setup, c chess.Color) chess.Bitboard {
	b := &s.Board
	spare := 8 - b.Pieces(c, chess.Pawn).Count()
	var candidates [len(kinds)]chess.Bitboard
	most := 0 // promotions if all candidates are promoted
	for i, k := range kinds {
		men := b.Pieces(c, k.role) & k.squares
		candidates[i] = f.enclosed(b, k.role, men, homeOf(c, k.role))
		spare -= max(0, men.Count()-k.start)
		most += max(0, candidates[i].Count()-max(0, men.Count()-k.start))
	}
	if most <= spare {
		return 0
	}
	var all chess.Bitboard
	for i, k := range kinds {
		men := b.Pieces(c, k.role) & k.squares
		shut := f.shutFrom(s, k.role, candidates[i], homeOf(c, k.role))
		spare -= max(0, shut.Count()-max(0, men.Count()-k.start))
		all |= shut
	}
	if spare >= 0 {
		return 0
	}
	return all
}

// tooFewPromoted returns men of one kind that cannot have been promoted, if the start has fewer; else nothing.
func (f *Finder) tooFewPromoted(s *chess.Setup, c chess.Color) chess.Bitboard {
	b := &s.Board
	last := chess.RowBB(c.LastRow())
	for _, k := range kinds {
		men := f.enclosed(b, k.role, b.Pieces(c, k.role)&k.squares, last)
		if men.Count() <= k.start {
			continue
		}
		if shut := f.shutFrom(s, k.role, men, last); shut.Count() > k.start {
			return shut
		}
	}
	return 0
}

// enclosed returns those men that the pawns of the setup, as they stand, and unmoved men keep from all squares of a set.
func (f *Finder) enclosed(b *chess.Board, role chess.Role, men, set chess.Bitboard) (shut chess.Bitboard) {
	for bb := men; bb != 0; bb &= bb - 1 {
		if chess.Flood(role, bb&-bb, b.Of(chess.Pawn)|f.unmoved)&set == 0 {
			shut |= bb & -bb
		}
	}
	return shut
}

// shutFrom returns those men that the model of Lemma 2, with the unmoved men of Lemma 11, brings to no square of a set.
func (f *Finder) shutFrom(s *chess.Setup, role chess.Role, men, set chess.Bitboard) (shut chess.Bitboard) {
	for bb := men; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		f.retraction.goal, f.retraction.emptySquare, f.retraction.entrySquares = set, chess.NoSquare, 0
		f.retraction.build(s, chess.Flood(role, sq.BB(), s.Board.Of(chess.Pawn)|f.unmoved), role)
		f.retraction.unmoved = f.unmoved
		if f.excludes(role, sq.BB()) {
			shut |= sq.BB()
		}
	}
	return shut
}
