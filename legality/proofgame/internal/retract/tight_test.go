package retract

import (
	"testing"

	"chesscensus/internal/testing/testkit"
)

// tightGoals are goals in which a side is in check, or runs out of quiet moves to take back. Kings and rooks with a right have not moved.
var tightGoals = []string{
	// Only a pawn can have moved last.
	"8/8/8/8/6P1/8/k7/4K2R b K -",
	"8/8/8/8/3P4/4k3/8/R3K3 b Q -",
	"1k6/1P6/8/8/8/8/8/4K2R b K -",
	"8/8/8/2P5/8/8/8/R3K1k1 b Q -",
	"4k2r/8/8/8/8/p7/8/4K2R w Kk -",
	// Before a quiet last move the other side has none.
	"4k1rr/8/8/8/8/8/8/4K2R w Kk -",
	"r3k3/8/8/8/8/8/8/R3K2R b Qq -",
	"8/8/8/4Q3/3K4/8/1k6/b7 b - -",
	"8/8/8/4b3/3k4/8/1K6/B7 w - -",
	// The side to move is in check.
	"4k2r/8/8/8/8/8/8/q3K2R w Kk -",
	"8/8/8/8/3K4/k7/1Q6/b7 b - -",
	"5k1b/6Q1/8/4K3/8/8/8/8 b - -",
	"r3k3/8/8/8/8/8/8/R1r1K3 w Qq -",
}

// TestIsTight checks tight goals, and similar ones with a man more or without a right.
func TestIsTight(t *testing.T) {
	var x Retractor
	for _, fen := range tightGoals {
		if s := testkit.Setup(t, fen); !x.IsTight(&s) {
			t.Errorf("%s is not tight", fen)
		}
	}
	for _, fen := range []string{
		"8/8/8/8/6P1/8/k7/4K2R b - -",
		"8/8/8/8/6P1/8/k7/1N2K2R b K -",
		"4k2r/8/8/8/8/8/8/qb2K1NR w Kk -",
		"8/8/8/4Q3/2K5/8/k7/b7 b - -",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
	} {
		if s := testkit.Setup(t, fen); x.IsTight(&s) {
			t.Errorf("%s is tight", fen)
		}
	}
}
