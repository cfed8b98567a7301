package rules

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// TestRuleExamples: every rule refutes its example, and accepts the near miss, both
// also with colors exchanged.
func TestRuleExamples(t *testing.T) {
	for _, r := range All() {
		bad, good := setup(t, r.Refuted), setup(t, r.Accepted)
		badMirror, goodMirror := bad.Mirror(), good.Mirror()
		for _, s := range []*chess.Setup{bad, &badMirror} {
			reason, e := r.RefutesSetup(s)
			if reason == 0 || reason&^r.Reasons != 0 {
				t.Errorf("%s does not refute %s: %v", r.Name, s, reason)
			} else {
				t.Logf("%s: %s: %s", r.Name, reason.Text(), e.Describe(s))
			}
		}
		for _, s := range []*chess.Setup{good, &goodMirror} {
			if reason, e := r.RefutesSetup(s); reason != 0 {
				t.Errorf("%s refutes the near miss %s: %v, %v", r.Name, s, reason, e)
			}
			var st Stage
			if v, _ := st.Judge(context.Background(), *s, verdict.Budget{}); v.Outcome == verdict.Illegal {
				t.Errorf("%s: the near miss %s is illegal by another rule: %v", r.Name, s, v)
			}
		}
	}
}

func judgeRows(t *testing.T, file, illegal string) {
	var st Stage
	counts, reasons := map[string]int{}, map[verdict.Reason]int{}
	byRef := map[string][2]int{}
	for _, row := range readRows(t, sharedData+file) {
		s := *setup(t, row[0])
		v, _ := st.Judge(context.Background(), s, verdict.Budget{})
		counts[row[1]+"/"+v.Outcome.String()]++
		if v.Outcome == verdict.Illegal && row[1] == "legal" {
			t.Errorf("legal, but refuted: %s %v", row[0], v)
		}
		if row[1] == "illegal" {
			x := byRef[row[2]]
			x[1]++
			if v.Outcome == verdict.Illegal {
				x[0]++
				reasons[v.Reasons]++
			}
			byRef[row[2]] = x
		} else if v.Outcome == verdict.Illegal {
			t.Errorf("refuted, but the reference found a kernel: %s %v", row[0], v)
		}
	}
	t.Log(file, counts, reasons, byRef)
}

func TestCandidates(t *testing.T) { judgeRows(t, "candidates-dev.tsv", "illegal") }
func TestFresh(t *testing.T)      { judgeRows(t, "fresh-dev.tsv", "illegal") }
