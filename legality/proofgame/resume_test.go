package proofgame

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/proofgame/internal/retract"
)

// lineToGoal plays moves and returns the line of the last n of them, and their end.
func lineToGoal(t *testing.T, n int, game string) (retract.Line, chess.Position) {
	t.Helper()
	p := chess.InitialPosition()
	moves := testkit.Line(t, p, game)
	before := p.PlayAll(moves[:len(moves)-n])
	return retract.Line{Setup: before.Setup(), Moves: moves[len(moves)-n:]}, p.PlayAll(moves)
}

// TestResumeFromHalts finds a game from a halt, and checks that halts are tried in the order of their deficits.
func TestResumeFromHalts(t *testing.T) {
	testkit.Medium(t)
	line, goal := lineToGoal(t, 5, "e4 Nc6 Nf3 Nd4 Nxd4 e5 Bc4 exd4 d3 d5")
	other, _ := lineToGoal(t, 5, "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nxd4 Qxd4 Nf6")
	b := Builder{Options: Options{Long: true, Foreign: -1}}
	for i, halt := range []struct {
		line      *retract.Line
		misplaced chess.Bitboard
	}{{&other, 0xff}, {&line, 0xf}, {&line, 1}} {
		copied := *halt.line
		copied.Nodes = i
		b.addHalt(&copied, &planner.Result{Misplaced: halt.misplaced, PathPlies: 40})
	}
	if len(b.long.halts) != 3 {
		t.Fatalf("%d halts are kept, want 3", len(b.long.halts))
	}
	r := Request{Start: chess.InitialPosition(), Goal: goal}
	a := Attempt{Start: r.Start, Goal: goal, PathPlies: -1}
	b.resumeFromHalts(t.Context(), &r, &a, 6, 30_000)
	if good, err := b.finish(t.Context(), &a); !a.Found || !good || err != nil {
		t.Fatalf("found %v, replayed %v: %v", a.Found, good, err)
	}
	checkReplay(t, &a)
	if a.PathPlies != lastCapture(a.Moves) || a.Plies == 0 {
		t.Errorf("%d plies to the last capture, cost %d", a.PathPlies, a.Plies)
	}
	if b.long.halts[0].line.Nodes != 2 || b.long.halts[2].line.Nodes != 0 {
		t.Errorf("halts are not in order: %d first, %d last", b.long.halts[0].line.Nodes, b.long.halts[2].line.Nodes)
	}
	// A setup that cannot be reached leaves the attempt as it is.
	line.Setup.Board.Put(chess.A3, chess.NewPiece(chess.Black, chess.King))
	b.long = longState{halts: []halt{{line: line}}}
	a = Attempt{Start: r.Start, Goal: goal, PathPlies: -1}
	if b.resumeFromHalts(t.Context(), &r, &a, 6, 30_000); a.Found || a.Moves != nil {
		t.Errorf("a game with two kings: %v", a.Moves)
	}
}

// TestAddHalt checks that halts are stored only with Long, not near the goal, and not without end, and that the deficit is larger
// without a path.
func TestAddHalt(t *testing.T) {
	line, _ := lineToGoal(t, 4, "e4 e5 Nf3 Nc6")
	near, _ := lineToGoal(t, 3, "e4 e5 Nf3 Nc6")
	var b Builder
	b.addHalt(&line, new(planner.Result))
	b.Long = true
	b.addHalt(&near, new(planner.Result))
	if len(b.long.halts) != 0 {
		t.Fatalf("%d halts are kept, want none", len(b.long.halts))
	}
	for range 2 * keptHalts {
		b.addHalt(&line, new(planner.Result))
	}
	if len(b.long.halts) != keptHalts {
		t.Errorf("%d halts are kept, want %d", len(b.long.halts), keptHalts)
	}
	pathless := planner.Result{PathPlies: -1}
	b.long = longState{}
	b.addHalt(&line, new(planner.Result))
	b.addHalt(&line, &pathless)
	if b.long.halts[1].deficit <= b.long.halts[0].deficit {
		t.Errorf("the deficit is %d without a path, %d with one", b.long.halts[1].deficit, b.long.halts[0].deficit)
	}
}
