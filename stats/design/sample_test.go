package design

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// TestMergeInAnyOrder merges parts of a sample in random orders and groupings: the
// counts and every digit of the result are the same.
func TestMergeInAnyOrder(t *testing.T) {
	d, whole := twoStrata()
	want := estimate(t, &d, whole)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		parts := make([]*Sample, 7)
		for i := range parts {
			parts[i] = NewSample(2)
		}
		for h := range whole.Strata {
			distribute(rng, &whole.Strata[h], func(i int) *Node { return &parts[i].Strata[h] }, len(parts))
		}
		for len(parts) > 1 {
			i := 1 + rng.IntN(len(parts)-1)
			testkit.OK(t, parts[0].Merge(parts[i]))
			parts[i] = parts[len(parts)-1]
			parts = parts[:len(parts)-1]
			rng.Shuffle(len(parts), func(a, b int) { parts[a], parts[b] = parts[b], parts[a] })
		}
		if !parts[0].equal(whole) {
			t.Fatal("counts differ")
		}
		if got := estimate(t, &d, parts[0]); !reflect.DeepEqual(got, want) {
			t.Fatalf("result differs: %+v, want %+v", got, want)
		}
	}
	testkit.FailsWith(t, whole.Merge(NewSample(3)), "", "merging samples of 2 and 3 strata")
}

// distribute divides every count of a node, and of those below it, among the nodes of so many parts at random.
func distribute(rng *rand.Rand, n *Node, part func(int) *Node, parts int) {
	for _, c := range n.Cells() {
		for left := c.Count; left > 0; {
			c.Count = 1 + rng.Uint64N(left)
			left -= c.Count
			part(rng.IntN(parts)).AddCell(c)
		}
	}
	for class, child := range n.Below(1) {
		distribute(rng, child, func(i int) *Node { return part(i).Child(class) }, parts)
	}
}

// TestClonesAreIndependent checks that a copy has the same counts, and that the original keeps its counts when the copy changes: in the
// arrays, in the map of rare cells, and in the nodes below.
func TestClonesAreIndependent(t *testing.T) {
	_, s := twoStrata()
	_, want := twoStrata()
	c := s.Clone()
	if !c.equal(s) {
		t.Error("a copy differs from the original")
	}
	node := &c.Strata[0]
	node.AddOut(1)
	node.AddCell(Cell{open, 1, 1, 1, 1})
	node.Child(0).AddOut(1)
	node.Child(2).AddOut(1)
	if !s.equal(want) || c.equal(s) {
		t.Error("the original changes with its copy")
	}
}

// TestBadCells adds cells that cannot be counts of a node of 5 draws: AddCell must panic with the reason and change nothing.
func TestBadCells(t *testing.T) {
	for want, c := range map[string]Cell{
		"design: no such outcome":            {9, 0, 1, 1, 1},
		"design: a decided draw has a class": {stats.In, 1, 1, 1, 1},
		"design: class out of range":         {stats.Open, 256, 1, 1, 1},
		"design: multiplicity is 0":          {stats.In, 0, 1, 0, 1},
		"design: more than 2^63-1 draws":     {stats.In, 0, 1, 1, 1<<63 - 1},
	} {
		var n Node
		n.AddOut(5)
		func() {
			defer func() {
				if got := recover(); got != want || n.n != 5 {
					t.Errorf("%+v: panic %v, want %s; then %d draws, want 5", c, got, want, n.n)
				}
			}()
			n.AddCell(c)
		}()
	}
}

// FuzzEstimate makes a sample of one stratum from bytes, each cell from five: the phase, the outcome, weight, multiplicity and count.
// The bounds must contain the values, and Value must agree with Estimate.
func FuzzEstimate(f *testing.F) {
	f.Add([]byte{0, 0, 1, 1, 90, 0, 2, 1, 1, 10, 1, 1, 2, 3, 7})
	f.Add([]byte{0, 2, 0, 9, 200, 1, 2, 1, 1, 200, 2, 1, 1, 1, 3, 2, 0, 7, 1, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := NewSample(1)
		for ; len(data) >= 5; data = data[5:] {
			n := &s.Strata[0]
			for range int(data[0]) % maxPhases {
				n = n.Child(0)
			}
			n.AddCell(Cell{stats.Outcome(data[1] % 3), 0, uint64(data[2]), 1 + uint64(data[3]), uint64(data[4])})
		}
		d := Simple(sizeOne)
		d.Phases = maxPhases
		r, err := d.Estimate(s, stats.Options{})
		if value, failed := d.Value(s, stats.Options{}); value != r.Low.Value || (failed == nil) != (err == nil) {
			t.Errorf("value %v, %v, of an estimate of %v, %v", value, failed, r.Low.Value, err)
		}
		if err == nil && !(r.Lo <= r.Low.Value && r.High.Value <= r.Hi) {
			t.Fatalf("values %v and %v are not in the bounds %v to %v", r.Low.Value, r.High.Value, r.Lo, r.Hi)
		}
	})
}

// TestSystematicSample compares the running rule with its definition, and checks that it takes
// evenly and always the first two.
func TestSystematicSample(t *testing.T) {
	for _, f := range []float64{0, 1e-9, 0.01, 1.0 / 3, 0.5, 0.999, 1} {
		take, taken := NewSystematicSample(f), uint64(0)
		for i := uint64(1); i <= 3000; i++ {
			if take.Next() {
				taken++
			}
			if want := NewSystematicSample(f).Of(i); taken != want {
				t.Fatalf("fraction %v: %d of %d taken, want %d", f, taken, i, want)
			}
			if x := f * float64(i); float64(taken) < x-1e-5 || float64(taken) > max(x+1+1e-5, 2) {
				t.Fatalf("fraction %v: %d of %d taken", f, taken, i)
			}
			if i <= 2 && taken != i {
				t.Fatalf("fraction %v: the first two are not taken", f)
			}
		}
	}
}

// TestSystematicSampleOfLargeCounts compares the numbers that are taken of more than 2^32 survivors.
func TestSystematicSampleOfLargeCounts(t *testing.T) {
	for _, c := range []struct {
		f       float64
		i, want uint64
	}{
		{1, 1<<40 + 7, 1<<40 + 7}, {0.5, 1<<40 + 1, 1<<39 + 1}, {0.25, 1 << 62, 1 << 60}, {0, 1 << 50, 2},
	} {
		testkit.Equal(t, NewSystematicSample(c.f).Of(c.i), c.want, c.f, c.i)
	}
}

// equal reports whether both hold the same counts. A child without draws counts as none.
func (n *Node) equal(other *Node) bool {
	if n.n != other.n || n.fast != other.fast || !maps.Equal(n.rest, other.rest) {
		return false
	}
	for class := range max(len(n.next), len(other.next)) {
		if !n.childOrEmpty(class).equal(other.childOrEmpty(class)) {
			return false
		}
	}
	return true
}

// equal reports whether both samples hold the same counts.
func (s *Sample) equal(other *Sample) bool {
	if len(s.Strata) != len(other.Strata) {
		return false
	}
	for h := range s.Strata {
		if !s.Strata[h].equal(&other.Strata[h]) {
			return false
		}
	}
	return true
}
