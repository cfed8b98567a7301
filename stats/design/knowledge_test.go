package design

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// classedPilot returns a pilot of one stratum and three phases. In the last phase each of two classes has n draws,
// of which the given numbers are lost.
func classedPilot(n uint64, lost [2]uint64) (*Design, *Sample) {
	d := &Design{Strata: []Stratum{{"a", big.NewInt(1_000_000)}}, Phases: 3, Known: []float64{0.5, 1}}
	s := NewSample(1)
	first := &s.Strata[0]
	first.AddOut(100_000)
	first.AddCell(Cell{stats.Open, 0, 1, 1, 100_000})
	second := first.Child(0)
	second.AddCell(Cell{stats.Out, 0, 1, 1, 20_000})
	for g, share := range []uint64{60_000, 20_000} {
		second.AddCell(Cell{stats.Open, g, 1, 1, share})
		third := second.Child(g)
		third.AddCell(Cell{stats.In, 0, 1, 1, n - lost[g]})
		third.AddCell(Cell{stats.Out, 0, 1, 1, lost[g]})
	}
	return d, s
}

// TestKnownRisksArePredicted compares the predicted variances of the last phase with known risks. If the pilot loses the expected
// numbers they are q(1-q) for K = 1, class by class. If it loses more or less, all risks are multiplied by the posterior mean of the
// gamma prior.
func TestKnownRisksArePredicted(t *testing.T) {
	known := Knowledge{Last: [][]float64{{0.001, 0.01}}}
	for _, c := range []struct {
		lost [2]uint64
		want float64 // factor of all risks
	}{
		{[2]uint64{10, 100}, 1}, {[2]uint64{100, 10}, 1}, // as many as expected, in whichever class
		{[2]uint64{0, 0}, priorLost / (priorLost + 110.0)},
		{[2]uint64{100, 230}, (priorLost + 330) / (priorLost + 110.0)},
	} {
		d, pilot := classedPilot(10_000, c.lost)
		models := testkit.Must(d.Model(pilot, []float64{1, 1, 1}, known))(t)
		last := models[0].Next[0].Next
		for g, q := range known.Last[0] {
			if q *= c.want; math.Abs(last[g].Variance-q*(1-q)) > 1e-6*q {
				t.Errorf("lost %v: class %d has variance %v, want %v", c.lost, g, last[g].Variance, q*(1-q))
			}
		}
		// Ten times the risk at the same cost is worth the root of ten times the draws.
		a := testkit.Must(d.Allocate(models, AllocateOptions{Budget: 3000, MinDraws: 2}))(t)
		next := a.Strata[0].Next[0].Next
		if next[1].Share < 1 && math.Abs(next[1].Share/next[0].Share-math.Sqrt(10)) > 0.05 {
			t.Errorf("lost %v: shares %v and %v", c.lost, next[0].Share, next[1].Share)
		}
	}
}

// TestBadRisks checks the errors for risks that are out of range or do not fit strata and classes.
func TestBadRisks(t *testing.T) {
	d, pilot := classedPilot(100, [2]uint64{})
	for name, risks := range map[string][][]float64{
		"two strata": {{0.1, 0.1}, {0.1, 0.1}}, "no stratum": {}, "no class": {{}}, "one class of two": {{0.1}},
		"zero": {{0, 0.1}}, "one": {{0.1, 1}}, "NaN": {{math.NaN(), 0.1}},
	} {
		testkit.Fails(d.Model(pilot, []float64{1, 1, 1}, Knowledge{Last: risks}))(t, "", name)
	}
	one := Simple(big.NewInt(10))
	s := NewSample(1)
	s.Strata[0].AddOut(10)
	testkit.Fails(one.Model(s, []float64{1}, Knowledge{Last: [][]float64{{0.1}}}))(t, "", "risks of the last of one phase")
}

// TestBelow compares the classes and counts of the nodes two phases below, of which there are none three phases below. The iteration
// may end early.
func TestBelow(t *testing.T) {
	_, s := classedPilot(100, [2]uint64{3, 5})
	var classes []int
	var lost []uint64
	for g, n := range s.Strata[0].Below(2) {
		classes, lost = append(classes, g), append(lost, n.Count(stats.Out))
	}
	if len(classes) != 2 || classes[1] != 1 || lost[0] != 3 || lost[1] != 5 {
		t.Errorf("classes %v with %v lost, want classes 0 and 1 with 3 and 5", classes, lost)
	}
	for range s.Strata[0].Below(3) {
		t.Error("a node below the last phase")
	}
	for range s.Strata[0].Below(2) {
		break
	}
}

// TestUnjudgedClasses makes models from pilots in which some classes of some strata are not judged. A class that is
// judged in no stratum must be an error, with or without known risks, and so must a class without a known risk.
// Otherwise models and allocation must be valid.
func TestUnjudgedClasses(t *testing.T) {
	const classes = 3
	for judged := range 1 << (2 * classes) { // which classes of which stratum the pilot has judged, as bits
		d, s := partlyJudgedPilot(classes, judged)
		for known := range classes + 1 {
			risks := [][]float64{[]float64{0.1, 0.2, 0.3}[:known], []float64{0.1, 0.2, 0.3}[:known]}
			if known == 0 {
				risks = nil
			}
			models, err := d.Model(s, []float64{1, 1, 1}, Knowledge{Last: risks})
			want := ""
			switch all := 1<<classes - 1; {
			case (judged|judged>>classes)&all != all:
				want = "is judged in phase 3"
			case known > 0 && known < classes:
				want = "no risk of class"
			}
			if want != "" {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("judged %06b, %d risks: %v, want %s", judged, known, err, want)
				}
				continue
			}
			if err != nil {
				t.Fatalf("judged %06b, %d risks: %v", judged, known, err)
			}
			for h := range models {
				if last := models[h].Next[0].Next; len(last) != classes || math.Abs(last[0].Reach+last[1].Reach+last[2].Reach-0.5) > 0.01 {
					t.Errorf("judged %06b, %d risks: the last phase of stratum %d is %+v, want half of the draws in three classes", judged, known, h, last)
				}
			}
			a, err := d.Allocate(models, AllocateOptions{Budget: 3000, MinDraws: 2})
			if err == nil {
				_, err = d.Predict(models, a, 2)
			}
			if err != nil {
				t.Errorf("judged %06b, %d risks: %v", judged, known, err)
			}
		}
	}
}

// partlyJudgedPilot returns a pilot of two strata and three phases, half of whose draws pass to the last phase in so
// many classes. Bit g of judged is set if class g of the first stratum has draws there, bit classes+g for the second
// stratum.
func partlyJudgedPilot(classes, judged int) (*Design, *Sample) {
	d := &Design{Strata: []Stratum{{"a", big.NewInt(1_000_000)}, {"b", big.NewInt(1_000_000)}}, Phases: 3, Known: []float64{0.5, 1}}
	s := NewSample(2)
	for h := range s.Strata {
		first := &s.Strata[h]
		first.AddOut(uint64(1000 * classes))
		first.AddCell(Cell{stats.Open, 0, 1, 1, uint64(1000 * classes)})
		second := first.Child(0)
		for g := range classes {
			second.AddCell(Cell{stats.Open, g, 1, 1, 1000})
			if judged>>(h*classes+g)&1 == 1 {
				second.Child(g).AddCell(Cell{stats.In, 0, 1, 1, 10})
			}
		}
	}
	return d, s
}
