package planner

import (
	"context"
	"slices"
	"testing"

	"chesscensus/chess"
)

// crowded are goals with men behind pawns that came last.
var crowded = []string{
	"8/3R1pRb/3nk1PP/bbb3pQ/K4Rr1/B1NQN3/3B1pB1/3rBrN1 w - -",
	"6N1/r1B3nq/1b2R3/BB3Brk/qQpN2q1/rP1bnR2/prP1q2b/K7 b - -",
	"4nN2/2bBQpbQ/n2P1r2/r3P3/2r5/N2bB1QR/bK2RPpP/1R4bk w - -",
}

// TestUnwindLeadsToTheGoal replays what is taken back.
func TestUnwindLeadsToTheGoal(t *testing.T) {
	var pl Planner
	found := 0
	for _, fen := range crowded {
		goal, err := chess.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(4) {
			u := Unwinding{Seed: seed, Depth: int(seed) * 3, Crowds: seed%2 == 1, Sources: int(seed) * 30, Width: 4}
			w, ok := pl.Unwind(context.Background(), goal.Setup(), u, nil)
			if !ok {
				continue
			}
			found++
			leads(t, w.Setup, w.Moves, goal)
			if len(w.Moves) < max(1, u.Depth) {
				t.Errorf("%s: %d moves, want %d", fen, len(w.Moves), u.Depth)
			}
			again, _ := new(Planner).Unwind(context.Background(), goal.Setup(), u, nil)
			if again.Setup != w.Setup || !slices.Equal(again.Moves, w.Moves) {
				t.Errorf("%s: another result with the same seed", fen)
			}
		}
	}
	if found < len(crowded)*2 {
		t.Errorf("%d unwindings only", found)
	}
}

// refuter refutes everything.
type refuter struct{}

func (refuter) Refutes(chess.Setup, int64) (bool, int64) { return true, 1 }
func (refuter) Forget()                                  {}

// TestUnwindAsksTheKernels wants nothing but quiet moves taken back if kernels refute all
// else.
func TestUnwindAsksTheKernels(t *testing.T) {
	var pl Planner
	goal, err := chess.ParsePosition(crowded[0])
	if err != nil {
		t.Fatal(err)
	}
	w, ok := pl.Unwind(context.Background(), goal.Setup(), Unwinding{Depth: 6, Plies: 10, Width: 4}, refuter{})
	if !ok || w.Shut == 0 {
		t.Fatalf("%+v, %v", w, ok)
	}
	for _, m := range w.Moves {
		if m.Irreversible() {
			t.Errorf("%v was taken back, though refuted", m)
		}
	}
}

// TestUnwindLetsMenOut has a bishop behind pawns of which one can go back.
func TestUnwindLetsMenOut(t *testing.T) {
	goal, err := chess.ParsePosition("rnbqk1n1/ppppppbr/6p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQq -")
	if err != nil {
		t.Fatal(err)
	}
	s := goal.Setup()
	s.Board.Put(chess.G7, chess.NoPiece)
	s.Board.Put(chess.H7, chess.NoPiece)
	s.Board.Put(chess.H8, chess.NewPiece(chess.Black, chess.Rook))
	s.Board.Put(chess.F8, chess.NewPiece(chess.Black, chess.Bishop))
	var x unwinder
	x.begin(&s, Unwinding{})
	if got := x.shut(&s); got != 0 {
		t.Errorf("men at home are shut in: %d", got)
	}
	// A light bishop on h7, behind f7 and g6.
	s.Board.Put(chess.H7, chess.NewPiece(chess.Black, chess.Bishop))
	if got := x.shut(&s); got <= shutMan {
		t.Errorf("a bishop on h7 behind f7 and g6 counts %d", got)
	}
	s.Board.Put(chess.G6, chess.NoPiece)
	s.Board.Put(chess.G7, chess.NewPiece(chess.Black, chess.Pawn))
	if got := x.shut(&s); got != 0 {
		t.Errorf("with the pawn back on g7 it counts %d", got)
	}
}

// leads wants legal moves that lead from a setup to a goal.
func leads(t *testing.T, from chess.Setup, moves []chess.Move, goal chess.Position) {
	t.Helper()
	p, err := from.Position()
	if err != nil {
		t.Fatalf("%v: %v", goal, err)
	}
	for _, m := range moves {
		if !p.IsLegal(m) {
			t.Fatalf("%v: %v is not legal in %v", goal, m, p)
		}
		p = p.Play(m)
	}
	if p != goal {
		t.Errorf("%v: the moves lead to %v", goal, p)
	}
}
