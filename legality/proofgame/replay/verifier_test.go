package replay

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestPlayoutsAreProven checks that random games of all styles pass both programs, as moves and as the text that is made of them.
func TestPlayoutsAreProven(t *testing.T) {
	n := testkit.Size(8, 120)
	rnd := newRand(2)
	var v Verifier
	for range n {
		g := randomGame(rnd, chesstest.RandomOptions(rnd))
		testkit.OK(t, v.Verify(g))
		proof := testkit.Must(v.Prove(g))(t)
		testkit.OK(t, v.VerifyText("", 0, string(proof), g.Goal.String()))
	}
}

// TestVerifiersInParallel checks that verifiers of several goroutines do not disturb each other (run with -race).
func TestVerifiersInParallel(t *testing.T) {
	var wg sync.WaitGroup
	for seed := range uint64(4) {
		wg.Go(func() {
			rnd := newRand(100 + seed)
			var v Verifier
			for range 5 {
				if err := v.Verify(randomGame(rnd, chesstest.RandomOptions(rnd))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// TestOtherStarts verifies games from starts with rights, en passant, and a side in check.
func TestOtherStarts(t *testing.T) {
	rnd := newRand(3)
	var v Verifier
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "r3k2r/8/8/8/4Q3/8/8/4K3 b kq - 0 1", "8/8/8/8/8/2k5/8/K7 w - - 0 1",
	} {
		start := testkit.Position(t, fen)
		for plies := range 12 {
			g := randomGame(rnd, chesstest.Options{Start: start, Plies: plies + 1})
			testkit.OK(t, v.Verify(g))
			if _, err := v.Prove(g); err != nil {
				t.Fatal(err)
			}
		}
	}
	// The library castles out of check if the position is not read from text.
	if err := v.VerifyText("r3k2r/8/8/8/4Q3/8/8/4K3 b kq -", 0, "O-O", "r4rk1/8/8/8/4Q3/8/8/4K3 w - -"); !errors.Is(err, ErrNotProven) {
		t.Errorf("castling out of check: %v", err)
	}
}

// TestGoalIsExact changes every part of a goal.
func TestGoalIsExact(t *testing.T) {
	const moves = "e4 Nf6 e5 d5"
	const goal = "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6"
	var v Verifier
	testkit.OK(t, v.VerifyText("", 0, moves, goal+" 0 3"))
	for _, wrong := range []string{
		"rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq -",
		"rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQk d6",
		"rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w - d6",
		"rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq -",
		"rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBR1 w Qkq d6",
		"rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKNBR w KQkq d6",
		"rnbqkb1r/ppp1pppp/5N2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6",
		"rnbqkb1r/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6",
		"rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6",
		"", "nonsense",
	} {
		testkit.FailsWith(t, v.VerifyText("", 0, moves, wrong), ErrNotProven, wrong)
	}
	err := v.VerifyText("", 0, moves+" Nc3", "rnbqkb1r/ppp1pppp/5n2/3pP3/8/2N5/PPPP1PPP/R1BQKBNR b KQkq d6")
	if !errors.Is(err, ErrNotProven) {
		t.Error("idle en passant square in the goal")
	}
	// A double step that offers nothing is the same position for all.
	if err := v.VerifyText("", 0, "e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"); err != nil {
		t.Error(err)
	}
	if err := v.VerifyText("", 0, "e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"); !errors.Is(err, ErrNotProven) {
		t.Errorf("idle en passant square in the goal: %v", err)
	}
	// The game without moves.
	if err := v.Verify(&Game{Goal: chess.InitialPosition()}); err != nil {
		t.Error(err)
	}
}

// corruptions are ways to change a game of words.
var corruptions = map[string]func(src *rand.Rand, words []string) []string{
	"move dropped": func(src *rand.Rand, w []string) []string {
		i := src.IntN(len(w))
		return append(w[:i:i], w[i+1:]...)
	},
	"last move dropped": func(src *rand.Rand, w []string) []string { return w[:len(w)-1] },
	"move doubled": func(src *rand.Rand, w []string) []string {
		i := src.IntN(len(w))
		return append(w[:i+1:i+1], w[i:]...)
	},
	"neighbors exchanged": func(src *rand.Rand, w []string) []string {
		i := src.IntN(len(w) - 1)
		w[i], w[i+1] = w[i+1], w[i]
		return w
	},
	"own moves exchanged": func(src *rand.Rand, w []string) []string {
		i := src.IntN(len(w) - 2)
		w[i], w[i+2] = w[i+2], w[i]
		return w
	},
	"random squares": func(src *rand.Rand, w []string) []string {
		sq := func() string { return chess.Square(src.IntN(64)).String() }
		w[src.IntN(len(w))] = sq() + sq()
		return w
	},
	"letter changed": func(src *rand.Rand, w []string) []string {
		i := src.IntN(len(w))
		b := []byte(w[i])
		b[src.IntN(len(b))] = "abcdefgh12345678NBRQKx=+O0-z"[src.IntN(28)]
		w[i] = string(b)
		return w
	},
	"letter dropped": func(src *rand.Rand, w []string) []string {
		i := src.IntN(len(w))
		k := src.IntN(len(w[i]))
		w[i] = w[i][:k] + w[i][k+1:]
		return w
	},
	"promotion dropped": func(src *rand.Rand, w []string) []string {
		for i := range w {
			if n := strings.IndexAny(w[i][1:], "QRBNqrbn"); n >= 0 {
				w[i] = w[i][:n+1]
				return w
			}
		}
		return w[:len(w)-1]
	},
	"castling inserted": func(src *rand.Rand, w []string) []string {
		w[src.IntN(len(w))] = []string{"O-O", "O-O-O", "e1g1", "e8c8"}[src.IntN(4)]
		return w
	},
}

// isValidGame replays words with package chess, a third program.
func isValidGame(g *Game, words []string) bool {
	p := g.start()
	for _, word := range words {
		m, err := p.ParseSAN(word)
		if err != nil {
			return false
		}
		p = p.Play(m)
	}
	return p == g.Goal
}

// TestCorruptedGamesAreRejected checks that both programs judge corrupted games as package chess does, which rejects nearly all of
// them. Package chess reads some words that the verifier does not, as a pawn's capture without its file, never the other way round.
func TestCorruptedGamesAreRejected(t *testing.T) {
	n := testkit.Size(10, 60)
	rnd := newRand(4)
	var v Verifier
	for name, change := range corruptions {
		harmless, strict := 0, 0
		for i := range n {
			opt := chesstest.RandomOptions(rnd)
			opt.Plies = 20 + rnd.IntN(100)
			g := randomGame(rnd, opt)
			if len(g.Moves) < 5 {
				continue
			}
			var words []string
			p := g.start()
			for _, m := range g.Moves {
				words = append(words, []string{m.String(), string(p.AppendSAN(nil, m, chess.CompactSAN)), p.SAN(m)}[i%3])
				p = p.Play(m)
			}
			words = change(rnd, words)
			err := v.VerifyText("", 0, strings.Join(words, " "), g.Goal.String())
			var contradiction *ContradictionError
			switch ok := isValidGame(g, words); {
			case errors.As(err, &contradiction):
				t.Fatalf("%s: %v", name, err)
			case err == nil && !ok:
				t.Fatalf("%s: accepted %v, want %v", name, words, g.Goal)
			case err == nil:
				harmless++
			case ok:
				strict++
			}
		}
		t.Logf("%s: %d of %d are games still, %d more for package chess", name, harmless, n, strict)
		if harmless > n/3 && name != "own moves exchanged" { // which may well be played in another order
			t.Errorf("%s: %d of %d corruptions are harmless", name, harmless, n)
		}
	}
}

// TestProveChecksTheMoves checks that illegal moves of package chess give errors.
func TestProveChecksTheMoves(t *testing.T) {
	p := chess.InitialPosition()
	e4 := testkit.Line(t, p, "e4")[0]
	var v Verifier
	for _, moves := range [][]chess.Move{{e4, e4}, {0}, {chess.Move(0xffffffff)}} {
		g := &Game{Moves: moves, Goal: p}
		testkit.FailsWith(t, v.Verify(g), ErrNotProven, moves)
		testkit.Fails(v.Prove(g))(t, ErrNotProven, moves)
	}
	testkit.Fails(v.Prove(&Game{Moves: []chess.Move{e4}, Goal: p}))(t, ErrNotProven, "wrong goal")
}

// FuzzVerifyText checks that no text makes the two programs contradict each other, or panic.
func FuzzVerifyText(f *testing.F) {
	const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	f.Add("", "e4 e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -")
	f.Add(initial, "Ng1f3 g8f6 Nf3-g1 0-0 e4 d5 exd5", initial)
	f.Add("4k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "exd6 Kd7 O-O a8=Q a7a8q", "4k3/8/8/8/8/8/8/4K3 w - -")
	f.Add("4r1k1/8/8/8/8/1N6/4N3/4K3 w - -", "Ned4", "4r1k1/8/8/8/3N4/8/4N3/4K3 b - -")
	f.Fuzz(func(t *testing.T, start, moves, goal string) {
		var contradiction *ContradictionError
		v := Verifier{Rules: FIDE}
		if err := v.VerifyText(start, 0, moves, goal); errors.As(err, &contradiction) {
			t.Fatal(err)
		}
	})
}
