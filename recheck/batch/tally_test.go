package batch_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/batch"
)

// TestTallyMergesAsItAdds checks that several tallies, merged, have the counts of one to which all answers were added.
func TestTallyMergesAsItAdds(t *testing.T) {
	var one batch.Tally
	parts := make([]batch.Tally, 3)
	errs := []error{nil, recheck.ErrForm, recheck.ErrWrong, recheck.ErrLimit, recheck.ErrUnable, fmt.Errorf("%w: of a kind", recheck.ErrLimit), errors.New("other")}
	for i := range 60 {
		a := batch.Answer{Line: i, States: int64(i), Time: time.Duration(i) * time.Millisecond, Err: errs[i%len(errs)]}
		if i%7 != 1 { // unreadable lines have no certificate
			a.Certificate = &recheck.Certificate{Reasons: []string{"A", "B", "C"}[i%3 : i%3+1]}
		}
		one.Add(a)
		parts[i%3].Add(a)
	}
	var merged batch.Tally
	for _, p := range parts {
		merged.Merge(p)
	}
	if a, b := one.Sum(), merged.Sum(); a != b || a.All != 60 || a.States != 59*60/2 || a.Time != 1770*time.Millisecond {
		t.Errorf("%+v, merged %+v", a, b)
	}
	for name, row := range one {
		if r := merged[name]; r == nil || *r != *row {
			t.Errorf("%s: %+v, merged %+v", name, row, r)
		}
		if row.All != row.Confirmed+row.Limit+row.Unable+row.Wrong+row.Form {
			t.Errorf("%s: columns of %+v do not add up", name, row)
		}
	}
	if sum := one.Sum(); sum.Unable != 16 || sum.Limit != 17 || sum.Confirmed != 9 { // an error of no kind counts as unable
		t.Errorf("%+v, want 16 unable, 17 limit, 9 confirmed", sum)
	}
}

// TestTallyIsStored checks the JSON of a tally, as files of runs hold it, and that an empty tally can be used.
func TestTallyIsStored(t *testing.T) {
	var tally, again batch.Tally
	tally.Add(batch.Answer{Certificate: &recheck.Certificate{}, States: 5, Time: 7})
	tally.Add(batch.Answer{Err: recheck.ErrForm})
	b := testkit.Must(json.Marshal(tally))(t)
	if want := `{"Game":{"all":1,"confirmed":1,"states":5,"nanoseconds":7},"unreadable":{"all":1,"confirmed":0,"unreadable":1,"states":0,"nanoseconds":0}}`; string(b) != want {
		t.Errorf("%s, want %s", b, want)
	}
	if err := json.Unmarshal(b, &again); err != nil || again.Sum() != tally.Sum() {
		t.Errorf("read again %+v, %v, want %+v", again.Sum(), err, tally.Sum())
	}
	var none batch.Tally
	if sum := none.Sum(); sum != (batch.Row{}) {
		t.Errorf("a tally of nothing has %+v", sum)
	}
	none.Merge(nil)
	var table strings.Builder
	if err := none.Write(&table); err != nil || strings.Count(table.String(), "\n") != 2 {
		t.Errorf("%v: %q", err, table.String())
	}
}

// TestOrderIsThatOfLines checks that answers come in the order of the lines, with several workers and expensive lines among cheap ones.
func TestOrderIsThatOfLines(t *testing.T) {
	const expensive = `{"fen":"rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -","stage":"kernel","reasons":["NoProofKernel"]}`
	var in strings.Builder
	for i := range 200 {
		switch {
		case i%50 == 0:
			in.WriteString(expensive + "\n")
		case i%9 == 0:
			in.WriteString("\n")
		default:
			in.WriteString(goodLine + "\n")
		}
	}
	for _, workers := range []int{0, 1, 7} {
		last, n := 0, 0
		err := batch.Run(t.Context(), recheck.Checker{}, strings.NewReader(in.String()), workers, func(a batch.Answer) {
			if a.Line <= last || a.Err != nil || a.Time < 0 {
				t.Errorf("%d workers: line %d after %d: %v", workers, a.Line, last, a.Err)
			}
			last, n = a.Line, n+1
		})
		if err != nil || last != 200 || n != 178 {
			t.Errorf("%d workers: %v, %d lines to line %d", workers, err, n, last)
		}
	}
}

// TestLastLineWithoutEnd checks that a last line without its end is checked, and empty lines are not.
func TestLastLineWithoutEnd(t *testing.T) {
	for in, want := range map[string]int{"": 0, "\n\n\r\n": 0, goodLine: 1, goodLine + "\n" + goodLine: 2, goodLine + "\r\n" + goodLine + "\n": 2} {
		n := 0
		err := batch.Run(t.Context(), recheck.Checker{}, strings.NewReader(in), 2, func(a batch.Answer) {
			if n++; a.Err != nil {
				t.Errorf("%q: %v", in, a.Err)
			}
		})
		if err != nil || n != want {
			t.Errorf("%q: %d lines, %v", in, n, err)
		}
	}
}

// failingWriter is a writer that fails.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestWriteErrors checks that Write returns the error of its writer.
func TestWriteErrors(t *testing.T) {
	var tally batch.Tally
	testkit.FailsWith(t, tally.Write(failingWriter{}), io.ErrShortWrite)
}
