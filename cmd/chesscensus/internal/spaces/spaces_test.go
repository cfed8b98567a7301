package spaces_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/cmd/chesscensus/internal/judging"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/internal/testing/testkit"
	library "chesscensus/sampler/spaces"
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
		program.Refuse(t, cli.StatusUsage, want, "size", "--space", space)
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
	testkit.Fails(spaces.New("cover-7"))(t, "unknown space", "cover-7")
	// The size is printed by argument and by flag, and is that of the survey's plan. Commands that need ranks name the parts.
	for _, args := range [][]string{{"size", "cover-5-6"}, {"size", "--space", "cover-5-6"}} {
		check(t, "", "4650327313926897034085249829798760402115078150\n", args...)
	}
	for _, args := range [][]string{{"draw", "--space", "cover-5-6"}, {"rank", "--space", "cover-5-6"}, {"draw", "--space", "cover-5-6|men<=9"}} {
		program.Refuse(t, cli.StatusUsage, "its parts are kernel-5-6 and ranked-repaired", args...)
	}
	program.Refuse(t, cli.StatusUsage, "two spaces", "size", "ranked", "--space", "naive")
	// A file that cannot be trusted is an error of the cover, with advice.
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	testkit.OK(t, os.MkdirAll(filepath.Join(cache, "chesscensus"), 0o755))
	testkit.OK(t, os.WriteFile(filepath.Join(cache, "chesscensus", "kernel-5-6-2.tables"), []byte("no tables"), 0o644))
	if _, ok, err := spaces.Cover(" cover-5-6"); !ok || err == nil || !strings.Contains(err.Error(), "tables --space kernel-5-6 --force") {
		t.Errorf("cover-5-6 by a file that cannot be trusted: %v, %v", ok, err)
	}
}

// TestListText: the text has a line for every space, and the conditions.
func TestListText(t *testing.T) {
	status, text, errs := invoke("", "spaces")
	if status != 0 || errs != "" || !strings.Contains(text, "Conditions, each after a bar: men<=N") {
		t.Fatalf("status %d, %s, %s", status, errs, text)
	}
	for _, s := range library.All() {
		if n := strings.Count("\n"+text, "\n"+s.Name+" "); n != 1 {
			t.Errorf("%d lines for %s", n, s.Name)
		}
	}
}

// TestList: every space is listed once, with the size that the command size prints unless it has tables.
func TestList(t *testing.T) {
	testkit.Long(t)
	out := program.Run(t, "", "spaces", "--json")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if all := library.All(); len(lines) != len(all) {
		t.Fatalf("%d lines for %d spaces", len(lines), len(all))
	}
	seen := map[string]bool{}
	for _, line := range lines {
		var r struct{ Space, Size, About string }
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if seen[r.Space] || r.About == "" || strings.HasPrefix(r.Space, "kernel") != (r.Size == "") {
			t.Errorf("%+v comes twice, or lacks a text, or a size that it should have", r)
		}
		seen[r.Space] = true
		if r.Space == "ranked" {
			check(t, "", r.Size+"\n", "size", r.Space)
		}
	}
	if !seen[spaces.Default] || !seen["ranked"] {
		t.Errorf("the default space or ranked is missing in\n%s", out)
	}
	if status, _, _ := invoke("", "spaces", "ranked"); status != cli.StatusUsage {
		t.Errorf("an argument: status %d", status)
	}
}

// TestUnknown: the error about an unknown space names a similar one and all spaces, and shortens long names.
func TestUnknown(t *testing.T) {
	for name, want := range map[string]string{
		"rankd":                  "ranked",
		"":                       "unknown space",
		"  | men<=3":             "unknown space",
		strings.Repeat("x", 900): strings.Repeat("x", 40) + `"`,
	} {
		_, err := spaces.New(name)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), spaces.Default) || len(err.Error()) > 1000 {
			t.Errorf("%.50q: %v, want %q", name, err, want)
		}
	}
	for _, name := range []string{"moon", "cover-9", "cover|men<=3|", "kernel-7"} {
		testkit.Fails(spaces.Set(name))(t, "", name)
	}
}

// TestTablesOfOtherSpaces: the command tables refuses spaces without tables.
func TestTablesOfOtherSpaces(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	testkit.OK(t, os.WriteFile(blocked, nil, 0o644))
	for _, space := range []string{"", "ranked", "kernel-5", "cover-5-6"} {
		program.Refuse(t, cli.StatusUsage, "want kernel or kernel-5-6", "tables", "--space", space, "--dir", blocked)
	}
}

// TestTablesOfKernelSpaces makes tables by command, draws from the space, and damages the file.
func TestTablesOfKernelSpaces(t *testing.T) {
	testkit.Long(t)
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("HOME", dir)
	const size = "3604952415042203169895525355807857546466150400"
	status, out, errs := invoke("", "tables", "--space", "kernel-5-6")
	path, _, _ := strings.Cut(out, ":")
	if status != 0 || errs != "" || !strings.HasPrefix(path, dir) || !strings.HasSuffix(out, size+" setups\n") {
		t.Fatalf("tables: status %d, %q, %q", status, out, errs)
	}
	check(t, "", out, "tables", "--space", "kernel-5-6")
	check(t, "", size+"\n", "size", "--space", "kernel-5-6")
	_, draws, errs := invoke("", "draw", "--space", "kernel-5-6", "-n", "50")
	_, ranks, errs2 := invoke(draws, "rank", "--space", "kernel-5-6")
	_, fens, errs3 := invoke(ranks, "unrank", "--space", "kernel-5-6")
	if strings.Count(fens, "\n") != 50 || errs+errs2+errs3 != "" {
		t.Fatalf("draw, rank, unrank: %q%q%q, %q", errs, errs2, errs3, fens)
	}
	for i, line := range strings.Split(strings.TrimSpace(draws), "\n") {
		if fen, _, _ := strings.Cut(line, "\t"); fen != strings.Split(fens, "\n")[i] {
			t.Fatalf("draw %d: %s comes back as %s", i, fen, strings.Split(fens, "\n")[i])
		}
	}

	file := testkit.Must(os.ReadFile(path))(t)
	old := bytes.Replace(file, []byte("version 2"), []byte("version 1"), 1)
	file[len(file)/2] ^= 4
	for why, bad := range map[string][]byte{"damaged": file, "version 1, which lacks members": old} {
		testkit.OK(t, os.WriteFile(path, bad, 0o644))
		for _, args := range [][]string{{"size", "--space", "kernel-5-6"}, {"size", "cover-5-6"}, {"tables", "--space", "kernel-5-6"}} {
			status, _, errs := invoke("", args...)
			if status != 1 || !strings.Contains(errs, path) || !strings.Contains(errs, "not to be trusted") ||
				!strings.Contains(errs, why) || !strings.Contains(errs, "--force") {
				t.Errorf("%q, %s: status %d, %q", args, why, status, errs)
			}
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, bad) {
			t.Errorf("%s: the file was written over", why)
		}
	}
	check(t, "", out, "tables", "--space", "kernel-5-6", "--force")
	check(t, "", size+"\n", "size", "--space", "kernel-5-6")

	// A folder that cannot be written.
	blocked := filepath.Join(dir, "file")
	testkit.OK(t, os.WriteFile(blocked, nil, 0o644))
	if status, _, errs := invoke("", "tables", "--space", "kernel-5-6", "--dir", blocked); status != 1 || !strings.Contains(errs, blocked) {
		t.Errorf("tables in a file: status %d, %q", status, errs)
	}
	program.Refuse(t, 2, "kernel-5-6", "tables", "--space", "ranked")
}
