package jupyter

import (
	"errors"
	"strings"
	"testing"
)

// TestDifferences checks that outputs must be the same as the stored ones except for times, colors and the pixels of figures.
func TestDifferences(t *testing.T) {
	stream := func(s string) string { return `{"output_type": "stream", "name": "stdout", "text": ` + s + `}` }
	shown := func(mime, s string) string {
		return `{"output_type": "display_data", "metadata": {}, "data": {"` + mime + `": ` + s + `}}`
	}
	for _, c := range []struct {
		name, stored, now string
		want              string // in the error; "" for none
	}{
		{"the same", stream(`"5768\n"`), stream(`"5768\n"`), ""},
		{"another number", stream(`"draws: 5768\n"`), stream(`"draws: 5767\n"`), "stored: \"draws: 5768\"\nnow:    \"draws: 5767\""},
		{"split differently", stream(`["a\n", "b\n"]`), stream(`"a\n"`) + "," + stream(`"b\n"`), ""},
		{"a time", stream(`"took 3.2 ms, 12 draws"`), stream(`"took 4 ms, 12 draws"`), ""},
		{"a time and a number", stream(`"took 3.2 ms, 12 draws"`), stream(`"took 4 ms, 13 draws"`), "13 draws"},
		{"a color", stream(`"\u001b[31mred\u001b[0m"`), stream(`"red"`), ""},
		{"a figure with other pixels", shown("image/png", `"AAAA"`), shown("image/png", `"BBBB"`), ""},
		{"a figure is missing", shown("image/png", `"AAAA"`), "", "image/png"},
		{"a second figure", shown("image/png", `"AAAA"`), shown("image/png", `"AAAA"`) + "," + shown("image/png", `"AAAA"`), "image/png"},
		{"other HTML", shown("text/html", `"<b>1</b>"`), shown("text/html", `["<b>2", "</b>"]`), "text/html"},
		{"nothing was stored", "", stream(`"1"`), "stdout"},
		{"something is gone", stream(`"1"`), "", "stdout"},
		{"not text", shown("application/json", `{"a": 1}`), shown("application/json", `{"a": 2}`), "application/json"},
	} {
		errs := differences("x.ipynb", parse(t, c.stored), parse(t, c.now))
		if c.want == "" {
			if len(errs) > 0 {
				t.Errorf("%s: %v, want no difference", c.name, errs)
			}
			continue
		}
		var e *outputError
		if len(errs) != 1 || !errors.As(errs[0], &e) || e.Cell != 2 || !strings.Contains(e.What, c.want) {
			t.Errorf("%s: %v, want one difference, in cell 2, with %q", c.name, errs, c.want)
			continue
		}
		if want := "x.ipynb: cell 2: not what is stored"; !strings.Contains(e.Error(), want) {
			t.Errorf("%s: error %q, want %q in it", c.name, e, want)
		}
	}
	shorter := parse(t, "")
	shorter.Cells = shorter.Cells[:1]
	if errs := differences("x.ipynb", parse(t, ""), shorter); len(errs) != 1 || !strings.Contains(errs[0].Error(), "1 cells, stored are 2") {
		t.Errorf("a cell less: errors %v, want one about 1 cells of 2", errs)
	}
}

// TestFirstDifference checks that the difference is shown with its surroundings, also in a long line.
func TestFirstDifference(t *testing.T) {
	long := strings.Repeat("x", 1000)
	if got := firstDifference("a\n"+long+"1", "a\n"+long+"2"); !strings.Contains(got, "x1\"") || !strings.Contains(got, "x2\"") || len(got) > 200 {
		t.Errorf("the end of a long line differs: %s", got)
	}
	if got := firstDifference("a\nb", "a"); !strings.Contains(got, `stored: "b"`) || !strings.Contains(got, `now:    ""`) {
		t.Errorf("a line is missing: %s", got)
	}
}
