package cli_test

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
)

// TestSuggestions: a misspelled name is a usage error with a suggestion, and nothing else is printed.
func TestSuggestions(t *testing.T) {
	for args, want := range map[string]string{
		"jugde":                    `unknown command "jugde" for "chesscensus" (see chesscensus help); did you mean judge?`,
		"nonsense":                 `unknown command "nonsense" for "chesscensus" (see chesscensus help)` + "\n",
		"help jugde":               "did you mean judge?",
		"help nosuch":              `unknown command "nosuch" for "chesscensus"`,
		"help judge nosuch":        `unknown command "nosuch" for "chesscensus judge" (see chesscensus help judge)`,
		"nosuch --help":            `unknown command "nosuch" for "chesscensus" (see chesscensus help)`,
		"-j 2 jugde --help":        "did you mean judge?",
		"--nosuch":                 "unknown flag: --nosuch (see chesscensus help)\n",
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

// TestNumbersInAllSpellings: flags and arguments that are numbers take the spellings of [cli.ParseCount].
func TestNumbersInAllSpellings(t *testing.T) {
	testkit.Medium(t)
	for plain, spelt := range map[string]string{"draw -n 1000": "draw -n 1e3", "rndfen 10 1": "rndfen 1e1 1"} {
		_, want, _ := invoke("", strings.Fields(plain)...)
		if status, out, errs := invoke("", strings.Fields(spelt)...); status != 0 || out != want {
			t.Errorf("%s: status %d, %d lines, %s", spelt, status, strings.Count(out, "\n"), errs)
		}
	}
}

// TestHelpOnFullDisk: help that cannot be written is an error.
func TestHelpOnFullDisk(t *testing.T) {
	for _, args := range []string{"", "--help", "help judge", "judge --help"} {
		var errs strings.Builder
		if status := cli.Run(t.Context(), strings.Fields(args), strings.NewReader(""), fullDisk{}, &errs, program...); status != 1 ||
			!strings.Contains(errs.String(), "disk full") {
			t.Errorf("%q: status %d, errors %q", args, status, errs.String())
		}
	}
}

// A fullDisk returns an error from every write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }
