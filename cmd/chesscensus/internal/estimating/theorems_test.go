package estimating

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"chesscensus/stats"
	"chesscensus/stats/compare"
	"chesscensus/survey"
)

// reportOf returns a report with the given numbers of draws by verdict.
func reportOf(space string, size int64, counts map[string]uint64) *survey.Report {
	t := stats.NewTable("Legal")
	for name, n := range counts {
		t.AddCount(name, 1, 1, n)
	}
	return &survey.Report{Space: space, Size: big.NewInt(size), Verdicts: t}
}

// TestTheoremsOfADifference: a pair that differs gets the theorems that refute more in one space, without other verdicts. Pairs
// that agree are left out.
func TestTheoremsOfADifference(t *testing.T) {
	samples := make([]compare.Sample, 3)
	for i := range samples {
		samples[i].Estimate.StdErr = 1
	}
	r := &survey.Compared{
		Reports: []*survey.Report{
			reportOf("one|men<=30", 1_000_000, map[string]uint64{"Legal": 5000, "BothInCheck": 4000, "AdjacentKings": 1000}),
			reportOf("two|men<=30", 1_000_000, map[string]uint64{"Legal": 6000, "BothInCheck": 3000, "AdjacentKings": 1000}),
			reportOf("three", 1_000_000, map[string]uint64{"Legal": 6000, "BothInCheck": 3000, "AdjacentKings": 1000}),
		},
		NotRefuted: &compare.Agreement{Samples: samples, Pairs: []compare.Pair{{A: 0, B: 1, Difference: -100_000, Rejected: true}, {A: 1, B: 2}}},
	}
	var b bytes.Buffer
	writeTheorems(&b, r, 0.05)
	text := b.String()
	if !strings.Contains(text, "one less two: -1e+05 not refuted") || !strings.Contains(text, "both kings are in check") || !strings.Contains(text, "+1e+05") {
		t.Errorf("the theorem that refutes more in one than in two is missing in\n%s", text)
	}
	if !strings.Contains(text, "one has the lower estimate; theorems that refute more positions there: both kings are in check\n") {
		t.Errorf("the theorem is not suspected in\n%s", text)
	}
	r.NotRefuted.Pairs[0].Difference = 100_000
	b.Reset()
	if writeTheorems(&b, r, 0.05); !strings.Contains(b.String(), "two has the lower estimate, and no theorem refutes more positions there than in one: it lacks positions") {
		t.Errorf("with the lower estimate of two it is not said that no theorem explains it:\n%s", &b)
	}
	for _, word := range []string{"three", "touch", "Legal", "more; --json"} {
		if strings.Contains(text, word) {
			t.Errorf("%s is named: %s", word, text)
		}
	}
	if list := causesRecord(r, r.NotRefuted.Pairs[0], 0.05); len(list) != 1 || list[0]["reason"] != "BothInCheck" || list[0]["a"] != 4e5 || list[0]["b"] != 3e5 {
		t.Errorf("%+v, want BothInCheck alone, with 4e5 and 3e5 positions", list)
	}
	b.Reset()
	r.Reports[0] = reportOf("one", 900_000, map[string]uint64{"Legal": 5555, "BothInCheck": 3334, "AdjacentKings": 1111})
	if writeTheorems(&b, r, 0.05); !strings.Contains(b.String(), "no theorem refutes more") {
		t.Errorf("equal numbers by theorem: %s", &b)
	}
	b.Reset()
	r.NotRefuted.Pairs[0].Rejected = false
	if writeTheorems(&b, r, 0.05); b.Len() > 0 {
		t.Errorf("pairs that agree: %s, want no text", &b)
	}
	r.Proven = &compare.Agreement{Samples: samples, Pairs: []compare.Pair{{B: 1}, {A: 1, B: 2, Rejected: true}}}
	if pairs := differingPairs(r); len(pairs) != 1 || pairs[0].A != 1 {
		t.Errorf("pairs that differ in what is proven: %+v", pairs)
	}
	samples[2].Estimate.StdErr = 0
	if pairs := differingPairs(r); len(pairs) > 0 {
		t.Errorf("a sample without hits, which no test sets apart: %+v", pairs)
	}
}
