package spaces_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/cmd/chesscensus/internal/judging"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/internal/testing/testkit"
)

// program has the commands used in these tests. invoke runs a command line, and check one that must succeed with a given output.
var program = clitest.Program{spaces.Commands, judging.Commands}
var invoke, check = program.Invoke, program.Check

// TestConditionsOnTheCommandLine restricts spaces by conditions in their names.
func TestConditionsOnTheCommandLine(t *testing.T) {
	testkit.Medium(t)
	check(t, "", "7224\n", "size", "--space", "counter-very-restricted|men<=2")
	if status, out, _ := invoke("", "size", "--space", "counter-split-feasible | no-promotions"); status != cli.StatusOK || out != "130282950596397008208453154621625452848072\n" {
		t.Errorf("size without promotions: %s", out)
	}
	for space, want := range map[string]string{
		"counter-split|men<=1": "no element is left", "counter-split|kings=1": "known: men<=N", "ranked|": "unknown condition", "|men<=3": "unknown space",
	} {
		if status, _, errs := invoke("", "size", "--space", space); status != cli.StatusUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, errors %q, want %q", space, status, errs, want)
		}
	}
}

// TestUncounted: size names the conditions that its number does not count, and no others.
func TestUncounted(t *testing.T) {
	testkit.Medium(t)
	_, whole, _ := invoke("", "size", "ranked|men<=3")
	for space, want := range map[string]string{"ranked|men<=3": "", "ranked|alike-bishops<=1|men<=3": "not count alike-bishops<=1:"} {
		status, out, errs := invoke("", "size", space)
		if status != cli.StatusOK || out != whole || (errs == "") != (want == "") || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %s%s, want %q", space, status, out, errs, want)
		}
		if _, out, _ := invoke("", "size", "--json", space); strings.Contains(out, `"uncounted": "`) != (want != "") {
			t.Errorf("%s as JSON: %s", space, out)
		}
	}
}

// TestCovers: covers have a size but no ranks. Package sampler/spaces tests the size itself.
func TestCovers(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	if _, ok, err := spaces.Cover("kernel"); ok || err != nil {
		t.Errorf("kernel is taken for a cover: %v", err)
	}
	if _, err := spaces.New("cover-7"); err == nil || !strings.Contains(err.Error(), "unknown space") {
		t.Errorf("cover-7: %v", err)
	}
	// The size is printed by argument and by flag, and is that of the survey's plan. Commands that need ranks name the parts.
	for _, args := range [][]string{{"size", "cover-5-6"}, {"size", "--space", "cover-5-6"}} {
		check(t, "", "4650327313926897034085249829798760402115078150\n", args...)
	}
	for _, args := range [][]string{{"draw", "--space", "cover-5-6"}, {"rank", "--space", "cover-5-6"}, {"draw", "--space", "cover-5-6|men<=9"}} {
		if status, _, errs := invoke("", args...); status != cli.StatusUsage || !strings.Contains(errs, "its parts are kernel-5-6 and ranked-repaired") {
			t.Errorf("%q: status %d, errors %q", args, status, errs)
		}
	}
	if status, _, errs := invoke("", "size", "ranked", "--space", "naive"); status != cli.StatusUsage || !strings.Contains(errs, "two spaces") {
		t.Errorf("two spaces: status %d, errors %q", status, errs)
	}
	// A file that cannot be trusted is an error of the cover, with advice.
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	testkit.OK(t, os.MkdirAll(filepath.Join(cache, "chesscensus"), 0o755))
	testkit.OK(t, os.WriteFile(filepath.Join(cache, "chesscensus", "kernel-5-6-2.tables"), []byte("no tables"), 0o644))
	if _, ok, err := spaces.Cover(" cover-5-6"); !ok || err == nil || !strings.Contains(err.Error(), "tables --space kernel-5-6 --force") {
		t.Errorf("cover-5-6 by a file that cannot be trusted: %v, %v", ok, err)
	}
}
