package census

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"chesscensus/census/internal/figures"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/report"
)

// Record reads the estimate that a planned survey has stored in a folder, such as "../records/second". It judges no positions.
func Record(dir string) (*Estimated, error) {
	reader, err := report.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("census: %w", err)
	}
	rep, trace, problems, err := reader.ReportAndTrace(context.Background())
	for _, p := range problems {
		err = errors.Join(err, p.Err)
	}
	if err != nil {
		return nil, fmt.Errorf("census: %w", err)
	}
	return newEstimated(rep, trace, Plan{Space: rep.Space, Seed: rep.Seed}), nil
}

// Phases returns a table of how many draws each phase judged. Each judges a share of the draws that the one before leaves undecided. The
// last column is the share of the variance that would vanish if the phase judged all of them.
func (e *Estimated) Phases() *Table {
	t := NewTable("phase", "judged", "refuted", "proven", "left", "of the variance")
	for k, p := range e.Report.Estimate.Phases {
		t.Add(e.Report.Phases[k].Name, p.Judged, p.Out, p.Decided-p.Out, p.Passed, Percent(max(0, p.Share)))
	}
	return t
}

// Verdicts returns a table of the verdicts on uniform draws from the space, in words, with their shares in percent and intervals, the
// largest first.
func (e *Estimated) Verdicts() *Table {
	byShare := func(a, b report.VerdictShare) int { return cmp.Compare(b.Share, a.Share) }
	list := slices.SortedStableFunc(slices.Values(e.Report.Verdicts), byShare)
	t := NewTable("verdict", "share, %")
	for _, v := range list {
		t.Add(v.Text, Interval{Value: 100 * v.Share, Lo: 100 * (v.Share - v.HalfWidth), Hi: 100 * (v.Share + v.HalfWidth)})
	}
	return t
}

// Groups returns the names that [Estimated.By] takes, such as "men" and "special".
func (e *Estimated) Groups() (names []string) {
	for _, g := range e.Report.Groups {
		names = append(names, g.Name)
	}
	return names
}

// By returns a table of the number of legal positions by a property, one of [Estimated.Groups], with the share of all: 0 if no position is
// proven. An unknown name gives an empty table.
func (e *Estimated) By(group string) *Table {
	t := NewTable(group, "legal positions", "share")
	for _, i := range e.Report.Items(group) {
		t.Add(i.Value, i.Low, Percent(e.shareOf(&i)))
	}
	return t
}

// Frame returns the numbers of [Estimated.By] as a data frame with all digits: value, positions (proven), stderr, lo and hi of the range,
// and share of all.
func (e *Estimated) Frame(group string) dataframe.DataFrame {
	var names []string
	columns := make([][]float64, 5)
	for _, i := range e.Report.Items(group) {
		names = append(names, i.Value)
		lo, hi := i.Range()
		for k, x := range []float64{i.Low.Value, i.Low.StdErr, lo, hi, e.shareOf(&i)} {
			columns[k] = append(columns[k], x)
		}
	}
	list := []series.Series{series.New(names, series.String, "value")}
	for k, name := range []string{"positions", "stderr", "lo", "hi", "share"} {
		list = append(list, series.New(columns[k], series.Float, name))
	}
	return dataframe.New(list...)
}

// shareOf returns the share of the proven positions that an item counts, 0 if no position is proven.
func (e *Estimated) shareOf(i *report.Item) float64 {
	if e.Legal.Value == 0 {
		return 0
	}
	return i.Low.Value / e.Legal.Value
}

// Bins returns the number of legal positions by a property that is a number, such as "men" or "pawns", for a histogram.
func (e *Estimated) Bins(group string) []stats.Bin { return figures.Bins(e.Report, group) }

// Strata returns a table of the n strata with the largest shares of the variance.
func (e *Estimated) Strata(n int) *Table {
	byShare := func(a, b design.StratumPart) int { return cmp.Compare(b.Share, a.Share) }
	list := slices.SortedStableFunc(slices.Values(e.Report.Estimate.Strata), byShare)
	t := NewTable("stratum", "draws", "legal positions", "of the variance")
	for _, s := range list[:min(max(n, 0), len(list))] {
		t.Add(s.Name, s.Draws, s.Value, Percent(s.Share))
	}
	return t
}

// Spent returns the progress of the estimate: after each shard the processor time so far in seconds, and the relative half-width reached,
// in percent.
func (e *Estimated) Spent() (seconds, percent []float64) { return report.Spent(e.Trace) }

// ByMen returns the estimate of a survey by number of men on the board, for a histogram; nil for no survey. Undecided draws widen the
// intervals.
func ByMen(r *Report) []stats.Bin {
	if r == nil || r.Size == nil {
		return nil
	}
	return r.Men.Estimate(r.Size, r.Trace.Options)
}
