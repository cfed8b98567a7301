package surveys

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// TestCompareSurveys: small surveys with different seeds agree. The same survey twice, and a survey of a part, are refused.
func TestCompareSurveys(t *testing.T) {
	testkit.Long(t)
	run := func(args ...string) string {
		dir := tinySurvey(t, "1s", args...)
		if status, _, errs := invoke("", "survey", "run", dir); status != 0 {
			t.Fatal(errs)
		}
		return dir
	}
	a, b := run("--seed", "5"), run("--seed", "6")
	status, out, errs := invoke("", "survey", "compare", a, b, "-v")
	if status != 0 || !strings.Contains(out, "Together") || !strings.Contains(out, "men 28") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	status, out, errs = invoke("", "survey", "compare", a, b, "--json")
	var c report.Comparison
	if err := json.Unmarshal([]byte(out), &c); status != 0 || err != nil || math.Abs(c.Z) > 4.5 || c.Combined.Low.StdErr >= c.A.Low.StdErr {
		t.Errorf("status %d, %v, %q: %+v", status, err, errs, c)
	}
	third := run("--seed", "8")
	status, out, errs = invoke("", "survey", "compare", a, b, third, "--detect", "1%", "--json")
	var three struct {
		report.Comparisons
		Pairs []struct {
			Z    float64
			Plan *struct{ Difference float64 }
		} `json:"pairs"`
	}
	err := json.Unmarshal([]byte(out), &three)
	if status != 0 || err != nil || len(three.Pairs) != 3 || three.Pairs[0].Z != c.Z || three.Pairs[2].Plan.Difference != 0.01 ||
		len(three.Combined.Weights) != 3 || !(three.P > 1e-6) {
		t.Errorf("status %d, %v, %q: %+v", status, err, errs, three)
	}
	status, out, _ = invoke("", "survey", "compare", a, b, third)
	if status != 0 || strings.Count(out, "joint standard errors") != 3 || !strings.Contains(out, "on 2 degrees of freedom") ||
		strings.Index(out, third+": ") > strings.Index(out, "difference") {
		t.Errorf("status %d, %q", status, out)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	testkit.OK(t, os.CopyFS(copied, os.DirFS(a)))
	for want, args := range map[string][]string{
		"both have the seed 5": {a, copied},
		"no such file":         {a, filepath.Join(a, "none")},
		"requires at least 2":  {a},
		"are not those of":     {a, run("--space", "ranked|men<=27", "--seed", "7")},
	} {
		if status, _, errs := invoke("", append([]string{"survey", "compare"}, args...)...); status == 0 || !strings.Contains(errs, want) {
			t.Errorf("%v: status %d, %q, want %q", args, status, errs, want)
		}
	}
}

// TestPowerOfSurveys: of two stored surveys the text has the detectable difference, and detecting that difference takes as many
// draws as they have.
func TestPowerOfSurveys(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	records := filepath.Join("..", "..", "..", "..", "records")
	args := []string{"survey", "compare", filepath.Join(records, "unpromoted"), filepath.Join(records, "unpromoted-second")}
	var c struct {
		Power report.Power
		Plan  *struct {
			Difference float64
			See        float64 `json:"times_to_see"`
			Exclude    float64 `json:"times_to_exclude"`
		}
	}
	read := func(more ...string) {
		t.Helper()
		status, out, errs := invoke("", append(append(args, "--json"), more...)...)
		if err := json.Unmarshal([]byte(out), &c); status != 0 || err != nil {
			t.Fatalf("status %d, %v, errors %s", status, err, errs)
		}
	}
	if read(); c.Plan != nil || !(c.Power.Detectable > 0 && c.Power.Within > 0 && c.Power.Apart > 1) {
		t.Errorf("without --detect: %+v, want no plan, and the power of the comparison", c)
	}
	read("--detect", fmt.Sprint(c.Power.Detectable))
	// Seeing a difference takes the normal quantiles of 0.975 and 0.8, excluding it by two one-sided tests those of 0.95 and 0.9.
	exclude := math.Pow((1.644854+1.281552)/(1.959964+0.841621), 2)
	if p := c.Plan; p == nil || math.Abs(p.See-1) > 1e-9 || math.Abs(p.Exclude-exclude) > 1e-5 {
		t.Errorf("plan %+v, want 1 time the draws to see the difference, and %.5f times to exclude it", p, exclude)
	}
	_, out, _ := invoke("", append(args, "-v", "--detect", "1%")...)
	testkit.Contains(t, out,
		"would have been seen (probability 0.8, level 5 %); the totals are equal within",
		"telling them apart takes", "a difference of 1 % is seen by", "would be seen  equal within")
	program.Refuse(t, cli.StatusUsage, "--detect", append(args, "--detect", "2")...)
}

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
	program.Refuse(t, cli.StatusUsage, "want a number between 0 and 1", "survey", "report", dir, "--confidence", "1")
}
