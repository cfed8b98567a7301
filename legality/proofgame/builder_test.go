package proofgame

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// candidates are legal positions of the kind that most positions of the ranked space are. Source: ChessPositionRanking, Texel.out.923.
var candidates = []string{
	"1KnRbr2/1Q2r3/P3Q2q/n1R1Bnk1/n1ppqbN1/nNq4p/2P1R1Q1/8 w - - 0 1",
	"B2r4/b1BPR1P1/2Qqrq1Q/N4n1B/1nKB4/1qp2R2/2kpn3/BR2B3 w - - 0 1",
	"k2K2rn/1qpp1B2/3R1P2/qn3Np1/b1b1Qbp1/1BP5/BpBP4/1QB2r2 w - - 0 1",
}

// checkReplay replays the game of an attempt by the foreign program and our own verifier.
func checkReplay(t *testing.T, a *Attempt) {
	t.Helper()
	v := replay.Verifier{}
	if err := v.Verify(&replay.Game{Start: a.Start, Moves: a.Moves, Goal: a.Goal}); err != nil {
		t.Errorf("%v: %v", a.Goal, err)
	}
	start := a.Start
	if text := string(start.AppendSANs(nil, a.Moves, chess.CompactSAN)); text != string(a.Proof) {
		t.Errorf("%v: the certificate is not the game", a.Goal)
	}
}

// TestVictimComesFirst builds games to goals in which a pawn from g3 captured on h2, behind a bishop that has never moved. Before
// version 12 the first was open after one pass, and the others cost ten times as much.
func TestVictimComesFirst(t *testing.T) {
	var b Builder
	for _, fen := range []string{
		"1nr2B2/1rpn1b1p/pp6/1k2pp2/q1pP1b2/1P3P1P/PK1NP1Pp/R4BNR w - -",
		"1n3rkr/2p2n1p/ppNbppb1/8/1P1q4/P1pP3P/1RN1PPPp/4KB1R w - -",
		"2NNr1k1/4p3/p7/1pp1np2/1PpP1b1p/4B2P/P3PPPp/R2K1B1R w - -",
	} {
		p := testkit.Position(t, fen)
		for _, s := range []chess.Setup{p.Setup(), p.Setup().Mirror()} {
			goal := testkit.Must(s.Position())(t)
			a, err := b.Build(t.Context(), Request{Goal: goal, Plies: 50_000})
			if err != nil || !a.Found {
				t.Errorf("%v: no game, %v", s, err)
				continue
			}
			checkReplay(t, &a)
		}
	}
}

// TestBuildCandidates builds games to candidates, and checks that they depend on the arguments alone.
func TestBuildCandidates(t *testing.T) {
	testkit.Medium(t)
	var b, fresh Builder
	for _, fen := range candidates {
		r := Request{Goal: testkit.Position(t, fen)}
		a, err := b.Build(t.Context(), r)
		if err != nil || !a.Found {
			t.Fatalf("%s: %+v, %v", fen, a, err)
		}
		checkReplay(t, &a)
		if n := lastCapture(a.Path()); a.PathPlies != n || lastCapture(a.Moves) > a.PathPlies+3 {
			t.Errorf("%s: path of %d plies, last capture at %d of %d", fen, a.PathPlies, lastCapture(a.Moves), len(a.Moves))
		}
		// The same game whatever was built before, another with another seed.
		fresh = Builder{}
		again, _ := fresh.Build(t.Context(), r)
		if !slices.Equal(a.Moves, again.Moves) || a.Plies != again.Plies {
			t.Errorf("%s: the game depends on those built before", fen)
		}
		b.forget()
		if again, _ = b.Build(t.Context(), r); !slices.Equal(a.Moves, again.Moves) || a.Plies != again.Plies {
			t.Errorf("%s: after Forget the game is another one", fen)
		}
		fresh = Builder{Options: Options{Seed: 5, RandomKernel: true}}
		if other, _ := fresh.Build(t.Context(), r); !other.Found || slices.Equal(a.Moves, other.Moves) {
			t.Errorf("%s: another seed gives found %v, the same game or none", fen, other.Found)
		}
	}
}

// TestBuildPlayouts builds games to positions of random games of all lengths.
func TestBuildPlayouts(t *testing.T) {
	games := testkit.Size(8, 40)
	var b Builder
	b.LastMoves = new(retro.Stage)
	rnd := rand.New(rand.NewPCG(4, 5))
	found := 0
	for i := range games {
		goal := chess.InitialPosition()
		opt := chesstest.RandomOptions(rnd)
		opt.Plies = 1 + rnd.IntN(120)
		for p := range chesstest.Playout(rnd, opt) {
			goal = p
		}
		a := testkit.Must(b.Build(t.Context(), Request{Goal: goal}))(t)
		if !a.Found {
			t.Logf("playout %d: no game to %v: %s", i, goal, a.Why)
			continue
		}
		found++
		checkReplay(t, &a)
	}
	if found < games*9/10 {
		t.Errorf("%d of %d positions of random games solved", found, games)
	}
}

// TestBuildNear expects shortest games to near goals.
func TestBuildNear(t *testing.T) {
	testkit.Medium(t)
	var b Builder
	for fen, plies := range map[string]int{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":           0,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1":           -1, // no move to lose with all rights
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1":       2,
		"r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4": 7,
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3":      4,
		"rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPPBPPP/RNBQ1RK1 b kq - 5 4":     7,
		"r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1": 9,
		"rnbqkb1r/ppp1pppp/3P1n2/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1":       5,
		"rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w - - 0 1":  8,
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1":      4,
	} {
		a := testkit.Must(b.Build(t.Context(), Request{Goal: testkit.Position(t, fen)}))(t)
		if plies >= 0 && (!a.Found || len(a.Moves) != plies) {
			t.Errorf("%s: found %v in %d plies, want %d", fen, a.Found, len(a.Moves), plies)
		}
		if a.Found {
			checkReplay(t, &a)
		}
	}
}

// TestBuildFromPath builds a path, then a game that begins with it, and none that begins with a hopeless path.
func TestBuildFromPath(t *testing.T) {
	var b Builder
	r := Request{Goal: testkit.Position(t, candidates[1]), PathOnly: true}
	path, err := b.Build(t.Context(), r)
	if err != nil || path.Found || path.PathPlies <= 0 || !path.HasKernel || lastCapture(path.Path()) != path.PathPlies {
		t.Fatalf("path %+v, %v", path, err)
	}
	r.PathOnly, r.Path = false, path.Path()
	game, err := b.Build(t.Context(), r)
	if err != nil || !game.Found || !slices.Equal(game.Moves[:len(r.Path)], r.Path) {
		t.Fatalf("a game that must begin with a path: %+v, %v", game, err)
	}
	checkReplay(t, &game)
	start := chess.InitialPosition()
	r.Path, _ = start.ParseSANs([]string{"e4", "d5", "exd5", "Qxd5", "Nc3", "Qxd2"})
	r.Plies = 5000
	if game, err = b.Build(t.Context(), r); err != nil || game.Found ||
		!strings.HasSuffix(game.Why, "no game begins with the moves of the closest line") || !slices.Equal(game.Moves, r.Path) {
		t.Errorf("with a hopeless path: found %v, %q, %v, %v", game.Found, game.Why, game.Moves, err)
	}
}

// TestBuildFIDE builds games that no draw by rule ends.
func TestBuildFIDE(t *testing.T) {
	b := Builder{Options: Options{Rules: replay.FIDE}}
	v := replay.Verifier{Rules: replay.FIDE}
	for _, fen := range candidates {
		a := testkit.Must(b.Build(t.Context(), Request{Goal: testkit.Position(t, fen)}))(t)
		if !a.Found {
			t.Errorf("%s: %s", fen, a.Why)
			continue
		}
		if err := v.Verify(&replay.Game{Moves: a.Moves, Goal: a.Goal}); err != nil {
			t.Error(err)
		}
	}
}

// TestBuildShort checks that Options.Short makes a game shorter.
func TestBuildShort(t *testing.T) {
	goal := testkit.Position(t, candidates[0])
	var long, short Builder
	short.Short = 5000
	a, err1 := long.Build(t.Context(), Request{Goal: goal})
	b, err2 := short.Build(t.Context(), Request{Goal: goal})
	if err1 != nil || err2 != nil || !a.Found || !b.Found || len(b.Moves) >= len(a.Moves) {
		t.Fatalf("%d plies, shortened %d; %v %v", len(a.Moves), len(b.Moves), err1, err2)
	}
	checkReplay(t, &b)
}

// TestBuildStops checks attempts that end at a budget or by a canceled context.
func TestBuildStops(t *testing.T) {
	var b Builder
	// All men at home, but Black to move: with all castling rights no move can be lost.
	goal := testkit.Position(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
	a, err := b.Build(t.Context(), Request{Goal: goal, Plies: 3000})
	if err != nil || a.Found || a.Stop != verdict.NodeLimit || a.Plies < 3000 || a.Plies > 30000 || a.Why == "" {
		t.Errorf("3000 plies: %+v, %v", a, err)
	}
	p := a.Start
	for _, m := range a.Moves {
		if !p.IsLegal(m) {
			t.Fatalf("illegal move %v in the closest line", m)
		}
		p = p.Play(m)
	}
	if p != a.Closest {
		t.Errorf("the closest line ends in %v, not in %v", p, a.Closest)
	}
	goal = testkit.Position(t, candidates[0])
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if a, err := b.Build(ctx, Request{Goal: goal}); !errors.Is(err, context.Canceled) || a.Found || a.Stop != verdict.Canceled {
		t.Errorf("canceled: %+v, %v", a, err)
	}
}

// TestOtherRows builds games to goals in which a pawn has to capture on another row than the kernel says, or stop on its way. In one a
// bishop is captured on a6, where it comes over b5 before White's pawn does.
func TestOtherRows(t *testing.T) {
	testkit.Medium(t)
	buildLater(t, "1R1n1Knk/2p4N/7p/rPn5/pb5n/1pPQ1P2/N2PQ2r/1brn1NB1 w - -", "4Q2b/b2pP1N1/1pNr1R2/1pnp3B/2qrN2k/R2b4/nBbr1N1b/4K1Q1 b - -")
}

// TestMenSentEarly builds games to goals in which a man has to be on its square long before the pawns that shut it in: White's king on
// h1 before Black's pawn captures on f2; a bishop on a5 before a pawn passes it; and one on b8 before b5-b6 and b6xa7, but after the
// rook has left a8.
func TestMenSentEarly(t *testing.T) {
	testkit.Medium(t)
	buildLater(t,
		"2RRQ3/2nr1N1Q/7p/NR1n4/2Bq1Pkn/P1R1Qpn1/3b1p1P/r2q3K w - -",
		"3qqB2/1N6/QP1RnknB/Bp3q1r/1p2R3/Br2N2b/r2p1Q2/K1R1n3 w - -",
		"1BBrRQ1q/Pbp2nR1/p2pb2n/k1P4N/P2rRK1B/B1R2Nn1/3P3p/8 w - -",
	)
}

// buildLater expects games to goals in one of three passes after the first.
func buildLater(t *testing.T, fens ...string) {
	t.Helper()
	for _, fen := range fens {
		b := Builder{Options: Options{Foreign: -1}}
		found := false
		for pass := 1; pass < 4 && !found; pass++ {
			a := testkit.Must(b.Build(t.Context(), Request{Goal: testkit.Position(t, fen), Plies: 200_000, Pass: pass}))(t)
			found = a.Found
		}
		if !found {
			t.Errorf("%s: no game", fen)
		}
	}
}
