package paper

import (
	"fmt"
	"math"

	"chesscensus/paper/numbers"
	"chesscensus/plots"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// convergence draws the estimate shard by shard.
func convergence(e *numbers.Edition) figure {
	f := figure{Name: "convergence", Title: "The estimate, shard by shard", Head: []string{"shards", "draws", "cpu_seconds", "estimate", "relative_half_width"}}
	trace := stats.Trace{}
	confidence := e.Report.Estimate.Low.Confidence
	for _, p := range e.Trace {
		half := p.Value * p.Relative
		low := stats.Estimate{Value: p.Value, Lo: p.Value - half, Hi: p.Value + half,
			StdErr: half / stats.Options{Confidence: confidence}.Quantile(), Confidence: confidence, Draws: p.Draws, Hits: 1}
		trace.Points = append(trace.Points, stats.Point{Draws: p.Draws, Result: stats.Result{Low: low, High: low, Lo: low.Lo, Hi: low.Hi, InCount: 1}})
		f.Rows = append(f.Rows, []string{whole(p.Shards), whole(p.Draws), number(p.CPU), number(p.Value), number(p.Relative)})
	}
	f.Caption = "The number of positions proven legal after each shard, with 95 % intervals. Intervals are those of each point by itself. " + origin(e)
	f.Draw = func(form layout) (picture, error) {
		return plots.Convergence(&trace, plots.Reference{}, plots.ConvergenceOptions{Options: form.options(f.Title), From: 1})
	}
	return f
}

// precision draws half-widths against processor time: those that the editions reached, those that their plans predicted, and those that
// simple draws would reach.
func precision(record *numbers.Record) figure {
	f := figure{Name: "precision", Title: "Half-width against processor time", Head: []string{"edition", "what", "cpu_hours", "relative_half_width_percent"}}
	var list []plots.Spending
	headline := record.Headline()
	caption := fmt.Sprintf("Relative half-width of the 95 %% interval against processor time, shard by shard: what the editions have "+
		"reached, what the plan of the %s edition predicted, and what uniform draws of its set would reach that are all judged to the "+
		"end. The data have the lines of the other editions.", headline.Name)
	add := func(e *numbers.Edition, what string, s plots.Spending) {
		for i := range s.Spent {
			f.Rows = append(f.Rows, []string{e.Name, what, number(s.Spent[i]), number(s.Percent[i])})
		}
		if s.Measured || e == headline { // more lines could not be told apart
			list = append(list, s)
		}
	}
	for _, e := range record.Editions {
		r := e.Report
		reached := plots.Spending{Label: e.Name + " edition, reached", Measured: true}
		for _, p := range e.Trace {
			reached.Spent, reached.Percent = append(reached.Spent, p.CPU/3600), append(reached.Percent, 100*p.Relative)
		}
		add(e, "reached", reached)
		hours := e.CPU() / 3600
		// line is a line of slope -1/2 that reaches the relative half-width atEnd after total hours.
		line := func(label string, atEnd, total float64) plots.Spending {
			s := plots.Spending{Label: label}
			for _, x := range []float64{hours / float64(max(1, len(e.Trace))), hours, total} {
				s.Spent, s.Percent = append(s.Spent, x), append(s.Percent, 100*atEnd*math.Sqrt(total/x))
			}
			return s
		}
		if r.Plan.CPUSeconds > 0 && r.Plan.Relative > 0 {
			add(e, "predicted", line(e.Name+" edition, predicted", r.Plan.Relative, r.Plan.CPUSeconds/3600))
		}
		if r.Gain > 0 {
			add(e, "simple draws", line(fmt.Sprintf("simple draws of %s", r.Space), r.Estimate.Low.Relative()*math.Sqrt(r.Gain), hours))
		}
		caption += " " + origin(e)
	}
	f.Caption = caption + " The published interval is that of Tromp and Österlund."
	level := plots.Mark{Value: 100 * report.Published.Relative(), Label: fmt.Sprintf("published: %.2f %%", 100*report.Published.Relative())}
	f.Draw = func(form layout) (picture, error) {
		return plots.Precision(list, plots.PrecisionOptions{Options: form.rowOptions(f.Title), Levels: []plots.Mark{level}})
	}
	return f
}
