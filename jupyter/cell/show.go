package cell

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// maxText is the length in bytes of the longest text that Show prints. Of a longer one it prints the beginning, and the length.
const maxText = 100_000

// maxShown is the number of elements of the longest slice that is printed in full. Of a longer one the first and last elements are printed.
const maxShown = 200

// A Rich is a form of a value that is shown in place of its text.
type Rich struct {
	HTML string
	// Text is shown where HTML cannot be, as in a terminal.
	Text string
	// Data are other forms, by their MIME types.
	Data map[string]any
}

// showers holds the functions of Register, newest last.
var showers []func(v any) (Rich, bool)

// display shows a form in the notebook. If it is nil, as in a test, texts are printed.
var display func(Rich)

// Register adds a function that returns the rich form of certain values, and false for others. It is
// called before the functions registered earlier. It is meant for init functions.
func Register(f func(v any) (Rich, bool)) { showers = append(showers, f) }

// OnDisplay sets the function that shows a form. It is meant for an init function of a package
// that talks to GoNB: this package imports no such package, so that trivial cells link fast.
func OnDisplay(f func(Rich)) { display = f }

// Show shows values, each in the first of these forms that it has: the rich form of a registered function; its own method Show() error, as
// figures have; its method String or Error; the text that fmt prints for %+v, strings and predeclared types plain. If a Show method fails,
// so does the cell.
func Show(values ...any) {
	for _, v := range values {
		show(v)
	}
}

// show shows one value.
func show(v any) {
	for i := len(showers) - 1; i >= 0; i-- {
		if rich, ok := showers[i](v); ok {
			if display != nil {
				display(rich)
			} else {
				fmt.Println(rich.Text)
			}
			return
		}
	}
	if s, ok := v.(interface{ Show() error }); ok && !isNil(v) {
		Check(s.Show())
		return
	}
	fmt.Println(Text(v))
}

// Text returns the text of a value as Show prints it, without rich forms.
func Text(v any) string {
	var text string
	switch s := withPointerMethods(v).(type) {
	case nil:
		return "nil"
	case interface { // *big.Int, which this package does not import
		fmt.Stringer
		BitLen() int
		ProbablyPrime(int) bool
	}:
		if isNil(v) {
			return "nil"
		}
		text = groupDigits(s.String())
	case fmt.Stringer, error, fmt.Formatter:
		if isNil(v) {
			return "nil"
		}
		text = fmt.Sprint(s)
	default:
		r := reflect.ValueOf(v)
		if r.Kind() == reflect.Pointer && r.IsNil() {
			return "nil"
		}
		if isCyclic(r, nil) {
			return fmt.Sprintf("a %T that holds itself", v)
		}
		verb := "%+v"
		switch r.Kind() {
		case reflect.Func, reflect.Chan, reflect.UnsafePointer:
			return fmt.Sprintf("a %T", v)
		case reflect.Slice, reflect.Array:
			if hasBlanks(r) {
				verb = "%q"
			}
			if r.Len() > maxShown {
				head, tail := elementsText(verb, r, 0, maxShown/2), elementsText(verb, r, r.Len()-maxShown/4, r.Len())
				return fmt.Sprintf("[%s ... %s]\n%d elements", head, tail, r.Len())
			}
		}
		text = formatted(verb, reflect.ValueOf(dereference(v)))
	}
	if len(text) > maxText {
		return fmt.Sprintf("%s\n... %d bytes in all", strings.ToValidUTF8(text[:maxText], ""), len(text))
	}
	return text
}

// formatted returns the text of a value by a verb of fmt, without addresses.
func formatted(verb string, r reflect.Value) string {
	text := fmt.Sprintf(verb, r)
	if verb != "%q" && strings.Contains(text, "0x") { // perhaps the address of a pointer
		left := maxValues
		text = structure(r, maxPointers, &left)
	}
	return text
}

// withPointerMethods returns a pointer to a copy of a struct if the pointer has a method String or Error, as big.Int's has; else v.
func withPointerMethods(v any) any {
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Struct {
		return v
	}
	p := reflect.New(r.Type())
	switch p.Interface().(type) {
	case fmt.Stringer, error:
		if _, ok := v.(fmt.Formatter); !ok {
			p.Elem().Set(r)
			return p.Interface()
		}
	}
	return v
}

// isCyclic reports whether a value contains itself by maps, slices and interfaces, so that printing it would not end. path holds the
// addresses of the maps and slices around the value, nil at the outermost one. Of pointers only an outermost one counts, as fmt follows no
// other.
func isCyclic(r reflect.Value, path []uintptr) bool {
	switch r.Kind() {
	case reflect.Pointer:
		return path == nil && !r.IsNil() && isCyclic(r.Elem(), []uintptr{})
	case reflect.Interface:
		return !r.IsNil() && r.Elem().Kind() != reflect.Pointer && isCyclic(r.Elem(), path)
	case reflect.Map, reflect.Slice:
		elem := r.Type().Elem().Kind()
		isFlat := elem <= reflect.Complex128 || elem == reflect.String || elem == reflect.Pointer // elements without a map or slice that fmt prints
		if r.Len() == 0 || isFlat {
			return false
		}
		if r.Kind() == reflect.Map && slices.Contains(path, r.Pointer()) || len(path) > maxDepth {
			return true
		}
		path = append(slices.Clip(path), r.Pointer())
		if r.Kind() == reflect.Map {
			for entries := r.MapRange(); entries.Next(); {
				if isCyclic(entries.Value(), path) {
					return true
				}
			}
			return false
		}
		fallthrough
	case reflect.Array:
		for i := range r.Len() {
			if isCyclic(r.Index(i), path) {
				return true
			}
		}
	case reflect.Struct:
		for i := range r.NumField() {
			if isCyclic(r.Field(i), path) {
				return true
			}
		}
	}
	return false
}

// maxDepth is the nesting of maps and slices above which a value counts as cyclic.
const maxDepth = 50

// hasBlanks reports whether a slice or array holds strings of which one is empty or has a blank in it: without quotes one would not see
// where it begins and ends.
func hasBlanks(r reflect.Value) bool {
	if r.Type().Elem().Kind() != reflect.String {
		return false
	}
	for i := range r.Len() {
		if s := r.Index(i).String(); s == "" || strings.ContainsFunc(s, unicode.IsSpace) {
			return true
		}
	}
	return false
}

// elementsText returns the text of the elements from to to-1 of a slice or an array, each written by verb.
func elementsText(verb string, r reflect.Value, from, to int) string {
	var texts []string
	for i := from; i < to; i++ {
		texts = append(texts, formatted(verb, r.Index(i)))
	}
	return strings.Join(texts, " ")
}

// groupDigits returns a whole number with its digits in groups of three.
func groupDigits(text string) string {
	from := len(text) % 3
	if strings.HasPrefix(text, "-") {
		from = 1 + (len(text)-1)%3
	}
	var b strings.Builder
	for i, digit := range text {
		if i >= from && (i-from)%3 == 0 && i > 0 && text[i-1] != '-' {
			b.WriteByte(' ')
		}
		b.WriteRune(digit)
	}
	return b.String()
}

// dereference returns the value that a pointer points to: of a pointer fmt prints the address, or & before a struct.
func dereference(v any) any {
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && !r.IsNil() {
		return r.Elem().Interface()
	}
	return v
}

// isNil reports whether v holds a nil pointer, map, slice, function, channel or interface.
func isNil(v any) bool {
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan, reflect.Interface:
		return r.IsNil()
	}
	return false
}

// Check ends the cell with the error, if there is one.
func Check(err error) {
	if err != nil {
		fail("%v", err)
	}
}

// Must returns v, and ends the cell with the error if there is one.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

// MustAll returns all values but the last, which is an error, and ends the cell with it unless it is nil.
func MustAll(values ...any) []any {
	last := len(values) - 1
	if err, ok := values[last].(error); ok {
		Check(err)
	}
	return values[:last]
}
