package campaign

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/shards"
)

// TestRisksAreThoseOfTheRecord compares the risks of package shards with their source: the draws that the last phase of the first
// record left open, by class, divided by the candidates of the class after kernels, from a million new draws of its space. With
// -v it prints the table to which the constants were fitted. It takes ten seconds.
func TestRisksAreThoseOfTheRecord(t *testing.T) {
	testkit.Long(t)
	s := testkit.Must(shards.Open(filepath.Join("..", "..", "records", "first")))(t)
	lost, counts, numLists := lostMass(t, s)
	mass, expected := candidateMass(t, s, 1.0/4000/float64(min(4, testkit.Stride()))) // a quarter of the draws agrees within 2 %, and the limits are wider than 30 %
	totalLost, predicted := 0.0, 0.0
	for class := range shards.RiskClasses {
		totalLost, predicted = totalLost+lost[class], predicted+expected[class]
		t.Logf("class %d: %.4f of the positions, %2d draws left open, risk %.2e, predicted %.2e", class, mass[class]/(mass[0]+mass[1]+mass[2]+mass[3]),
			counts[class], lost[class]/mass[class], expected[class]/mass[class])
		if ratio := lost[class] / expected[class]; counts[class] >= 20 && math.Abs(math.Log(ratio)) > 4/math.Sqrt(float64(counts[class])) {
			t.Errorf("class %d: %.2f times the lost mass that is predicted, by %d draws", class, ratio, counts[class])
		}
	}
	if ratio := totalLost / predicted; ratio < 0.75 || ratio > 1.33 || numLists != 30 {
		t.Errorf("%.2f times the lost mass that is predicted, in %d shards", ratio, numLists)
	}
}

// lostMass returns, by class, the weighted and the plain number of draws that the last phase left open, and the number of shards with
// lists. Draws for which games were found later count a fifth, about the share of them that three passes leave open.
func lostMass(t *testing.T, s *shards.Survey) (mass [shards.RiskClasses]float64, counts [shards.RiskClasses]int, listed int) {
	known, _, err := s.ReadFindings()
	testkit.OK(t, err)
	lists := testkit.Must(filepath.Glob(filepath.Join(s.Folder.Dir, "open", "*.tsv")))(t)
	for _, path := range lists {
		text := testkit.Must(os.ReadFile(path))(t)
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			o := testkit.Must(shards.ParseOpen(strings.TrimSuffix(line, "\n")))(t)
			if !o.All {
				continue
			}
			h := &s.Plan.Strata[o.Stratum]
			drawn := float64(h.Draws) * float64(len(lists)) / float64(s.Plan.Shards)
			w := shards.FloatOf(h.N()) / drawn / h.Fractions[0] / h.Fractions[1] * float64(o.Draw.Weight) / float64(o.Draw.Multiplicity)
			if f, ok := known[shards.Key(&o.Draw.Setup)]; ok && f.Outcome == stats.In {
				w /= 5
			}
			class := shards.RiskClass(&o.Draw.Setup)
			mass[class] += w
			counts[class]++
		}
	}
	return mass, counts, len(lists)
}

// candidateMass returns, by class, the weighted number of draws that kernels do not refute, from a share of the draws of a survey with
// another seed, and the part of it that the last phase is expected to leave open by package shards.
func candidateMass(t *testing.T, s *shards.Survey, share float64) (mass, expected [shards.RiskClasses]float64) {
	p := *s.Plan
	p.Seed++
	source := testkit.Must(shards.NewSource(ranked.NewRepaired().Stratify(), &p))(t)
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	judge := loop.SkipWeightless(loop.Engine(e))
	var d sampler.Draw
	for h := range p.Strata {
		n := uint64(share*float64(p.Strata[h].Draws)) + 1
		for i := range n {
			if !source.Redraw(&d, h, i) {
				continue
			}
			j := testkit.Must(judge.Judge(context.Background(), &d))(t, "draw", i, "of stratum", h)
			if j.Outcome == stats.Out {
				continue
			}
			w := shards.FloatOf(p.Strata[h].N()) / float64(n) * float64(d.Weight) / float64(d.Multiplicity)
			class := shards.RiskClass(&d.Setup)
			pawns := d.Setup.Board.Pieces(chess.White, chess.Pawn).Count() + d.Setup.Board.Pieces(chess.Black, chess.Pawn).Count()
			mass[class] += w
			expected[class] += w * shards.RiskOfLoss(float64(pawns), class)
		}
	}
	return mass, expected
}
