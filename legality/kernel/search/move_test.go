package search

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/devdata"
)

func TestMoveNotation(t *testing.T) {
	check := func(s string, want Move) {
		t.Helper()
		if got, err := ParseMove(s); err != nil || got != want {
			t.Errorf("ParseMove(%q) = %+v, %v, want %+v", s, got, err, want)
		}
		if got := want.String(); got != s {
			t.Errorf("%+v is written %q, want %q", want, got, s)
		}
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
		if m, err := ParseMove(s); err == nil {
			t.Errorf("%q is read as %+v", s, m)
		}
	}
	if _, err := ParseMoves("wxN wxQ wxx"); err == nil {
		t.Error("a bad move in a list is read")
	}
}

// TestKernelRoundTrip: what the search writes can be read.
func TestKernelRoundTrip(t *testing.T) {
	for _, l := range devdata.Listings(t) {
		for k, err := range All(context.Background(), l.Start, l.Goal) {
			if err != nil {
				t.Fatal(err)
			}
			moves, err := ParseMoves(k.String())
			if err != nil || (Kernel{Moves: moves}).String() != k.String() {
				t.Errorf("%q is read as %v, %v", k, moves, err)
			}
			for i, m := range moves {
				if m != k.Moves[i] {
					t.Errorf("%q is read as %+v, was %+v", m, m, k.Moves[i])
				}
			}
		}
	}
}

func TestStepNotation(t *testing.T) {
	check := func(st Step, want string) {
		t.Helper()
		if got := st.String(); got != want {
			t.Errorf("%+v is written %q, want %q", st, got, want)
		}
	}
	check(Step{Role: chess.Pawn, From: chess.G5, To: chess.G8, Promotion: chess.Queen}, "wPg5-g8Q")
	check(Step{Role: chess.Pawn, From: chess.G5, To: chess.G8}, "wPg5-g8")
	check(Step{Color: chess.Black, Role: chess.Rook, From: chess.H8, To: chess.F6}, "bRh8-f6")
	check(Step{Role: chess.Pawn, From: chess.A6, To: chess.B7, Capture: true}, "wPa6xb7")
	check(Step{From: chess.NoSquare, To: chess.H8, Capture: true}, "wxh8")
	check(Step{Role: chess.King, From: chess.E1, To: chess.E2}, "wKe1-e2")
}

func TestNames(t *testing.T) {
	if got := Found.String() + ", " + NoExtended.String() + ", " + NoKernel.String() + ", " + Unknown.String(); got !=
		"kernel, no extended kernel, no kernel, unknown" {
		t.Error(got)
	}
	if Man(99).String() != "?" || DarkBishop.String() != "DB" {
		t.Error("names of men")
	}
}

func FuzzParseMove(f *testing.F) {
	for _, s := range []string{"wPa0xPb1", "bPf1xQe0", "wPg0xDBfQ", "bPa1xhb1", "wPb0xgaLB", "bxPc1", "wxN"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if m, err := ParseMove(s); err == nil && m.String() != s {
			t.Errorf("%q is read as %+v, which is written %q", s, m, m)
		}
	})
}
