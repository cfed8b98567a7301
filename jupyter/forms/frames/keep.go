package frames

import (
	"errors"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"chesscensus/jupyter/cell"
)

// A stored frame is a data frame as cell.Keep can write it: gota's own holds interfaces.
type stored struct {
	Columns []column
	Err     string
}

// A column has its values in the slice of its type. Whole numbers and truth values of a column with missing ones are texts, as gota writes and reads them.
type column struct {
	Name   string
	Type   series.Type
	Floats []float64
	Ints   []int
	Bools  []bool
	Texts  []string
}

func store(df dataframe.DataFrame) stored {
	if df.Err != nil {
		return stored{Err: df.Err.Error()}
	}
	var k stored
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
		k.Columns = append(k.Columns, c)
	}
	return k
}

func restore(k stored) dataframe.DataFrame {
	if k.Err != "" {
		return dataframe.DataFrame{Err: errors.New(k.Err)}
	}
	if len(k.Columns) == 0 {
		return dataframe.DataFrame{}
	}
	var list []series.Series
	for _, c := range k.Columns {
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
	k := store(*df)
	cell.Keep(name, &k)
}

// Load is cell.Load for a data frame.
func Load(name string) dataframe.DataFrame { return restore(cell.Load[stored](name)) }

// Find is cell.Find for a data frame.
func Find(name string) dataframe.DataFrame { return restore(cell.Find[stored](name)) }
