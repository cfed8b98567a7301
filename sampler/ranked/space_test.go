package ranked

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
	"chesscensus/sampler/internal/spacetest"
)

// checkRoundTrip unranks a rank and ranks the result.
func checkRoundTrip(t *testing.T, s *Space, rank *uint256.Int) {
	t.Helper()
	d := spacetest.RoundTrip(t, s, rank)
	if d.Weight != 1 {
		t.Fatalf("%s: rank %s gives %+v", s.Name(), rank.Dec(), d)
	}
	if v := d.Setup.Violations() &^ (chess.OppositeCheck | chess.IdleEnPassant); v != 0 {
		t.Fatalf("%s: rank %s: %v: %v", s.Name(), rank.Dec(), d.Setup, v)
	}
}

// TestRoundTripInEveryCase unranks and ranks random elements of every case, its first and its
// last. Uniform ranks of the whole set would hardly ever reach most cases.
func TestRoundTripInEveryCase(t *testing.T) {
	n := testkit.Size(200, 3000)
	src := rand.New(rand.NewPCG(7, 1))
	for _, s := range spaces() {
		for side := range 2 {
			for k := range 18 {
				size := uint256.Int{}
				copy(size[:], s.cases[side][k].size[:])
				start := uint256.Int{}
				copy(start[:], s.starts[side][k][:])
				if side == 1 {
					start.Add(&start, &uint256.Int{s.half[0], s.half[1], s.half[2]})
				}
				lastOne := new(uint256.Int).SubUint64(&size, 1)
				for i := range n {
					x := sampler.Uniform(src, &size)
					switch i {
					case 0:
						x.Clear()
					case 1:
						x = *lastOne
					}
					checkRoundTrip(t, s, x.Add(&x, &start))
				}
			}
		}
	}
}

// TestBordersOfBlocks unranks and ranks the first element of random blocks and the last of
// the block before, for which searches compare equal numbers.
func TestBordersOfBlocks(t *testing.T) {
	n := testkit.Size(30, 300)
	src := rand.New(rand.NewPCG(7, 2))
	for _, s := range spaces() {
		for side := range 2 {
			for k := range 18 {
				c := s.cases[side][k]
				for i := 0; i < n; {
					wi, bi := src.IntN(len(c.white.stats)), src.IntN(len(c.black.stats))
					_, start, ok := c.blockOf(wi, bi)
					if !ok {
						continue
					}
					i++
					start = arith.Add192(&start, &s.starts[side][k])
					if side == 1 {
						start = arith.Add192(&start, &s.half)
					}
					rank := uint256.Int{start[0], start[1], start[2]}
					checkRoundTrip(t, s, &rank)
					if !rank.IsZero() {
						checkRoundTrip(t, s, rank.SubUint64(&rank, 1))
					}
				}
			}
		}
	}
}

// TestRepairedHoldsPlayouts ranks every position of random games. All must be in the repaired
// set; the reference set lacks some, such as that of TestMissingFromReference.
func TestRepairedHoldsPlayouts(t *testing.T) {
	games := testkit.Size(40, 400)
	src := rand.New(rand.NewPCG(7, 3))
	var positions, enPassant, missing int
	for range games {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			d := sampler.Draw{Setup: p.Setup()}
			rank, err := spaces()[1].Rank(&d)
			if err != nil {
				t.Fatalf("legal position %v: %v", p, err)
			}
			positions++
			if p.EP() != chess.NoSquare {
				enPassant++
				if _, err := spaces()[0].Rank(&sampler.Draw{Setup: p.Setup()}); err != nil {
					missing++
				}
			}
			if positions%16 == 0 {
				checkRoundTrip(t, spaces()[1], &rank)
			}
		}
	}
	t.Logf("%d positions, %d with en passant, %d of these not in the reference set", positions, enPassant, missing)
	if enPassant == 0 {
		t.Error("no game had a position with en passant")
	}
}

// TestMissingFromReference plays the game of the package documentation.
func TestMissingFromReference(t *testing.T) {
	p := chess.InitialPosition()
	for _, uci := range strings.Fields("c2c4 c7c5 g1f3 a7a6 f3d4 c5d4 c4c5 d7d5") {
		m := testkit.Must(p.ParseUCI(uci))(t)
		p = p.Play(m)
	}
	if want := "rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6"; p.String() != want {
		t.Fatalf("game ends in %v, want %s", p, want)
	}
	d := sampler.Draw{Setup: p.Setup()}
	testkit.Fails(spaces()[0].Rank(&d))(t, sampler.ErrNotInSpace, "reference set")
	if _, err := spaces()[1].Rank(&d); err != nil {
		t.Error(err)
	}
}

// TestCorrectedMultiplicity lists the indices with which three setups have a rank in the reference set; their number is the
// multiplicity there, and all are in the repaired set. The definition document has 1 instead of 3 for the last.
func TestCorrectedMultiplicity(t *testing.T) {
	for _, test := range []struct {
		fen     string
		n       int   // published multiplicity
		members []int // indices that have a rank
	}{
		{"k1Q5/6qP/3B2Bp/KqpP3P/Brbp4/2P2rR1/qB1PN3/nNbb2N1 w - c6 1 3", 3, []int{1}},
		{"rn1rk3/pq3Kp1/Q1p1p2R/3pP1r1/1N1B3P/1B1np1NR/2P1PBPQ/8 w q d6 0 5", 5, []int{0, 2, 3}}, // 1 and 4 have the pair e3/e2, without the capturer e5
		{"7r/2BRN1NB/b1b1q1Rp/R2qn1pP/3N1pPp/5R2/BK2r3/NNn2k2 b - g3 3 4", 4, []int{0, 1, 3}},
	} {
		f := testkit.Must(chess.ParseFEN(test.fen))(t)
		var got []int
		for i := range test.n {
			d := sampler.Draw{Setup: f.Setup, Index: i, Equivalents: test.n}
			if rank, err := spaces()[0].Rank(&d); err == nil {
				var back sampler.Draw
				if spaces()[0].Unrank(&back, &rank); back != d || d.Multiplicity != len(test.members) {
					t.Errorf("%s: index %d unranks to %+v", test.fen, i, back)
				}
				got = append(got, i)
			}
		}
		if !slices.Equal(got, test.members) {
			t.Errorf("%s: members %v, want %v", test.fen, got, test.members)
		}
		d := sampler.Draw{Setup: f.Setup}
		if _, err := spaces()[1].Rank(&d); err != nil || d.Multiplicity != test.n {
			t.Errorf("%s: multiplicity %d in the repaired set, want %d (%v)", test.fen, d.Multiplicity, test.n, err)
		}
	}
}

// TestNotInSpace checks the errors for setups that are not in the spaces.
func TestNotInSpace(t *testing.T) {
	spacetest.NotInSpace(t, "notinspace.tsv", spacetest.Named(spaces()[0], spaces()[1]))
}

// TestConcurrentUse lets the race detector look at a shared space.
func TestConcurrentUse(t *testing.T) {
	s := spaces()[1]
	st := sampler.NewStream(s, 11)
	var wg sync.WaitGroup
	for w := range uint64(4) {
		wg.Go(func() {
			for _, d := range st.Draws(w*200, 200) {
				if _, err := s.Rank(d); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
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
	var list []sampler.Space
	for _, s := range spaces() {
		list = append(list, s)
	}
	spacetest.FuzzRank(f, list,
		"r3kb1r/ppp1pp1p/3p4/5PpP/8/8/PPPPP1P1/RNBQKBNR w KQkq g6 99 140", "rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6 0 1",
		"7r/2BRN1NB/b1b1q1Rp/R2qn1pP/3N1pPp/5R2/BK2r3/NNn2k2 b - g3 2 4", "2NB4/RprpB2p/1PBrr2P/3b3q/p3PnK1/P1Q5/1krP1p2/nB3N2 w - - 5 6")
}
