package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
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
	testkit.FailsWith(t, lines.Run(t.Context(), 3, strings.NewReader(long), Outputs{Out: failingStream{}}), "disk full", "output")
	var out bytes.Buffer
	if err := lines.Run(t.Context(), 3, strings.NewReader("a\n"), Outputs{Out: &out, Side: failingStream{}}); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("second output: %v", err)
	}
	testkit.FailsWith(t, lines.Run(t.Context(), 3, failingStream{}, Outputs{Out: &out}), "reading f: disk gone", "input")
	ctx, cancel := context.WithCancel(t.Context())
	lines.DoSide = func(dst, side []byte, line string) ([]byte, []byte, error) {
		cancel()
		return dst, side, nil
	}
	testkit.FailsWith(t, lines.Run(ctx, 2, strings.NewReader(long), Outputs{Out: &out}), context.Canceled, "context")
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

// transformLine transforms a line by its letters: f fails, p fails with an error that is passed on, n has no output, m has two lines. All
// except n write to the second output first.
func transformLine(dst, side []byte, line string) (out, second []byte, err error) {
	if strings.Contains(line, "n") {
		return dst, side, nil
	}
	side = append(side, line+";"...)
	dst = append(dst, strings.ToUpper(line)...)
	switch {
	case strings.Contains(line, "f"):
		err = errors.New("fails: " + line)
	case strings.Contains(line, "p"):
		err = Passed(errors.New("passed: " + line))
	case strings.Contains(line, "m"):
		dst = append(dst, "\nmore"...)
	}
	return dst, side, err
}

// transformText applies transformLine to each line of a text in a simple loop. It is the oracle of TestFilterAgreesWithLoop and
// shares no code with the filter.
func transformText(text string, first int, comments bool) (out, side string, errs []string) {
	if first == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, "\r")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") && !comments {
			continue
		}
		o, s, err := transformLine(nil, nil, line)
		if err != nil {
			errs = append(errs, fmt.Sprintf("f:%d: %v", first+i, err))
		}
		if err != nil && strings.HasPrefix(err.Error(), "fails") {
			continue
		}
		if side += string(s); len(o) > 0 {
			out += string(o) + "\n"
		}
	}
	return out, side, errs
}

// randomText returns random lines, some blank, some comments, some with line ends of Windows, and byte order marks at the beginning or
// elsewhere.
func randomText(rnd *rand.Rand) string {
	pieces := []string{"a", "b", "f", "p", "n", "m", "#", " ", "\r", "\n", "\n", "\r\n", "\ufeff"}
	var b strings.Builder
	for range rnd.IntN(60) {
		b.WriteString(pieces[rnd.IntN(len(pieces))])
	}
	return b.String()
}

// TestFilterAgreesWithLoop compares outputs, errors and line numbers of the filter with a simple loop, for random texts, batch sizes
// and numbers of workers.
func TestFilterAgreesWithLoop(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	for range testkit.Size(500, 5000) {
		text, first, comments := randomText(rnd), 1+10*rnd.IntN(2), rnd.IntN(2) == 0
		batch, workers := 1+rnd.IntN(5), 1+rnd.IntN(4)
		var out, side bytes.Buffer
		var errs []string
		err := LineFilter{Name: "f", First: first, Batch: batch, Comments: comments, DoSide: transformLine}.Run(t.Context(), workers,
			strings.NewReader(text), Outputs{Out: &out, Side: &side, OnError: func(err error) { errs = append(errs, err.Error()) }})
		wantOut, wantSide, wantErrs := transformText(text, first, comments)
		if out.String() != wantOut || side.String() != wantSide || !slices.Equal(errs, wantErrs) || (err != nil) != (len(errs) > 0) {
			t.Fatalf("%q from line %d, batches of %d, %d workers:\n%q, %q, %q, %v, want\n%q, %q, %q", text, first, batch, workers,
				out.String(), side.String(), errs, err, wantOut, wantSide, wantErrs)
		}
	}
}

// TestReadCountsEveryByte: the number of bytes read grows to the length of the text, line ends included.
func TestReadCountsEveryByte(t *testing.T) {
	text := strings.Repeat("a line\n\n#\n", 700)
	var seen []uint64
	lines := LineFilter{Batch: 100, DoSide: transformLine, OnRead: func(n uint64) { seen = append(seen, n) }}
	testkit.OK(t, lines.Run(t.Context(), 3, strings.NewReader(text), Outputs{Out: io.Discard}))
	if !slices.IsSorted(seen) || seen[len(seen)-1] != uint64(len(text)) || len(seen) < 20 {
		t.Errorf("read %v, want up to %d", seen, len(text))
	}
}

// writeCounter is a writer that counts the calls of Write, and records the longest.
type writeCounter struct{ n, longest int }

func (c *writeCounter) Write(b []byte) (int, error) {
	c.n, c.longest = c.n+1, max(c.longest, len(b))
	return len(b), nil
}

// TestBatchesAreSmall: long lines come in small batches, so that little output waits in memory.
func TestBatchesAreSmall(t *testing.T) {
	const size, n = 30_000, 12
	var to writeCounter
	text := strings.Repeat(strings.Repeat("a", size)+"\n", n)
	testkit.OK(t, (LineFilter{DoSide: transformLine}).Run(t.Context(), 2, strings.NewReader(text), Outputs{Out: &to}))
	if to.n < n/3 || to.longest > 4*size {
		t.Errorf("%d lines of %d bytes come in %d pieces, of up to %d bytes", n, size, to.n, to.longest)
	}
}

// A lineWriter sends everything written to a channel.
type lineWriter chan string

func (w lineWriter) Write(b []byte) (int, error) { w <- string(b); return len(b), nil }

// TestAnswersLineByLine: in a dialogue each line is answered before the next one is sent.
func TestAnswersLineByLine(t *testing.T) {
	in, typed := io.Pipe()
	answers := make(lineWriter)
	ended := make(chan error)
	go func() {
		ended <- LineFilter{DoSide: transformLine}.Run(t.Context(), 2, in, Outputs{Out: answers})
	}()
	for i := range 5 {
		testkit.Must(fmt.Fprintf(typed, "a%d\n", i))(t)
		select {
		case got := <-answers:
			if want := fmt.Sprintf("A%d\n", i); got != want {
				t.Fatalf("%q, want %q", got, want)
			}
		case <-time.After(time.Minute):
			t.Fatal("no answer before the next line")
		}
	}
	_ = typed.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestRunOrdered: batches that take different times are written in the order of sending.
func TestRunOrdered(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	for workers := 1; workers <= 8; workers *= 2 {
		var out bytes.Buffer
		var want strings.Builder
		var bad []string
		err := RunOrdered(t.Context(), workers, func(_ context.Context, send func(*Batch) bool) error {
			for i := range 100 {
				turns := rnd.IntN(1000)
				fmt.Fprintf(&want, "%d ", i)
				send(NewBatch(func(b *Batch) {
					for range turns {
						b.Out = fmt.Appendf(b.Out[:0], "%d ", i)
					}
					if b.Out = fmt.Appendf(b.Out[:0], "%d ", i); i%10 == 7 {
						b.Errors = append(b.Errors, fmt.Errorf("%d", i), errors.New("again"))
					}
				}))
			}
			return nil
		}, Outputs{Out: &out, OnError: func(err error) { bad = append(bad, err.Error()) }})
		if !errors.Is(err, ErrBadInput) || out.String() != want.String() {
			t.Errorf("%d workers: %v, %s", workers, err, out.String())
		}
		if got := strings.Join(bad, " "); !strings.HasPrefix(got, "7 again 17 again 27 again") || len(bad) != 20 {
			t.Errorf("%d workers: errors %s", workers, got)
		}
	}
}

// TestRunOrderedErrors: the error of produce comes before that of bad lines, that of the context before both, and nothing is written
// after a failed write.
func TestRunOrderedErrors(t *testing.T) {
	lost := errors.New("lost")
	send := func(n int, ending error) func(context.Context, func(*Batch) bool) error {
		return func(_ context.Context, send func(*Batch) bool) error {
			for range n {
				if !send(NewBatch(func(b *Batch) { b.Errors = []error{errors.New("bad")} })) {
					return nil
				}
			}
			return ending
		}
	}
	testkit.FailsWith(t, RunOrdered(t.Context(), 2, send(3, lost), Outputs{Out: io.Discard}), lost)
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := RunOrdered(ctx, 2, send(1000, lost), Outputs{Out: io.Discard, OnError: func(error) {
		if n++; n == 5 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || n > 999 {
		t.Errorf("%v after %d bad lines, want the end of the context soon after 5", err, n)
	}
	writes := 0
	err = RunOrdered(t.Context(), 3, send(1000, nil), Outputs{Out: writer(func([]byte) (int, error) {
		if writes++; writes == 4 {
			return 0, lost
		}
		return 0, nil
	})})
	if !errors.Is(err, lost) || writes != 4 {
		t.Errorf("%v after %d writes, want the error of the fourth", err, writes)
	}
}

// TestEndAtError: the first batch with an error ends the output before it. Without EndAtError the others follow.
func TestEndAtError(t *testing.T) {
	lost := errors.New("lost")
	for end, want := range map[bool]string{true: "ab", false: "abcde"} {
		var out strings.Builder
		err := RunOrdered(t.Context(), 2, func(_ context.Context, send func(*Batch) bool) error {
			for _, letter := range "abcde" {
				send(NewBatch(func(b *Batch) {
					if b.Out = []byte(string(letter)); letter == 'c' {
						b.Errors = []error{lost}
					}
				}))
			}
			return nil
		}, Outputs{Out: &out, EndAtError: end})
		if out.String() != want || errors.Is(err, lost) != end {
			t.Errorf("EndAtError %v: wrote %q, error %v, want %q", end, out.String(), err, want)
		}
	}
}

// A writer is a function with the method of an io.Writer.
type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// TestBadLinesWithoutOnError: bad lines make the result ErrBadInput even if OnError is nil.
func TestBadLinesWithoutOnError(t *testing.T) {
	err := LineFilter{DoSide: transformLine}.Run(t.Context(), 2, strings.NewReader("a\nf\nb\n"), Outputs{Out: io.Discard})
	if !errors.Is(err, ErrBadInput) {
		t.Errorf("%v, want ErrBadInput", err)
	}
}
