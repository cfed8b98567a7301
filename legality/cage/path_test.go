package cage

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
)

// A gamePath is the projection of a game to the window of a search, with its cost, made as the package documentation says.
type gamePath struct {
	search *projection
	pawns  [2]chess.Bitboard // of the window
	cost   proofkernel.PathCost
}

// inside reports whether a square is in the window.
func (g *gamePath) inside(sq chess.Square) bool { return g.search.files.Has(sq) }

// play adds a move of color c to the path.
func (g *gamePath) play(m chess.Move, c chess.Color) {
	from, to := m.From(), m.To()
	promotes := m.Promotion() != chess.NoRole
	if m.CapturedOn() != chess.NoSquare {
		g.payCapture(m, c)
	}
	if m.Role() != chess.Pawn {
		return
	}
	g.pawns[c] &^= from.BB()
	if promotes && g.inside(from) {
		g.search.window.Promote(&g.cost, c, squareColor(to))
	}
	if !promotes && g.inside(to) {
		g.pawns[c] |= to.BB()
	}
}

// payCapture takes the victim of a capture by color c off, if it is a pawn, and adds the cost. The window pays for captures that touch
// its columns, but not for crossings of its left boundary.
func (g *gamePath) payCapture(m chess.Move, c chess.Color) {
	from, to, on, enemy := m.From(), m.To(), m.CapturedOn(), c.Other()
	takesPawn := m.Captured() == chess.Pawn
	if takesPawn && g.inside(on) {
		g.pawns[enemy] &^= on.BB()
		g.cost.Lost[enemy]++
	}
	switch {
	case m.Role() != chess.Pawn:
		if takesPawn && g.inside(on) {
			g.cost.Captures[c]++
		}
	case m.Promotion() != chess.NoRole:
		if g.inside(from) {
			g.cost.Captures[c]++
			g.cost.Officers[enemy][squareColor(to)]++
		}
	case g.inside(from) || g.inside(to):
		g.payCrossing(from, to, c)
		if g.inside(to) && !takesPawn {
			g.cost.Officers[enemy][squareColor(to)]++
		}
	}
}

// payCrossing adds the cost of a capture by a pawn from one file to another, at least one of them in the window.
func (g *gamePath) payCrossing(from, to chess.Square, c chess.Color) {
	switch {
	case from.File() < g.search.lo:
		g.cost.Left = g.cost.Left.Add(c, false)
		return
	case to.File() < g.search.lo:
		g.cost.Left = g.cost.Left.Add(c, true)
		return
	case from.File() > g.search.hi:
		g.cost.Right = g.cost.Right.Add(c, true)
	case to.File() > g.search.hi:
		g.cost.Right = g.cost.Right.Add(c, false)
	}
	g.cost.Captures[c]++
}

// checkPath projects a game to a window. It reports whether the search allows every configuration on the way and the last one as an
// end, and fails the test if not. If the search has given up (window.Gone), nothing is checked.
func checkPath(t *testing.T, search *projection, moves []chess.Move) bool {
	path := gamePath{
		search: search,
		pawns:  [2]chess.Bitboard{chess.RowBB(1) & search.files, chess.RowBB(6) & search.files},
		cost:   proofkernel.PathCost{Left: proofkernel.EmptyWord, Right: proofkernel.EmptyWord},
	}
	for i, m := range moves {
		before := path
		path.play(m, chess.Color(i%2))
		if path == before || search.window.Gone() {
			continue
		}
		now := configuration{pawns: path.pawns}
		mayReachGoal, least := search.mayReachGoal(&now, search.remainingCaptures(&path.cost)), search.leastCaptures(&now)
		if (!mayReachGoal || !search.window.Allows(&path.cost, least)) && !search.window.Gone() {
			t.Errorf("files %d to %d, after %d of %d moves: %+v with pawns %x is not allowed, possible %v, captures at least %d",
				search.lo, search.hi, i+1, len(moves), path.cost, path.pawns, mayReachGoal, least)
			return false
		}
	}
	ends := path.pawns == search.goal && search.window.Ends(&path.cost)
	if !ends && !search.window.Gone() {
		t.Errorf("files %d to %d: %+v with pawns %x, want %x, does not end the game", search.lo, search.hi, path.cost, path.pawns, search.goal)
		return false
	}
	return true
}

// checkWindows checks all windows of a game and returns how many there were. It stops at the first that fails.
func checkWindows(t *testing.T, projections *projector, moves []chess.Move) int {
	p := chess.InitialPosition()
	for _, m := range moves {
		p = p.Play(m)
	}
	s := p.Setup()
	projections.open(&s)
	windows := 0
	for lo := range 8 {
		for hi := lo; hi < min(8, lo+windowFiles); hi++ {
			if !projections.prepare(&s, lo, hi) {
				continue
			}
			windows++
			if !checkPath(t, &projections.search, moves) {
				t.Errorf("position: %v", p)
				return windows
			}
		}
	}
	return windows
}

// TestPathsOfGames projects beginnings of random games and of hard games to windows. It checks that the search allows each path, at
// every move.
func TestPathsOfGames(t *testing.T) {
	testkit.Medium(t)
	games := testkit.Size(8, 40)
	rnd := rand.New(rand.NewPCG(7, 7))
	var projections projector
	windows, beginnings := 0, 0
	for range games {
		opt := chesstest.RandomOptions(rnd)
		opt.Plies = 20 + rnd.IntN(300)
		var moves []chess.Move
		for m := range chesstest.Moves(rnd, opt) {
			moves = append(moves, m)
		}
		for range 4 {
			beginnings++
			windows += checkWindows(t, &projections, moves[:rnd.IntN(len(moves)+1)])
			if t.Failed() {
				return
			}
		}
	}

	hard := 0
	for _, game := range hardGames(t) {
		for k := range 3 {
			hard += checkWindows(t, &projections, game[:len(game)-k*len(game)/7])
		}
		if t.Failed() {
			return
		}
	}
	if windows < beginnings || hard < 100 {
		t.Errorf("too few windows: %d of random games, %d of hard ones", windows, hard)
	}
}
