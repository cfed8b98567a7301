package estimating

import (
	"fmt"
	"strconv"

	"chesscensus/plots"
	"chesscensus/stats"
	"chesscensus/survey/estimate"
	"chesscensus/survey/report"
)

// savePhaseFigures writes the three figures of an estimate by phases.
func savePhaseFigures(result *estimate.Result, dir string) (files []string, err error) {
	rep := result.Report
	source := plots.Options{Source: fmt.Sprintf("chesscensus, %s, %d draws, seed %d, %g %% intervals", rep.Space, rep.Draws, rep.Seed, 100*rep.Estimate.Low.Confidence)}
	return saveAll(dir, []namedFigure{
		{"piece-histogram", func() (*plots.Figure, error) {
			return plots.PieceHistogram(menBins(rep), plots.HistogramOptions{Options: source})
		}},
		{"verdicts", func() (*plots.Figure, error) {
			return plots.DotPlot(verdictDots(rep), plots.DotOptions{Options: source, Log: true, XLabel: "share of uniform draws, %"})
		}},
		{"precision", func() (*plots.Figure, error) {
			return plots.Precision(spendings(result), plots.PrecisionOptions{Options: source, XLabel: "CPU-seconds"})
		}},
	})
}

// menBins are the by-products by number of men as bins of a histogram.
func menBins(rep *report.Report) (bins []stats.Bin) {
	for _, item := range menItems(rep) {
		if n, err := strconv.Atoi(item.Value); err == nil {
			lo, hi := item.Range()
			bins = append(bins, stats.Bin{Key: n, Result: stats.Result{Low: item.Low, High: item.High, Lo: lo, Hi: hi}})
		}
	}
	return bins
}

// verdictDots are the shares of uniform draws by verdict, in words.
func verdictDots(rep *report.Report) (dots []plots.Dot) {
	for _, v := range rep.Verdicts {
		if v.Share > 0 {
			dots = append(dots, plots.Dot{Label: v.Text, Value: 100 * v.Share, Lo: 100 * max(v.Share-v.HalfWidth, v.Share/10), Hi: 100 * (v.Share + v.HalfWidth),
				Note: fmt.Sprintf("%.3g %%", 100*v.Share)})
		}
	}
	return dots
}

// spendings is the way to the result: the half-width reached against the processor time of the shards.
func spendings(result *estimate.Result) []plots.Spending {
	s := plots.Spending{Label: "reached", Measured: true}
	for _, p := range result.Trace {
		if p.Relative > 0 {
			s.Spent, s.Percent = append(s.Spent, p.CPU), append(s.Percent, 100*p.Relative)
		}
	}
	return []plots.Spending{s}
}
