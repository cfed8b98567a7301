package design

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

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
		for r := range whole.Rows() { // every count is spread over the parts
			for left := r.Count; left > 0; {
				r.Count = 1 + rng.Uint64N(left)
				left -= r.Count
				if err := parts[rng.IntN(len(parts))].AddRow(r); err != nil {
					t.Fatal(err)
				}
			}
		}
		for len(parts) > 1 {
			i := 1 + rng.IntN(len(parts)-1)
			if err := parts[0].Merge(parts[i]); err != nil {
				t.Fatal(err)
			}
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
	if err := whole.Merge(NewSample(3)); err == nil {
		t.Error("merging samples of 2 and 3 strata: no error")
	}
}

// TestRowsComeBack: a sample is the sum of its rows, and its copy is independent of it.
func TestRowsComeBack(t *testing.T) {
	_, s := twoStrata()
	back := NewSample(len(s.Strata))
	for r := range s.Rows() {
		if err := back.AddRow(r); err != nil {
			t.Fatal(err)
		}
	}
	if !back.equal(s) || !s.Clone().equal(s) {
		t.Error("the sample of the rows differs from the one that has them")
	}
	back.Strata[0].AddOut(1)
	if back.equal(s) {
		t.Error("samples with different counts are equal")
	}
	for range s.Rows() {
		break
	}
}

// TestBadRows lists rows that cannot be counts of a sample of one stratum.
func TestBadRows(t *testing.T) {
	in := Cell{stats.In, 0, 1, 1, 1}
	for want, r := range map[string]Row{
		"row of stratum 1, there are 1":   {1, "", in},
		"row of stratum -1":               {-1, "", in},
		"no such outcome":                 {0, "", Cell{9, 0, 1, 1, 1}},
		"a decided draw has a class":      {0, "", Cell{stats.In, 1, 1, 1, 1}},
		"class out of range":              {0, "", Cell{stats.Open, 256, 1, 1, 1}},
		"multiplicity is 0":               {0, "", Cell{stats.In, 0, 1, 0, 1}},
		"more than 2^63-1 draws":          {0, "", Cell{stats.In, 0, 1, 1, 1<<63 - 1}},
		"\"x\" is no path of classes":     {0, "x", in},
		"\"00\" is no path of classes":    {0, "00", in},
		"\"0.\" is no path of classes":    {0, "0.", in},
		"\"300\" is no path of classes":   {0, "300", in},
		"\"0.0.0.0.0.0.0.0\" is too long": {0, "0.0.0.0.0.0.0.0", in},
	} {
		s := NewSample(1)
		s.Strata[0].AddOut(5)
		if err := s.AddRow(r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", r, err, want)
		}
		if s.draws() != 5 || s.Strata[0].next != nil {
			t.Errorf("%+v: the sample has changed", r)
		}
	}
}

// FuzzEstimate makes a sample of one stratum from bytes, five a row: the bounds of whatever can be estimated contain its values.
func FuzzEstimate(f *testing.F) {
	f.Add([]byte{0, 0, 1, 1, 90, 0, 2, 1, 1, 10, 1, 1, 2, 3, 7})
	f.Add([]byte{0, 2, 0, 9, 200, 1, 2, 1, 1, 200, 2, 1, 1, 1, 3, 2, 0, 7, 1, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := NewSample(1)
		for ; len(data) >= 5; data = data[5:] {
			path := strings.TrimSuffix(strings.Repeat("0.", int(data[0])%maxPhases), ".")
			if err := s.AddRow(Row{0, path, Cell{stats.Outcome(data[1] % 3), 0, uint64(data[2]), 1 + uint64(data[3]), uint64(data[4])}}); err != nil {
				t.Fatal(err)
			}
		}
		d := Simple(sizeOne)
		d.Phases = maxPhases
		r, err := d.Estimate(s, stats.Options{})
		if value, failed := d.Value(s, stats.Options{}); value != r.Low.Value || (failed == nil) != (err == nil) {
			t.Errorf("value %v, %v, of an estimate of %v, %v", value, failed, r.Low.Value, err)
		}
		if err == nil && !(r.Lo <= r.Low.Value && r.High.Value <= r.Hi) {
			t.Fatalf("%+v", r)
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
			if want := NewSystematicSample(f).expected(i); taken != want {
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

// TestTakeIsExactForLargeCounts asks for numbers of survivors beyond 2^32.
func TestTakeIsExactForLargeCounts(t *testing.T) {
	for _, c := range []struct {
		f       float64
		i, want uint64
	}{
		{1, 1<<40 + 7, 1<<40 + 7}, {0.5, 1<<40 + 1, 1<<39 + 1}, {0.25, 1 << 62, 1 << 60}, {0, 1 << 50, 2},
	} {
		if got := NewSystematicSample(c.f).expected(c.i); got != c.want {
			t.Errorf("fraction %v of %d: %d taken, want %d", c.f, c.i, got, c.want)
		}
	}
}

// equal reports whether both hold the same counts. A child without draws counts
// as none.
func (n *Node) equal(other *Node) bool {
	if n.n != other.n || n.fast != other.fast || !maps.Equal(n.rest, other.rest) {
		return false
	}
	for class := range max(len(n.next), len(other.next)) {
		a, b := n.child(class), other.child(class)
		if a == nil {
			a = new(Node)
		}
		if b == nil {
			b = new(Node)
		}
		if !a.equal(b) {
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

// expected returns the number taken of i survivors.
func (t SystematicSample) expected(i uint64) uint64 {
	t.seen = i
	return t.target()
}
