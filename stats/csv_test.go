package stats

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-gota/gota/series"

	"chesscensus/internal/testing/testkit"
)

// TestReadCSV reads a table, compares the types of its columns, and writes it again, which must give the same text. Ranks of more than 64
// bits keep their digits. It also checks the errors for texts that are no table, and a table without rows.
func TestReadCSV(t *testing.T) {
	const rank = "8726713169886222032347729969256422370854716254"
	const text = "rank,men,share,check,note\n" + rank + ",32,0.1,true,a\n12,30,4.8e+44,false,\n7,28,,true,\"x,y\"\n"
	frame := testkit.Must(ReadCSV(strings.NewReader(text)))(t)
	for i, want := range []series.Type{series.String, series.Int, series.Float, series.Bool, series.String} {
		if got := frame.Types()[i]; got != want {
			t.Errorf("column %s is %s, want %s", frame.Names()[i], got, want)
		}
	}
	if got := frame.Elem(0, 0).String(); got != rank {
		t.Errorf("rank %s, want %s", got, rank)
	}
	if !frame.Elem(2, 2).IsNA() || frame.Elem(1, 2).Float() != 4.8e44 {
		t.Errorf("shares %v, want 0.1, 4.8e44 and a missing value", frame.Col("share"))
	}
	var written bytes.Buffer
	if err := WriteCSV(&written, frame); err != nil || written.String() != text {
		t.Errorf("written: %v\n%s\nwant\n%s", err, written.String(), text)
	}
	for what, text := range map[string]string{"line 1": "", "line 3": "a,b\n1,2\n1,2,3\n", "twice": "a,a\n1,2\n"} {
		if _, err := ReadCSV(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%q: %v, want %q", text, err, what)
		}
	}
	if frame, err := ReadCSV(strings.NewReader("a,b\n")); err != nil || frame.Nrow() != 0 || frame.Ncol() != 2 {
		t.Errorf("no rows: %v, %v", frame, err)
	}
}
