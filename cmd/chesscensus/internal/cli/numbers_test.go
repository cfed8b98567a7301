package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestParseCount: counts have several spellings; what is no whole number from 0 to 2^64-1 is an error.
func TestParseCount(t *testing.T) {
	for text, want := range map[string]uint64{"0": 0, "7": 7, "1e6": 1_000_000, "1E6": 1_000_000, "2.5e6": 2_500_000, "1_000_000": 1_000_000,
		"1e+3": 1000, "18446744073709551615": 1<<64 - 1, "1.8e19": 18e18} {
		if got, err := ParseCount(text); err != nil || got != want {
			t.Errorf("ParseCount(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-1", "-1e3", "1.5", "1.25e1", "1e-3", "1e99", "1e999999999", "many", "1e", "e6", "0x10", "18446744073709551616", "1 000"} {
		if got, err := ParseCount(text); err == nil {
			t.Errorf("ParseCount(%q) = %d, want an error", text, got)
		}
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
			if err := c.Flags().Set(name, text); err == nil {
				t.Errorf("--%s %s is accepted", name, text)
			}
		}
	}
	if err := c.Flags().Set("m", "18446744073709551615"); err != nil || *m != 1<<64-1 {
		t.Errorf("%d, %v", *m, err)
	}
	if err := c.Flags().Set("m", "0"); err == nil || !strings.Contains(err.Error(), "want at least 1") {
		t.Errorf("0: %v", err)
	}
	if err := c.Flags().Set("m", "18446744073709551615"); err != nil || *m != 1<<64-1 {
		t.Errorf("%d, %v", *m, err)
	}
}
