package surveys

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/internal/digits"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// reportOptions holds the flags of survey report.
type reportOptions struct {
	json, csv, markdown, verbose bool
	confidence                   float64 // level of the intervals, 0 for that of the plan
}

// surveyReportCommand returns the command survey report.
func surveyReportCommand(a *cli.App) *cobra.Command {
	var o reportOptions
	c := &cobra.Command{
		Use:   "report DIR",
		Short: "How many positions are legal, how sure that is, and what else the draws say",
		Long: `Report computes from the stored shards of a survey how many positions are legal, with an interval at the level of the plan (95 %) or --confidence, and what
the same draws say of their sides, checks, ends, castling rights, diagrams, moves and men, each with its interval and
the number of draws behind it. Details are what -v adds: the parts of the variance, the strata, the verdicts, and tables by men,
pawns, promotions, rights and moves. --json and --csv hold everything.

Counts of moves and men are looked up on the draws that reached the last phase; surveys begun before 22 November 2026 have no
list of these, and no such figures.`,
		Example: `  chesscensus survey report record
  chesscensus survey report record -v --markdown > report.md`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			cli.LimitHeapGrowth(60)
			return surveyReport(cmd.Context(), a, args[0], o)
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "print a JSON record")
	c.Flags().BoolVar(&o.csv, "csv", false, "print the by-products as CSV")
	c.Flags().BoolVar(&o.markdown, "markdown", false, "print Markdown")
	c.MarkFlagsMutuallyExclusive("json", "csv", "markdown")
	addConfidenceFlag(c, &o.confidence)
	c.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "print all details")
	return c
}

// surveyReport prints the report on the survey in a folder in one of four forms: JSON, CSV, Markdown or text. Only with -v, JSON and CSV are the shares
// of single values of properties computed, beside the means.
func surveyReport(ctx context.Context, a *cli.App, dir string, o reportOptions) error {
	reader, err := readSurvey(dir)
	if err != nil {
		return err
	}
	reader.Confidence = o.confidence
	r, problems, err := reader.Report(ctx)
	if err != nil {
		return err
	}
	if r.Done > 0 {
		withShares := o.verbose || o.json || o.csv
		if r.Laws, err = reader.Laws(ctx, drawnSpaces(reader.Plan), report.Properties(), withShares); err != nil {
			return err
		}
	}
	reportProblems(a, problems)
	switch {
	case o.json:
		err = cli.WriteJSON(a.Out, r)
	case o.csv:
		_, err = a.Out.Write(surveyCSV(r))
	case o.markdown:
		_, err = a.Out.Write(surveyText(r, o))
	default:
		_, err = a.Out.Write(a.Headline(surveyText(r, o)))
	}
	return err
}

// surveyText returns a report for people as text or Markdown: the headline, the by-products that most people ask for, the means, and with -v the
// details. If no shard is done it is one sentence.
func surveyText(r *report.Report, o reportOptions) []byte {
	p := &page{markdown: o.markdown}
	if o.markdown {
		p.WriteString("# Survey\n\n")
	}
	if r.Done == 0 {
		p.line("no shard of %s is done, so there is nothing to report", r.Space)
		return p.Bytes()
	}
	p.writeHeadline(r)
	p.writeSpecial(r)
	p.writeMeans(r)
	if o.verbose {
		p.writeDetails(r)
	}
	return p.Bytes()
}

// writeHeadline writes the estimate with its interval, the draws that it rests on, the comparison with the published number, and warnings. If no phase
// of the survey proves, the estimate is an upper bound.
func (p *page) writeHeadline(r *report.Report) {
	e := &r.Estimate
	noun, percent := "legal positions in "+r.Space, 100*e.Low.Confidence
	countsAll := spaces.CountsAll(r.Space)
	if countsAll {
		noun = "legal chess positions"
	}
	if r.UpperBound {
		p.line("at most %s %s (%g %% interval): counted is what is not refuted, an upper bound", scientific(&e.Low), noun, percent)
	} else {
		p.line("%s %s are estimated to be provable by a game (%g %% interval)", scientific(&e.Low), noun, percent)
		p.line("%s are not refuted; with what is undecided, %s draws, the number is %s (%g %%)",
			scientific(&e.High), cli.Number(e.OpenDraws), interval(e.Lo, e.Hi), percent)
	}
	if countsAll && !r.UpperBound {
		wrong := report.WrongRefutations(r.Space)
		p.line("if as many refutations were wrong as the rechecks allow at 95 %% (%.2g of the number, docs/BIAS.md), it would be %s",
			wrong, interval(e.Lo, e.Hi*(1+wrong)))
	}
	p.line("%s", e.Low.Accuracy())
	bits := r.Derived.Bits
	p.line("%.4f bits (%.5f to %.5f)", bits.Value, bits.Lo, bits.Hi)
	p.line("from %s draws, seed %d, %d of %d shards%s", cli.Number(r.Draws), r.Seed, r.Done, r.Shards, engineVersions(r.Engines()))
	p.writeSupplement(r.Supplement, r.Space)
	if m := r.MadeAgain; m != nil {
		p.line("%d of %d shards were made again elsewhere, and agreed", m.Agreed, m.Shards)
	}
	if countsAll {
		p.line("published: %s (95 %%) by two million draws; difference %.2f joint standard errors (p = %.2g)",
			scientific(&report.Published), r.Z, r.P)
	}
	for _, w := range e.Low.Warnings {
		p.line("warning: %v", w)
	}
}

// writeSupplement writes the two parts of an estimate: of the set that was drawn from, and of the members that it lacked, whose draws are the
// supplement. It writes nothing without a supplement.
func (p *page) writeSupplement(s *report.Supplement, space string) {
	if s == nil {
		return
	}
	former := fmt.Sprintf("%s in %s as it was when it was drawn", scientific(&s.ThenLow), space)
	lacking := fmt.Sprintf("%s in %s, what it lacked (%s setups)", scientific(&s.Low), s.Space, s.Size)
	p.line("the sum of %s, plus the supplement: %s, from %s draws, seed %d, %s of them undecided", former, lacking,
		cli.Number(s.Draws), s.Seed, cli.Number(s.OpenDraws))
}

// writeSpecial writes the by-products that most people ask for: those of the group "special", diagrams, and positions up to symmetries.
func (p *page) writeSpecial(r *report.Report) {
	p.section("Of these")
	limits := fmt.Sprintf("%g %%, the undecided included", 100*r.Estimate.Low.Confidence)
	rows := [][]string{{"", "provable", limits, "share", "draws judged to the end"}}
	add := func(name string, item *report.Item) {
		share := "-"
		if total := r.Estimate.Low.Value; total > 0 {
			share = fmt.Sprintf("%.3g %%", 100*item.Low.Value/total)
		}
		judged := item.Draws[len(item.Draws)-1]
		rows = append(rows, []string{name, formatCount(&item.Low), interval(item.Range()), share, cli.Number(judged)})
	}
	for _, group := range r.Groups {
		for i := range group.Items {
			item := &group.Items[i]
			switch {
			case group.Name == "special":
				add(item.Value, item)
			case group.Name == "distinct diagrams" && item.Value == "all":
				add(group.Name, item)
			}
		}
	}
	p.table(rows)
	d := &r.Derived
	if d.DiagramBits != nil {
		p.line("a diagram takes %.2f bits", d.DiagramBits.Value)
	}
	p.line("up to exchange of colors %s; and without castling rights up to mirror images too %s",
		interval(d.UpToColors.Lo, d.UpToColors.Hi), interval(d.UpToMirrors.Lo, d.UpToMirrors.Hi))
}

// formatCount formats an estimated number of positions. It gives only the upper limit if no draw has the property, and no half-width if the upper
// limit is more than 1.5 times as far from the estimate as the lower one.
func formatCount(e *stats.Estimate) string {
	switch {
	case !(e.Value > 0):
		return "at most " + digits.Round(e.Hi, 0).ASCII()
	case e.Hi-e.Value > 1.5*(e.Value-e.Lo):
		return "about " + digits.Round(e.Value, 0).ASCII()
	}
	return scientific(e)
}

// writeMeans writes the means of the properties that were computed on the draws, but not of those whose values are only numbers of kinds (the end of the
// game and the side to move).
func (p *page) writeMeans(r *report.Report) {
	if len(r.Laws) == 0 {
		return
	}
	p.section(fmt.Sprintf("Means over the legal positions, from %s draws proven legal (%g %%)", cli.Number(r.Laws[0].Draws),
		100*r.Estimate.Low.Confidence))
	rows := [][]string{{"", "mean"}}
	for i := range r.Laws {
		if law := &r.Laws[i]; law.Name != "end" && law.Name != "turn" {
			rows = append(rows, []string{law.Text, scientific(&law.Mean)})
		}
	}
	p.table(rows)
}

// surveyCSV returns all figures as CSV, one per line. The columns are the list of the figure, its value, its kind (a number of
// positions, a share or a mean), the estimate with its limits, the estimate for positions that are not refuted with its upper limit (for a
// share or mean the same again), a number of draws, and measures of accuracy, 0 where unknown. The draws of a number of positions are those that
// the last phase judged, those of a mean the draws proven legal, and those of a share the ones of them with the value.
func surveyCSV(r *report.Report) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	text := func(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }
	// Writes to a buffer cannot fail.
	_ = w.Write([]string{"list", "value", "kind", "estimate", "lo", "hi", "not_refuted", "not_refuted_hi", "draws", "std_err", "variance", "cv",
		"design_effect", "effective_draws"})
	row := func(list, value, kind string, low, high *stats.Estimate, draws uint64) {
		_ = w.Write([]string{list, value, kind, text(low.Value), text(low.Lo), text(low.Hi), text(high.Value), text(high.Hi),
			strconv.FormatUint(draws, 10),
			text(low.StdErr), text(low.StdErr * low.StdErr), text(low.CV()), text(low.DesignEffect()), text(low.Effective)})
	}
	if n := len(r.Estimate.Phases); n > 0 {
		row("all", "", "positions", &r.Estimate.Low, &r.Estimate.High, r.Estimate.Phases[n-1].Judged)
	}
	for _, group := range r.Groups {
		for i := range group.Items {
			item := &group.Items[i]
			row(group.Name, item.Value, "positions", &item.Low, &item.High, item.Draws[len(item.Draws)-1])
		}
	}
	for i := range r.Laws {
		law := &r.Laws[i]
		row(law.Text, "", "mean", &law.Mean, &law.Mean, law.Draws)
		for k := range law.Values {
			v := &law.Values[k]
			row(law.Text, strconv.Itoa(v.Value), "share", &v.Share, &v.Share, v.Draws)
		}
	}
	w.Flush()
	return b.Bytes()
}

// engineVersions returns words with the versions of the engine that made the shards, or "" if there is one version only.
func engineVersions(engines []int) string {
	if len(engines) < 2 {
		return ""
	}
	text := make([]string, len(engines))
	for i, v := range engines {
		text[i] = strconv.Itoa(v)
	}
	last := len(text) - 1
	return ", made by versions " + strings.Join(text[:last], ", ") + " and " + text[last] + " of the engine"
}
