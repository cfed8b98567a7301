package paper

import (
	"context"

	"chesscensus/paper/numbers"
)

// Options say what goes into a set beyond the records.
type Options struct {
	// Seed and Sample of the legal positions on which games, moves and boards are looked up; no Sample, no such figures.
	Seed   uint64
	Sample int
	// Workers draw it; they never change it.
	Workers int
}

// Make makes the set of a record.
func Make(ctx context.Context, record *numbers.Record, o Options) (*Set, error) {
	var s Set
	var err error
	if s.Values, err = record.Values(); err != nil {
		return nil, err
	}
	if s.Figures, err = fromRecords(ctx, record); err != nil {
		return nil, err
	}
	m, err := stored()
	if err != nil {
		return nil, err
	}
	s.Values = append(s.Values, m.values(record.Headline())...)
	s.Figures = append(s.Figures, m.figures(record.Headline())...)
	s.Tables = tables(record)
	if o.Sample == 0 {
		return &s, nil
	}
	sample, err := draw(ctx, o)
	if err != nil {
		return nil, err
	}
	s.Values = append(s.Values, sample.values()...)
	charts, err := sample.charts()
	if err != nil {
		return nil, err
	}
	boards, err := sample.boards(ctx)
	s.Figures = append(append(s.Figures, charts...), boards...)
	return &s, err
}
