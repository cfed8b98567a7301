package ranked

import (
	"errors"
	"flag"
	"math"
	"math/big"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

var allRestrictions = flag.Bool("restrictions", false, "test all restrictions")

// opaque hides that a space can restrict itself.
type opaque struct{ sampler.Space }

func restrict(t *testing.T, s sampler.Space, conditions ...string) sampler.Space {
	t.Helper()
	return testkit.Must(sampler.Restrict(s, conditions...))(t)
}

// TestPartsAddUp compares the sum of exact sizes of parts with the whole.
func TestPartsAddUp(t *testing.T) {
	testkit.Medium(t)
	s := spaces()[1]
	for i, parts := range [][]string{{"white-to-move", "black-to-move"}, {"white.queens<=1", "white.queens>=2"}, {"men<=28", "men=29", "men>=30"},
		{"both.pawns<=3", "both.pawns>=4"}, {"black.pawns=0", "black.pawns>=1"}} {
		if i > 1 && !*allRestrictions || i > 0 && testing.Short() {
			continue
		}
		sum := new(big.Int)
		for _, p := range parts {
			sum.Add(sum, restrict(t, s, p).Size())
		}
		if sum.Cmp(s.Size()) != 0 {
			t.Errorf("%v: sizes add up to %v, want %v", parts, sum, s.Size())
		}
	}
	if loose := restrict(t, s, "men<=32"); loose.Size().Cmp(s.Size()) != 0 {
		t.Errorf("limits that exclude nothing leave %v of %v", loose.Size(), s.Size())
	}
	plain := new(big.Int) // the cases without castling, and those without en passant
	for side := range 2 {
		for k := range 2 {
			plain.Add(plain, toBig(s.cases[side][k].size))
		}
	}
	if got := restrict(t, s, "no-castling").Size(); got.Cmp(plain) != 0 {
		t.Errorf("without castling %v, want %v", got, plain)
	}
}

// TestRestrictedSets compares exact sizes with shares found by drawing from the whole
// set, within 5 standard errors, and draws from the parts: conditions hold, ranks come
// back, and elements outside are refused.
func TestRestrictedSets(t *testing.T) {
	testkit.Medium(t)
	s := spaces()[1]
	tests := [][]string{{"men<=28"}, {"black.queens>=2", "white.knights<=2", "both.pawns>=3", "rights<=1"}, {"no-en-passant", "queens<=2"}, {"en-passant", "white.rooks=1"}, {"no-promotions"}, {"pawns<=3", "rooks<=3", "knights<=3"}, {"no-castling", "black-to-move", "bishops<=3"}}
	if testing.Short() {
		tests = tests[:1]
	} else if !*allRestrictions {
		tests = tests[:3]
	}
	for _, conditions := range tests {
		exact, filtered := restrict(t, s, conditions...), restrict(t, opaque{s}, conditions...)
		if exact.Name() != filtered.Name() {
			t.Errorf("names %q and %q", exact.Name(), filtered.Name())
		}
		inside := func(d *sampler.Draw) bool {
			for _, c := range conditions {
				p := testkit.Must(sampler.ParsePredicate(c))(t)
				for _, p := range p {
					if !p.Holds(&d.Setup) {
						return false
					}
				}
			}
			return true
		}
		n, hits, refused := 10000, 0, 0
		for _, d := range sampler.NewStream(s, 1).Draws(0, uint64(n)) {
			x := sampler.FromFEN(d.FEN())
			switch _, err := exact.Rank(&x); {
			case inside(d) != (err == nil):
				t.Fatalf("%s: %v, inside %v, error %v", exact.Name(), d.Setup, inside(d), err)
			case err == nil:
				hits++
			case errors.Is(err, sampler.ErrNotInSpace):
				refused++
			}
		}
		if hits+refused != n {
			t.Errorf("%s: %d refused for another reason", exact.Name(), n-hits-refused)
		}
		whole, _ := s.Size().Float64()
		size, _ := exact.Size().Float64()
		p := size / whole
		t.Logf("%s: %.4g, %.3g of the whole; %d of %d draws inside", exact.Name(), size, p, hits, n)
		if se := math.Sqrt(p * (1 - p) * float64(n)); math.Abs(float64(hits)-p*float64(n)) > 5*se+1 {
			t.Errorf("%s: %d of %d draws inside, want %v", exact.Name(), hits, n, p*float64(n))
		}
		stream := sampler.NewStream(exact, 1)
		for i, d := range stream.Draws(0, 300) {
			x := sampler.FromFEN(d.FEN())
			if rank, err := exact.Rank(&x); !inside(d) || err != nil || rank != stream.Rank(i) {
				t.Fatalf("%s: draw %d is %v, inside %v, rank %s, %v", exact.Name(), i, d.FEN(), inside(d), rank.Dec(), err)
			}
		}
	}
}

func TestRestrictRefuses(t *testing.T) {
	s := spaces()[0]
	for _, p := range []sampler.Predicate{{}, {Subject: 200}, {Subject: sampler.MostAlikeBishops, Most: 1}, {Subject: sampler.MostQueens, Least: 1, Most: 3}} {
		if r, ok := s.Restrict("x", p); ok {
			t.Errorf("%v: %v", p, r.Size())
		}
	}
	if _, err := sampler.Restrict(s, "men<=1"); !errors.Is(err, sampler.ErrEmpty) {
		t.Errorf("one man: error %v", err)
	}
}
