package placement

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
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
func space(b Base, l Level) *Space {
	m := &sharedSpaces[b][l]
	m.once.Do(func() { m.space = NewCounter(b, l) })
	return m.space
}

// eachSpace calls f for every space. With -short it leaves out spaces of positions with many promotions, whose
// tables take a tenth of a second each.
func eachSpace(f func(s *Space)) {
	for b := range Bases {
		for l := range Levels {
			if testing.Short() && Level(l) == Positions && Base(b) < Restricted {
				continue
			}
			f(space(Base(b), Level(l)))
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
		want := new(big.Int)
		for _, term := range exactCounts(Base(b)) {
			want.Add(want, term)
		}
		if got := space(Base(b), Plain).Size(); got.Cmp(want) != 0 {
			t.Errorf("%v: size %v, want %v", Base(b), got, want)
		}
	}
}

// binomial returns C(n,k).
func binomial(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }

// exactCounts returns the number of elements of a plain space by numbers of white and black men besides
// the kings. For the general space the key is {men of both colors, 0}.
func exactCounts(b Base) map[[2]int]*big.Int {
	counts := map[[2]int]*big.Int{}
	add := func(w, b int, x *big.Int, factors ...*big.Int) {
		x = new(big.Int).Mul(x, big.NewInt(2*3612))
		for _, f := range factors {
			x.Mul(x, f)
		}
		counts[[2]int{w, b}] = x
	}
	power := func(x, n int) *big.Int {
		return new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(n)), nil)
	}
	if b == General {
		for n := range 31 {
			add(n, 0, binomial(62, n), power(10, n))
		}
		return counts
	}
	// Arrangements of k men of one side in a row.
	arrangements := make([]*big.Int, 16)
	for k := range arrangements {
		arrangements[k] = power(5, k)
		if b >= Restricted {
			arrangements[k] = new(big.Int)
		}
	}
	if b >= Restricted {
		for _, v := range vectors(b) {
			k := 0
			x := big.NewInt(1)
			for _, n := range v {
				k += n
				x.Mul(x, binomial(k, n))
			}
			if k < len(arrangements) {
				arrangements[k].Add(arrangements[k], x)
			}
		}
	}
	for w := range 16 {
		for b := range 16 {
			add(w, b, binomial(62, w), binomial(62-w, b), arrangements[w], arrangements[b])
		}
	}
	return counts
}

// vectors lists the numbers of pawns, knights, bishops, rooks and queens of a side in a restricted space.
func vectors(b Base) (list [][5]int) {
	queens := 3
	if b == VeryRestricted {
		queens = 1
	}
	for i := range 9 * 27 * (queens + 1) {
		v := [5]int{i % 9, i / 9 % 3, i / 27 % 3, i / 81 % 3, i / 243}
		if v[0]+v[1]+v[2]+v[3]+v[4] <= 15 {
			list = append(list, v)
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

// TestSpacesHoldPlayouts ranks the positions of random games. All must be in the positions of the split space, and
// their diagrams in the general spaces. In the positions of the restricted space are those that ChessCounter's rules
// accept there, with weight 1; others have weight 0 if they are elements. The stops that lose no position must not hold.
func TestSpacesHoldPlayouts(t *testing.T) {
	testkit.Medium(t)
	games := testkit.Size(30, 300)
	src := rand.New(rand.NewPCG(5, 2))
	var full, accepted, rejected int // positions with 32 men, accepted and rejected as restricted ones
	for range games {
		for position := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			s := position.Setup()
			if s.Board.Men() == 32 {
				full++
			}
			d := sampler.Draw{Setup: s}
			if _, err := space(Split, Positions).Rank(&d); err != nil {
				t.Fatalf("legal position %v: %v", position, err)
			}
			if s.EP != chess.NoSquare && d.Multiplicity < 1 {
				t.Fatalf("%v: multiplicity %d", position, d.Multiplicity)
			}
			v := chesscounter.Options{Mended: true}.Judge(&s, chesscounter.Restricted)
			d = sampler.Draw{Setup: s}
			_, err := space(Restricted, Positions).Rank(&d)
			switch {
			case v.Accepted() && (err != nil || d.Weight != 1):
				t.Fatalf("%v: legal and of the restricted class: weight %d, %v", position, d.Weight, err)
			case v.Accepted():
				accepted++
			case err == nil && d.Weight != 0:
				t.Fatalf("%v: rejected by rule %d, but weight %d", position, v.Rule, d.Weight)
			default:
				rejected++
			}
			s.Castling, s.EP = 0, chess.NoSquare
			for _, l := range []Level{Plain, Conditioned, Feasible} {
				d = sampler.Draw{Setup: s}
				if _, err := space(General, l).Rank(&d); err != nil {
					t.Fatalf("legal diagram %v: %v", s, err)
				}
			}
			if hasOuterPawns(&s) || isDoubled(&s) {
				t.Fatalf("legal position %v: pawns on row 1 or 8: %v, too many on shared files: %v", position, hasOuterPawns(&s), isDoubled(&s))
			}
		}
	}
	if full == 0 || accepted == 0 || rejected == 0 {
		t.Errorf("%d positions with all men, %d accepted, %d rejected as restricted; want some of each", full, accepted, rejected)
	}
}

// TestNotInSpace compares the errors of Rank for setups that spaces of several bases and levels lack.
func TestNotInSpace(t *testing.T) {
	for _, test := range []struct {
		space *Space
		fen   string
		want  string
	}{
		{space(General, Plain), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "castling rights"},
		{space(General, Plain), "rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b - f3 0 1", "en passant"},
		{space(General, Plain), "8/8/8/8/8/8/8/4K3 w - - 0 1", "black has 0 kings, want 1"},
		{space(General, Plain), "kk6/8/8/8/8/8/8/4K3 w - - 0 1", "black has 2 kings, want 1"},
		{space(General, Plain), "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "the kings touch"},
		{space(Split, Plain), "4k3/8/8/8/QQQQQQQQ/QQQQQQQQ/8/4K3 w - - 0 1", "white has 16 men besides the king, more than 15"},
		{space(General, Plain), "4k3/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/4K3 w - - 0 1", "32 men besides the king, more than 30"},
		{space(General, Conditioned), "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on row 1 or 8"},
		{space(Restricted, Plain), "4k3/8/8/8/8/8/NNN5/4K3 w - - 0 1", "white has 3 knights, more than 2"},
		{space(VeryRestricted, Plain), "4k3/qq6/8/8/8/8/8/4K3 w - - 0 1", "black has 2 queens, more than 1"},
		{space(Split, Feasible), "rnbqkbnr/pppppppp/8/8/8/7Q/1PPPPPPP/RNBQKBNR w - - 0 1", "promoted men need"},
		{space(Split, Positions), "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling right without king and rook"},
		{space(Split, Positions), "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "no pawn stands beside"},
		{space(Split, Positions), "4k3/8/8/8/8/8/8/4K3 w - d6 0 1", "can just have passed over"},
	} {
		f := testkit.Must(chess.ParseFEN(test.fen))(t)
		d := sampler.FromFEN(f)
		if _, err := test.space.Rank(&d); !errors.Is(err, sampler.ErrNotInSpace) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %s: error %v, want %q", test.space.Name(), test.fen, err, test.want)
		}
	}
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

// TestWeightIsChessCounters compares weights with those of package chesscounter for diagrams that its rules accept.
func TestWeightIsChessCounters(t *testing.T) {
	bulk := sampler.NewBulk(space(Split, Feasible), 3)
	var d sampler.Draw
	accepted, heavy := 0, 0
	for range 200_000 {
		if !bulk.Next(&d) {
			continue
		}
		if v := chesscounter.Judge(&d.Setup, chesscounter.Split); v.Accepted() {
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
		"4k2r/8/8/1Pp2pP1/8/8/8/R3K2R w - - 0 1": 24, // the example of ChessCounter's README
		"r3k2r/8/8/8/1Pp2pP1/8/8/4K2R b - - 0 1": 24,
		"4k3/2p5/8/1Pp5/8/8/8/4K3 w - - 0 1":     1,
		"4k3/8/8/1Pp1P3/8/8/8/4K3 b - - 0 1":     1,
	} {
		f := testkit.Must(chess.ParseFEN(fen))(t)
		if got := weight(&f.Setup); got != want {
			t.Errorf("%s: weight %d, want %d", fen, got, want)
		}
	}
	if accepted < 1000 || heavy < 20 {
		t.Errorf("%d accepted, %d of more weight than 1", accepted, heavy)
	}
}

// TestSpaces checks that ranks out of range panic, and that draws and their ranks allocate no memory.
func TestSpaces(t *testing.T) {
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
