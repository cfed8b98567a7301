package retro

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// setup reads a FEN record.
func setup(t testing.TB, fen string) chess.Setup {
	t.Helper()
	f, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return f.Setup
}

// rows reads a file of tab-separated values, without comments. It returns nil if the
// file does not exist.
func rows(t testing.TB, file string) (rows [][]string) {
	t.Helper()
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		if line := sc.Text(); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	if sc.Err() != nil {
		t.Fatal(sc.Err())
	}
	return rows
}

// item writes an unmove as the development file does.
func item(u Unmove) string {
	f := strings.Fields(string(u.Append(nil)))
	return f[0] + "," + f[2] + "," + f[4] + "," + f[6]
}

// items lists the unmoves of a setup with all histories, sorted.
func items(s chess.Setup) []string {
	list := []string{}
	for _, u := range Unmoves(nil, s, Options{AllEP: true}) {
		list = append(list, item(u))
	}
	slices.Sort(list)
	return list
}

// missing returns the elements of a that are not in b.
func missing(a, b []string) (m []string) {
	for _, x := range a {
		if !slices.Contains(b, x) {
			m = append(m, x)
		}
	}
	return m
}

// TestUnmovesEqualTexelutil compares with what texelutil revmoves prints, see the origin
// in the files. The larger file is used where it is at hand.
func TestUnmovesEqualTexelutil(t *testing.T) {
	for _, file := range []string{"testdata/revmoves.tsv", "../../../shared/data/revmoves-dev.tsv"} {
		equal, all := 0, rows(t, file)
		for _, row := range all {
			want := slices.DeleteFunc(strings.Split(row[3], ";"), func(s string) bool { return s == "" })
			slices.Sort(want)
			got := items(setup(t, row[1]))
			if slices.Equal(got, want) && strconv.Itoa(len(got)) == row[2] {
				equal++
				continue
			}
			t.Errorf("%s\n%d unmoves, want %s\nmissing %v\nsuperfluous %v",
				row[1], len(got), row[2], missing(want, got), missing(got, want))
		}
		t.Logf("%s: %d of %d rows equal", file, equal, len(all))
	}
}

// A tally counts the verdicts on the rows of a file with the same answer.
type tally struct{ rows, refuted, withKernels, ruled, left int }

// candidates judges every row of a file of candidates, whose second and third columns
// are the known answer and reason, and checks certificates.
func candidates(t *testing.T, file string) map[string]tally {
	tallies := map[string]tally{}
	k := &kernels{}
	plain, full, st := &Stage{Static: static()}, &Stage{Static: static(), Kernels: k}, static()
	for _, row := range rows(t, file) {
		s := setup(t, row[0])
		key := row[1]
		if row[2] != "" {
			key += ": " + row[2]
		}
		n := tallies[key]
		n.rows++
		v, w := judge(plain, s), judge(full, s)
		for _, v := range []verdict.Verdict{v, w} {
			if v.Stop != verdict.Complete {
				t.Errorf("%s: %v", row[0], v)
			}
			if v.Outcome != verdict.Illegal {
				continue
			}
			certificate(t, s, v, &kernels{})
			if row[1] == "legal" {
				t.Errorf("%s is legal, but %v\n%s", row[0], v, v.Certificate)
			}
			if (v.Reasons == verdict.NoLastMove) != (len(items(s)) == 0) {
				t.Errorf("%s: %v", row[0], v)
			}
		}
		n.refuted += int(v.Outcome / verdict.Illegal)
		n.withKernels += int(w.Outcome / verdict.Illegal)
		if r, _ := st(&s); r != 0 {
			n.ruled++
		} else if refuted, _ := k.Refutes(s, 0); !refuted && w.Outcome == verdict.Unknown {
			n.left++
		}
		tallies[key] = n
	}
	return tallies
}

// TestCandidates counts what the stage refutes of the published candidates: nothing that
// is legal, and what the reference refutes by last moves, unless the rules or the kernels
// refute it directly.
func TestCandidates(t *testing.T) {
	for _, file := range []string{"testdata/candidates.tsv", "../../../shared/data/candidates-dev.tsv", "../../../shared/data/fresh-dev.tsv"} {
		for key, n := range candidates(t, file) {
			t.Logf("%s: %s: %d rows, refuted without kernels %d, with kernels %d (rules refute %d); left by rules, kernels and this stage: %d",
				file, key, n.rows, n.refuted, n.withKernels, n.ruled, n.left)
			if strings.HasPrefix(key, "illegal: No possible last move") && n.left > 0 {
				t.Errorf("%s: %d rows of %q left", file, n.left, key)
			}
			if key == "illegal: No possible last move" && n.refuted < n.rows || (key == "legal" || key == "unknown") && n.refuted > 0 {
				t.Errorf("%s: %d of %d rows of %q refuted", file, n.refuted, n.rows, key)
			}
		}
	}
}

// TestLargerOpenness shows that looking further back refutes no more of the candidates.
func TestLargerOpenness(t *testing.T) {
	all := rows(t, "../../../shared/data/fresh-dev.tsv")
	if all == nil || testing.Short() {
		all = rows(t, "testdata/candidates.tsv")
	}
	count := func(o openness) (n int, nodes int64) {
		st := &Stage{Static: static()}
		for _, row := range all {
			if s := setup(t, row[0]); s.Violations() == 0 {
				st.start(context.Background(), verdict.Budget{})
				st.x.openness = o
				v, _ := st.judge(&s)
				n += int(v.Outcome / verdict.Illegal)
				nodes += v.Cost.Nodes
			}
		}
		return n, nodes
	}
	want, _ := count(defaultOpenness)
	for _, o := range []openness{{1, 40, 1}, {2, 40, 1}, defaultOpenness, {3, 40, 100}, {10, 60, 300}} {
		n, nodes := count(o)
		t.Logf("%+v: %d of %d refuted, %d nodes", o, n, len(all), nodes)
		if n > want {
			t.Errorf("%+v refutes %d, the default %d", o, n, want)
		}
	}
}
