package ranked

import (
	"math/big"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// inside and outside return a region of the repaired set and its complement, which are made once.
func inside(captures, pawns int) sampler.Divided  { return regionOf(false, captures, pawns) }
func outside(captures, pawns int) sampler.Divided { return regionOf(true, captures, pawns) }

func regionOf(beyond bool, captures, pawns int) sampler.Divided {
	key := regionKey{beyond, captures, pawns}
	if regions[key] == nil {
		s := spaces()[1]
		makeRegion := s.Within
		if beyond {
			makeRegion = s.Beyond
		}
		regions[key] = makeRegion(captures, pawns)
	}
	return regions[key]
}

type regionKey struct {
	beyond          bool
	captures, pawns int
}

var regions = map[regionKey]sampler.Divided{}

// regionSizes returns the sizes of a region.
func regionSizes(r sampler.Divided) (list []*big.Int) {
	for _, s := range r.Strata() {
		list = append(list, s.Size)
	}
	return list
}

// TestRegionsPartTheSpace checks that the sizes of a region and of its complement add up to that of the
// space, also for extreme limits, and that their names differ.
func TestRegionsPartTheSpace(t *testing.T) {
	testkit.Medium(t)
	s := spaces()[1]
	names := map[string]bool{}
	for i, limits := range [][2]int{{5, 6}, {0, 0}, {6, 8}, {30, 16}} {
		if testing.Short() && i > 1 {
			break
		}
		region, complement := inside(limits[0], limits[1]), outside(limits[0], limits[1])
		if sum := new(big.Int).Add(region.Size(), complement.Size()); sum.Cmp(s.Size()) != 0 {
			t.Errorf("%d: sizes add up to %v, want %v", limits, sum, s.Size())
		}
		for _, r := range []sampler.Divided{region, complement} {
			if names[r.Name()] {
				t.Errorf("two regions are named %q", r.Name())
			}
			names[r.Name()] = true
			for h, size := range regionSizes(r) {
				if size.Sign() < 1 {
					t.Errorf("%s: stratum %d has size %v", r.Name(), h, size)
				}
			}
		}
	}
	// Without captures and pawns all setups have 32 men and no pawns.
	if n := len(inside(0, 0).Strata()); n > 1 {
		t.Errorf("%d strata of 32 men without pawns", n)
	}
}

// TestRegionDrawsBelong draws in every stratum. The keys of the setup must be those of the
// stratum, and the limits must hold in the region and not in its complement.
func TestRegionDrawsBelong(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(20, 200)
	const captures, pawns = 5, 6
	var words sampler.Words
	words.Seed([32]byte{5, 6})
	for i, r := range []sampler.Divided{inside(captures, pawns), outside(captures, pawns)} {
		for h, stratum := range r.Strata() {
			var d sampler.Draw
			for range n {
				r.SampleStratum(&d, h, &words)
				for j, x := range keyOf(&d) {
					if k := stratum.Keys[j]; int(x) < k.Lo || int(x) > k.Hi {
						t.Fatalf("%s: stratum %s: %v has %s %d", r.Name(), stratum.Name, d.FEN(), k.Name, x)
					}
				}
				b := &d.Setup.Board
				within := d.Setup.Castling == 0 && d.Setup.EP == chess.NoSquare && b.Men() >= 32-captures && b.Of(chess.Pawn).Count() <= pawns
				if within != (i == 0) {
					t.Fatalf("%s: %v", r.Name(), d.FEN())
				}
			}
		}
	}
}

// TestRegionDrawsAreUniform compares the share of draws of a region with at most five pawns
// with the exact size of the region of these. Five standard errors are allowed.
func TestRegionDrawsAreUniform(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(1000, 4000)
	region, smaller := inside(5, 6), inside(5, 5)
	want, _ := new(big.Rat).SetFrac(smaller.Size(), region.Size()).Float64()
	var words sampler.Words
	words.Seed([32]byte{9})
	got, variance := 0.0, 0.0
	var d sampler.Draw
	for h, size := range regionSizes(region) {
		weight, _ := new(big.Rat).SetFrac(size, region.Size()).Float64()
		hits := 0.0
		for range n {
			if region.SampleStratum(&d, h, &words); d.Setup.Board.Of(chess.Pawn).Count() <= 5 {
				hits++
			}
		}
		p := hits / float64(n)
		got += weight * p
		variance += weight * weight * p * (1 - p) / float64(n)
	}
	if diff := got - want; diff*diff > 25*variance {
		t.Errorf("share %.5f of draws has at most five pawns, want %.5f, variance %.3g", got, want, variance)
	}
}
