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

// limitCaptures assigns pawns to the goal's pawns with the least number of captures. It
// reports false, with a reason in g.failure, if there is no assignment or that number exceeds
// the limit, the losses of the other color. It removes a pawn from the candidates of a place if
// the number would exceed the limit with this pair, and sets pawnExcluded then: Lemma 7.
//
// A pawn needs at least as many captures as the number of the first layer that holds it. No
// assignment is solved if even the sum of the worst candidates is within the limit.
func (s *side) limitCaptures(g *Goal) bool {
	layout := s.layout
	s.pawnExcluded = false
	if s.captures == 0 || layout.pawnColumns == 0 {
		return true
	}
	limit := g.sides[s.color.Other()].losses
	worstCase := 0
	for j := range layout.pawnColumns {
		worstCase += layout.layers[j].firstHoldingAll(s.candidates[j], s.captures)
	}
	if worstCase <= limit {
		return true
	}
	problem := &g.problem
	pawns := s.rows & g.current.Board.Of(chess.Pawn)
	if problem.N = pawns.Count(); problem.N < layout.pawnColumns {
		return g.fail(verdict.Count(pawnNote[s.color], problem.N, layout.pawnColumns))
	}
	row := 0
	for bb := pawns; bb != 0; bb &= bb - 1 {
		pawn := bb & -bb
		problem.Cost[row] = [maxColumns]uint8{}
		for j := range layout.pawnColumns {
			problem.Cost[row][j] = layout.layers[j].first(s.candidates[j] & pawn)
		}
		row++
	}
	var prices assign.Prices // always from 0: the exclusions below depend on the prices
	total := problem.Solve(&prices)
	if total >= assign.Forbidden {
		return g.fail(verdict.Men(placesNote[s.color], s.pawnPlaces()))
	}
	if total > limit {
		return g.fail(verdict.Count(capturesNote[s.color], total, limit).At(s.pawnPlaces()))
	}
	row = 0
	for bb := pawns; bb != 0; bb &= bb - 1 {
		pawn := bb & -bb
		for j := range layout.pawnColumns {
			if s.candidates[j]&pawn != 0 && total+problem.Reduced(row, j, &prices) > limit {
				s.candidates[j] &^= pawn
				s.pawnExcluded = true
			}
		}
		row++
	}
	return true
}

var placesNote = [2]string{"the white pawns cannot get to these places", "the black pawns cannot get to these places"}

// pawnPlaces returns the squares of the goal's pawns that have columns.
func (s *side) pawnPlaces() (bb chess.Bitboard) {
	for j := range s.layout.pawnColumns {
		bb |= s.layout.square[j].BB()
	}
	return bb
}

// first returns the number of the first layer that holds a square of the set, or unreachable.
func (l *layers) first(set chess.Bitboard) uint8 {
	for i, bb := range l {
		if bb&set != 0 {
			return uint8(i)
		}
	}
	return unreachable
}

// firstHoldingAll returns the number of the first layer that holds all squares of the set, or k
// if none below k does.
func (l *layers) firstHoldingAll(set chess.Bitboard, k int) int {
	for i := range k {
		if set&^l[i] == 0 {
			return i
		}
	}
	return k
}

// findRequiredCaptures finds the captures that pawns of color c must make and their squares,
// and stores them in the other side as required captures of its units: Lemma 8. It reports
// whether they have changed. It reports ok false if a capture is impossible, or if they are more
// than the other side's losses.
//
// For each place that no candidate reaches without a capture, it goes back from the place,
// capture by capture, until a candidate reaches the squares by steps alone.
func (g *Goal) findRequiredCaptures(c chess.Color) (changed, ok bool) {
	s, them := &g.sides[c], &g.sides[c.Other()]
	layout := s.layout
	count := 0
	for j := range layout.pawnColumns {
		candidates := s.candidates[j]
		if candidates&layout.layers[j][0] != 0 {
			continue
		}
		reached := forwardLayers(c, candidates, layout.free, s.captures)
		squares := layout.square[j].BB()
		for k := s.captures; ; k-- { // the most captures by which the pawn can have come to the squares
			squares = pushSources(c, squares, layout.free)
			if squares&candidates != 0 {
				break
			}
			// The capture is impossible, or there are more than the pawn or the color can make.
			if squares &= reached[max(k, 0)]; squares == 0 || k <= 0 || count >= them.losses || count >= maxColumns {
				return false, g.fail(verdict.Count(capturesNote[c], count+1, them.losses).At(layout.square[j].BB()))
			}
			changed = changed || count >= them.requiredCaptures || them.requiredSquares[count] != squares
			them.requiredSquares[count] = squares
			count++
			squares = chess.AllPawnAttacks(c.Other(), squares) & layout.free & pawnRows
		}
	}
	changed = changed || count != them.requiredCaptures
	them.requiredCaptures = count
	return changed, true
}

// forwardLayers returns the squares that pawns of color c reach from the squares in from
// with at most 0, 1, ..., k captures and without promotion.
func forwardLayers(c chess.Color, from, free chess.Bitboard, k int) (l layers) {
	free &= pawnRows
	bb := pushSources(c.Other(), from, free)
	l[0] = bb
	for i := 1; i <= k; i++ {
		bb |= pushSources(c.Other(), chess.AllPawnAttacks(c, bb)&free, free)
		l[i] = bb
	}
	return l
}

// victims returns the rows that can be captured on one of the targets: those that can get
// there, with or without promotion, and a pawn that can be captured en passant there at once.
// Promotion to queen or knight is enough: a queen reaches all that a rook or bishop does.
func (s *side) victims(g *Goal, targets chess.Bitboard) chess.Bitboard {
	b, free := &g.current.Board, s.layout.free
	queens := chess.Flood(chess.Queen, targets, ^free)
	knights := chess.Flood(chess.Knight, targets, ^free)
	rows := queens&b.Of(chess.Queen) | knights&b.Of(chess.Knight) |
		chess.Flood(chess.Rook, targets, ^free)&b.Of(chess.Rook) | chess.Flood(chess.Bishop, targets, ^free)&b.Of(chess.Bishop)
	pawns := b.Of(chess.Pawn) & s.rows
	if pawns != 0 {
		end := (queens | knights) & chess.RowBB(s.color.LastRow())
		rows |= pawnRegion(s.color, targets|end, free, s.captures) & pawns
	}
	return (rows | s.enPassantVictim(g, targets)) & s.rows
}

// enPassantVictim returns the square of the pawn of side s that can be captured en passant in
// the current position, if the capture goes to one of the targets; otherwise no square.
func (s *side) enPassantVictim(g *Goal, targets chess.Bitboard) chess.Bitboard {
	if ep := g.current.EP.BB(); ep&targets != 0 && g.current.Turn != s.color {
		return ep.Ahead(s.color)
	}
	return 0
}
