package paper

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"chesscensus/internal/digits"
	"chesscensus/legality/verdict"
	"chesscensus/paper/numbers"
	"chesscensus/plots"
	"chesscensus/survey/mates"
	"chesscensus/survey/report"
)

// Measurements that no record of a survey holds, with their origin. The commands that make the two files are
//
//	go test ./paper -run TestWriteSolving -write-solving 20000
//	bin/chesscensus estimate --mates 3 -n 150000 --seed 17 --json > paper/mates.json
var (
	//go:embed solving.tsv
	solvingText string
	//go:embed mates.json
	matesText string
)

// A foreignResult is a result of the program of another project, measured on the same kind of machine or published by its authors.
type foreignResult struct {
	what   string // the label of its mark in the figure
	value  float64
	source string
}

// Results of texelutil: seconds for a game, and nodes of the search for a kernel.
var (
	peerSeconds = []foreignResult{
		{"texelutil, first pass: 48 of 66 games, mean 5 s", 5, "docs/BENCHMARKS.md: the first 100 published candidates, measured on the same kind of machine"},
		{"texelutil, all passes: 66 games, mean 9.7 s", 9.7, "the same: ten passes, 642 s for 66 games"},
	}
	peerNodes = []foreignResult{
		{"texelutil: half take fewer nodes than 5 500", 5500, "docs/BENCHMARKS.md: 1156 searches for 923 published candidates, 273 million nodes"},
		{"nine in ten fewer than 93 000", 93_000, "the same"},
		{"99 in a hundred fewer than 5 million", 5e6, "the same"},
	}
)

// measurements holds the stored measurements.
type measurements struct {
	origin    []string      // the command that made the rows, and what it measured where and when
	rows      []measurement // one for each draw that passes the static rules
	mates     *mates.Report
	program   string                        // the version of the program that made the report of mates
	milli     map[verdict.Outcome][]float64 // processor times in milliseconds by verdict, ascending
	states    []float64                     // states of the searches for kernels, ascending
	kernelSum time.Duration                 // time of all searches for kernels
}

// storedMeasurements returns the measurements that are embedded in the program.
var storedMeasurements = sync.OnceValues(func() (*measurements, error) {
	var m measurements
	var err error
	if m.origin, m.rows, err = readMeasurements(strings.NewReader(solvingText)); err != nil {
		return nil, err
	}
	if m.mates, err = mates.Read(strings.NewReader(matesText)); err != nil {
		return nil, err
	}
	var by struct {
		Program string `json:"chesscensus"`
	}
	if err = json.Unmarshal([]byte(matesText), &by); err != nil {
		return nil, err
	}
	m.program = by.Program
	m.summarize()
	return &m, nil
})

// summarize sets milli, states and kernelSum from the rows. A search without a state, as nothing was left to look for, counts as one state: the axis is
// logarithmic.
func (m *measurements) summarize() {
	m.milli = map[verdict.Outcome][]float64{}
	for _, r := range m.rows {
		m.milli[r.Outcome] = append(m.milli[r.Outcome], float64(r.All.Microseconds())/1000)
		m.states = append(m.states, float64(max(1, r.States)))
		m.kernelSum += r.Kernel
	}
	for _, list := range m.milli {
		slices.Sort(list)
	}
	slices.Sort(m.states)
}

// figures returns the figures of the measurements. The share of checkmates is taken from the report of e, if that has counted them.
func (m *measurements) figures(e *numbers.Edition) []figure {
	return []figure{m.solvingTimes(), m.kernelStates(), m.mateShares(e)}
}

// source returns the origin of the measurements for captions.
func (m *measurements) source() string {
	return fmt.Sprintf("(Record: none; %s; program: %s.)", strings.Join(m.origin[1:], "; "), m.origin[0])
}

// solvingTimes returns the figure with the share of the candidates without a verdict after some processor time.
func (m *measurements) solvingTimes() figure {
	f := figure{Name: "solving-times", Title: "From the position to its verdict", Head: []string{"program", "case", "cpu_seconds", "source"}}
	var curves []plots.Curve
	for _, c := range []struct {
		outcome verdict.Outcome
		label   string
	}{{verdict.Legal, "legal: a game, replayed twice"}, {verdict.Illegal, "illegal: a theorem"}} {
		list := m.milli[c.outcome]
		seconds := make([]float64, len(list))
		for i, ms := range list {
			seconds[i] = ms / 1000
			f.Rows = append(f.Rows, []string{"chesscensus", c.outcome.String(), number(ms / 1000), m.origin[0]})
		}
		curves = append(curves, plots.Curve{Label: c.label, Values: seconds})
	}
	marks := f.marks("texelutil", peerSeconds)
	legal := m.milli[verdict.Legal]
	f.Caption = fmt.Sprintf("Share of the uniform draws that pass the static rules and have no verdict yet after so much processor time: %s legal ones, "+
		"each until two programs have replayed its game, and %s illegal ones. Both axes are logarithmic. Half of the legal ones take "+
		"less than %s ms, the slowest %s ms. Dashed: what is known of texelutil, on the same kind of machine. %s",
		digits.Group(uint64(len(legal))), digits.Group(uint64(len(m.milli[verdict.Illegal]))), significant(median(legal)),
		significant(legal[len(legal)-1]), m.source())
	f.Draw = func(form layout) (picture, error) {
		return plots.Survival(curves, plots.SurvivalOptions{Options: tallOptions(form, f.Title), Log: true, XLabel: "processor time (s)",
			YLabel: "without a verdict (%)", Marks: marks})
	}
	return f
}

// kernelStates returns the figure with the share of the candidates whose search for a kernel takes more than some number of states.
func (m *measurements) kernelStates() figure {
	f := figure{Name: "kernel-states", Title: "States of the search for a proof kernel", Head: []string{"program", "case", "states", "source"}}
	for _, n := range m.states {
		f.Rows = append(f.Rows, []string{"chesscensus", "search", number(n), m.origin[0]})
	}
	marks := f.marks("texelutil", peerNodes)
	f.Caption = fmt.Sprintf("Share of the uniform draws that pass the static rules for which the search for a proof kernel looks at more "+
		"states than so many, proof or refutation: half take fewer than %s, 99 in a hundred fewer than %s. A state is a file, a boundary "+
		"word and what has been spent; the mean search takes %s microseconds. Dashed: nodes of texelutil's search over lists of "+
		"captures. %s",
		digits.Group(uint64(median(m.states))), digits.Group(uint64(m.states[len(m.states)*99/100])),
		significant(float64(m.kernelSum.Microseconds())/float64(len(m.rows))), m.source())
	f.Draw = func(form layout) (picture, error) {
		return plots.Survival([]plots.Curve{{Label: "files one by one", Values: m.states}},
			plots.SurvivalOptions{Options: tallOptions(form, f.Title), Log: true, XLabel: "states (nodes)", YLabel: "that take more (%)", Marks: marks})
	}
	return f
}

// mateShares returns the figure with the shares of mates among the positions: those of this work, the published ones, and twice the published ones.
// The caption gives the reason for the doubling.
func (m *measurements) mateShares(e *numbers.Edition) figure {
	f := figure{Name: "mates", Title: "Mates among the legal positions", Head: []string{"side_to_move", "whose", "share_percent", "lo", "hi"}}
	var dots []plots.Dot
	add := func(class, whose string, share, lo, hi float64) {
		f.Rows = append(f.Rows, []string{class, whose, number(share), number(lo), number(hi)})
		note := digits.Significant(share, 2)
		if hi > lo { // a published share has no interval
			note = digits.Round(share, (hi-lo)/2)
		}
		dots = append(dots, plots.Dot{Label: class, Value: share, Lo: lo, Hi: hi, Kind: whose, Note: note.Figure() + " %"})
	}
	const thisWork = "legal positions, this work"
	recordSource := "" // about the class that the record has counted
	for _, c := range m.mates.Compare(mates.Published) {
		class := c.Claim.Class
		low, high := 100*c.Row.Low.Lo, 100*c.Row.High.Hi
		share := 100 * c.Row.Low.Value
		if item := recorded(e, class); item != nil {
			total := e.Report.Estimate.Low.Value
			share, low, high = 100*item.Low.Value/total, 100*item.Low.Lo/total, 100*item.Low.Hi/total
			recordSource = fmt.Sprintf(" Positions that are mated are those of the survey. %s", origin(e))
		}
		add(class, thisWork, share, low, high)
		add(class, "ChessCounter, as published", 100*c.Claim.Share, 0, 0)
		add(class, "ChessCounter, twice that", 100*c.Claim.Twice().Share, 0, 0)
	}
	f.Caption = fmt.Sprintf("Share (per cent) of the positions in which the side to move is mated, or has a mate in one, two or three "+
		"moves and none in fewer, with 95 %% intervals, from %s positions that nothing refutes, all solved. ChessCounter divides mates "+
		"counted once by positions counted twice, so its shares double. (Record: none, %s, %s draws, seed %d, program %s.)%s",
		digits.Group(m.mates.Solved), m.mates.Space, digits.Group(m.mates.Draws), m.mates.Seed, m.program, recordSource)
	f.Draw = func(form layout) (picture, error) {
		return plots.DotPlot(dots, plots.DotOptions{Options: form.rowOptions(f.Title), XLabel: "share of the positions (%)"})
	}
	return f
}

// recorded returns the by-product of the record that counts the same as a class of mates, or nil if there is none. Only checkmates, the class
// "mated", are counted in records.
func recorded(e *numbers.Edition, class string) *report.Item {
	if item := e.Report.Item("special", "checkmate"); class == "mated" && item != nil && item.Low.Value > 0 {
		return item
	}
	return nil
}

// marks adds the results of another program to the data of the figure, and returns them as marks for its axis.
func (f *figure) marks(program string, list []foreignResult) (marks []plots.Mark) {
	for _, p := range list {
		f.Rows = append(f.Rows, []string{program, p.what, number(p.value), p.source})
		marks = append(marks, plots.Mark{Value: p.value, Label: p.what})
	}
	return marks
}

// tallOptions returns the options of a form for a chart with a key of several lines.
func tallOptions(form layout, title string) plots.Options {
	o := form.options(title)
	if form.narrow() {
		o.Height *= 1.25
	}
	return o
}

// median returns the median of a sorted list, the upper one of two.
func median(sorted []float64) float64 { return sorted[len(sorted)/2] }

// significant returns a number with two significant digits.
func significant(x float64) string { return digits.Significant(x, 2).Unicode() }

// values returns the numbers of the measurements with their names. "measured.checkmates" is the share of the record if it has counted them, and
// "measured.mated" that of the measurement.
func (m *measurements) values(e *numbers.Edition) []numbers.Value {
	plain := func(name, text string) numbers.Value {
		return numbers.Value{Name: "measured." + name, Text: text}
	}
	legal := m.milli[verdict.Legal]
	sum := 0.0
	for _, ms := range legal {
		sum += ms
	}
	list := []numbers.Value{
		plain("origin", m.origin[1]),
		plain("mates-origin", fmt.Sprintf("%s draws of %s, seed %d", digits.Group(m.mates.Draws), m.mates.Space, m.mates.Seed)),
		plain("candidates", digits.Group(uint64(len(m.rows)))),
		plain("legal", digits.Group(uint64(len(legal)))),
		plain("mean", significant(sum/float64(len(legal)))+" ms"),
		plain("median", significant(median(legal))+" ms"),
		plain("worst", significant(legal[len(legal)-1])+" ms"),
		plain("states", digits.Group(uint64(median(m.states)))),
		plain("kernel", significant(float64(m.kernelSum.Microseconds())/float64(len(m.rows)))+" microseconds"),
	}
	for _, row := range m.mates.Rows() {
		if item := recorded(e, row.Class); item != nil {
			list = append(list, plain("checkmates", share(item.Low.Value/e.Report.Estimate.Low.Value)))
		} else if row.Class == "mated" {
			list = append(list, plain("checkmates", share(row.Low.Value)))
		}
		if row.Low.Hits > 0 {
			list = append(list, plain(strings.ReplaceAll(row.Class, " ", "-"), digits.Round(100*row.Low.Value, 100*row.Low.HalfWidth()).Unicode()+" %"))
		}
	}
	return list
}
