package api

import (
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
			t.Errorf("%s: %+v", fen, a)
			continue
		}
		if want == "unknown" {
			continue
		}
		if c := Check(a.Certificate); !c.Confirmed || c.FEN != a.FEN {
			t.Errorf("%s: %+v", fen, c)
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
			t.Errorf("%+v: %+v", o, a)
		}
	}
	if a := e.Judge(strings.Repeat("8/", 1<<19), Options{}); a.Error == "" || len(a.Error) > 500 {
		t.Errorf("a megabyte: %.600s", a.Error)
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
	dir := t.TempDir()
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", filepath.Join(dir, "chesscensus.wasm"), "../..")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command("gzip", "-n", filepath.Join(dir, "chesscensus.wasm")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	testkit.OK(t, err)
	for _, name := range []string{"../../judge.mjs", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")} {
		b, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(name)), b, 0o600)
		}
		testkit.OK(t, err)
	}
	var e Engine
	var lines strings.Builder
	fresh := devdata.Candidates(t, devdata.Fresh)
	for i, c := range append(devdata.Candidates(t, devdata.Known), fresh[:min(len(fresh), 600)]...) {
		if i%testkit.Stride() > 0 {
			continue
		}
		a := e.Judge(c.FEN, Options{})
		if idle := len(a.Notes) > 0; c.Truth != "unknown" && c.Truth != a.Verdict && a.Verdict != "unknown" && !idle { // an idle en passant square is left out here
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
