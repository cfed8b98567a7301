package devdata

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"chesscensus/chess"
)

// A recorder is a test whose end is noted and goes no further.
type recorder struct {
	testing.TB
	failed string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatal(args ...any) {
	r.failed = fmt.Sprint(args...)
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

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

// lines reads the rows of a text.
func lines(t testing.TB, least int, text ...string) [][]string {
	t.Helper()
	return parse(t, "some.tsv", strings.NewReader(strings.Join(text, "\n")), least)
}

const king = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"

func TestReaders(t *testing.T) {
	initial := chess.InitialSetup()
	c := candidates(t, lines(t, 2, "# columns: some", "", initial.String()+" 0 1\tlegal\t", king+"\tillegal\tOther", "4k3/8/8/8/8/8/8/4K3 w - -\tillegal"))
	if len(c) != 3 || c[0].Setup != initial || c[0].Truth != "legal" || c[0].Reason != "" ||
		c[1].FEN != king || c[1].Truth != "illegal" || c[1].Reason != "Other" || c[2].Setup != c[1].Setup || c[2].Reason != "" {
		t.Errorf("%+v", c)
	}
	l := listings(t, lines(t, 6, strings.Join([]string{"test", initial.String(), king, "30", "2", "a;b"}, "\t")))
	if len(l) != 1 || l[0].Source != "test" || l[0].Start != initial || l[0].Goal.String()+" 0 1" != king ||
		l[0].Captures != 30 || l[0].Count != 2 || l[0].Kernels != "a;b" {
		t.Errorf("%+v", l)
	}
}

// TestBadFilesFail: no row is passed over in silence, and no file is missing in silence.
func TestBadFilesFail(t *testing.T) {
	for name, f := range map[string]func(testing.TB){
		"missing":  func(t testing.TB) { Rows(t, "none.tsv", 1) },
		"narrow":   func(t testing.TB) { lines(t, 3, "# no", "a\tb") },
		"long":     func(t testing.TB) { lines(t, 1, strings.Repeat("x", mostLine+1)) },
		"bad FEN":  func(t testing.TB) { candidates(t, lines(t, 1, "8/8\tlegal\t")) },
		"no count": func(t testing.TB) { listings(t, lines(t, 1, "test\t"+king+"\t"+king+"\t0\tmany\t")) },
	} {
		if r := record(t, f); r.failed == "" {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestAtMost(t *testing.T) {
	part := AtMost(2, []string{"a1", "b1", "a2", "a3", "c1", "b2", "b3"}, func(s string) string { return s[:1] })
	if got := strings.Join(part, " "); got != "a1 b1 a2 c1 b2" {
		t.Error(got)
	}
}

// TestFiles: every file is named, is read, and has the rows it should.
func TestFiles(t *testing.T) {
	want := map[string]struct{ columns, rows int }{
		Known: {3, 400}, Fresh: {3, 2852}, Unmoves: {4, 40}, Kernels: {6, 25}, Prefilter: {2, 2000}, RankedPairs: {2, 2000}, RankedCases: {2, 48},
		Disputed: {2, 18}, Open: {2, 43}, KernelMembers: {3, 12}, Retro: {4, 289},
	}
	for name, w := range want {
		if n := len(Rows(t, name, w.columns)); n != w.rows {
			t.Errorf("%s: %d rows, want %d", name, n, w.rows)
		}
	}
	all, err := files.ReadDir("data")
	if err != nil || len(all) != len(want) {
		t.Errorf("%d files, %v, want those of doc.go", len(all), err)
	}
	if n := len(Listings(t)); n != want[Kernels].rows {
		t.Errorf("%d listings", n)
	}
	for _, name := range []string{Known, Fresh, Disputed, Open} {
		for _, c := range Candidates(t, name) {
			if truth := strings.FieldsFunc(c.Truth, func(r rune) bool { return r < 'a' })[0]; truth != "legal" && truth != "illegal" && truth != "unknown" {
				t.Errorf("%s: %s is %q", name, c.FEN, c.Truth)
			}
		}
	}
}
