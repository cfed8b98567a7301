package placement

import (
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/chesscounter"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/spacetest"
)

// sharedSpaces holds the spaces that tests share.
var sharedSpaces [Bases][Levels]struct {
	once  sync.Once
	space *Space
}

// space returns a space that is made once for all tests.
func space(base Base, level Level) *Space {
	shared := &sharedSpaces[base][level]
	shared.once.Do(func() { shared.space = NewCounter(base, level) })
	return shared.space
}

// eachSpace calls f for every space. With -short it leaves out spaces of positions with many promotions, whose
// tables take a tenth of a second each.
func eachSpace(f func(s *Space)) {
	for base := range Bases {
		for level := range Levels {
			if testing.Short() && Level(level) == Positions && Base(base) < Restricted {
				continue
			}
			f(space(Base(base), Level(level)))
		}
	}
}

// TestSizes compares with integers computed elsewhere: the plain sizes are those of ChessCounter's README (the fourth
// is the exact value of its 2.12E+43), the conditioned ones were counted for the specification of this package.
func TestSizes(t *testing.T) {
	for name, want := range map[string]string{
		"counter-general":                     "3580731277913911451307082034763461066056798885824504",
		"counter-split":                       "568159542837347293680664103149567870390294979574504",
		"counter-restricted":                  "10969175368880644381707380652409200270873861528",
		"counter-very-restricted":             "21250003784952653588291044855018496818532472",
		"counter-general-conditioned":         "729670103160504512483224804561060907391346268614872",
		"counter-split-conditioned":           "116416667372478871804415164588996978004413790477544",
		"counter-restricted-conditioned":      "152813783858442488949434825390707772666107112",
		"counter-very-restricted-conditioned": "130282950596397008208453154621625452848072",
		// With one queen and counts of the initial position nothing need be promoted.
		"counter-very-restricted-feasible": "130282950596397008208453154621625452848072",
	} {
		if s := named(t, name); s.Name() != name || s.Size().String() != want {
			t.Errorf("%s: size %v, want %s (%s)", name, s.Size(), want, s.Name())
		}
	}
	// General and split differ only in what is not feasible.
	if a, b := space(General, Feasible).Size(), space(Split, Feasible).Size(); a.Cmp(b) != 0 {
		t.Errorf("feasible sizes of general and split differ: %v, %v", a, b)
	}
}

// TestPlainSizesByFormula compares sizes with the sums of ChessCounter's README in big integers.
func TestPlainSizesByFormula(t *testing.T) {
	for b := range Bases {
		base := Base(b)
		want := new(big.Int)
		for _, term := range exactCounts(base) {
			want.Add(want, term)
		}
		if got := space(base, Plain).Size(); got.Cmp(want) != 0 {
			t.Errorf("%v: size %v, want %v", base, got, want)
		}
	}
}

// binomial returns C(n,k), and power returns x^n.
func binomial(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }
func power(x, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(n)), nil)
}

// kingPairs is the number of ordered pairs of squares that are neither equal nor adjacent: 64*63 less 2*(2*7*8 + 2*7*7) adjacent ones.
const kingPairs = 64*63 - 2*(2*7*8+2*7*7)

// exactCounts returns the number of elements of a plain space by numbers of white and black men besides the kings. For the general space the
// key is {men of both colors, 0}. The kings stand on one of kingPairs, and either side is to move. Then w white and b black men stand in
//
//	C(62, w) C(62-w, b) a(w) a(b)
//
// ways, where a(k) is the number of sequences of k men of one side that the base allows. In the general space n men stand in C(62, n) 10^n ways.
func exactCounts(base Base) map[[2]int]*big.Int {
	counts := map[[2]int]*big.Int{}
	add := func(white, black int, factors ...*big.Int) {
		product := big.NewInt(2 * kingPairs)
		for _, f := range factors {
			product.Mul(product, f)
		}
		counts[[2]int{white, black}] = product
	}
	if base == General {
		for n := range 31 {
			add(n, 0, binomial(62, n), power(10, n))
		}
		return counts
	}
	a := sequences(base)
	for white := range len(a) {
		for black := range len(a) {
			add(white, black, binomial(62, white), binomial(62-white, black), a[white], a[black])
		}
	}
	return counts
}

// sequences returns, for k from 0 to 15, the number of sequences of k men of one side besides the king. They are of any of five kinds or, in
// restricted spaces, the arrangements of one of the vectors.
func sequences(base Base) (a [16]*big.Int) {
	if base < Restricted {
		for k := range a {
			a[k] = power(5, k)
		}
		return a
	}
	for k := range a {
		a[k] = new(big.Int)
	}
	for _, v := range vectors(base) {
		k := 0
		arrangements := big.NewInt(1) // k! / (v[0]! v[1]! ...)
		for _, n := range v {
			k += n
			arrangements.Mul(arrangements, binomial(k, n))
		}
		a[k].Add(a[k], arrangements)
	}
	return a
}

// vectors lists the numbers of pawns, knights, bishops, rooks and queens of a side in a restricted space: at most 8 pawns, 2 men of each other
// kind, 3 queens or 1, and 15 men.
func vectors(base Base) (list [][5]int) {
	mostQueens := 3
	if base == VeryRestricted {
		mostQueens = 1
	}
	for pawns := range 9 {
		for knights := range 3 {
			for bishops := range 3 {
				for rooks := range 3 {
					for queens := range mostQueens + 1 {
						if pawns+knights+bishops+rooks+queens <= 15 {
							list = append(list, [5]int{pawns, knights, bishops, rooks, queens})
						}
					}
				}
			}
		}
	}
	return list
}

// TestRoundTrip unranks and ranks random elements of every space, and the first and the last.
func TestRoundTrip(t *testing.T) {
	n := testkit.Size(100, 1500)
	src := rand.New(rand.NewPCG(5, 1))
	eachSpace(func(s *Space) {
		size, _ := uint256.FromBig(s.Size())
		last := new(uint256.Int).SubUint64(size, 1)
		spacetest.RoundTrip(t, s, last)
		spacetest.RoundTrip(t, s, new(uint256.Int))
		for i := range n {
			x := sampler.Uniform(src, size)
			if i%2 == 0 { // small ranks too, of cases and armies that are rare
				x.Rsh(&x, uint(src.IntN(150)))
			}
			spacetest.RoundTrip(t, s, &x)
		}
	})
}

// eachPlayoutPosition calls f for the positions of random games, and fails the test if none of them has all 32 men.
func eachPlayoutPosition(t *testing.T, seed uint64, f func(s *chess.Setup)) {
	t.Helper()
	src := rand.New(rand.NewPCG(5, seed))
	full := 0
	for range testkit.Size(30, 300) {
		for position := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			s := position.Setup()
			if s.Board.Men() == 32 {
				full++
			}
			f(&s)
		}
	}
	if full == 0 {
		t.Error("no position has 32 men")
	}
}

// TestSpacesHoldPlayouts ranks the positions of random games: all must be in the positions of the split space, and their diagrams in the
// general spaces.
func TestSpacesHoldPlayouts(t *testing.T) {
	testkit.Medium(t)
	eachPlayoutPosition(t, 2, func(s *chess.Setup) {
		d := sampler.Draw{Setup: *s}
		if _, err := space(Split, Positions).Rank(&d); err != nil {
			t.Fatalf("legal position %v: %v", s, err)
		}
		if s.EP != chess.NoSquare && d.Multiplicity < 1 {
			t.Fatalf("%v: multiplicity %d", s, d.Multiplicity)
		}
		diagram := *s
		diagram.Castling, diagram.EP = 0, chess.NoSquare
		for _, level := range []Level{Plain, Conditioned, Feasible} {
			d = sampler.Draw{Setup: diagram}
			if _, err := space(General, level).Rank(&d); err != nil {
				t.Fatalf("legal diagram %v: %v", diagram, err)
			}
		}
	})
}

// TestRestrictedHoldsAcceptedPlayouts checks that the positions of random games that ChessCounter's rules accept as restricted are in the
// restricted space with weight 1, and that the others have weight 0 there if they are elements.
func TestRestrictedHoldsAcceptedPlayouts(t *testing.T) {
	testkit.Medium(t)
	accepted, rejected := 0, 0
	eachPlayoutPosition(t, 3, func(s *chess.Setup) {
		v := chesscounter.Options{Mended: true}.Judge(s, chesscounter.Restricted)
		d := sampler.Draw{Setup: *s}
		_, err := space(Restricted, Positions).Rank(&d)
		switch {
		case v.Accepted() && (err != nil || d.Weight != 1):
			t.Fatalf("%v: legal and of the restricted class: weight %d, %v", s, d.Weight, err)
		case v.Accepted():
			accepted++
		case err == nil && d.Weight != 0:
			t.Fatalf("%v: rejected by rule %d, but weight %d", s, v.Rule, d.Weight)
		default:
			rejected++
		}
	})
	if accepted == 0 || rejected == 0 {
		t.Errorf("%d accepted, %d rejected, want some of each", accepted, rejected)
	}
}

// TestStopsLoseNoPlayout checks that the conditions of the stops OuterPawns and Doubled hold for no position of random games.
func TestStopsLoseNoPlayout(t *testing.T) {
	testkit.Medium(t)
	eachPlayoutPosition(t, 4, func(s *chess.Setup) {
		if hasOuterPawns(s) || isDoubled(s) {
			t.Fatalf("legal position %v: pawns on row 1 or 8: %v, too many on shared files: %v", s, hasOuterPawns(s), isDoubled(s))
		}
	})
}

// TestNotInSpace checks the errors for setups that are not in the spaces.
func TestNotInSpace(t *testing.T) {
	spacetest.NotInSpace(t, "notinspace.tsv", func(name string) sampler.Space { return named(t, name) })
}

// TestTwoCapturers ranks both elements of a position with two pawns that may capture en passant.
func TestTwoCapturers(t *testing.T) {
	fen := testkit.Must(chess.ParseFEN("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1"))(t)
	s := space(Split, Positions)
	seen := map[uint256.Int]bool{}
	for i := range 2 {
		d := sampler.Draw{Setup: fen.Setup, Index: i, Equivalents: 2}
		rank, err := s.Rank(&d)
		if err != nil || d.Multiplicity != 2 || d.Index != i {
			t.Fatalf("index %d: %+v, %v", i, d, err)
		}
		spacetest.RoundTrip(t, s, &rank)
		seen[rank] = true
	}
	if len(seen) != 2 {
		t.Error("both elements have one rank")
	}
}

// TestWeightIsChessCounters compares weights with those of package chesscounter for diagrams that its rules accept, and with the example of
// ChessCounter's README.
func TestWeightIsChessCounters(t *testing.T) {
	bulk := sampler.NewBulk(space(Split, Feasible), 3)
	var d sampler.Draw
	accepted, heavy := 0, 0
	for range 200_000 {
		if !bulk.Next(&d) {
			continue
		}
		if v := (chesscounter.Options{}).Judge(&d.Setup, chesscounter.Split); v.Accepted() {
			accepted++
			if v.Weight > 1 {
				heavy++
			}
			if v.Weight != d.Weight {
				t.Fatalf("%v: weight %d, want %d", d.Setup, d.Weight, v.Weight)
			}
		}
	}
	for fen, want := range map[string]int{
		"4k2r/8/8/1Pp2pP1/8/8/8/R3K2R w - - 0 1": 24, // the example: 2^3 for three rooks at home, times 1+2 for two double steps
		"r3k2r/8/8/8/1Pp2pP1/8/8/4K2R b - - 0 1": 24,
		"4k3/2p5/8/1Pp5/8/8/8/4K3 w - - 0 1":     1,
		"4k3/8/8/1Pp1P3/8/8/8/4K3 b - - 0 1":     1,
	} {
		f := testkit.Must(chess.ParseFEN(fen))(t)
		testkit.Equal(t, weight(&f.Setup), want, fen, "weight")
	}
	if accepted < 1000 || heavy < 20 {
		t.Errorf("%d accepted, %d of more weight than 1", accepted, heavy)
	}
}

// TestRanksOutOfRange checks that ranks out of range panic, and that draws and their ranks allocate no memory.
func TestRanksOutOfRange(t *testing.T) {
	eachSpace(func(s *Space) {
		spacetest.OutOfRange(t, s)
		spacetest.NoAllocations(t, s)
	})
}

// FuzzRank ranks any FEN record in all spaces; see spacetest.FuzzRank.
func FuzzRank(f *testing.F) {
	var spaces []sampler.Space
	eachSpace(func(s *Space) { spaces = append(spaces, s) })
	spacetest.FuzzRank(f, spaces, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 -1 2",
		"4k3/8/8/8/8/8/8/4K3 b - a8 9 9", "4k3/8/8/8/8/8/8/4K3 w KQkq h6 0 1", "PPPPPPPP/8/8/4k3/8/8/8/K6p w - - 0 1")
}
