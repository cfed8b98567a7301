package bound

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
)

// Bound returns a lower bound on the number of plies of any play from p to the goal,
// and [Infinite] if it is proven that there is none. It is 0 exactly if p is the goal.
//
// With moves(c) a lower bound on the moves of color c,
//
//	plies >= 2 moves(white) + [black to move in p] - [black to move in the goal]
//	plies >= 2 moves(black) + [white to move in p] - [white to move in the goal]
//
// since the sides move in turn: if both positions have the same side to move, both
// sides make equally many moves, and otherwise the side to move in p makes one more.
//
//	moves(c) = max(king + assignment, units of the other color still to be captured)
//
// Every unit of color c of p that is neither blocked nor the king ends as one unit of the goal or is captured, so
// that every play defines an assignment of rows to columns. Its cost is the sum of the shortest ways of all units
// to their places, and every move of the play is a move of one unit, except castling.
//
// Castling counts as a move of the rook over squares that are empty and so not blocked. The king moves from its home
// to its castled square at no cost. So in a play with castling the king costs at least its way from the castled
// square. If that is not shorter than its way from home, the bound without castling holds for the play. Otherwise
// plays with this castling have a bound of their own, with one move for castling and both men on their castled
// squares. The least bound holds for all plays. A color castles at most once.
//
// En passant: the pawn makes a capture like any other, and the victim moves to the square where it is captured, see
// Lemma 8. If p allows the capture, the victim need not move at all.
//
// The bound does not depend on earlier calls. Bound does not allocate. For successive positions with the same blocked
// squares it costs half a microsecond to two (with captures left), for a first position about thirteen; see
// BenchmarkBound.
func (g *Goal) Bound(p *chess.Position) int {
	s := p.Setup()
	if s == g.setup {
		g.latestMoves = [2]int{}
		return 0
	}
	if !g.analyse(p) {
		return Infinite
	}
	sameTurn := s.Turn == g.setup.Turn
	plies := 1
	if sameTurn {
		plies = 2
	}
	for c := range g.sides {
		m := g.leastMoves(&g.sides[c])
		if m >= assign.Forbidden {
			return Infinite
		}
		g.latestMoves[c] = m
		switch {
		case sameTurn:
			plies = max(plies, 2*m)
		case int(s.Turn) == c:
			plies = max(plies, 2*m-1)
		default:
			plies = max(plies, 2*m+1)
		}
	}
	return plies
}

// Moves returns the lower bounds on the moves of both colors from the latest call of
// [Goal.Bound]. They have no meaning if that returned Infinite.
func (g *Goal) Moves() (white, black int) {
	return g.latestMoves[chess.White], g.latestMoves[chess.Black]
}

// Reachable reports whether Bound would be less than Infinite. It only tests whether an
// assignment exists, and computes no distances. So it costs less than Bound for a goal that is
// used once. If the result is false, [Goal.Failure] returns the reason.
func (g *Goal) Reachable(p *chess.Position) bool {
	if p.Setup() == g.setup {
		return true
	}
	return g.analyse(p) && (g.tooManyMen || g.sides[0].assignable(g) && g.sides[1].assignable(g))
}

// leastMoves returns moves(c) of a side after analyse. It keeps the latest result: in a search the positions follow
// each other by single moves, so that every second one at least has the same men of the color.
func (g *Goal) leastMoves(s *side) int {
	them := &g.sides[s.color.Other()]
	if g.tooManyMen {
		return them.losses
	}
	b := &g.current.Board
	key := cachedMoves{free: s.layout.free, captures: s.captures, castling: g.current.Castling.Of(s.color)}
	own := b.Colored(s.color)
	for r := chess.Pawn; r <= chess.King; r++ {
		key.men[r] = own & b.Of(r)
	}
	special := s.pawnExcluded || s.requiredCaptures > 0
	if special || !g.cached[s.color].hasKeyOf(&key) {
		m := g.leastCost(s)
		if special {
			return max(m, them.losses)
		}
		key.moves = m
		g.cached[s.color] = key
	}
	return max(g.cached[s.color].moves, them.losses)
}

// leastCost returns the moves of the king and the least cost of the assignment, with and without castling.
func (g *Goal) leastCost(s *side) int {
	layout := s.layout
	layout.measure(g)
	king := g.current.Board.King(s.color)
	if g.blocked.Has(king) {
		return g.assign(s, chess.NoSquare, chess.NoSquare)
	}
	stay := int(layout.kingWay[king&63])
	least := g.assign(s, chess.NoSquare, chess.NoSquare) + stay
	for r := g.current.Castling.Of(s.color); r != 0; r &= r - 1 {
		m := &castles[bits.TrailingZeros8(uint8(r))&3]
		both := m.king.BB() | m.rook.BB()
		if layout.free&(m.empty|both) != m.empty|both || layout.attacked&m.safe != 0 {
			continue
		}
		if way := int(layout.kingWay[m.kingTo]); way < stay {
			least = min(least, 1+way+g.assign(s, m.rook, m.rookTo))
		}
	}
	return least
}

// assign solves the assignment of the side and returns its cost: the least sum of the ways of all units but the
// king. Unless from is NoSquare, the unit on from starts on to, as a rook after castling.
func (g *Goal) assign(s *side, from, to chess.Square) int {
	layout, problem := s.layout, &g.problem
	problem.N = s.columns
	if problem.N == 0 {
		return 0
	}
	b := &g.current.Board
	i := 0
	for r := chess.Pawn; r <= chess.Queen; r++ {
		for bb := s.rows & b.Of(r); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			s.rowSquare[i] = sq
			if sq == from {
				sq = to
			}
			row := &problem.Cost[i]
			*row = layout.row[r][sq&63]
			for j := layout.columns; j < problem.N; j++ {
				row[j&15] = 0
			}
			if s.pawnExcluded && r == chess.Pawn {
				for j := range layout.pawnColumns {
					if s.candidates[j]&bb&-bb == 0 {
						row[j] = unreachable
					}
				}
			}
			i++
		}
	}
	for k := range s.requiredCaptures {
		g.fillRequiredColumn(s, layout.columns+k, s.requiredSquares[k], from, to)
	}
	return problem.Solve(&layout.price)
}

// fillRequiredColumn writes column j of the cost matrix, that of a required capture: the
// moves of each unit to the nearest of the targets. See assign for from and to.
func (g *Goal) fillRequiredColumn(s *side, j int, targets chess.Bitboard, from, to chess.Square) {
	b, problem := &g.current.Board, &g.problem
	victim := s.enPassantVictim(g, targets)
	i := 0
	for r := chess.Pawn; r <= chess.Queen; r++ {
		bb := s.rows & b.Of(r)
		if bb == 0 {
			continue
		}
		var distance *distances
		if r == chess.Pawn {
			distance = g.tables.victim(s.color, s.captures, targets, s.layout.free)
		} else {
			distance = g.tables.officer(r, targets, s.layout.free)
		}
		for ; bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if sq == from {
				sq = to
			}
			n := distance[sq&63]
			if victim.Has(sq) {
				n = 0
			}
			problem.Cost[i][j] = n
			i++
		}
	}
}

// A Pair is a unit of the position and what becomes of it in an assignment.
type Pair struct {
	From chess.Square
	// To is the unit's place in the goal, NoSquare if it is captured.
	To    chess.Square
	Moves int // the least number of moves
}

// AppendPairs appends the assignment behind the latest finite result of [Goal.Bound]
// to dst: all units of color c that are neither blocked nor the king. Where castling
// makes the bound, the pairs may be those of a play without it.
//
// Of several assignments of equal cost it may be any, depending on earlier calls. After
// [NewGoal] or [Goal.Reset] the same calls in the same order give the same assignments.
func (g *Goal) AppendPairs(dst []Pair, c chess.Color) []Pair {
	s := &g.sides[c]
	if g.tooManyMen || g.current == g.setup || s.columns == 0 {
		return dst
	}
	g.assign(s, chess.NoSquare, chess.NoSquare)
	for j := range s.columns {
		i := g.problem.Row[j] & 15
		p := Pair{From: s.rowSquare[i], To: chess.NoSquare, Moves: int(g.problem.Cost[i][j])}
		if j < s.layout.columns {
			p.To = s.layout.square[j]
		}
		dst = append(dst, p)
	}
	return dst
}

// Failure returns the evidence that the goal is out of reach, after [Goal.Reachable] was false.
func (g *Goal) Failure() Failure { return g.failure }
