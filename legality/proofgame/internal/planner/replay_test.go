package planner

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestReplayTakesLoopsOut removes loops, loops within loops, and no moves between positions that differ in rights or side to move.
func TestReplayTakesLoopsOut(t *testing.T) {
	var r replayer
	for _, row := range []struct {
		moves, want string
		path, short int
	}{
		{"e4 e5", "e4 e5", 0, 0},
		{"Nf3 Nf6 Ng1 Ng8 e4", "e4", 4, 0},
		{"e4 Nf6 Nf3 Ng8 Ng1 e5", "e4 e5", 6, 2},
		{"Nf3 Nf6 Nc3 Nc6 Nb1 Nb8 Ng1 Ng8 e4 e5", "e4 e5", 2, 0},
		{"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "", 8, 0},
		{"e4 d5 exd5 Qxd5 Nf3 Nf6 Ng1 Ng8 a3", "e4 d5 exd5 Qxd5 a3", 4, 4},
		{"e4 d5 exd5 Qxd5 Nf3 Nf6 Ng1 Ng8 a3", "e4 d5 exd5 Qxd5 a3", 6, 4},
		// Castling rights are lost, so it is another position; and so it is with the other side to move.
		{"e4 e5 Ke2 Ke7 Ke1 Ke8", "e4 e5 Ke2 Ke7 Ke1 Ke8", 3, 3},
		{"e4 e5 Be2 Be7 Bd3 Bf8 Bf1", "e4 e5 Be2 Be7 Bd3 Bf8 Bf1", 7, 7},
	} {
		start := chess.InitialPosition()
		moves := testkit.Line(t, start, row.moves)
		got, short, err := r.replay(start, start.PlayAll(moves), slices.Clone(moves), row.path)
		if text := string(start.AppendSANs(nil, got, chess.CompactSAN)); err != nil || text != row.want || short != row.short {
			t.Errorf("%s, path of %d: %q, path of %d, %v; want %q, %d", row.moves, row.path, text, short, err, row.want, row.short)
		}
	}
}

// TestReplayOfRandomGames removes loops from random games of few men. The rest has to lead to the same end without repetition, and the
// path to end with a capture.
func TestReplayOfRandomGames(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 1))
	start := testkit.Position(t, "4k3/1n6/8/8/8/8/1N1r4/4K3 w - - 0 1")
	var r replayer
	removed := 0
	for range 200 {
		p, last := start, 0
		var moves []chess.Move
		for range 60 {
			list := p.Moves(nil)
			if len(list) == 0 {
				break
			}
			m := list[rnd.IntN(len(list))]
			if moves, p = append(moves, m), p.Play(m); m.Captured() != chess.NoRole {
				last = len(moves)
			}
		}
		got, short, err := r.replay(start, p, slices.Clone(moves), last)
		if err != nil || len(got) > len(moves) {
			t.Fatalf("%v: %d of %d moves, %v", moves, len(got), len(moves), err)
		}
		removed += len(moves) - len(got)
		position := start
		seen := map[chess.Position]bool{position: true}
		for i, m := range got {
			if !position.IsLegal(m) || i >= short && m.Captured() != chess.NoRole {
				t.Fatalf("%v, path %d: move %d, %v, in %v", got, short, i+1, m, position)
			}
			if position = position.Play(m); seen[position] {
				t.Fatalf("%v: %v occurs twice", got, position)
			}
			seen[position] = true
		}
		if position != p || short > 0 && got[short-1].Captured() == chess.NoRole {
			t.Fatalf("%v: %v, path %d, ends in %v, want %v", moves, got, short, position, p)
		}
	}
	if removed < 100 {
		t.Errorf("only %d moves were removed", removed)
	}
}

// TestReplayRefuses checks that replay refuses illegal moves and a wrong end.
func TestReplayRefuses(t *testing.T) {
	var r replayer
	start := chess.InitialPosition()
	moves := testkit.Line(t, start, "e4 e5 Nf3")
	if _, _, err := r.replay(start, start.PlayAll(moves), []chess.Move{moves[0], moves[2]}, 0); err == nil {
		t.Error("a game in which White moves twice is accepted")
	}
	if _, _, err := r.replay(start, start.PlayAll(moves[:2]), slices.Clone(moves), 0); err == nil {
		t.Error("a game that ends behind the goal is accepted")
	}
}
