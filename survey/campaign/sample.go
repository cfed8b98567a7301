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
	e, err := verdict.ParseEffort(p.Phases[len(p.Phases)-1].Effort)
	return err == nil && e == verdict.Game
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
func addRows(s *design.Sample, p *plan.Plan, rows []record.Row, take func(*record.Row) bool) error {
	proves := Proves(p)
	for i := range rows {
		r := &rows[i]
		if !take(r) {
			continue
		}
		if int(r.Stratum) >= len(p.Strata) || int(r.Phase) > len(p.Phases) {
			return fmt.Errorf("campaign: a shard counts draws of stratum %d and phase %d, which the plan does not have", r.Stratum, r.Phase)
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
	return nil
}

// addCell counts a cell in the phase and stratum of a row.
func addCell(s *design.Sample, r *record.Row, c design.Cell) {
	node := &s.Strata[r.Stratum]
	for range r.Phase - 1 {
		node = node.Child(0)
	}
	node.AddCell(c)
}
