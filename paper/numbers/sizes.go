package numbers

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
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

// The file of sizes has the sets of docs/SPACES.md; quotations are texts of other authors, or of pages of this project, with their sources.
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
		t["quoted."+f[0]] = f[1]
	}
	return t
}

// rechecks returns the figures of the independent checker, from a file that chesscensus recheck has written: draws, refutations by all stages
// and by those that were checked, and those that were not confirmed. A missing file gives none. The error names the file and the line.
func rechecks(path string) (table, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("numbers: %w", err)
	}
	var draws, refuted, all, confirmed uint64
	for i, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		var numbers struct {
			Draws   uint64
			Refuted map[string]uint64
			Tally   map[string]struct{ All, Confirmed uint64 }
		}
		if err := json.Unmarshal(line, &numbers); err != nil {
			return nil, fmt.Errorf("numbers: %s:%d: want a line of chesscensus recheck: %w", path, i+1, err)
		}
		draws += numbers.Draws
		for _, r := range numbers.Refuted {
			refuted += r
		}
		for _, t := range numbers.Tally {
			all, confirmed = all+t.All, confirmed+t.Confirmed
		}
	}
	t := table{"draws": draws, "refuted": refuted, "checked": all, "confirmed": confirmed, "other": all - confirmed}
	if all > 0 { // rule of three: if none of n is wrong, the share of wrong ones is at most 3/n at 95 % confidence
		t["bound"] = digits.Significant(3/float64(all), 2)
	}
	return t, nil
}
