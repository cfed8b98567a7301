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

// replay checks that the moves lead from start to goal.
func replay(t testing.TB, start, goal chess.Position, moves []chess.Move) {
	t.Helper()
	p := start
	for i, m := range moves {
		if !p.IsLegal(m) {
			t.Fatalf("move %d, %s, of %v is not legal in %s", i+1, m, moves, p)
		}
		p = p.Play(m)
	}
	if p != goal {
		t.Fatalf("%v from %s leads to %s, want %s", moves, start, p, goal)
	}
}

// goals returns the first n positions known to be legal, with promoted men all of them.
func goals(t testing.TB, n int) (ps []chess.Position) {
	t.Helper()
	for _, c := range devdata.Candidates(t, devdata.Known) {
		if len(ps) < n && c.Truth == "legal" {
			ps = append(ps, testkit.Position(t, c.FEN))
		}
	}
	return ps
}

// scramble returns a position from which the goal is reached without captures, and a line: a random walk backwards, the longest of 20.
func scramble(t testing.TB, src *rand.Rand, goal chess.Position, plies int) (start chess.Position, line []chess.Move) {
	t.Helper()
	for range 20 {
		p, moves := goal, []chess.Move(nil)
		for range plies {
			before, m, ok := back(t, src, p)
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

// back takes back a random move that was no capture and lost no right, preferring those of pawns.
func back(t testing.TB, src *rand.Rand, p chess.Position) (before chess.Position, m chess.Move, ok bool) {
	t.Helper()
	unmoves := retro.Unmoves(nil, p.Setup(), retro.Options{})
	var sums []int
	sum := 0
	for _, u := range unmoves {
		switch {
		case u.Captured() != chess.NoRole || u.Castling() != p.Castling():
		case u.Promotion() != chess.NoRole:
			sum += 30
		case u.Role() == chess.Pawn:
			sum += 3
		default:
			sum++
		}
		sums = append(sums, sum)
	}
	if sum == 0 {
		return p, 0, false
	}
	x := src.IntN(sum)
	u := unmoves[slices.IndexFunc(sums, func(y int) bool { return x < y })]
	before, err := retro.Undo(p.Setup(), u).Position()
	if err != nil {
		t.Fatal(err)
	}
	m, ok = moveOf(&before, u)
	if !ok || before.Play(m) != p {
		t.Fatalf("%s does not lead from %s to %s", u, before, p)
	}
	return before, m, true
}
