package rndfen

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/placement"
)

// TestMeanNumberOfDraws checks that the mean number of draws is TC/S: the whole part and the
// probability of one more must add up to it, and as many seeds must have one more.
func TestMeanNumberOfDraws(t *testing.T) {
	src := rand.New(rand.NewPCG(2, 1))
	for range 1000 {
		size, raw := big.NewInt(1+src.Int64N(1000)), big.NewInt(src.Int64N(5000))
		part := big.NewInt(src.Int64N(size.Int64() + 1))
		k, up := expectedDraws(part, size, raw)
		mean := new(big.Rat).Add(new(big.Rat).SetInt(k), new(big.Rat).SetFrac(up, size))
		if want := new(big.Rat).SetFrac(new(big.Int).Mul(raw, part), size); mean.Cmp(want) != 0 || up.Cmp(size) >= 0 || up.Sign() < 0 {
			t.Fatalf("T=%v C=%v S=%v: %v and %v/%v, want %v", raw, part, size, k, up, size, want)
		}
	}
	// The share of the seeds with one more draw must be 3/7, within 5 standard errors.
	more, n := 0, 20000
	for seed := range uint64(n) {
		p, err := newPlan(big.NewInt(1), big.NewInt(7), big.NewInt(10), seed) // 10/7
		testkit.OK(t, err)
		more += int(p.Draws) - 1
	}
	if got, want := float64(more)/float64(n), 3.0/7; math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/float64(n)) {
		t.Errorf("one more draw in %v of the seeds, want %v", got, want)
	}
}

// miniatures returns sets of two kings with at most one more man than the case fixes: one
// with castling rights, one with en passant squares and two capturers.
func miniatures() []*Conditioned {
	kings := [2]chess.Square{chess.E1, chess.E8}
	none := chess.NoSquare
	set := func(name string, men int, cases ...placement.Case) *Conditioned {
		return placement.NewSpace(name, placement.Limits{
			PawnSquares: ^(chess.Row1 | chess.Row8), Side: 15, Both: men, Pawns: 8, Balanced: true,
			Most: placement.Officers{Knights: 30, Bishops: 30, Rooks: 30, Queens: 30}}, placement.Stops{Doubled: true}, cases...)
	}
	return []*Conditioned{
		set("with castling", 1,
			placement.Case{Turn: chess.White, Kings: kings, EP: none, From: none},
			placement.Case{Turn: chess.White, Kings: kings, Rights: chess.WhiteKingside, EP: none, From: none}),
		set("with en passant", 3,
			placement.Case{Turn: chess.White, Kings: kings, EP: chess.D6, From: chess.C5},
			placement.Case{Turn: chess.White, Kings: kings, EP: chess.D6, From: chess.E5},
			placement.Case{Turn: chess.Black, Kings: kings, Rights: chess.BlackQueenside, EP: chess.A3, From: chess.B4}),
	}
}

// TestMiniature checks on small sets that multiplier times number of listed positions is unbiased. First, every setup
// must have exactly one element with index 0, so that it is listed E(K)/C = T/S times on average. Second, the mean over
// many lists must be the number of valid positions, within 5 standard errors, for means of less than one draw and more.
func TestMiniature(t *testing.T) {
	testkit.Medium(t)
	for i, s := range miniatures() {
		first := map[chess.Setup]int{}
		doubled := 0
		c := s.Size().Uint64()
		for r := range c {
			var d sampler.Draw
			s.Unrank(&d, uint256.NewInt(r))
			if d.Multiplicity > 1 {
				doubled++
			}
			if d.Index == 0 {
				first[d.Setup]++
			} else {
				first[d.Setup] += 0 // so that a setup without index 0 is found
			}
		}
		positions := 0
		for setup, count := range first {
			if count != 1 {
				t.Fatalf("%v has %d elements of index 0", setup, count)
			}
			if setup.Violations() == 0 {
				positions++
			}
		}
		if i == 1 && doubled == 0 {
			t.Fatal("no setup with two elements")
		}
		for _, draws := range []float64{0.3, 7.5, 400} { // mean number of draws
			raw := big.NewInt(int64(c) * 1000) // a raw set in which one element of 1000 is inside
			plans := 200 + int(20000/draws)
			var sum, squares float64
			for seed := range uint64(plans) {
				p := testkit.Must(newPlan(s.Size(), raw, big.NewInt(int64(draws*1000)), seed))(t)
				count := 0
				for block := range p.Blocks() {
					p.Candidates(s, block, func(*chess.Setup) { count++ })
				}
				m, _ := p.Multiplier.Float64()
				sum += m * float64(count)
				squares += m * float64(count) * m * float64(count)
			}
			mean := sum / float64(plans)
			se := math.Sqrt((squares/float64(plans) - mean*mean) / float64(plans))
			t.Logf("%s, %v draws a list: %v +- %v, want %d of %d elements", s.Name(), draws, mean, se, positions, c)
			if math.Abs(mean-float64(positions)) > 5*se {
				t.Errorf("%s, %v draws a list: mean %v +- %v, want %d", s.Name(), draws, mean, se, positions)
			}
		}
	}
}

// TestPlanIsTexelutils compares T and the multiplier with the formula floor(S / 4.8e44 * n)
// for S = 2.19645381685659631e53.
func TestPlanIsTexelutils(t *testing.T) {
	testkit.Medium(t)
	for n, want := range map[uint64]string{1: "multiplier: 4.800000002e+44", 10: "multiplier: 4.800000001e+43", 1000: "multiplier: 4.8e+41"} {
		p, err := NewPlan(conditioned(), n, 1)
		if err != nil || p.String() != want {
			t.Errorf("n = %d: %v, %v, want %s", n, p, err, want)
		}
		if n == 1 && p.Raw.String() != "457594545" {
			t.Errorf("T = %v for n = 1", p.Raw)
		}
	}
	if _, err := NewPlan(conditioned(), 0, 1); err == nil {
		t.Error("no error for n = 0")
	}
	if _, err := NewPlan(conditioned(), math.MaxUint64, math.MaxUint64); err == nil {
		t.Error("no error for more draws than can be counted")
	}
}

// TestListDependsOnSeedOnly compares blocks in order with blocks backwards, and with those of another seed.
func TestListDependsOnSeedOnly(t *testing.T) {
	testkit.Medium(t)
	list := func(seed uint64, backwards bool) map[uint64][]string {
		p := testkit.Must(NewPlan(conditioned(), 40, seed))(t)
		m := map[uint64][]string{}
		for i := range p.Blocks() {
			if backwards {
				i = p.Blocks() - 1 - i
			}
			p.Candidates(conditioned(), i, func(s *chess.Setup) { m[i] = append(m[i], s.String()) })
		}
		return m
	}
	forwards, backwards, otherSeed := list(1<<63, false), list(1<<63, true), list(1<<63+1, false)
	same := 0
	for i, block := range forwards {
		if !slices.Equal(block, backwards[i]) {
			t.Fatalf("block %d in order is %q, backwards %q", i, block, backwards[i])
		}
		for k := range min(len(block), len(otherSeed[i])) {
			if block[k] == otherSeed[i][k] {
				same++
			}
		}
	}
	if len(forwards) < 2 || same > 0 {
		t.Errorf("%d blocks, want two or more; %d lines of another seed are equal, want none", len(forwards), same)
	}
}

// TestWitnessIsKept checks that the set holds a legal position that texelutil's list drops (by its blocked squares
// no pawn can promote behind the one on a7 or h2), and that the engine does not refute it.
func TestWitnessIsKept(t *testing.T) {
	testkit.Medium(t)
	f := testkit.Must(chess.ParseFEN("1Q3bR1/1N2bRr1/2kpN1b1/Q2r1B1b/2b1K1p1/1nb1B3/Rp1P1N1P/n1r5 b - - 0 1"))(t)
	d := sampler.FromFEN(f)
	if _, err := conditioned().Rank(&d); err != nil || d.Setup.Violations() != 0 {
		t.Error(err)
	}
	for _, effort := range []verdict.Effort{verdict.Static, verdict.Kernel} {
		e := testkit.Must(legality.New(legality.Options{Effort: effort}))(t, effort)
		if v := e.Judge(context.Background(), d.Setup); v.Outcome == verdict.Illegal {
			t.Errorf("effort %v refutes it: %v", effort, v)
		}
	}
}
