package campaign

import (
	"bufio"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/lines"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey/internal/toy"
)

// readKept returns the lines of the kept candidates of a shard.
func readKept(t *testing.T, c *Campaign, s int) (kept []lines.Line) {
	t.Helper()
	f := testkit.Must(os.Open(c.Folder.KeptPath(s)))(t)
	defer f.Close()
	z := testkit.Must(zstd.NewReader(f))(t)
	defer z.Close()
	in := bufio.NewScanner(z)
	for in.Scan() {
		l, err := lines.Parse(in.Text())
		if err != nil {
			t.Fatalf("%q: %v", in.Text(), err)
		}
		kept = append(kept, l)
	}
	testkit.OK(t, in.Err())
	return kept
}

// TestKeptLinesAreTheJudgedCandidates: the kept lines of all shards are the draws of the second phase with their verdicts.
func TestKeptLinesAreTheJudgedCandidates(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Kernel)
	st := runToy(t, c, verdict.Kernel, Options{Keep: true})
	if st.Kept != 12 {
		t.Errorf("%d shards with lines, want 12", st.Kept)
	}
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel, Stages: toy.Stages(verdict.Kernel)}))(t)
	judged := reportOf(t, c).Judged
	count := uint64(0)
	for s := range 12 {
		for _, l := range readKept(t, c, s) {
			count++
			if v := e.Judge(context.Background(), l.Setup); v.Outcome == verdict.Illegal != l.Has("illegal") {
				t.Fatalf("%s kept as %+v, judged %v", l.FEN, l.Groups, v.Outcome)
			}
		}
	}
	if count != judged[1] || count == 0 {
		t.Errorf("%d lines, want %d, one for each draw in the second phase", count, judged[1])
	}
}

// TestOneSetupStandsForADiagram lists all setups of some diagrams: of those that are not refuted exactly one stands for its diagram.
func TestOneSetupStandsForADiagram(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Kernel)
	workers := testkit.Must(c.workerMaker(toyProgram(verdict.Kernel)))(t)
	w := testkit.Must(workers())(t)
	standing, unrefuted := map[string]int{}, map[string]int{}
	for _, e := range toy.New("toy").Elements {
		if j, err := w.loop.Phases[1].Judge(context.Background(), &sampler.Draw{Setup: e.Setup, Weight: 1}); err != nil || j.Outcome == stats.Out {
			continue
		}
		f := sampler.Draw{Setup: e.Setup}
		d := f.FEN()
		board, _, _ := strings.Cut(d.String(), " ")
		unrefuted[board]++
		stands := testkit.Must(w.standsForDiagram(context.Background(), &e.Setup))(t)
		if stands {
			standing[board] += 6 / e.Mult // every setup comes mult times
		}
	}
	for board := range unrefuted {
		if standing[board] != 6 {
			t.Errorf("%s: %d sixths of a setup stand for it, want 6", board, standing[board])
		}
	}
	if len(unrefuted) < 100 {
		t.Errorf("only %d diagrams", len(unrefuted))
	}
}
