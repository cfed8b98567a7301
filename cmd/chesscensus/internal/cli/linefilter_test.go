package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestComments: with Comments set comments are passed on, a line that is too long leaves one, and lines are numbered from First.
func TestComments(t *testing.T) {
	var out bytes.Buffer
	var errs []string
	err := LineFilter{Name: "f", First: 11, Comments: true, DoSide: transformLine}.Run(t.Context(), 2,
		strings.NewReader("# c\n"+strings.Repeat("x", maxLine+1)+"\na\n"),
		Outputs{Out: &out, OnError: func(err error) { errs = append(errs, err.Error()) }})
	if want := "# C\n# unreadable: a line longer than 1 MiB\nA\n"; out.String() != want || !errors.Is(err, ErrBadInput) {
		t.Errorf("%q, %v, want %q", out.String(), err, want)
	}
	if fmt.Sprint(errs) != "[f:12: line longer than 1 MiB]" {
		t.Errorf("errors %v", errs)
	}
	out.Reset()
	if err := (LineFilter{DoSide: transformLine}).Run(t.Context(), 1, strings.NewReader("a\n"+strings.Repeat("x", maxLine+1)+"\nb"),
		Outputs{Out: &out}); !errors.Is(err, ErrBadInput) || out.String() != "A\nB\n" {
		t.Errorf("a line that is too long: %q, %v", out.String(), err)
	}
}

// A failingStream returns an error from every read and write.
type failingStream struct{}

func (failingStream) Write([]byte) (int, error) { return 0, errors.New("disk full") }
func (failingStream) Read([]byte) (int, error)  { return 0, errors.New("disk gone") }

// TestFailures: Run returns the errors of the outputs, of the input, and of the context.
func TestFailures(t *testing.T) {
	lines := LineFilter{Name: "f", Batch: 1, DoSide: transformLine}
	long := strings.Repeat("a\n", 10_000)
	if err := lines.Run(t.Context(), 3, strings.NewReader(long), Outputs{Out: failingStream{}}); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("output: %v", err)
	}
	var out bytes.Buffer
	if err := lines.Run(t.Context(), 3, strings.NewReader("a\n"), Outputs{Out: &out, Side: failingStream{}}); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("second output: %v", err)
	}
	if err := lines.Run(t.Context(), 3, failingStream{}, Outputs{Out: &out}); err == nil || !strings.Contains(err.Error(), "reading f: disk gone") {
		t.Errorf("input: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	lines.DoSide = func(dst, side []byte, line string) ([]byte, []byte, error) {
		cancel()
		return dst, side, nil
	}
	if err := lines.Run(ctx, 2, strings.NewReader(long), Outputs{Out: &out}); !errors.Is(err, context.Canceled) {
		t.Errorf("context: %v", err)
	}
}

func ExampleLineFilter() {
	double := func(dst []byte, line string) ([]byte, error) {
		return append(append(append(dst, line...), ' '), line...), nil
	}
	var out bytes.Buffer
	err := LineFilter{Name: "words", Do: double}.Run(context.Background(), 4, strings.NewReader("e4\ne5\n"), Outputs{Out: &out})
	fmt.Print(out.String(), err)
	// Output:
	// e4 e4
	// e5 e5
	// <nil>
}

// TestLongestLine: a line of maxLine bytes is read, with or without an end, whatever fits the buffer; one more byte is too much.
func TestLongestLine(t *testing.T) {
	for _, buffer := range []int{16, 1 << 16, maxLine - 1, maxLine, maxLine + 1, maxLine + 2} {
		for length := maxLine - 1; length <= maxLine+2; length++ {
			for _, end := range []string{"", "\n"} {
				if length > maxLine && buffer > length { // lines that fit the buffer are not refused
					continue
				}
				in := bufio.NewReaderSize(strings.NewReader(strings.Repeat("x", length)+end), buffer)
				text, err := NextLine(in)
				if fits := length <= maxLine; fits && (err != nil || len(text) != length) || !fits && !errors.Is(err, ErrLongLine) {
					t.Errorf("buffer %d, %d bytes and %q: %d bytes, %v", buffer, length, end, len(text), err)
				}
				if _, err := NextLine(in); err != io.EOF {
					t.Errorf("buffer %d, %d bytes and %q: then %v, want EOF", buffer, length, end, err)
				}
			}
		}
	}
}
