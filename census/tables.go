package census

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gota/gota/dataframe"

	"chesscensus/internal/digits"
	"chesscensus/jupyter/cell"
	"chesscensus/jupyter/forms"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/survey"
	"chesscensus/survey/estimate"
)

// Rounded writes an estimate as one line, rounded by its interval: "(4.816 ± 0.024)e44".
// The half-width of the interval keeps one digit, or two if it begins with less than 3.55, by the rule of
// the Particle Data Group, and the value as many places. An estimate without a hit is "0, at most 1.1e40". An unbiased estimate of a rare
// kind can come out below 0, which no number of positions is; then only "at most 2.16e41" is said.
func Rounded(e Interval) string {
	half := e.HalfWidth()
	if e.Value < 0 {
		return power(fmt.Sprintf("at most %.3g", e.Hi))
	}
	if !(e.Value > 0) || !(half > 0) {
		return fmt.Sprintf("%s, at most %s", power(fmt.Sprintf("%.3g", e.Value)), power(fmt.Sprintf("%.3g", e.Hi)))
	}
	exponent := int(math.Floor(math.Log10(max(e.Value, half))))
	if exponent >= -2 && exponent < 6 {
		exponent = 0 // a number that is read as it is
	}
	value, half := shift(e.Value, -exponent), shift(half, -exponent)
	k := int(math.Floor(math.Log10(half)))
	places := -k
	if half/math.Pow(10, float64(k)) < 3.545 {
		places++
	}
	text := fmt.Sprintf("%.*f ± %.*f", max(0, places), value, max(0, places), half)
	if exponent == 0 {
		return text
	}
	return fmt.Sprintf("(%s)e%d", text, exponent)
}

// shift is x times a power of ten, without overflow on the way.
func shift(x float64, exponent int) float64 {
	f, _ := new(big.Float).SetString("1e" + strconv.Itoa(exponent))
	y, _ := f.Mul(f, big.NewFloat(x)).Float64()
	return y
}

// estimateForm is an estimate as a line and a table of what it rests on.
func estimateForm(e *Estimated) cell.Rich {
	head := Rounded(e.Legal) + fmt.Sprintf(" legal positions (%g %% confidence), each hit proven by a game", 100*e.Legal.Confidence)
	rows := [][]string{{"", "positions", "hits"},
		{"proven legal", Rounded(e.Legal), grouped(fmt.Sprint(e.Legal.Hits))},
		{"not refuted", Rounded(e.NotRefuted), grouped(fmt.Sprint(e.NotRefuted.Hits))},
		{"chance and undecided draws together", between(e.Lo, e.Hi), ""},
		{"ChessPositionRanking", Rounded(Published), ""},
	}
	body := forms.Table(rows)
	foot := fmt.Sprintf("%s, seed %d, %s draws", e.Plan.Space, e.Plan.Seed, digits.Group(e.Legal.Draws))
	switch {
	case e.Stopped:
		foot += "; stopped before the end, run again to go on"
	case e.Missed:
		foot += fmt.Sprintf("; a half-width of %.3g %% takes about %s of processor time", 100*e.Plan.Precision, estimate.Duration(e.Needs.Seconds()))
	}
	return cell.Rich{HTML: forms.Line(head) + body.HTML + forms.Line(foot), Text: head + "\n" + body.Text + "\n" + foot}
}

// between writes two limits, rounded outward: "4.8040e44 to 4.8370e44".
func between(lo, hi float64) string {
	if hi < 1e6 {
		return fmt.Sprintf("%.6g to %.6g", lo, hi)
	}
	n := digits.Interval(lo, hi)
	return fmt.Sprintf("%se%d to %[3]se%[2]d", n.Value, n.Exponent, n.To)
}

// concluded says what a survey has found, each number rounded by its interval. What the command line prints, with more digits,
// is r.Conclusion().
func concluded(r *Report) string {
	e := &r.Estimate
	percent := fmt.Sprintf("%g %% confidence", 100*e.High.Confidence)
	var lines []string
	switch {
	case e.Decided():
		lines = append(lines, fmt.Sprintf("%s legal positions (%s), each hit proven by a game", Rounded(e.Low), percent))
	case e.InCount == 0:
		most := Rounded(e.High) // without a hit it says "at most" itself
		if !strings.Contains(most, "at most") {
			most = "at most " + most
		}
		lines = append(lines, fmt.Sprintf("%s legal positions (%s)", most, percent),
			fmt.Sprintf("%.3g %% of the draws are not refuted at effort %v, and none of them is proven legal: an upper bound, not an estimate", 100*e.OpenShare, r.Effort))
		return strings.Join(lines, "\n") // warnings of the low end would say the same again
	default:
		lines = append(lines, fmt.Sprintf("between %s legal positions (proven) and %s (not refuted)", Rounded(e.Low), Rounded(e.High)),
			fmt.Sprintf("chance (%s) and undecided draws together: %s", percent, between(e.Lo, e.Hi)))
	}
	for _, w := range append(slices.Clone(e.Low.Warnings), e.High.Warnings...) {
		if warning := "warning: " + w.Error(); !slices.Contains(lines, warning) {
			lines = append(lines, warning)
		}
	}
	return strings.Join(lines, "\n")
}

// reportForm is a survey as its conclusion and the table of verdicts.
func reportForm(r *Report) cell.Rich {
	head := concluded(r) + fmt.Sprintf("\n%s, seed %d, %s draws, effort %v", r.Space, r.Seed, digits.Group(r.Draws), r.Effort)
	if r.Interrupted() {
		head += fmt.Sprintf("\nstopped after %s of %s draws; run again, it goes on from there", digits.Group(r.Draws), digits.Group(r.Requested))
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
			rows = append(rows, []string{verdictWords(row.Category), grouped(fmt.Sprint(row.Draws)), Percent(row.Share)})
		}
	}
	body := forms.Table(rows)
	return cell.Rich{HTML: h.String() + body.HTML, Text: strings.TrimSpace(head) + "\n" + body.Text}
}

// verdictWords says what a label of a table of verdicts means.
func verdictWords(label string) string {
	switch label {
	case survey.LegalLabel:
		return "legal: proven by a game"
	case survey.UnknownLabel:
		return "unknown: nothing refutes it at this effort"
	case survey.GaveUpLabel:
		return "unknown: a stage ran out of its budget"
	}
	if r, err := verdict.ParseReason(label); err == nil {
		return "illegal: " + r.Text()
	}
	return label
}

// comparedForm is a comparison of spaces: their estimates of what is not refuted, and the test that they agree.
func comparedForm(r *Compared) cell.Rich {
	t := NewTable("space", "draws", "not refuted", "positions not refuted", "draws for 1 %")
	for i, rep := range r.Reports {
		need := ""
		if r.NotRefuted != nil {
			z := 1.96
			need = grouped(fmt.Sprintf("%.0f", twoDigits(z*z*1e4*r.NotRefuted.Efficiency[i].PerDraw)))
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

// twoDigits rounds a positive number.
func twoDigits(x float64) float64 {
	y, _ := strconv.ParseFloat(fmt.Sprintf("%.2g", x), 64)
	return y
}

// frameForm is a data frame as a table.
func frameForm(df dataframe.DataFrame) cell.Rich {
	if df.Err != nil {
		return cell.Rich{HTML: forms.Line("data frame: " + df.Err.Error()), Text: "data frame: " + df.Err.Error()}
	}
	rows := df.Records()
	note := ""
	if len(rows) > forms.MaxRows+1 {
		note = fmt.Sprintf("%d rows, of which %d are shown", len(rows)-1, forms.MaxRows)
		rows = rows[:forms.MaxRows+1]
	}
	if len(rows) == 0 || len(rows[0]) == 0 {
		return cell.Rich{HTML: forms.Line("an empty data frame"), Text: "an empty data frame"}
	}
	t := forms.Table(rows)
	if note != "" {
		return cell.Rich{HTML: t.HTML + forms.Line(note), Text: t.Text + "\n" + note}
	}
	return t
}
