package judging

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/lines"
)

// versionLabels is the hash of the labels in TestLabelsOfVersion for version labelsVersion of the engine. A new hash
// needs a new [legality.Version].
const versionLabels, labelsVersion = "0ce45a1afe12401fdfc09a188bac774efcd4edefaa08d65b609e6058328ba05f", 21

// hardGoals are goals that effort game, or a pass of effort exhaustive, decides, with the number of the pass and the label. The
// first two are refuted by cages. The next three have games that are found when moves are taken back. Then follow an open draw of
// the record, whose kernels must leave a bishop at home; one whose game only judge finds in a first pass, since it searches longer
// than surveys do; one with a game to a position before its last moves; and one whose game a first pass does not find.
var hardGoals = map[string]struct {
	pass int
	want string
}{
	"bN2Q1Br/4RprB/1B3Rpp/b7/bNn1Q1R1/4KRP1/r1B2Pk1/1b5r w - - 0 1":       {0, "illegal: men of which none can have come last"},
	"r1BKbq1N/1N3p2/1P3Np1/p1n4R/2p1n3/2b1nB1B/1k1b1N1p/2Rb2r1 w - - 0 1": {0, "illegal: no kernel without promotions on squares that the men cannot have left"},
	"8/3R1pRb/3nk1PP/bbb3pQ/K4Rr1/B1NQN3/3B1pB1/3rBrN1 w - - 0 1":         {0, "legal:"},
	"4k1B1/1P3np1/q3n1bb/R2b1BP1/4KNpQ/r1N2n1r/Rr1rPq2/4q3 w - - 0 1":     {0, "legal:"},
	"5bnK/3ppp2/5PqB/5pBr/5PbR/4PrQb/2PPRQ2/4bB1k b - - 0 1":              {0, "legal:"},
	"NB4r1/1K3n2/4Bpq1/N1Nr1bk1/Bb2r3/2qPqPP1/5pQ1/nRn2BB1 b - - 0 1":     {0, "legal:"},
	"3N1Nbb/1K1n1PBp/npr2p2/n2R1Bqk/R2r3P/n3RN2/7B/n1n3B1 w - - 0 1":      {0, "legal:"},
	"bRr1B3/k1pKpp1p/ppp3p1/8/8/8/8/8 w - - 0 1":                          {0, "legal:"},
	"2bqR3/Np1p1P2/p1Q1n2B/n2Bn2N/PK2P2P/4B1qk/1P5N/2r1n2n b - - 0 1":     {1, "legal:"},
}

// verdictLabels returns the positions and verdicts of lines, without kernels, paths and games.
func verdictLabels(text string) (b strings.Builder) {
	for line := range strings.Lines(text) {
		for _, end := range []string{" kernel:", " proof:", " path:", " status:", "\n"} {
			line, _, _ = strings.Cut(line, end)
		}
		fmt.Fprintln(&b, line)
	}
	return b
}

// hardGoalsAtGame returns the lines that judge --effort game prints for the hard goals, in the order of their FENs.
var hardGoalsAtGame = sync.OnceValue(func() string {
	_, text, errs := invoke(strings.Join(slices.Sorted(maps.Keys(hardGoals)), "\n"), "judge", "--effort", "game")
	return text + errs
})

// TestLabelsOfVersion: the verdicts on draws and hard positions at effort game are those of this version of the engine, whose
// number is stored in records of surveys.
func TestLabelsOfVersion(t *testing.T) {
	testkit.Long(t)
	_, list, _ := invoke("", "draw", "--space", "ranked-repaired", "-n", "4000", "--seed", "20261121")
	status, out, errs := invoke(list, "judge", "--effort", "game")
	if status != 0 {
		t.Fatal(errs)
	}
	text := verdictLabels(out + hardGoalsAtGame())
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(text.String()))); got != versionLabels || legality.Version != labelsVersion {
		t.Errorf("labels %s of version %d, want %s of version %d: a verdict has changed, and with it legality.Version has to",
			got, legality.Version, versionLabels, labelsVersion)
	}
}

// TestPassesSettle: each hard goal is undecided before its pass and decided by it.
func TestPassesSettle(t *testing.T) {
	testkit.Long(t)
	list := ""
	for fen, goal := range hardGoals {
		if goal.pass > 0 { // the first pass decides the others, which a second one therefore never sees
			list += fen + "\n"
		}
	}
	status, second, errs := invoke(list, "judge", "--effort", "exhaustive", "--passes", "2")
	if status != 0 || strings.Count(hardGoalsAtGame(), "\n") != len(hardGoals) || strings.Count(second, "\n") != strings.Count(list, "\n") {
		t.Fatalf("status %d, %s, %s%s", status, errs, hardGoalsAtGame(), second)
	}
	for pass, text := range []string{hardGoalsAtGame(), second} {
		for line := range strings.Lines(text) {
			fen := strings.Join(strings.Fields(line)[:6], " ")
			want := hardGoals[fen].want
			if pass < hardGoals[fen].pass {
				want = "unknown:"
			}
			if want == "" || !strings.Contains(line, " "+want) {
				t.Errorf("pass %d, %s: %.100s, want %s", pass, fen, line, want)
			}
		}
	}
}

// TestEarlierAttemptsDoNotMatter: the verdict on a line does not depend on the results of an earlier attempt in it, and --passes needs
// effort exhaustive.
func TestEarlierAttemptsDoNotMatter(t *testing.T) {
	testkit.Long(t)
	const fen = "2bqR3/Np1p1P2/p1Q1n2B/n2Bn2N/PK2P2P/4B1qk/1P5N/2r1n2n b - - 0 1"
	_, plain, _ := invoke(fen, "judge", "--effort", "game", "--nodes", "100000")
	_, tried, _ := invoke(fen+" unknown: status: N=200000 info: No solution found", "judge", "--effort", "game", "--nodes", "100000")
	if plain != tried || !strings.Contains(plain, " unknown:") {
		t.Errorf("fresh: %safter a failed try: %s", plain, tried)
	}
	if _, out, _ := invoke(fen, "judge", "--effort", "exhaustive", "--nodes", "100000"); !strings.Contains(out, " legal: proof: ") {
		t.Errorf("exhaustive: %s", out)
	}
	if status, _, errs := invoke(fen, "judge", "--effort", "game", "--passes", "2"); status != 2 || !strings.Contains(errs, "--effort exhaustive") {
		t.Errorf("--passes at effort game: status %d, errors %s", status, errs)
	}
}

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
	testkit.Contains(t, last, " fail: info: No solution found, bound=")
	if _, again, _ := invoke(last, "judge", "--effort", "game"); again != last {
		t.Errorf("a line that was given up is worked on: %s", again)
	}
	if _, again, _ := invoke(last, "judge", "--effort", "game", "--retry", "--nodes", "20000"); strings.Contains(again, "fail:") || !strings.Contains(again, "status: N=") {
		t.Errorf("--retry: %s", again)
	}
	_, verbose, _ := invoke(hopeless, "judge", "--effort", "game", "-v", "--nodes", "20000")
	testkit.Contains(t, verbose, "#   closest position, men out of place in brackets: ")
}
