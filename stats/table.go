package stats

import (
	"math"
	"slices"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

// Table counts draws by named category, such as the reason of a verdict. Every draw is in exactly one category. The
// declared categories come first, in their order and even without draws; other ones follow in alphabetical order.
//
// The zero value is an empty table with no declared category. Like a [Tally] it
// is not for concurrent use and merges exactly. It takes 4 kB for each category.
type Table struct {
	declared []string
	tallies  map[string]*Tally // every draw of a category is In
	draws    uint64
}

// Row is one category of a [Table].
type Row struct {
	// Category is its name.
	Category string
	// Draws in this category, exactly.
	Draws uint64
	// Share of all draws in this category, in [0,1], and its standard error sqrt(p(1-p)/(n-1)), the binomial one
	// with unbiased variance. Both are 0 for an empty table, and ShareStdErr is 0 for a single draw.
	Share, ShareStdErr float64
	// Mean is the sum of weight/mult of this category divided by all draws:
	// times N, it estimates how many objects of the space are in the category.
	Mean float64
	// MeanStdErr is the standard error of Mean, 0 for less than two draws.
	MeanStdErr float64
	// WeightedShare is Mean divided by the sum of Mean over all categories: the
	// estimated share of the objects in this category, in [0,1].
	WeightedShare float64
}

// NewTable returns an empty table with the given categories, in this order. It panics if a category is given twice.
func NewTable(categories ...string) *Table {
	t := &Table{declared: slices.Clone(categories)}
	seen := make(map[string]bool)
	for _, c := range categories {
		if seen[c] {
			panic("stats: category declared twice")
		}
		seen[c] = true
	}
	return t
}

// Add counts one draw of a category. It panics if mult is 0.
func (t *Table) Add(category string, weight, mult uint64) { t.AddCount(category, weight, mult, 1) }

// AddCount counts draws of one kind, as count calls of Add would. It panics if
// mult is 0 or the table would exceed 2^63-1 draws.
func (t *Table) AddCount(category string, weight, mult, count uint64) {
	if count > maxDraws-t.draws {
		panic("stats: more than 2^63-1 draws")
	}
	c := t.tallies[category]
	if c == nil {
		c = new(Tally)
		if t.tallies == nil {
			t.tallies = make(map[string]*Tally)
		}
		t.tallies[category] = c
	}
	c.AddCount(In, weight, mult, count)
	t.draws += count
}

// Merge adds all counts of other to t, exactly. Tables that were declared alike merge to the same table in any
// order. A table without declared categories takes over those of other.
func (t *Table) Merge(other *Table) {
	if len(t.declared) == 0 {
		t.declared = slices.Clone(other.declared)
	}
	for name, o := range other.tallies {
		for c := range o.All() {
			t.AddCount(name, c.Weight, c.Mult, c.Count)
		}
	}
}

// Draws returns the number of draws counted, in all categories.
func (t *Table) Draws() uint64 { return t.draws }

// Count returns the number of draws in one category, 0 if it is unknown.
func (t *Table) Count(category string) uint64 {
	if c := t.tallies[category]; c != nil {
		return c.Draws()
	}
	return 0
}

// Categories returns the declared categories, in order, then the others that have draws, alphabetically.
func (t *Table) Categories() []string {
	names := slices.Clone(t.declared)
	for name, c := range t.tallies {
		if c.Draws() > 0 && !slices.Contains(t.declared, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names[len(t.declared):])
	return names
}

// cells returns the cells of a category, none if it is unknown.
func (t *Table) cells(category string) []Cell {
	if c := t.tallies[category]; c != nil {
		return c.cells()
	}
	return nil
}

// Rows returns one row for each of [Table.Categories], in that order. No number in it is NaN.
func (t *Table) Rows() []Row {
	names := t.Categories()
	rows := make([]Row, len(names))
	n, total := float64(t.draws), newFloat()
	moments := make([]moments, len(names))
	for i, name := range names {
		moments[i] = momentsOf(max(t.draws, 1), t.cells(name), false)
		total.Add(total, moments[i].sum)
	}
	for i, name := range names {
		r := Row{Category: name, Draws: moments[i].hits}
		r.Mean, _ = moments[i].mean().Float64()
		if n > 0 {
			r.Share = float64(r.Draws) / n
		}
		if n > 1 {
			spread, _ := moments[i].variance().Float64()
			r.MeanStdErr = math.Sqrt(spread / n)
			r.ShareStdErr = math.Sqrt(r.Share * (1 - r.Share) / (n - 1))
		}
		if total.Sign() > 0 {
			r.WeightedShare, _ = newFloat().Quo(moments[i].sum, total).Float64()
		}
		rows[i] = r
	}
	return rows
}

// Frame returns the rows as a data frame with the columns category, draws, share, share_se, mean, weighted_share
// (see [Row]), in the order of [Table.Categories]. Counts are exact: a column of counts above the largest int is a
// column of text. Write the frame with [WriteCSV], since gota's writer keeps only six decimals.
func (t *Table) Frame() dataframe.DataFrame {
	var names []string
	var draws []uint64
	var columns [4][]float64
	for _, r := range t.Rows() {
		names, draws = append(names, r.Category), append(draws, r.Draws)
		for i, v := range [4]float64{r.Share, r.ShareStdErr, r.Mean, r.WeightedShare} {
			columns[i] = append(columns[i], v)
		}
	}
	return dataframe.New(
		series.New(names, series.String, "category"),
		countSeries(draws, "draws"),
		series.New(columns[0], series.Float, "share"),
		series.New(columns[1], series.Float, "share_se"),
		series.New(columns[2], series.Float, "mean"),
		series.New(columns[3], series.Float, "weighted_share"))
}
