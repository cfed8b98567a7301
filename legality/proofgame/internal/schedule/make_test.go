package schedule

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/proofkernel/search"
)

// TestMakeDependsOnArgumentsAlone checks that a used Schedule makes the same as a new one.
func TestMakeDependsOnArgumentsAlone(t *testing.T) {
	var used Schedule
	for _, g := range plantest.Goals(t, "candidates", "men13") {
		goal := g.Position.Setup()
		k, ok := plantest.Kernel(t, &goal, 1)
		if !ok {
			continue
		}
		var fresh Schedule
		err1 := fresh.Make(problem(&goal, 3, true), &k)
		err2 := used.Make(problem(&goal, 3, true), &k)
		if err1 != err2 || len(used.Tasks) != len(fresh.Tasks) || err1 == nil &&
			(used.End != fresh.End || used.PromotionRole != fresh.PromotionRole || used.RowsShort != fresh.RowsShort) {
			t.Errorf("%v: another schedule from a used Schedule (%v) than from a new one (%v)", g.Position, err2, err1)
		}
	}
}

// TestMisfits checks the errors for kernels that do not fit.
func TestMisfits(t *testing.T) {
	goal := testkit.Setup(t, "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
	push := func(from, to chess.Square) search.Step {
		return search.Step{Color: chess.White, Role: chess.Pawn, From: from, To: to}
	}
	capture := search.Step{Color: chess.White, From: chess.NoSquare, To: chess.E7, Capture: true}
	victim := search.Move{Color: chess.White, Victim: search.Pawn, ToFile: 4, ToIndex: 1}
	for _, row := range []struct {
		name string
		k    search.Kernel
		want error
	}{
		{"the pawn e7 is captured", search.Kernel{Moves: []search.Move{victim}, Extended: []search.Step{capture}}, nil},
		{"too few captures", search.Kernel{Moves: []search.Move{victim}}, errList},
		{"too many", search.Kernel{Extended: []search.Step{capture}}, errList},
		{"no pawn on e3", search.Kernel{Moves: []search.Move{victim}, Extended: []search.Step{push(chess.E3, chess.E4), capture}}, errList},
		{"not on its file", search.Kernel{Moves: []search.Move{victim}, Extended: []search.Step{push(chess.E2, chess.D3), capture}}, errList},
		{"onto a pawn", search.Kernel{Moves: []search.Move{victim}, Extended: []search.Step{push(chess.E2, chess.E7), capture}}, errList},
		{"a pawn past its square", search.Kernel{Moves: []search.Move{victim},
			Extended: []search.Step{push(chess.E2, chess.E3), capture}}, errColumns},
		{"nothing is captured", search.Kernel{}, errColumns},
	} {
		var s Schedule
		if err := s.Make(problem(&goal, 1, false), &row.k); err != row.want {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
	}
}

// TestPromotedOnOneFile checks that of the men promoted on a file the latest is captured first, and none twice.
func TestPromotedOnOneFile(t *testing.T) {
	start := testkit.Position(t, "4k3/8/8/8/8/p7/pP1P1P2/4K3 w - -")
	goal := testkit.Setup(t, "4k3/8/8/8/8/2P1P3/5P2/4K3 w - -")
	push := func(from chess.Square) search.Step {
		return search.Step{Color: chess.Black, Role: chess.Pawn, From: from, To: chess.A1}
	}
	capture := func(from, to chess.Square) search.Step {
		return search.Step{Color: chess.White, Role: chess.Pawn, From: from, To: to, Capture: true}
	}
	victim := search.Move{Color: chess.White, Pawn: true, Victim: search.Promoted}
	steps := []search.Step{push(chess.A2), push(chess.A3), capture(chess.B2, chess.C3), capture(chess.D2, chess.E3),
		capture(chess.F2, chess.G3)}
	scheduleOf := func(n int) (*Schedule, error) {
		problem := problem(&goal, 1, false)
		problem.Board = start.Board()
		problem.NumberMen(&problem.Board)
		k := search.Kernel{Extended: steps[:2+n]}
		for range n {
			k.Moves = append(k.Moves, victim)
		}
		s := new(Schedule)
		return s, s.Make(problem, &k)
	}
	s := testkit.Must(scheduleOf(2))(t)
	if first, second := s.Tasks[2].Man, s.Tasks[3].Man; first != s.At[chess.A3] || second != s.At[chess.A2] {
		t.Errorf("men %d and %d are captured, want %d and %d", first, second, s.At[chess.A3], s.At[chess.A2])
	}
	if _, err := scheduleOf(3); err != errList {
		t.Errorf("a third one: %v, want %v", err, errList)
	}
}
