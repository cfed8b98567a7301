package report

import (
	"context"
	"slices"

	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// Multiplicities estimates the law of multiplicities: the shares of the legal positions by their number of elements in the space,
// with intervals, and the mean. It uses the draws that the last phase has proven legal and the ratio estimator of
// [LastPhase.Laws]; the mean of the report, which uses all phases, is more exact. It returns nil if the survey does not look
// for games. It costs a pass over the shards.
func (c *Reader) Multiplicities(ctx context.Context) (*Law, error) {
	if !shards.Proves(c.Plan) {
		return nil, nil
	}
	all, levels, err := c.allRows(ctx)
	if err != nil {
		return nil, err
	}
	whole, parts := design.NewSample(len(c.Plan.Strata)), map[int]*design.Sample{}
	shards.AddRows(whole, c.Plan, all, shards.IsAll)
	for m := range multiplicities(c, all, levels) {
		parts[m] = design.NewSample(len(c.Plan.Strata))
		shards.AddRows(parts[m], c.Plan, all, func(r *record.Row) bool {
			return c.proven(r) && int(r.Multiplicity)/levels == m
		})
	}
	l := LastPhase{plan: c.Plan, whole: whole}
	d := shards.DesignOf(c.Plan)
	d.Known = nil
	law, err := l.lawOf(ctx, d, parts, true)
	if err != nil {
		return nil, err
	}
	law.Name, law.Text = "multiplicity", "number of elements of the space that a position has"
	return &law, nil
}

// allRows returns the rows of all shards that count every draw, added up, and the number of levels of redrawn draws.
func (c *Reader) allRows(ctx context.Context) (all []record.Row, levels int, err error) {
	add := func(rows []record.Row) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		levels = max(levels, shards.LevelsOf(rows))
		rows = slices.DeleteFunc(slices.Clone(rows), func(r record.Row) bool { return !shards.IsAll(&r) })
		all, err = record.Merge(all, rows)
		return err
	}
	_, _, err = c.survey().Check(func(_ record.Entry, s *record.Shard) error { return add(s.Rows) }, add)
	return all, max(1, levels), err
}

// proven reports whether a row counts draws that the last phase has proven legal.
func (c *Reader) proven(r *record.Row) bool {
	return shards.IsAll(r) && int(r.Phase) == len(c.Plan.Phases) && r.Outcome == record.In
}

// multiplicities returns the set of multiplicities of the draws that are proven legal.
func multiplicities(c *Reader, rows []record.Row, levels int) map[int]bool {
	set := map[int]bool{}
	for i := range rows {
		if c.proven(&rows[i]) {
			set[int(rows[i].Multiplicity)/levels] = true
		}
	}
	return set
}
