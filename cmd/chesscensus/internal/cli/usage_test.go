package cli_test

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
)

// TestNearestIsNamed: what is mistyped is a usage error with a suggestion, and nothing is printed.
func TestNearestIsNamed(t *testing.T) {
	for args, want := range map[string]string{
		"jugde":                    `unknown command "jugde" for "chesscensus" (see chesscensus help); did you mean judge?`,
		"nonsense":                 `unknown command "nonsense" for "chesscensus" (see chesscensus help)` + "\n",
		"help jugde":               "did you mean judge?",
		"help nosuch":              `unknown command "nosuch" for "chesscensus"`,
		"help judge nosuch":        `unknown command "nosuch" for "chesscensus judge" (see chesscensus help judge)`,
		"nosuch --help":            `unknown command "nosuch" for "chesscensus" (see chesscensus help)`,
		"-j 2 jugde --help":        "did you mean judge?",
		"draw --sede 1":            "unknown flag: --sede (see chesscensus help draw); did you mean --seed?",
		"draw --space repaired":    `unknown space "repaired"; did you mean ranked-repaired? (known: `,
		"draw --space counter-gen": "did you mean counter-general?",
		"judge --effort gmae":      "did you mean game?",
		"judge --nokernels":        "did you mean --kernels?",
	} {
		status, out, errs := invoke("", strings.Fields(args)...)
		if status != 2 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", args, status, out, errs, want)
		}
	}
}

// TestNumbersInAllSpellings draws 1000 positions, however the number is written.
func TestNumbersInAllSpellings(t *testing.T) {
	testkit.Medium(t)
	_, want, _ := invoke("", "draw", "-n", "1000")
	for _, n := range []string{"1e3", "1E3", "1.0e3", "1_000", "1e+3"} {
		if status, out, errs := invoke("", "draw", "-n", n); status != 0 || out != want {
			t.Errorf("draw -n %s: status %d, %d lines, %s", n, status, strings.Count(out, "\n"), errs)
		}
	}
	for _, n := range []string{"1e-3", "1.5", "1e99", "-1e3", "1e"} {
		if status, out, errs := invoke("", "draw", "-n", n); status != 2 || out != "" || !strings.Contains(errs, "invalid argument") {
			t.Errorf("draw -n %s: status %d, output %.40q, %s", n, status, out, errs)
		}
	}
	_, want, _ = invoke("", "rndfen", "10", "1")
	if status, out, errs := invoke("", "rndfen", "1e1", "1"); status != 0 || out != want {
		t.Errorf("rndfen 1e1: status %d, %s", status, errs)
	}
}

// TestHelpOnAFullDisk: help that cannot be written is an error, as any other output is.
func TestHelpOnAFullDisk(t *testing.T) {
	for _, args := range []string{"", "--help", "help judge", "judge --help"} {
		var errs strings.Builder
		if status := cli.Run(t.Context(), strings.Fields(args), strings.NewReader(""), full{}, &errs, program...); status != 1 || !strings.Contains(errs.String(), "disk full") {
			t.Errorf("%q: status %d, errors %q", args, status, errs.String())
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }
