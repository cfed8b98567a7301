package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"chesscensus/internal/testing/testkit"
)

// TestShareFlag: the flag accepts numbers between 0 and 1, also in percent, and 0 and 1 themselves where they are allowed.
func TestShareFlag(t *testing.T) {
	x, y := 0.5, 0.5
	c := new(cobra.Command)
	ShareFlag(c, &x, "open", "", false)
	ShareFlag(c, &y, "ends", "", true)
	testkit.Equal(t, c.Flag("open").DefValue, "0.5")
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

// TestParseCount: counts have several spellings; what is no whole number from 0 to 2^64-1 is an error.
func TestParseCount(t *testing.T) {
	for text, want := range map[string]uint64{"0": 0, "7": 7, "1e6": 1_000_000, "1E6": 1_000_000, "2.5e6": 2_500_000, "1_000_000": 1_000_000,
		"1e+3": 1000, "18446744073709551615": 1<<64 - 1, "1.8e19": 18e18} {
		testkit.Equal(t, testkit.Must(ParseCount(text))(t), want, text)
	}
	for _, text := range []string{"", "-1", "-1e3", "1.5", "1.25e1", "1e-3", "1e99", "1e999999999", "many", "1e", "e6", "0x10", "18446744073709551616", "1 000"} {
		testkit.Fails(ParseCount(text))(t, "", text)
	}
}

// TestWholeNumber: flags accept whole numbers in all spellings, and their errors do not mention packages of Go.
func TestWholeNumber(t *testing.T) {
	flags := new(cobra.Command).Flags()
	n := flags.Uint64("n", 0, "")
	v := wholeNumber{pflagValue: flags.Lookup("n").Value}
	if err := v.Set("1e6"); err != nil || *n != 1_000_000 {
		t.Errorf("1e6: %d, %v", *n, err)
	}
	for _, text := range []string{"1e-1", "1e30", "-1", "many", ""} {
		if err := v.Set(text); err == nil || !strings.Contains(err.Error(), "want a whole number") || strings.Contains(err.Error(), "strconv") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestSetRange: a flag with limits accepts numbers between them only; one with a lower limit accepts everything above it that its
// type can hold.
func TestSetRange(t *testing.T) {
	c := new(cobra.Command)
	n, m := c.Flags().Int("n", 9, ""), c.Flags().Uint64("m", 0, "")
	SetRange(c, "n", -1, 5)
	SetMinimum(c, 1, "m")
	acceptNumberSpellings(c)
	for text, ok := range map[string]bool{"-1": true, "5": true, "0": true, "-2": false, "6": false, "1e9": false} {
		if err := c.Flags().Set("n", text); (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "want -1 to 5") {
			t.Errorf("%s: %d, %v", text, *n, err)
		}
	}
	for _, text := range []string{"-0x1", "0x3", "0x0", "1e20", ""} {
		for _, name := range []string{"n", "m"} {
			testkit.FailsWith(t, c.Flags().Set(name, text), "", name, text)
		}
	}
	if err := c.Flags().Set("m", "18446744073709551615"); err != nil || *m != 1<<64-1 {
		t.Errorf("%d, %v", *m, err)
	}
	testkit.FailsWith(t, c.Flags().Set("m", "0"), "want at least 1", "0")
	if err := c.Flags().Set("m", "18446744073709551615"); err != nil || *m != 1<<64-1 {
		t.Errorf("%d, %v", *m, err)
	}
}
