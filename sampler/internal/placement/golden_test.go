package placement

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// TestGoldenStreams pins the first draws of seed 2^64-1, by rank and direct, printed by
// this package in November 2026. A change here is a breaking one.
func TestGoldenStreams(t *testing.T) {
	testkit.Medium(t)
	for name, want := range golden {
		s := named(t, name)
		var d sampler.Draw
		sampler.NewStream(s, 1<<64-1).Draw(&d, 2)
		if got := d.FEN().String(); got != want[0] {
			t.Errorf("%s, draw 2: %q, want %q", name, got, want[0])
		}
		bulk := sampler.NewBulk(s, 1<<64-1)
		bulk.Seek(7)
		for !bulk.Next(&d) {
		}
		if got := d.FEN().String(); got != want[1] {
			t.Errorf("%s, block 7: %q, want %q", name, got, want[1])
		}
	}
	if len(golden) != Bases*Levels {
		t.Errorf("%d spaces have golden draws, want all", len(golden))
	}
}

var golden = map[string][2]string{
	"counter-general": {"1NbbK1n1/1R2N1RQ/2bPq1R1/1k3B2/2P2NPr/r2B2B1/P1PPB3/RqB2qQN w - - 0 1",
		"Rn3KnB/b2rpq2/Pb3k2/b1Q3N1/NQq1RrP1/1rR5/1QB2P1B/rrR2B2 b - - 0 1"},
	"counter-general-conditioned": {"b1RnK1Q1/Rk1BrN1Q/rQ1Rn2P/n1N4r/P2r2B1/5N1p/1N1rNPrr/B4n2 w - - 0 1",
		"q4b1R/2bNnR1P/b2PNbb1/1pPpq1QK/pq1p4/2P1RQ1B/R3k2R/1r3q1Q w - - 0 1"},
	"counter-general-feasible": {"6QR/2BR1BN1/nqB3PQ/R1BN4/br3pR1/knb1p3/1pq1B1p1/BK6 w - - 0 1",
		"1Rbr1B2/7N/R2p1r2/1rN2Pn1/1qkBpK2/4Q1QR/RbrRP3/Rn4Rq b - - 0 1"},
	"counter-general-positions": {"1rq1N3/1n3rbN/B3kQ2/2bqP3/1b5R/P1NBNp1K/P3NN1R/4q1B1 b - - 0 1",
		"bk4BB/1R3nNR/p2pR3/1q3Pp1/3B2P1/KrqBPbn1/1Qp2Pn1/r4q1N w - - 0 1"},
	"counter-split": {"N1P1KP1n/3P1Nr1/R3qk1P/3PPq2/3Q1n1P/B2bN1pp/3b1Q1B/1nrrrb1p b - - 0 1",
		"nbq5/1NbP1N1B/3bP1Qn/1k2q2N/p2qRb2/1Bn1rbKN/P1RR4/1Bb1Qr2 w - - 0 1"},
	"counter-split-conditioned": {"QKb2qB1/BP2Q1R1/1nR1N2n/1n4pq/rP3Q1r/1Qp1N1p1/R1Np3k/bR3b1b b - - 0 1",
		"R1q4q/2Bq1r2/2RN4/1nbRpB2/kn2KRp1/2PrQqrQ/2bNN2R/NN1n1r2 b - - 0 1"},
	"counter-split-feasible": {"1r5b/nnpqrqK1/B2Q4/N2R2Q1/B2Qp1k1/N2rN1n1/PR1P1N1b/1Q2b3 b - - 0 1",
		"4Rn1q/nB4Pr/1n1p2n1/PNkq1K2/2Q2BrN/2N1N2N/q5Rr/2R2n2 b - - 0 1"},
	"counter-split-positions": {"5bnq/Rp1rN1P1/N1n3Q1/R2Pn2p/3r1KPB/QBp1b3/3n1p2/Rk2QQ2 w - - 0 1",
		"2rb3R/2rB1P2/1n1pN3/3P1b2/1NpPKrp1/nR2NNP1/1r3NkR/nr6 w - - 0 1"},
	"counter-restricted": {"1PnbP2p/1QprBRP1/p1Q2pP1/P3N3/4PbrK/ppp2q2/2kp1BN1/q5R1 b - - 0 1",
		"7b/Q1pbBRnk/1n4pp/1NpR1P2/P1QQ2rB/q2qpN2/KP1pP1q1/6r1 b - - 0 1"},
	"counter-restricted-conditioned": {"2K3QB/5Qr1/1PPqp3/1Pb1qpPN/PN2B3/2Pk2pr/2P1p1np/n2R2bq b - - 0 1",
		"R2b1q2/P2NN1pr/3q3r/1pkPKPPB/pPRP1Qp1/3nq3/P2P1p2/4b2Q w - - 0 1"},
	"counter-restricted-feasible": {"1R2Q1rq/1nppPN1K/p1npp2P/B1bR2P1/2P2Bqr/3P1p2/1Q1N4/2k2qQ1 w - - 0 1",
		"Q3RK1R/1p2P2r/2q1bPpP/p2Q2b1/nr1p1PP1/1Pq1q1NP/1kN5/2n1BB2 w - - 0 1"},
	"counter-restricted-positions": {"2NBr3/2P1k1Nn/1P1bP1pP/P1nQbpqp/r1Q2K2/p3Q3/p1Rp4/1q1q2R1 b - - 0 1",
		"q7/2p1P1kP/qp3b2/1PppN2p/1B1QQ3/QnPr1nPP/B1b1Nrp1/1KR5 b - - 0 1"},
	"counter-very-restricted": {"5qP1/1ppk1bK1/3p1PP1/1bpB2p1/pBp4N/1P1p2n1/1RN2RQn/r1P1rP1P w - - 0 1",
		"R1rn2RB/2Ppp2P/1K1N3p/1P3kPr/1Bp1p3/bn1QPpPp/P2pb2P/4q2N b - - 0 1"},
	"counter-very-restricted-conditioned": {"1NR4n/2k1bPP1/P1Pp1Q1n/r2p1N1p/PKBPp3/RpB1rp1q/P1p1P1p1/5b2 b - - 0 1",
		"n1k3B1/1q2Pp2/2ppB1np/2P3bP/Rp3PbN/p2Q2PP/1pPPp2K/1NR1r3 w - - 0 1"},
	"counter-very-restricted-feasible": {"R1B5/1K1Pppn1/P1p1q1rp/pB2ppN1/rp1P1QR1/P3nP2/1kP4P/3b1bN1 w - - 0 1",
		"B7/P4p2/1rb4b/p1Pp1QR1/np3qkP/P1r1p2p/pP1BPN1p/1KN1R3 b - - 0 1"},
	"counter-very-restricted-positions": {"1r4Nq/P4bPB/P2ppP1p/1K1PQ3/p2kpP2/1pP3b1/1p1PNR1B/r1n1n3 w - - 0 1",
		"7b/1Bpn1Rpq/P1RpN2P/r3p1Pr/1P2Kpk1/2P1pP2/3Pp1bn/3N3Q w - - 0 1"},
}

// named returns the space of a name such as "counter-split-feasible".
func named(t *testing.T, name string) *Space {
	for b := range Bases {
		for l := range Levels {
			if name == "counter-"+Base(b).String()+Level(l).String() {
				return space(Base(b), Level(l))
			}
		}
	}
	t.Fatalf("no space %s", name)
	return nil
}
