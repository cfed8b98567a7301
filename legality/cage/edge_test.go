package cage

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestAcceptsEdgeGames checks that no position of games to the edge of theorems is refuted.
func TestAcceptsEdgeGames(t *testing.T) {
	w := witness{st: Stage{Limit: configurations}}
	rnd := testkit.Rand("tight games")
	for _, g := range testkit.EdgeGames {
		if !w.followGame(t, testkit.Line(t, chess.InitialPosition(), g.Moves), rnd, 3) {
			t.Errorf("a position of the game is refuted: %s", g.Why)
		}
		// The end of a game is the tightest: projection searches may take as long as they do.
		var st Stage
		if v, decided := st.Judge(context.Background(), testkit.Setup(t, testkit.Played(t, g.Moves).String()), verdict.Budget{}); decided {
			t.Errorf("the end of the game is refuted: %s: %v", g.Why, v)
		}
	}
}

// TestFollowedManIsNotWherePawnsPromote checks that the followed man is not on the square where a pawn promotes. That alone refutes
// this draw of a survey, in which two black pawns must promote on f1. White's bishop stands there behind e2 and g2 until g2xf3 shuts
// the file: both pawns would have to step onto it, not the first alone. It also checks that a search for kernels that is broken off
// refutes nothing.
func TestFollowedManIsNotWherePawnsPromote(t *testing.T) {
	s := setup(t, "rk2n3/bNRq3p/2B4p/Rb1b1R1Q/b7/1N2qP2/2P1Pq2/2Kn1qBb w - -")
	var st Stage
	if reason, _, _ := st.Refute(s, 0); reason != verdict.BarredPromotions {
		t.Errorf("%v: %v, want %v", s, reason, verdict.BarredPromotions)
	}
	st.Limit = 20_000
	if reason, _, _ := st.Refute(s, 1); reason != 0 {
		t.Errorf("%v: %v after one state of the kernels, want no reason", s, reason)
	}
}

// TestFollowedManMayBeElsewhere checks that the man that stands on a promotion square in the end may be anywhere else
// while a pawn promotes there. The setups are legal: effort game finds games to them.
func TestFollowedManMayBeElsewhere(t *testing.T) {
	for _, fen := range []string{
		"KR1B4/P1p1Rb1b/Rp1p1B2/3P3B/RNb1n1p1/1n2q1PN/2r1k3/3r2bb b - -",
		"3b2bK/pqn4Q/Prp4Q/Q1BN3B/R3rPP1/rq2P1N1/2p3pk/3R3B w - -",
		"q2Q2nQ/R1BP2q1/1r4kn/2pb4/2P1N2p/bP2K1bP/r1pP2NB/2nr4 b - -",
	} {
		s := setup(t, fen)
		st := Stage{Limit: 3_000}
		if reason, e, _ := st.Refute(s, 0); reason != 0 {
			t.Errorf("%v is refuted: %v, %s", s, reason, e.Describe(s))
		}
	}
}
