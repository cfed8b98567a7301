package devdata

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"chesscensus/chess"
)

// A recorder is a test whose end is noted and goes no further.
type recorder struct {
	testing.TB
	failed, skipped string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatal(args ...any) {
	r.failed = fmt.Sprint(args...)
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

func (r *recorder) Skipf(format string, args ...any) {
	r.skipped = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// record runs f as a test.
func record(t *testing.T, f func(testing.TB)) *recorder {
	r := &recorder{TB: t}
	done := make(chan bool)
	go func() {
		defer close(done)
		f(r)
	}()
	<-done
	return r
}

// write writes a file and returns its path.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "some.tsv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const king = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"

func TestReaders(t *testing.T) {
	initial := chess.InitialSetup()
	c := Candidates(t, write(t, "# columns: some\n\n"+initial.String()+" 0 1\tlegal\t\t\n"+king+"\tillegal\tOther\n"))
	if len(c) != 2 || c[0].Setup != initial || c[0].Truth != "legal" || c[0].Reason != "" ||
		c[1].FEN != king || c[1].Truth != "illegal" || c[1].Reason != "Other" {
		t.Errorf("%+v", c)
	}
	l := Listings(t, write(t, strings.Join([]string{"test", initial.String(), king, "30", "2", "a;b"}, "\t")))
	if len(l) != 1 || l[0].Source != "test" || l[0].Start != initial || l[0].Goal.String()+" 0 1" != king ||
		l[0].Captures != 30 || l[0].Count != 2 || l[0].Kernels != "a;b" {
		t.Errorf("%+v", l)
	}
}

// TestBadFilesFail: no row is passed over in silence.
func TestBadFilesFail(t *testing.T) {
	for name, f := range map[string]func(testing.TB){
		"missing":  func(t testing.TB) { Rows(t, "testdata/none.tsv", 1) },
		"narrow":   func(tb testing.TB) { Rows(tb, write(t, "# no\na\tb\n"), 3) },
		"long":     func(tb testing.TB) { Rows(tb, write(t, strings.Repeat("x", mostLine+1)), 1) },
		"bad FEN":  func(tb testing.TB) { Candidates(tb, write(t, "8/8\tlegal\t\n")) },
		"no count": func(tb testing.TB) { Listings(tb, write(t, "test\t"+king+"\t"+king+"\t0\tmany\t\n")) },
	} {
		if r := record(t, f); r.failed == "" {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestMissingFilesSkip: with the reason, unless there is another file.
func TestMissingFilesSkip(t *testing.T) {
	r := record(t, func(t testing.TB) { Path(t, "none.tsv") })
	if !strings.Contains(r.skipped, "none.tsv is not at hand") {
		t.Errorf("skipped %q", r.skipped)
	}
	if got := Either("none.tsv", "other.tsv"); got != "other.tsv" {
		t.Error(got)
	}
	t.Chdir(t.TempDir()) // in no module
	if got := Either(Known, "other.tsv"); got != "other.tsv" {
		t.Error(got)
	}
	if r := record(t, func(t testing.TB) { Path(t, Known) }); r.skipped == "" {
		t.Error("not skipped")
	}
}

// TestFiles reads what is at hand.
func TestFiles(t *testing.T) {
	for name, columns := range map[string]int{Known: 3, Fresh: 3, Unmoves: 4, Kernels: 6, Prefilter: 2, RankedPairs: 2} {
		t.Run(name, func(t *testing.T) {
			path := Path(t, name)
			if Either(name, "other") != path {
				t.Error("two paths")
			}
			if n := len(Rows(t, path, columns)); n < 20 {
				t.Errorf("%d rows", n)
			}
		})
	}
}
