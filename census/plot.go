package census

import (
	"chesscensus/census/internal/figures"
	"chesscensus/plots"
)

// Plot draws what a value says in one figure: a [Report] (of [Survey]), a comparison, or an [Estimated]. Names choose among the figures
// that it has, several make panels: "verdicts", "men", "convergence" of a survey; "totals", "men", "captures by White", "promotions" of a
// comparison; "verdicts", "convergence", "precision", "shards", "quantiles", "diagnostics" (these four) and its groups, such as "men", of
// an Estimated. A wrong name is an error that lists them. The figure shows itself, its Plot may be adapted, and Save writes it as PNG, SVG
// and PDF.
func Plot[V *Report | *Compared | *Estimated](v V, names ...string) (*plots.Figure, error) {
	switch v := any(v).(type) {
	case *Report:
		if v != nil && v.Size != nil {
			return figures.Survey(v, names...)
		}
	case *Compared:
		if v != nil {
			return figures.Compared(v, names...)
		}
	case *Estimated:
		if v != nil && v.Report != nil {
			return figures.Estimated(v.Report, v.Trace, names...)
		}
	}
	return nil, plots.ErrNoData
}
