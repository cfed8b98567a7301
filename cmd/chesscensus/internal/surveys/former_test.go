package surveys

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/survey/campaign"
	"chesscensus/survey/plan"
)

const secondEdition = "../../../../records/second"

// TestPlanOfTheFormerSetIsNotContinued: today's engine refuses a plan of the set that lacked members, and writes nothing.
func TestPlanOfTheFormerSetIsNotContinued(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	s := testkit.Must(campaign.Open(secondEdition))(t)
	s.Plan.Code.Engine = legality.Version
	dir := t.TempDir()
	testkit.OK(t, os.WriteFile(filepath.Join(dir, plan.FileName), s.Plan.Append(nil), 0o666))
	status, out, errs := invoke("", "survey", "run", dir)
	if status == 0 || out != "" || !strings.Contains(errs, "plan: size: found 4095205530627390273526881694656760091727954950, want 4095299558089388267799611793452183761103606150") ||
		!strings.Contains(errs, "which lacked members") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	if files, _ := os.ReadDir(filepath.Join(dir, "shards")); len(files) > 0 {
		t.Errorf("%d shards are written", len(files))
	}
}
