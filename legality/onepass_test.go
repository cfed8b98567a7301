package legality

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testkit"
	"chesscensus/legality/verdict"
)

// TestOnePassDecidesLastMoves: problems of last moves and a shortest proof game that engine 6 left open in one pass, one of each class: few
// men, whose order is the puzzle; a bishop between two rooks; many men in two towers; pawns that have passed each other; a king far
// from home with a right to castle on the other side.
func TestOnePassDecidesLastMoves(t *testing.T) {
	testkit.Medium(t)
	e, err := New(Options{Effort: verdict.Game})
	if err != nil {
		t.Fatal(err)
	}
	fens := []string{
		"4nb1k/p1pppKpB/1p3pp1/8/8/8/8/8 b - -",
		"4BQrr/pp1ppK1k/2p1p1pp/8/8/8/8/8 b - -",
		"4R2k/4ppBB/6pp/7P/3K4/8/8/8 b - -",
		"5bnK/3ppp2/5PqB/5pBr/5PbR/4PrQb/2PPRQ2/4bB1k b - -",
		"rnbq1bnr/pp1p1ppp/2p1p1QB/2RB4/2P2N1P/3P1PP1/PP1NP2k/R3K3 w Q -",
	}
	if testing.Short() {
		fens = fens[:2]
	}
	for _, fen := range fens {
		f, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if v := e.Judge(t.Context(), f.Setup); v.Outcome != verdict.Legal {
			t.Errorf("%s: %v in one pass", fen, v)
		}
	}
	if err := e.Err(); err != nil {
		t.Error(err)
	}
}
