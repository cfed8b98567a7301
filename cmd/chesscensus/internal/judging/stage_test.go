package judging

import (
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/lemmatest"
)

// TestLemmasByStage: for the examples of each lemma in the package docs, its stage alone refutes the illegal one and not the legal one.
func TestLemmasByStage(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []struct {
		stage, nodes string
		files        []string
	}{
		{"bound", "0", []string{"internal/bound/proofs.go"}},
		{"kernel", "0", []string{"proofkernel/proofs.go", "proofkernel/proofsrows.go", "proofkernel/proofshome.go"}},
		{"retro", "0", []string{"retro/proofs.go"}},
		{"cage", "10000000", []string{"cage/proofs.go", "cage/proofspaths.go", "cage/proofschecks.go", "cage/proofstogether.go",
			"cage/proofsneeded.go", "cage/proofsfallen.go", "cage/proofspair.go"}},
	} {
		for _, name := range c.files {
			for _, l := range lemmatest.Lemmas(t, filepath.Join("../../../../legality", name)) {
				if c.stage == "kernel" && l.Number >= 12 && l.Number <= 14 {
					continue // refute nothing alone: package cage uses them in its search for kernels
				}
				_, out, errs := invoke("", "judge", "--stage", c.stage, "--nodes", c.nodes, l.Illegal, "-j", "1")
				if !strings.Contains(out, " illegal: ") {
					t.Errorf("%s, Lemma %d: %s%s", name, l.Number, out, errs)
				}
				if _, out, errs := invoke("", "judge", "--stage", c.stage, l.Legal, "-j", "1"); !strings.HasSuffix(out, " unknown:\n") {
					t.Errorf("%s, Lemma %d: the legal one: %s%s", name, l.Number, out, errs)
				}
			}
		}
	}
}

// TestStage: a stage alone leaves positions undecided that it does not refute, its reasons have words, and incompatible flags are errors.
func TestStage(t *testing.T) {
	const passed = "rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -" // Lemma 1 of package proofkernel
	check(t, passed, passed+" 0 1 illegal: No proof kernel\n", "judge", "--stage", "kernel")
	check(t, passed, passed+" 0 1 unknown:\n", "judge", "--stage", "retro")
	check(t, clitest.InitialFEN, clitest.InitialFEN+" legal: proof:\n", "judge", "--stage", "rules")
	if _, out, _ := invoke("", "judge", "--stage", "retro", "-v", passed); !strings.Contains(out, "chesscensus judge '"+passed+"'") {
		t.Errorf("what to try next: %s", out)
	}
	for _, args := range [][]string{{"game"}, {"path"}, {"rule"}, {"kernel", "--effort", "game"}, {"kernel", "--by", "chesscounter"}, {"cage", "-o", "x"}} {
		if status, _, errs := invoke("", append([]string{"judge", "--stage"}, args...)...); status != 2 || !strings.Contains(errs, "--stage") {
			t.Errorf("%q: status %d, %s", args, status, errs)
		}
	}
}
