package material

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
	"chesscensus/sampler/internal/arith"
	"chesscensus/sampler/internal/spacetest"
	"chesscensus/sampler/ranked"
)

// draws returns how many draws round trips and chi-squared tests make.
func draws() int { return testkit.Size(3_000, 10_000) }

var (
	space = sync.OnceValue(New)
	codec = sync.OnceValue(func() *TomicCodec { return NewTomicCodec(space()) })
)

// TestSizes compares the sizes of the cases with a plain computation.
func TestSizes(t *testing.T) {
	testkit.Medium(t)
	s := space()
	if got, want := s.Size().String(), "50209325007364940764539843570679669387641891674"; got != want {
		t.Errorf("size %s, want %s", got, want)
	}
	sum := new(big.Int)
	for n, c := range s.cases {
		if !testing.Short() || n == 0 || n == 7 {
			if got, want := toBig(*c.size()), plainSize(c.whiteRooks, c.blackRooks, c.enPassant); got.Cmp(want) != 0 {
				t.Errorf("fw=%d fb=%d e=%d: size %v, plain computation %v", c.whiteRooks, c.blackRooks, c.enPassant, got, want)
			}
		}
		if mirror := s.cases[6*c.blackRooks+2*c.whiteRooks]; c.enPassant == 0 && *mirror.size() != *c.size() {
			t.Errorf("fw=%d fb=%d: size differs from the mirror image", c.whiteRooks, c.blackRooks)
		}
		sum.Add(sum, toBig(*c.size()))
	}
	if sum.Lsh(sum, 1); sum.Cmp(s.Size()) != 0 {
		t.Errorf("the cases of both sides add up to %v, want %v", sum, s.Size())
	}
	sz := s.sizes()
	if sum.Sub(sum, sz.Castling).Sub(sum, sz.EnPassant); sum.Cmp(sz.Diagrams.Lsh(sz.Diagrams, 1)) != 0 {
		t.Errorf("without castling and en passant %v setups, twice the diagrams are %v", sum, sz.Diagrams)
	}
	if got := s.Size().Sub(s.Size(), big.NewInt(1)).BitLen(); got != codeBits {
		t.Errorf("ranks have %d bits, want %d", got, codeBits)
	}
}

// checkRoundTrip unranks a rank and ranks the result.
func checkRoundTrip(t *testing.T, rank *uint256.Int) {
	t.Helper()
	d := spacetest.RoundTrip(t, space(), rank)
	if d.Index != 0 || d.Equivalents != 1 || d.Multiplicity != 1 || d.Weight != 1 {
		t.Fatalf("rank %s gives %+v", rank.Dec(), d)
	}
	if v := d.Setup.Violations() &^ (chess.OppositeCheck | chess.IdleEnPassant); v != 0 {
		t.Fatalf("rank %s: %v: %v", rank.Dec(), d.Setup, v)
	}
}

// TestRoundTripInEveryCase unranks and ranks random elements of every case, its first and its last.
func TestRoundTripInEveryCase(t *testing.T) {
	s := space()
	src := rand.New(rand.NewPCG(7, 1))
	for side := range 2 {
		for n, c := range s.cases {
			size := *c.size()
			start := s.starts[n]
			if side == 1 {
				start = arith.Add192(&start, &s.half)
			}
			for i := range draws() / 36 {
				x := sampler.Uniform(src, &uint256.Int{size[0], size[1], size[2]})
				switch i {
				case 0:
					x.Clear()
				case 1:
					x = uint256.Int{size[0], size[1], size[2]}
					x.SubUint64(&x, 1)
				}
				checkRoundTrip(t, x.Add(&x, &uint256.Int{start[0], start[1], start[2]}))
			}
		}
	}
}

// TestBordersOfBlocks unranks and ranks the first element of random blocks and the last of the block before.
func TestBordersOfBlocks(t *testing.T) {
	s := space()
	src := rand.New(rand.NewPCG(7, 2))
	for n, c := range s.cases {
		for i := 0; i < draws()/36; {
			k := block{table: c, white: src.IntN(len(c.white.states)), black: src.IntN(len(c.black.states))}
			w, b := k.classes()
			if !compatible(w, b) || c.enPassant == 1 && w.pawns*b.pawns == 0 {
				continue
			}
			i++
			start := k.start()
			start = arith.Add192(&start, &s.starts[n])
			rank := uint256.Int{start[0], start[1], start[2]}
			checkRoundTrip(t, &rank)
			if !rank.IsZero() {
				checkRoundTrip(t, rank.SubUint64(&rank, 1))
			}
		}
	}
}

// TestSmallBlocks lists all setups of small blocks: all differ, and their number is the one counted by hand.
func TestSmallBlocks(t *testing.T) {
	testkit.Medium(t)
	for _, test := range []struct {
		fw, fb, e int
		w, b      state
		want      int
	}{
		{0, 0, 0, state{}, state{}, 64 * 63},
		{0, 2, 0, state{P: 1}, state{R: 2}, 48 * 60},
		{0, 0, 1, state{P: 1}, state{P: 1}, 14 * 60 * 59},
		// The second white pawn: 44 squares on 14 sides, less 6 with pawns on both.
		{2, 2, 1, state{R: 2, P: 2}, state{R: 2, P: 1}, 14*44 - 6},
		{1, 1, 0, state{R: 2}, state{R: 1, N: 1}, 4 * 60 * 59},
		{2, 1, 0, state{R: 3}, state{R: 1}, 2 * 59},
	} {
		c := space().cases[6*test.fw+2*test.fb+test.e]
		k := block{table: c, white: int(c.white.index[test.w.id()]), black: int(c.black.index[test.b.id()])}
		seen := map[chess.Setup]bool{}
		size := k.size()
		for i := range size[0] {
			for turn := range chess.Color(2) {
				s := k.setup(arith.U192{i}, turn)
				if _, n, index, err := space().locate(&s); err != nil || space().cases[n] != c || index != (arith.U192{i}) {
					t.Fatalf("%v: index %v, %v, want %d", s, index, err, i)
				}
				seen[s] = true
			}
		}
		if int(size[0]) != test.want || len(seen) != 2*test.want {
			t.Errorf("%v %v: size %d, %d setups, want %d of each side", test.w, test.b, size[0], len(seen), test.want)
		}
	}
}

// TestPawnWays counts the pawns of en passant by brute force.
func TestPawnWays(t *testing.T) {
	var squares []chess.Square
	for sq := range pawnSquares.All() {
		squares = append(squares, sq)
	}
	subsets := func(n int, without chess.Bitboard, f func(chess.Bitboard)) {
		var next func(i, n int, set chess.Bitboard)
		next = func(i, n int, set chess.Bitboard) {
			if n == 0 {
				f(set)
				return
			}
			for ; i < len(squares); i++ {
				if !without.Has(squares[i]) {
					next(i+1, n-1, set|squares[i].BB())
				}
			}
		}
		next(0, n, 0)
	}
	c := space().cases[1]
	for _, n := range [][2]int{{1, 1}, {2, 1}, {1, 2}, {2, 2}} {
		count := uint64(0)
		subsets(n[0], 0, func(white chess.Bitboard) {
			subsets(n[1], white, func(black chess.Bitboard) {
				for file := range 8 {
					target := chess.NewSquare(file, 5)
					victim, from := (target - 8).BB(), (target + 8).BB()
					if black&victim != 0 && (white|black)&(from|target.BB()) == 0 && chess.PawnAttacks(chess.Black, target)&white != 0 {
						count++
					}
				}
			})
		})
		if got := c.pawnWays(n[0], n[1]); got != count {
			t.Errorf("%d white and %d black pawns: %d ways, counted %d", n[0], n[1], got, count)
		}
	}
}

// TestHoldsRankedAndPlayouts ranks draws of the repaired ranked set and positions
// of random games, which must all be in the space.
func TestHoldsRankedAndPlayouts(t *testing.T) {
	for _, d := range sampler.NewStream(ranked.NewRepaired(), 5).Draws(0, uint64(draws())) {
		if _, err := space().Rank(&sampler.Draw{Setup: d.Setup}); err != nil {
			t.Fatalf("%v: %v", d.FEN(), err)
		}
	}
	src := rand.New(rand.NewPCG(7, 3))
	seen := map[bool]int{}
	for range testkit.Size(20, 200) {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			rank, err := space().Rank(&sampler.Draw{Setup: p.Setup()})
			if err != nil {
				t.Fatalf("legal position %v: %v", p, err)
			}
			seen[p.EP() != chess.NoSquare]++
			if p.EP() != chess.NoSquare || seen[false]%16 == 0 {
				checkRoundTrip(t, &rank)
			}
		}
	}
	if seen[true] == 0 {
		t.Error("no game had a position with en passant")
	}
	t.Logf("%d positions, %d of them with en passant", seen[true]+seen[false], seen[true])
}

// TestNoAllocations checks that neither draws, nor their ranks, nor codes in either direction allocate memory.
func TestNoAllocations(t *testing.T) {
	st := sampler.NewStream(space(), 5)
	var d sampler.Draw
	i := uint64(0)
	codecs := []Codec{NewRankCodec(space()), codec()}
	if n := testing.AllocsPerRun(500, func() {
		st.Draw(&d, i)
		testkit.Must(space().Rank(&d))(t)
		for _, k := range codecs {
			c := testkit.Must(k.Encode(&d.Setup))(t)
			testkit.Must(k.Decode(c))(t)
		}
		i++
	}); n >= 1 {
		t.Errorf("%v allocations for a draw, its rank and codes", n)
	}
}

// TestConcurrentUse lets the race detector look at a shared space.
func TestConcurrentUse(t *testing.T) {
	st := sampler.NewStream(space(), 11)
	var wg sync.WaitGroup
	for w := range uint64(4) {
		wg.Go(func() {
			for _, d := range st.Draws(w*100, 100) {
				if c, err := codec().Encode(&d.Setup); err != nil {
					t.Error(err)
				} else if s, err := codec().Decode(c); err != nil || s != d.Setup {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// TestGoldenStream compares the first draws with stored ones. A change here is a breaking one.
func TestGoldenStream(t *testing.T) {
	spacetest.GoldenStream(t, "stream.tsv", space())
}

// TestOutOfRange checks that ranks out of range panic; see spacetest.OutOfRange.
func TestOutOfRange(t *testing.T) { spacetest.OutOfRange(t, space()) }
