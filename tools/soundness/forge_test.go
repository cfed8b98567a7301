package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/recheck"
)

// TestForgedClaims forges claims of every theorem. None is confirmed, and the checker has an opinion on all: none is no certificate.
func TestForgedClaims(t *testing.T) {
	testkit.Medium(t)
	status, out, errs := call(t, "-o", filepath.Join(t.TempDir(), "out"), "-n", "1", "-forge", "1000")
	if status != 0 || strings.Contains(out, "confirmed") || strings.Contains(out, "other answers") {
		t.Errorf("status %d, %s\n%s", status, errs, out)
	}
	for reason := verdict.NoWhiteKing; reason <= verdict.TakenAtHome; reason <<= 1 {
		if !regexp.MustCompile(`(?m)^` + reason.String() + " denied").MatchString(out) {
			t.Errorf("no claim of %v is denied", reason)
		}
	}
	if reason := verdict.TakenAtHome << 1; !strings.HasPrefix(reason.String(), "Reason") {
		t.Errorf("no claims of %v are forged", reason)
	}
}

// TestFaultyCheckerIsFound: the confirmed claims of a checker that takes the wrong side to be to move are reported.
func TestFaultyCheckerIsFound(t *testing.T) {
	testkit.Medium(t)
	p := testkit.Must(New(Plan{Seed: 1, Forge: 1000}, Inputs{}))(t)
	p.check = func(ctx context.Context, line []byte) error {
		otherTurn := strings.NewReplacer(" w ", " b ", " b ", " w ").Replace(string(line))
		_, _, err := recheck.Checker{States: 1000}.Check(ctx, []byte(otherTurn))
		return err
	}
	result := testkit.Must(p.Chunk(t.Context(), 0))(t)
	if len(result.Faults) == 0 || !strings.HasPrefix(result.Faults[0], `forged: {"fen":"`) {
		t.Errorf("faults %q, want forged claims", result.Faults)
	}
	name := filepath.Join(t.TempDir(), "out")
	lines := `{"seed":1,"games":0,"forge":1000}` + "\n" + `{"chunk":0,"positions":{},"asked":{},"refuted":["forged: it"]}` + "\n"
	testkit.OK(t, os.WriteFile(name, []byte(lines), 0o666))
	if status, _, errs := call(t, "-o", name, "-forge", "1000"); status != 1 || !strings.Contains(errs, "forged: it") {
		t.Errorf("a file with a confirmed claim: status %d, %s", status, errs)
	}
}

// TestClaims: besides the theorems alone there are trees, and certificates of stages, also if S has kings alone.
func TestClaims(t *testing.T) {
	p, src := testkit.Must(New(Plan{Seed: 1, Forge: 1000}, Inputs{}))(t), rand.New(rand.NewPCG(1, 1))
	trees, ofStages := 0, 0
	for _, fen := range []string{"8/8/4k3/8/8/4K3/8/8 w - -", "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -"} {
		for range 10 {
			for _, r := range p.claims(t.Context(), src, testkit.Setup(t, fen)) {
				switch {
				case r.FEN != fen:
					t.Errorf("a claim about %s, want %s", r.FEN, fen)
				case r.Tree != "":
					trees++
				case r.Stage != "" && r.Stage != "forged":
					ofStages++
				}
			}
		}
	}
	if trees < 40 || ofStages < 2 {
		t.Errorf("%d trees, %d certificates of stages, want more", trees, ofStages)
	}
}
