package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// upper doubles a line in capitals, and fails for some.
func upper(dst, side []byte, line string) ([]byte, []byte, error) {
	switch {
	case strings.HasPrefix(line, "bad"):
		return append(dst, "never seen"...), side, errors.New("bad line")
	case strings.HasPrefix(line, "passed"):
		return append(dst, "seen"...), side, Passed(errors.New("bad, but seen"))
	case line == "none":
		return dst, side, nil
	}
	if strings.HasSuffix(line, "7") { // batches end out of order
		time.Sleep(time.Millisecond)
	}
	return append(dst, strings.ToUpper(line)...), append(side, '.'), nil
}

// TestLinesInOrder filters with one worker and with many, in batches of all sizes, and wants
// the same output, second output and errors.
func TestLinesInOrder(t *testing.T) {
	testkit.Medium(t)
	var in, want strings.Builder
	in.WriteString(byteOrderMark)
	n := 0
	for i := range 500 {
		fmt.Fprintf(&in, "a%d\r\n", i)
		fmt.Fprintf(&want, "A%d\n", i)
		n++
	}
	in.WriteString("\n# comment\nbad 1\npassed 1\nnone\n" + strings.Repeat("x", maxLine+1) + "\nlast")
	want.WriteString("seen\nLAST\n")
	// Line 501 is blank and 502 a comment.
	wantErrors := []string{"f:503: bad line", "f:504: bad, but seen", "f:506: line longer than 1 MiB"}
	for _, workers := range []int{1, 7} {
		for _, batch := range []int{1, 10, 0} {
			var out, side bytes.Buffer
			var errs []string
			read := uint64(0)
			err := Lines{Name: "f", Batch: batch, Do: upper, Read: func(n uint64) { read = n }}.Run(t.Context(), workers, strings.NewReader(in.String()),
				Outputs{Out: &out, Side: &side, Bad: func(err error) { errs = append(errs, err.Error()) }})
			if !errors.Is(err, ErrBadInput) || out.String() != want.String() || side.Len() != n+1 || fmt.Sprint(errs) != fmt.Sprint(wantErrors) {
				t.Errorf("%d workers, batches of %d: %v, errors %v, side %d; or another output", workers, batch, err, errs, side.Len())
			}
			if read < 2900 { // without the line that is too long
				t.Errorf("%d bytes read", read)
			}
		}
	}
}

// TestComments wants comments passed on where they are asked for, with a comment for a line
// that is too long, and numbers to begin where they should.
func TestComments(t *testing.T) {
	var out bytes.Buffer
	var errs []string
	err := Lines{Name: "f", First: 11, Comments: true, Do: upper}.Run(t.Context(), 2,
		strings.NewReader("# comment\n"+strings.Repeat("x", maxLine+1)+"\na\n"),
		Outputs{Out: &out, Bad: func(err error) { errs = append(errs, err.Error()) }})
	if want := "# COMMENT\n# unreadable: a line longer than 1 MiB\nA\n"; out.String() != want || !errors.Is(err, ErrBadInput) {
		t.Errorf("%q, %v, want %q", out.String(), err, want)
	}
	if fmt.Sprint(errs) != "[f:12: line longer than 1 MiB]" {
		t.Errorf("errors %v", errs)
	}
	if err := (Lines{Do: upper}).Run(t.Context(), 1, strings.NewReader("a\nb"), Outputs{Out: &out}); err != nil {
		t.Errorf("good lines: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }
func (failing) Read([]byte) (int, error)  { return 0, errors.New("disk gone") }

// TestFailures wants the error of the output, of the input, and of the context.
func TestFailures(t *testing.T) {
	lines := Lines{Name: "f", Batch: 1, Do: upper}
	long := strings.Repeat("a\n", 10_000)
	if err := lines.Run(t.Context(), 3, strings.NewReader(long), Outputs{Out: failing{}}); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("output: %v", err)
	}
	var out bytes.Buffer
	if err := lines.Run(t.Context(), 3, strings.NewReader("a\n"), Outputs{Out: &out, Side: failing{}}); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("second output: %v", err)
	}
	if err := lines.Run(t.Context(), 3, failing{}, Outputs{Out: &out}); err == nil || !strings.Contains(err.Error(), "reading f: disk gone") {
		t.Errorf("input: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	lines.Do = func(dst, side []byte, line string) ([]byte, []byte, error) {
		cancel()
		return dst, side, nil
	}
	if err := lines.Run(ctx, 2, strings.NewReader(long), Outputs{Out: &out}); !errors.Is(err, context.Canceled) {
		t.Errorf("context: %v", err)
	}
}

func ExampleLines() {
	double := func(dst, side []byte, line string) ([]byte, []byte, error) {
		return append(append(append(dst, line...), ' '), line...), side, nil
	}
	var out bytes.Buffer
	err := Lines{Name: "words", Do: double}.Run(context.Background(), 4, strings.NewReader("e4\ne5\n"), Outputs{Out: &out})
	fmt.Print(out.String(), err)
	// Output:
	// e4 e4
	// e5 e5
	// <nil>
}
