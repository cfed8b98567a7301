package paper

import (
	"context"
	"slices"

	"chesscensus/paper/numbers"
)

// Options of [Make].
type Options struct {
	// Seed is the seed of the sample of legal positions whose games, moves and boards are shown, SampleSize the number of its positions.
	// A SampleSize of 0 leaves these figures out.
	Seed       uint64
	SampleSize int
	// Workers is the number of goroutines that draw the sample; it does not change the sample.
	Workers int
}

// Make returns the values, figures and tables of a record and of the stored measurements.
func Make(ctx context.Context, record *numbers.Record, o Options) (*Set, error) {
	var s Set
	var err error
	if s.Values, err = record.Values(); err != nil {
		return nil, err
	}
	if s.Figures, err = fromRecords(ctx, record); err != nil {
		return nil, err
	}
	stored, err := storedMeasurements()
	if err != nil {
		return nil, err
	}
	s.Values = append(s.Values, stored.values(record.Headline())...)
	s.Figures = append(s.Figures, stored.figures(record.Headline())...)
	s.Tables = tables(record)
	if o.SampleSize == 0 {
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
	if err != nil {
		return nil, err
	}
	s.Figures = slices.Concat(s.Figures, charts, boards)
	return &s, nil
}
