package bound

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A side is what the analysis of a position knows of one color. Rows of the assignment
// are the units of the position that are neither blocked nor the king; a row is named
// by its square, so that sets of rows are sets of squares. Columns are the goal's units
// likewise, then one for each own unit that is still to be captured: the first of these
// for the required captures, the rest for captures anywhere.
type side struct {
	color    chess.Color
	lost     int // own units still to be captured
	excess   int // pawns now beyond those of the goal
	captures int // that own pawns can make: the other side's lost, at most maxCaptures

	layout           *layout
	rows             chess.Bitboard
	row              [maxColumns]chess.Square   // of the rows of the cost matrix
	columns          int                        // of the cost matrix
	candidates       [maxColumns]chess.Bitboard // rows that each column may be assigned
	pawnExcluded     bool                       // whether a pawn was excluded for its captures
	requiredCaptures int                        // required captures of own units
	requiredSquares  [maxColumns]chess.Bitboard // for each required capture, the squares on one of which it is made
}

// analyse finds out what holds in every play from p to the goal that makes at least one
// move, and reports false if it finds that there is none, with the reason in g.failure.
//
// Each step uses only what has been proven before; blocked squares found late make
// it start anew with them, as often as there are new ones.
func (g *Goal) analyse(p *chess.Position) bool {
	g.now = p.Setup()
	g.failure = verdict.Evidence{}
	if !g.count() || !g.blockShown() {
		return false
	}
	if g.large = g.now.Board.Colored(chess.White).Count() > 16 || g.now.Board.Colored(chess.Black).Count() > 16; g.large {
		return true
	}
	for {
		if !g.blockPawns(chess.White) || !g.blockPawns(chess.Black) {
			return false
		}
		if g.sides[0].lost+g.sides[1].lost == 0 && !g.blockDeadlock() {
			return false
		}
		for c := range g.sides {
			s := &g.sides[c]
			s.layout = g.layout(s.color)
			if !g.blockNoEntry(s) {
				return false
			}
		}
		if g.sides[0].layout.free != ^g.blocked || g.sides[1].layout.free != ^g.blocked {
			continue
		}
		if !g.candidates() || !g.rightsCanGo() {
			return false
		}
		g.blockOnlyPawns()
		if g.blocked == ^g.sides[0].layout.free {
			return true
		}
	}
}

var (
	menNote   = [2]string{"white men, of which the goal has more", "black men, of which the goal has more"}
	pawnNote  = [2]string{"white pawns, fewer than the goal has and needs for promotions", "black pawns, fewer than the goal has and needs for promotions"}
	entryNote = "these places of the goal cannot be entered"
)

// count compares numbers of units: Lemma 1.
func (g *Goal) count() bool {
	b := &g.now.Board
	for c := chess.White; c <= chess.Black; c++ {
		s := &g.sides[c]
		now, goal := b.Colored(c).Count(), g.board.Colored(c).Count()
		if s.lost = now - goal; s.lost < 0 {
			return g.fail(verdict.Count(menNote[c], now, goal))
		}
		g.sides[c.Other()].captures = min(s.lost, maxCaptures)
		pawns, needed := b.Pieces(c, chess.Pawn).Count(), g.shown.pawns[c].Count()
		s.excess = pawns - needed
		for r := chess.Knight; r <= chess.Queen; r++ {
			needed += max(0, g.board.Pieces(c, r).Count()-b.Pieces(c, r).Count())
		}
		if needed > pawns {
			return g.fail(verdict.Count(pawnNote[c], pawns, needed))
		}
	}
	return true
}

// blockNoEntry finds units and kings whose places nothing can enter: Lemma 5.
func (g *Goal) blockNoEntry(s *side) bool {
	lay, b := s.layout, &g.now.Board
	pawns := b.Pieces(s.color, chess.Pawn) & lay.free
	for j := lay.pawns; j < lay.n; j++ {
		place := lay.square[j].BB()
		if lay.reach[j] != place || lay.promo[j]&pawns != 0 {
			continue
		}
		if b.Pieces(s.color, lay.role[j])&place == 0 {
			return g.fail(verdict.Men(entryNote, place))
		}
		g.block(noEntry, place)
	}
	place, now := g.board.Pieces(s.color, chess.King), b.Pieces(s.color, chess.King)
	if now&(lay.king|^lay.free) == 0 {
		return g.fail(verdict.Men("the king cannot get to its place", place))
	}
	if lay.king == place {
		g.block(noEntry, place)
	}
	return true
}

// rightsCanGo reports whether the castling rights that the goal does not have can be
// lost: king or rook must not be blocked both. Nor may the pawn be blocked whose double
// step ends the play. Both are part of Lemma 5.
func (g *Goal) rightsCanGo() bool {
	for r := g.now.Castling &^ g.setup.Castling; r != 0; r &= r - 1 {
		home := rightSquares(r & -r)
		if home&^g.blocked == 0 {
			return g.fail(verdict.Men("a castling right cannot get lost, king and rook never move", home))
		}
	}
	if g.shown.doubleStepTo&g.blocked != 0 {
		return g.fail(verdict.Men("the pawn of the last double step has never moved", g.shown.doubleStepTo))
	}
	return true
}

// blockOnlyPawns finds pawns that are the only ones for their own squares: Lemma 6.
func (g *Goal) blockOnlyPawns() {
	for c := range g.sides {
		s := &g.sides[c]
		for j := range s.layout.pawns {
			if place := s.layout.square[j].BB(); s.candidates[j] == place {
				g.block(onlyPawn, place)
			}
		}
	}
}
