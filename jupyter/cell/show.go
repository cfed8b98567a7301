package cell

import (
	"fmt"
	"os"
	"reflect"
	"strings"
)

// maxText is the length in bytes of the longest text that Show prints; of a
// longer one it prints the beginning and says so.
const maxText = 100_000

// maxShown is the number of elements of a slice that are printed; of a longer one they are the first and the last.
const maxShown = 200

// A Rich form of a value is shown in its place.
type Rich struct {
	HTML string
	// Text stands for it where there is no HTML, as in a terminal.
	Text string
	// Data are other forms, by their MIME types.
	Data map[string]any
}

// showers give the rich form of the values that they know, newest last.
var showers []func(v any) (Rich, bool)

// display shows a form in the notebook. Without one, as in a test, texts are printed.
var display func(Rich)

// Register adds a function that knows the rich form of certain values, and is
// asked before the functions registered earlier. It is meant for init functions.
func Register(f func(v any) (Rich, bool)) { showers = append(showers, f) }

// OnDisplay says how a form is shown. It is meant for an init function of a package
// that can: this package depends on nothing, so that trivial cells link fast.
func OnDisplay(f func(Rich)) { display = f }

// Show shows values, each in the first of these forms that it has: the rich form
// of a registered function; its own method Show() error, as figures have; its
// method String or Error; the text that fmt prints for %+v, strings and predeclared
// types plain. If a Show method fails, so does the cell.
func Show(values ...any) {
	for _, v := range values {
		show(v)
	}
}

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

// Text is the text of a value as Show prints it, without rich forms.
func Text(v any) string {
	var text string
	switch s := v.(type) {
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
		text = grouped(s.String())
	case fmt.Stringer, error, fmt.Formatter:
		if isNil(v) {
			return "nil"
		}
		text = fmt.Sprint(s)
	default:
		if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
			return "nil"
		} else if k := r.Kind(); (k == reflect.Slice || k == reflect.Array) && r.Len() > maxShown {
			head, tail := shortened(r, 0, maxShown/2), shortened(r, r.Len()-maxShown/4, r.Len())
			return fmt.Sprintf("[%s ... %s]\n%d elements", head, tail, r.Len())
		}
		text = fmt.Sprintf("%+v", stringers(v))
	}
	if len(text) > maxText {
		return fmt.Sprintf("%s\n... %d bytes in all", strings.ToValidUTF8(text[:maxText], ""), len(text))
	}
	return text
}

// shortened is the text of some elements of a slice or an array.
func shortened(r reflect.Value, from, to int) string {
	var texts []string
	for i := from; i < to; i++ {
		texts = append(texts, fmt.Sprintf("%+v", r.Index(i)))
	}
	return strings.Join(texts, " ")
}

// grouped separates the digits of a whole number in threes.
func grouped(text string) string {
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

// stringers turns a pointer to a struct into the struct, as one that is
// printed says more than its address.
func stringers(v any) any {
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && !r.IsNil() {
		return r.Elem().Interface()
	}
	return v
}

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

// Stop ends the cell with a message and status 1. The kernel writes it where a
// cell mentions a variable that has not outlived its own cell.
func Stop(message string) {
	fail("%s", message)
	os.Exit(1)
}
