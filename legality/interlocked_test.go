package legality

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/certificate"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
)

// lastMoveProblems are boards of problems from the records of janko.at (docs/data/cases.tsv) that ask for the last move, by White. They
// are legal with Black to move and illegal with White to move.
var lastMoveProblems = []string{
	"1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8",
	"2bK1kN1/1pppprp1/5p1p/8/8/8/8/8",
	"2bk1K1N/1ppp1p1q/p5pp/8/8/8/8/8",
	"3bkN1K/pppprp1p/4p1p1/8/8/8/8/8",
	"4BQrr/pp1ppK1k/2p1p1pp/8/8/8/8/8",
}

// alsoIllegal are more boards from these records, with the side to move that makes them illegal.
var alsoIllegal = []string{
	"4BQ1q/3ppK1k/4pp1p/8/8/8/8/8 w - -",
	"5kb1/2pRRp2/3ppKpp/8/8/8/8/8 b - -",
	"R1qk4/K1ppRppp/pp2p3/8/8/8/8/8 w - -",
	"k1bQ2b1/ppKppp1B/2p3p1/8/8/8/8/8 w - -",
	"kBRB4/1pKpp1p1/1pp5/7p/8/8/8/8 w - -",
	// The longest way back is f7-f6, Nf6xRe8, Rf8-e8. With the rook on f8 no man of the cluster can have come there last.
	"3BN1qk/2pRK1pp/3ppp2/8/8/8/8/8 w - -",
	// Before c6xb5 there is no proof kernel (Lemma 15 of package proofkernel). Before a7-a6 the white king can never have come in.
	"kB1K4/1p1ppppp/pB1B4/1pB5/8/8/8/8 w - -",
}

// TestInterlockedRefute: the stage refutes the illegal setups, also with exchanged colors, with certificates that are confirmed, and it
// does not refute the legal ones.
func TestInterlockedRefute(t *testing.T) {
	stage := newInterlocked(fewMen)
	// judge reports whether the stage refutes a setup. The test fails if the verdict is another or the certificate is wrong.
	judge := func(s chess.Setup) (refuted bool) {
		v, decided := stage.Judge(t.Context(), s, verdict.Budget{})
		if !decided {
			return false
		}
		if v.Outcome != verdict.Illegal || v.Reasons != verdict.LastMovesRejected {
			t.Fatalf("%v: %v", s, v)
		}
		c := testkit.Must(certificate.New(&s, &v))(t)
		if err := new(certificate.Checker).Check(t.Context(), c); err != nil {
			t.Errorf("%v: %v", s, err)
		}
		return true
	}
	var illegal []string
	for _, board := range lastMoveProblems {
		illegal = append(illegal, board+" w - -")
		if s := testkit.Setup(t, board+" b - - 0 1"); judge(s) {
			t.Errorf("%v is a record of the last move, and is refuted", s)
		}
	}
	for _, fen := range append(illegal, alsoIllegal...) {
		s := testkit.Setup(t, fen+" 0 1")
		for _, m := range []chess.Setup{s, s.Mirror()} {
			if !judge(m) {
				t.Errorf("%v is not refuted", m)
			}
		}
	}
}

// TestInterlockedAcceptGames: a stage for any number of men refutes no position of a game. The games are random ones and games to
// goals whose men lock each other in.
func TestInterlockedAcceptGames(t *testing.T) {
	testkit.Medium(t)
	stage := newInterlocked(allMen)
	check := func(p *chess.Position) {
		t.Helper()
		s := p.Setup()
		for _, m := range []chess.Setup{s, s.Mirror()} {
			if reason, _, _ := stage.finder.Shut(&m); reason != 0 {
				t.Errorf("%v, of a game, is refuted: %v", m, reason)
			}
		}
		if v, decided := stage.Judge(t.Context(), s, verdict.Budget{Nodes: 2000}); decided {
			t.Errorf("%v, of a game, is refuted: %v", s, v)
		}
	}
	goals := []string{
		"2b1RK1k/1p1ppp1p/8/8/8/8/8/8 b - -", "8/1p6/p7/8/8/PP6/1PkPP3/KR1b4 b - -",
		"1qkB4/P1brp3/Kppp4/1p6/8/8/8/8 w - -", "5K1N/3prppk/4p2p/8/8/8/8/8 b - -",
		"6nK/1p1ppp1N/5Pqr/5prb/5PrR/4PRQn/3PRQ2/4B2k b - -",
		"2bK1kN1/1pp1prpp/5p2/8/8/8/8/8 b - -", "4BQ1q/3ppKp1/4pP1p/7k/8/8/8/8 b - -",
	}
	if testing.Short() {
		goals = goals[:4]
	}
	path, game := proofgame.Stages(proofgame.Options{LastMoves: LastMoves(), Foreign: -1}) // -1: no foreign program replays the games
	for _, fen := range goals {
		s := testkit.Setup(t, fen+" 0 1")
		v, decided := path.Judge(t.Context(), s, verdict.Budget{})
		if !decided {
			v, decided = game.Judge(t.Context(), s, verdict.Budget{})
		}
		if !decided {
			t.Errorf("%s: no game", fen)
			continue
		}
		p := chess.InitialPosition()
		for _, m := range v.Attempt.(*proofgame.Attempt).Moves {
			p = p.Play(m)
			check(&p)
		}
	}
	src := testkit.Rand("knots")
	for range testkit.Size(10, 100) {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			if src.IntN(8) == 0 {
				check(&p)
			}
		}
	}
}

// deepProblems are crowded candidates that only the stage with cages refutes. The last move of each was a double step or gave check.
// The setups before it are refuted by theorems on pawns.
var deepProblems = []string{
	"2B3k1/5RB1/bp3qb1/1Pp1r1Pb/1NR2q2/N2p3N/RqP1P1Q1/2nrB1K1 w - c6",
	"4rr2/ppB3NR/BP1K2p1/B1p1QpPb/4qb2/1B1N1k2/2B3n1/q1Rq1q2 w - f6",
	"n1N2b1q/1R4p1/1pp1B1k1/NPRK1N2/1qP1n1B1/6p1/2b1b2B/rq2b1BB w - -",
	"5Rb1/2BBr3/1K4p1/1P3pP1/4Nq1p/NnNB1n1q/1N2PP2/Q1NRbr1k w - f6",
	"2NRNqk1/r2Bnq2/2P4b/q4RP1/Br1B1b2/Q3n1pb/Qb3KPQ/1r6 w - -",
}

// TestDeepInterlocked: the stage with cages refutes deepProblems, also with exchanged colors, with certificates that are confirmed.
// Without cages they are not refuted.
func TestDeepInterlocked(t *testing.T) {
	deep, plain := newDeepInterlocked(), newInterlocked(allMen)
	for _, fen := range deepProblems {
		s := testkit.Setup(t, fen+" 0 1")
		for _, m := range []chess.Setup{s, s.Mirror()} {
			if _, decided := plain.Judge(t.Context(), m, verdict.Budget{}); decided {
				t.Errorf("%v is refuted without cages", m)
			}
			v, decided := deep.Judge(t.Context(), m, verdict.Budget{})
			if !decided || v.Reasons != verdict.LastMovesRejected {
				t.Errorf("%v: %v", m, v)
				continue
			}
			r := testkit.Must(certificate.New(&m, &v))(t)
			if err := new(certificate.Checker).Check(t.Context(), r); err != nil {
				t.Errorf("%v: %v", m, err)
			}
		}
	}
}

// TestDeepInterlockedAcceptGames: the stage with cages refutes no position of a random game.
func TestDeepInterlockedAcceptGames(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	deep := newDeepInterlocked()
	calls := 0
	cages := deep.Cages
	deep.Cages = func(s *chess.Setup) (verdict.Reason, verdict.Evidence, int64) {
		calls++
		return cages(s)
	}
	src := testkit.Rand("deep knots")
	for range testkit.Size(10, 400) {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			s := p.Setup()
			if !p.InCheck() && s.EP == chess.NoSquare && src.IntN(16) > 0 {
				continue
			}
			if v, decided := deep.Judge(t.Context(), s, verdict.Budget{Nodes: 4000}); decided {
				t.Errorf("%v, of a game, is refuted: %v", s, v)
			}
		}
	}
	if calls < 20 {
		t.Errorf("only %d setups before were judged by cages", calls)
	}
}
