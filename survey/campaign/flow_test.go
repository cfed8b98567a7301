package campaign

import (
	"context"
	"fmt"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
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
