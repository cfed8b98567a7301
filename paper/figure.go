package paper

import (
	"fmt"
	"io"
	"strconv"

	"gonum.org/v1/plot/vg"

	"chesscensus/internal/digits"
	"chesscensus/paper/numbers"
	"chesscensus/plots"
)

// A picture can be written as "pdf", "svg" and "png"; see package plots.
type picture interface {
	Encode(w io.Writer, format string) error
}

// A form is how wide a figure is and whether it has a title.
type form struct {
	// Name is that of the folder of the form.
	Name  string
	Width vg.Length
	// Title is false for papers, which have captions.
	Title bool
}

// forms are those in which every figure comes.
func forms() []form {
	return []form{
		{"1col", 3.4 * vg.Inch, false}, {"2col", 7 * vg.Inch, false},
		{"1col-titled", 3.4 * vg.Inch, true}, {"2col-titled", 7 * vg.Inch, true},
	}
}

// narrow reports whether a form is one column wide.
func (f form) narrow() bool { return f.Width < 5*vg.Inch }

// options are those of a chart in this form.
func (f form) options(title string) plots.Options {
	o := plots.Options{Title: title, NoTitle: !f.Title, Width: f.Width}
	if f.narrow() {
		o.Height = 2.5 * vg.Inch
	} else {
		o.Height = 3.4 * vg.Inch
	}
	return o
}

// A figure is a picture in all forms, with what lies beside it.
type figure struct {
	// Name is that of its files, Title a line, Caption some sentences.
	Name, Title, Caption string
	// Head and Rows are the data.
	Head []string
	Rows [][]string
	// Draw draws it in a form.
	Draw func(form) (picture, error)
}

// origin says of which record a figure is.
func origin(e *numbers.Edition) string {
	r := e.Report
	build := "an unnamed build"
	if len(r.Builds) > 0 {
		build = r.Builds[len(r.Builds)-1]
	}
	return fmt.Sprintf("Record %s: space %s, seed %d, plan %.8s, %s draws, %d of %d shards; program %s.",
		e.Name, r.Space, r.Seed, r.Hash, digits.Group(r.Draws), r.Done, r.Shards, build)
}

// number writes a number into data, to nine digits.
func number(x float64) string { return strconv.FormatFloat(x, 'g', 9, 64) }

// whole writes a whole number into data.
func whole[T ~int | ~uint64](n T) string { return strconv.FormatInt(int64(n), 10) }
