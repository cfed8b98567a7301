package numbers

import (
	_ "embed"
	"strconv"
	"strings"
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

//go:embed sizes.tsv
var sizes string

// Sizes returns the sets of docs/SPACES.md, the largest first. They are stored, as making the tables of one of them takes half
// a minute; a test compares each with what its package computes.
func Sizes() (list []Size) {
	for line := range strings.Lines(sizes) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 4 && !strings.HasPrefix(line, "#") {
			list = append(list, Size{f[0], f[1], f[3], f[2] == "all"})
		}
	}
	return list
}

//go:embed quoted.tsv
var quotedTexts string

// quotedValues returns texts of other authors, or of pages of this project, under "quoted." and their names. The file names the source of
// each.
func quotedValues() (values []Value) {
	l := &list{prefix: "quoted."}
	for line := range strings.Lines(quotedTexts) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 3 && !strings.HasPrefix(line, "#") {
			l.text(f[0], "%s", f[1])
		}
	}
	return l.values
}
