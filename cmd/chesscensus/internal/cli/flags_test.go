package cli

import (
	"strings"
	"testing"
)

func TestParseRelative(t *testing.T) {
	for text, want := range map[string]float64{"0.1%": 0.001, " 0.1 % ": 0.001, "0.001": 0.001, "50%": 0.5} {
		if got, err := ParseRelative("precision", text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "100%", "-1%", "NaN", "1e", "%"} {
		if x, err := ParseRelative("detect", text); err == nil || !strings.Contains(err.Error(), "--detect") {
			t.Errorf("%q: %v, %v", text, x, err)
		}
	}
}
