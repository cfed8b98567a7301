package judging

import (
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/lines"
)

const candidate = "B2r4/b1BPR1P1/2Qqrq1Q/N4n1B/1nKB4/1qp2R2/2kpn3/BR2B3 w - - 0 1"

// TestJudgeGames proves positions legal with any number of workers, reads the results of earlier attempts, and writes certificates
// that check confirms.
func TestJudgeGames(t *testing.T) {
	testkit.Long(t)
	const illegal = "7r/pR1B1qBQ/b1r2N2/2n1PPR1/pNn3P1/1nk1bRr1/1q3K1n/r1n5 w - - 0 1"
	in := candidate + "\n" + illegal + "\n1KnRbr2/1Q2r3/P3Q2q/n1R1Bnk1/n1ppqbN1/nNq4p/2P1R1Q1/8 w - - 0 1\n"
	file := filepath.Join(t.TempDir(), "c.jsonl")
	_, one, errs := invoke(in, "judge", "--effort", "game", "-j", "1", "--certificate", file)
	if _, two, _ := invoke(in, "judge", "--effort", "game", "-j", "2"); one != two || strings.Count(one, " legal: proof: ") != 2 {
		t.Fatalf("%s\n%s\n%s", one, two, errs)
	}
	if _, out, errs := invoke(clitest.Read(t, file), "check"); strings.Count(out, "\tconfirmed\n") != 3 {
		t.Errorf("confirmed: %s %s", out, errs)
	}
	bad := strings.Replace(clitest.Read(t, file), `"proof":"`, `"proof":"e4 e4 `, 1)
	if status, out, errs := invoke(bad, "check"); status != 1 || strings.Count(out, "\tconfirmed\n") != 2 || !strings.Contains(errs, "standard input:1: ") {
		t.Errorf("a game with an illegal move: status %d, %s %s", status, out, errs)
	}
	// What a line holds of an earlier try stays what the engine finds.
	_, path, _ := invoke(candidate, "judge", "--effort", "path")
	l, err := lines.Parse(strings.TrimSpace(path))
	if err != nil || !l.Has("unknown") || len(l.Words("path")) == 0 || len(l.Words("extKernel")) == 0 || !strings.HasPrefix(l.Words("status")[0], "N=") {
		t.Fatalf("effort path: %s, %v", path, err)
	}
	_, game, _ := invoke(path, "judge", "--effort", "game")
	g, err := lines.Parse(strings.TrimSpace(game))
	if err != nil || !g.Has("legal") || !strings.HasPrefix(strings.Join(g.Words("proof"), " "), strings.Join(l.Words("path"), " ")) {
		t.Errorf("the game does not begin with the path: %s", game)
	}
}

// TestJudgeGivesUp: a position whose game is not found is marked as given up in the last pass, with the closest line, and --retry
// judges it again.
//
// The position has games (TestEarlierAttemptsDoNotMatter), which 20 000 planned plies do not find.
func TestJudgeGivesUp(t *testing.T) {
	testkit.Long(t)
	const hopeless = "2bqR3/Np1p1P2/p1Q1n2B/n2Bn2N/PK2P2P/4B1qk/1P5N/2r1n2n b - - 0 1"
	prefix := filepath.Join(t.TempDir(), "out")
	status, out, errs := invoke(hopeless, "judge", "--effort", "game", "-o", prefix, "--passes", "2", "--nodes", "20000")
	if status != 0 {
		t.Fatalf("status %d, %s %s", status, out, errs)
	}
	last := clitest.Read(t, prefix+"00")
	if !strings.Contains(last, " fail: info: No solution found, bound=") {
		t.Errorf("last pass %s", last)
	}
	if _, again, _ := invoke(last, "judge", "--effort", "game"); again != last {
		t.Errorf("a line that was given up is worked on: %s", again)
	}
	if _, again, _ := invoke(last, "judge", "--effort", "game", "--retry", "--nodes", "20000"); strings.Contains(again, "fail:") || !strings.Contains(again, "status: N=") {
		t.Errorf("--retry: %s", again)
	}
	_, verbose, _ := invoke(hopeless, "judge", "--effort", "game", "-v", "--nodes", "20000")
	if !strings.Contains(verbose, "#   closest position, men out of place in brackets: ") {
		t.Errorf("-v: %s", verbose)
	}
}
