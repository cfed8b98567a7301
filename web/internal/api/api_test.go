package api

import (
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
	cases, err := os.ReadFile("../../../docs/data/cases.tsv") // all to the kernels, and one in thirty to games, unless it stays open and takes a minute
	testkit.OK(t, err)
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
