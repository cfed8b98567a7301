package shards

import (
	"math"
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

// TestRiskClass compares classes with values by hand. Plans name the classes, so the class of a setup must not change.
func TestRiskClass(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      int
	}{
		{"no pawns", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0},
		{"pawns off their initial ranks", "4k3/8/p7/8/8/7P/8/4K3 w - - 0 1", 0},
		{"a white pawn at home", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1},
		{"a black pawn at home", "4k3/7p/8/8/8/8/8/4K3 b - - 0 1", 1},
		{"pawns on the initial rank of the other color", "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", 0},
		{"pawns that face each other", "4k3/8/3p4/8/3P4/8/8/4K3 w - - 0 1", 0},
		{"a white pawn above a black pawn", "4k3/8/3P4/8/3p4/8/8/4K3 w - - 0 1", 2},
		{"crossed, five ranks apart", "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1", 2},
		{"on neighboring files", "4k3/8/3P4/8/4p3/8/8/4K3 w - - 0 1", 0},
		{"at home and crossed", "4k3/P7/8/8/8/p7/1P6/4K3 w - - 0 1", 3},
		{"the initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3},
	} {
		f := testkit.Must(chess.ParseFEN(c.fen))(t)
		testkit.Equal(t, RiskClass(&f.Setup), c.want, c.name, c.fen)
	}
}

// TestClassAgreesWithCounting compares RiskClass with a loop over squares, and setups without crossed pawns with those of exchanged colors.
func TestClassAgreesWithCounting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	counts := map[int]int{}
	for range 20_000 {
		s, mirror := chess.EmptySetup(), chess.EmptySetup()
		for range r.IntN(8) {
			sq, c := chess.Square(8+r.IntN(48)), chess.Color(r.IntN(2))
			if s.Board.At(sq) != chess.NoPiece {
				continue
			}
			s.Board.Place(sq, chess.NewPiece(c, chess.Pawn))
			mirror.Board.Place(sq^56, chess.NewPiece(c.Other(), chess.Pawn))
		}
		got := RiskClass(&s)
		if want := riskClassByDefinition(&s); got != want {
			t.Fatalf("%v: class %d, want %d", s, got, want)
		}
		if countCrossed(mirror.Board.Pieces(chess.White, chess.Pawn), mirror.Board.Pieces(chess.Black, chess.Pawn)) == 0 && got != RiskClass(&mirror) {
			t.Fatalf("%v: class %d, its mirror image has %d", s, got, RiskClass(&mirror))
		}
		counts[got]++
	}
	for class := range RiskClasses {
		if counts[class] < 100 {
			t.Errorf("class %d has only %d setups", class, counts[class])
		}
	}
}

// riskClassByDefinition is [RiskClass] by its definition.
func riskClassByDefinition(s *chess.Setup) int {
	n := 0
	for sq := range chess.Square(64) {
		p := s.Board.At(sq)
		switch {
		case p == chess.NewPiece(chess.Black, chess.Pawn) && sq/8 == 6:
			n++
		case p == chess.NewPiece(chess.White, chess.Pawn):
			if sq/8 == 1 {
				n++
			}
			for below := int(sq) - 8; below >= 0; below -= 8 {
				if s.Board.At(chess.Square(below)) == chess.NewPiece(chess.Black, chess.Pawn) {
					n += 2
					break
				}
			}
		}
	}
	return min(n, RiskClasses-1)
}

// TestRiskOfLoss: risks are probabilities, and grow with class and pawns.
func TestRiskOfLoss(t *testing.T) {
	for class := range RiskClasses {
		for pawns := 0.0; pawns <= 16; pawns += 0.5 {
			q := RiskOfLoss(pawns, class)
			if q <= 0 || q > mostRisk || pawns > 0 && q < RiskOfLoss(pawns-0.5, class) || class > 0 && q < RiskOfLoss(pawns, class-1) {
				t.Errorf("%v pawns, class %d: risk %v", pawns, class, q)
			}
		}
	}
}

// TestMeanRisk: the shares of the classes add up to 1, and the mean lies between the risks.
func TestMeanRisk(t *testing.T) {
	sum := 0.0
	for _, s := range riskShares {
		sum += s
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("shares add up to %v", sum)
	}
	for _, pawns := range []float64{0, 4, 8} {
		if q := MeanRisk(pawns); q <= RiskOfLoss(pawns, 0) || q >= RiskOfLoss(pawns, RiskClasses-1) {
			t.Errorf("%v pawns: mean %v, not between %v and %v", pawns, q, RiskOfLoss(pawns, 0), RiskOfLoss(pawns, RiskClasses-1))
		}
	}
}
