package bound

import "chesscensus/chess"

// This file has functions that move sets of squares. In this package a set named free holds
// the squares that are not blocked: those that men can enter.

const (
	fileA, fileH = chess.FileA, chess.FileH
	// pawnRows are the rows on which pawns stand.
	pawnRows = ^(chess.Row1 | chess.Row8)
	// maxCaptures is the largest number of captures that a pawn can make.
	maxCaptures = 6
)

// slide returns bb and the free squares reached from it by any number of steps over free squares, where a step adds
// n to the number of a square. The caller removes from free the file that a step enters only by leaving the board.
// Three doublings reach all squares, as a slider makes at most seven steps.
func slide(bb, free chess.Bitboard, n int) chess.Bitboard {
	if n > 0 {
		s := uint(n) & 63
		bb |= free & (bb << s)
		free &= free << s
		bb |= free & (bb << (2 * s & 63))
		free &= free << (2 * s & 63)
		return bb | free&(bb<<(4*s&63))
	}
	s := uint(-n) & 63
	bb |= free & (bb >> s)
	free &= free >> s
	bb |= free & (bb >> (2 * s & 63))
	free &= free >> (2 * s & 63)
	return bb | free&(bb>>(4*s&63))
}

// rookSteps returns bb and the squares that rooks on bb reach in one move when only blocked squares stop them.
func rookSteps(bb, free chess.Bitboard) chess.Bitboard {
	return slide(bb, free, 8) | slide(bb, free, -8) | slide(bb, free&^fileA, 1) | slide(bb, free&^fileH, -1)
}

// bishopSteps is like rookSteps for bishops.
func bishopSteps(bb, free chess.Bitboard) chess.Bitboard {
	a, h := free&^fileA, free&^fileH
	return slide(bb, a, 9) | slide(bb, a, -7) | slide(bb, h, 7) | slide(bb, h, -9)
}

// officerSteps returns bb and the squares that officers of role r on bb reach in one
// move when only blocked squares stop them.
func officerSteps(r chess.Role, bb, free chess.Bitboard) chess.Bitboard {
	switch r {
	case chess.Knight:
		return bb | chess.Steps(r, bb)&free
	case chess.Bishop:
		return bishopSteps(bb, free)
	case chess.Rook:
		return rookSteps(bb, free)
	}
	return rookSteps(bb, free) | bishopSteps(bb, free)
}

// pushSources returns bb and the free squares from which a pawn of color c reaches it by steps straight ahead. A
// double step passes over the square of the single one, so that it leads nowhere else.
func pushSources(c chess.Color, bb, free chess.Bitboard) chess.Bitboard {
	return slide(bb, free&pawnRows, 16*int(c&1)-8)
}

// layers holds the squares from which a pawn reaches its target with at most 0, 1, ..., maxCaptures captures.
type layers [maxCaptures + 1]chess.Bitboard

// pawnLayers returns the squares from which pawns of color c get to one of the free squares in targets with at most
// k captures; entries past k are equal to that of k. A capture, en passant or not, takes a pawn to a square that is
// not blocked: the man on a blocked square is never captured, and nothing ever enters it.
func pawnLayers(c chess.Color, targets, free chess.Bitboard, k int) (l layers) {
	bb := pushSources(c, targets, free)
	l[0] = bb
	for i := 1; i < len(l); i++ {
		if i <= k {
			bb |= pushSources(c, chess.AllPawnAttacks(c.Other(), bb)&free&pawnRows, free)
		}
		l[i] = bb
	}
	return l
}

// pawnRegion returns layer k of pawnLayers alone.
func pawnRegion(c chess.Color, targets, free chess.Bitboard, k int) chess.Bitboard {
	bb := pushSources(c, targets, free)
	for range k {
		next := bb | pushSources(c, chess.AllPawnAttacks(c.Other(), bb)&free&pawnRows, free)
		if next == bb {
			break
		}
		bb = next
	}
	return bb
}

// cones holds for every color and square the squares from which a pawn gets there on
// an empty board with at most k captures: |file distance| <= min(row distance, k).
var cones = func() (t [2][64]layers) {
	for c := range t {
		for sq := range t[c] {
			t[c][sq] = pawnLayers(chess.Color(c), chess.Square(sq).BB(), ^chess.Bitboard(0), maxCaptures)
		}
	}
	return t
}()

// permanentAttacks returns the squares that men of color c on the immobile squares attack
// whatever stands elsewhere: a slider's neighbors, and all squares that other men attack.
func permanentAttacks(b *chess.Board, c chess.Color, immobile chess.Bitboard) chess.Bitboard {
	immobile &= b.Colored(c)
	if immobile == 0 {
		return 0
	}
	queens, king := b.Of(chess.Queen), b.Of(chess.King)
	return chess.AllPawnAttacks(c, immobile&b.Of(chess.Pawn)) |
		chess.Steps(chess.Knight, immobile&b.Of(chess.Knight)) |
		chess.Steps(chess.Rook, immobile&(b.Of(chess.Rook)|queens|king)) |
		chess.Steps(chess.Bishop, immobile&(b.Of(chess.Bishop)|queens|king))
}
