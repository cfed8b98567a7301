package api

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

// TestJudge checks answers by their own evidence: games lead to the position, certificates are confirmed, and not for another position.
func TestJudge(t *testing.T) {
	var e Engine
	for fen, want := range map[string]string{
		"B2r4/b1BPR1P1/2Qqrq1Q/N4n1B/1nKB4/1qp2R2/2kpn3/BR2B3 w - - 0 1": "legal",
		"4k3/8/8/8/8/8/1P6/B3K3 b - -":                                   "illegal",
		"7k/8/8/8/8/8/8/K6R":                                             "legal", // with Black to move
		"n4K2/b1pprppp/1p2p3/2p5/N1P3P1/BkP1P3/1P2PPP1/3N1BR1 w - -":     "unknown",
	} {
		opt := Options{}
		if want == "unknown" {
			opt = Options{Effort: "kernel"}
		}
		a := e.Judge(fen, opt)
		if a.Verdict != want || a.Error != "" || a.Text == "" {
			t.Errorf("%s: %+v, want %s with a text", fen, a, want)
			continue
		}
		if want == "unknown" {
			continue
		}
		if c := Check(a.Certificate); !c.Confirmed || c.FEN != a.FEN {
			t.Errorf("%s: the certificate is not confirmed: %+v", fen, c)
		}
		if c := Check(strings.Replace(a.Certificate, a.FEN, "4k3/8/8/8/8/8/1P6/4K2B b - -", 1)); c.Confirmed {
			t.Errorf("the certificate of %s is confirmed for another position", fen)
		}
		if want == "legal" {
			p := chess.InitialPosition()
			moves, err := p.ParseSANs(a.Game)
			end := p.PlayAll(moves)
			if s := end.Setup(); err != nil || s.String() != a.FEN {
				t.Errorf("%s: the game leads to %v, %v", fen, s, err)
			}
		}
	}
	if a := e.Judge("7k/8/8/8/8/8/8/K6R", Options{}); len(a.Notes) != 1 {
		t.Errorf("no note about the side to move: %+v", a)
	}
	for _, o := range []Options{{Effort: "best"}, {Effort: "exhaustive", Passes: -1}, {Effort: "exhaustive", Passes: 1000}} {
		if a := e.Judge("4k3/8/8/8/8/8/8/4K3 w - -", o); a.Error == "" || a.Verdict != "unknown" {
			t.Errorf("%+v: %+v, want an error", o, a)
		}
	}
	if a := e.Judge("B2r4/b1BPR1P1/2Qqrq1Q/N4n1B/1nKB4/1qp2R2/2kpn3/BR2B3 w - - 0 1", Options{Milliseconds: math.MaxInt}); a.Verdict != "legal" {
		t.Errorf("with a time limit of %d ms: %+v, want legal", math.MaxInt, a)
	}
	if a := e.Judge(strings.Repeat("8/", 1<<19), Options{}); a.Error == "" || len(a.Error) > 500 {
		t.Errorf("a megabyte: %.600s", a.Error)
	}
}

// buildModule builds the module into a folder and returns the folder.
func buildModule(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	program := filepath.Join(dir, "chesscensus.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, "../..")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	for _, cmd := range []*exec.Cmd{build, exec.Command("gzip", "-n", program)} {
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
	}
	goroot := strings.TrimSpace(string(testkit.Must(exec.Command("go", "env", "GOROOT").Output())(t)))
	for _, name := range []string{"../../judge.mjs", filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")} {
		text := testkit.Must(os.ReadFile(name))(t)
		testkit.OK(t, os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o600))
	}
	return dir
}

// TestGivenGame checks that moves in the text prove the position, whatever the effort, and that the certificate is confirmed.
func TestGivenGame(t *testing.T) {
	var e Engine
	a := e.Judge("position startpos moves e2e4 e7e5", Options{Effort: "kernel"})
	if a.Verdict != "legal" || strings.Join(a.Game, " ") != "e4 e5" || len(a.Boards) != 3 || !Check(a.Certificate).Confirmed {
		t.Errorf("%+v", a)
	}
	if a := e.Judge("position startpos moves e2e4 e7e4", Options{}); a.Error == "" {
		t.Errorf("an illegal move: %+v", a)
	}
}

// TestModule builds the module and runs its tests in Node, with the verdicts of the native program on candidates of both development files,
// and on published cases.
func TestModule(t *testing.T) {
	testkit.Long(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed, and there is no other way to run the module")
	}
	dir := buildModule(t)
	var e Engine
	var lines strings.Builder
	fresh := devdata.Candidates(t, devdata.Fresh)
	for i, c := range append(devdata.Candidates(t, devdata.Known), fresh[:min(len(fresh), 600)]...) {
		if i%testkit.Stride() > 0 {
			continue
		}
		a := e.Judge(c.FEN, Options{})
		contradicts := c.Truth != "unknown" && a.Verdict != "unknown" && c.Truth != a.Verdict
		if contradicts && len(a.Notes) == 0 { // with a note another position was judged, without an idle en passant square
			t.Errorf("%s: %s, the file says %s", c.FEN, a.Verdict, c.Truth)
		}
		lines.WriteString(c.FEN + "\t" + a.Verdict + "\tgame\n")
	}
	cases := testkit.Must(os.ReadFile("../../../docs/data/cases.tsv"))(t)
	for i, line := range strings.Split(strings.TrimSpace(string(cases)), "\n") {
		fen, _, _ := strings.Cut(line, "\t")
		if line[0] == '#' || i%testkit.Stride() > 0 {
			continue
		}
		efforts := []string{"kernel", "game"}
		if i%30 != 0 || strings.HasSuffix(line, "unknown") {
			efforts = efforts[:1]
		}
		for _, effort := range efforts {
			lines.WriteString(fen + "\t" + e.Judge(fen, Options{Effort: effort}).Verdict + "\t" + effort + "\n")
		}
	}
	verdicts := filepath.Join(dir, "verdicts.tsv")
	testkit.OK(t, os.WriteFile(verdicts, []byte(lines.String()), 0o600))
	test := exec.Command(node, "--test", "../../judge.test.mjs")
	test.Env = append(os.Environ(), "OUT="+dir, "VERDICTS="+verdicts)
	out, err := test.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "# pass 8") {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%d verdicts are those of the native program\n%s", strings.Count(lines.String(), "\n"), out)
}

// ask calls Estimate with a question as JSON.
func ask(t *testing.T, seed uint64, q Question) Count {
	t.Helper()
	text := testkit.Must(json.Marshal(q))(t)
	return Estimate(seed, string(text))
}

// TestEstimate adds up rounds of draws until the interval is narrow, and compares with the published number of the record, (4.826 +-
// 0.001)e44, which other code has computed from another set.
func TestEstimate(t *testing.T) {
	testkit.Medium(t)
	var c Count
	for seed := range uint64(5) {
		before := c
		if c = ask(t, seed, Question{Milliseconds: 300, Before: c}); c.Error != "" || c.Draws <= before.Draws || c.Legal < before.Legal {
			t.Fatalf("%+v after %+v", c, before)
		}
	}
	// Six standard errors: a test that fails by chance one time in 10^8.
	if e := c.Size * math.Sqrt(float64(c.Legal)) / float64(c.Draws); math.Abs(c.Estimate-4.826e44) > 6*e+c.High*float64(c.Undecided)/float64(c.Legal) {
		t.Errorf("%+v, the record says 4.826e44", c)
	}
	if !(c.Low < c.Estimate && c.Estimate < c.High) || c.Size < 8.7e45 || c.Size > 8.8e45 {
		t.Errorf("%+v", c)
	}
	// Two kings alone: on 3612 pairs of squares they do not touch, with either side to move, and all these are legal. Six standard errors
	// again.
	two := ask(t, 1, Question{Where: "men=2", Milliseconds: 1000})
	if p := 7224 / two.Size; two.Legal == 0 || math.Abs(two.Estimate-7224) > 6*two.Size*math.Sqrt(p*(1-p)/float64(two.Draws)) {
		t.Errorf("two kings: %+v, want 7224", two)
	}
	for _, q := range []string{"", `{"where":"men<="}`, `{"before":{"draws":1,"legal":2}}`, `{"before":{"draws":9,"legal":2,"undecided":18446744073709551615}}`} {
		if c := Estimate(1, q); c.Error == "" || c.Draws != 0 {
			t.Errorf("%q: %+v", q, c)
		}
	}
}

// TestRandomSetup checks that each seed gives a setup, always the same, and others give others.
func TestRandomSetup(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(20) {
		p := RandomSetup(seed)
		if p.Error != "" || strings.Count(p.FEN, "/") != 7 || RandomSetup(seed).FEN != p.FEN {
			t.Errorf("seed %d: %+v", seed, p)
		}
		seen[p.FEN] = true
	}
	if len(seen) != 20 {
		t.Errorf("%d setups of 20 seeds", len(seen))
	}
}
