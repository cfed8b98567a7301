package design

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
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
		if !parts[0].Equal(whole) {
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

// TestSampleJSONRoundTrip writes and reads a sample.
func TestSampleJSONRoundTrip(t *testing.T) {
	_, s := twoStrata()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back Sample
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !back.Equal(s) || !s.Clone().Equal(s) {
		t.Error("the sample read differs from the one written")
	}
	back.Strata[0].AddOut(1)
	if back.Equal(s) {
		t.Error("samples with different counts are equal")
	}
}

// TestBadJSON lists texts that are no sample.
func TestBadJSON(t *testing.T) {
	for _, text := range []string{
		`{"strata":-1}`, `{"strata":1e9}`, `{"strata":1,"extra":2}`, `{"strata":"1"}`,
		`{"strata":1,"rows":[[0,"","in",0,1,1]]}`,
		`{"strata":1,"rows":[[0,"","in",0,1,1,1,1]]}`,
		`{"strata":1,"rows":[[0,"","in",0,1,1,null]]}`,
		`{"strata":1,"rows":[[1,"","in",0,1,1,1]]}`,
		`{"strata":1,"rows":[[-1,"","in",0,1,1,1]]}`,
		`{"strata":1,"rows":[[0,"","maybe",0,1,1,1]]}`,
		`{"strata":1,"rows":[[0,"","in",1,1,1,1]]}`,
		`{"strata":1,"rows":[[0,"","open",256,1,1,1]]}`,
		`{"strata":1,"rows":[[0,"","in",0,1,0,1]]}`,
		`{"strata":1,"rows":[[0,"","in",0,1,1,-1]]}`,
		`{"strata":1,"rows":[[0,"","in",0,1,1,9223372036854775808]]}`,
		`{"strata":1,"rows":[[0,"","in",0,1,1,1],[0,"","in",0,1,1,2]]}`,
		`{"strata":1,"rows":[[0,"x","in",0,1,1,1]]}`,
		`{"strata":1,"rows":[[0,"00","in",0,1,1,1]]}`,
		`{"strata":1,"rows":[[0,"0.","in",0,1,1,1]]}`,
		`{"strata":1,"rows":[[0,"300","in",0,1,1,1]]}`,
		`{"strata":1,"rows":[[0,"0.0.0.0.0.0.0.0","in",0,1,1,1]]}`,
	} {
		s := NewSample(1)
		s.Strata[0].AddOut(5)
		if err := json.Unmarshal([]byte(text), s); err == nil {
			t.Errorf("%s: no error", text)
		}
		if s.Draws() != 5 {
			t.Errorf("%s: the sample has changed", text)
		}
	}
}

// FuzzSampleJSON reads any text; what can be read is written and read back the same.
func FuzzSampleJSON(f *testing.F) {
	_, s := twoStrata()
	text, _ := json.Marshal(s)
	f.Add(text)
	f.Add([]byte(`{"strata":1,"rows":[[0,"0.3","open",7,2,40,1]]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var a, b Sample
		if json.Unmarshal(text, &a) != nil {
			return
		}
		again, err := json.Marshal(&a)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(again, &b); err != nil || !a.Equal(&b) {
			t.Fatalf("%s became %s: %v", text, again, err)
		}
		d := Simple(sizeOne)
		d.Phases = MaxPhases
		if len(a.Strata) == 1 {
			if r, err := d.Estimate(&a, stats.Options{}); err == nil && !(r.Lo <= r.Low.Value && r.High.Value <= r.Hi) {
				t.Fatalf("%s: %+v", text, r)
			}
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
			if want := NewSystematicSample(f).Expected(i); taken != want {
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
		if got := NewSystematicSample(c.f).Expected(c.i); got != c.want {
			t.Errorf("fraction %v of %d: %d taken, want %d", c.f, c.i, got, c.want)
		}
	}
}
