package batch_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/batch"
)

const goodLine = `{"fen":"k6P/8/8/8/8/8/8/7K w - -","stage":"rules","reasons":["PawnOnEndRow"]}`

// A longLine is a reader of one line of many bytes, which Run must not store.
type longLine struct{ left int }

func (l *longLine) Read(p []byte) (int, error) {
	if l.left == 0 {
		return 0, io.EOF
	}
	n := min(l.left, len(p))
	for i := range n {
		p[i] = 'x'
	}
	l.left -= n
	return n, nil
}

// TestRunGoesOn checks that good lines are confirmed after a line of 100 MB, a cut one and one of a later format, which have errors.
func TestRunGoesOn(t *testing.T) {
	in := io.MultiReader(strings.NewReader(goodLine+"\r\n\n"), &longLine{100 << 20},
		strings.NewReader("\n"+goodLine[:40]+"\n"+strings.Replace(goodLine, "{", `{"format":9,`, 1)+"\n"+goodLine))
	var got []string
	var tally batch.Tally
	err := batch.Run(t.Context(), recheck.Checker{}, in, 3, func(a batch.Answer) {
		tally.Add(a)
		text := "confirmed"
		if a.Err != nil {
			text, _, _ = strings.Cut(a.Err.Error(), ", want")
		}
		got = append(got, strings.Repeat("I", a.Line)+" "+text)
	})
	want := []string{"I confirmed", "III not a certificate: longer than 1048576 bytes", "IIII not a certificate: unexpected end of JSON input",
		"IIIII not a certificate: format 9", "IIIIII confirmed"}
	if err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v:\n%s\nwant\n%s", err, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var table strings.Builder
	if err := tally.Write(&table); err != nil || !strings.Contains(table.String(), "sum    5          2      0         0      0           3") {
		t.Errorf("%v:\n%s", err, table.String())
	}
}

// TestTallyColumns checks that every kind of answer is counted in a column of its own.
func TestTallyColumns(t *testing.T) {
	var tally batch.Tally
	for i, err := range []error{nil, recheck.ErrLimit, recheck.ErrUnable, recheck.ErrWrong, recheck.ErrForm} {
		for range i + 1 {
			tally.Add(batch.Answer{Certificate: &recheck.Certificate{Reasons: []string{"A", "B"}}, Err: err})
		}
	}
	var table strings.Builder
	testkit.OK(t, tally.Write(&table))
	const want = "A,B 15 1 2 3 4 5"
	if row := strings.Join(strings.Fields(strings.Split(table.String(), "\n")[1]), " "); !strings.HasPrefix(row, want) {
		t.Errorf("row %q, want %q first", row, want)
	}
}

// A failingReader is a reader that fails.
type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("disk gone") }

// TestRunErrors checks that Run returns the error of its reader, after the answers to the lines before, and that of its context.
func TestRunErrors(t *testing.T) {
	answers := 0
	count := func(batch.Answer) { answers++ }
	in := io.MultiReader(strings.NewReader(goodLine+"\n"), failingReader{})
	if err := batch.Run(t.Context(), recheck.Checker{}, in, 2, count); err == nil || err.Error() != "disk gone" || answers != 1 {
		t.Errorf("error %v after %d answers, want disk gone after 1", err, answers)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	testkit.FailsWith(t, batch.Run(ctx, recheck.Checker{}, strings.NewReader(goodLine), 2, count), context.Canceled)
}

// TestRunStopsWithinALine checks that Run ends with the context within a line, which gzip can make very long.
func TestRunStopsWithinALine(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	n := 0
	err := batch.Run(ctx, recheck.Checker{}, reader(func(p []byte) (int, error) {
		if n++; n == 100 {
			stop()
		}
		if n == 200 {
			return 0, errors.New("read on")
		}
		return len(p), nil
	}), 1, func(a batch.Answer) { t.Errorf("an answer: %+v", a) })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// A reader is a function with the method of an io.Reader.
type reader func(p []byte) (int, error)

func (f reader) Read(p []byte) (int, error) { return f(p) }
