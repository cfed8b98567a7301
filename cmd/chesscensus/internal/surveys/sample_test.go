package surveys

import (
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/report"
)

// TestSurveySample examines the draws of the last phase of a small survey with games: the lines "in" stand for about the known number of positions, and
// the shares of each property add up to 1, with their mean. Without the draws, and for unknown properties, the commands end with an error.
func TestSurveySample(t *testing.T) {
	testkit.Long(t)
	dir := filepath.Join(t.TempDir(), "survey")
	args := []string{"survey", "plan", dir, "--budget", "3s", "--pilot", "8000", "--costs", "3us,60us,2ms", "--shards", "30"}
	if status, _, errs := invoke("", args...); status != 0 {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	if status, _, errs := invoke("", "survey", "share", dir, "moves"); status != cli.StatusError || !strings.Contains(errs, "no shard has a list") {
		t.Errorf("before the run: status %d, errors %s", status, errs)
	}
	if status, _, errs := invoke("", "survey", "run", dir); status != 0 {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	out := program.Run(t, "", "survey", "sample", dir)
	sum, numLegal := 0.0, 0 // of the lines "in"
	for line := range strings.Lines(out) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 6 {
			t.Fatalf("line %q, want 6 fields", line)
		}
		positions := testkit.Must(strconv.ParseFloat(fields[2], 64))(t)
		if fields[1] == "in" {
			sum, numLegal = sum+positions, numLegal+1
		}
	}
	if known := report.Published.Value; numLegal < 100 || math.Abs(sum/known-1) > 0.5 {
		t.Errorf("%d draws stand for %.3g positions, want about %.3g", numLegal, sum, known)
	}
	checkReplicates(t, dir, sum)
	for _, property := range []string{"moves", "checkers", "end", "turn"} {
		status, out, errs := invoke("", "survey", "share", dir, property, "--json")
		var law struct {
			Mean   float64
			Draws  int
			Values []struct {
				Value int
				Share struct{ Value, Hi float64 }
			}
		}
		if err := json.Unmarshal([]byte(out), &law); err != nil || status != 0 || law.Draws != numLegal {
			t.Fatalf("%s: status %d, %v, errors %s, %d draws, want %d", property, status, err, errs, law.Draws, numLegal)
		}
		total, mean := 0.0, 0.0
		for _, v := range law.Values {
			total, mean = total+v.Share.Value, mean+float64(v.Value)*v.Share.Value
		}
		// Value 2 of end is stalemate, of which none was drawn.
		if n := len(law.Values); property == "end" && (n != 3 || law.Values[2].Share.Value != 0 || !(law.Values[2].Share.Hi > 0 && law.Values[2].Share.Hi < 0.1)) {
			t.Errorf("values of end, without a stalemate: %+v", law.Values)
		}
		if math.Abs(total-1) > 1e-9 || math.Abs(mean-law.Mean) > 1e-6 {
			t.Errorf("%s: shares add up to %v, mean %v, want %v", property, total, law.Mean, mean)
		}
		if status, text, _ := invoke("", "survey", "share", dir, property); status != 0 || !strings.Contains(text, "+- (95 %)") {
			t.Errorf("%s: status %d, text %s", property, status, text)
		}
	}
	program.Refuse(t, cli.StatusUsage, `property "color": want moves, checkers, end, turn, `, "survey", "share", dir, "color")
}

// checkReplicates checks that the script docs/replicates.py computes the sum of the draws, and from replicate weights a standard error near that of the
// formula. With 30 shards the script's standard error has itself a relative standard error of 1/sqrt(2*29), 13 %. It also checks the total against
// sum, and the errors about flags.
func checkReplicates(t *testing.T, dir string, sum float64) {
	t.Helper()
	status, text, errs := invoke("", "survey", "sample", dir, "--total")
	var want, lo, hi, stdErr float64
	if _, err := fmt.Sscanf(text, "sum over the lines in\t%g\n95 %% interval\t%g to %g\nstandard error\t%g\n", &want, &lo, &hi,
		&stdErr); status != 0 || err != nil || errs != "" || math.Abs(sum/want-1) > 1e-6 {
		t.Fatalf("status %d, %v, errors %s, total %s, the lines add up to %v", status, err, errs, text, sum)
	}
	for _, args := range [][]string{{"--jackknife", "31"}, {"--jackknife", "0"}, {"--bootstrap", "-1"}} {
		program.Refuse(t, cli.StatusError, "want", append([]string{"survey", "sample", dir}, args...)...)
	}
	for _, args := range [][]string{{"--jackknife", "3", "--bootstrap", "3"}, {"--csv", "--json"}, {"--total", "--jackknife", "3"}} {
		program.Refuse(t, cli.StatusUsage, "--", append([]string{"survey", "sample", dir}, args...)...)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("there is no python3 to run the script with")
		return
	}
	script := filepath.Join("..", "..", "..", "..", "docs", "replicates.py")
	head, noWeights := "fen,outcome,positions,stratum,class,shard,r1\n", "fen,outcome,positions,stratum,class,shard\n"
	for in, want := range map[string]string{"": "want the output of", noWeights: "want the output of", head: "no draw is proven legal"} {
		c := exec.Command(python, script, "jackknife")
		c.Stdin = strings.NewReader(in)
		if out, err := c.CombinedOutput(); err == nil || !strings.HasPrefix(string(out), want) {
			t.Errorf("the script for %q: %v, %s, want %q", in, err, out, want)
		}
	}
	if out, err := exec.Command(python, script).CombinedOutput(); err == nil || !strings.HasPrefix(string(out), "want jackknife or bootstrap") {
		t.Errorf("the script without a method: %v, %s", err, out)
	}
	for _, method := range []string{"jackknife", "bootstrap"} {
		lines := program.Run(t, "", "survey", "sample", dir, "--csv", "--"+method, "30")
		c := exec.Command(python, script, method)
		c.Stdin = strings.NewReader(lines)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", method, err, out)
		}
		var value, found float64
		if _, err := fmt.Sscanf(string(out), "positions\t%g\t%g\n", &value, &found); err != nil || math.Abs(value/want-1) > 1e-6 || math.Abs(found/stdErr-1) > 4/math.Sqrt(2*29) {
			t.Errorf("%s: %v, the script says %s, want %v with standard error %v", method, err, out, want, stdErr)
		}
	}
}
