package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

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

// TestWholeNumber wants flags to take whole numbers in all spellings, and to say what they want in words of the user.
func TestWholeNumber(t *testing.T) {
	flags := new(cobra.Command).Flags()
	n := flags.Uint64("n", 0, "")
	v := wholeNumber{flags.Lookup("n").Value}
	if err := v.Set("1e6"); err != nil || *n != 1_000_000 {
		t.Errorf("1e6: %d, %v", *n, err)
	}
	for _, text := range []string{"1e-1", "1e30", "-1", "many", ""} {
		if err := v.Set(text); err == nil || !strings.Contains(err.Error(), "want a whole number") || strings.Contains(err.Error(), "strconv") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
