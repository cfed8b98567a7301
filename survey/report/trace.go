package report

import (
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// A Point is what the first shards of a record say, in the order of their numbers.
type Point struct {
	// Shards and Draws so far, and the processor time in seconds that they took.
	Shards int     `json:"shards"`
	Draws  uint64  `json:"draws"`
	CPU    float64 `json:"cpu_seconds"`
	// Value is the estimate, Relative its relative half-width.
	Value    float64 `json:"value"`
	Relative float64 `json:"relative_half_width"`
}

// Trace returns a point for every sound shard of the folder, for a figure of the
// half-width against the processor time. Other than a report it holds measured times.
func (c *Reader) Trace() (points []Point, err error) {
	d, sample, last := shards.DesignOf(c.Plan), design.NewSample(len(c.Plan.Strata)), Point{}
	_, _, err = c.survey().Check(func(e record.Entry, s *record.Shard) error {
		shards.AddRows(sample, c.Plan, s.Rows, shards.IsAll)
		r, err := d.Estimate(sample, c.options())
		if err != nil {
			return err
		}
		last.Shards++
		last.Draws += e.Draws
		for _, s := range e.CPU {
			last.CPU += s
		}
		last.Value, last.Relative = r.Low.Value, r.Low.Relative()
		points = append(points, last)
		return nil
	}, nil)
	return points, err
}
