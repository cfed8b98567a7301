package astar

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/retro"
)

// replay fails the test if the moves do not lead from start to goal.
func replay(t testing.TB, start, goal chess.Position, moves []chess.Move) {
	t.Helper()
	if end := endOf(t, start, moves); end != goal {
		t.Fatalf("%v from %s leads to %s, want %s", moves, start, end, goal)
	}
}

// endOf plays the moves and returns the last position. It fails the test if one is not legal.
func endOf(t testing.TB, p chess.Position, moves []chess.Move) chess.Position {
	t.Helper()
	for i, m := range moves {
		if !p.IsLegal(m) {
			t.Fatalf("move %d, %s, of %v is not legal in %s", i+1, m, moves, p)
		}
		p = p.Play(m)
	}
	return p
}

// goals returns the first n positions known to be legal. All have promoted men.
func goals(t testing.TB, n int) (positions []chess.Position) {
	t.Helper()
	for _, candidate := range devdata.Candidates(t, devdata.Known) {
		if len(positions) < n && candidate.Truth == "legal" {
			positions = append(positions, testkit.Position(t, candidate.FEN))
		}
	}
	return positions
}

// scramble returns a position from which the goal is reached without captures, and a line: a random walk backwards, the longest of 20.
func scramble(t testing.TB, rnd *rand.Rand, goal chess.Position, plies int) (start chess.Position, line []chess.Move) {
	t.Helper()
	for range 20 {
		p, moves := goal, []chess.Move(nil)
		for range plies {
			before, m, ok := takeBackQuietMove(t, rnd, p)
			if !ok {
				break
			}
			p, moves = before, append(moves, m)
		}
		if start == (chess.Position{}) || len(moves) > len(line) {
			start, line = p, moves
		}
		if len(line) >= plies*3/4 {
			break
		}
	}
	slices.Reverse(line)
	return start, line
}

// takeBackQuietMove takes back a random move that was no capture and lost no right, preferring those of pawns.
func takeBackQuietMove(t testing.TB, rnd *rand.Rand, p chess.Position) (before chess.Position, m chess.Move, ok bool) {
	t.Helper()
	unmoves := retro.Unmoves(nil, p.Setup(), retro.Options{})
	var sums []int
	sum := 0
	for _, unmove := range unmoves {
		switch {
		case unmove.Captured() != chess.NoRole || unmove.Castling() != p.Castling():
		case unmove.Promotion() != chess.NoRole:
			sum += 30
		case unmove.Role() == chess.Pawn:
			sum += 3
		default:
			sum++
		}
		sums = append(sums, sum)
	}
	if sum == 0 {
		return p, 0, false
	}
	draw := rnd.IntN(sum)
	unmove := unmoves[slices.IndexFunc(sums, func(y int) bool { return draw < y })]
	before = testkit.Must(retro.Undo(p.Setup(), unmove).Position())(t)
	m, ok = moveOf(&before, unmove)
	if !ok || before.Play(m) != p {
		t.Fatalf("%s does not lead from %s to %s", unmove, before, p)
	}
	return before, m, true
}
