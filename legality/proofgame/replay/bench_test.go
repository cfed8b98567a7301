package replay

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/legality/verdict"
)

// randomGame returns a game of random legal moves from the start of the options. Its goal is the position after the last move.
func randomGame(rnd *rand.Rand, opt chesstest.Options) *Game {
	g := &Game{Start: opt.Start}
	g.Goal = g.start()
	for move, after := range chesstest.Moves(rnd, opt) {
		g.Moves, g.Goal = append(g.Moves, move), after
	}
	return g
}

// newRand returns random numbers from a seed. The second word of the seed may be any number.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// longGames returns n random games of 270 plies. Games that end before are left out.
func longGames(n int) (games []*Game) {
	for rnd := newRand(1); len(games) < n; {
		if g := randomGame(rnd, chesstest.Options{Plies: 270}); len(g.Moves) == 270 {
			games = append(games, g)
		}
	}
	return games
}

// BenchmarkVerify measures the processor time for games of 270 plies, replayed by our program alone (own) or by the foreign one as well (both).
// The input "moves" is a list of moves, "text" the same game in algebraic notation; "prove" writes a list as such a text and verifies the text.
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
	const noGame, everyGame = -1, 1 // values of Verifier.Foreign: the foreign program replays no game, every game
	for _, row := range []struct {
		by      string
		rules   Rules
		foreign int
	}{{"own", Basic, noGame}, {"own", FIDE, noGame}, {"both", Basic, everyGame}} {
		for _, input := range []string{"moves", "text", "prove"} {
			b.Run(fmt.Sprintf("by=%s/rules=%d/from=%s", row.by, row.rules, input), func(b *testing.B) {
				verifier, index := Verifier{Rules: row.rules, Foreign: row.foreign}, 0
				start := cputime.Used()
				for b.Loop() {
					g, text := games[index%len(games)], texts[index%len(games)]
					var err error
					switch input {
					case "moves":
						err = verifier.Verify(g)
					case "text":
						err = verifier.VerifyText("", 0, string(text), g.Goal.String())
					case "prove":
						_, err = verifier.Prove(g)
					}
					var afterDraw *LawError
					if err != nil && !errors.As(err, &afterDraw) { // random games may go on after a draw, which the FIDE rules refuse
						b.Fatal(err)
					}
					index++
				}
				b.ReportMetric(float64((cputime.Used()-start).Microseconds())/float64(b.N)/1000, "cpu-ms/game")
			})
		}
	}
}
