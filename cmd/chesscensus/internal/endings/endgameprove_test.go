package endings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// TestEndgameProve proves the theorem for KRK, and looks for its parts, counterexamples and games in the output.
func TestEndgameProve(t *testing.T) {
	testkit.Long(t)
	status, out, errs := invoke("", "endgame", "--prove", "KRK")
	if status != 0 || errs != "" {
		t.Fatalf("status %d, %s", status, errs)
	}
	for text, times := range map[string]int{
		"no counterexample: 175 167 positions tried, 0 without a way back; the formula has no model": 2,
		"no counterexample: 223 895 positions tried, 0 without a way back; the formula has no model": 2,
		"compared for 175 168 positions, 0 differ":                                                   1,
		"compared for 223 944 positions, 0 differ":                                                   1,
		"to move: counterexample":                                                                    4, // sharp, PFix itself for both sides, article (2)
		"replayed by two":                                                                            2,
		"\nproven\n":                                                                                 1,
		"8/8/8/2k1K3/8/8/8/7R w - - 0 1\n":                                                           2, // PFix, as what it is and as a counterexample
	} {
		if got := strings.Count(out, text); got != times {
			t.Errorf("%q comes %d times, want %d", text, got, times)
		}
	}
}

// TestEndgameProveBadInput: bad input gives an error and no proof.
func TestEndgameProveBadInput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	testkit.OK(t, os.WriteFile(file, nil, 0o666))
	for args, want := range map[string]string{
		"":                    "want materials",
		"KPK":                 "no measure is known for KPK",
		"KRRK":                "no measure is known for KRRK",
		"KK":                  "no measure is known for KK",
		"KxK":                 "no measure is known for KxK",
		"--certificate . -- ": "want materials",
	} {
		status, out, errs := invoke("", append([]string{"endgame", "--prove"}, strings.Fields(args)...)...)
		if status != 2 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%q: status %d, output %q, errors %q, want %q", args, status, out, errs, want)
		}
	}
	if status, out, errs := invoke("", "endgame", "--certificate", "x", "KRK"); status != 2 || out != "" || !strings.Contains(errs, "--certificate") {
		t.Errorf("a certificate without --prove: status %d, output %.60q, errors %q", status, out, errs)
	}
	if status, _, errs := invoke("", "endgame", "--prove", "--certificate", file, "KQK"); status != 1 || !strings.Contains(errs, "not a directory") {
		t.Errorf("a file as directory: status %d, errors %q", status, errs)
	}
}

// TestEndgameProveFourMen proves a theorem by trying all positions, and the output says that no SAT solver was used.
func TestEndgameProveFourMen(t *testing.T) {
	testkit.Long(t)
	status, out, errs := invoke("", "endgame", "--prove", "KBdBdK")
	if status != 0 || errs != "" {
		t.Fatalf("status %d, %s", status, errs)
	}
	clitest.CheckContains(t, out, "no counterexample: 2 576 775 positions tried", "no counterexample: 3 204 151 positions tried", ", 0 differ",
		"depth: no position is more than 2 times derivedly illegal\n  white to move: no counterexample", "not by SAT\n")
}
