package shards

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// valuesOf returns the values of a setup by property.
func valuesOf(t *testing.T, s *chess.Setup) map[string]string {
	t.Helper()
	var p Properties
	p.Classify(s)
	values := map[string]string{}
	for _, slot := range p {
		v := slotValues[slot]
		if _, twice := values[v.Property]; twice {
			t.Fatalf("%v has two values of %s", s, v.Property)
		}
		values[v.Property] = v.Value
	}
	return values
}

// TestClassify compares the properties of positions with values by hand.
func TestClassify(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want map[string]string
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", map[string]string{Men: "32", Pawns: "16", Promotions: "0", ByKind: "0", Turn: "white",
			Check: no, Double: no, End: noEnd, Castling: "KQkq", EnPassant: no, Queens: Single, Diagram: Unpromoted}},
		{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", map[string]string{Men: "32", Check: Yes, Double: no, End: Mate, Turn: "white"}},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", map[string]string{Men: "3", Pawns: "0", Check: no, End: Stalemate, Turn: "black", Castling: "-"}},
		{"4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1", map[string]string{Check: Yes, Double: Yes, End: noEnd}},
		// Two bishops of White on light squares and three queens of Black: one and two have promoted, by kind two.
		{"4kqqq/8/8/8/8/3B1B2/8/K7 w - - 0 1", map[string]string{Promotions: "3", ByKind: "2", Queens: several, Diagram: Promoted}},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", map[string]string{EnPassant: Yes, Pawns: "2"}},
	} {
		f := testkit.Must(chess.ParseFEN(c.fen))(t)
		got := valuesOf(t, &f.Setup)
		for property, want := range c.want {
			if got[property] != want {
				t.Errorf("%s: %s is %q, want %q", c.fen, property, got[property], want)
			}
		}
	}
}

// TestClassifyOnGames compares the properties of positions of random games with the results of package chess.
func TestClassifyOnGames(t *testing.T) {
	testkit.Medium(t)
	r := rand.New(rand.NewPCG(15, 7))
	counts := map[PropertyValue]int{}
	for range 150 {
		for p := range chesstest.Playout(r, chesstest.RandomOptions(r)) {
			s := p.Setup()
			got := valuesOf(t, &s)
			if len(got) != len(Properties{}) {
				t.Fatalf("%v has %d properties, want %d", s, len(got), len(Properties{}))
			}
			for property, v := range got {
				counts[PropertyValue{property, v}]++
			}
			checkers := p.Checkers()
			if (got[End] == Mate) != p.IsCheckmate() || (got[End] == Stalemate) != p.IsStalemate() || (got[Check] == Yes) != p.InCheck() ||
				(got[Double] == Yes) != checkers.Many() || got[Turn] != p.Turn().String() {
				t.Fatalf("%v is %v", s, got)
			}
		}
	}
	for _, v := range []PropertyValue{{End, Mate}, {Double, Yes}, {Promotions, "1"}, {Turn, "black"}} {
		if counts[v] == 0 {
			t.Errorf("no position with %v", v)
		}
	}
}
