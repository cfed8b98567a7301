package endgame

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestIndexIsOneToOne checks that no two placements have the same number, and numbers fit the table.
func TestIndexIsOneToOne(t *testing.T) {
	for _, name := range []string{"KRK", "KBBK", "KPKP"} {
		x := newIndex(mustMaterial(t, name))
		if name != "KRK" && testing.Short() {
			continue
		}
		seen, n := make([]bool, x.size), 0
		x.eachPlacement(func(p *placement, occ chess.Bitboard) bool {
			i := x.number(p)
			if i < 0 || i >= x.size || seen[i] {
				t.Fatalf("%s: number %d of %v is taken or out of range", name, i, *p)
			}
			seen[i] = true
			if n++; n%9973 == 0 {
				s := x.setup(p, chess.White)
				if q := x.placement(&s.Board); q != *p || s.Board.Occupied() != occ {
					t.Fatalf("%s: %v comes back as %v", name, *p, q)
				}
			}
			return true
		})
		if want := mustMaterial(t, name).placementsWithKings(kingPairs); n != want {
			t.Errorf("%s: %d placements, want %d", name, n, want)
		}
	}
}

// TestThreeLikeMenAreNumbered checks that the sets of three squares have the numbers from 0 to C(64,3)-1 in some
// order.
func TestThreeLikeMenAreNumbered(t *testing.T) {
	x := newIndex(mustMaterial(t, "KNNNK"))
	seen := make([]bool, choose(64, 3))
	p := placement{king: [2]chess.Square{chess.A1, chess.C1}} // the first number
	for a := range chess.Square(64) {
		for b := a + 1; b < 64; b++ {
			for c := b + 1; c < 64; c++ {
				p.sq = [3]chess.Square{a, b, c}
				i := x.number(&p)
				if i < 0 || i >= len(seen) || seen[i] {
					t.Fatalf("number %d of %v is taken or out of range", i, p.sq)
				}
				seen[i] = true
				if q := x.move(p, 2, a/2); a > 1 && (q.sq[0] != a/2 || q.sq[1] != a || q.sq[2] != b) {
					t.Fatalf("%v after a move of the last to %v: %v", p.sq, a/2, q.sq)
				}
			}
		}
	}
}

// TestCountsAddUp compares the counts with those of the yielded setups, and the classes with
// those of the material with exchanged colors.
func TestCountsAddUp(t *testing.T) {
	testkit.Medium(t)
	for _, name := range []string{"KRK", "KPK"} {
		for _, r := range []Reading{Within, Beyond} {
			table := mustEnumerate(t, name, Options{Reading: r})
			mirror := mustEnumerate(t, table.Material().mirror().String(), Options{Reading: r})
			var plain, special [2]Counts
			count := func(into *[2]Counts, s chess.Setup, c Class) {
				into[s.Turn].Placed++
				into[s.Turn].Rest++
				if c != Rest {
					into[s.Turn].addDerived(c)
				}
				if mirrored, err := mirror.Class(s.Mirror()); err != nil || mirrored != c {
					t.Errorf("%s %v: %v: %v, mirrored %v (%v)", name, r, s, c, mirrored, err)
				}
			}
			for s, c := range table.All() {
				count(&plain, s, c)
			}
			for s, c := range table.specials() {
				count(&special, s, c)
			}
			for turn := range chess.Color(2) {
				same := func(got, want Counts) {
					t.Helper()
					if got.InitiallyLegal() != want.Placed || got.Rest != want.Rest ||
						got.DerivedTotal() != want.DerivedTotal() || got.Deepest() != want.Deepest() {
						t.Errorf("%s %v %v: counts %+v, but %+v yielded", name, r, turn, got, want)
					}
				}
				same(table.Counts(turn), plain[turn])
				same(table.SpecialCounts(turn), special[turn])
				if c := table.Counts(turn); c.Placed != 64*63*62 || c.Times(0) != 0 || c.Times(99) != 0 {
					t.Errorf("%s: %+v", name, c)
				}
			}
		}
	}
}

// TestBeyondIsWeaker checks that a setup that is derivedly illegal in reading Beyond is so in reading Within, and
// also with a longer lookback.
func TestBeyondIsWeaker(t *testing.T) {
	testkit.Medium(t)
	for _, name := range []string{"KRK", "KPK", "KBK"} {
		within := mustEnumerate(t, name, Options{})
		short, deep := mustEnumerate(t, name, Options{Reading: Beyond, Lookback: -1}), mustEnumerate(t, name, Options{Reading: Beyond})
		for s, c := range short.All() {
			classDeep, classWithin := deep.class(&s), within.class(&s)
			if c != Rest && classDeep == Rest || classDeep != Rest && classWithin == Rest {
				t.Errorf("%s: %v: %v without lookback, %v with, %v within the material", name, s, c, classDeep, classWithin)
			}
		}
	}
}

// TestLookbackConverges checks that for 3 men lookbacks of one and two moves give the counts of four.
func TestLookbackConverges(t *testing.T) {
	testkit.Medium(t)
	names := []string{"KRK", "KPK", "KBK", "KNK", "KQK"}
	if testing.Short() {
		names = names[:1]
	} else if *long {
		names = append(names, "KQQK", "KBBK", "KRKP", "KPKP", "KBPK")
	}
	for _, name := range names {
		deep := mustEnumerate(t, name, Options{Reading: Beyond, Lookback: 4})
		for _, n := range []int{1, DefaultLookback} {
			tab := mustEnumerate(t, name, Options{Reading: Beyond, Lookback: n})
			for turn := range chess.Color(2) {
				a, b := tab.Counts(turn), deep.Counts(turn)
				if a.Rest != b.Rest || a.Deepest() != b.Deepest() {
					t.Errorf("%s: lookback %d: %+v, lookback 4: %+v", name, n, a, b)
				}
			}
		}
	}
}

// TestDeriveAgreesWithTables checks that Derive finds the class of the table if it looks back far enough, and
// otherwise Rest.
func TestDeriveAgreesWithTables(t *testing.T) {
	testkit.Medium(t)
	for _, name := range []string{"KRK", "KPK", "KBK"} {
		for _, r := range []Reading{Within, Beyond} {
			tab := mustEnumerate(t, name, Options{Reading: r})
			for _, sampled := range tab.Sample(rand.NewPCG(7, 8), 100) {
				got := Derive(sampled.Setup, r, 6)
				if got != sampled.Class {
					t.Errorf("%s %v: %v: %v, table %v", name, r, sampled.Setup, got, sampled.Class)
				}
				for depth := range sampled.Class.Derived() {
					if c := Derive(sampled.Setup, r, depth); c != Rest {
						t.Errorf("%s %v: %v: %v already %d moves back, but %v", name, r, sampled.Setup, c, depth, sampled.Class)
					}
				}
			}
		}
	}
}

// TestDerivationsDescend checks that each step is a predecessor whose class is one less.
func TestDerivationsDescend(t *testing.T) {
	testkit.Medium(t)
	for _, name := range []string{"KBK", "KPK", "KRK"} {
		for _, r := range []Reading{Within, Beyond} {
			tab := mustEnumerate(t, name, Options{Reading: r})
			for _, sampled := range tab.Sample(rand.NewPCG(9, 10), 50) {
				steps, err := tab.derivation(sampled.Setup)
				if sampled.Class == Initial {
					if err == nil {
						t.Errorf("%v: no error", sampled.Setup)
					}
					continue
				}
				if err != nil || len(steps) != sampled.Class.Derived() {
					t.Fatalf("%s %v: %v (%v): %d steps, %v", name, r, sampled.Setup, sampled.Class, len(steps), err)
				}
				for i, s := range steps {
					if s.Class != sampled.Class-Class(i) || s.Setup.Violations() != 0 || (s.Predecessors == 0) != (i == len(steps)-1) {
						t.Errorf("%s %v: step %d of %v: %+v", name, r, i, sampled.Setup, s)
					}
					if i > 0 {
						pos, _ := s.Setup.Position()
						if !leadsTo(&pos, steps[i-1].Setup) {
							t.Errorf("%v does not lead to %v", s.Setup, steps[i-1].Setup)
						}
					}
				}
			}
		}
	}
}

// TestSamplesAreUniform draws setups of class Rest of king against king and knight many times. It compares the
// squares of the knight with the exact distribution by a chi-squared test; a false alarm has probability 1e-6.
func TestSamplesAreUniform(t *testing.T) {
	testkit.Medium(t)
	tab := mustEnumerate(t, "KKN", Options{})
	var setups, drawn [64]float64
	total := 0.0
	for s, c := range tab.All() {
		if c == Rest && s.Turn == chess.White {
			setups[s.Board.Of(chess.Knight).First()]++
			total++
		}
	}
	const rounds, each = 20, 200
	n := 0.0
	for i := range uint64(rounds) {
		for _, sampled := range tab.Sample(rand.NewPCG(i, i*0x9e3779b97f4a7c15), each) {
			if sampled.Class == Rest && sampled.Setup.Turn == chess.White {
				drawn[sampled.Setup.Board.Of(chess.Knight).First()]++
				n++
			}
		}
	}
	if n != rounds*each {
		t.Fatalf("%v drawn, want %d", n, rounds*each)
	}
	chiSquared := 0.0
	for sq := range setups {
		want := setups[sq] / total * n
		chiSquared += (drawn[sq] - want) * (drawn[sq] - want) / want
	}
	const limit = 133.5 // 1 - 1e-6 quantile for 63 degrees of freedom, by Wilson and Hilferty
	if math.IsNaN(chiSquared) || chiSquared > limit {
		t.Errorf("chi-squared %.1f, limit %.1f", chiSquared, limit)
	}
}

// TestEnumerateRefuses checks that Enumerate refuses materials that are too large and canceled contexts, and Class setups of
// other materials. Setups that are not initially legal have the class Initial.
func TestEnumerateRefuses(t *testing.T) {
	for _, c := range []struct {
		material Material
		memory   int
		want     string
	}{
		{mustMaterial(t, "KRRBKN"), 0, "material KRRBKN: 6 men, tables have at most 5"},
		{mustMaterial(t, "KRBKN"), 100 << 20, fmt.Sprintf("the table needs %d MiB, the limit is 100 MiB", 2*kingPairs*64*64*64>>20)},
		{Material{}, 0, "want one king a side"},
	} {
		testkit.Fails(Enumerate(context.Background(), c.material, Options{Memory: c.memory}))(t, c.want, c.material, c.memory)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	testkit.Fails(Enumerate(ctx, mustMaterial(t, "KRKN"), Options{}))(t, context.Canceled, "cancelled")
	tab := mustEnumerate(t, "KRK", Options{})
	if _, err := tab.Class(testkit.Setup(t, figure6)); err == nil {
		t.Error("a setup of KRKN has a class in the table of KRK")
	}
	for _, fen := range []string{"8/8/8/8/8/k7/8/RK6 b Q - 0 1", "8/8/8/8/8/k7/8/RK6 b - a3 0 1", "8/8/8/8/8/8/k7/RK6 b - - 0 1"} {
		if c, err := tab.Class(testkit.Setup(t, fen)); c != Initial || err != nil {
			t.Errorf("%s: %v, %v, want initially illegal", fen, c, err)
		}
	}
}

// TestDeepestDerivation checks that the first step has the deepest class, special setups included, and the classes
// of the steps decrease. Without a derived class there is no derivation.
func TestDeepestDerivation(t *testing.T) {
	for _, name := range []string{"KRK", "KPK", "KNK"} {
		tab := mustEnumerate(t, name, Options{Reading: Within})
		deepest := 0
		for c := chess.White; c <= chess.Black; c++ {
			w, special := tab.Counts(c), tab.SpecialCounts(c)
			deepest = max(deepest, w.Deepest(), special.Deepest())
		}
		steps := testkit.Must(tab.DeepestDerivation())(t, name)
		if (deepest > 0) != (len(steps) > 0) {
			t.Errorf("%s: deepest class %d, %d steps", name, deepest, len(steps))
			continue
		}
		if deepest > 0 && int(steps[0].Class) != deepest {
			t.Errorf("%s: the derivation begins with %v, the deepest class is %d", name, steps[0].Class, deepest)
		}
		for i := 1; i < len(steps); i++ {
			if steps[i].Class >= steps[i-1].Class {
				t.Errorf("%s: step %d is %v after %v", name, i, steps[i].Class, steps[i-1].Class)
			}
		}
	}
}

// specials yields every valid setup that has castling rights or an en passant square, with
// its class, in a fixed order.
func (t *Table) specials() iter.Seq2[chess.Setup, Class] {
	return func(yield func(chess.Setup, Class) bool) {
		t.index.eachPlacement(func(p *placement, _ chess.Bitboard) bool {
			for turn := range chess.Color(2) {
				if t.classAt(p, turn) != Initial && !t.index.eachSpecial(p, turn, func(s *chess.Setup) bool { return yield(*s, t.specialClasses[*s]) }) {
					return false
				}
			}
			return true
		})
	}
}
