// Package forms has the forms in which values of any type are shown in a notebook: pictures for plots and images, tables for matrices,
// slices of structs or of slices, and maps, and the results of their own methods MIME, HTML and SVG. It does not import gonum/plot, and
// contains no chess.
package forms

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"chesscensus/jupyter/cell"
)

// A matrix is a matrix or vector of gonum.
type matrix interface {
	Dims() (r, c int)
	At(i, j int) float64
}

// A complexMatrix is a matrix of complex numbers of gonum.
type complexMatrix interface {
	Dims() (r, c int)
	At(i, j int) complex128
}

// Of returns the form of a value of any type by its methods or its kind: MIME() map[string]any, HTML() string, SVG() string; a plot of
// gonum, an image, a matrix; slices of structs and of slices, and maps, as tables. It reports false for other values. If a method panics,
// the form says so.
func Of(v any) (r cell.Rich, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			text := fmt.Sprintf("%s cannot be shown: %.200v", typeName(reflect.TypeOf(v)), p)
			r, ok = cell.Rich{HTML: Line(text), Text: text}, true
		}
	}()
	value := reflect.ValueOf(v)
	if !value.IsValid() || value.Kind() == reflect.Pointer && value.IsNil() {
		return r, false
	}
	if value.Kind() == reflect.Struct { // methods of its pointer count, too
		pointer := reflect.New(value.Type())
		pointer.Elem().Set(value)
		switch p := pointer.Interface().(type) {
		case interface{ MIME() map[string]any }, interface{ HTML() string }, interface{ SVG() string }, matrix, complexMatrix:
			v = p
		}
	}
	switch v := v.(type) {
	case interface{ Show() error }:
		return r, false
	case interface{ MIME() map[string]any }:
		return mimeForm(v.MIME(), v), true
	case interface{ HTML() string }:
		return cell.Rich{HTML: v.HTML(), Text: cell.Text(v)}, true
	case interface{ SVG() string }:
		return cell.Rich{HTML: v.SVG(), Text: fmt.Sprintf("a picture (%T)", v)}, true
	case image.Image:
		return imageForm(v)
	case matrix:
		return matrixForm(v, func(i, j int) string { return Number(v.At(i, j)) }), true
	case complexMatrix:
		return matrixForm(v, func(i, j int) string { return strconv.FormatComplex(v.At(i, j), 'g', 6, 128) }), true
	case fmt.Stringer, error:
		return r, false
	}
	if svg, ok := plotSVG(value); ok {
		return cell.Rich{HTML: svg, Text: fmt.Sprintf("a plot (%T)", v)}, true
	}
	return listForm(value)
}

// mimeForm returns the form of a MIME bundle of the value v. Texts and bytes can be sent to GoNB, and JSON as its text, which the kernel's
// relay decodes. A value of another type would close the pipe, and later outputs would be lost, so the form names its type instead.
func mimeForm(bundle map[string]any, v any) cell.Rich {
	r := cell.Rich{Data: map[string]any{}, Text: fmt.Sprintf("%T", v)}
	var refused []string
	for kind, data := range bundle {
		value := reflect.ValueOf(data)
		isBinary := strings.HasPrefix(kind, "image/") && kind != "image/svg+xml"
		switch isBytes := value.IsValid() && value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Uint8; {
		case isBytes && isBinary:
			r.Data[kind] = value.Bytes()
		case isBytes:
			r.Data[kind] = string(value.Bytes())
		case value.Kind() == reflect.String:
			r.Data[kind] = value.String()
		case strings.HasSuffix(kind, "/json") || strings.HasSuffix(kind, "+json"):
			text, err := json.Marshal(data)
			if err != nil {
				refused = append(refused, fmt.Sprintf("%s of %T: %v", kind, v, err))
				continue
			}
			r.Data[kind] = string(text)
		default:
			refused = append(refused, fmt.Sprintf("%s of %T is a %T, want a string or []byte", kind, v, data))
		}
	}
	if t, ok := r.Data["text/plain"].(string); ok {
		r.Text = t
	}
	if h, ok := r.Data["text/html"].(string); ok {
		r.HTML = h
	}
	if len(refused) > 0 {
		slices.Sort(refused)
		note := strings.Join(refused, "; ")
		r.Text += "\n" + note
		r.Data["text/plain"] = r.Text
		if r.HTML != "" || len(r.Data) == 1 {
			r.HTML += Line(note)
			r.Data["text/html"] = r.HTML
		}
	}
	return r
}

// imageForm returns an image as PNG.
func imageForm(m image.Image) (cell.Rich, bool) {
	var b bytes.Buffer
	size := m.Bounds().Size()
	text := fmt.Sprintf("image of %d x %d pixels", size.X, size.Y)
	if most := 1 << 26; size.X > most || size.Y > most || size.X*size.Y > most {
		text += ", too large to show"
		return cell.Rich{HTML: Line(text), Text: text}, true
	}
	if err := png.Encode(&b, m); err != nil {
		text += ", which cannot be written: " + err.Error()
		return cell.Rich{HTML: Line(text), Text: text}, true
	}
	return cell.Rich{HTML: fmt.Sprintf(`<img alt="%s" src="data:image/png;base64,%s">`, text, base64.StdEncoding.EncodeToString(b.Bytes())), Text: text}, true
}

// The size of a plot on the page, in points.
const plotWidth, plotHeight = 400, 260

// plotSVG returns a plot of gonum/plot as SVG, and false for another value. The package is not imported here, so that cells without a plot
// do not link it.
func plotSVG(v reflect.Value) (string, bool) {
	if v.Kind() != reflect.Pointer || v.Type().Elem().PkgPath() != "gonum.org/v1/plot" {
		return "", false
	}
	write := v.MethodByName("WriterTo")
	if !write.IsValid() || write.Type().NumIn() != 3 || write.Type().NumOut() != 2 {
		return "", false
	}
	length := write.Type().In(0)
	out := write.Call([]reflect.Value{reflect.ValueOf(float64(plotWidth)).Convert(length),
		reflect.ValueOf(float64(plotHeight)).Convert(length), reflect.ValueOf("svg")})
	if err, failed := out[1].Interface().(error); failed {
		panic(err)
	}
	var b strings.Builder
	if _, err := out[0].Interface().(io.WriterTo).WriteTo(&b); err != nil {
		panic(err)
	}
	svg := b.String()
	svg = svg[max(strings.Index(svg, "<svg"), 0):]
	svg = strings.Replace(svg, "fill:#FFFFFF", "fill:none", 1) // the background
	svg = strings.ReplaceAll(svg, "#000000", "currentColor")   // light in dark themes
	return strings.Replace(svg, "<svg", `<svg role="img" fill="currentColor"`, 1), true
}

// maxShown is the number of rows and columns of a matrix that are shown, half of them from each end.
const maxShown = 20

// Shown returns the indices from 0 to n-1 if they are at most most, else most/2 from each end with -1 between them.
func Shown(n, most int) (list []int) {
	for i := 0; i < n; i++ {
		if n > most && i == most/2 {
			list = append(list, -1)
			i = n - most/2
		}
		list = append(list, i)
	}
	return list
}

// matrixForm returns a matrix as a table, with numbers of rows and columns. elementText returns the text of an element.
func matrixForm(m interface{ Dims() (r, c int) }, elementText func(i, j int) string) cell.Rich {
	r, c := m.Dims()
	head := []string{fmt.Sprintf("%d x %d", r, c)}
	columns := Shown(c, maxShown)
	for _, j := range columns {
		if j < 0 {
			head = append(head, "...")
			continue
		}
		head = append(head, fmt.Sprint(j))
	}
	rows := [][]string{head}
	for _, i := range Shown(r, maxShown) {
		row := []string{fmt.Sprint(i)}
		if i < 0 {
			row[0] = "..."
		}
		for _, j := range columns {
			if i < 0 || j < 0 {
				row = append(row, "...")
				continue
			}
			row = append(row, elementText(i, j))
		}
		rows = append(rows, row)
	}
	return Table(rows)
}

// listForm returns a slice of structs or of slices, or a map, as a table with a row for each element, MaxRows at most. It reports false for
// other values.
func listForm(v reflect.Value) (cell.Rich, bool) {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	var rows [][]string
	switch v.Kind() {
	case reflect.Map:
		rows = mapRows(v)
	case reflect.Slice, reflect.Array:
		n := v.Len()
		elem := v.Type().Elem()
		for elem.Kind() == reflect.Pointer {
			elem = elem.Elem()
		}
		switch {
		case elem.Kind() == reflect.Struct && n > 0:
			rows = structRows(v, elem)
		case (elem.Kind() == reflect.Slice || elem.Kind() == reflect.Array) && n > 0 && elem.Elem().Kind() != reflect.Uint8:
			rows = sliceRows(v)
		}
	}
	if len(rows) < 2 {
		return cell.Rich{}, false
	}
	t := Table(rows)
	if n := v.Len(); n > MaxRows {
		note := fmt.Sprintf("%d rows, of which %d are shown", n, MaxRows)
		t = cell.Rich{HTML: t.HTML + Line(note), Text: t.Text + "\n" + note}
	}
	return t, true
}

// mapRows returns a table with a row for each key and its value, in the order of the keys.
func mapRows(v reflect.Value) [][]string {
	rows := [][]string{{typeName(v.Type().Key()), typeName(v.Type().Elem())}}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		switch {
		case a.CanInt():
			return cmp.Compare(a.Int(), b.Int())
		case a.CanUint():
			return cmp.Compare(a.Uint(), b.Uint())
		case a.CanFloat():
			return cmp.Compare(a.Float(), b.Float())
		}
		return strings.Compare(fieldText(a), fieldText(b))
	})
	for _, k := range keys[:min(len(keys), MaxRows)] {
		rows = append(rows, []string{fieldText(k), fieldText(v.MapIndex(k))})
	}
	return rows
}

// structRows returns a table with a column for each exported field, or one of texts if the structs have a method String; nil if there is
// none.
func structRows(v reflect.Value, elem reflect.Type) (rows [][]string) {
	if text := reflect.TypeFor[fmt.Stringer](); v.Type().Elem().Implements(text) || reflect.PointerTo(elem).Implements(text) {
		rows = [][]string{{"", elem.Name()}}
		for i := range min(v.Len(), MaxRows) {
			rows = append(rows, []string{fmt.Sprint(i), fieldText(v.Index(i))})
		}
		return rows
	}
	var fields []reflect.StructField
	head := []string{""}
	for _, f := range reflect.VisibleFields(elem) {
		if f.IsExported() && !f.Anonymous {
			fields, head = append(fields, f), append(head, f.Name)
		}
	}
	if len(fields) == 0 {
		return nil
	}
	rows = [][]string{head}
	for i := range min(v.Len(), MaxRows) {
		row := []string{fmt.Sprint(i)}
		e := v.Index(i)
		for e.Kind() == reflect.Pointer && !e.IsNil() {
			e = e.Elem()
		}
		for _, f := range fields {
			text := ""
			if e.Kind() == reflect.Struct {
				if field, err := e.FieldByIndexErr(f.Index); err == nil {
					text = fieldText(field)
				}
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

// sliceRows returns a table with a row for each slice, as wide as the longest, of at most maxShown columns.
func sliceRows(v reflect.Value) (rows [][]string) {
	width := 0
	for i := range min(v.Len(), MaxRows) {
		width = max(width, v.Index(i).Len())
	}
	head := []string{""}
	for j := range min(width, maxShown) {
		head = append(head, fmt.Sprint(j))
	}
	if width > maxShown {
		head = append(head, "...")
	}
	rows = [][]string{head}
	for i := range min(v.Len(), MaxRows) {
		row := []string{fmt.Sprint(i)}
		for j := range len(head) - 1 {
			switch e := v.Index(i); {
			case j == maxShown:
				row = append(row, "...")
			case j < e.Len():
				row = append(row, fieldText(e.Index(j)))
			default:
				row = append(row, "")
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// Number returns a number for a table: a whole one below 1e15 with all its digits, another with six, and a positive exponent without sign
// and zeros.
func Number(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	text := strconv.FormatFloat(x, 'g', 6, 64)
	if mantissa, exponent, found := strings.Cut(text, "e"); found {
		n, _ := strconv.Atoi(exponent)
		return mantissa + "e" + strconv.Itoa(n)
	}
	return text
}

// Words, if not nil, returns the text of a value in a table, such as an estimate rounded by its interval, and false for values that it does
// not know. It is set by an init function.
var Words func(v any) (string, bool)

// fieldText returns a value for a table: numbers by Number, other values by [cell.Text] or fmt, cut after 80 characters.
func fieldText(v reflect.Value) string {
	if !v.CanInterface() {
		return "?"
	}
	if Words != nil {
		if text, ok := Words(v.Interface()); ok {
			return text
		}
	}
	text := ""
	switch x := v.Interface().(type) {
	case fmt.Stringer, error:
		text = cell.Text(x)
	case float64:
		text = Number(x)
	case float32:
		text = Number(float64(x))
	case nil:
		text = "<nil>"
	default:
		switch v.Kind() {
		case reflect.Struct, reflect.Map, reflect.Slice, reflect.Array, reflect.Interface:
			if text = cell.Text(x); strings.HasPrefix(text, "{") {
				text = fmt.Sprintf("%v", x)
			}
		default:
			if text = fmt.Sprintf("%v", x); v.Kind() == reflect.Pointer && strings.HasPrefix(text, "0x") {
				text = "&" + cell.Text(x)
			}
		}
	}
	if r := []rune(text); len(r) > 80 {
		text = string(r[:80]) + "..."
	}
	return text
}
