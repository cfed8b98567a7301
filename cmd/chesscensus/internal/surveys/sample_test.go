package surveys

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
)

// TestSurveySample makes a tiny survey with games and looks at the draws of its last phase: the lines in add up to what
// a design without coefficients says, within a few per cent the estimate, and laws add up to 1.
func TestSurveySample(t *testing.T) {
	testkit.Long(t)
	dir := filepath.Join(t.TempDir(), "survey")
	args := []string{"survey", "plan", dir, "--budget", "3s", "--pilot", "8000", "--costs", "3us,60us,2ms", "--shards", "3"}
	if status, _, errs := invoke("", args...); status != 0 {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	if status, _, errs := invoke("", "survey", "share", dir, "moves"); status != cli.StatusError || !strings.Contains(errs, "no shard has a list") {
		t.Errorf("before the run: status %d, errors %s", status, errs)
	}
	if status, _, errs := invoke("", "survey", "run", dir); status != 0 {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	status, out, errs := invoke("", "survey", "sample", dir)
	if status != 0 || errs != "" {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	sum, in := 0.0, 0
	for line := range strings.Lines(out) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			t.Fatalf("line %q, want 3 fields", line)
		}
		x, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		if fields[1] == "in" {
			sum, in = sum+x, in+1
		}
	}
	if in < 100 || math.Abs(sum/4.826e44-1) > 0.5 {
		t.Errorf("%d draws stand for %.3g positions", in, sum)
	}
	for _, property := range []string{"moves", "checkers", "end", "turn"} {
		status, out, errs := invoke("", "survey", "share", dir, property, "--json")
		var law struct {
			Mean   float64
			Draws  int
			Values []struct {
				Value int
				Share struct{ Value float64 }
			}
		}
		if err := json.Unmarshal([]byte(out), &law); err != nil || status != 0 || law.Draws != in {
			t.Fatalf("%s: status %d, %v, errors %s, %d draws, want %d", property, status, err, errs, law.Draws, in)
		}
		total, mean := 0.0, 0.0
		for _, v := range law.Values {
			total, mean = total+v.Share.Value, mean+float64(v.Value)*v.Share.Value
		}
		if math.Abs(total-1) > 1e-9 || math.Abs(mean-law.Mean) > 1e-6 {
			t.Errorf("%s: shares add up to %v, mean %v, want %v", property, total, law.Mean, mean)
		}
		if status, text, _ := invoke("", "survey", "share", dir, property); status != 0 || !strings.Contains(text, "+- (95 %)") {
			t.Errorf("%s: status %d, text %s", property, status, text)
		}
	}
	if status, _, errs := invoke("", "survey", "share", dir, "color"); status != cli.StatusUsage || !strings.Contains(errs, `property "color": want moves, checkers, end, turn, `) {
		t.Errorf("status %d, errors %s", status, errs)
	}
}
