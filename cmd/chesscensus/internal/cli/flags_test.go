package cli

import (
	"testing"

	"github.com/spf13/cobra"
)

// TestShareFlag: numbers between 0 and 1, also in percent, and the ends where they are allowed.
func TestShareFlag(t *testing.T) {
	x, y := 0.5, 0.5
	c := new(cobra.Command)
	ShareFlag(c, &x, "open", "", false)
	ShareFlag(c, &y, "ends", "", true)
	if got := c.Flag("open").DefValue; got != "0.5" {
		t.Errorf("default %s", got)
	}
	for text, want := range map[string]float64{"0.1%": 0.001, " 0.1 % ": 0.001, "0.001": 0.001, "50%": 0.5, "0": 0, "100%": 1} {
		if err := c.Flags().Set("ends", text); err != nil || y != want {
			t.Errorf("%q: %v, %v", text, y, err)
		}
		if err := c.Flags().Set("open", text); (err == nil) != (want > 0 && want < 1) || err == nil && x != want {
			t.Errorf("%q: %v, %v", text, x, err)
		}
	}
	for _, text := range []string{"", "-1%", "NaN", "1e", "%", "2", "200%"} {
		if c.Flags().Set("open", text) == nil || c.Flags().Set("ends", text) == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
