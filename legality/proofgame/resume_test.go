package proofgame

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/proofgame/internal/retract"
)

// lineTo plays moves and returns the line of the last n of them, and where all lead to.
func lineTo(t *testing.T, n int, game ...string) (retract.Line, chess.Position) {
	t.Helper()
	p := chess.InitialPosition()
	moves, err := p.ParseSANs(game)
	if err != nil {
		t.Fatal(err)
	}
	before := p.PlayAll(moves[:len(moves)-n])
	return retract.Line{Setup: before.Setup(), Moves: moves[len(moves)-n:]}, p.PlayAll(moves)
}

// TestResumed goes on from a halt to the goal; of several it takes the one that lacks least first.
func TestResumed(t *testing.T) {
	testkit.Medium(t)
	w, goal := lineTo(t, 5, "e4", "Nc6", "Nf3", "Nd4", "Nxd4", "e5", "Bc4", "exd4", "d3", "d5")
	other, _ := lineTo(t, 5, "e4", "e5", "Nf3", "Nc6", "d4", "exd4", "Nxd4", "Nxd4", "Qxd4", "Nf6")
	b := Builder{Options: Options{Long: true, Foreign: -1}}
	for i, h := range []struct {
		w         *retract.Line
		misplaced chess.Bitboard
	}{{&other, 0xff}, {&w, 0xf}, {&w, 1}} {
		line := *h.w
		line.Nodes = i
		b.addHalt(&line, &planner.Result{Misplaced: h.misplaced, PathPlies: 40})
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
	verify(t, &a)
	if a.PathPlies != lastCapture(a.Moves) || a.Plies == 0 {
		t.Errorf("%d plies to the last capture, cost %d", a.PathPlies, a.Plies)
	}
	if b.long.halts[0].line.Nodes != 2 || b.long.halts[2].line.Nodes != 0 {
		t.Errorf("halts are not in order: %d first, %d last", b.long.halts[0].line.Nodes, b.long.halts[2].line.Nodes)
	}
	// A setup that cannot be reached leaves the attempt as it is.
	w.Setup.Board.Put(chess.A3, chess.NewPiece(chess.Black, chess.King))
	b.long = longState{halts: []halt{{line: w}}}
	a = Attempt{Start: r.Start, Goal: goal, PathPlies: -1}
	if b.resumeFromHalts(t.Context(), &r, &a, 6, 30_000); a.Found || a.Moves != nil {
		t.Errorf("a game with two kings: %v", a.Moves)
	}
}

// TestHalted keeps nothing without Long, nor what is near the goal, and not without end.
func TestHalted(t *testing.T) {
	w, _ := lineTo(t, 4, "e4", "e5", "Nf3", "Nc6")
	near, _ := lineTo(t, 3, "e4", "e5", "Nf3", "Nc6")
	var b Builder
	b.addHalt(&w, new(planner.Result))
	b.Long = true
	b.addHalt(&near, new(planner.Result))
	if len(b.long.halts) != 0 {
		t.Fatalf("%d halts are kept, want none", len(b.long.halts))
	}
	for range 2 * keptHalts {
		b.addHalt(&w, new(planner.Result))
	}
	if len(b.long.halts) != keptHalts {
		t.Errorf("%d halts are kept, want %d", len(b.long.halts), keptHalts)
	}
	pathless := planner.Result{PathPlies: -1}
	b.long = longState{}
	b.addHalt(&w, new(planner.Result))
	b.addHalt(&w, &pathless)
	if b.long.halts[1].deficit <= b.long.halts[0].deficit {
		t.Errorf("without a path a halt lacks %d, with one %d", b.long.halts[1].deficit, b.long.halts[0].deficit)
	}
}
