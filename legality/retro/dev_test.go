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

// someCandidates returns known candidates, up to 30 of each truth and reason.
func someCandidates(t testing.TB) []devdata.Candidate {
	t.Helper()
	return devdata.AtMost(30, devdata.Candidates(t, devdata.Known), func(c devdata.Candidate) string { return c.Truth + c.Reason })
}

// formatUnmove returns an unmove in the format of the development file.
func formatUnmove(u Unmove) string {
	f := strings.Fields(string(u.Append(nil)))
	return f[0] + "," + f[2] + "," + f[4] + "," + f[6]
}

// formatUnmoves returns the unmoves of a setup with all histories, sorted.
func formatUnmoves(s chess.Setup) []string {
	list := []string{}
	for _, u := range Unmoves(nil, s, Options{AllEP: true}) {
		list = append(list, formatUnmove(u))
	}
	slices.Sort(list)
	return list
}

// difference returns the elements of a that are not in b.
func difference(a, b []string) (m []string) {
	for _, x := range a {
		if !slices.Contains(b, x) {
			m = append(m, x)
		}
	}
	return m
}

// TestUnmovesEqualTexelutil compares unmoves with the output of texelutil revmoves.
func TestUnmovesEqualTexelutil(t *testing.T) {
	for _, row := range devdata.Rows(t, devdata.Unmoves, 4) {
		want := slices.DeleteFunc(strings.Split(row[3], ";"), func(s string) bool { return s == "" })
		slices.Sort(want)
		got := formatUnmoves(testkit.Setup(t, row[1]))
		if !slices.Equal(got, want) || strconv.Itoa(len(got)) != row[2] {
			t.Errorf("%s\n%d unmoves, want %s\nmissing %v\nsuperfluous %v",
				row[1], len(got), row[2], difference(want, got), difference(got, want))
		}
	}
}

// A tally counts the rows of a file with the same truth and reason: all, those refuted without and
// with kernels, those refuted by the rules, and those refuted by none of rules, kernels and stage.
type tally struct{ rows, refuted, withKernels, refutedByRules, remaining int }

// tallyCandidates judges every row of a file of candidates and checks the certificates. It returns
// the tallies by truth and reason.
func tallyCandidates(t *testing.T, name string) map[string]tally {
	tallies := map[string]tally{}
	k := &kernels{}
	plain, full, rules := &Stage{Static: static()}, &Stage{Static: static(), Kernels: k}, static()
	for _, row := range devdata.Candidates(t, name) {
		s, key := row.Setup, row.Truth
		if row.Reason != "" {
			key += ": " + row.Reason
		}
		count := tallies[key]
		count.rows++
		plainVerdict, withKernels := judge(plain, s), judge(full, s)
		for _, v := range []verdict.Verdict{plainVerdict, withKernels} {
			if v.Stop != verdict.Complete {
				t.Errorf("%s: %v, want no limit reached", row.FEN, v)
			}
			if v.Outcome != verdict.Illegal {
				continue
			}
			checkCertificate(t, s, v, &kernels{})
			if row.Truth == "legal" {
				t.Errorf("%s is legal, but %v\n%s", row.FEN, v, v.Certificate)
			}
			if unmoves := formatUnmoves(s); (v.Reasons == verdict.NoLastMove) != (len(unmoves) == 0) {
				t.Errorf("%s has %d unmoves, but %v", row.FEN, len(unmoves), v)
			}
		}
		if plainVerdict.Outcome == verdict.Illegal {
			count.refuted++
		}
		if withKernels.Outcome == verdict.Illegal {
			count.withKernels++
		}
		if r, _ := rules(&s); r != 0 {
			count.refutedByRules++
		} else if refuted, _ := k.Refutes(s, 0); !refuted && withKernels.Outcome == verdict.Unknown {
			count.remaining++
		}
		tallies[key] = count
	}
	return tallies
}

// TestCandidates checks that of the published candidates the stage refutes none that is legal, and
// all that the reference program refutes by last moves, unless the rules or the kernels refute them
// directly.
func TestCandidates(t *testing.T) {
	testkit.Medium(t)
	for _, name := range []string{devdata.Known, devdata.Fresh} {
		for key, n := range tallyCandidates(t, name) {
			t.Logf("%s: %d rows, refuted without kernels %d, with kernels %d (rules refute %d); left by rules, kernels and this stage: %d",
				key, n.rows, n.refuted, n.withKernels, n.refutedByRules, n.remaining)
			if strings.HasPrefix(key, "illegal: No possible last move") && n.remaining > 0 {
				t.Errorf("%d rows of %q left", n.remaining, key)
			}
			if key == "illegal: No possible last move" && n.refuted < n.rows || (key == "legal" || key == "unknown") && n.refuted > 0 {
				t.Errorf("%d of %d rows of %q refuted", n.refuted, n.rows, key)
			}
		}
	}
}

// TestLargerOpenness checks that searching further back refutes no more of the candidates.
func TestLargerOpenness(t *testing.T) {
	candidates := someCandidates(t)
	if !testing.Short() {
		candidates = devdata.Candidates(t, devdata.Fresh)
	}
	count := func(o openness) (n int, nodes int64) {
		st := &Stage{Static: static()}
		for _, row := range candidates {
			if s := row.Setup; s.Violations() == 0 {
				st.start(context.Background(), verdict.Budget{})
				st.search.openness = o
				v, _ := st.judge(&s)
				if v.Outcome == verdict.Illegal {
					n++
				}
				nodes += v.Cost.Nodes
			}
		}
		return n, nodes
	}
	want, _ := count(defaultOpenness)
	for _, o := range []openness{{1, 40, 1}, {2, 40, 1}, defaultOpenness, {3, 40, 100}, {10, 60, 300}} {
		n, nodes := count(o)
		t.Logf("%+v: %d of %d refuted, %d nodes", o, n, len(candidates), nodes)
		if n > want {
			t.Errorf("%+v refutes %d, the default %d", o, n, want)
		}
	}
}
