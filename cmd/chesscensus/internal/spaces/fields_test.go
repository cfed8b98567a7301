package spaces_test

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestOutputIsInput: commands read the output of others, and ignore text after a tab.
func TestOutputIsInput(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	_, draws, _ := invoke("", "draw", "-n", "50", "--space", "material", "--seed", "5")
	_, codes, errs := invoke(draws, "encode")
	if strings.Count(codes, "\n") != 50 || errs != "" {
		t.Fatalf("%s%s", codes, errs)
	}
	_, back, _ := invoke(codes, "decode")
	for i, line := range strings.Split(strings.TrimSpace(draws), "\n") {
		fen, _, _ := strings.Cut(line, "\t")
		if got := strings.Split(back, "\n")[i]; strings.Join(strings.Fields(got)[:4], " ") != strings.Join(strings.Fields(fen)[:4], " ") {
			t.Fatalf("draw %d: %s comes back as %s", i, fen, got)
		}
	}
	for _, codec := range []string{"tomic", "rank"} {
		_, one, _ := invoke(draws, "encode", "--codec", codec)
		if _, two, _ := invoke(one, "decode", "--codec", codec); two != back {
			t.Errorf("codec %s: other positions come back", codec)
		}
	}
}

// TestPrefilterReference: with --reference the category is the same, after a blank.
func TestPrefilterReference(t *testing.T) {
	_, draws, _ := invoke("", "draw", "-n", "300", "--space", "ranked")
	var fens strings.Builder
	for line := range strings.Lines(draws) {
		fen, _, _ := strings.Cut(line, "\t")
		fens.WriteString(fen + "\n")
	}
	_, ours, _ := invoke(fens.String(), "prefilter")
	_, theirs, _ := invoke(fens.String(), "prefilter", "--reference")
	reference := strings.Split(theirs, "\n")
	for i, line := range strings.Split(strings.TrimSpace(ours), "\n") {
		if !strings.HasPrefix(reference[i], strings.Replace(line, "\t", "\t ", 1)) {
			t.Fatalf("line %d: %q and %q", i, line, reference[i])
		}
	}
}

// TestPrefilterReadsForms: prefilter accepts a position in any form, and prints a FEN record.
func TestPrefilterReadsForms(t *testing.T) {
	for in, want := range map[string]string{
		"4k3/8/8/8/8/8/8/4K3 b - -":                              "4k3/8/8/8/8/8/8/4K3 b - -\tNo Checks\n",
		"https://lichess.org/analysis/4k3/8/8/8/8/8/8/4K3_b_-_-": "4k3/8/8/8/8/8/8/4K3 b - - 0 1\tNo Checks\n",
		"4k3/8/8/8/8/8/8/4K3 b - - bm Kd7;":                      "4k3/8/8/8/8/8/8/4K3 b - - 0 1\tNo Checks\n",
		"position startpos moves e2e4":                           "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\tNo Checks\n",
	} {
		if status, out, errs := invoke(in, "prefilter"); status != 0 || out != want {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", in, status, out, errs, want)
		}
	}
}

// TestUnknownNames: unknown spaces and bad numbers are usage errors.
func TestUnknownNames(t *testing.T) {
	testkit.Unraced(t)
	for args, want := range map[string]string{
		"rank --space moon":   "unknown space",
		"unrank --space moon": "unknown space",
		"draw --space moon":   "unknown space",
		"rndfen 0":            "at least 1",
		"rndfen 1.5":          "at least 1",
		"rndfen":              "accepts between 1 and 2 arg(s)",
		"rndfen 1 2 3":        "accepts",
		"rndfen 1 x":          "seed",

		"rndfen 18446744073709551615 1": "too many",
		"rndfen 1 18446744073709551616": "2^64-1",
	} {
		if status, out, errs := invoke("", strings.Fields(args)...); status != 2 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", args, status, out, errs, want)
		}
	}
	for flag, want := range map[string]string{"encode --codec": "tomic\t", "draw --space": "ranked-repaired\t", "rndfen --effort": "kernel"} {
		if _, out, _ := invoke("", append([]string{"__complete"}, append(strings.Fields(flag), "")...)...); !strings.Contains(out, want) {
			t.Errorf("completion of %s: %q", flag, out)
		}
	}
}
