package drawing

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestHalves checks where a text that is wider than 8 letters is divided into two lines.
func TestHalves(t *testing.T) {
	width := func(s string) vg.Length { return vg.Length(len(s)) }
	for text, want := range map[string]string{"": "", "one two": "one two", "one two three": "one two|three", "a long wordwithoutend": "a long|wordwithoutend", "wordwithoutend": "wordwithoutend", "the king of all kings": "the king of|all kings"} {
		if got := strings.Join(Halves(text, 8, width), "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
