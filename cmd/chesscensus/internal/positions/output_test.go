package positions

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// fewPositions is the number of positions in these tests.
const fewPositions = 6

// fens returns the positions that all formats must have.
func fens(t *testing.T) []string {
	t.Helper()
	_, out, _ := invoke("", "positions", "-n", "6", "--seed", "11", "--format", "fen")
	list := strings.Split(strings.TrimSpace(out), "\n")
	if len(list) != fewPositions {
		t.Fatal(out)
	}
	return list
}

// TestFormatsHoldTheSame: files of all formats have the same positions, as standard output does.
func TestFormatsHoldTheSame(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	want, dir := fens(t), t.TempDir()
	for _, name := range formatNames {
		path := filepath.Join(dir, "p."+name)
		if status, out, errs := invoke("", "positions", "-n", "6", "--seed", "11", "-o", path); status != 0 || out != "" {
			t.Fatalf("%s: status %d, %s%s", name, status, out, errs)
		}
		_, direct, _ := invoke("", "positions", "-n", "6", "--seed", "11", "--format", name)
		if clitest.Read(t, path) != direct {
			t.Errorf("%s: the file is not what goes to standard output", name)
		}
		if got := read(t, name, path); !slices.Equal(got, want) {
			t.Errorf("%s holds\n%s, want\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != len(formatNames) {
		t.Errorf("%d files, want %d: %v", len(left), len(formatNames), left)
	}
}

// read returns the FEN records in a file of a format.
func read(t *testing.T, format, path string) (list []string) {
	t.Helper()
	text := clitest.Read(t, path)
	switch format {
	case "csv":
		records := testkit.Must(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
		column := slices.Index(records[0], "fen")
		for _, r := range records[1:] {
			list = append(list, r[column])
		}
	case "parquet":
		rows, notes, err := readTable(path)
		if err != nil || notes["seed"] != "11" || notes["space"] != "ranked-repaired" || notes["undecided"] != "0" || !strings.Contains(notes["chesscensus"], "engine") {
			t.Fatal(err, notes)
		}
		for _, r := range rows {
			list = append(list, r.FEN)
		}
	default:
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if format == "jsonl" {
				var row Row
				testkit.OK(t, json.Unmarshal([]byte(line), &row))
				line = row.FEN
			} else if board, id, ok := strings.Cut(line, " id "); ok {
				if line = board + " 0 1"; !strings.HasPrefix(id, "\"ranked-repaired, seed 11, draw ") {
					t.Errorf("id %s", id)
				}
			}
			list = append(list, line)
		}
	}
	return list
}

// TestGamesLeadToPositions replays the games of --pgn and of --games.
func TestGamesLeadToPositions(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	pgn, table := filepath.Join(dir, "g.pgn"), filepath.Join(dir, "p.parquet")
	if status, _, errs := invoke("", "positions", "-n", "6", "--seed", "11", "--pgn", pgn, "--games", "-o", table); status != 0 {
		t.Fatal(errs)
	}
	f := testkit.Must(os.Open(pgn))(t)
	defer f.Close()
	rows, _, err := readTable(table)
	testkit.OK(t, err)
	want, i := fens(t), 0
	for g, err := range chess.ReadPGN(f, pgn) {
		testkit.OK(t, err)
		final, err := g.Final()
		record := chess.FEN{Setup: final.Setup(), Fullmove: 1}
		if err != nil || record.String() != want[i] || rows[i].FEN != want[i] {
			t.Errorf("game %d leads to %s, want %s; %v", i, record, want[i], err)
		}
		if int(rows[i].Plies) != len(g.Moves) || len(strings.Fields(rows[i].Game)) != len(g.Moves) {
			t.Errorf("game %d has %d plies, %d in the table", i, len(g.Moves), rows[i].Plies)
		}
		i++
	}
	if i != fewPositions || len(rows) != fewPositions {
		t.Errorf("%d games, %d rows", i, len(rows))
	}
}

// A brokenPipe accepts the given number of bytes, and then returns EPIPE.
type brokenPipe int

func (b *brokenPipe) Write(p []byte) (int, error) {
	if *b -= brokenPipe(len(p)); *b < 0 {
		return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
	}
	return len(p), nil
}

// TestBrokenPipes: when the reader closes the pipe, nothing is printed, the status is that of a closed pipe, and no incomplete file
// is left.
func TestBrokenPipes(t *testing.T) {
	testkit.Medium(t)
	for _, format := range formatNames {
		dir, pipe := t.TempDir(), brokenPipe(100)
		var errs bytes.Buffer
		status := cli.Run(context.Background(), []string{"positions", "-n", "20", "--format", format, "--pgn", filepath.Join(dir, "g.pgn")},
			strings.NewReader(""), &pipe, &errs, program...)
		if left, _ := os.ReadDir(dir); status != cli.StatusPipe || errs.Len() > 0 || len(left) > 0 {
			t.Errorf("%s: status %d, errors %q, files %v", format, status, errs.String(), left)
		}
	}
}

// TestSameFileForTwoOutputs: -o and --pgn must not be the same file, under whatever names.
func TestSameFileForTwoOutputs(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	for _, pgn := range []string{"x.csv", "./x.csv", "sub/../x.csv"} {
		status, out, errs := invoke("", "positions", "-n", "1", "-o", filepath.Join(dir, "x.csv"), "--pgn", dir+"/"+pgn)
		if left, _ := os.ReadDir(dir); status != 2 || out != "" || !strings.Contains(errs, "has two outputs") || len(left) > 0 {
			t.Errorf("%s: status %d, %s%s, files %v", pgn, status, out, errs, left)
		}
	}
	path, link := filepath.Join(dir, "a.csv"), filepath.Join(dir, "b.csv")
	if err := errors.Join(os.WriteFile(path, nil, 0o644), os.Symlink(path, link)); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if status, _, errs := invoke("", "positions", "-n", "1", "-o", path, "--pgn", link); status != 2 || !strings.Contains(errs, "has two outputs") {
		t.Errorf("a file and a link to it: status %d, %s", status, errs)
	}
}

// TestUnwritableFiles: one line names the file and the reason, before any work.
func TestUnwritableFiles(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ args, want string }{
		{"-o " + filepath.Join(dir, "none", "p.csv"), "cannot write to " + filepath.Join(dir, "none", "p.csv") + ": no such file or directory"},
		{"-o " + dir, "cannot write to " + dir + ": it is no file"},
		{"--pgn " + filepath.Join(dir, "none", "g.pgn") + " -o " + filepath.Join(dir, "p.csv"), "no such file or directory"},
	} {
		status, out, errs := invoke("", append([]string{"positions", "-n", "1000000"}, strings.Fields(c.args)...)...)
		if left, _ := os.ReadDir(dir); status != 1 || out != "" || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 || len(left) > 0 {
			t.Errorf("%s: status %d, %q, %q, files %v", c.args, status, out, errs, left)
		}
	}
	if os.Getuid() == 0 {
		t.Skip("folders that may only be read: the superuser writes to them")
	}
	testkit.OK(t, os.Chmod(dir, 0o555))
	if status, _, errs := invoke("", "positions", "-o", filepath.Join(dir, "p.csv")); status != 1 || !strings.Contains(errs, "permission denied") {
		t.Errorf("read-only folder: status %d, %s", status, errs)
	}
}

// TestInterrupted: an interrupted run leaves no new file, and an existing file does not change.
func TestInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.csv")
	clitest.Write(t, path, "before")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var errs bytes.Buffer
	status := cli.Run(ctx, []string{"positions", "-n", "1000", "-o", path}, strings.NewReader(""), io.Discard, &errs, program...)
	left, _ := os.ReadDir(filepath.Dir(path))
	if status != cli.StatusInterrupted || len(left) != 1 || clitest.Read(t, path) != "before" {
		t.Errorf("status %d, %s, files %v", status, errs.String(), left)
	}
}

// TestHeldWriter: bytes are held in order until they are released.
func TestHeldWriter(t *testing.T) {
	var to bytes.Buffer
	h := &heldWriter{to: &to}
	for i, text := range []string{"a", "b", "c"} {
		if _, err := h.Write([]byte(text)); err != nil || i < 2 && to.Len() > 0 {
			t.Fatal(to.String(), err)
		}
		if i == 1 {
			if err := h.release(); err != nil || to.String() != "ab" {
				t.Fatal(to.String(), err)
			}
		}
	}
	if err := h.release(); err != nil || to.String() != "abc" {
		t.Errorf("%q, %v", to.String(), err)
	}
}

// TestConditionIsStored: Parquet and EPD store space, condition, seed and number, with which a draw can be repeated.
func TestConditionIsStored(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	const where = "men<=5 and check"
	table := filepath.Join(t.TempDir(), "p.parquet")
	status, _, errs := invoke("", "positions", "-n", "2", "--seed", "9", "--where", where, "-o", table)
	if status != 0 || !strings.Contains(errs, "2 legal positions from ") || !strings.Contains(errs, " draws of ranked-repaired where men<=5 and check, seed 9; ") {
		t.Fatalf("status %d, %s", status, errs)
	}
	rows, notes, err := readTable(table)
	if err != nil || notes["where"] != where || notes["seed"] != "9" || notes["positions"] != "2" || len(rows) != 2 {
		t.Fatalf("%d rows, %v, %v", len(rows), notes, err)
	}
	_, epd, _ := invoke("", "positions", "-n", "2", "--seed", "9", "--where", where, "--format", "epd")
	for i, line := range strings.Split(strings.TrimSpace(epd), "\n") {
		if r := rows[i]; r.Checkers == 0 || r.Men > 5 {
			t.Errorf("%s does not hold of %+v", where, r)
		}
		board, id, _ := strings.Cut(line, " id ")
		if want := fmt.Sprintf("\"ranked-repaired where men<=5 and check, seed 9, draw %d\";", rows[i].Draw); id != want || board+" 0 1" != rows[i].FEN {
			t.Errorf("%s, want id %s", line, want)
		}
	}
}
