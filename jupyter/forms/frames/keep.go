package frames

import (
	"errors"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"chesscensus/jupyter/cell"
)

// A storedFrame is a data frame in a form that cell.Keep can write: gota's own type holds interfaces.
type storedFrame struct {
	Columns []column
	Err     string
}

// A column has its values in the slice of its type. If integers or truth values are missing, all values of the column are texts, as gota
// writes and reads them.
type column struct {
	Name   string
	Type   series.Type
	Floats []float64
	Ints   []int
	Bools  []bool
	Texts  []string
}

// toStored returns a data frame as a storedFrame.
func toStored(df dataframe.DataFrame) storedFrame {
	if df.Err != nil {
		return storedFrame{Err: df.Err.Error()}
	}
	var f storedFrame
	for _, name := range df.Names() {
		s := df.Col(name)
		c := column{Name: name, Type: s.Type()}
		var err error
		switch c.Type {
		case series.Float:
			c.Floats = s.Float()
		case series.Int:
			c.Ints, err = s.Int()
		case series.Bool:
			c.Bools, err = s.Bool()
		default:
			c.Texts = s.Records()
		}
		if err != nil { // a missing value
			c.Texts = s.Records()
		}
		f.Columns = append(f.Columns, c)
	}
	return f
}

// fromStored returns the data frame of a storedFrame.
func fromStored(f storedFrame) dataframe.DataFrame {
	if f.Err != "" {
		return dataframe.DataFrame{Err: errors.New(f.Err)}
	}
	if len(f.Columns) == 0 {
		return dataframe.DataFrame{}
	}
	var list []series.Series
	for _, c := range f.Columns {
		var values any = c.Texts
		switch {
		case c.Texts != nil:
		case c.Floats != nil:
			values = c.Floats
		case c.Ints != nil:
			values = c.Ints
		case c.Bools != nil:
			values = c.Bools
		}
		list = append(list, series.New(values, c.Type, c.Name))
	}
	return dataframe.New(list...)
}

// Keep is cell.Keep for a data frame.
func Keep(name string, df *dataframe.DataFrame) {
	f := toStored(*df)
	cell.Keep(name, &f)
}

// Load is cell.Load for a data frame.
func Load(name string) dataframe.DataFrame { return fromStored(cell.Load[storedFrame](name)) }

// Find is cell.Find for a data frame.
func Find(name string) dataframe.DataFrame { return fromStored(cell.Find[storedFrame](name)) }
