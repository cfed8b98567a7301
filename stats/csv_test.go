package stats

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-gota/gota/series"

	"chesscensus/internal/testing/testkit"
)

// TestReadCSV: what is written reads again, and ranks of more than 64 bits keep their digits.
func TestReadCSV(t *testing.T) {
	const text = "rank,men,share,check,note\n8726713169886222032347729969256422370854716254,32,0.1,true,a\n12,30,4.8e+44,false,\n7,28,,true,\"x,y\"\n"
	df := testkit.Must(ReadCSV(strings.NewReader(text)))(t)
	for i, want := range []series.Type{series.String, series.Int, series.Float, series.Bool, series.String} {
		if got := df.Types()[i]; got != want {
			t.Errorf("column %s is %s, want %s", df.Names()[i], got, want)
		}
	}
	if got := df.Elem(0, 0).String(); got != "8726713169886222032347729969256422370854716254" {
		t.Errorf("rank %s", got)
	}
	if !df.Elem(2, 2).IsNA() || df.Elem(1, 2).Float() != 4.8e44 {
		t.Errorf("shares %v", df.Col("share"))
	}
	var b bytes.Buffer
	if err := WriteCSV(&b, df); err != nil || b.String() != text {
		t.Errorf("%v\n%s", err, b.String())
	}
	for what, text := range map[string]string{"line 1": "", "line 3": "a,b\n1,2\n1,2,3\n", "twice": "a,a\n1,2\n"} {
		if _, err := ReadCSV(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%q: %v, want %q", text, err, what)
		}
	}
	if df, err := ReadCSV(strings.NewReader("a,b\n")); err != nil || df.Nrow() != 0 || df.Ncol() != 2 {
		t.Errorf("no rows: %v, %v", df, err)
	}
}
