package retro

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// someCandidates returns known candidates, some of each answer and reason.
func someCandidates(t testing.TB) []devdata.Candidate {
	t.Helper()
	return devdata.AtMost(30, devdata.Candidates(t, devdata.Known), func(c devdata.Candidate) string { return c.Truth + c.Reason })
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

// TestUnmovesEqualTexelutil compares with what texelutil revmoves prints.
func TestUnmovesEqualTexelutil(t *testing.T) {
	for _, row := range devdata.Rows(t, devdata.Unmoves, 4) {
		want := slices.DeleteFunc(strings.Split(row[3], ";"), func(s string) bool { return s == "" })
		slices.Sort(want)
		got := items(testkit.Setup(t, row[1]))
		if !slices.Equal(got, want) || strconv.Itoa(len(got)) != row[2] {
			t.Errorf("%s\n%d unmoves, want %s\nmissing %v\nsuperfluous %v",
				row[1], len(got), row[2], missing(want, got), missing(got, want))
		}
	}
}

// A tally counts the verdicts on the rows of a file with the same answer.
type tally struct{ rows, refuted, withKernels, ruled, left int }

// candidates judges every row of a file of candidates, by their known answers and
// reasons, and checks certificates.
func candidates(t *testing.T, name string) map[string]tally {
	tallies := map[string]tally{}
	k := &kernels{}
	plain, full, st := &Stage{Static: static()}, &Stage{Static: static(), Kernels: k}, static()
	for _, row := range devdata.Candidates(t, name) {
		s, key := row.Setup, row.Truth
		if row.Reason != "" {
			key += ": " + row.Reason
		}
		n := tallies[key]
		n.rows++
		v, w := judge(plain, s), judge(full, s)
		for _, v := range []verdict.Verdict{v, w} {
			if v.Stop != verdict.Complete {
				t.Errorf("%s: %v", row.FEN, v)
			}
			if v.Outcome != verdict.Illegal {
				continue
			}
			certificate(t, s, v, &kernels{})
			if row.Truth == "legal" {
				t.Errorf("%s is legal, but %v\n%s", row.FEN, v, v.Certificate)
			}
			if (v.Reasons == verdict.NoLastMove) != (len(items(s)) == 0) {
				t.Errorf("%s: %v", row.FEN, v)
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
	testkit.Medium(t)
	for _, name := range []string{devdata.Known, devdata.Fresh} {
		for key, n := range candidates(t, name) {
			t.Logf("%s: %d rows, refuted without kernels %d, with kernels %d (rules refute %d); left by rules, kernels and this stage: %d",
				key, n.rows, n.refuted, n.withKernels, n.ruled, n.left)
			if strings.HasPrefix(key, "illegal: No possible last move") && n.left > 0 {
				t.Errorf("%d rows of %q left", n.left, key)
			}
			if key == "illegal: No possible last move" && n.refuted < n.rows || (key == "legal" || key == "unknown") && n.refuted > 0 {
				t.Errorf("%d of %d rows of %q refuted", n.refuted, n.rows, key)
			}
		}
	}
}

// TestLargerOpenness shows that looking further back refutes no more of the candidates.
func TestLargerOpenness(t *testing.T) {
	all := someCandidates(t)
	if !testing.Short() {
		all = devdata.Candidates(t, devdata.Fresh)
	}
	count := func(o openness) (n int, nodes int64) {
		st := &Stage{Static: static()}
		for _, row := range all {
			if s := row.Setup; s.Violations() == 0 {
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
