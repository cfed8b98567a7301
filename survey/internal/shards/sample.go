package shards

import (
	"fmt"
	"math"

	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// Proves reports whether a plan has a phase that can prove positions legal. If not, the draws that the last phase does not refute
// are counted, and the estimate is an upper bound.
func Proves(p *plan.Plan) bool {
	return IsGame(&p.Phases[len(p.Phases)-1])
}

// PhaseNames returns the names of the phases of a plan in their order.
func PhaseNames(p *plan.Plan) (names []string) {
	for k := range p.Phases {
		names = append(names, p.Phases[k].Name)
	}
	return names
}

// IsGame reports whether a phase looks for games.
func IsGame(ph *plan.Phase) bool {
	e, err := verdict.ParseEffort(ph.Effort)
	return err == nil && e >= verdict.Game
}

// DesignOf returns the sampling design of a plan.
func DesignOf(p *plan.Plan) *design.Design {
	d := &design.Design{Phases: len(p.Phases), Known: p.Known}
	for h := range p.Strata {
		d.Strata = append(d.Strata, design.Stratum{Name: p.Strata[h].Name, Size: p.Strata[h].N()})
	}
	return d
}

// KnownShares returns the coefficients of the difference estimator from a pilot of a plan: for each phase but the first the share
// of the contributions that the phase does not refute, rounded to hundredths. Every stratum has the weight of its size.
func KnownShares(p *plan.Plan, pilot *design.Sample) (known []float64) {
	total, passed := make([]float64, len(p.Phases)), make([]float64, len(p.Phases))
	var add func(n *design.Node, k int, weight float64)
	add = func(n *design.Node, k int, weight float64) {
		for g, child := range n.Below(1) {
			for _, c := range child.Cells() {
				y := weight * float64(c.Count) * float64(c.Weight) / float64(c.Mult)
				total[k] += y
				if c.Outcome != stats.Out {
					passed[k] += y
				}
			}
			add(child, k+1, weight*float64(n.Passed(g))/float64(max(child.Draws(), 1)))
		}
	}
	for h := range pilot.Strata {
		add(&pilot.Strata[h], 1, FloatOf(p.Strata[h].N())/float64(p.Strata[h].Draws))
	}
	for k := 1; k < len(total); k++ {
		known = append(known, math.Round(100*passed[k]/max(total[k], 1))/100)
	}
	return known
}

// OptionsOf returns the options of all estimates of a plan.
func OptionsOf(p *plan.Plan) stats.Options { return stats.Options{Confidence: p.Confidence} }

// IsAll reports whether a row counts all draws.
func IsAll(r *record.Row) bool { return r.Property == All }

// AddRows adds the rows for which isWanted returns true to a sample.
func AddRows(s *design.Sample, p *plan.Plan, rows []record.Row, isWanted func(*record.Row) bool) {
	proves := Proves(p)
	for i := range rows {
		r := &rows[i]
		if !isWanted(r) {
			continue
		}
		o := stats.Out
		switch {
		case r.Outcome == record.In:
			o = stats.In
		case r.Outcome == record.Pass && int(r.Phase) == len(p.Phases) && !proves:
			o = stats.In // an upper bound counts the draws that are not refuted
		case r.Outcome == record.Pass:
			o = stats.Open
		}
		AddCell(s, len(p.Phases), r, design.Cell{Outcome: o, Weight: uint64(r.Weight), Mult: uint64(r.Multiplicity), Count: uint64(r.Draws)})
	}
}

// AddCell adds a cell in the phase, stratum and class of a row to a sample with this number of phases.
func AddCell(s *design.Sample, phases int, r *record.Row, c design.Cell) {
	if int(r.Phase) == phases-1 && c.Outcome == stats.Open {
		c.Class = int(r.Class)
	}
	NodeOf(&s.Strata[r.Stratum], int(r.Phase), phases, int(r.Class)).AddCell(c)
}

// Decode reads the tallies of the shard of a plan with a number and a claimed number of draws. It is an error if they are of another plan,
// program, shard or number of draws, or if their counts contradict each other.
func Decode(p *plan.Plan, number int, draws uint64, data []byte) (*record.Shard, error) {
	if number < 0 || number >= p.Shards {
		return nil, fmt.Errorf("found shard %d, want one of %d", number, p.Shards)
	}
	shard, err := record.Decode(data)
	if err != nil {
		return nil, err
	}
	if shard.Number != number || shard.Identity != IdentityOf(p) {
		return nil, fmt.Errorf("shard %d: the tallies are those of shard %d of %+v, want %+v", number, shard.Number, shard.Identity,
			IdentityOf(p))
	}
	want := uint64(0)
	for _, n := range spanOf(p, number) {
		want += n
	}
	if draws != want {
		return nil, fmt.Errorf("shard %d: found %d draws, want %d", number, draws, want)
	}
	return shard, Verify(p, shard)
}

// Verify returns an error if the counts of a shard contradict the number of its draws: the first phase has to count every draw once,
// and no other phase may count more.
func Verify(p *plan.Plan, s *record.Shard) error {
	return verifyRows(p, s.Rows, spanOf(p, s.Number), All, Verdict)
}

// verifyBundle does the same for the shards of a bundle and for its sums.
func verifyBundle(p *plan.Plan, b *record.Bundle) error {
	sumDraws := make([]uint64, len(p.Strata))
	for _, s := range b.Shards() {
		draws := spanOf(p, s)
		if err := verifyRows(p, b.Rows(s), draws, All); err != nil {
			return fmt.Errorf("shard %d: %w", s, err)
		}
		for h, n := range draws {
			sumDraws[h] += n
		}
	}
	return verifyRows(p, b.Sums, sumDraws, Verdict)
}

// spanOf returns the number of draws of a shard in every stratum.
func spanOf(p *plan.Plan, shard int) []uint64 {
	draws := make([]uint64, len(p.Strata))
	for h := range draws {
		_, draws[h] = p.Span(h, shard)
	}
	return draws
}

// verifyRows returns an error if rows contradict the numbers of draws by stratum. Every phase counts at most that many under every
// property, and the first phase exactly that many under the properties in exact.
func verifyRows(p *plan.Plan, rows []record.Row, draws []uint64, exact ...string) error {
	type group struct {
		phase, stratum int32
		property       string
	}
	sums := map[group]uint64{}
	for i := range rows {
		r := &rows[i]
		if int(r.Stratum) >= len(p.Strata) || int(r.Phase) > len(p.Phases) {
			return fmt.Errorf("damaged: counts draws of stratum %d in phase %d, which the plan does not have", r.Stratum, r.Phase)
		}
		if r.Class != 0 && (int(r.Class) >= ClassesOf(p) || int(r.Phase) < len(p.Phases)-1) {
			return fmt.Errorf("damaged: counts draws of class %d in phase %d, which the plan does not have", r.Class, r.Phase)
		}
		n := draws[r.Stratum]
		g := group{r.Phase, r.Stratum, r.Property}
		if uint64(r.Draws) > n-sums[g] {
			return fmt.Errorf("damaged: more than the %d draws of stratum %d in phase %d under %.40q", n, r.Stratum, r.Phase, r.Property)
		}
		sums[g] += uint64(r.Draws)
	}
	for h, n := range draws {
		for _, property := range exact {
			if got := sums[group{1, int32(h), property}]; got != n {
				return fmt.Errorf("damaged: %d draws of stratum %d under %s, want %d", got, h, property, n)
			}
		}
	}
	return nil
}
