package cell

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// capture returns what f writes to one of the standard files.
func capture(t *testing.T, std **os.File, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	testkit.OK(t, err)
	old := *std
	*std = w
	done := make(chan string)
	go func() {
		var b bytes.Buffer
		io.Copy(&b, r)
		done <- b.String()
	}()
	func() {
		defer func() { *std = old; w.Close() }()
		f()
	}()
	return <-done
}

// failureOf returns the message with which f ends the cell, and fails the test if it does not.
func failureOf(t *testing.T, f func()) (message string) {
	t.Helper()
	old := fail
	defer func() { fail = old; recover() }()
	fail = func(format string, args ...any) {
		message = fmt.Sprintf(format, args...)
		panic("ended")
	}
	f()
	t.Error("the cell was not ended")
	return
}

// TestKeepAndLoad: a value comes back. A missing, differently typed or damaged one ends the cell with the reason.
func TestKeepAndLoad(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(ValuesEnv, dir)
	x := map[string][]int{"a": {1, 2}}
	Keep("x", &x)
	if got := Load[map[string][]int]("x"); len(got["a"]) != 2 || got["a"][1] != 2 {
		t.Errorf("loaded %v, want %v", got, x)
	}
	testkit.Contains(t, failureOf(t, func() { Load[int]("nothing") }), "nothing has no value yet")
	testkit.Contains(t, failureOf(t, func() { Load[int]("x") }), "another version of its type")
	data, _ := os.ReadFile(filepath.Join(dir, "x"))
	os.WriteFile(filepath.Join(dir, "x"), data[:len(data)-1], 0o600)
	testkit.Contains(t, failureOf(t, func() { Load[map[string][]int]("x") }), "damaged")
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%d files left", len(left))
	}
}

// TestKeepHasALimit checks that a value beyond the limit is not written, and that a note says so.
func TestKeepHasALimit(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(ValuesEnv, dir)
	old := maxKept
	defer func() { maxKept = old }()
	maxKept = 3 << 20
	large := make([]byte, 4<<20)
	if got := capture(t, &os.Stderr, func() { Keep("large", &large) }); got != "note: large is not kept for the next cell: it takes more than 3 MB; write it to a file, or make it in the cell that needs it\n" {
		t.Errorf("printed %q, want a note that more than 3 MB are not kept", got)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%d files left", len(left))
	}
}

// TestKeepSaysWhatItCannot checks that a value that cannot be kept removes the old one, with a note.
func TestKeepSaysWhatItCannot(t *testing.T) {
	t.Setenv(ValuesEnv, t.TempDir())
	var v any = 1
	Keep("v", &v)
	v = func() {}
	if got, want := capture(t, &os.Stderr, func() { Keep("v", &v) }), "note: v is not kept for the next cell: "; !strings.HasPrefix(got, want) {
		t.Errorf("printed %q, want %q and the reason", got, want)
	}
	testkit.Contains(t, failureOf(t, func() { Load[any]("v") }), "no value yet")
}

// TestKeepSmall checks that a large value, and one that cannot be written, leave an empty file.
func TestKeepSmall(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(ValuesEnv, dir)
	small, large, never := 5, make([]byte, maxSmall+1), func() {}
	KeepSmall("small", &small)
	KeepSmall("large", &large)
	KeepSmall("never", &never)
	for name, kept := range map[string]bool{"small": true, "large": false, "never": false} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || (info.Size() > 0) != kept {
			t.Errorf("%s: file %v, error %v, want its value kept: %v", name, info, err, kept)
		}
	}
}

// TestChanged checks the note on changed inputs, which is no error.
func TestChanged(t *testing.T) {
	got := capture(t, &os.Stderr, func() { Changed("table", "size", "seed") })
	if want := "note: table is not stored and made again, with size, seed as now; run its cell again to have it so for good\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestApart checks the note on two variables that were one value.
func TestApart(t *testing.T) {
	got := capture(t, &os.Stderr, func() { Apart("b", "a", 2) })
	if want := "note: b and a were one value in cell [2] and are copies since: a change of one does not change the other\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLoadWithoutKernel: without a folder of values the failure names the environment variable.
func TestLoadWithoutKernel(t *testing.T) {
	t.Setenv(ValuesEnv, "")
	testkit.Contains(t, failureOf(t, func() { Load[int]("x") }), ValuesEnv)
}

// A figure shows itself, or fails with its error.
type figure struct{ err error }

func (f *figure) Show() error {
	if f.err == nil {
		fmt.Println("a figure")
	}
	return f.err
}

// A named number has a method String, and a plain struct has no methods.
type (
	named int
	plain struct{ A, b int }
)

func (n named) String() string { return fmt.Sprintf("number %d", int(n)) }

// TestShow prints values of many types, each with its newline. A figure that fails ends the cell.
func TestShow(t *testing.T) {
	var none *figure
	var noStringer *named
	for _, test := range []struct {
		v    any
		want string
	}{
		{2, "2"}, {"text", "text"}, {1.5, "1.5"}, {nil, "nil"}, {[]int{1, 2}, "[1 2]"},
		{named(3), "number 3"}, {errors.New("bad"), "bad"}, {plain{1, 2}, "{A:1 b:2}"}, {&plain{1, 2}, "{A:1 b:2}"},
		{&figure{}, "a figure"}, {none, "nil"}, {noStringer, "nil"}, {[]named{1}, "[number 1]"},
	} {
		testkit.Equal(t, capture(t, &os.Stdout, func() { Show(test.v) }), test.want+"\n", test.v, test.want)
	}
	testkit.Equal(t, failureOf(t, func() { Show(&figure{errors.New("no pen")}) }), "no pen")
}

// TestTextIsShort: long texts, long slices and values that hold themselves have short texts, which say so.
func TestTextIsShort(t *testing.T) {
	if got := Text(strings.Repeat("é", maxText)); !strings.HasSuffix(got, "é\n... 200000 bytes in all") {
		t.Errorf("a long text ends in %q, want its size", got[len(got)-40:])
	}
	cycle := map[string]any{}
	cycle["a"] = []any{1, cycle}
	self := []any{nil}
	self[0] = self
	for _, v := range []any{cycle, self, struct{ M map[string]any }{cycle}} {
		if got := Text(v); !strings.HasSuffix(got, "that holds itself") {
			t.Errorf("a cycle is %.100q, want that it holds itself", got)
		}
	}
	long := make([]int, 1000)
	long[0], long[999] = 7, 8
	if got := Text(long); len(got) > 500 || !strings.HasPrefix(got, "[7 0 ") || !strings.HasSuffix(got, " 0 8]\n1000 elements") {
		t.Errorf("a long slice is %s, want both ends and its length in 500 bytes at most", got)
	}
}

// TestText: texts of values that fmt alone would print in another way, or that only look like a cycle.
func TestText(t *testing.T) {
	shared := map[string]any{"x": 1}
	for _, test := range []struct {
		v    any
		want string
	}{
		{[]any{shared, shared}, "[map[x:1] map[x:1]]"}, {*big.NewInt(-1234567), "-1 234 567"}, {*big.NewRat(1, 3), "1/3"}, {make(chan int), "a chan int"},
		{func(int) string { return "" }, "a func(int) string"},
		{[]string{"a b", "c"}, `["a b" "c"]`}, {[2]string{"a"}, `["a" ""]`}, {[]string{"a", "é"}, "[a é]"}, {[]string{"a\n"}, `["a\n"]`}, {[]string{}, "[]"}, {[]string{"a b", "0x1"}, `["a b" "0x1"]`},
	} {
		testkit.Equal(t, Text(test.v), test.want, test.v)
	}
}

// TestBigNumbers: digits of big integers are in groups of three; nil has a text, too.
func TestBigNumbers(t *testing.T) {
	for text, want := range map[string]string{"0": "0", "-1": "-1", "999": "999", "1000": "1 000", "-1000": "-1 000", "-100": "-100", "123456": "123 456", "-1234567": "-1 234 567"} {
		n, _ := new(big.Int).SetString(text, 10)
		testkit.Equal(t, Text(n), want, text)
	}
	testkit.Equal(t, Text((*big.Int)(nil)), "nil")
}

// TestRichForms: the function registered last decides on the form. Without a function to display it, its text is printed.
func TestRichForms(t *testing.T) {
	defer func() { showers, display = nil, nil }()
	Register(func(v any) (Rich, bool) {
		n, ok := v.(named)
		return Rich{HTML: fmt.Sprintf("<b>%d</b>", int(n)), Text: fmt.Sprint("old ", int(n))}, ok
	})
	Register(func(v any) (Rich, bool) { return Rich{Text: "seven"}, v == named(7) })
	testkit.Equal(t, capture(t, &os.Stdout, func() { Show(named(7), named(8)) }), "seven\nold 8\n")
	var shown string
	OnDisplay(func(r Rich) { shown += r.HTML })
	if got := capture(t, &os.Stdout, func() { Show(named(9)) }); got != "" || shown != "<b>9</b>" {
		t.Errorf("printed %q, displayed %q, want nothing and <b>9</b>", got, shown)
	}
}

// TestMust: Must returns the value, or ends the cell with the text of the error.
func TestMust(t *testing.T) {
	if Must(3, nil) != 3 {
		t.Error("Must changed the value")
	}
	testkit.Equal(t, failureOf(t, func() { Must(3, errors.New("no such space")) }), "no such space")
}

// TestFailureKeepsVariables runs a cell that fails, in a process of its own: it prints the error alone, ends with status 1, and what was
// changed before is kept.
func TestFailureKeepsVariables(t *testing.T) {
	if os.Getenv("CELL_FAILS") != "" {
		defer Begin()()
		x := 5
		defer Keep("x", &x)
		x = 6
		Check(errors.New("bad"))
		return
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestFailureKeepsVariables$")
	cmd.Env = append(os.Environ(), "CELL_FAILS=1", ValuesEnv+"="+dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err == nil || err.Error() != "exit status 1" || stderr.String() != "error: bad\n" {
		t.Errorf("%v, %q, want exit status 1 and the error alone", err, stderr.String())
	}
	t.Setenv(ValuesEnv, dir)
	testkit.Equal(t, Find[int]("x"), 6)
}

// TestMustAll checks that several values with an error behind them come without it, and that the error ends the cell.
func TestMustAll(t *testing.T) {
	if got := MustAll(3, "a", error(nil)); len(got) != 2 || got[0] != 3 || got[1] != "a" {
		t.Errorf("%v", got)
	}
	testkit.Equal(t, failureOf(t, func() { MustAll(3, "a", errors.New("bad")) }), "bad")
}

// TestPointers checks that a text has the values that pointers lead to, a few deep, and no addresses; also of a value that leads to itself.
func TestPointers(t *testing.T) {
	type tree struct {
		L, R *tree
		v    int
	}
	defer func(path string) { cellPackage = path }(cellPackage)
	cellPackage = reflect.TypeFor[tree]().PkgPath()
	loop := &tree{v: 1}
	loop.L = loop
	n, at := 5, new(int)
	for _, test := range []struct {
		v    any
		want string
	}{
		{&tree{L: &tree{v: 2}, v: 1}, "{L:&{L:<nil> R:<nil> v:2} R:<nil> v:1}"},
		{loop, "{L:&{L:&{L:&{L:&... R:<nil> v:1} R:<nil> v:1} R:<nil> v:1} R:<nil> v:1}"},
		{[]*int{&n, nil}, "[&5 <nil>]"}, {map[string]*int{"b": at, "a": &n}, "map[a:&5 b:&0]"}, {[2]any{&n, 3}, "[&5 3]"},
		{struct{ p *tree }{loop.L}, "{p:&{L:&{L:&{L:&... R:<nil> v:1} R:<nil> v:1} R:<nil> v:1}}"}, {struct{ e error }{nil}, "{e:<nil>}"}, {struct{ f, g func() }{func() {}, nil}, "{f:a func() g:<nil>}"},
		{[]any{"0x12", 1}, "[0x12 1]"}, {map[int]string{10: "0x1", 9: "b"}, "map[9:b 10:0x1]"}, {struct{ S string }{"0xff"}, "{S:0xff}"}, {"0x12", "0x12"}, {[]error{errors.New("0x1")}, "[0x1]"},
	} {
		testkit.Equal(t, Text(test.v), test.want, test.v)
	}
	dense := make([]*struct{ to []any }, 150)
	for i := range dense {
		dense[i] = &struct{ to []any }{}
		for _, d := range dense[:i] {
			dense[i].to = append(dense[i].to, d)
		}
	}
	if got := formatted("%+v", reflect.ValueOf(dense)); !strings.HasPrefix(got, "[&{to:[]} &{to:[&{to:[]}]} ") || len(got) > 10*maxValues {
		t.Errorf("a dense graph: %d bytes, %.100q", len(got), got)
	}
	cellPackage = "main"
	testkit.Equal(t, Text(struct{ p *tree }{loop}), "{p:&...}", "of another package")
}
