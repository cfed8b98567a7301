package replay

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/legality/verdict"
)

// randomGame returns a random game.
func randomGame(rnd *rand.Rand, opt chesstest.Options) *Game {
	g := &Game{Start: opt.Start, Goal: opt.Start}
	if g.Start == (chess.Position{}) {
		g.Goal = chess.InitialPosition()
	}
	for m, p := range chesstest.Moves(rnd, opt) {
		g.Moves, g.Goal = append(g.Moves, m), p
	}
	return g
}

// source returns a random source with a fixed seed.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// longGames returns n games of 270 plies.
func longGames(n int) (games []*Game) {
	for rnd := source(1); len(games) < n; {
		if g := randomGame(rnd, chesstest.Options{Plies: 270}); len(g.Moves) == 270 {
			games = append(games, g)
		}
	}
	return games
}

// BenchmarkVerify measures the processor time for games of 270 plies, as lists of moves and as texts.
func BenchmarkVerify(b *testing.B) {
	games := longGames(50)
	var texts []verdict.ProofGame
	for _, g := range games {
		text, err := new(Verifier).Prove(g)
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, text)
	}
	for _, row := range []struct {
		by      string
		rules   Rules
		foreign int
	}{{"own", Basic, -1}, {"own", FIDE, -1}, {"both", Basic, 1}} {
		for _, input := range []string{"moves", "text", "prove"} {
			b.Run(fmt.Sprintf("by=%s/rules=%d/from=%s", row.by, row.rules, input), func(b *testing.B) {
				v, index := Verifier{Rules: row.rules, Foreign: row.foreign}, 0
				start := cputime.Used()
				for b.Loop() {
					g, text := games[index%len(games)], texts[index%len(games)]
					var err error
					switch input {
					case "moves":
						err = v.Verify(g)
					case "text":
						err = v.VerifyText("", 0, string(text), g.Goal.String())
					case "prove":
						_, err = v.Prove(g)
					}
					var law *LawError
					if err != nil && !errors.As(err, &law) {
						b.Fatal(err)
					}
					index++
				}
				b.ReportMetric(float64((cputime.Used()-start).Microseconds())/float64(b.N)/1000, "cpu-ms/game")
			})
		}
	}
}
