package testkit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
)

// TestSize: sizes depend on -short and grow with the environment variable; a factor below 1 gives a Stride.
func TestSize(t *testing.T) {
	t.Setenv(Variable, "")
	want := 70
	if testing.Short() {
		want = 7
	}
	if n := Size(7, 70); n != want {
		t.Errorf("%d, want %d", n, want)
	}
	t.Setenv(Variable, "2.5")
	if n := Size(7, 70); n != want*5/2 {
		t.Errorf("%d, want %d", n, want*5/2)
	}
	for factor, want := range map[string]int{"": 1, "1": 1, "7": 1, "0.5": 2, "0.3": 3, "0.1": 10} {
		t.Setenv(Variable, factor)
		if n := Stride(); n != want {
			t.Errorf("with %q every %d-th of a list, want %d", factor, n, want)
		}
	}
	if n := scale(3, "0.01"); n != 1 {
		t.Errorf("%d, want 1", n)
	}
	for _, bad := range []string{"many", "0", "-1", "NaN", "1e20"} {
		func() {
			defer func() {
				if r, _ := recover().(string); !strings.Contains(r, Variable) {
					t.Errorf("%s: panic %q", bad, r)
				}
			}()
			scale(1, bad)
		}()
	}
}

// A failures is a test that counts its errors.
type failures struct {
	testing.TB
	texts []string
}

func (*failures) Helper() {}
func (f *failures) Errorf(format string, args ...any) {
	f.texts = append(f.texts, fmt.Sprintf(format, args...))
}
func (f *failures) Fatal(args ...any) { f.texts = append(f.texts, fmt.Sprint(args...)) } // and goes on

// TestChecks: each helper fails a test exactly if what it checks does not hold, with its labels in the message.
func TestChecks(t *testing.T) {
	lost, f := errors.New("lost"), new(failures)
	for _, want := range []any{"", "los", lost} {
		FailsWith(f, fmt.Errorf("it is %w", lost), want)
	}
	FailsWith(f, nil, nil)
	Equal(f, "a", "a")
	if len(f.texts) > 0 {
		t.Errorf("what holds fails: %q", f.texts)
	}
	Fails(1, error(nil))(f, "", "case", 1)
	Fails(1, lost)(f, "found")
	FailsWith(f, errors.New("lost"), lost)
	FailsWith(f, lost, nil)
	Equal(f, "a", "b", "case", 5)
	Equal(f, 1, 2, "", "\t", "a b")
	Contains(f, "abc", "b", "d")
	Must(1, lost)(f, "case", 6)
	OK(f, lost)
	OK(f, nil, "case", 7)
	want := []string{`case 1: error <nil>, want ""`, `error lost, want "found"`, `error lost, want "lost"`, `error lost, want %!q(<nil>)`,
		`case 5: "a", want "b"`, `"" "\t" a b: 1, want 2`, "no \"d\" in\nabc",
		"case 6: lost", "lost"}
	if !slices.Equal(f.texts, want) {
		t.Errorf("%q\nwant %q", f.texts, want)
	}
}

// TestTable: cells become fields; each line that is no case is an error with its place.
func TestTable(t *testing.T) {
	type line struct {
		Text  string
		N     int
		Holds bool
		Why   string
	}
	path := filepath.Join(t.TempDir(), "x.tsv")
	read := func(text string) ([]line, error) {
		OK(t, os.WriteFile(path, []byte(text), 0o600))
		return readTable[line](path)
	}
	list := Must(read("# head\ta\n\na b\t-3\tyes\tso\n\"\\tc\"\t0\tno\n"))(t)
	if want := []line{{"a b", -3, true, "so"}, {"\tc", 0, false, ""}}; !slices.Equal(list, want) {
		t.Errorf("%v, want %v", list, want)
	}
	for text, want := range map[string]string{"# a\n\n": "no cases", "a\t1\tyes\n\na\t1": "x.tsv:3: 2 cells, want 4", "a\t1\tno\tb\tc": "5 cells",
		"a\tx\tyes": "cell 2", "a\t1\ttrue": `cell 3: "true", want yes or no`, "\"a\t1\tyes": "cell 1"} {
		Fails(read(text))(t, want, text)
	}
	Fails(readTable[line](path+"x"))(t, os.ErrNotExist)
	OK(t, os.WriteFile(path, []byte("a"), 0o600))
	Fails(readTable[struct{ A, B string }](path))(t, "1 cells, want 2") // no field is called Why
}

// TestRefutes: each setup is asked about as it is and with colors exchanged, and each wrong answer is an error.
func TestRefutes(t *testing.T) {
	t.Chdir(t.TempDir())
	OK(t, os.Mkdir("testdata", 0o755))
	OK(t, os.WriteFile(filepath.Join("testdata", "x.tsv"), []byte("4k3/8/8/8/8/8/8/3QK3 w - -\tyes\n4k3/8/8/8/8/8/8/4K3 w - -\tno\tbare\n"), 0o600))
	for want, refutes := range []func(*chess.Setup) bool{
		func(s *chess.Setup) bool { return s.Board.Men() == 3 },
		func(s *chess.Setup) bool { return s.Board.Men() == 3 && s.Turn == chess.White },
		func(*chess.Setup) bool { return true },
	} {
		f := new(failures)
		if Refutes(f, "x.tsv", refutes); len(f.texts) != want {
			t.Errorf("%d errors, want %d: %q", len(f.texts), want, f.texts)
		}
	}
}

// TestFirstShards: the copy lacks the files and lines of later shards and has all others; a folder with too few shards is an error.
func TestFirstShards(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plan.json": "{}", "manifest.jsonl": `{"shard":2}` + "\n" + `{"shard":0}` + "\nnot JSON\n" + `{"shard":1}` + "\n",
		"shards/000000.parquet": "a", "shards/000001.parquet": "b", "shards/000002.parquet": "c", "open/000000.tsv": "d", "open/000002.tsv": "e",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		OK(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)))
	}
	var names []string
	cut := t.TempDir()
	OK(t, FirstShards(cut, dir, 2))
	for _, pattern := range []string{"*", "*/*"} {
		list, _ := filepath.Glob(filepath.Join(cut, pattern))
		for _, path := range list {
			name, _ := filepath.Rel(cut, path)
			names = append(names, filepath.ToSlash(name))
		}
	}
	if got := strings.Join(names, " "); got != "manifest.jsonl open plan.json shards open/000000.tsv shards/000000.parquet shards/000001.parquet" {
		t.Error(got)
	}
	if data, err := os.ReadFile(filepath.Join(cut, "manifest.jsonl")); err != nil || string(data) != `{"shard":0}`+"\nnot JSON\n"+`{"shard":1}`+"\n" {
		t.Errorf("%s%v", data, err)
	}
	if err := FirstShards(t.TempDir(), dir, 4); err == nil || !strings.Contains(err.Error(), "3 of the first 4") {
		t.Errorf("of three shards the first four: %v", err)
	}
	if err := FirstShards(t.TempDir(), filepath.Join(dir, "none"), 0); err == nil {
		t.Error("a folder that is not there is copied")
	}
}

// TestLong: Long skips a test only with -short or CHESSCENSUS_LONG=0.
func TestLong(t *testing.T) {
	for value, leftOut := range map[string]bool{"": testing.Short(), "1": testing.Short(), "0": true} {
		t.Setenv(LongVariable, value)
		var ran, skipped bool
		t.Run("long", func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			Long(t)
			ran = true
		})
		if ran == leftOut || skipped != leftOut {
			t.Errorf("with %q: ran %v, skipped %v", value, ran, skipped)
		}
		ran = t.Run("long in full", func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			LongInFull(t)
		})
		if !ran || skipped != (value == "0" && !testing.Short()) {
			t.Errorf("with %q in full: skipped %v", value, skipped)
		}
		t.Setenv(Variable, "")
		if n, want := LongSizes(7, 20, 70), map[bool]int{true: 20, false: 70}[leftOut]; n != want && !(testing.Short() && n == 7) {
			t.Errorf("with %q: size %d of three, want %d", value, n, want)
		}
		if n := LongSize(7, 70); Brief() != leftOut || n != map[bool]int{true: 7, false: 70}[leftOut] {
			t.Errorf("with %q: brief %v, size %d", value, Brief(), n)
		}
	}
}

// TestKings: each placement of the kings on squares without other men comes once with each side to move; the other men stay.
func TestKings(t *testing.T) {
	setups := map[chess.Setup]bool{}
	for s := range Kings(Setup(t, "8/8/8/3r4/8/8/4k3/K6Q w - -")) {
		b := &s.Board
		if setups[s] || b.Men() != 4 || b.At(chess.D5).Role() != chess.Rook || b.At(chess.H1).Role() != chess.Queen ||
			b.Pieces(chess.White, chess.King).Count() != 1 || b.Pieces(chess.Black, chess.King).Count() != 1 {
			t.Fatalf("%v: seen before %v", s, setups[s])
		}
		setups[s] = true
	}
	if len(setups) != 62*61*2 {
		t.Errorf("%d setups, want %d", len(setups), 62*61*2)
	}
	for range Kings(chess.EmptySetup()) { // a caller may stop at any time
		break
	}
}

// TestEdgeGames plays all edge games: Line fails if a move is not legal.
func TestEdgeGames(t *testing.T) {
	why, n := map[string]bool{}, 0
	PlayEdgeGames(t, func(g EdgeGame, p chess.Position) {
		if why[g.Why] = true; p.Setup().Violations() != 0 {
			t.Errorf("%s: %v", g.Why, p)
		}
		n++
	})
	if len(why) != len(EdgeGames) || n < 100 {
		t.Errorf("%d games of %d, %d positions", len(why), len(EdgeGames), n)
	}
}

// TestRand: equal names give equal streams, other names other ones.
func TestRand(t *testing.T) {
	if a, b, c := Rand("a").Uint64(), Rand("a").Uint64(), Rand("b").Uint64(); a != b || a == c {
		t.Error(a, b, c)
	}
}
