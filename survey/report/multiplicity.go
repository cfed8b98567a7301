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
func (rd *Reader) Multiplicities(ctx context.Context) (*Law, error) {
	if !shards.Proves(rd.Plan) {
		return nil, nil
	}
	all, levels, err := rd.allRows(ctx)
	if err != nil {
		return nil, err
	}
	whole, parts := design.NewSample(len(rd.Plan.Strata)), map[int]*design.Sample{}
	shards.AddRows(whole, rd.Plan, all, shards.IsAll)
	for m := range rd.multiplicities(all, levels) {
		parts[m] = design.NewSample(len(rd.Plan.Strata))
		shards.AddRows(parts[m], rd.Plan, all, func(r *record.Row) bool {
			return rd.proven(r) && int(r.Multiplicity)/levels == m
		})
	}
	l := LastPhase{plan: rd.Plan, whole: whole}
	d := shards.DesignOf(rd.Plan)
	d.Known = nil
	law, err := l.lawOf(ctx, d, parts, true)
	if err != nil {
		return nil, err
	}
	law.Name, law.Text = "multiplicity", "number of elements of the space that a position has"
	return &law, nil
}

// allRows returns the rows of all shards that count every draw, added up, and the number of levels of redrawn draws.
func (rd *Reader) allRows(ctx context.Context) (all []record.Row, levels int, err error) {
	levels = 1
	add := func(rows []record.Row) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		levels = max(levels, shards.LevelsOf(rows))
		rows = slices.DeleteFunc(slices.Clone(rows), func(r record.Row) bool { return !shards.IsAll(&r) })
		all, err = record.Merge(all, rows)
		return err
	}
	_, _, err = rd.survey().Check(func(_ record.Entry, s *record.Shard) error { return add(s.Rows) }, add)
	return all, levels, err
}

// proven reports whether a row counts draws that the last phase has proven legal.
func (rd *Reader) proven(r *record.Row) bool {
	return shards.IsAll(r) && int(r.Phase) == len(rd.Plan.Phases) && r.Outcome == record.In
}

// multiplicities returns the set of multiplicities of the draws that are proven legal.
func (rd *Reader) multiplicities(rows []record.Row, levels int) map[int]bool {
	set := map[int]bool{}
	for i := range rows {
		if rd.proven(&rows[i]) {
			set[int(rows[i].Multiplicity)/levels] = true
		}
	}
	return set
}
