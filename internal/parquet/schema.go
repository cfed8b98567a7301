package parquet

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/plain"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A Kind is the type of the values of a column.
type Kind uint8

// The kinds of columns.
const (
	Bool Kind = iota
	Int32
	Int64
	Uint8
	Uint16
	Uint64
	Double
	String
)

// A storage describes how a kind is stored: its physical type, its number of bits, and the annotation for readers.
type storage struct {
	name      string
	physical  format.Type
	bits      int32
	logical   format.LogicalType
	converted thrift.Null[deprecated.ConvertedType]
	goKind    reflect.Kind
}

var kinds = [...]storage{
	Bool:   {"bool", format.Boolean, 1, format.LogicalType{}, thrift.Null[deprecated.ConvertedType]{}, reflect.Bool},
	Int32:  {"int32", format.Int32, 32, integer(32, true), thrift.New(deprecated.Int32), reflect.Int32},
	Int64:  {"int64", format.Int64, 64, integer(64, true), thrift.New(deprecated.Int64), reflect.Int64},
	Uint8:  {"uint8", format.Int32, 8, integer(8, false), thrift.New(deprecated.Uint8), reflect.Uint8},
	Uint16: {"uint16", format.Int32, 16, integer(16, false), thrift.New(deprecated.Uint16), reflect.Uint16},
	Uint64: {"uint64", format.Int64, 64, integer(64, false), thrift.New(deprecated.Uint64), reflect.Uint64},
	Double: {"double", format.Double, 64, format.LogicalType{}, thrift.Null[deprecated.ConvertedType]{}, reflect.Float64},
	String: {"string", format.ByteArray, 0, format.LogicalType{Value: new(format.StringType)}, thrift.New(deprecated.UTF8), reflect.String},
}

// integer returns the annotation of a kind of whole numbers.
func integer(bits int8, signed bool) format.LogicalType {
	return format.LogicalType{Value: &format.IntType{BitWidth: bits, IsSigned: signed}}
}

// String returns the name of the type in Go, but "double" for float64.
func (k Kind) String() string { return kinds[k].name }

// A Form is the way in which the values of a column are stored.
type Form uint8

// The forms. Delta and Split are for columns of 64 bits.
const (
	Usual Form = iota // strings with all lengths first, other values plain
	Dict              // indexes of the values in a dictionary
	Delta             // differences, in as few bits as they need
	Split             // the first bytes of all values, then the second ones, and so on
)

// encoding returns the encoding of the data pages of a column.
func (c *Column) encoding() encoding.Encoding {
	switch {
	case c.Form == Dict:
		return new(rle.DictionaryEncoding)
	case c.Form == Delta:
		return new(delta.BinaryPackedEncoding)
	case c.Form == Split:
		return new(bytestreamsplit.Encoding)
	case c.Kind == String:
		return new(delta.LengthByteArrayEncoding)
	}
	return new(plain.Encoding)
}

// A Column is a column of a table.
type Column struct {
	Name     string
	Kind     Kind
	Form     Form
	Optional bool // may have nulls
}

// element returns the metadata of a column.
func (c *Column) element() format.SchemaElement {
	k := &kinds[c.Kind]
	e := format.SchemaElement{Type: thrift.New(k.physical), RepetitionType: thrift.New(format.Required), Name: c.Name,
		ConvertedType: k.converted, LogicalType: k.logical}
	if k.bits > 0 {
		e.TypeLength = thrift.New(k.bits)
	}
	if c.Optional {
		e.RepetitionType = thrift.New(format.Optional)
	}
	return e
}

// columnOf returns the column with some metadata, without its form.
func columnOf(e *format.SchemaElement) (Column, error) {
	c := Column{Name: e.Name, Optional: e.RepetitionType.V == format.Optional}
	for k := range kinds {
		c.Kind = Kind(k)
		if want := c.element(); reflect.DeepEqual(*e, want) {
			return c, nil
		}
	}
	return c, fmt.Errorf("column %.40q is of a type that this program does not write", e.Name)
}

// A Schema has the name and the columns of a table.
type Schema struct {
	Name    string
	Columns []Column
}

// SchemaOf returns the schema of a type of rows, with the name of the type. It panics if a field has a type without a [Kind].
func SchemaOf[T any]() Schema {
	t := reflect.TypeFor[T]()
	s := Schema{Name: t.Name()}
	for _, f := range fieldsOf(t) {
		words := strings.Split(f.Tag.Get("parquet"), ",")
		c := Column{Name: words[0]}
		c.Kind = Kind(slices.IndexFunc(kinds[:], func(k storage) bool { return k.goKind == f.Type.Kind() }))
		for _, word := range words[1:] {
			switch word {
			case "dict":
				c.Form = Dict
			case "delta":
				c.Form = Delta
			case "split":
				c.Form = Split
			case "optional":
				c.Optional = true
			case "zstd":
			default:
				panic(fmt.Sprintf("parquet: the tag of field %s has the word %q", f.Name, word))
			}
		}
		s.Columns = append(s.Columns, c)
	}
	return s
}

// fieldsOf returns the fields of a struct and of structs that are embedded in it, in order.
func fieldsOf(t reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Anonymous })
}

// String lists the columns, a line each.
func (s Schema) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "table %s\n", s.Name)
	for _, c := range s.Columns {
		need := "required"
		if c.Optional {
			need = "optional"
		}
		fmt.Fprintf(&b, "\t%s %s %s\n", need, c.Kind, c.Name)
	}
	return b.String()
}
