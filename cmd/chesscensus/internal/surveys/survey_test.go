package surveys

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/survey/campaign"
	"chesscensus/survey/plan"
	"chesscensus/survey/report"
)

// tinySurvey makes a plan of 12 shards for a budget of processor time, without games, and returns its folder.
func tinySurvey(t *testing.T, budget string, flags ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "survey")
	args := append([]string{"survey", "plan", dir, "--budget", budget, "--pilot", "5000", "--costs", "3us,60us", "--effort", "kernel", "--shards", "12"}, flags...)
	if status, out, errs := invoke("", args...); status != 0 || errs != "" || !strings.Contains(out, "expected: relative half-width") {
		t.Fatalf("status %d, output %s, errors %s", status, out, errs)
	}
	return dir
}

// reportOf returns the JSON report on the survey in a folder.
func reportOf(t *testing.T, dir string) string {
	t.Helper()
	out := program.Run(t, "", "survey", "report", dir, "--json")
	return out
}

// TestSurveyFromPlanToReport runs a survey in three parts, and the subcommands that read it: before, between and after them, with a damaged shard, and
// packed as a bundle. The report is the same after the damaged shard was done again, and after packing.
func TestSurveyFromPlanToReport(t *testing.T) {
	testkit.Long(t)
	dir := tinySurvey(t, "9s", "--note", "a test")
	// check runs a subcommand that must end with a status and print a text, and returns its output.
	check := func(wantStatus int, want string, args ...string) string {
		t.Helper()
		status, out, errs := invoke("", append([]string{"survey"}, args...)...)
		if status != wantStatus || !strings.Contains(out+errs, want) {
			t.Errorf("survey %s: status %d, output %s, errors %s, want status %d and %q", args, status, out, errs, wantStatus, want)
		}
		return out
	}
	check(0, "0 of 12 shards done", "status", dir)
	check(0, "nothing to report", "report", dir)
	check(0, "3 of 12 shards done", "run", dir, "--shards", "3", "-j", "2", "--keep")
	check(0, "of CPU left", "resume", dir, "--progress", "-j", "1", "--shards", "6")
	check(0, "12 of 12 shards done", "resume", dir)
	check(0, "2 with the same bytes", "audit", dir, "--shards", "2", "--seed", "4")
	check(0, "at most (4.", "report", dir)
	text := check(0, "Of these", "report", dir, "-v")
	for _, part := range []string{"an upper bound", "Variance by phase", "special=2 captures", "NoProofKernel", "Legal positions by men",
		"distinct diagrams", "published: (4.822 +- 0.027) x 10^44"} {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(part)) {
			t.Errorf("the report lacks %q:\n%s", part, text)
		}
	}
	check(0, "| phase | judged |", "report", dir, "--markdown", "-v")
	check(0, "men,28,positions,", "report", dir, "--csv")
	var r struct {
		Done     int `json:"shards_done"`
		Estimate struct {
			Low struct{ Value, StdErr float64 }
		}
	}
	if err := json.Unmarshal([]byte(reportOf(t, dir)), &r); err != nil || r.Done != 12 || r.Estimate.Low.Value < 4.5e44 || r.Estimate.Low.Value > 5.2e44 {
		t.Errorf("%v, JSON %+v", err, r)
	}
	out := check(0, "tallies.parquet", "export", dir)
	for _, file := range strings.Fields(out) {
		if info, err := os.Stat(file); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v, %v", file, err, info)
		}
	}
	// Every command that reads a damaged shard names it, and run computes it again.
	shard := filepath.Join(dir, "shards", "000004.parquet")
	testkit.OK(t, os.Truncate(shard, 99))
	for _, command := range []string{"status", "report", "export", "audit"} {
		check(1, "000004.parquet: truncated: 99 of", command, dir)
	}
	check(0, "12 of 12 shards done", "run", dir)
	if again := check(0, "", "report", dir, "-v"); again != text {
		t.Error("the report is another after a shard was done again")
	}
	check(0, "12 of 12 shards in the bundle, 12 of them new", "pack", dir)
	if again := check(0, "", "report", dir, "-v"); again != text {
		t.Error("the report is another after the survey was packed")
	}
	check(0, "12 of 12 shards done", "run", dir)
	check(0, "2 with the same bytes", "audit", dir, "--shards", "2", "--seed", "4")
	testkit.OK(t, os.Truncate(filepath.Join(dir, "bundle", "000012.parquet"), 99))
	for _, command := range []string{"status", "report", "export", "audit"} {
		check(1, "bundle/000012.parquet: truncated: 99 of", command, dir)
	}
}

// TestAuditOfForgedShard: a shard whose last byte was changed, with checksums in the manifest that fit, fails the audit, which makes it again.
func TestAuditOfForgedShard(t *testing.T) {
	testkit.Medium(t)
	dir := tinySurvey(t, "1s")
	if status, _, errs := invoke("", "survey", "run", dir, "--shards", "1", "--keep"); status != 0 {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	kept := filepath.Join(dir, "kept", "000000.txt.zst")
	data := clitest.Read(t, kept)
	forged := data[:len(data)-1] + string([]byte{data[len(data)-1] ^ 1})
	clitest.Write(t, kept, forged)
	manifest := filepath.Join(dir, "manifest.jsonl")
	sum := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	entry, _, _ := strings.Cut(clitest.Read(t, manifest), `,"check":`)
	entry = strings.Replace(entry, sum(data), sum(forged), 1)
	clitest.Write(t, manifest, fmt.Sprintf("%s,\"check\":\"%08x\"}\n", entry, crc32.Checksum([]byte(entry), crc32.MakeTable(crc32.Castagnoli))))
	status, out, errs := invoke("", "survey", "audit", dir, "--shards", "1")
	if status != cli.StatusError || !strings.Contains(errs, "recomputed, the shard has other bytes") || !strings.Contains(out, ", 1 different") {
		t.Errorf("status %d, output %s, errors %s", status, out, errs)
	}
}

// TestSurveyErrors: each mistake in flags or in the plan has its message and exit status, and no output.
func TestSurveyErrors(t *testing.T) {
	testkit.Long(t)
	dir := tinySurvey(t, "600ms", "--stratify", "whole")
	text := testkit.Must(os.ReadFile(filepath.Join(dir, plan.FileName)))(t)
	// edit returns a folder with the plan in which a text is replaced.
	edit := func(old, new string) string {
		t.Helper()
		changed := strings.Replace(string(text), old, new, 1)
		if changed == string(text) {
			t.Fatalf("the plan has no %q", old)
		}
		other := t.TempDir()
		testkit.OK(t, os.WriteFile(filepath.Join(other, plan.FileName), []byte(changed), 0o644))
		return other
	}
	fresh := filepath.Join(t.TempDir(), "new")
	for _, c := range []struct {
		status int
		want   string
		args   []string
	}{
		{2, "accepts 1 arg", []string{"run"}},
		{2, "accepts 1 arg", []string{"run", dir, dir}},
		{1, "no such file", []string{"run", fresh}},
		{1, "exists already", []string{"plan", dir}},
		{2, "--budget 0s: want more", []string{"plan", fresh, "--budget", "0"}},
		{2, "unknown space", []string{"plan", fresh, "--space", "flat"}},
		{2, "--budget", []string{"plan", fresh, "--budget", "soon"}},
		{2, "--budget -1s: want", []string{"plan", fresh, "--budget", "-1s"}},
		{1, "stratification: found \"thin\", want finest or whole", []string{"plan", fresh, "--stratify", "thin"}},
		{1, "a larger budget or a smaller pilot", []string{"plan", fresh, "--budget", "1ms", "--pilot", "5000"}},
		{1, "2 costs, want", []string{"plan", fresh, "--effort", "static", "--pilot", "5000", "--costs", "1us,2us"}},
		{1, "plan: shards: line", []string{"run", edit(`"shards": 12`, `"shards": "many"`)}},
		{1, "plan: shards: found -3, want a number from 1", []string{"run", edit(`"shards": 12`, `"shards": -3`)}},
		{1, "plan: confidence: found 95, want a level above 0 and below 1", []string{"report", edit(`"confidence": 0.95`, `"confidence": 95`)}},
		{1, "unknown field \"sede\"", []string{"run", edit(`"seed": 1,`, `"sede": 1,`)}},
		{1, "plan: strata: the sizes add up to 8727878536878208144190883427864082859392620550, want the size of the space, 17", []string{"run",
			edit(`"size": "8727878536878208144190883427864082859392620550",`+"\n \"strat", `"size": "17",`+"\n \"strat")}},
		{1, "want 8726713169886222032347729969256422370854716254, the size of ranked", []string{"run", edit(`"ranked-repaired"`, `"ranked"`)}},
		{1, "code.signature: found 00", []string{"run", edit(`"signature": "`, `"signature": "00`)}},
		{1, "the file ends in the middle", []string{"status", edit(string(text[len(text)/2:]), "")}},
	} {
		program.Refuse(t, c.status, c.want, append([]string{"survey"}, c.args...)...)
	}
}

// TestPublishedTotal: only reports on spaces that have all legal positions mention the published total.
func TestPublishedTotal(t *testing.T) {
	testkit.Medium(t)
	for name, want := range map[string]bool{"ranked": true, "ranked-repaired": true, "counter-general-positions": true, "rndfen": true,
		"counter-restricted": false, "counter-very-restricted-positions": false, "ranked|men<=10": false} {
		r := &report.Report{Source: report.Source{Space: name}, Progress: report.Progress{Done: 1}}
		r.Estimate.Size = big.NewInt(1)
		testkit.Equal(t, strings.Contains(string(surveyText(r, reportOptions{})), "published: "), want, name)
	}
}

// secondEdition is the folder of the second edition, whose set lacked members when it was drawn.
const secondEdition = "../../../../records/second"

// TestPlanOfFormerSet: today's engine refuses a plan of the set that lacked members, and writes nothing.
func TestPlanOfFormerSet(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	s := testkit.Must(campaign.Open(secondEdition))(t)
	s.Plan.Code.Engine = legality.Version
	dir := t.TempDir()
	testkit.OK(t, os.WriteFile(filepath.Join(dir, plan.FileName), s.Plan.Append(nil), 0o666))
	status, out, errs := invoke("", "survey", "run", dir)
	if status == 0 || out != "" || !strings.Contains(errs, "plan: size: found 4095205530627390273526881694656760091727954950, want 4095299558089388267799611793452183761103606150") ||
		!strings.Contains(errs, "which lacked members") {
		t.Errorf("status %d, output %s, errors %s, want the error about the size", status, out, errs)
	}
	if files, _ := os.ReadDir(filepath.Join(dir, "shards")); len(files) > 0 {
		t.Errorf("%d shards are written", len(files))
	}
}
