package astar

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/bound"
)

// TestDetour checks that men on their goal squares count if every shortest way that is followed meets them.
func TestDetour(t *testing.T) {
	for _, row := range []struct {
		name, from, goal string
		white, black     int
	}{
		{"knight in the way of a rook", "4k3/8/8/8/8/8/N7/R3K3 w - - 0 1", "4k3/8/8/8/8/R7/N7/4K3 b - - 0 1", 2, 0},
		{"a way around", "4k3/8/8/8/8/8/2N5/R3K3 w - - 0 1", "4k3/8/8/8/8/2R5/2N5/4K3 w - - 0 1", 0, 0},
		{"both ways barred", "4k3/8/8/8/8/n7/2N5/R3K3 w - - 0 1", "4k3/8/8/8/8/n1R5/2N5/4K3 w - - 0 1", 2, 0},
		{"man to move anyway", "4k3/8/8/8/8/8/N7/R3K3 w - - 0 1", "4k3/8/8/8/2N5/R7/8/4K3 w - - 0 1", 0, 0},
		{"king", "4k3/8/8/8/8/8/5NNN/6K1 w - - 0 1", "4k3/8/8/8/8/6K1/5NNN/8 w - - 0 1", 2, 0},
		{"promotion", "4k3/b7/P7/8/8/8/8/4K3 w - - 0 1", "4k3/b7/8/8/3Q4/8/8/4K3 w - - 0 1", 0, 2},
		{"pawn", "4k3/8/8/N7/8/P7/8/4K3 w - - 0 1", "4k3/8/P7/N7/8/8/8/4K3 w - - 0 1", 2, 0},
		{"two of both", "4k3/8/8/n7/N7/R7/8/4K3 w - - 0 1", "4k3/8/R7/n7/N7/8/8/4K3 b - - 0 1", 2, 2},
	} {
		p, goal := testkit.Position(t, row.from), testkit.Position(t, row.goal)
		goalBound := bound.NewGoal(goal, nil)
		remaining := goalBound.Bound(&p)
		if remaining == bound.Infinite {
			t.Fatalf("%s: the goal is out of reach: %s", row.name, goalBound.Failure())
		}
		walls := goalBound.Blocked(&p)
		goalBound.Bound(&p)
		var d detour
		if white, black := d.countMoves(goalBound, &goal, &p, walls); white != row.white || black != row.black {
			t.Errorf("%s: detours of %d and %d moves, want %d and %d", row.name, white, black, row.white, row.black)
		}
	}
}

// TestPliesFromMoves checks the plies for numbers of moves of both sides.
func TestPliesFromMoves(t *testing.T) {
	for _, row := range []struct {
		turn, last   chess.Color
		white, black int
		want         int
	}{
		{chess.White, chess.White, 3, 2, 6},
		{chess.White, chess.Black, 3, 2, 5},
		{chess.White, chess.Black, 2, 3, 7},
		{chess.Black, chess.White, 3, 2, 7},
		{chess.Black, chess.White, 2, 3, 5},
		{chess.Black, chess.Black, 2, 3, 6},
	} {
		if got := plies(row.turn, row.last, row.white, row.black); got != row.want {
			t.Errorf("%s to %s, %d and %d moves: %d plies, want %d", row.turn, row.last, row.white, row.black, got, row.want)
		}
	}
}
