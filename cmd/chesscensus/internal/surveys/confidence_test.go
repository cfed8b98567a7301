package surveys

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// TestConfidenceAtReportTime: another level than that of the plan scales the half-width by the quotient of the normal quantiles
// (2.575829 and 1.959964), and changes no estimate or standard error.
func TestConfidenceAtReportTime(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	records := filepath.Join("..", "..", "..", "..", "records")
	read := func(into any, args ...string) string {
		t.Helper()
		status, out, errs := invoke("", append([]string{"survey"}, args...)...)
		if err := json.Unmarshal([]byte(out), into); status != 0 || err != nil {
			t.Fatalf("%v: status %d, %v, errors %s", args, status, err, errs)
		}
		return out
	}
	type result struct {
		Estimate struct{ Low stats.Estimate }
		Forecast float64 `json:"expected_relative_half_width"`
	}
	var plain, wide result
	dir := filepath.Join(records, "unpromoted")
	text := read(&plain, "report", dir, "--json")
	if again := read(new(result), "report", dir, "--json", "--confidence", "0.95"); again != text {
		t.Error("the level of the plan gives another report")
	}
	read(&wide, "report", dir, "--json", "--confidence", "0.99")
	const quotient = 2.575829 / 1.959964
	a, b := plain.Estimate.Low, wide.Estimate.Low
	if a.Value != b.Value || a.StdErr != b.StdErr || b.Confidence != 0.99 || math.Abs(b.HalfWidth()/a.HalfWidth()-quotient) > 1e-6 ||
		math.Abs(wide.Forecast/plain.Forecast-quotient) > 1e-6 {
		t.Errorf("at 95 %%: %+v, forecast %v; at 99 %%: %+v, forecast %v", a, plain.Forecast, b, wide.Forecast)
	}
	var both struct {
		A, Combined struct{ Low stats.Estimate }
	}
	read(&both, "compare", dir, filepath.Join(records, "unpromoted-second"), "--json", "--confidence", "0.99")
	if both.A.Low.Hi != b.Hi || math.Abs(both.Combined.Low.HalfWidth()/both.Combined.Low.StdErr-2.575829) > 1e-6 {
		t.Errorf("compared: %+v", both)
	}
	if status, _, errs := invoke("", "survey", "report", dir, "--confidence", "1"); status != cli.StatusUsage || !strings.Contains(errs, "want a number between 0 and 1") {
		t.Errorf("status %d, errors %s", status, errs)
	}
}
