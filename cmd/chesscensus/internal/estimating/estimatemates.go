package estimating

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"chesscensus/chess/mate"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/internal/cputime"
	"chesscensus/legality/chesscounter"
	"chesscensus/plots"
	"chesscensus/stats"
	"chesscensus/survey/mates"
)

// estimateMates estimates the shares of mates, prints them, and writes their figure if a folder for it was given. After an interrupt it does so for the
// draws done so far.
func estimateMates(ctx context.Context, a *cli.App, o *estimateOptions) error {
	options := stats.Options{Confidence: o.confidence}
	space, err := spaces.New(o.space)
	if err != nil {
		return err
	}
	judge, err := o.judge()
	if err != nil {
		return err
	}
	if err := cli.EnsureWritable(o.figures); err != nil {
		return err
	}
	bar := a.ProgressBar(o.draws, "draws")
	start, cpu := time.Now(), cputime.Used()
	report, err := mates.Run(ctx, mates.Config{Space: space, Seed: o.seed, Draws: o.draws, Judge: judge,
		Moves: o.mates, Nodes: o.nodes, Workers: a.Workers, Options: options, Progress: bar.Set})
	bar.Finish()
	var depth *mate.DepthError
	if errors.As(err, &depth) {
		return cli.Usagef("--mates: %v", err)
	}
	if report == nil || err != nil && ctx.Err() == nil {
		return err
	}
	run := timing{time.Since(start).Seconds(), (cputime.Used() - cpu).Seconds()}
	out := result{record: matesRecord(report, run), text: matesText(report, run)}
	if report.Solved > 0 {
		out.figures = []namedFigure{{"mate-shares", func() (*plots.Figure, error) { return mateShares(report) }}}
	}
	if report.Interrupted() {
		out.stopped = fmt.Sprintf(" after %s of %s draws; the shares above are of these", cli.Number(report.Draws), cli.Number(report.Requested))
	}
	return o.print(a, out)
}

// judge returns the judge that --by and --effort select.
func (o *estimateOptions) judge() (mates.Judge, error) {
	if o.by == "chesscounter" {
		return counterJudge(o.space)
	}
	return mates.Engine{Effort: o.effort}, nil
}

// counterJudge returns ChessCounter's rules for one of its spaces of diagrams, or an error for other spaces.
func counterJudge(space string) (mates.Judge, error) {
	name, _, _ := strings.Cut(space, "|")
	base, level, ok := splitCounterName(strings.TrimSpace(name))
	counterSpace, known := map[string]chesscounter.Space{"general": chesscounter.General, "split": chesscounter.Split,
		"restricted": chesscounter.Restricted, "very-restricted": chesscounter.VeryRestricted}[base]
	if ok && known && level != positionsSuffix {
		return mates.ChessCounter{Space: counterSpace}, nil
	}
	return nil, cli.Usagef("--by chesscounter: want a --space of diagrams such as counter-general-feasible, not %.60q", space)
}

// matesRecord returns the JSON form of a report on mates.
func matesRecord(r *mates.Report, t timing) any {
	return struct {
		Version string `json:"chesscensus"`
		*mates.Report
		Size        string             `json:"size"`
		Interrupted bool               `json:"interrupted"`
		Rows        []mates.Row        `json:"rows"`
		Compared    []mates.Comparison `json:"published"`
		Elapsed     float64            `json:"elapsed_seconds"`
		CPU         float64            `json:"cpu_seconds"`
	}{cli.Version(), r, r.Size.String(), r.Interrupted(), r.Rows(), r.Compare(mates.Published), t.elapsed, t.cpu}
}

// matesText returns a report on mates as text for a terminal.
func matesText(r *mates.Report, t timing) []byte {
	var b bytes.Buffer
	size, _ := r.Size.Float64()
	fmt.Fprintf(&b, "%s draws from %s (N = %.6g), seed %d, judge: %s\n", cli.Number(r.Draws), r.Space, size, r.Seed, r.Judge)
	fmt.Fprintf(&b, "%s of them not refuted and solved, %s nodes; %.1f s, %.1f s of CPU, %s positions/s of CPU\n",
		cli.Number(r.Solved), cli.Number(uint64(r.Nodes)), t.elapsed, t.cpu, cli.Number(uint64(float64(r.Solved)/max(t.cpu, 1e-9))))
	if r.Solved == 0 {
		b.WriteString("\nno draw was left to solve, so there is nothing to estimate\n")
		return b.Bytes()
	}
	percent := fmt.Sprintf("%g %%", 100*r.Options.Level())
	proven := r.Classes.Total().InCount() > 0
	fmt.Fprintf(&b, "\n  %-14s %8s  %8s  %-19s", "side to move", "draws", "share", percent+" interval")
	if proven {
		fmt.Fprintf(&b, "  %-19s", "of legal, bounds")
	}
	b.WriteString("  positions\n")
	for _, row := range r.Rows() {
		fmt.Fprintf(&b, "  %-14s %8s  %7.3f%%  %7.3f%% to %6.3f%%", row.Class, cli.Number(row.Draws), 100*row.Low.Value, 100*row.Low.Lo, 100*row.High.Hi)
		if proven {
			fmt.Fprintf(&b, "  %7.3f%% to %6.3f%%", 100*row.Legal[0], 100*row.Legal[1])
		}
		fmt.Fprintf(&b, "  %.3g", row.Positions.Value)
		if row.High.Value > row.Low.Value {
			fmt.Fprintf(&b, "  (%.3f%% with all undecided)", 100*row.High.Value)
		}
		b.WriteByte('\n')
	}
	b.WriteString("\nShares are of the positions that are not refuted. The interval allows for chance and for\nwhat the solver has left undecided.\n")
	b.WriteString(publishedText(r))
	fmt.Fprintf(&b, "\nprogram: %s\n", cli.Version())
	return b.Bytes()
}

// publishedText returns a table of the published shares with their differences from ours.
func publishedText(r *mates.Report) string {
	var b strings.Builder
	b.WriteString("\n  published by ChessCounter       z    twice that       z\n")
	for _, c := range r.Compare(mates.Published) {
		fmt.Fprintf(&b, "  %-14s %6.1f%%  %+9.2f  %9.1f%%  %+7.2f", c.Claim.Class, 100*c.Claim.Share, c.Z, 100*c.Claim.Twice().Share, c.ZTwice)
		if !c.Decided {
			b.WriteString("  (undecided positions left out)")
		}
		b.WriteByte('\n')
	}
	b.WriteString("\nThe published shares are numbers of mates divided by 8.7e45, " +
		"which counts the side to move\ntwice. z is the difference in standard errors, ours less theirs.\n")
	return b.String()
}

// mateShares returns the figure of the shares of mates, without the positions that are none.
func mateShares(r *mates.Report) (*plots.Figure, error) {
	var dots []plots.Dot
	for _, row := range r.Rows() {
		if row.Class == "none of these" || row.Class == "in check" {
			continue
		}
		dots = append(dots, plots.Dot{Label: row.Class, Value: 100 * row.Low.Value, Lo: 100 * max(row.Low.Lo, 0), Hi: 100 * row.High.Hi,
			Note: fmt.Sprintf("%.2f %%", 100*row.Low.Value)})
	}
	return plots.DotPlot(dots, plots.DotOptions{XLabel: "share of the positions not refuted, %", Options: plots.Options{Title: "The side to move",
		Source: fmt.Sprintf("chesscensus, space %s, n = %d, seed %d, %s, %g %% intervals", r.Space, r.Draws, r.Seed, r.Judge,
			100*r.Options.Level())}})
}
