package search

import (
	"context"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

// TestMoveNotation checks the text of moves, and that nothing else is parsed.
func TestMoveNotation(t *testing.T) {
	check := func(s string, want Move) {
		t.Helper()
		if got, err := parseMove(s); err != nil || got != want {
			t.Errorf("ParseMove(%q) = %+v, %v, want %+v", s, got, err, want)
		}
		testkit.Equal(t, want.String(), s, want, "is written")
	}
	const w, b = chess.White, chess.Black
	check("wPa0xPb1", Move{Color: w, Pawn: true, Victim: Pawn, ToFile: 1, ToIndex: 1})
	check("bPf1xQe0", Move{Color: b, Pawn: true, File: 5, Index: 1, Victim: Queen, ToFile: 4})
	check("wPg0xDBfQ", Move{Color: w, Pawn: true, File: 6, Victim: DarkBishop, ToFile: 5, Promotion: Queen})
	check("wPh0xLBgLB", Move{Color: w, Pawn: true, File: 7, Victim: LightBishop, ToFile: 6, Promotion: LightBishop})
	check("bPa1xhb1", Move{Color: b, Pawn: true, Index: 1, Victim: Promoted, VictimFile: 7, ToFile: 1, ToIndex: 1})
	check("wPb0xgaLB", Move{Color: w, Pawn: true, File: 1, Victim: Promoted, VictimFile: 6, Promotion: LightBishop})
	check("wPb0xbaN", Move{Color: w, Pawn: true, File: 1, Victim: Promoted, VictimFile: 1, Promotion: Knight})
	check("bxPc1", Move{Color: b, Victim: Pawn, ToFile: 2, ToIndex: 1})
	check("wxN", Move{Color: w, Victim: Knight})
	check("bxLB", Move{Color: b, Victim: LightBishop})
	for _, s := range []string{"", "w", "wx", "wxK", "xN", "wxNa", "wxNa0", "wxP", "wPa0xP", "wPa0xPb", "wPi0xPb0", "wPa0xPbQ",
		"wPa0xzb0", "wPa0xNbK", "wPa0xNbP", "wxPa0x", "wxhb0", "wPa0-b0", "wQa0xPb0", "wPa9xPb0", "WxN", "wPa0xNb0 ", "wPa0xNbQQ",
		"wPa0xNb-", "wPa0xNb00"} {
		if m, err := parseMove(s); err == nil {
			t.Errorf("%q is read as %+v", s, m)
		}
	}
	if _, err := ParseMoves("wxN wxQ wxx"); err == nil {
		t.Error("a bad move in a list is read")
	}
}

// TestStepNotation checks the text of steps, and that nothing else is parsed.
func TestStepNotation(t *testing.T) {
	check := func(s, written string, want Step) {
		t.Helper()
		if got, err := parseStep(s); err != nil || got != want {
			t.Errorf("ParseStep(%q) = %+v, %v, want %+v", s, got, err, want)
		}
		testkit.Equal(t, want.String(), written, want, "is written")
	}
	same := func(s string, want Step) {
		t.Helper()
		check(s, s, want)
	}
	const w, b = chess.White, chess.Black
	same("wDBc1-a5", Step{Color: w, Role: chess.Bishop, From: chess.C1, To: chess.A5}) // the spelling of texelutil
	same("bLBc8-d5", Step{Color: b, Role: chess.Bishop, From: chess.C8, To: chess.D5})
	same("bRh8-f6", Step{Color: b, Role: chess.Rook, From: chess.H8, To: chess.F6})
	same("wKe1-e2", Step{Color: w, Role: chess.King, From: chess.E1, To: chess.E2})
	same("wPg5-g8Q", Step{Color: w, Role: chess.Pawn, From: chess.G5, To: chess.G8, Promotion: chess.Queen})
	same("wPg5-g8", Step{Color: w, Role: chess.Pawn, From: chess.G5, To: chess.G8})
	same("wPg7xh8DB", Step{Color: w, Role: chess.Pawn, From: chess.G7, To: chess.H8, Capture: true, Promotion: chess.Bishop})
	same("bPg2xh1LB", Step{Color: b, Role: chess.Pawn, From: chess.G2, To: chess.H1, Capture: true, Promotion: chess.Bishop})
	same("wPa6xb7", Step{Color: w, Role: chess.Pawn, From: chess.A6, To: chess.B7, Capture: true})
	same("wxh8", Step{Color: w, From: chess.NoSquare, To: chess.H8, Capture: true})
	// The spelling of this program until November 2026.
	check("wBc1-a5", "wDBc1-a5", Step{Color: w, Role: chess.Bishop, From: chess.C1, To: chess.A5})
	check("bPg2xh1B", "bPg2xh1LB", Step{Color: b, Role: chess.Pawn, From: chess.G2, To: chess.H1, Capture: true, Promotion: chess.Bishop})
	for _, s := range []string{"", "w", "wx", "w-h8", "xh8", "wLBc1-a5", "wDBf1-a5", "wBc1a5", "wBc1-a9", "wBi1-a5", "wXc1-a5", "wPg5-h8",
		"wPg5xg6", "wPg5-g7Q", "wPg7-g8K", "wPg7-g8P", "wPg7-g8DB", "bPg7-g8Q", "wNb1-c3Q", "wxh8Q", "wc1-a5", "WBc1-a5", "wDBc1-a5 ", "wDBc1-a5x",
		"wPg5-g8QQ", "wPa6xb7xc8", "wDBDBc1-a5"} {
		if st, err := parseStep(s); err == nil {
			t.Errorf("%q is read as %+v", s, st)
		}
	}
	if _, err := ParseSteps("wxh8 wxh9"); err == nil {
		t.Error("a bad step in a list is read")
	}
}

// TestKernelRoundTrip checks that the text of kernels is parsed as the same kernels.
func TestKernelRoundTrip(t *testing.T) {
	for _, l := range devdata.Listings(t) {
		for k, err := range new(Searcher).All(context.Background(), l.Start, l.Goal) {
			if err != nil {
				t.Fatal(err)
			}
			moves, err := ParseMoves(k.String())
			if err != nil || (Kernel{Moves: moves}).String() != k.String() {
				t.Errorf("%q is read as %v, %v", k, moves, err)
			}
			steps, err := ParseSteps(k.ExtendedString())
			if err != nil || !slices.Equal(steps, k.Extended) {
				t.Errorf("%q is read as %v, %v", k.ExtendedString(), steps, err)
			}
			for i, m := range moves {
				if m != k.Moves[i] {
					t.Errorf("%q is read as %+v, was %+v", m, m, k.Moves[i])
				}
			}
		}
	}
}

// FuzzParseMove checks that every move that is parsed has the same text.
func FuzzParseMove(f *testing.F) {
	for _, s := range []string{"wPa0xPb1", "bPf1xQe0", "wPg0xDBfQ", "bPa1xhb1", "wPb0xgaLB", "bxPc1", "wxN"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if m, err := parseMove(s); err == nil && m.String() != s {
			t.Errorf("%q is read as %+v, which is written %q", s, m, m)
		}
	})
}
