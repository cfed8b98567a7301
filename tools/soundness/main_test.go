package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestRun makes a chunk, continues with nothing to do, and refuses to continue with another plan.
func TestRun(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	name, settled := filepath.Join(dir, "out"), filepath.Join(dir, "settled")
	testkit.OK(t, os.WriteFile(settled, []byte("{\"proof\":\"e4 e5 Nf3\"}\n{\"reasons\":[\"ManyMen\"]}\n"), 0o666))
	ends := filepath.Join(dir, "ends")
	testkit.OK(t, os.WriteFile(ends, []byte("# positions\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -\tlegal\n\n"), 0o666))
	args := []string{"-o", name, "-n", "1", "-settled", settled, "-ends", ends, "-draws", "ranked-repaired"}
	status, out, errs := call(t, args...)
	for _, counted := range []string{"before", "ends", "beside", "rules"} { // three kinds of positions and a stage
		if !strings.Contains(out, counted) {
			t.Errorf("no count of %q in the output:\n%s", counted, out)
		}
	}
	if status != 0 || !strings.HasPrefix(errs, "chunk 0: ") || !strings.Contains(errs, "/s, 0s left, 0 refuted") {
		t.Errorf("status %d, want 0 and the progress of one chunk: %s", status, errs)
	}
	if status, again, errs := call(t, args...); status != 0 || again != out || errs != "" {
		t.Errorf("once more: status %d, %s%s; want the same counts and no progress", status, again, errs)
	}
	if status, _, errs := call(t, "-o", name, "-seed", "2"); status != 1 || !strings.Contains(errs, "another plan") {
		t.Errorf("with another seed: status %d, %s", status, errs)
	}
}

// call runs the command and returns its status and outputs.
func call(t *testing.T, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e strings.Builder
	status = run(t.Context(), args, &o, &e)
	return status, o.String(), e.String()
}

// TestBadInput: wrong flags and files are errors that name the file.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	name, settled := filepath.Join(dir, "out"), filepath.Join(dir, "settled")
	testkit.OK(t, os.WriteFile(settled, []byte("{\"proof\":\"e4 e5 Nf3\"}\n{\"reasons\":[\"ManyMen\"]}\n"), 0o666))
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"-settled", name + "none"}, "no such file", 1},
		{[]string{"-ends", name + "none"}, "no such file", 1},
		{[]string{"-ends", settled}, "settled:1: ", 1},
		{[]string{"-draws", "none"}, "none", 1},
		{[]string{"-x"}, "not defined", 2},
		{[]string{"-n", "many"}, "invalid value", 2},
		{[]string{"-o", dir}, dir, 1},
	} {
		if status, _, errs := call(t, c.args...); status != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: status %d, want %d and %q: %s", c.args, status, c.code, c.want, errs)
		}
	}
	testkit.OK(t, os.WriteFile(settled, []byte("{\"proof\":\"e4 e4\"}\n"), 0o666))
	if status, _, errs := call(t, "-settled", settled); status != 1 || !strings.Contains(errs, "settled:1: ") {
		t.Errorf("status %d, %s", status, errs)
	}
}

// TestReadInputs: positions and games are read from the files, and errors have the number of the line.
func TestReadInputs(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) string {
		name := filepath.Join(dir, "file")
		testkit.OK(t, os.WriteFile(name, []byte(text), 0o666))
		return name
	}
	list, err := readPositions(write("# none\n\n8/8/8/8/8/k7/8/K7 w - -\tof a composition\n  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1  \n"))
	if err != nil || len(list) != 2 || list[0].Board.Men() != 2 || list[1].Board.Men() != 32 {
		t.Errorf("%v, %v", list, err)
	}
	for text, want := range map[string]string{"\n\nno position\n": "file:3: ", "8/8/8/8/8/8/8/K7 w - -": "file:1: ", "8/8/8/8/8/8/8/Kk6 w - -": "file:1: "} {
		if list, err := readPositions(write(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %q", text, list, err, want)
		}
	}
	games, err := readGames(write(`{"proof":"e4 e5 Nf3"}` + "\n" + `{"reasons":["ManyMen"]}` + "\n" + `{"proof":"d4"}` + "\n"))
	if err != nil || len(games) != 2 || len(games[0]) != 3 || len(games[1]) != 1 {
		t.Errorf("%v, %v", games, err)
	}
	if games, err := readGames(write("{\"proof\":\"d4\"}\nnonsense\n")); err == nil || !strings.Contains(err.Error(), "file:2: ") {
		t.Errorf("%v, %v", games, err)
	}
	var plan Plan
	given, err := readInputs(&plan, write(`{"proof":"e4 e5 Nf3"}`), "")
	if err != nil || plan.Games != 1 || plan.Ends != 0 || len(given.Games) != 1 || given.Draw != nil {
		t.Errorf("%+v, %+v, %v", plan, given, err)
	}
}
