package rndfen

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

var conditioned = sync.OnceValue(NewConditioned)

// TestSizes compares the size of the raw set with the formula and with the published figure.
func TestSizes(t *testing.T) {
	if len(kingPlacements) != 3969 || len(kingPlacementOf) != 3969 {
		t.Errorf("%d places of kings and rights, want 3969", len(kingPlacementOf))
	}
	want := big.NewInt(2 * 3969 * 6)
	want.Mul(want, new(big.Int).Exp(big.NewInt(5), big.NewInt(30), nil))
	want.Lsh(want, 92)
	if got := New().Size(); got.Cmp(want) != 0 {
		t.Errorf("raw size %v, want %v", got, want)
	}
	if f, _ := new(big.Float).SetInt(want).Float64(); f < 2.15e53 || f > 2.25e53 {
		t.Errorf("raw size %g, published as 2.2e53", f)
	}
}

// TestElementsRoundTrip ranks uniform elements, nearly all of them invalid, and small and large ranks.
func TestElementsRoundTrip(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 1))
	last := new(uint256.Int).SubUint64(rawSize, 1)
	for i := range 2000 {
		x := sampler.Uniform(src, rawSize)
		switch i % 4 {
		case 1:
			x.Rsh(&x, uint(src.IntN(178)))
		case 2:
			x.Sub(last, x.Rsh(&x, uint(src.IntN(178))))
		}
		e := elementAt(&x)
		if back, ok := e.Rank(); !ok || back != x {
			t.Fatalf("rank %s: %+v has rank %s, %v", x.Dec(), e, back.Dec(), ok)
		}
		if s, err := e.Setup(); err == nil {
			if back, err := elementOf(&s); err != nil || back != e {
				t.Fatalf("%v: %+v, %v, want %+v", s, back, err, e)
			}
		} else if s != chess.EmptySetup() {
			t.Fatalf("the invalid element %+v stands for %v", e, s)
		}
	}
	spacetest.WantPanic(t, "the size as a rank", func() { elementAt(rawSize) })
}

// TestInvalidElementsSayWhy compares the errors of invalid elements, and their draws.
func TestInvalidElementsSayWhy(t *testing.T) {
	for want, e := range map[error]element{
		errMen:    {Occupied: 1<<31 - 1},
		errUnused: {Occupied: 1, Types: [slots]uint8{0, 1}},
		errEP:     {EP: 1},
	} {
		if _, err := e.Setup(); err != want {
			t.Errorf("%+v: %v, want %v", e, err, want)
		}
		var d sampler.Draw
		rank, _ := e.Rank()
		if New().Unrank(&d, &rank); d.Weight != 0 || d.Setup != chess.EmptySetup() {
			t.Errorf("%+v: draw %+v", e, d)
		}
	}
	if e := (element{Colors: 2, Occupied: 1}); func() error { _, err := e.Setup(); return err }() != errUnused {
		t.Error("a black unused slot is accepted")
	}
	for _, e := range []element{{Turn: 2}, {Place: kingPlaces}, {Occupied: 1 << 62}, {Colors: 1 << 30}, {EP: 6},
		{Types: [slots]uint8{29: 5}}} {
		if _, ok := e.Rank(); ok {
			t.Errorf("%+v has a rank", e)
		}
	}
}

// TestFiveFilesAtMost tries all placements of pawns on a row: en passant must be possible
// on 5 files at most, so that 6 codes suffice.
func TestFiveFilesAtMost(t *testing.T) {
	most := 0
	for x := range 6561 {
		s := chess.EmptySetup()
		for f := range 8 {
			switch x % 3 {
			case 1:
				s.Board.Place(chess.NewSquare(f, 4), chess.NewPiece(chess.White, chess.Pawn))
			case 2:
				s.Board.Place(chess.NewSquare(f, 4), chess.NewPiece(chess.Black, chess.Pawn))
			}
			x /= 3
		}
		n := passantSquares(&s).Count()
		if m := s.Mirror(); passantSquares(&m).Count() != n {
			t.Fatalf("%v: %d files, mirrored another number", s, n)
		}
		most = max(most, n)
	}
	if most != 5 {
		t.Errorf("en passant on %d files, want 5", most)
	}
}

// isConditioned reports whether a setup of the raw set is in the conditioned set, by its definition.
func isConditioned(s *chess.Setup) bool {
	v := s.Violations()
	if v&(chess.PawnOnEndRow|chess.BadCastling|chess.BadEnPassant) != 0 {
		return false
	}
	var promoted, gone, lost [2]int
	for c := chess.White; c <= chess.Black; c++ {
		n := func(r chess.Role) int { return s.Board.Pieces(c, r).Count() }
		promoted[c] = max(0, n(chess.Knight)-2) + max(0, n(chess.Bishop)-2) + max(0, n(chess.Rook)-2) + max(0, n(chess.Queen)-1)
		lost[c] = max(0, 2-n(chess.Knight)) + max(0, 2-n(chess.Bishop)) + max(0, 2-n(chess.Rook)) + max(0, 1-n(chess.Queen))
		gone[c] = 8 - n(chess.Pawn) - promoted[c]
		if s.Board.Colored(c).Count() > 16 || gone[c] < 0 {
			return false
		}
	}
	l := lost[0] + lost[1]
	return promoted[0] <= 2*gone[1]+gone[0]+l && promoted[1] <= 2*gone[0]+gone[1]+l
}

// TestConditionedIsThePart compares membership in the conditioned set with isConditioned, on
// draws of which up to two squares were changed.
func TestConditionedIsThePart(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 2))
	n := testkit.Size(3000, 30000)
	inside, outside, passants := 0, 0, 0
	stream := sampler.NewStream(conditioned(), 4)
	for i := range n {
		var d sampler.Draw
		stream.Draw(&d, uint64(i))
		s := d.Setup
		for range src.IntN(3) { // other men on some squares, or none
			sq := chess.Square(src.IntN(64))
			if s.Board.RoleAt(sq) != chess.King {
				s.Board.Put(sq, chess.NoPiece)
				if r := chess.Role(src.IntN(6)); r != chess.NoRole {
					s.Board.Put(sq, chess.NewPiece(chess.Color(src.IntN(2)), r))
				}
			}
		}
		if files := passantSquares(&s); files != 0 && src.IntN(2) == 0 {
			s.EP = files.First()
			passants++
		}
		if src.IntN(4) == 0 {
			s.Castling = chess.Castling(src.IntN(16))
		}
		e, err := elementOf(&s)
		if err != nil {
			continue
		}
		if back, err := e.Setup(); err != nil || back != s {
			t.Fatalf("%v: element %+v is %v, %v", s, e, back, err)
		}
		x := sampler.Draw{Setup: s}
		_, err = conditioned().Rank(&x)
		if want := isConditioned(&s); want != (err == nil) {
			t.Fatalf("%v of the raw set: rank error %v, want one: %v", s, err, !want)
		}
		if err == nil {
			inside++
		} else {
			outside++
		}
	}
	if inside < n/20 || outside < n/20 || passants < n/200 {
		t.Errorf("%d inside, %d outside, %d with en passant", inside, outside, passants)
	}
}

// TestSetsHoldPlayouts ranks all positions of random games in both sets.
func TestSetsHoldPlayouts(t *testing.T) {
	games := testkit.Size(20, 200)
	src := rand.New(rand.NewPCG(9, 3))
	passants := 0
	for range games {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			for _, space := range []sampler.Space{raw{}, conditioned()} {
				d := sampler.Draw{Setup: p.Setup()}
				rank, err := space.Rank(&d)
				if err != nil {
					t.Fatalf("legal position %v: %v", p, err)
				}
				spacetest.RoundTrip(t, space, &rank)
				if d.Setup.EP != chess.NoSquare {
					passants++
				}
			}
		}
	}
	if passants == 0 {
		t.Error("no position with en passant")
	}
}

// TestNotInSpace checks the errors for setups that are not in the spaces.
func TestNotInSpace(t *testing.T) {
	spacetest.NotInSpace(t, "notinspace.tsv", spacetest.Named(raw{}, conditioned()))
}

// TestGoldenStreams compares draws and a candidate with those that this package printed in
// November 2026. A change here is a breaking one.
func TestGoldenStreams(t *testing.T) {
	var d sampler.Draw
	sampler.NewStream(conditioned(), 1<<64-1).Draw(&d, 2)
	testkit.Equal(t, d.FEN().String(), goldenDraw, "draw 2")
	rank := sampler.NewStream(raw{}, 1<<64-1).Rank(2)
	testkit.Equal(t, rank.Dec(), goldenRank, "raw draw 2")
	p := testkit.Must(NewPlan(conditioned(), 1, 1<<64-1))(t)
	var first string
	p.Candidates(conditioned(), 0, func(s *chess.Setup) {
		if first == "" {
			first = s.String()
		}
	})
	testkit.Equal(t, first, goldenCandidate, "first candidate")
}

const (
	goldenDraw      = "1N2RQ2/Bp1p2pp/4bP2/B3P1B1/n1n1k1rB/NRPB3r/2n1bRb1/1K3b2 b - - 0 1"
	goldenRank      = "195040652837166349797847796829234708280409543132744905"
	goldenCandidate = "1bq3QN/Rpn1qQB1/B2n4/R4Q2/1Npn1Q1P/2Pp3r/P2Qn2p/k3K1b1 b - -"
)

// TestSpaces unranks and ranks draws of the conditioned set. In both sets ranks out of range must panic, and draws and their ranks
// allocate no memory.
func TestSpaces(t *testing.T) {
	stream := sampler.NewStream(conditioned(), 5)
	for i := range uint64(3000) {
		rank := stream.Rank(i)
		spacetest.RoundTrip(t, conditioned(), &rank)
	}
	for _, s := range []sampler.Space{raw{}, conditioned()} {
		spacetest.OutOfRange(t, s)
		spacetest.NoAllocations(t, s)
	}
}

// FuzzRank ranks any FEN record in both sets; see spacetest.FuzzRank.
func FuzzRank(f *testing.F) {
	spacetest.FuzzRank(f, []sampler.Space{raw{}, conditioned()}, "4k3/8/8/8/8/8/8/4K3 b KQkq a8 7 0")
}
