package report

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestWrongRefutations computes the limits of wrong refutations of the kernel space from the stored lines of the recheck, without the code that
// reads such lines elsewhere.
func TestWrongRefutations(t *testing.T) {
	b := testkit.Must(os.ReadFile(filepath.Join("..", "..", "docs", "data", "recheck-1902.jsonl")))(t)
	later := []string{"LastMovesRejected", "NoLastMove", "NoProofKernel", "NoExtendedKernel", "Unreachable"}
	var draws, rules, rest, checkedRules, checkedRest float64
	for _, text := range strings.Split(strings.TrimSpace(string(b)), "\n")[1:] {
		var line struct {
			Draws   float64
			Refuted map[string]float64
			Tally   map[string]struct{ All, Confirmed float64 }
		}
		testkit.OK(t, json.Unmarshal([]byte(text), &line))
		draws += line.Draws
		for stage, n := range line.Refuted {
			if stage == "rules" {
				rules += n
			} else {
				rest += n
			}
		}
		for theorem, n := range line.Tally {
			if n.Confirmed != n.All {
				t.Errorf("chunk of %g draws: %s: %g of %g confirmed", line.Draws, theorem, n.Confirmed, n.All)
			}
			if slices.Contains(later, theorem) {
				checkedRest += n.All
			} else {
				checkedRules += n.All
			}
		}
	}
	left := draws - rules - rest
	want := (rules/left*3/checkedRules + rest/left*3/checkedRest)
	if draws != 23e6 || checkedRest != rest || math.Abs(wrongOfKernel/want-1) > 0.01 {
		t.Errorf("%g draws, %g of %g later refutations checked: %.4g, and %.4g in the code", draws, checkedRest, rest, want, wrongOfKernel)
	}
	if got := WrongRefutations("cover"); got < wrongOfKernel || got > 1.05*wrongOfKernel || WrongRefutations("ranked-repaired") < 2*got {
		t.Errorf("cover %.3g, ranked-repaired %.3g", got, WrongRefutations("ranked-repaired"))
	}
}
