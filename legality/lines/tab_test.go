package lines

import (
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestBeforeTab checks that numbers and words after a tab are cut off, but no verdict.
func TestBeforeTab(t *testing.T) {
	for text, want := range map[string]string{
		"fen":                   "fen",
		"fen\t0.25":             "fen",
		"fen\t0.25\tsome":       "fen",
		"fen\tlegal: proof: e4": "fen\tlegal: proof: e4",
		"fen unknown: x\tw=2":   "fen unknown: x",
		"fen\t1\tillegal: x":    "fen\t1\tillegal: x",
		"\t":                    "",
		"":                      "",
	} {
		testkit.Equal(t, BeforeTab(text), want, text)
	}
}
