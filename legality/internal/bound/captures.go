package bound

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
	"chesscensus/legality/verdict"
)

var capturesNote = [2]string{
	"captures that the white pawns need at least, and black men to be captured",
	"captures that the black pawns need at least, and white men to be captured",
}

// fitCaptures assigns pawns to the goal's pawns so that they make as few captures as
// possible, all others free. That number must not exceed the captures that the color
// has left; and a pawn is excluded from a place if with this pair the number would.
//
// A pawn needs at least as many captures as the least layer says that holds it. The rest is
// Lemma 7.
func (s *side) fitCaptures(g *Goal) bool {
	x := s.lay
	s.cut = false
	if s.captures == 0 || x.pawns == 0 {
		return true
	}
	limit := g.sides[s.color.Other()].lost
	most := 0
	for j := range x.pawns {
		most += x.layers[j].worst(s.cand[j], s.captures)
	}
	if most <= limit {
		return true
	}
	h := &g.hung
	pawns := s.rows & g.now.Board.Of(chess.Pawn)
	if h.N = pawns.Count(); h.N < x.pawns {
		return g.fail(verdict.Count(pawnNote[s.color], h.N, x.pawns))
	}
	i := 0
	for bb := pawns; bb != 0; bb &= bb - 1 {
		h.Cost[i] = [maxColumns]uint8{}
		for j := range x.pawns {
			h.Cost[i][j] = x.layers[j].first(s.cand[j] & bb & -bb)
		}
		i++
	}
	var v assign.Prices // not those of last time: what is excluded below depends on them
	total := h.Solve(&v)
	if total >= assign.Forbidden {
		return g.fail(verdict.Men(placesNote[s.color], s.shownPawns()))
	}
	if total > limit {
		return g.fail(verdict.Count(capturesNote[s.color], total, limit).At(s.shownPawns()))
	}
	i = 0
	for bb := pawns; bb != 0; bb &= bb - 1 {
		for j := range x.pawns {
			if s.cand[j]&bb&-bb != 0 && total+h.Reduced(i, j, &v) > limit {
				s.cand[j] &^= bb & -bb
				s.cut = true
			}
		}
		i++
	}
	return true
}

var placesNote = [2]string{"the white pawns cannot get to these places", "the black pawns cannot get to these places"}

// shownPawns returns the places of the columns of pawns.
func (s *side) shownPawns() (bb chess.Bitboard) {
	for j := range s.lay.pawns {
		bb |= s.lay.square[j].BB()
	}
	return bb
}

// first returns the number of the first layer that holds the square, or unreachable.
func (l *layers) first(sq chess.Bitboard) uint8 {
	for i, bb := range l {
		if bb&sq != 0 {
			return uint8(i)
		}
	}
	return unreachable
}

// worst returns the number of the first layer that holds all squares, at most k.
func (l *layers) worst(bb chess.Bitboard, k int) int {
	for i := range k {
		if bb&^l[i] == 0 {
			return i
		}
	}
	return k
}

// require finds the captures that pawns of color c must make, and where, and gives them
// to the other side as required captures of its units. It reports whether they have
// changed, and second whether there are not too many.
//
// That these captures are made is Lemma 8.
func (g *Goal) require(c chess.Color) (changed, ok bool) {
	s, them := &g.sides[c], &g.sides[c.Other()]
	x := s.lay
	n := 0
	for j := range x.pawns {
		from := s.cand[j]
		if from&x.layers[j][0] != 0 {
			continue
		}
		reached := forwardLayers(c, from, x.free, s.captures)
		bb := x.square[j].BB()
		for k := s.captures; ; k-- {
			bb = pushed(c, bb, x.free)
			if bb&from != 0 {
				break
			}
			if bb &= reached[max(k, 0)]; bb == 0 || k <= 0 || n >= them.lost || n >= maxColumns {
				return false, g.fail(verdict.Count(capturesNote[c], n+1, them.lost).At(x.square[j].BB()))
			}
			changed = changed || n >= them.sets || them.set[n] != bb
			them.set[n] = bb
			n++
			bb = chess.AllPawnAttacks(c.Other(), bb) & x.free & pawnRows
		}
	}
	changed = changed || n != them.sets
	them.sets = n
	return changed, true
}

// forwardLayers returns where pawns of color c on the squares of from can be after at
// most 0, 1, ..., k captures, promotion aside.
func forwardLayers(c chess.Color, from, free chess.Bitboard, k int) (l layers) {
	free &= pawnRows
	bb := pushed(c.Other(), from, free)
	l[0] = bb
	for i := 1; i <= k; i++ {
		bb |= pushed(c.Other(), chess.AllPawnAttacks(c, bb)&free, free)
		l[i] = bb
	}
	return l
}

// victims returns the rows that can be captured on a square of set: those that can get
// there, as what they are or after promotion, and a pawn that can be captured en
// passant there at once.
func (s *side) victims(g *Goal, set chess.Bitboard) chess.Bitboard {
	b, free := &g.now.Board, s.lay.free
	queens := chess.Flood(chess.Queen, set, ^free)
	knights := chess.Flood(chess.Knight, set, ^free)
	bb := queens&b.Of(chess.Queen) | knights&b.Of(chess.Knight) |
		chess.Flood(chess.Rook, set, ^free)&b.Of(chess.Rook) | chess.Flood(chess.Bishop, set, ^free)&b.Of(chess.Bishop)
	pawns := b.Of(chess.Pawn) & s.rows
	if pawns != 0 {
		end := (queens | knights) & chess.RowBB(s.color.LastRow())
		bb |= pawnRegion(s.color, set|end, free, s.captures) & pawns
	}
	return (bb | s.passing(g, set)) & s.rows
}

// passing returns the pawn that can be captured en passant now on a square of set.
func (s *side) passing(g *Goal, set chess.Bitboard) chess.Bitboard {
	if ep := g.now.EP.BB(); ep&set != 0 && g.now.Turn != s.color {
		return ep.Ahead(s.color)
	}
	return 0
}
