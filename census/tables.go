package census

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chesscensus/census/internal/figures"
	"chesscensus/internal/digits"
	"chesscensus/jupyter/cell"
	"chesscensus/jupyter/forms"
	"chesscensus/stats"
)

// Rounded returns an estimate as text, rounded by its interval: "(4.82 ± 0.02)e44". The half-width keeps one digit, or two if the first is
// 1, and the value as many places. An interval that is lopsided or reaches below 0 is written as "2.9e38 to 8.3e38". Without a hit it is
// "0, at most 1.1e40".
func Rounded(e Interval) string { return digits.Estimate(e.Value, e.Lo, e.Hi) }

// estimateForm returns an estimate as a line, and a table of the estimates that it consists of.
func estimateForm(e *Estimated) cell.Rich {
	head := Rounded(e.Legal) + fmt.Sprintf(" legal positions (%g %% confidence)", 100*e.Legal.Confidence) + figures.ByGames(e.Legal, false)
	rows := [][]string{{"", "positions", "hits"},
		{"proven legal", Rounded(e.Legal), digits.GroupFrom5(fmt.Sprint(e.Legal.Hits))},
		{"not refuted", Rounded(e.NotRefuted), digits.GroupFrom5(fmt.Sprint(e.NotRefuted.Hits))},
		{"chance and undecided draws together", digits.Interval(e.Lo, e.Hi).Plain(), ""},
		{"ChessPositionRanking", Rounded(Published), ""},
	}
	body := forms.Table(rows)
	foot := fmt.Sprintf("%s, seed %d, %s draws", e.Plan.Space, e.Plan.Seed, digits.Group(e.Legal.Draws))
	switch {
	case e.Stopped:
		foot += "; stopped before the end, run again to go on"
	case e.Missed:
		foot += fmt.Sprintf("; a half-width of %.3g %% takes about %s of processor time", 100*e.Plan.Precision, digits.Duration(e.Needs.Seconds()))
	}
	return cell.Rich{HTML: forms.Line(head) + body.HTML + forms.Line(foot), Text: head + "\n" + body.Text + "\n" + foot}
}

// reportForm returns a survey as its conclusion and the table of verdicts.
func reportForm(r *Report) cell.Rich {
	head := figures.Conclusion(r) + fmt.Sprintf("\n%s, seed %d, %s draws, %s", r.Space, r.Seed, digits.Group(r.Draws), strings.TrimPrefix(r.By(), "at "))
	if r.Interrupted() {
		more := map[bool]string{true: "; run again, it goes on from there"}[r.Resumable()]
		head += fmt.Sprintf("\nstopped after %s of %s draws%s", digits.Group(r.Draws), digits.Group(r.Requested), more)
	}
	var h strings.Builder
	for l := range strings.Lines(head) {
		h.WriteString(forms.Line(strings.TrimSpace(l)))
	}
	list := r.Verdicts.Rows()
	slices.SortStableFunc(list, func(a, b stats.Row) int { return cmp.Compare(b.Draws, a.Draws) })
	rows := [][]string{{"verdict", "draws", "share"}}
	for _, row := range list {
		if row.Draws > 0 {
			rows = append(rows, []string{verdictWords(row.Category, r.ByRule), digits.GroupFrom5(fmt.Sprint(row.Draws)), Percent(row.Share)})
		}
	}
	body := forms.Table(rows)
	return cell.Rich{HTML: h.String() + body.HTML, Text: strings.TrimSpace(head) + "\n" + body.Text}
}

// verdictWords returns a label of a table of verdicts in words.
func verdictWords(label string, byRule bool) string {
	kind, words := figures.Words(label)
	if byRule {
		return cmp.Or(kind, "illegal") // the label of a rule is no reason of the engine
	}
	return strings.TrimPrefix(kind+": "+words, ": ")
}

// comparedForm returns a comparison of spaces: their estimates of what is not refuted, and the test whether they agree.
func comparedForm(r *Compared) cell.Rich {
	t := NewTable("space", "draws", "not refuted", "positions not refuted", "draws for 1 %")
	for i, rep := range r.Reports {
		need := ""
		if r.NotRefuted != nil && rep.Estimate.High.Hits > 0 { // without a hit nothing is known of the variance
			const z, goal = 1.96, 0.01 // a 95 % interval with a half-width of 1 %
			need = digits.GroupFrom5(fmt.Sprintf("%.0f", twoDigits(z*z/(goal*goal)*r.NotRefuted.Efficiency[i].PerDraw)))
		}
		t.Add(rep.Space, rep.Draws, rep.Estimate.High.Hits, rep.Estimate.High, need)
	}
	foot := "one estimate alone: nothing to compare"
	if a := r.NotRefuted; a != nil {
		plural := "s"
		if a.DF == 1 {
			plural = ""
		}
		foot = fmt.Sprintf("do they agree? chi-squared %.2f with %d degree%s of freedom, p = %.2g", a.X2, a.DF, plural, a.P)
	}
	body := t.form()
	return cell.Rich{HTML: body.HTML + forms.Line(foot), Text: body.Text + "\n" + foot}
}

// twoDigits rounds a positive number to two digits.
func twoDigits(x float64) float64 {
	y, _ := strconv.ParseFloat(fmt.Sprintf("%.2g", x), 64)
	return y
}
