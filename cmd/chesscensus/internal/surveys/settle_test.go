package surveys

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/report"
)

// surveyWithOpenDraws runs a survey whose budget for games is so small that some draws stay undecided.
func surveyWithOpenDraws(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "survey")
	if status, out, errs := invoke("", "survey", "plan", dir, "--effort", "game", "--budget", "3s", "--pilot", "5000", "--costs",
		"3us,60us,3ms", "--shards", "12"); status != 0 {
		t.Fatalf("status %d, output %s, errors %s", status, out, errs)
	}
	path := filepath.Join(dir, "plan.json")
	data := testkit.Must(os.ReadFile(path))(t)
	// The signature depends on the budget; the error message has the right one.
	text := strings.Replace(string(data), `"effort": "game"`, `"effort": "game", "nodes": 1`, 1)
	write := func() {
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o644))
	}
	write()
	_, _, errs := invoke("", "survey", "run", dir)
	_, want, ok := strings.Cut(errs, "want ")
	if !ok {
		t.Fatalf("a plan with another budget runs: %s", errs)
	}
	want, _, _ = strings.Cut(want, ",")
	before, after, _ := strings.Cut(text, `"signature": "`)
	text = before + `"signature": "` + want + after[strings.Index(after, `"`):]
	write()
	if status, out, errs := invoke("", "survey", "run", dir, "--shards", "4"); status != 0 {
		t.Fatalf("status %d, output %s, errors %s", status, out, errs)
	}
	return dir
}

// settledDraws returns the counts of open draws in the report.
func settledDraws(t *testing.T, dir string) (l report.Later) {
	t.Helper()
	if err := json.Unmarshal([]byte(reportOf(t, dir)), &struct {
		Later *report.Later `json:"open_draws"`
	}{&l}); err != nil {
		t.Fatal(err)
	}
	return l
}

// TestOpenDrawsAreSettledByGames finds games to the open draws of a survey, and settles the draws by judged lines and by certificates.
func TestOpenDrawsAreSettledByGames(t *testing.T) {
	testkit.Long(t)
	dir := surveyWithOpenDraws(t)
	checkSettleErrors(t, dir)
	status, open, errs := invoke("", "survey", "open", dir)
	lines := strings.Split(strings.TrimSpace(open), "\n")
	if status != 0 || errs != "" || len(lines) < 3 {
		t.Fatalf("status %d, %d open, errors %s", status, len(lines), errs)
	}
	before := settledDraws(t, dir)
	if before.Listed < len(lines) || before.Legal+before.Illegal+before.Unlisted != 0 {
		t.Errorf("%d open setups, the report says %+v", len(lines), before)
	}
	certificates := filepath.Join(dir, "found.jsonl")
	if status, _, errs := invoke(lines[0]+"\n", "judge", "--effort", "game", "--certificate", certificates); status != 0 {
		t.Fatal(errs)
	}
	if status, out, errs := invoke("", "survey", "settle", dir, certificates); status != 0 || !strings.Contains(out, ": 1 legal, 0 illegal; 0 lines passed over") {
		t.Errorf("status %d, output %s, errors %s", status, out, errs)
	}
	_, judged, _ := invoke(open, "judge", "--effort", "game")
	status, out, errs := invoke("# a comment\nnonsense\n8/8/8/8/8/8/8/K1k5 w - - 0 1 unknown:\n"+judged, "survey", "settle", dir)
	if status != 1 || !strings.Contains(errs, "standard input:2: ") || !strings.Contains(out, " 0 illegal; 3 lines passed over; 0 of ") {
		t.Errorf("status %d, output %s, errors %s", status, out, errs)
	}
	after := settledDraws(t, dir)
	if after.Listed != before.Listed || after.Legal != before.Listed || after.Illegal != 0 {
		t.Errorf("after %+v, before %+v", after, before)
	}
	if _, text, _ := invoke("", "survey", "report", dir, "-v"); !strings.Contains(text, "were proven legal later") ||
		!strings.Contains(text, "; 0 draws of the last phase are undecided") {
		t.Errorf("the report says:\n%s", text)
	}
	if status, open, _ := invoke("", "survey", "open", dir); status != 0 || open != "" {
		t.Errorf("status %d, still open: %s", status, open)
	}
	if status, out, _ := invoke("", "survey", "audit", dir, "--shards", "1"); status != 0 || !strings.Contains(out, "1 with the same bytes") {
		t.Errorf("audit: %s", out)
	}
}

// checkSettleErrors: wrong games and other bad lines are errors and settle nothing.
func checkSettleErrors(t *testing.T, dir string) {
	t.Helper()
	_, open, _ := invoke("", "survey", "open", dir)
	fen, _, _ := strings.Cut(open, "\n")
	for in, want := range map[string]string{
		fen + " legal: proof: e4 e5":                     "standard input:1: ",
		"{\"fen\":\"" + fen + "\",\"stage\":\"rules\"}":  "no reason named",
		"{\"fen\":\"" + fen + "\",\"stage\":\"oracle\"}": "unknown stage",
		"{\"fen\":\"x\"}":                                "standard input:1: ",
		"{":                                              "not a certificate",
		"{\"fen\":\"" + fen + "\",\"stage\":\"kernel\",\"x\":1}":    "",
		"{\"fen\":\"" + fen + "\",\"stage\":\"rules\",\"reasons\":": "not a certificate",
	} {
		status, out, errs := invoke(in+"\n", "survey", "settle", dir)
		if status != 1 || !strings.Contains(errs, want) || !strings.Contains(out, "0 open draws settled") {
			t.Errorf("%s: status %d, output %s, errors %s, want %q", in, status, out, errs, want)
		}
	}
	if status, _, errs := invoke("", "survey", "settle", dir, filepath.Join(dir, "absent")); status != 1 || !strings.Contains(errs, "absent") {
		t.Errorf("a missing file: status %d, errors %s", status, errs)
	}
	if l := settledDraws(t, dir); l.Legal+l.Illegal > 0 {
		t.Errorf("bad lines have settled draws: %+v", l)
	}
}
