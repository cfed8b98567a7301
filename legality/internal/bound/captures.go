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
// A pawn needs at least as many captures as the number of the first layer that holds it. The rest
// is Lemma 7. If even the sum of the worst candidates is within the limit, nothing is asked.
func (s *side) fitCaptures(g *Goal) bool {
	lay := s.layout
	s.pawnExcluded = false
	if s.captures == 0 || lay.pawns == 0 {
		return true
	}
	limit := g.sides[s.color.Other()].lost
	worstCase := 0
	for j := range lay.pawns {
		worstCase += lay.layers[j].firstHoldingAll(s.candidates[j], s.captures)
	}
	if worstCase <= limit {
		return true
	}
	problem := &g.assignment
	pawns := s.rows & g.now.Board.Of(chess.Pawn)
	if problem.N = pawns.Count(); problem.N < lay.pawns {
		return g.fail(verdict.Count(pawnNote[s.color], problem.N, lay.pawns))
	}
	row := 0
	for bb := pawns; bb != 0; bb &= bb - 1 {
		problem.Cost[row] = [maxColumns]uint8{}
		for j := range lay.pawns {
			problem.Cost[row][j] = lay.layers[j].first(s.candidates[j] & bb & -bb)
		}
		row++
	}
	var prices assign.Prices // not those of last time: what is excluded below depends on them
	total := problem.Solve(&prices)
	if total >= assign.Forbidden {
		return g.fail(verdict.Men(placesNote[s.color], s.shownPawns()))
	}
	if total > limit {
		return g.fail(verdict.Count(capturesNote[s.color], total, limit).At(s.shownPawns()))
	}
	row = 0
	for bb := pawns; bb != 0; bb &= bb - 1 {
		for j := range lay.pawns {
			if s.candidates[j]&bb&-bb != 0 && total+problem.Reduced(row, j, &prices) > limit {
				s.candidates[j] &^= bb & -bb
				s.pawnExcluded = true
			}
		}
		row++
	}
	return true
}

var placesNote = [2]string{"the white pawns cannot get to these places", "the black pawns cannot get to these places"}

// shownPawns returns the places of the columns of pawns.
func (s *side) shownPawns() (bb chess.Bitboard) {
	for j := range s.layout.pawns {
		bb |= s.layout.square[j].BB()
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

// firstHoldingAll returns the number of the first layer that holds all squares, at most k.
func (l *layers) firstHoldingAll(bb chess.Bitboard, k int) int {
	for i := range k {
		if bb&^l[i] == 0 {
			return i
		}
	}
	return k
}

// requireCaptures finds the captures that pawns of color c must make, and where, and gives them
// to the other side as required captures of its units. It reports whether they have
// changed, and second whether there are not too many.
//
// That these captures are made is Lemma 8.
func (g *Goal) requireCaptures(c chess.Color) (changed, ok bool) {
	s, them := &g.sides[c], &g.sides[c.Other()]
	lay := s.layout
	count := 0
	for j := range lay.pawns {
		candidates := s.candidates[j]
		if candidates&lay.layers[j][0] != 0 {
			continue
		}
		reached := forwardLayers(c, candidates, lay.free, s.captures)
		squares := lay.square[j].BB()
		for k := s.captures; ; k-- {
			squares = pushed(c, squares, lay.free)
			if squares&candidates != 0 {
				break
			}
			if squares &= reached[max(k, 0)]; squares == 0 || k <= 0 || count >= them.lost || count >= maxColumns {
				return false, g.fail(verdict.Count(capturesNote[c], count+1, them.lost).At(lay.square[j].BB()))
			}
			changed = changed || count >= them.requiredCaptures || them.requiredSquares[count] != squares
			them.requiredSquares[count] = squares
			count++
			squares = chess.AllPawnAttacks(c.Other(), squares) & lay.free & pawnRows
		}
	}
	changed = changed || count != them.requiredCaptures
	them.requiredCaptures = count
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
	b, free := &g.now.Board, s.layout.free
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
