package legality

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestOnePassDecidesLastMoves checks that one pass decides problems of last moves and a shortest proof game that engine 6 left open,
// one of each class: few men, whose order is the puzzle; a bishop between two rooks; many men in two files; pawns that have passed
// each other; a king far from home while the other side has a right to castle.
func TestOnePassDecidesLastMoves(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	e := testkit.Must(New(Options{Effort: verdict.Game}))(t)
	fens := []string{
		"4nb1k/p1pppKpB/1p3pp1/8/8/8/8/8 b - -",
		"4BQrr/pp1ppK1k/2p1p1pp/8/8/8/8/8 b - -",
		"4R2k/4ppBB/6pp/7P/3K4/8/8/8 b - -",
		"5bnK/3ppp2/5PqB/5pBr/5PbR/4PrQb/2PPRQ2/4bB1k b - -",
		"rnbq1bnr/pp1p1ppp/2p1p1QB/2RB4/2P2N1P/3P1PP1/PP1NP2k/R3K3 w Q -",
	}
	inBoth := "8/1p2p2p/8/8/7P/P1PP1PPR/P1PkpKpp/B1brnRnr b - -" // before version 11 with colors exchanged only
	if testing.Short() {
		fens, inBoth = fens[:2], ""
	}
	for _, fen := range fens {
		f := testkit.Must(chess.ParseFEN(fen))(t)
		if v := e.Judge(t.Context(), f.Setup); v.Outcome != verdict.Legal {
			t.Errorf("%s: %v in one pass", fen, v)
		}
	}
	if f, err := chess.ParseFEN(inBoth); err == nil {
		for _, s := range []chess.Setup{f.Setup, f.Setup.Mirror()} {
			if v := e.Judge(t.Context(), s); v.Outcome != verdict.Legal {
				t.Errorf("%v: %v in one pass", s, v)
			}
		}
	}
	if err := e.Err(); err != nil {
		t.Error(err)
	}
}

// TestDisputedAreRefutedInBothColors checks that one pass refutes positions that are illegal according to programs of problemists,
// also with exchanged colors.
func TestDisputedAreRefutedInBothColors(t *testing.T) {
	testkit.Medium(t)
	e := testkit.Must(New(Options{Effort: verdict.Game}))(t)
	refuted := 0
	for _, row := range devdata.Rows(t, devdata.Disputed, 2) {
		if row[1] != "illegal" {
			continue
		}
		f := testkit.Must(chess.ParseFEN(row[0]))(t)
		for _, s := range []chess.Setup{f.Setup, f.Setup.Mirror()} {
			if v := e.Judge(t.Context(), s); v.Outcome != verdict.Illegal {
				t.Errorf("%s, %v to move: %v", row[0], s.Turn, v)
			}
			refuted++
		}
	}
	if refuted != 2*17 {
		t.Errorf("%d positions judged, want both colors of 17", refuted)
	}
	if err := e.Err(); err != nil {
		t.Error(err)
	}
}
