package bound

import (
	"math/bits"

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

	lay  *layout
	rows chess.Bitboard
	row  [maxColumns]chess.Square   // of the rows of the cost matrix
	n    int                        // columns
	cand [maxColumns]chess.Bitboard // rows that each column may be assigned
	cut  bool                       // whether a pawn was excluded for its captures
	sets int                        // required captures of own units
	set  [maxColumns]chess.Bitboard // the squares of which one sees each of them
	pays prices                     // of the assignment by captures
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
			s.lay = g.layout(s.color)
			if !g.blockNoEntry(s) {
				return false
			}
		}
		if g.sides[0].lay.free != ^g.blocked || g.sides[1].lay.free != ^g.blocked {
			continue
		}
		if !g.candidates() || !g.rightsCanGo() {
			return false
		}
		g.blockOnlyPawns()
		if g.blocked == ^g.sides[0].lay.free {
			return true
		}
	}
}

var (
	menNote   = [2]string{"white men, of which the goal has more", "black men, of which the goal has more"}
	pawnNote  = [2]string{"white pawns, fewer than the goal has and needs for promotions", "black pawns, fewer than the goal has and needs for promotions"}
	entryNote = "these places of the goal cannot be entered"
)

// count compares numbers of units. Captures only take units away, promotions turn pawns
// into officers, and nothing else changes the numbers.
func (g *Goal) count() bool {
	b := &g.now.Board
	for c := chess.White; c <= chess.Black; c++ {
		s := &g.sides[c]
		have, want := b.Colored(c).Count(), g.board.Colored(c).Count()
		if s.lost = have - want; s.lost < 0 {
			return g.fail(verdict.Count(menNote[c], have, want))
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

// blockNoEntry finds units and kings whose places nothing can enter.
//
// The king enters its place by castling only over the square beside it, which is then
// neither occupied nor attacked, so that it could be entered by a step from there as
// well; and the rook passes over or comes from the square beside its own.
func (g *Goal) blockNoEntry(s *side) bool {
	x, b := s.lay, &g.now.Board
	pawns := b.Pieces(s.color, chess.Pawn) & x.free
	for j := x.pawns; j < x.n; j++ {
		place := x.square[j].BB()
		if x.reach[j] != place || x.promo[j]&pawns != 0 {
			continue
		}
		if b.Pieces(s.color, x.role[j])&place == 0 {
			return g.fail(verdict.Men(entryNote, place))
		}
		g.block(NoEntry, place)
	}
	place, now := g.board.Pieces(s.color, chess.King), b.Pieces(s.color, chess.King)
	if now&(x.king|^x.free) == 0 {
		return g.fail(verdict.Men("the king cannot get to its place", place))
	}
	if x.king == place {
		g.block(NoEntry, place)
	}
	return true
}

// rightsCanGo reports whether the castling rights that the goal does not have can be
// lost: king or rook must not be blocked both. Nor may the pawn be blocked whose double
// step ends the play.
func (g *Goal) rightsCanGo() bool {
	for r := g.now.Castling &^ g.setup.Castling; r != 0; r &= r - 1 {
		home := rightSquares(r & -r)
		if home&^g.blocked == 0 {
			return g.fail(verdict.Men("a castling right cannot get lost, king and rook never move", home))
		}
	}
	if g.shown.pawn&g.blocked != 0 {
		return g.fail(verdict.Men("the pawn of the last double step has never moved", g.shown.pawn))
	}
	return true
}

// blockOnlyPawns finds pawns that are the only ones for their own squares.
func (g *Goal) blockOnlyPawns() {
	for c := range g.sides {
		s := &g.sides[c]
		for j := range s.lay.pawns {
			if place := s.lay.square[j].BB(); s.cand[j] == place {
				g.block(OnlyPawn, place)
			}
		}
	}
}

// candidates determines which rows may be assigned to which columns: by type and reach,
// by the captures of all pawns of a color together, by required captures, and by what
// is left for a row or a column that has a single choice.
//
// The required captures of one color come from the pawns of the other and change with
// what is excluded there; both are determined in turn until nothing changes, in four
// rounds at most: whatever has been found until then is true.
func (g *Goal) candidates() bool {
	for c := range g.sides {
		s := &g.sides[c]
		s.start(g)
		if !s.fitCaptures(g) {
			return false
		}
		s.sets = 0
	}
	for round := 0; ; round++ {
		for c := range g.sides {
			if !g.sides[c].settle(g) {
				return false
			}
		}
		if round == 4 || g.sides[0].lost+g.sides[1].lost == 0 {
			return true
		}
		white, ok := g.require(chess.White)
		if !ok {
			return false
		}
		black, ok := g.require(chess.Black)
		if !ok {
			return false
		}
		if !white && !black {
			return true
		}
	}
}

// start sets up the rows, and the candidates for the goal's units.
func (s *side) start(g *Goal) {
	b, x := &g.now.Board, s.lay
	s.rows = b.Colored(s.color) &^ b.Of(chess.King) & x.free
	s.n = s.rows.Count()
	pawns := s.rows & b.Of(chess.Pawn)
	for j := range x.n {
		s.cand[j] = x.reach[j]&s.rows&b.Of(x.role[j]) | x.promo[j]&pawns
	}
}

var choiceNote = "men of the goal that none or not enough of the men now can become"

// settle sets the candidates for captures and then draws conclusions from single
// choices: a column that one row alone can fill takes it from the others, and a row
// that fits into one column alone keeps it from the others. Rows and columns are equal
// in number, and each must have a partner.
func (s *side) settle(g *Goal) bool {
	for i := s.lay.n; i < s.n; i++ {
		s.cand[i] = s.rows
		if k := i - s.lay.n; k < s.sets {
			s.cand[i] = s.victims(g, s.set[k])
		}
	}
	var done uint32 // columns whose single row has been taken from the others
	for changed := true; changed; {
		changed = false
		var once, twice chess.Bitboard
		for j := range s.n {
			a := s.cand[j]
			if a == 0 {
				return g.fail(verdict.Men(choiceNote, s.place(j)))
			}
			if !a.Many() && done>>j&1 == 0 {
				done |= 1 << j
				for i := range s.n {
					if i != j && s.cand[i]&a != 0 {
						s.cand[i] &^= a
						changed = true
					}
				}
			}
			twice |= once & s.cand[j]
			once |= s.cand[j]
		}
		if left := s.rows &^ once; left != 0 && !changed {
			return g.fail(verdict.Men("men that can become nothing in the goal and cannot be captured", left))
		}
		if changed {
			continue
		}
		single := once &^ twice
		for j := range s.n {
			if a := s.cand[j] & single; a != 0 && a != s.cand[j] {
				if a.Many() {
					return g.fail(verdict.Men("men that can become only one and the same man of the goal", a))
				}
				s.cand[j] = a
				changed = true
			}
		}
	}
	return true
}

// place returns the goal's square of a column, or the squares of a required capture.
func (s *side) place(j int) chess.Bitboard {
	if j < s.lay.n {
		return s.lay.square[j].BB()
	}
	return s.set[j-s.lay.n]
}

// assignable reports whether every column can have a row of its own, by augmenting
// paths.
func (s *side) assignable(g *Goal) bool {
	var m matching
	for j := range s.n {
		m.seen = 0
		m.tried = 0
		if !m.augment(s, j) {
			var at chess.Bitboard
			for t := m.tried; t != 0; t &= t - 1 {
				at |= s.place(bits.TrailingZeros32(t))
			}
			return g.fail(verdict.Count(assignNote[s.color], m.seen.Count(), bits.OnesCount32(m.tried)).At(at))
		}
	}
	return true
}

var assignNote = [2]string{"white men that can take these places of the goal, and the places", "black men that can take these places of the goal, and the places"}

// A matching is a partial assignment.
type matching struct {
	column [64]uint8 // of a row, one more than its number; 0 for none
	seen   chess.Bitboard
	tried  uint32 // columns
}

// augment finds a row for column j, moving others. If there is none, the columns tried
// have fewer candidates than they are.
func (m *matching) augment(s *side, j int) bool {
	m.tried |= 1 << j
	for bb := s.cand[j] &^ m.seen; bb != 0; bb = s.cand[j] &^ m.seen {
		row := bb.First() & 63
		m.seen |= row.BB()
		if k := m.column[row]; k == 0 || m.augment(s, int(k)-1) {
			m.column[row] = uint8(j + 1)
			return true
		}
	}
	return false
}
