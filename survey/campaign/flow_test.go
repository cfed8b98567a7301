package campaign

import (
	"bufio"
	"context"
	"fmt"
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
	"chesscensus/stats/design"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// TestWhatPassesIsJudged makes a shard whose plan has shares of 1. Then each phase judges exactly the draws that the phase before passes,
// under every property and with every contribution. The estimator needs this: it lets the judged draws represent all that pass. The test
// has the three phases of spaces and the four of divided sets.
func TestWhatPassesIsJudged(t *testing.T) {
	for name, make := range map[string]func() []legality.Stage{"three phases": toy.Stages(verdict.Game), "four phases": toy.LeanStages} {
		t.Run(name, func(t *testing.T) {
			list := testkit.Must(phases(make, verdict.Game, 0))(t)
			set := toy.NewDivided()
			p := &plan.Plan{Format: plan.Format, Space: set.Name(), Size: set.Size().String(), Stratification: shards.Finest, Seed: 3, Shards: 1,
				Phases: leanPhases(list, make)}
			for _, s := range set.Strata() {
				stratum := plan.Stratum{Name: s.Name, Size: s.Size.String(), Draws: 2000, Diagrams: 1}
				for range len(p.Phases) - 1 {
					stratum.Fractions = append(stratum.Fractions, 1)
				}
				p.Strata = append(p.Strata, stratum)
			}
			w := testkit.Must(newWorker(p, loop.Plain(set, p.Seed), make))(t)
			r := testkit.Must(w.Do(context.Background(), Job{}))(t)
			shard := testkit.Must(record.Decode(r.Data))(t)
			passed, judged := countFlow(shard.Rows, len(p.Phases))
			for key, n := range passed {
				if judged[key] != n {
					t.Errorf("%s: %d draws pass, %d are judged next", key, n, judged[key])
				}
				delete(judged, key)
			}
			for key, n := range judged {
				t.Errorf("%s: %d draws are judged, none has passed", key, n)
			}
			if len(passed) < 50 {
				t.Errorf("only %d kinds of draws", len(passed))
			}
		})
	}
}

// countFlow counts draws by the phase they enter, stratum, property, value and contribution: those that the phase before has
// passed, and those that the phase has judged.
func countFlow(rows []record.Row, phases int) (passed, judged map[string]int64) {
	passed, judged = map[string]int64{}, map[string]int64{}
	for _, r := range rows {
		if r.Property == shards.Verdict || r.Property == shards.Plain {
			continue // refutations of the first phase are counted by reason alone
		}
		keyOf := func(phase int32) string {
			return fmt.Sprintf("phase %d, stratum %d, %s %s, contribution %d/%d", phase, r.Stratum, r.Property, r.Value, r.Weight, r.Multiplicity)
		}
		if r.Outcome == record.Pass && int(r.Phase) < phases {
			passed[keyOf(r.Phase+1)] += r.Draws
		}
		if r.Phase > 1 {
			judged[keyOf(r.Phase)] += r.Draws
		}
	}
	return passed, judged
}

func init() {
	shards.Classifications[toy.ClassName] = shards.Classification{Classes: toy.Classes, Of: toy.Class}
}

// withClasses changes the plan of a toy to one with classes.
func withClasses(t testing.TB, c *Campaign) *Campaign {
	return editPlan(t, c, func(p *plan.Plan) {
		p.Classes = toy.ClassName
		for h := range p.Strata {
			s := &p.Strata[h]
			s.Fractions, s.Classes = s.Fractions[:len(p.Phases)-2], []float64{0.1, 0.4, 0.8}
		}
	})
}

// TestClassesAreSampledApart: of every class the share of the plan enters the last phase, and rows have the class.
func TestClassesAreSampledApart(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := withClasses(t, makeToy(t, verdict.Game))
	runToy(t, c, verdict.Game, Options{})
	sample := design.NewSample(len(c.Plan.Strata))
	if _, err := c.Folder.Check(func(_ record.Entry, s *record.Shard) error {
		shards.AddRows(sample, c.Plan, s.Rows, shards.IsAll)
		return shards.Verify(c.Plan, s)
	}); err != nil {
		t.Fatal(err)
	}
	for h := range sample.Strata {
		before := sample.Strata[h].Child(0)
		for g, f := range c.Plan.Strata[h].Classes {
			passed, judged := float64(before.Passed(g)), float64(before.Child(g).Draws())
			if least := f * passed; judged < least || judged > least+2*float64(c.Plan.Shards) || passed == 0 {
				t.Errorf("stratum %d, class %d: %v of %v are judged, want a share of %v", h, g, judged, passed, f)
			}
		}
		if n := before.Child(2); n.Count(stats.In) != 0 || n.Draws() == 0 {
			t.Errorf("class 2 has %d games in %d draws, want none", n.Count(stats.In), n.Draws())
		}
	}
}

// TestForeignClasses: a plan whose classes the program does not know, or that has another number of them, is refused.
func TestForeignClasses(t *testing.T) {
	testkit.Medium(t)
	for want, edit := range map[string]func(*plan.Plan){
		`plan: classes: found "odd", want "home and crossed pawns" or none: this program knows no others`: func(p *plan.Plan) { p.Classes = "odd" },
		`plan: strata[0].classes: found 3, want 4, the number of classes of "home and crossed pawns"`:     func(p *plan.Plan) { p.Classes = shards.RiskName },
	} {
		c := withClasses(t, makeToy(t, verdict.Game))
		edit(c.Plan)
		if _, err := c.Run(context.Background(), toyProgram(verdict.Game), Options{}); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

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

// TestDamagedLinesAreMadeAgain damages the kept lines of one shard and removes those of another: a run that keeps lines names both and makes
// the same files again. A run that keeps none leaves them.
func TestDamagedLinesAreMadeAgain(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Kernel)
	runToy(t, c, verdict.Kernel, Options{Keep: true})
	want := filesAndReport(t, c)
	testkit.OK(t, os.Truncate(c.Folder.KeptPath(3), 40))
	testkit.OK(t, os.Remove(c.Folder.KeptPath(7)))
	var notices []string
	o := Options{Notice: func(text string) { notices = append(notices, text) }}
	runToy(t, c, verdict.Kernel, o)
	if len(notices) > 0 || len(testkit.Must(os.ReadFile(c.Folder.KeptPath(3)))(t)) != 40 {
		t.Errorf("a run that keeps no lines has made them again, or says %q", notices)
	}
	o.Keep = true
	if st := runToy(t, c, verdict.Kernel, o); st.Done != 12 || st.Kept != 12 {
		t.Errorf("%d shards done and %d with lines, want 12", st.Done, st.Kept)
	}
	text := strings.Join(notices, "\n")
	if len(notices) != 2 || !strings.Contains(text, "000003.txt.zst: damaged") || !strings.Contains(text, "000007.txt.zst") {
		t.Errorf("notices %q, want the two files", notices)
	}
	compareFolders(t, "lines made again", filesAndReport(t, c), want)
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
