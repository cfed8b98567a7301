package estimating

import (
	"bytes"
	"fmt"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/verdict"
	"chesscensus/stats/compare"
	"chesscensus/survey"
)

// maxCauses is the greatest number of theorems named for a pair.
const maxCauses = 5

// significantCauses returns the theorems that refute different numbers of positions in two spaces, at the level, the most different first.
func significantCauses(r *survey.Compared, a, b int, level float64) (list []compare.Cause) {
	x, y := r.Reports[a], r.Reports[b]
	for _, c := range compare.Causes(x.Verdicts, y.Verdicts, x.Size, y.Size) {
		if _, refutes := reasonText(c.Name); refutes && c.Adjusted < level {
			list = append(list, c)
		}
	}
	return list
}

// reasonText returns the text of the theorem with the name of a reason, and false for labels of other verdicts.
func reasonText(name string) (string, bool) {
	reason, err := verdict.ParseReason(name)
	return reason.Text(), reason != 0 && err == nil
}

// differingPairs returns the testable pairs whose estimates differ, of positions that are not refuted or that are proven.
func differingPairs(r *survey.Compared) (pairs []compare.Pair) {
	for i, p := range r.NotRefuted.Pairs {
		if differs(r.NotRefuted, p) || r.Proven != nil && differs(r.Proven, r.Proven.Pairs[i]) {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// writeTheorems writes, for pairs whose estimates differ, the theorems that refute more positions in one space than in the other.
func writeTheorems(b *bytes.Buffer, r *survey.Compared, level float64) {
	pairs := differingPairs(r)
	if len(pairs) == 0 {
		return
	}
	b.WriteString("\nwhere the difference can come from: positions that each theorem refutes, by the draws of both spaces. Sets hold different illegal positions,\n" +
		"so theorems may differ honestly. Suspect is a surplus as large as what the estimate of that space falls short of the other.\n")
	for _, p := range pairs {
		x, y := baseName(r.Reports[p.A].Space), baseName(r.Reports[p.B].Space)
		fmt.Fprintf(b, "\n%s less %s: %+.3g not refuted\n", x, y, p.Difference)
		surpluses := significantCauses(r, p.A, p.B, level)
		if len(surpluses) == 0 {
			b.WriteString("  no theorem refutes more positions in one of them than in the other\n")
			continue
		}
		b.WriteString("  " + suspicion(surpluses, p, x, y) + "\n")
		lines := []string{fmt.Sprintf("theorem\t%s\t%s\tsurplus\tz", x, y)}
		for _, c := range surpluses[:min(maxCauses, len(surpluses))] {
			text, _ := reasonText(c.Name)
			lines = append(lines, fmt.Sprintf("%s\t%.3g\t%.3g\t%+.3g\t%+.1f", text, c.A, c.B, c.A-c.B, c.Z))
		}
		writeColumns(b, lines)
		if more := len(surpluses) - maxCauses; more > 0 {
			fmt.Fprintf(b, "  and %s more; --json names all\n", cli.Number(uint64(more)))
		}
	}
}

// suspicion returns the sentence about the space with the lower estimate: the theorems that refute more there, or that there are none.
func suspicion(surpluses []compare.Cause, p compare.Pair, x, y string) string {
	low, other, sign := x, y, 1.0
	if p.Difference > 0 {
		low, other, sign = y, x, -1.0
	}
	var names []string
	for _, c := range surpluses {
		if sign*(c.A-c.B) > 0 {
			text, _ := reasonText(c.Name)
			names = append(names, text)
		}
	}
	if len(names) == 0 {
		return fmt.Sprintf("%s has the lower estimate, and no theorem refutes more positions there than in %s: "+
			"it lacks positions, or its multiplicities are too high", low, other)
	}
	return fmt.Sprintf("%s has the lower estimate; theorems that refute more positions there: %s", low, strings.Join(names, "; "))
}

// causesRecord returns the JSON form of what [writeTheorems] writes about a pair.
func causesRecord(r *survey.Compared, p compare.Pair, level float64) []object {
	list := []object{}
	for _, c := range significantCauses(r, p.A, p.B, level) {
		list = append(list, object{"reason": c.Name, "a": c.A, "b": c.B, "z": c.Z, "p_holm": c.Adjusted})
	}
	return list
}
