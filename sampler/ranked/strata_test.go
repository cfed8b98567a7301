package ranked

import (
	"fmt"
	"math/big"
	"sync"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
	"chesscensus/sampler/internal/spacetest"
)

// bothStrata returns the strata of both spaces; with -short those of the repaired one twice.
var bothStrata = sync.OnceValue(func() []*dividedSpace {
	if testing.Short() {
		s := spaces()[1].Stratify().(*dividedSpace)
		return []*dividedSpace{s, s}
	}
	var list []*dividedSpace
	for _, s := range spaces() {
		list = append(list, s.Stratify().(*dividedSpace))
	}
	return list
})

// TestStrataSizesAddUp compares the sum of the sizes with that of the space. Names must differ,
// and no stratum without castling rights may be thin.
func TestStrataSizesAddUp(t *testing.T) {
	testkit.Medium(t)
	for _, s := range bothStrata() {
		sum, names := new(big.Int), map[string]bool{}
		least := new(big.Int).Quo(s.Size(), big.NewInt(thinShare))
		for h, stratum := range s.Strata() {
			sum.Add(sum, stratum.Size)
			if names[stratum.Name] {
				t.Errorf("%s: two strata are named %q", s.Name(), stratum.Name)
			}
			names[stratum.Name] = true
			if stratum.Size.Cmp(least) < 0 && stratum.Keys[keySpecial].Lo < 2 { // 2 and 3 have castling rights
				t.Errorf("%s: stratum %d (%s) is thin", s.Name(), h, stratum.Name)
			}
		}
		if sum.Cmp(s.Size()) != 0 {
			t.Errorf("%s: the sizes add up to %v, want %v", s.Name(), sum, s.Size())
		}
		if n := len(names); n < 50 || n > 300 {
			t.Errorf("%s: %d strata, want 50 to 300", s.Name(), n)
		}
	}
}

// keyOf returns the key of a draw from its setup alone.
func keyOf(d *sampler.Draw) (k stratumKey) {
	b := &d.Setup.Board
	k[keyCaptures] = uint8(32 - b.Men())
	k[keyPawns] = uint8(b.Of(chess.Pawn).Count())
	for c := chess.White; c <= chess.Black; c++ {
		for r, n := range map[chess.Role]int{chess.Queen: 1, chess.Rook: 2, chess.Bishop: 2, chess.Knight: 2} {
			k[keyPromotions] += uint8(max(0, b.Pieces(c, r).Count()-n))
		}
	}
	if d.Setup.EP != chess.NoSquare {
		k[keySpecial]++
	}
	if d.Setup.Castling != 0 {
		k[keySpecial] += 2
	}
	return k
}

// TestStratumDrawsBelong checks draws of every stratum, its first and its last element: the setup
// must have the keys of the stratum, and the rank must be in the stratum.
func TestStratumDrawsBelong(t *testing.T) {
	testkit.Medium(t)
	n := uint64(100)
	if testing.Short() {
		n = 2
	}
	for _, s := range bothStrata() {
		stream := sampler.NewDividedStream(s, 1)
		for h, stratum := range s.Strata() {
			check := func(rank uint256.Int) {
				t.Helper()
				var d sampler.Draw
				s.Unrank(&d, &rank)
				for i, x := range keyOf(&d) {
					if k := stratum.Keys[i]; int(x) < k.Lo || int(x) > k.Hi {
						t.Fatalf("%s: stratum %s: %v has %s %d", s.Name(), stratum.Name, d.FEN(), k.Name, x)
					}
				}
				if got := s.stratumOf(&rank); got != h {
					t.Fatalf("%s: stratum %d: rank %s is in stratum %d", s.Name(), h, rank.Dec(), got)
				}
			}
			var first, last uint256.Int
			last.SetFromBig(stratum.Size)
			last.SubUint64(&last, 1)
			check(s.rankIn(h, &first))
			check(s.rankIn(h, &last))
			for i := range n {
				var d sampler.Draw
				stream.Draw(&d, h, i)
				rank, err := s.Rank(&d)
				if err != nil {
					t.Fatalf("%s: stratum %d: %v", s.Name(), h, err)
				}
				check(rank)
			}
		}
	}
}

// TestRankInIsOneToOne checks that inCouple maps each run of a couple of classes onto the blocks of the couple.
// Since the sizes of strata add up to that of the space, the map from strata to ranks is then a bijection.
func TestRankInIsOneToOne(t *testing.T) {
	testkit.Medium(t)
	for _, s := range bothStrata() {
		for h := range s.parts {
			for k := range s.parts[h] {
				p := &s.parts[h][k]
				if p.side == 1 && p.table == s.cases[0][p.number] {
					continue // as with White to move
				}
				for _, j := range []int{0, len(p.couples) / 2, len(p.couples) - 1} {
					checkCouple(t, s, p, j)
				}
			}
		}
	}
}

// checkCouple checks couple j of a part: the elements of each of its blocks must be mapped to
// the numbers of the block in the case.
func checkCouple(t *testing.T, s *dividedSpace, place *part, j int) {
	t.Helper()
	table, couple := place.table, int(place.couples[j])
	nb := len(table.black.classes)
	whiteClass, blackClass := &table.white.classes[couple/nb], &table.black.classes[couple%nb]
	var x arith.U192
	for whiteStat := range len(whiteClass.weightsBefore) - 1 {
		for blackStat := range len(blackClass.weightsBefore) - 1 {
			b, start, ok := table.blockOf(whiteClass.first+whiteStat, blackClass.first+blackStat)
			if !ok {
				t.Fatal("empty block in a couple")
			}
			if got := table.inCouple(couple, arith.Mul192(&x, lambda2)); got != start {
				t.Fatalf("case %d couple %d: element %v is at %v, want the start of block %d %d at %v",
					place.number, couple, x, got, whiteStat, blackStat, start)
			}
			size := arith.MulAdd192(&b.perStructure, b.structures.total*table.variant.placements(), 0)
			x = arith.Add192(&x, &size)
			last := arith.Sub192(&x, &arith.U192{1})
			end := arith.Add192(&start, &size)
			end = arith.Sub192(&end, &arith.U192{1})
			if got := table.inCouple(couple, arith.Mul192(&last, lambda2)); got != end {
				t.Fatalf("case %d couple %d: last of block %d %d is at %v, want %v", place.number, couple, whiteStat, blackStat, got, end)
			}
		}
	}
	if size := table.coupleSize(whiteClass, blackClass); x != size {
		t.Fatalf("case %d couple %d: blocks have %v elements, want %v", place.number, couple, x, size)
	}
}

// TestStratumFrequencies compares numbers of plain draws by stratum with the exact sizes by a
// chi-squared test. A false alarm has probability 1e-6.
func TestStratumFrequencies(t *testing.T) {
	testkit.Medium(t)
	n := uint64(400000)
	if testing.Short() {
		n = 100000
	}
	for _, s := range bothStrata() {
		strata := s.Strata()
		counts := make([]float64, len(strata))
		stream := sampler.NewStream(s, 77)
		for i := range n {
			rank := stream.Rank(i)
			counts[s.stratumOf(&rank)]++
		}
		expected := make([]float64, len(strata))
		for h := range strata {
			share, _ := new(big.Rat).SetFrac(strata[h].Size, s.Size()).Float64()
			expected[h] = share * float64(n)
		}
		if p := spacetest.ChiSquared(counts, expected); p < 1e-6 {
			t.Errorf("%s: chi-squared of the strata has probability %g", s.Name(), p)
		}
	}
}

// goldenStrata has draw 0 of some strata with seed 1, by space and stratum, printed by this
// package in November 2026. A change here is a breaking one.
var goldenStrata = map[string]string{
	"ranked special=0 captures=0..3 promotions=0..6 pawns=8..16":            "1b1N4/5p2/Q1rPKPq1/1PP4p/n6q/BBPRp1NP/r1k1R1nr/2N1B1b1 w - - 0 1",
	"ranked special=0 captures=4 promotions=9 pawns=3":                      "2B1b3/Q4rb1/B1BRp1n1/1RK2NNb/q1b4B/3bpR1p/1Qn1k2r/5N1b w - - 0 1",
	"ranked special=1 captures=4..28 promotions=0..14 pawns=2..16":          "3bBr2/r1n1b2B/r2Nb1B1/1kBB1Nb1/B1Pp2nQ/R3p2q/1q1N4/1K2R3 b - c3 0 1",
	"ranked special=3 captures=0..27 promotions=0..14 pawns=2..16":          "r3k1bK/R1nN1r1q/8/PpP1nppQ/1P1br3/p2q1BP1/N1P1QN2/3Q4 w q b6 0 2",
	"ranked-repaired special=0 captures=0..3 promotions=0..6 pawns=8..16":   "2BQ3n/1Nq1Nnp1/1pr2pR1/2R2P1R/pp2b3/P2rpP2/2p2kP1/R1K3nb b - - 0 1",
	"ranked-repaired special=0 captures=4 promotions=9 pawns=3":             "b3qRN1/nN3p1Q/qPn2r1r/2R1B2B/1pnb4/1B3QKn/N1q3b1/2B4k w - - 0 1",
	"ranked-repaired special=1 captures=4..28 promotions=0..14 pawns=2..16": "1B1N1q1R/q1B4r/P1B2qR1/1PPp3B/2Bp4/1N3kRK/1b1QB3/1q1b1n2 w - d6 0 1",
	"ranked-repaired special=3 captures=0..27 promotions=0..14 pawns=2..16": "2NBnRb1/8/1Q3p1R/2QPp2p/bP2Pn1B/1P5q/q1k1PNnr/R2nK3 w Q e6 0 1",
}

// TestStrataGoldenStream compares draws with goldenStrata.
func TestStrataGoldenStream(t *testing.T) {
	for _, s := range bothStrata() {
		stream := sampler.NewDividedStream(s, 1)
		for _, h := range []int{0, 18, 51, 53} {
			var d sampler.Draw
			stream.Draw(&d, h, 0)
			f := d.FEN()
			key := s.Name() + " " + s.list[h].Name
			if got := string(f.Append(nil)); got != goldenStrata[key] {
				t.Errorf("\t%q: %q,", key, got)
			}
		}
	}
}

// goldenRedraw lists draws 0 to 3 of stratum 18 of the repaired set with seed 1 after Redraw: setup,
// weight, multiplicity and whether the draw counts. They were printed by this package in November
// 2026. A change here is a breaking one.
var goldenRedraw = [4]string{
	"b3qRN1/nN3p1Q/qPn2r1r/2R1B2B/1pnb4/KB3Q1n/N1q3b1/2B3k1 w - - 0 1 4/16 true",
	"brB1k1BK/rNq3nR/3B1n2/N3P2P/Rp2Bq1q/qQ6/4q1Br/2b1n3 w - - 0 1 4/16 true",
	"B1N2B1n/P1q5/1B1B1K2/3p1RB1/1B1Q4/1kr1Nqb1/nnbnPr2/RR4N1 b - - 0 1 5/16 true",
	"4rk1R/2R1Q2N/1p2bq1Q/nQ4bB/K2nB1Qq/4N1Q1/PNQ1pq2/3r3n b - - 0 1 2/16 true",
}

// TestRedrawGoldenStream compares redrawn draws with goldenRedraw.
func TestRedrawGoldenStream(t *testing.T) {
	stream := sampler.NewDividedStream(bothStrata()[1], 1)
	for i, want := range goldenRedraw {
		var d sampler.Draw
		counts := redrawFunc(stream, bothStrata()[1], nil)(&d, 18, uint64(i))
		f := d.FEN()
		if got := fmt.Sprint(string(f.Append(nil)), " ", d.Weight, "/", d.Multiplicity, " ", counts); got != want {
			t.Errorf("\t%q,", got)
		}
	}
}

// TestStratifiedDrawsDoNotAllocate checks that draws of strata and redraws allocate no memory.
func TestStratifiedDrawsDoNotAllocate(t *testing.T) {
	s := bothStrata()[1]
	stream := sampler.NewDividedStream(s, 1)
	var d sampler.Draw
	i := uint64(0)
	redraw := redrawFunc(stream, s, func(*sampler.Draw) bool { return true })
	if n := testing.AllocsPerRun(2000, func() {
		redraw(&d, int(i)%len(s.list), i)
		stream.Draw(&d, int(i)%len(s.list), i)
		i++
	}); n >= 1 { // a pool can be emptied by the garbage collector
		t.Errorf("%v allocations per draw", n)
	}
}

// TestOutOfRangePanics checks that elements and strata that do not exist panic.
func TestOutOfRangePanics(t *testing.T) {
	s := bothStrata()[0]
	size := uint256.MustFromBig(s.list[3].Size)
	for name, f := range map[string]func(){
		"element": func() { s.rankIn(3, size) },
		"large":   func() { s.rankIn(3, new(uint256.Int).SetAllOne()) },
		"stratum": func() { s.rankIn(len(s.list), new(uint256.Int)) },
	} {
		spacetest.WantPanic(t, name, f)
	}
}
