package report

import (
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// A Point has the estimate from the first shards of a record, in the order of their numbers.
type Point struct {
	// Shards and Draws so far, and the processor time in seconds that they took.
	Shards int     `json:"shards"`
	Draws  uint64  `json:"draws"`
	CPU    float64 `json:"cpu_seconds"`
	// Value is the estimate, Relative its relative half-width.
	Value    float64 `json:"value"`
	Relative float64 `json:"relative_half_width"`
}

// A tracer adds shards, and makes a point after each.
type tracer struct {
	reader *Reader
	design *design.Design
	sample *design.Sample // of the shards so far
	points []Point
}

// tracer returns a tracer without shards.
func (rd *Reader) tracer() *tracer {
	return &tracer{reader: rd, design: shards.DesignOf(rd.Plan), sample: design.NewSample(len(rd.Plan.Strata))}
}

// add adds a shard and the point after it. The error is that of [design.Design.Estimate].
func (tr *tracer) add(e record.Entry, s *record.Shard) error {
	shards.AddRows(tr.sample, tr.reader.Plan, s.Rows, shards.IsAll)
	r, err := tr.design.Estimate(tr.sample, tr.reader.options())
	if err != nil {
		return err
	}
	point := Point{Shards: 1, Draws: e.Draws, Value: r.Low.Value, Relative: r.Low.Relative()}
	if n := len(tr.points); n > 0 {
		last := tr.points[n-1]
		point.Shards, point.Draws, point.CPU = last.Shards+1, last.Draws+e.Draws, last.CPU
	}
	for _, seconds := range e.CPU {
		point.CPU += seconds
	}
	tr.points = append(tr.points, point)
	return nil
}
