package recheck

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
)

// besideKingGames are games with promotions by a capture from the file of a king that never moves: to a bishop on d1, after White's c-pawn was
// promoted on c8, where Black's bishop began and was taken; to a knight on d1, after White's c-pawn took a knight; to a knight on d8.
var besideKingGames = []string{
	`Nc3 Nf6 Na4 Ne4 Nb6 Nc5 Nxc8 f5 Nb6 cxb6 c4 f4 Nf3 Ne4 c5 Nf6 c6 Ng8 c7 Nf6 c8=B d6 Bg4 Nd5 e4 Nf6 Nd4 Ng8 Nf5 Nf6 Ne3 fxe3 Bf5 e2
	Bg4 exd1=B Bh3 Bb3`,
	`e4 Nc6 Bb5 Nd4 Ba4 Nb5 c4 Nf6 cxb5 Nxe4 b3 e5 Nf3 Nf6 Ng1 e4 Nf3 e3 Ng1 e2 Nf3 exd1=N Ng1 Ne3 Nf3 Nc4 Ng1 Nd6`,
	`e3 e5 Nf3 Nf6 Nxe5 Ng8 Nf3 Nf6 Ng1 Ng8 e4 Nc6 e5 Nb8 e6 Nc6 e7 Nb8 exd8=N Nc6 Ne6 Nb8 Nd4`,
}

// replay plays the moves of a game.
func replay(t *testing.T, moves string) *playedGame {
	t.Helper()
	g := &playedGame{setup: board.Start}
	for word := range strings.FieldsSeq(moves) {
		g.play(testkit.Must(g.setup.ParseSAN(word))(t))
	}
	return g
}

// TestExtraBishopBesideKing: the bishop of a game that S does not need is the one that was promoted beside the king. It is one man, so a path
// of the second kind of (f) exists.
func TestExtraBishopBesideKing(t *testing.T) {
	s := replay(t, besideKingGames[0]).setup
	q := &question{setup: s, meter: &meter{ctx: t.Context(), limit: 20_000}}
	b := &barredSquares{question: q, projector: newProjector(newCounts(&s), q.meter)}
	if c8 := board.ParseSquare("c8"); b.excludesHomeBishop(0, c8, board.Colored(c8), board.Colored(c8), 1) || q.meter.err != nil {
		t.Errorf("%v: no path to a promotion on c8 (%v), but a game led there", s, q.meter.err)
	}
}

// TestExtraBishopClaim does not confirm a claim that rests on the square c8 being barred, where White's bishop g4 was promoted.
func TestExtraBishopClaim(t *testing.T) {
	if testkit.Size(1, 1) == 1 {
		t.Skip("5 million states, which take a minute: asked with CHESSCENSUS_TESTS=2 and more")
	}
	s := replay(t, `Nc3 Nf6 Na4 Ne4 Nb6 Nc5 Nxc8 f5 Nb6 cxb6 b4 f4 bxc5 a6 c6 Ra7 c7 Ra8 c8=B Ra7 c4 Ra8 c5 Ra7 c6 Ra8 c7 Ra7 Rb1 Ra8 Rb5 Ra7
	Rc5 Ra8 Rc6 dxc6 e4 Ra7 Nf3 Ra8 Nd4 Ra7 Nf5 Ra8 Ne3 fxe3 Bg4 e2 Bf5 exd1=B Bg4 Bb3`).setup
	line := `{"fen":"` + s.String() + `","stage":"cage","reasons":["BarredPromotions"],"evidence":"barred: c8"}`
	if _, states, err := (Checker{}).Check(t.Context(), []byte(line)); err == nil {
		t.Errorf("%v: refuted after %d states, but a game led there", s, states)
	}
}
