package estimating

import (
	"fmt"

	"chesscensus/plots"
	"chesscensus/survey/estimate"
	"chesscensus/survey/report"
)

// savePhaseFigures writes the three figures of an estimate by phases.
func savePhaseFigures(result *estimate.Result, dir string) (files []string, err error) {
	rep := result.Report
	source := plots.Options{Source: fmt.Sprintf("chesscensus, %s, %d draws, seed %d, %g %% intervals", rep.Space, rep.Draws, rep.Seed, 100*rep.Estimate.Low.Confidence)}
	return saveAll(dir, []namedFigure{
		{"piece-histogram", func() (*plots.Figure, error) {
			return plots.PieceHistogram(rep.Bins("men"), plots.HistogramOptions{Options: source})
		}},
		{"verdicts", func() (*plots.Figure, error) {
			return plots.DotPlot(verdictDots(rep), plots.DotOptions{Options: source, Log: true, XLabel: "share of uniform draws, %"})
		}},
		{"precision", func() (*plots.Figure, error) {
			s := plots.Spending{Label: "reached", Measured: true}
			s.Spent, s.Percent = report.Spent(result.Trace)
			return plots.Precision([]plots.Spending{s}, plots.PrecisionOptions{Options: source, XLabel: "CPU-seconds"})
		}},
	})
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
