package recheck_test

import (
	"encoding/json"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
)

// neighbors are certificates of refuted draws that were changed by chance: one or two men, the side to move or the rights, and in some of
// them the reason or the tree. Effort game has found a game to each of these positions.
var neighbors = []string{
	`{"fen":"8/p1p2pp1/1p5p/1k2K3/8/5P2/1P1PP1PP/2B1rr2 w - -","stage":"cage","reasons":["PromotedMen"],"evidence":"pawns let none of these men in from home, so that more were promoted than pawns are gone: re1 rf1 rf2"}`,
	`{"fen":"3k4/RPbr1q1B/1r3NpR/3r3P/1q3nbQ/2np2P1/BQ2rN1K/3b2r1 w - -","stage":"kernel","reasons":["NoExtendedKernel"]}`,
	`{"fen":"2KR1N2/n1pn1qPQ/p3B2p/P1bnrP1r/2R3n1/k2r1NQR/1RB5/8 w - -","stage":"rules","reasons":["TakenAtHome"]}`,
	`{"fen":"1q2Q2Q/1r2N1p1/2q4B/2B2qP1/n2R3K/P1p1RkpR/2bn2bB/1b5R b - -","stage":"cage","reasons":["EnPassantOrigin"],"evidence":"whatever pawns have captured, they can never have let this man in: Bh6"}`,
	`{"fen":"nBb1K3/b1p1b2R/1p2PNpn/1R4PQ/p7/2PQr2k/1P1rQ3/1rB4N b - -","stage":"cage","reasons":["LastMovesRejected"],"evidence":"whatever pawns have captured, they can never have let this man in: ba7"}`,
	`{"fen":"KRkq1n2/p1Pb1pPb/Q2b2p1/pp3q1N/5R2/nrB3RB/4P3/8 b - -","stage":"cage","reasons":["TrappedMan"],"evidence":"pawns can never have let this man in: bh7"}`,
	`{"fen":"1Nq4n/1N1rNp2/1k3qP1/2RB1bp1/8/p1N3P1/Q1npR1n1/BRB2n1K b - -","stage":"kernel","reasons":["ManyPromotions"]}`,
	`{"fen":"b1B5/1P2q3/1b1NRBR1/bQnqB1q1/1r1BP1Q1/2n1N3/7K/B1k1qr2 b - -","stage":"rules","reasons":["CagedBishop"]}`,
	`{"fen":"Qn2r3/3N1b1N/rrRqbn2/n2Q1R2/q6r/nNn1n3/kNN1K3/6B1 w - -","stage":"proofgame","reasons":["OppositeCheck"]}`,
	`{"fen":"Q1n2Nr1/6bP/P3pNR1/3bBrPb/4PRpR/1nK1n2B/5q1q/1N5k w - -","stage":"kernel","reasons":["NoProofKernel"]}`,
	`{"fen":"2q1b3/B4rPn/n2R2K1/k3P1p1/b2Q2NR/Brp1p1n1/PNP5/1q3N1R b - -","stage":"cage","reasons":["BarredPromotions"],"evidence":"no kernel without men promoted on squares that they cannot have left, whatever pawns have captured: qb1 h8"}`,
	`{"fen":"2bkqb2/2ppppp1/8/pr2n1rP/1p1P4/PN1RP3/1PPB1PP1/4KB1R b - -","stage":"cage","reasons":["Deadlock"],"evidence":"none of these men can have come last: Pb2 Pc2 Pf2 Pg2 pb7 pc7 pd7 pe7 pf7 pg7 bc8 kd8 qe8 bf8"}`,
	`{"fen":"5R2/3bb1p1/1P2rp1N/r1R1nb2/1Q5K/q3RQPB/1knnP1r1/2N1rR2 b - -","stage":"kernel","reasons":["TrappedMan"]}`,
	`{"fen":"nr3n2/5nQ1/1P1KQ1pR/n1QR1p2/1BRN1PN1/B2r4/1Bq3B1/n2b1nk1 w - -","stage":"proofgame","reasons":["ShutOut"]}`,
	`{"fen":"3KN2R/n6n/1RBR2nB/kq1q1bQ1/3Brb2/P7/B1qr1n1N/6Rn b - -","stage":"proofgame","reasons":["TrappedMan"]}`,
	`{"fen":"r4R2/1B3p1b/1N2N1p1/1B3k1p/1rR2Bnb/p1Nb1BP1/B1q3B1/1n1Q1QK1 w - -","stage":"cage","reasons":["NoProofKernel"],"evidence":"no kernel without men promoted on squares that they cannot have left: g8"}`,
	`{"fen":"2r2b1r/p3p1pp/1pn1bn2/2p3k1/8/P1P2P1P/1P1PP1P1/3QK1N1 w - -","stage":"cage","reasons":["TakenAtHome"],"evidence":"pawns never let out the men of these squares, which are gone; too few others are, for what pawns have taken: a1 c1 f1 h1"}`,
	`{"fen":"1R1Q1b2/bR6/k2p4/n4NNQ/1Nb2pK1/p1QB2PR/1QbpnP1p/8 b - -","stage":"proofgame","reasons":["PromotedMen"]}`,
	`{"fen":"2n5/qbQq3n/2P4p/1n2NpPB/NK3R2/N1n5/n2rPP1B/r3nk1B w - -","stage":"rules","reasons":["PromotedMen"]}`,
	`{"format":2,"fen":"bK2B2q/BP2PB1R/3nrRnP/r1bp3N/k1b2bN1/B7/5Q2/1qb3R1 b - -","stage":"retro","reasons":["LastMovesRejected"]}`,
	`{"fen":"8/b2B3r/1N1nN2P/1bB3Bq/q2K4/r1P1R1pp/Q2nbPR1/3NnN1k w - -","stage":"proofgame","reasons":["IdleEnPassant"]}`,
	`{"fen":"2R4N/1NprBn1b/b5N1/KPnBpr1N/p3p2r/kPP1P3/6QB/B7 w - -","stage":"rules","reasons":["SingleCheck"]}`,
	`{"fen":"4k3/n1n1Nppr/3B2pr/1Q5b/K1RbQ1P1/2qBn3/n3nP1R/3R1n1B b - -","stage":"cage","reasons":["AdjacentKings"],"evidence":"whatever pawns have captured, they can never have let this man in: Bg8"}`,
	`{"fen":"Q3n1BR/1b1r1p2/3B3p/P1QR4/k1K1rn2/p5Rp/N1N3R1/NRR4b w - -","stage":"rules","reasons":["PawnCaptures"]}`,
	`{"fen":"q1Q3R1/4Nb1N/1Qp4b/4p1Rr/3nP2r/k2np1B1/bN3P2/QKnb4 w - -","stage":"kernel","reasons":["SingleCheck"]}`,
	`{"fen":"3b2R1/P3b2B/1Rp3br/4B1kn/2Rq2B1/p1qQ1QNp/1nR2KPP/5B2 w - -","stage":"bound","reasons":["Unreachable"]}`,
}

// TestNeighborsAreNotRefuted checks that none of them is confirmed within 4000 states, nor with any other theorem as its reason (with -short
// for every sixth).
func TestNeighborsAreNotRefuted(t *testing.T) {
	for i, text := range neighbors {
		checker := recheck.Checker{States: 4_000}
		if _, _, err := checker.Check(t.Context(), []byte(text)); err == nil {
			t.Errorf("confirmed: %s", text)
		}
		if testing.Short() && i%6 != 0 {
			continue
		}
		var c recheck.Certificate
		testkit.OK(t, json.Unmarshal([]byte(text), &c))
		for _, name := range theoremNames {
			c.Reasons = []string{name}
			if _, _, err := checker.Check(t.Context(), line(t, &c)); err == nil {
				t.Errorf("%s is refuted by %s", c.FEN, name)
			}
		}
	}
}
