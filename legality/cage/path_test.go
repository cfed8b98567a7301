package cage

import (
	"math/rand/v2"
	"os"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
)

// checkPath projects a game to a window as the package documentation says. It reports whether the search allows every configuration
// on the way and the last one as an end, and fails the test if not. If the search has given up (window.Gone), nothing is checked.
func checkPath(t *testing.T, search *projection, moves []chess.Move) bool {
	now := configuration{pawns: [2]chess.Bitboard{chess.RowBB(1) & search.files, chess.RowBB(6) & search.files}}
	cost := proofkernel.PathCost{Left: proofkernel.EmptyWord, Right: proofkernel.EmptyWord}
	p := chess.InitialPosition()
	for i, m := range moves {
		before, paid := now, cost
		from, to, c := m.From(), m.To(), p.Turn()
		enemy := c.Other()
		inside := func(sq chess.Square) bool { return search.files.Has(sq) }
		board := p.Board()
		pawn := board.At(from).Role() == chess.Pawn
		if on := m.CapturedOn(); on != chess.NoSquare {
			victim := board.At(on).Role() == chess.Pawn
			if inside(on) && victim {
				now.pawns[enemy] &^= on.BB()
				cost.Lost[enemy]++
			}
			// The window pays for captures that touch its columns, but not for crossings of its left boundary.
			switch {
			case pawn && m.Promotion() != chess.NoRole:
				if inside(from) {
					cost.Captures[c]++
					cost.Officers[enemy][squareColor(to)]++
				}
			case pawn && (inside(from) || inside(to)):
				switch {
				case !inside(from) && from.File() < search.lo:
					cost.Left = cost.Left.Add(c, false)
				case !inside(to) && to.File() < search.lo:
					cost.Left = cost.Left.Add(c, true)
				default:
					cost.Captures[c]++
					if !inside(from) {
						cost.Right = cost.Right.Add(c, true)
					} else if !inside(to) {
						cost.Right = cost.Right.Add(c, false)
					}
				}
				if inside(to) && !victim {
					cost.Officers[enemy][squareColor(to)]++
				}
			case !pawn && inside(on) && victim:
				cost.Captures[c]++
			}
		}
		if pawn {
			now.pawns[c] &^= from.BB()
			switch {
			case m.Promotion() != chess.NoRole:
				if inside(from) {
					search.window.Promote(&cost, c, squareColor(to))
				}
			case inside(to):
				now.pawns[c] |= to.BB()
			}
		}
		p = p.Play(m)
		if now == before && cost == paid || search.window.Gone() {
			continue
		}
		mayReachGoal, least := search.mayReachGoal(&now, search.remainingCaptures(&cost)), search.leastCaptures(&now)
		if (!mayReachGoal || !search.window.Allows(&cost, least)) && !search.window.Gone() {
			t.Errorf("files %d to %d, after %d of %d moves: %+v with %#x is not allowed, possible %v, incomplete %d",
				search.lo, search.hi, i+1, len(moves), cost, [2]uint64{uint64(now.pawns[0]), uint64(now.pawns[1])}, mayReachGoal, least)
			return false
		}
	}
	if !search.window.Gone() && (now.pawns != search.goal || !search.window.Ends(&cost)) && !search.window.Gone() {
		t.Errorf("files %d to %d: %+v with %x, want %x, does not end the game", search.lo, search.hi, cost, now.pawns, search.goal)
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

	f := testkit.Must(os.Open("../../docs/data/hard.pgn"))(t)
	defer f.Close()
	hard := 0
	for game, err := range chess.ReadPGN(f, "hard.pgn") {
		testkit.OK(t, err)
		for k := range 3 {
			hard += checkWindows(t, &projections, game.Moves[:len(game.Moves)-k*len(game.Moves)/7])
		}
		if t.Failed() {
			return
		}
	}
	if windows < beginnings || hard < 100 {
		t.Errorf("too few windows: %d of random games, %d of hard ones", windows, hard)
	}
}
