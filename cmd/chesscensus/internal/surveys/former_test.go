package surveys

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/sampler"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
	"chesscensus/survey/shards"
)

const secondEdition = "../../../../records/second"

// TestDrawsOfTheSecondEditionAreMadeAgain: from the set as it was, each draw in the lists of what was open is the one that a program of
// 2026-11-23 wrote down.
func TestDrawsOfTheSecondEditionAreMadeAgain(t *testing.T) {
	testkit.Medium(t)
	s, err := shards.Open(secondEdition)
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.OpenDraws()
	if err != nil || len(list.Open) < 100 {
		t.Fatalf("%v, %d open draws", err, len(list.Open))
	}
	set, err := setsOf(s.Plan)(s.Plan.Space)
	if err != nil {
		t.Fatal(err)
	}
	source, err := shards.NewSource(set, s.Plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range list.Open {
		var d sampler.Draw
		if !source.Redraw(&d, o.Stratum, o.Index) || d.Setup != o.Draw.Setup || d.Weight != o.Draw.Weight || d.Multiplicity != o.Draw.Multiplicity {
			t.Fatalf("draw %d of stratum %d is %v, %d/%d, the list has %v, %d/%d", o.Index, o.Stratum, d.Setup, d.Weight, d.Multiplicity, o.Draw.Setup, o.Draw.Weight, o.Draw.Multiplicity)
		}
	}
}

// TestPlanOfTheFormerSetIsNotContinued: a plan from the set that lacked members, by an engine of today, is refused by name, and nothing is written.
func TestPlanOfTheFormerSetIsNotContinued(t *testing.T) {
	testkit.Medium(t)
	s, err := shards.Open(secondEdition)
	if err != nil {
		t.Fatal(err)
	}
	s.Plan.Code.Engine = legality.Version
	dir := t.TempDir()
	if err := record.WriteFile(filepath.Join(dir, plan.FileName), s.Plan.Append(nil)); err != nil {
		t.Fatal(err)
	}
	status, out, errs := invoke("", "survey", "run", dir)
	if status == 0 || out != "" || !strings.Contains(errs, "plan: size: found 4095205530627390273526881694656760091727954950, want 4095299558089388267799611793452183761103606150") ||
		!strings.Contains(errs, "which lacked members") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	if files, _ := os.ReadDir(filepath.Join(dir, "shards")); len(files) > 0 {
		t.Errorf("%d shards are written", len(files))
	}
}
