package lines

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
)

// judge returns the verdict on a record at an effort, and its setup.
func judge(t testing.TB, fen string, effort verdict.Effort) (verdict.Verdict, chess.Setup) {
	t.Helper()
	f := testkit.Must(chess.ParseFEN(fen))(t)
	e := testkit.Must(legality.New(legality.Options{Effort: effort}))(t)
	return e.Judge(context.Background(), f.Setup), f.Setup
}

// TestExplain tests the explanation of one position of each kind.
func TestExplain(t *testing.T) {
	for _, c := range []struct {
		about, fen string
		effort     verdict.Effort
		want       []string // parts of the explanation
		lines      int      // one of words, and for a refutation 8 of the board
	}{
		{"a pawn on row 1, in brackets", "4k3/8/8/8/8/8/PPPPPPPP/P3K3 w - - 0 1", verdict.Static,
			[]string{"(stage rules)", "[P]"}, 1 + 8},
		{"a pawn on row 8, at a higher effort", "k6P/8/8/8/8/8/8/7K w - - 0 1", verdict.Kernel, []string{"(stage rules): pawns: Ph8", "[P]"}, 1 + 8},
		{"a legal position", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", verdict.Game, []string{"proven legal by stage "}, 1},
		{"nothing refutes it", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", verdict.Kernel,
			[]string{"not decided: no stage of this effort refutes it"}, 1},
	} {
		v, s := judge(t, c.fen, c.effort)
		text := Explain(&v, &s)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s, %s: no %q in\n%s", c.about, c.fen, want, text)
			}
		}
		if n := strings.Count(text, "\n"); n != c.lines || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s, %s: %d lines, want %d:\n%s", c.about, c.fen, n, c.lines, text)
		}
		if words := Words(&v, &s); strings.Contains(words, "\n") || !strings.HasPrefix(text, words+"\n") {
			t.Errorf("%s: words %q are not the first line of\n%s", c.about, words, text)
		}
	}
}

// TestLastMoves checks that an explanation by last moves has the last moves and the boards before them. It asks for one of the moves,
// f7-e6: Black's pawn captured a knight, and the position before, without castling rights and en passant square, breaks a rule. The
// last part is the first row of two boards beside each other.
func TestLastMoves(t *testing.T) {
	v, s := judge(t, "nB1kr3/pbnBR3/P2PpQ1Q/2N2K2/r1r1r3/qPr5/qR2P2q/1N5r w - - 1 2", verdict.Kernel)
	text := Explain(&v, &s)
	testkit.Contains(t, text, "f7e6 captP: N castle: - ep: -: against the rules", "here:  ", "before f7e6:\n", "n  B  .  k  r  .  .  .      n  B  .  k")
}

// TestStopped checks that the words name the stage whose budget ran out.
func TestStopped(t *testing.T) {
	v := verdict.Verdict{Outcome: verdict.Unknown, Stage: "kernel", Stop: verdict.NodeLimit}
	s := chess.InitialSetup()
	const want = "not decided: stage kernel stopped, node limit"
	testkit.Equal(t, Words(&v, &s), want)
}

// TestClosest checks that the misplaced men are in brackets.
func TestClosest(t *testing.T) {
	var a proofgame.Attempt
	a.Closest, a.Misplaced = chess.InitialPosition(), chess.E1.BB()
	text := Closest(&a)
	if !strings.HasPrefix(text, "closest position, men out of place in brackets: rnbqkbnr/") ||
		strings.Count(text, "[") != 1 || !strings.Contains(text, "[K]") {
		t.Errorf("want the initial position with the king alone in brackets, got\n%s", text)
	}
}

func ExampleExplain() {
	f, err := chess.ParseFEN("k6P/8/8/8/8/8/8/7K w - - 0 1")
	if err != nil {
		panic(err)
	}
	e, err := legality.New(legality.Options{})
	if err != nil {
		panic(err)
	}
	v := e.Judge(context.Background(), f.Setup)
	fmt.Print(Words(&v, &f.Setup))
	// Output: a pawn stands on row 1 or 8 (stage rules): pawns: Ph8
}
