package surveys

import (
	"fmt"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// writeDetails writes the sections of -v: how the estimate is computed, and all by-products.
func (p *page) writeDetails(r *report.Report) {
	p.writeEstimate(r)
	p.writePhases(r)
	p.writeStrata(r)
	p.writeVerdicts(r)
	p.writeGroups(r)
	for i := range r.Laws {
		p.writeLaw(&r.Laws[i], 100*r.Estimate.Low.Confidence)
	}
}

// writeEstimate writes the estimate with its limits, the standard error with its checks, and the space, plan and programs. If no phase
// proves, only the upper bound is written.
func (p *page) writeEstimate(r *report.Report) {
	p.section("The estimate in detail")
	e := &r.Estimate
	percent := 100 * e.Low.Confidence
	lowText := fmt.Sprintf("%s (%g %%: %.6g to %.6g; relative half-width %.4f %%)",
		plusMinus(&e.Low), percent, e.Low.Lo, e.Low.Hi, 100*e.Low.Relative())
	if r.UpperBound {
		p.line("at most %s", lowText)
	} else {
		p.line("proven: %s", lowText)
		p.line("not refuted: %s (%g %%: %.6g to %.6g)", plusMinus(&e.High), percent, e.High.Lo, e.High.Hi)
		p.line("range of the number, between the two (Imbens, Manski; %g %%): %.6g to %.6g; %s draws of the last phase are undecided",
			percent, e.Lo, e.Hi, cli.Number(e.OpenDraws))
		p.writeSettled(r)
	}
	p.line("expected by the plan at this point: relative half-width %.4f %%", 100*r.Forecast)
	if r.Replicated > 0 {
		p.line("standard error %.4g; from the spread of the shards %.4g", e.Low.StdErr, r.Replicated)
	}
	if !r.UpperBound {
		p.line("not refuted: %s", e.High.Accuracy())
	}
	if r.Gain > 0 {
		p.line("uniform draws, each judged through all phases, games included: %.1f times the variance for the same CPU time", r.Gain)
	}
	p.line("mean multiplicity of a legal position: %s", plusMinus(&r.Multiplicity))
	p.line("space %s (N = %s), %s, plan %s; program %s", r.Space, r.Size, drawMethod(r), r.Hash, strings.Join(r.Builds, ", "))
}

// writeSettled writes how many of the listed open draws were proven legal or refuted after the survey, a guess about the rest, and how
// many shards have no list.
func (p *page) writeSettled(r *report.Report) {
	l := r.Later
	if l == nil { // an upper bound
		return
	}
	if l.Listed > 0 {
		p.line("of %d draws in the lists of what the last phase left open, %d were proven legal later and %d refuted (settled.jsonl)",
			l.Listed, l.Legal, l.Illegal)
	}
	if r.Between > 0 && r.Estimate.OpenDraws > 0 {
		p.line("if the open draws divide as those did: %.6g, a guess, as what is settled later is no random part", r.Between)
	}
	if l.Unlisted > 0 {
		p.line("%d shards have no list of what they left open", l.Unlisted)
	}
}

// drawMethod names the method of drawing.
func drawMethod(r *report.Report) string {
	if r.Redraw {
		return "conditional redraw of kings"
	}
	return "plain draws"
}

// writePhases writes the draws of each phase, and its share of the variance beside the planned one if the plan has it.
func (p *page) writePhases(r *report.Report) {
	p.section("Variance by phase")
	planned := r.Plan.Variance // empty in plans of the first edition
	head := []string{"phase", "judged", "decided", "left", "std err", "share"}
	if len(planned) > 0 {
		head = append(head, "planned")
	}
	rows := [][]string{head}
	for k, ph := range r.Estimate.Phases {
		row := []string{r.Phases[k].Name, cli.Number(ph.Judged), cli.Number(ph.Decided), cli.Number(ph.Passed),
			fmt.Sprintf("%.3g", ph.StdErr), fmt.Sprintf("%.1f %%", 100*ph.Share)}
		if k < len(planned) {
			row = append(row, fmt.Sprintf("%.1f %%", 100*planned[k]))
		}
		rows = append(rows, row)
	}
	p.table(rows)
}

// writeStrata writes the estimate of each stratum.
func (p *page) writeStrata(r *report.Report) {
	p.section("Strata")
	rows := [][]string{{"stratum", "draws", "legal", "std err", "share of variance"}}
	for _, s := range r.Estimate.Strata {
		rows = append(rows, []string{s.Name, cli.Number(s.Draws), fmt.Sprintf("%.5g", s.Value), fmt.Sprintf("%.2g", s.StdErr),
			fmt.Sprintf("%.2f %%", 100*s.Share)})
	}
	p.table(rows)
}

// writeVerdicts writes the share of each verdict among uniform draws, with the half-width of its interval, in percent.
func (p *page) writeVerdicts(r *report.Report) {
	p.section("Uniform draws by verdict")
	rows := [][]string{{"share", fmt.Sprintf("+- (%g %%)", 100*r.Estimate.Low.Confidence), "verdict"}}
	for _, v := range r.Verdicts {
		rows = append(rows, []string{fmt.Sprintf("%.4g %%", 100*v.Share), fmt.Sprintf("%.1g", 100*v.HalfWidth),
			fmt.Sprintf("%s (%s)", v.Label, v.Text)})
	}
	p.table(rows)
}

// writeGroups writes the by-products in tables, one for each group.
func (p *page) writeGroups(r *report.Report) {
	for _, g := range r.Groups {
		p.section(groupTitle(g.Name))
		head := []string{"", "estimate", "low", "high", "std err", "CV", "design effect", "effective draws"}
		for k := range r.Phases {
			head = append(head, drawsColumn(r.Phases[k].Name, k))
		}
		rows := [][]string{head}
		for _, item := range g.Items {
			lo, hi := item.Range()
			row := []string{item.Value, plusMinus(&item.Low), fmt.Sprintf("%.4g", lo), fmt.Sprintf("%.4g", hi)}
			row = append(row, accuracyCells(&item.Low)...)
			for _, n := range item.Draws {
				row = append(row, cli.Number(n))
			}
			rows = append(rows, row)
		}
		p.table(rows)
	}
}

// groupTitle returns the title of the table of a group. Most groups divide the legal positions by a property, and have its name.
func groupTitle(name string) string {
	if name == "special" || name == "distinct diagrams" {
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return "Legal positions by " + name
}

// formatShareError formats the half-width of a share in per cent, or both limits if the interval is not the symmetric normal one, as for
// properties of few draws or none.
func formatShareError(e *stats.Estimate) string {
	if e.Method == stats.Normal {
		return fmt.Sprintf("%.2g", 100*e.HalfWidth())
	}
	return interval(100*e.Lo, 100*e.Hi)
}

// accuracyCells returns the cells for standard error, coefficient of variation, design effect and effective draws, with "-" for
// unknown ones.
func accuracyCells(e *stats.Estimate) []string {
	cells := []string{fmt.Sprintf("%.2g", e.StdErr), "-", "-", "-"}
	if e.CV() > 0 {
		cells[1] = fmt.Sprintf("%.2g %%", 100*e.CV())
	}
	if e.Effective > 0 {
		cells[2] = fmt.Sprintf("%.3g", e.DesignEffect())
		cells[3] = fmt.Sprintf("%.3g", e.Effective)
	}
	return cells
}

// drawsColumn returns the header of the column that counts the draws of a domain in phase k. Phase 0 counts the draws that it
// leaves, a later phase those that it judges.
func drawsColumn(phase string, k int) string {
	if k == 0 {
		return "left by " + phase
	}
	return "judged by " + phase
}

// writeLaw writes a section about the distribution of a property among legal positions; percent is the level of the intervals.
func (p *page) writeLaw(l *report.Law, percent float64) {
	p.section("Legal positions by " + l.Text)
	p.writeLawTable(l, percent)
}

// writeLawTable writes the mean and the shares of a distribution; percent is the level of the intervals.
func (p *page) writeLawTable(l *report.Law, percent float64) {
	p.line("mean %s, from %s draws proven legal", scientific(&l.Mean), cli.Number(l.Draws))
	p.line("%s", l.Mean.Accuracy())
	rows := [][]string{{"", "share", fmt.Sprintf("+- (%g %%)", percent), "std err", "CV", "design effect", "effective draws", "draws"}}
	for _, v := range l.Values {
		row := []string{fmt.Sprint(v.Value), fmt.Sprintf("%.4g %%", 100*v.Share.Value), formatShareError(&v.Share)}
		row = append(row, accuracyCells(&v.Share)...)
		rows = append(rows, append(row, cli.Number(v.Draws)))
	}
	p.table(rows)
}
