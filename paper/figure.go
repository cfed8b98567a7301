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

// A layout is the width of a figure, and whether it has a title.
type layout struct {
	// Name is the folder of the figures in this form.
	Name  string
	Width vg.Length
	// Title says that the figure has a title. Papers have captions instead.
	Title bool
}

// forms returns the forms in which every figure is written.
func forms() []layout {
	return []layout{
		{"1col", 3.4 * vg.Inch, false}, {"2col", 7 * vg.Inch, false},
		{"1col-titled", 3.4 * vg.Inch, true}, {"2col-titled", 7 * vg.Inch, true},
	}
}

// narrow reports whether a form is one column wide.
func (f layout) narrow() bool { return f.Width < 5*vg.Inch }

// options returns the options of a chart of fixed height in this form.
func (f layout) options(title string) plots.Options {
	o := f.rowOptions(title)
	o.Height = 3.4 * vg.Inch
	if f.narrow() {
		o.Height = 2.5 * vg.Inch
	}
	return o
}

// rowOptions returns the options of a chart in this form that is as high as its rows.
func (f layout) rowOptions(title string) plots.Options {
	return plots.Options{Title: title, NoTitle: !f.Title, Width: f.Width}
}

// A figure is a picture in all forms, with its data and caption.
type figure struct {
	// Name is the name of its files, Title one line, Caption some sentences.
	Name, Title, Caption string
	// Head and Rows are the data.
	Head []string
	Rows [][]string
	// Draw draws the figure in a form.
	Draw func(layout) (picture, error)
}

// origin returns a sentence with the record that a figure is made from.
func origin(e *numbers.Edition) string {
	r := e.Report
	build := "an unnamed build"
	if len(r.Builds) > 0 {
		build = r.Builds[len(r.Builds)-1]
	}
	return fmt.Sprintf("Record %s: space %s, seed %d, plan %.8s, %s draws, %d of %d shards; program %s.",
		e.Name, r.Space, r.Seed, r.Hash, digits.Group(r.Draws), r.Done, r.Shards, build)
}

// number returns a number for data, to nine digits.
func number(x float64) string { return strconv.FormatFloat(x, 'g', 9, 64) }

// whole returns a whole number for data.
func whole[T ~int | ~uint64](n T) string { return strconv.FormatInt(int64(n), 10) }
