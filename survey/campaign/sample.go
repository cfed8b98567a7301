package campaign

import (
	"fmt"

	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
)

// Proves reports whether a plan has a phase that can prove positions legal. If not,
// what is left by its last phase is counted, and the estimate is an upper bound.
func Proves(p *plan.Plan) bool {
	return isGame(&p.Phases[len(p.Phases)-1])
}

// isGame reports whether a phase looks for games.
func isGame(ph *plan.Phase) bool {
	e, err := verdict.ParseEffort(ph.Effort)
	return err == nil && e >= verdict.Game
}

// designOf returns the sampling design of a plan.
func designOf(p *plan.Plan) *design.Design {
	d := &design.Design{Phases: len(p.Phases), Known: p.Known}
	for h := range p.Strata {
		d.Strata = append(d.Strata, design.Stratum{Name: p.Strata[h].Name, Size: p.Strata[h].N()})
	}
	return d
}

// options of all estimates of a plan.
func options(p *plan.Plan) stats.Options { return stats.Options{Confidence: p.Confidence} }

func isAll(r *record.Row) bool { return r.Property == All }

// addRows adds the rows that take chooses to a sample.
func addRows(s *design.Sample, p *plan.Plan, rows []record.Row, take func(*record.Row) bool) {
	proves := Proves(p)
	for i := range rows {
		r := &rows[i]
		if !take(r) {
			continue
		}
		o := stats.Out
		switch {
		case r.Outcome == record.In:
			o = stats.In
		case r.Outcome == record.Pass && int(r.Phase) == len(p.Phases) && !proves:
			o = stats.In // what is counted
		case r.Outcome == record.Pass:
			o = stats.Open
		}
		addCell(s, r, design.Cell{Outcome: o, Weight: uint64(r.Weight), Mult: uint64(r.Multiplicity), Count: uint64(r.Draws)})
	}
}

// addCell counts a cell in the phase and stratum of a row.
func addCell(s *design.Sample, r *record.Row, c design.Cell) {
	node := &s.Strata[r.Stratum]
	for range r.Phase - 1 {
		node = node.Child(0)
	}
	node.AddCell(c)
}

// verify returns an error if the counts of a shard are not those of its draws: in the
// first phase every draw of the plan once, and nowhere more.
func verify(p *plan.Plan, s *record.Shard) error {
	type group struct {
		phase, stratum int32
		property       string
	}
	sums := map[group]uint64{}
	for i := range s.Rows {
		r := &s.Rows[i]
		if int(r.Stratum) >= len(p.Strata) || int(r.Phase) > len(p.Phases) {
			return fmt.Errorf("damaged: counts draws of stratum %d in phase %d, which the plan does not have", r.Stratum, r.Phase)
		}
		_, n := p.Span(int(r.Stratum), s.Number)
		g := group{r.Phase, r.Stratum, r.Property}
		if uint64(r.Draws) > n-sums[g] {
			return fmt.Errorf("damaged: more than the %d draws of stratum %d in phase %d under %.40q", n, r.Stratum, r.Phase, r.Property)
		}
		sums[g] += uint64(r.Draws)
	}
	for h := range p.Strata {
		_, n := p.Span(h, s.Number)
		for _, property := range []string{All, Verdict} {
			if got := sums[group{1, int32(h), property}]; got != n {
				return fmt.Errorf("damaged: %d draws of stratum %d under %s, want %d", got, h, property, n)
			}
		}
	}
	return nil
}
