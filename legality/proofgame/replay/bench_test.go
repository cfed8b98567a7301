package replay

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/chess/chesstest"
)

// playout returns a random game of at most the given length.
func playout(src *rand.Rand, opt chesstest.Options) *Game {
	g := &Game{Start: opt.Start, Goal: opt.Start}
	if g.Start == (chess.Position{}) {
		g.Goal = chess.InitialPosition()
	}
	for m, p := range chesstest.Moves(src, opt) {
		g.Moves, g.Goal = append(g.Moves, m), p
	}
	return g
}

// source returns a random source with a fixed seed.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// longGames returns games of 270 plies.
func longGames(n int) (games []*Game) {
	for src := source(1); len(games) < n; {
		if g := playout(src, chesstest.Options{Plies: 270}); len(g.Moves) == 270 {
			games = append(games, g)
		}
	}
	return games
}

// BenchmarkVerify measures games of 270 plies.
func BenchmarkVerify(b *testing.B) {
	games := longGames(50)
	for _, c := range []struct {
		name    string
		rules   Rules
		foreign int
	}{{"by=own/rules=basic", Basic, -1}, {"by=own/rules=fide", FIDE, -1}, {"by=both/rules=basic", Basic, 1}} {
		b.Run(c.name+"/text=uci", func(b *testing.B) {
			v, n := Verifier{Rules: c.rules, Foreign: c.foreign}, 0
			for b.Loop() {
				if err := v.Verify(games[n%len(games)]); err != nil {
					if _, law := err.(*LawError); !law {
						b.Fatal(err)
					}
				}
				n++
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/1000, "ms/game")
		})
	}
}
