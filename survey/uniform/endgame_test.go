package uniform

import (
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/where"
)

// TestUniformOnAnEndgame compares random positions of king and queen against king with the list of all. Every valid setup of this material is legal
// ("chesscensus endgame KQK": each has a predecessor, and each drawn one has a game), so counting gives the exact share of every part. A part
// has a side to move, check or no check, and a file of the black king; about 24 are not empty.
func TestUniformOnAnEndgame(t *testing.T) {
	testkit.Long(t)
	c := testkit.Must(where.Parse("material=KQvK"))(t)
	shares, total := map[part]float64{}, 0.0
	for s := range allKQK() {
		if p, err := s.Position(); err == nil {
			shares[partOf(&p)]++
			total++
		}
	}
	if total != 368_452 { // chesscensus endgame KQK
		t.Fatalf("%v valid setups", total)
	}
	n := testkit.Size(4000, 4000)
	list, tally := collect(t, Options{Space: ranked.NewRepaired(), Where: c, Seed: 3, Foreign: -1}, n)
	if tally.Undecided > 0 {
		t.Errorf("%d undecided", tally.Undecided)
	}
	counts := map[part]float64{}
	for i := range list {
		p := testkit.Must(list[i].Setup.Position())(t)
		counts[partOf(&p)]++
	}
	chi2 := 0.0
	for k, size := range shares {
		expected := size / total * float64(n)
		chi2 += (counts[k] - expected) * (counts[k] - expected) / expected
	}
	p := distuv.ChiSquared{K: float64(len(shares) - 1)}.Survival(chi2)
	t.Logf("chi-squared %.1f with %d degrees of freedom, p = %.3f", chi2, len(shares)-1, p)
	if p < 1e-6 {
		t.Errorf("p = %.2g: %v, want %v", p, counts, shares)
	}
}

// A part is a part of the positions, see [TestUniformOnAnEndgame].
type part struct {
	turn  chess.Color
	check bool
	file  int
}

func partOf(p *chess.Position) part {
	b := p.Board()
	return part{p.Turn(), p.InCheck(), b.King(chess.Black).File()}
}

// allKQK yields all setups of the material, valid or not.
func allKQK() func(yield func(chess.Setup) bool) {
	return func(yield func(chess.Setup) bool) {
		for i := range 2 * 64 * 64 * 64 {
			k, q, b := chess.Square(i&63), chess.Square(i>>6&63), chess.Square(i>>12&63)
			if k == q || k == b || q == b {
				continue
			}
			s := chess.EmptySetup()
			s.Turn = chess.Color(i >> 18)
			s.Board.Put(k, chess.NewPiece(chess.White, chess.King))
			s.Board.Put(q, chess.NewPiece(chess.White, chess.Queen))
			s.Board.Put(b, chess.NewPiece(chess.Black, chess.King))
			if !yield(s) {
				return
			}
		}
	}
}
