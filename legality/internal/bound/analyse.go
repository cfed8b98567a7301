package bound

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A side holds the analysis of the current position for one color.
//
// The rows of the assignment are the units of the position that are neither blocked nor the king. A row is named by
// its square, so that sets of rows are sets of squares. The columns are first the goal's units that are neither
// blocked nor the king, then one for each unit of the color that must still be captured: required captures first,
// then captures anywhere.
type side struct {
	color       chess.Color
	losses      int // own units still to be captured
	excessPawns int // number of pawns now, less that in the goal
	captures    int // that own pawns can make: the other side's losses, at most maxCaptures

	layout           *layout
	rows             chess.Bitboard
	rowSquare        [maxColumns]chess.Square   // the square of each row of the cost matrix
	columns          int                        // of the cost matrix
	candidates       [maxColumns]chess.Bitboard // rows that each column may be assigned
	pawnExcluded     bool                       // whether a pawn was excluded for its captures
	requiredCaptures int                        // required captures of own units
	requiredSquares  [maxColumns]chess.Bitboard // for each required capture, the squares on one of which it is made
}

// analyse finds facts that hold in every play of at least one move from p to the goal. It
// reports false if the facts exclude every play, and leaves the reason in g.failure.
//
// Each step uses only facts proven by earlier steps. The steps are repeated until none finds a new blocked square.
func (g *Goal) analyse(p *chess.Position) bool {
	g.current = p.Setup()
	g.failure = verdict.Evidence{}
	if !g.compareCounts() || !g.blockFromGoal() {
		return false
	}
	board := &g.current.Board
	g.tooManyMen = board.Colored(chess.White).Count() > 16 || board.Colored(chess.Black).Count() > 16
	if g.tooManyMen {
		return true
	}
	for {
		if !g.blockPawns(chess.White) || !g.blockPawns(chess.Black) {
			return false
		}
		if g.sides[0].losses+g.sides[1].losses == 0 && !g.blockDeadlock() {
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
		if !g.findCandidates() || !g.canLoseRights() {
			return false
		}
		g.blockOnlyPawns()
		if g.blocked == ^g.sides[0].layout.free {
			return true
		}
	}
}

var (
	menNote  = [2]string{"white men, of which the goal has more", "black men, of which the goal has more"}
	pawnNote = [2]string{
		"white pawns, fewer than the goal has and needs for promotions",
		"black pawns, fewer than the goal has and needs for promotions",
	}
	entryNote = "these places of the goal cannot be entered"
)

// compareCounts sets the numbers of each side and reports whether they allow a play: Lemma 1.
func (g *Goal) compareCounts() bool {
	b := &g.current.Board
	for c := chess.White; c <= chess.Black; c++ {
		s := &g.sides[c]
		men, goalMen := b.Colored(c).Count(), g.board.Colored(c).Count()
		if s.losses = men - goalMen; s.losses < 0 {
			return g.fail(verdict.Count(menNote[c], men, goalMen))
		}
		g.sides[c.Other()].captures = min(s.losses, maxCaptures)
		pawns, needed := b.Pieces(c, chess.Pawn).Count(), g.facts.pawns[c].Count()
		s.excessPawns = pawns - needed
		for r := chess.Knight; r <= chess.Queen; r++ {
			needed += max(0, g.board.Pieces(c, r).Count()-b.Pieces(c, r).Count())
		}
		if needed > pawns {
			return g.fail(verdict.Count(pawnNote[c], pawns, needed))
		}
	}
	return true
}

// blockNoEntry blocks units and kings whose places no man can enter. It reports false if such
// a place is not held by its man: Lemma 5.
func (g *Goal) blockNoEntry(s *side) bool {
	layout, b := s.layout, &g.current.Board
	pawns := b.Pieces(s.color, chess.Pawn) & layout.free
	for j := layout.pawnColumns; j < layout.columns; j++ {
		place := layout.square[j].BB()
		if layout.reach[j] != place || layout.promo[j]&pawns != 0 {
			continue
		}
		if b.Pieces(s.color, layout.role[j])&place == 0 {
			return g.fail(verdict.Men(entryNote, place))
		}
		g.block(noEntry, place)
	}
	place, king := g.board.Pieces(s.color, chess.King), b.Pieces(s.color, chess.King)
	if king&(layout.kingReach|^layout.free) == 0 {
		return g.fail(verdict.Men("the king cannot get to its place", place))
	}
	if layout.kingReach == place {
		g.block(noEntry, place)
	}
	return true
}

// canLoseRights reports whether the castling rights that the goal does not have can be
// lost: king and rook are not both blocked. It also requires that the pawn whose double
// step ends the play is not blocked. Both are parts of Lemma 5.
func (g *Goal) canLoseRights() bool {
	for r := g.current.Castling &^ g.setup.Castling; r != 0; r &= r - 1 {
		home := (r & -r).Squares()
		if home&^g.blocked == 0 {
			return g.fail(verdict.Men("a castling right cannot get lost, king and rook never move", home))
		}
	}
	if g.facts.doubleStepTo&g.blocked != 0 {
		return g.fail(verdict.Men("the pawn of the last double step has never moved", g.facts.doubleStepTo))
	}
	return true
}

// blockOnlyPawns blocks pawns that are the only candidates for their own squares: Lemma 6.
func (g *Goal) blockOnlyPawns() {
	for c := range g.sides {
		s := &g.sides[c]
		for j := range s.layout.pawnColumns {
			if place := s.layout.square[j].BB(); s.candidates[j] == place {
				g.block(onlyPawn, place)
			}
		}
	}
}
