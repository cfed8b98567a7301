package main

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"chesscensus/stats"
	"chesscensus/survey/campaign"
)

func (a *app) surveyReportCommand() *cobra.Command {
	var asJSON, markdown bool
	c := &cobra.Command{
		Use:   "report DIR",
		Short: "Estimate, interval, bounds, variance by phase and stratum, by-products",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON && markdown {
				return usagef("want --json or --markdown, not both")
			}
			s, err := openSurvey(args[0])
			if err != nil {
				return err
			}
			r, problems, err := s.Report(cmd.Context())
			if err != nil {
				return err
			}
			bad := a.tellProblems(problems)
			if asJSON {
				err = writeJSON(a.out, r)
			} else {
				_, err = a.out.Write(surveyText(r, markdown))
			}
			if err == nil && bad {
				return errBadInput
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	c.Flags().BoolVar(&markdown, "markdown", false, "print Markdown")
	return c
}

// A page collects a report as text for a terminal or as Markdown.
type page struct {
	bytes.Buffer
	markdown bool
}

// section begins a section.
func (p *page) section(title string) {
	if p.markdown {
		fmt.Fprintf(p, "\n## %s\n\n", title)
	} else {
		fmt.Fprintf(p, "\n%s\n", title)
	}
}

// line adds a line of text, in Markdown an item of a list.
func (p *page) line(format string, args ...any) {
	if p.markdown {
		p.WriteString("- ")
	}
	fmt.Fprintf(p, format+"\n", args...)
}

// table adds a table, the first row its header.
func (p *page) table(rows [][]string) {
	if p.markdown {
		for i, row := range rows {
			fmt.Fprintf(p, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintf(p, "|%s\n", strings.Repeat("---|", len(row)))
			}
		}
		return
	}
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		text := " "
		for i, cell := range row {
			text += " " + cell + strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell)+1)
		}
		p.WriteString(strings.TrimRight(text, " ") + "\n")
	}
}

// surveyText writes a report.
func surveyText(r *campaign.Report, markdown bool) []byte {
	p := &page{markdown: markdown}
	if markdown {
		p.WriteString("# Survey\n\n")
	}
	n, _ := r.Estimate.Size.Float64()
	draws := "plain draws"
	if r.Redraw {
		draws = "conditional redraw of kings"
	}
	p.line("space %s (N = %.6g), %s, seed %d, plan %s", r.Space, n, draws, r.Seed, r.Hash)
	p.line("%d of %d shards, %s draws; program %s", r.Done, r.Shards, number(r.Draws), strings.Join(r.Builds, ", "))
	if r.Done == 0 {
		p.line("no shard is done, so there is nothing to report")
		return p.Bytes()
	}
	p.conclusion(r)
	p.phases(r)
	p.strata(r)
	p.verdicts(r)
	p.groups(r)
	return p.Bytes()
}

// conclusion states the estimate.
func (p *page) conclusion(r *campaign.Report) {
	p.section("Legal positions")
	e := &r.Estimate
	percent := 100 * e.Low.Confidence
	if r.UpperBound {
		p.line("at most %s (%g %%: %.6g to %.6g; relative half-width %.4f %%)", plusMinus(&e.Low), percent, e.Low.Lo, e.Low.Hi, 100*e.Low.Relative())
		p.line("this plan has no phase that proves positions legal: counted is what is not refuted, an upper bound")
	} else {
		p.line("proven: %s (%g %%: %.6g to %.6g; relative half-width %.4f %%)", plusMinus(&e.Low), percent, e.Low.Lo, e.Low.Hi, 100*e.Low.Relative())
		p.line("not refuted: %s (%g %%: %.6g to %.6g)", plusMinus(&e.High), percent, e.High.Lo, e.High.Hi)
		p.line("bounds with both intervals: %.6g to %.6g; %s draws of the last phase are undecided", e.Lo, e.Hi, number(e.OpenDraws))
		p.line("interval for the number itself, between the two (Imbens, Manski; %g %%): %.6g to %.6g", percent, r.PartialLo, r.PartialHi)
		if l := r.Later; l != nil && l.Listed > 0 {
			p.line("of %d draws in the lists of what the last phase left open, %d were proven legal later and %d refuted (settled.jsonl)", l.Listed, l.Legal, l.Illegal)
		}
		if r.Between > 0 && e.OpenDraws > 0 {
			p.line("if the open draws divide as those did: %.6g, a guess, as what is settled later is no random part", r.Between)
		}
		if l := r.Later; l != nil && l.Unlisted > 0 {
			p.line("%d shards have no list of what they left open", l.Unlisted)
		}
	}
	p.line("expected by the plan at this point: relative half-width %.4f %%", 100*r.Forecast)
	if r.Replicated > 0 {
		p.line("standard error %.4g; from the spread of the shards %.4g", e.Low.StdErr, r.Replicated)
	}
	if r.Gain > 0 {
		p.line("uniform draws, each judged through all phases, games included: %.1f times the variance for the same CPU time", r.Gain)
	}
	if countsAll(r.Space) {
		p.line("published: %s; difference %.2f joint standard errors (p = %.2g)", plusMinus(&campaign.Published), r.Z, r.P)
	}
	p.line("mean multiplicity of a legal position: %s", plusMinus(&r.Multiplicity))
	for _, w := range e.Low.Warnings {
		p.line("warning: %v", w)
	}
}

// plusMinus formats an estimate with two digits of its half-width.
func plusMinus(e *stats.Estimate) string {
	h := e.HalfWidth()
	if !(h > 0 && e.Value > 0) {
		return fmt.Sprintf("%.6g", e.Value)
	}
	digits := 2 + int(max(0, math.Floor(math.Log10(e.Value))-math.Floor(math.Log10(h))))
	return fmt.Sprintf("%.*g +- %.2g", digits, e.Value, h)
}

func (p *page) phases(r *campaign.Report) {
	p.section("Variance by phase")
	rows := [][]string{{"phase", "judged", "decided", "left", "std err", "share"}}
	for k, ph := range r.Estimate.Phases {
		rows = append(rows, []string{r.Phases[k].Name, number(ph.Judged), number(ph.Decided), number(ph.Passed),
			fmt.Sprintf("%.3g", ph.StdErr), fmt.Sprintf("%.1f %%", 100*ph.Share)})
	}
	p.table(rows)
}

func (p *page) strata(r *campaign.Report) {
	p.section("Strata")
	rows := [][]string{{"stratum", "draws", "legal", "std err", "share of variance"}}
	for _, s := range r.Estimate.Strata {
		rows = append(rows, []string{s.Name, number(s.Draws), fmt.Sprintf("%.5g", s.Value), fmt.Sprintf("%.2g", s.StdErr), fmt.Sprintf("%.2f %%", 100*s.Share)})
	}
	p.table(rows)
}

func (p *page) verdicts(r *campaign.Report) {
	p.section("Uniform draws by verdict")
	rows := [][]string{{"share", fmt.Sprintf("+- (%g %%)", 100*r.Estimate.Low.Confidence), "verdict"}}
	for _, v := range r.Verdicts {
		rows = append(rows, []string{fmt.Sprintf("%.4g %%", 100*v.Share), fmt.Sprintf("%.1g", 100*v.HalfWidth), fmt.Sprintf("%s (%s)", v.Label, v.Text)})
	}
	p.table(rows)
}

// groups writes the by-products.
func (p *page) groups(r *campaign.Report) {
	for _, g := range r.Groups {
		name := "Legal positions by " + g.Name
		if g.Name == "special" || g.Name == "distinct diagrams" {
			name = strings.ToUpper(g.Name[:1]) + g.Name[1:]
		}
		p.section(name)
		rows := [][]string{{"", "estimate", "low", "high"}}
		for k := range r.Phases {
			rows[0] = append(rows[0], draws(r.Phases[k].Name, k))
		}
		for _, item := range g.Items {
			row := []string{item.Value, plusMinus(&item.Low), fmt.Sprintf("%.4g", item.Low.Lo), fmt.Sprintf("%.4g", item.High.Hi)}
			for _, n := range item.Draws {
				row = append(row, number(n))
			}
			rows = append(rows, row)
		}
		p.table(rows)
	}
}

// draws names the column that counts the draws of a domain in phase k: those that the first
// leaves, those that a later one judges.
func draws(phase string, k int) string {
	if k == 0 {
		return "left by " + phase
	}
	return "judged by " + phase
}
