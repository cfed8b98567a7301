package kernelspace

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/spacetest"
)

// tables returns tables that are built once for all tests.
func tables(p Params) *Tables {
	tablesMu.Lock()
	defer tablesMu.Unlock()
	if t, ok := tablesOf[p]; ok {
		return t
	}
	t, err := Build(context.Background(), p, nil)
	if err != nil {
		panic(err)
	}
	tablesOf[p] = t
	return t
}

var (
	tablesMu sync.Mutex
	tablesOf = map[Params]*Tables{}
)

// Parameters of small tables, those of odd with another cap, and the space of Small.
var (
	tiny  = Params{4, 4, 2}
	odd   = Params{5, 2, 3}
	small = sync.OnceValue(func() *Space { return New(tables(Small)) })
)

// TestRankUnrankRoundTrip unranks and ranks in all strata.
func TestRankUnrankRoundTrip(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, p := range []Params{tiny, odd, {5, 3, 1}} {
		roundTrips(t, New(tables(p)), 400)
	}
	roundTrips(t, small(), 100)
}

// roundTrips unranks and ranks n draws of each stratum.
func roundTrips(t *testing.T, s *Space, n uint64) {
	t.Helper()
	stream := sampler.NewDividedStream(byRanks{s}, 3)
	for h := range s.Strata() {
		for i := range n {
			var d sampler.Draw
			stream.Draw(&d, h, i)
			rank, _ := s.Rank(&sampler.Draw{Setup: d.Setup})
			s.Unrank(&d, &rank)
			if err := checkElement(s, &d, h); err != nil {
				t.Fatalf("%s, rank %v: %v", s.Name(), &rank, err)
			}
			e := sampler.Draw{Setup: d.Setup, Index: 5, Equivalents: 7}
			back, err := s.Rank(&e)
			if err != nil || back != rank || e != d {
				t.Fatalf("%s: rank %v is %v, of rank %v (%v)", s.Name(), &rank, d.Setup, &back, err)
			}
			if s.stratumOf(&rank) != h {
				t.Fatalf("%s: rank %v is in stratum %d, want %d", s.Name(), &rank, s.stratumOf(&rank), h)
			}
		}
	}
}

// checkElement returns an error if a draw of stratum h is not in the space, or has other numbers of pawns
// or men than its stratum.
func checkElement(s *Space, d *sampler.Draw, h int) error {
	b := &d.Setup.Board
	switch {
	case !s.Contains(&d.Setup) || !s.InRegion(&d.Setup):
		return fmt.Errorf("%v is not in the space", d.Setup)
	case d.Index != 0 || d.Equivalents != 1 || d.Multiplicity != 1 || d.Weight != 1:
		return fmt.Errorf("draw %+v", d)
	case b.Of(chess.Pawn).Count() != s.strata[h].pawns || b.Men() != 32-s.strata[h].captures:
		return fmt.Errorf("%v is not in stratum %v", d.Setup, s.strata[h])
	}
	return nil
}

// TestEndsOfGroups unranks and ranks the first and last elements of groups, where wrong carries would show.
func TestEndsOfGroups(t *testing.T) {
	s := New(tables(tiny))
	for g := range s.groups {
		for _, delta := range []int64{-1, 0, 1} {
			x := new(big.Int).Add(toBig(s.starts.bound(g)), big.NewInt(delta))
			if x.Sign() < 0 || x.Cmp(s.Size()) >= 0 {
				continue
			}
			rank := *uint256.MustFromBig(x)
			var d sampler.Draw
			s.Unrank(&d, &rank)
			if back, err := s.Rank(&d); err != nil || back != rank {
				t.Fatalf("rank %v is %v, of rank %v (%v)", x, d.Setup, &back, err)
			}
		}
	}
}

// TestStrataAddUp compares the sizes of the strata with that of the space.
func TestStrataAddUp(t *testing.T) {
	for _, p := range []Params{tiny, odd} {
		s := New(tables(p))
		sum := new(big.Int)
		for h, stratum := range s.Strata() {
			if stratum.Size.Sign() <= 0 || len(stratum.Keys) != 2 {
				t.Errorf("%s: stratum %d is %+v", s.Name(), h, stratum)
			}
			first := s.firstOf(h)
			if first.ToBig().Cmp(sum) != 0 {
				t.Errorf("%s: stratum %d starts at %v, want %v", s.Name(), h, &first, sum)
			}
			sum.Add(sum, stratum.Size)
		}
		if sum.Cmp(s.Size()) != 0 {
			t.Errorf("%s: strata have %v elements, the space %v", s.Name(), sum, s.Size())
		}
	}
}

// TestDrawsAreUniform ranks draws that were made without ranks. The ranks must be uniform in equal parts of
// the space, which depend on patterns and officers, and modulo a prime, which depends on squares and
// orders. A false alarm has probability 1e-6.
func TestDrawsAreUniform(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, p := range []Params{tiny, odd} {
		s := New(tables(p))
		bulk := sampler.NewBulk(s, 11)
		const parts, prime, n = 500, 401, 60000
		high, low := make([]int, parts), make([]int, prime)
		for range n {
			var d sampler.Draw
			if !bulk.Next(&d) {
				t.Fatal("no draw")
			}
			rank := testkit.Must(s.Rank(&d))(t)
			x := rank.ToBig()
			low[new(big.Int).Mod(x, big.NewInt(prime)).Int64()]++
			high[x.Mul(x, big.NewInt(parts)).Div(x, s.Size()).Int64()]++
		}
		for _, counts := range [][]int{high, low} {
			if p := spacetest.UniformChance(counts); p < 1e-6 {
				t.Errorf("%s: chi-squared of %d parts has probability %v", s.Name(), len(counts), p)
			}
		}
	}
}

// TestSampleStratum draws in every stratum; ranks must be uniform in each, in 20 parts.
func TestSampleStratum(t *testing.T) {
	s := New(tables(tiny))
	var words sampler.Words
	words.Seed([32]byte{1})
	worst := 1.0
	for h, stratum := range s.Strata() {
		const parts, n = 20, 2000
		counts := make([]int, parts)
		for range n {
			var d sampler.Draw
			s.SampleStratum(&d, h, &words)
			testkit.OK(t, checkElement(s, &d, h))
			rank, _ := s.Rank(&d)
			first := s.firstOf(h)
			rank.Sub(&rank, &first)
			x := rank.ToBig()
			counts[x.Mul(x, big.NewInt(parts)).Div(x, stratum.Size).Int64()]++
		}
		worst = min(worst, spacetest.UniformChance(counts))
	}
	if worst < 1e-6 {
		t.Errorf("chi-squared of some stratum has probability %v", worst)
	}
}

// golden is the hash of draws that must never change. It changed once, with version 2 of the tables.
const golden = "6bd59f9f7500723d0139636949fe04db7f49761cc5265c5d307960ff769705db"

// TestGoldenStreams compares the hash of draws of streams, of strata and in bulk.
func TestGoldenStreams(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	var text bytes.Buffer
	for _, s := range []*Space{New(tables(tiny)), New(tables(odd)), small()} {
		fmt.Fprintln(&text, s.Name(), s.Size())
		stream, strata, bulk := sampler.NewStream(s, 7), sampler.NewDividedStream(byRanks{s}, 7), sampler.NewBulk(s, 7)
		var d sampler.Draw
		for i := range uint64(200) {
			stream.Draw(&d, i)
			fmt.Fprintln(&text, d.Setup)
			strata.Draw(&d, int(i)%len(s.strata), i)
			fmt.Fprintln(&text, d.Setup)
			bulk.Next(&d)
			fmt.Fprintln(&text, d.Setup)
		}
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(text.Bytes())); got != golden {
		t.Errorf("draws have hash %s, want %s; they begin\n%s", got, golden, text.String()[:400])
	}
}

// TestNamesAndParameters compares names, and errors for parameters out of range.
func TestNamesAndParameters(t *testing.T) {
	for p, want := range map[Params]string{Default: "kernel", Small: "kernel-5-6", {5, 6, 1}: "kernel-5-6-1"} {
		testkit.Equal(t, p.Name(), want, p)
	}
	for _, test := range []struct {
		p    Params
		want string
	}{
		{Params{}, "clip"}, {Params{7, 4, 2}, "captures is 7"}, {Params{4, 9, 2}, "pawns is 9"},
		{Params{4, -1, 2}, "pawns is -1"}, {Params{4, 4, 4}, "clip is 4"}, {Params{0, 4, 2}, "empty"},
	} {
		testkit.Fails(Build(context.Background(), test.p, nil))(t, test.want, test.p)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	testkit.Fails(Build(ctx, tiny, nil))(t, context.Canceled)
}

// TestRankSaysWhatIsWrong checks the errors for setups that are not in a small space.
func TestRankSaysWhatIsWrong(t *testing.T) {
	spacetest.NotInSpace(t, "notinspace.tsv", spacetest.Named(New(tables(tiny))))
}

// TestRanksOutOfRangePanic checks that the rank after the last panics.
func TestRanksOutOfRangePanic(t *testing.T) {
	s := New(tables(tiny))
	size := *uint256.MustFromBig(s.Size())
	spacetest.WantPanic(t, "Unrank", func() { s.Unrank(new(sampler.Draw), &size) })
	spacetest.WantPanic(t, "stratumOf", func() { s.stratumOf(&size) })
}

// TestNothingIsAllocated checks that Unrank, Rank, Contains and Sample allocate no memory.
func TestNothingIsAllocated(t *testing.T) {
	s := New(tables(tiny))
	stream, bulk := sampler.NewStream(s, 1), sampler.NewBulk(s, 1)
	var d sampler.Draw
	src := rand.New(rand.NewPCG(1, 1))
	if n := testing.AllocsPerRun(200, func() {
		rank := stream.Rank(src.Uint64())
		s.Unrank(&d, &rank)
		if _, err := s.Rank(&d); err != nil || !s.Contains(&d.Setup) || !bulk.Next(&d) {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// byRanks is a space whose strata are sampled by uniform ranks.
type byRanks struct{ *Space }

func (s byRanks) SampleStratum(d *sampler.Draw, h int, words *sampler.Words) {
	rank, first := sampler.Uniform(words, uint256.MustFromBig(s.Strata()[h].Size)), s.firstOf(h)
	s.Unrank(d, rank.Add(&rank, &first))
}

// firstOf returns the rank of the first element of a stratum.
func (s *Space) firstOf(h int) uint256.Int {
	n := s.starts.bound(s.strata[h].first)
	return uint256.Int{n[0], n[1], n[2]}
}

// stratumOf returns the stratum of the element with the given rank.
func (s *Space) stratumOf(rank *uint256.Int) int {
	g := s.groupAt(s.rank192(rank))
	h, found := slices.BinarySearchFunc(s.strata, g, func(t stratum, g int) int { return cmp.Compare(t.first, g) })
	if !found {
		h--
	}
	return h
}
