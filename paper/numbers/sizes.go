package numbers

import (
	_ "embed"
	"strconv"
	"strings"

	"chesscensus/internal/digits"
	"chesscensus/survey/report"
)

// A Size is the exact size of a set that positions were drawn from or counted in.
type Size struct {
	// Name is the name of the space for chesscensus size --space; Size has its decimal digits.
	Name, Size string
	// About describes the set; Sound says that it is proven to hold every legal position.
	About string
	Sound bool
}

// Elements returns the size as a floating-point number.
func (s Size) Elements() float64 {
	n, _ := strconv.ParseFloat(s.Size, 64) // a test reads all sizes
	return n
}

// The file of sizes has the sets of docs/SPACES.md; quotations are texts of other authors, of pages of this project, and figures of
// stored results that never change, with their sources.
//
//go:embed sizes.tsv
var sizes string

//go:embed quoted.tsv
var quotations string

// rows returns the fields of the lines of a table, divided by tabs. The first line begins with # and has the names.
func rows(table string) (list [][]string) {
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		list = append(list, strings.Split(line, "\t"))
	}
	return list[1:]
}

// Sizes returns the sets of docs/SPACES.md, the largest first. They are stored, as making the tables of one of them takes half
// a minute; a test compares each with what its package computes.
func Sizes() (list []Size) {
	for _, f := range rows(sizes) {
		list = append(list, Size{f[0], f[1], f[3], f[2] == "all"})
	}
	return list
}

// constants returns the published estimate, sizes that are known exactly, their ratios to the headline, and the quotations.
func (r *Record) constants() table {
	t := table{"published.proven": report.Published, "published.half-width": percent(report.Published.Relative(), 2)}
	for _, s := range Sizes() {
		t["size."+s.Name], t["size."+s.Name+".short"] = s.Size, digits.Significant(s.Elements(), 5)
		t["times-legal."+s.Name] = digits.Significant(s.Elements()/r.Headline().Report.Estimate.Low.Value, 2)
	}
	for _, f := range rows(quotations) {
		t[f[0]] = f[1]
	}
	return t
}
