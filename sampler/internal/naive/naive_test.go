package naive

import (
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/spacetest"
)

// drawCount returns how many draws round trips and chi-squared tests make.
func drawCount() int { return testkit.Size(3_000, 10_000) }

var spaces = sync.OnceValue(func() [2]sampler.Space { return [2]sampler.Space{New(), NewKrinitskii()} })

// TestSizes compares the sizes of both sets with stored ones, and that of the first also with its formula.
func TestSizes(t *testing.T) {
	for i, want := range []string{
		"56463401212059189119230011001987012442228144641185346825802197586567700768",
		"1168233055134793149160367203546386400298494927579486272",
	} {
		if got := spaces()[i].Size().String(); got != want {
			t.Errorf("%s: size %s, want %s", spaces()[i].Name(), got, want)
		}
	}

	n := new(big.Int).Exp(big.NewInt(13), big.NewInt(64), nil)
	for _, f := range []int64{2, 9, 16} {
		n.Mul(n, big.NewInt(f))
	}
	if size := New().Size(); size.Cmp(n) != 0 {
		t.Errorf("naive: size %v, want 13^64 * 2 * 9 * 2^4 = %v", size, n)
	}
}

// TestRoundTrips unranks and ranks draws of both sets, the first and the last element, and elements with each number of men.
func TestRoundTrips(t *testing.T) {
	for _, s := range spaces() {
		st := sampler.NewStream(s, 1)
		for i := range uint64(drawCount()) {
			rank := st.Rank(i)
			spacetest.RoundTrip(t, s, &rank)
		}
		last := uint256.MustFromBig(s.Size())
		last.SubUint64(last, 1)
		spacetest.RoundTrip(t, s, last)
		spacetest.RoundTrip(t, s, new(uint256.Int))
	}
	// Every number of men, with its first and last rank.
	k := NewKrinitskii()
	src := rand.New(rand.NewPCG(8, 1))
	for n := range otherMen + 1 {
		var size uint256.Int
		size.Sub(&k.starts[n+1], &k.starts[n])
		for i := range 200 {
			rank := sampler.Uniform(src, &size)
			switch i {
			case 0:
				rank.Clear()
			case 1:
				rank.SubUint64(&size, 1)
			}
			rank.Add(&rank, &k.starts[n])
			if d := spacetest.RoundTrip(t, k, &rank); d.Setup.Board.Men() != n+2 || d.Weight != 2 {
				t.Fatalf("%v of weight %d, want %d men and weight 2", d.Setup, d.Weight, n+2)
			}
		}
	}
}

// TestEquivalentsAreAllElements ranks a setup with every index: all ranks differ and unrank to it.
func TestEquivalentsAreAllElements(t *testing.T) {
	for fen, want := range map[string]int{
		"8/8/8/8/8/8/8/6Kk w - - 0 1":             1,
		"8/8/8/8/8/8/8/P5Kk w - - 0 1":            8,
		"nqn5/8/8/1P6/8/8/8/RR3BKk w - - 0 1":     8 * 2 * 2 * 2,
		"8/pp6/8/8/8/8/P7/5RKk w - - 0 1":         8 * 7 * 8 * 2,
		"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1": 64,
	} {
		f := testkit.Must(chess.ParseFEN(fen))(t)
		s := NewKrinitskii()
		d := sampler.Draw{Setup: f.Setup}
		lowest, err := s.Rank(&d)
		if err != nil || d.Multiplicity != want || d.Index != 0 {
			t.Errorf("%s: multiplicity %d, index %d, %v, want %d, 0", fen, d.Multiplicity, d.Index, err, want)
			continue
		}
		seen := map[uint256.Int]bool{}
		for i := range want {
			d := sampler.Draw{Setup: f.Setup, Index: i, Equivalents: want}
			rank, err := s.Rank(&d)
			if err != nil || seen[rank] || i == 0 && rank != lowest || d.Index != i {
				t.Fatalf("%s: index %d has rank %s, %v", fen, i, rank.Dec(), err)
			}
			seen[rank] = true
			if back := spacetest.RoundTrip(t, s, &rank); back != d {
				t.Fatalf("%s: index %d unranks to %+v", fen, i, back)
			}
		}
	}
}

// TestHoldsGames ranks all positions of random games: all are in the first set; the
// second has those without promotions and annotations, White to move.
func TestHoldsGames(t *testing.T) {
	src := rand.New(rand.NewPCG(8, 2))
	in, out := 0, 0
	for range 20 {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			setup := p.Setup()
			rank, err := spaces()[0].Rank(&sampler.Draw{Setup: setup})
			if err != nil {
				t.Fatalf("%v: %v", p, err)
			}
			spacetest.RoundTrip(t, spaces()[0], &rank)
			excess := false
			for _, k := range kinds {
				excess = excess || setup.Board.Pieces(k.color, k.role).Count() > k.count
			}
			want := setup.Turn == chess.White && setup.Castling == 0 && setup.EP == chess.NoSquare && !excess
			rank, err = spaces()[1].Rank(&sampler.Draw{Setup: setup})
			if (err == nil) != want {
				t.Fatalf("%v: %v", p, err)
			}
			if err != nil {
				out++
				continue
			}
			in++
			spacetest.RoundTrip(t, spaces()[1], &rank)
		}
	}
	if in == 0 || out == 0 {
		t.Errorf("%d positions in Krinitskii's set, %d not", in, out)
	}
}

// TestNotInSpace checks the errors for setups that are not in the spaces, and for a castling right that does not exist.
func TestNotInSpace(t *testing.T) {
	spacetest.NotInSpace(t, "notinspace.tsv", spacetest.Named(spaces()[0], spaces()[1]))
	odd := chess.EmptySetup()
	odd.Castling = 0x10
	testkit.Fails(New().Rank(&sampler.Draw{Setup: odd}))(t, sampler.ErrNotInSpace, "a castling right that does not exist")
}

// TestGoldenStreams compares the first draws with stored ones. A change here is a breaking one.
func TestGoldenStreams(t *testing.T) {
	spacetest.GoldenStream(t, "stream.tsv", spaces()[0], spaces()[1])
}

// TestSpaces checks that ranks out of range panic, and that draws and their ranks allocate no memory.
func TestSpaces(t *testing.T) {
	for _, s := range spaces() {
		spacetest.OutOfRange(t, s)
		spacetest.NoAllocations(t, s)
	}
}

// FuzzRank ranks any FEN record in both sets; see spacetest.FuzzRank.
func FuzzRank(f *testing.F) {
	list := spaces()
	spacetest.FuzzRank(f, list[:], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 77 104044953", "8/8/8/8/8/8/8/QQQQQQQQ b KQkq e3 7 0")
}
