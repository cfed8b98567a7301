package estimating

import (
	"bytes"
	"fmt"
	"math"
	"sort"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/plots"
	"chesscensus/stats"
	"chesscensus/survey"
)

// timing is the time of a run in seconds.
type timing struct{ elapsed, cpu float64 }

// reportRecord returns the JSON form of a report, with its tables as counts by label.
func reportRecord(r *survey.Report, t timing) any {
	return struct {
		Version string `json:"chesscensus"`
		*survey.Report
		Size        string            `json:"size"`
		Interrupted bool              `json:"interrupted"`
		Verdicts    map[string]uint64 `json:"verdicts"`
		Prefilter   map[string]uint64 `json:"prefilter"`
		Trace       []stats.Point     `json:"trace"`
		Elapsed     float64           `json:"elapsed_seconds"`
		CPU         float64           `json:"cpu_seconds"`
	}{cli.Version(), r, r.Size.String(), r.Interrupted(), countsByCategory(r.Verdicts), countsByCategory(r.Prefilter), r.Trace.Points, t.elapsed, t.cpu}
}

// countsByCategory returns the draws of every category, also those without draws.
func countsByCategory(t *stats.Table) map[string]uint64 {
	m := map[string]uint64{}
	for _, row := range t.Rows() {
		m[row.Category] = row.Draws
	}
	return m
}

// reportText returns a report as text for a terminal.
func reportText(r *survey.Report, t timing) []byte {
	var b bytes.Buffer
	size, _ := r.Size.Float64()
	fmt.Fprintf(&b, "%s draws from %s (N = %.6g), seed %d, effort %v (engine %d)\n%.1f s, %.1f s of CPU, %s draws/s of CPU\n",
		cli.Number(r.Draws), r.Space, size, r.Seed, r.Effort, legality.Version, t.elapsed, t.cpu, cli.Number(uint64(float64(r.Draws)/max(t.cpu, 1e-9))))
	if r.Draws == 0 {
		b.WriteString("\nno draws were completed, so there is nothing to estimate\n")
		return b.Bytes()
	}
	b.WriteString("\n  draws          share   verdict\n")
	rows := r.Verdicts.Rows()
	sort.SliceStable(rows, func(i, k int) bool { return rows[i].Draws > rows[k].Draws })
	for _, row := range rows {
		if row.Draws > 0 {
			fmt.Fprintf(&b, "  %-14s%6.3f%%  %s\n", cli.Number(row.Draws), 100*row.Share, verdictText(row.Category))
		}
	}
	b.WriteString(menText(r))
	fmt.Fprintf(&b, "\n%s\npublished:       %.6g +- %.2g (ChessPositionRanking, 2 million draws, 95 %%)\nprogram:         %s\n",
		r.Conclusion(), plots.Published.Value, plots.Published.HalfWidth, cli.Version())
	return b.Bytes()
}

// verdictText returns the meaning of a label of the verdict table.
func verdictText(label string) string {
	switch label {
	case survey.LegalLabel:
		return "Legal: proven by a game"
	case survey.UnknownLabel:
		return "Unknown: not refuted at this effort"
	case survey.GaveUpLabel:
		return "Unknown: a stage ran out of its budget"
	}
	if r, err := verdict.ParseReason(label); err == nil {
		return "Illegal: " + r.Text()
	}
	return label
}

// menText returns a histogram by number of men in characters: the estimate if
// every undecided draw is legal (-), and the part of it that is proven (#).
func menText(r *survey.Report) string {
	bins := r.Men.Estimate(r.Size, r.Trace.Options)
	largest := 0.0
	for _, bin := range bins {
		largest = max(largest, bin.Result.High.Value)
	}
	if largest == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n  men   at most      positions")
	if r.Tally.InCount() > 0 {
		b.WriteString(" (# proven legal)")
	}
	b.WriteString("\n")
	const width = 50
	for _, bin := range bins {
		if bin.Result.High.Value == 0 {
			continue
		}
		low, high := int(math.Round(width*bin.Result.Low.Value/largest)), int(math.Round(width*bin.Result.High.Value/largest))
		fmt.Fprintf(&b, "  %3d   %-9.3g  %s%s\n", bin.Key, bin.Result.High.Value, strings.Repeat("#", low), strings.Repeat("-", high-low))
	}
	return b.String()
}
