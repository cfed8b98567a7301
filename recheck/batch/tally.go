package batch

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"chesscensus/recheck"
)

// A Tally counts answers by theorem. The zero value is ready.
type Tally map[string]*Row

// A Row counts the answers on one theorem.
type Row struct {
	All       int           `json:"all"`
	Confirmed int           `json:"confirmed"`
	Limit     int           `json:"limit,omitempty"`      // [recheck.ErrLimit]
	Unable    int           `json:"unable,omitempty"`     // [recheck.ErrUnable]
	Wrong     int           `json:"wrong,omitempty"`      // [recheck.ErrWrong]
	Form      int           `json:"unreadable,omitempty"` // [recheck.ErrForm]
	States    int64         `json:"states"`
	Time      time.Duration `json:"nanoseconds"`
}

// add adds the counts of another row.
func (r *Row) add(o *Row) {
	r.All += o.All
	r.Confirmed += o.Confirmed
	r.Limit += o.Limit
	r.Unable += o.Unable
	r.Wrong += o.Wrong
	r.Form += o.Form
	r.States += o.States
	r.Time += o.Time
}

// row returns the row of a theorem.
func (t *Tally) row(name string) *Row {
	if *t == nil {
		*t = Tally{}
	}
	if (*t)[name] == nil {
		(*t)[name] = new(Row)
	}
	return (*t)[name]
}

// Merge adds the counts of another tally.
func (t *Tally) Merge(o Tally) {
	for name, r := range o {
		t.row(name).add(r)
	}
}

// Sum returns the counts of all theorems together.
func (t Tally) Sum() (sum Row) {
	for _, r := range t {
		sum.add(r)
	}
	return sum
}

// Add counts an answer.
func (t *Tally) Add(a Answer) {
	name := "unreadable"
	if a.Certificate != nil {
		name = a.Certificate.Theorem()
	}
	r := t.row(name)
	r.All++
	r.States += a.States
	r.Time += a.Time
	switch {
	case a.Err == nil:
		r.Confirmed++
	case errors.Is(a.Err, recheck.ErrWrong):
		r.Wrong++
	case errors.Is(a.Err, recheck.ErrLimit):
		r.Limit++
	case errors.Is(a.Err, recheck.ErrForm):
		r.Form++
	default:
		r.Unable++
	}
}

// Write writes a table with a row for each theorem and the sum. Its columns are the numbers of certificates: all, confirmed, and
// not confirmed because the limit was reached, no second proof was found, the claim does not hold, or the line is no certificate.
// Then come the states and the milliseconds per certificate.
func (t Tally) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "theorem\tall\tconfirmed\tlimit\tno proof\twrong\tunreadable\tstates\tms\t\n")
	line := func(name string, r *Row) {
		n := float64(max(r.All, 1))
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.0f\t%.3f\t\n", name, r.All, r.Confirmed, r.Limit, r.Unable, r.Wrong, r.Form,
			float64(r.States)/n, r.Time.Seconds()*1000/n)
	}
	for _, name := range slices.Sorted(maps.Keys(t)) {
		line(name, t[name])
	}
	sum := t.Sum()
	line("sum", &sum)
	return w.Flush()
}
