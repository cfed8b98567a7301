package proofkernel

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestPassing checks Lemma 15.
func TestPassing(t *testing.T) { testkit.Refutes(t, "passing.tsv", Outnumbered) }

// TestBudgetLeavesCounts checks that a search whose budget runs out still refutes the setups that counting refutes, with its
// evidence.
func TestBudgetLeavesCounts(t *testing.T) {
	var s Solver
	setup := testkit.Setup(t, "kB1K4/1p1ppppp/pBpB4/1NB5/8/8/8/8 b - - 0 1")
	if r, n := s.Exists(&setup, 1000); r != NoExtended || n != 1000 {
		t.Fatalf("%v after %d states, want %v after 1000", r, n, NoExtended)
	}
	if note := s.evidence(&setup).Note; !strings.HasPrefix(note, "White needs 3 promotions, 3 of them by captures, and 5 captures, 0 by pawns") {
		t.Errorf("evidence %q", note)
	}
	setup = testkit.Setup(t, "kB1K4/1p1ppppp/pB1B4/1pB5/8/8/8/8 w - - 0 1")
	if r, _ := s.Exists(&setup, 1000); r != GaveUp {
		t.Errorf("%v where Black's pawn has left the c-file, want %v", r, GaveUp)
	}
}

// TestPassingAllowsWhatHasKernels checks that counting refutes no setup that has an extended kernel.
func TestPassingAllowsWhatHasKernels(t *testing.T) {
	var s Solver
	n := 0
	for _, row := range someRows(t) {
		c := row.setup
		r, _ := s.Exists(&c, 0)
		if r != Has {
			continue
		}
		n++
		for color := range 2 {
			if p := s.goal.countPassing(color); p.refutes() {
				t.Errorf("%v: has an extended kernel, and counting refutes it: %+v", c, p)
			}
		}
	}
	if n < 100 {
		t.Errorf("%d setups with an extended kernel, want at least 100", n)
	}
}

// TestCapturesAreWithinBounds plays pawns forward from different homes at random, counts their captures, and checks that they are
// within the bounds. For single pawns that it met often, the bounds must be reached.
func TestCapturesAreWithinBounds(t *testing.T) {
	rnd := testkit.Rand("homes")
	type span struct{ least, most, times int }
	seen := map[[8]risenPawn]*span{}
	for range testkit.Size(20_000, 200_000) {
		n := 1 + rnd.IntN(3)
		var key [8]risenPawn
		captures := 0
		for i, home := range rnd.Perm(4)[:n] {
			p := risenPawn{file: home, rows: rnd.IntN(4)}
			for range p.rows {
				if to := p.file + rnd.IntN(3) - 1; to != p.file && to >= 0 {
					p.file = to
					captures++
				}
			}
			key[i] = p
		}
		for i := range n { // the order of the pawns is not known
			j := i + rnd.IntN(n-i)
			key[i], key[j] = key[j], key[i]
		}
		least, most, ok := leastAndMostCaptures(key[:n])
		if !ok || captures < least || captures > most {
			t.Fatalf("%v by %d captures, want %d to %d (%v)", key[:n], captures, least, most, ok)
		}
		if n > 1 {
			continue
		}
		counts := seen[key]
		if counts == nil {
			counts = &span{captures, captures, 0}
			seen[key] = counts
		}
		counts.least, counts.most, counts.times = min(counts.least, captures), max(counts.most, captures), counts.times+1
	}
	for key, counts := range seen {
		least, most, _ := leastAndMostCaptures(key[:1])
		// On other files, pawns can come from homes, or over files, that the random pawns do not have.
		isInside := key[0].file >= 1 && key[0].file <= 3
		if counts.times > 100 && isInside && (counts.least != least || counts.most != most) {
			t.Errorf("%v: captures %d to %d, bounds %d to %d", key[0], counts.least, counts.most, least, most)
		}
	}
	if _, _, ok := leastAndMostCaptures([]risenPawn{{0, 0}, {0, 0}}); ok {
		t.Error("two pawns of one home")
	}
}
