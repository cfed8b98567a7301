package cli

import (
	"testing"

	"github.com/spf13/cobra"
)

// TestShareFlag: the flag accepts numbers between 0 and 1, also in percent, and 0 and 1 themselves where they are allowed.
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
			t.Errorf("%q is accepted", text)
		}
	}
}

// TestCheckExclusive: flags exclude each other if both are set, but not if one is switched off.
func TestCheckExclusive(t *testing.T) {
	for _, test := range []struct {
		args []string
		ok   bool
	}{
		{[]string{"--json", "--tries", "3"}, false},
		{[]string{"--json", "--tries", "0"}, false},
		{[]string{"--json=false", "--tries", "3"}, true},
		{[]string{"--tries", "3"}, true},
	} {
		c := &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error { return nil }}
		c.PreRunE = func(c *cobra.Command, _ []string) error { return CheckExclusive(c) }
		c.Flags().Bool("json", false, "")
		c.Flags().Int("tries", 0, "")
		MarkExclusive(c, "json", "tries")
		c.SetArgs(test.args)
		c.SilenceErrors, c.SilenceUsage = true, true
		if err := c.Execute(); (err == nil) != test.ok {
			t.Errorf("%v: %v, want an error: %v", test.args, err, !test.ok)
		}
	}
}
