package paper

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"chesscensus/internal/digits"
	"chesscensus/paper/numbers"
	"chesscensus/plots"
)

// A fact is a published number: an estimate of the number of legal positions, or a bound.
type fact struct {
	Year        int
	Who         string
	Value, Half float64
	// Kind is "estimate", "bound" (from above) or "class" (a bound for a smaller class).
	Kind, Source string
}

//go:embed facts.tsv
var facts string

// knownFacts returns the published facts by year, from facts.tsv, whose lines a test checks.
func knownFacts() (list []fact) {
	for line := range strings.Lines(facts) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 6 || strings.HasPrefix(line, "#") {
			continue
		}
		year, _ := strconv.Atoi(f[0])
		value, _ := strconv.ParseFloat(f[2], 64)
		half, _ := strconv.ParseFloat(f[3], 64)
		list = append(list, fact{year, f[1], value, half, f[4], f[5]})
	}
	return list
}

// kinds maps the kinds of facts to words.
var kinds = map[string]string{"estimate": "estimate", "bound": "upper bound", "class": "bound, no promotion"}

// ours returns the facts that this project adds: the size of the cover as a bound, and the estimate.
func ours(e *numbers.Edition, cover numbers.Size) []fact {
	low := &e.Report.Estimate.Low
	return []fact{{2026, "chesscensus", cover.Elements(), 0, "bound", "exact size of the set " + cover.Name + " (docs/SPACES.md)"},
		{2026, "chesscensus", low.Value, low.HalfWidth(), "estimate", origin(e)}}
}

// history draws the published facts from 1950 on, and ours.
func history(e *numbers.Edition) figure {
	list := knownFacts()
	for _, s := range numbers.Sizes() {
		if s.Name == "cover" {
			list = append(list, ours(e, s)...)
		}
	}
	f := figure{Name: "history", Title: "What was thought of the number of legal positions, 1950 to 2026",
		Head: []string{"year", "who", "value", "half_width", "kind", "source"}}
	var dots []plots.Dot
	for _, x := range list {
		f.Rows = append(f.Rows, []string{whole(x.Year), x.Who, number(x.Value), number(x.Half), x.Kind, x.Source})
		dots = append(dots, plots.Dot{Label: fmt.Sprintf("%d  %s", x.Year, x.Who), Value: x.Value, Lo: x.Value - x.Half, Hi: x.Value + x.Half,
			Note: digits.Round(x.Value, x.Half).Figure(), Kind: kinds[x.Kind]})
		if x.Half == 0 {
			dots[len(dots)-1].Note = digits.Significant(x.Value, 2).Figure()
			dots[len(dots)-1].Lo, dots[len(dots)-1].Hi = 0, 0
		}
	}
	f.Caption = "Estimates of the number of legal chess positions and upper bounds, with 95 % intervals where they were given. Bounds of " +
		"Steinerberger and Gourion are for diagrams that can be reached without promotion, a smaller class. Sources stand in the data. " +
		origin(e)
	f.Draw = func(form layout) (picture, error) {
		return plots.DotPlot(dots, plots.DotOptions{Options: form.rowOptions(f.Title), Log: true, XLabel: "positions"})
	}
	return f
}
