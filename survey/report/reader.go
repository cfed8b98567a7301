package report

import (
	"cmp"

	"chesscensus/stats"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A Reader computes from the stored shards of a survey: a plan and the folder of its record, into which it writes
// nothing.
type Reader struct {
	Plan   *plan.Plan
	Folder record.Folder
	// Confidence is the level of all intervals; 0 means that of the plan.
	Confidence float64
}

// Open reads the plan of a folder.
func Open(dir string) (*Reader, error) {
	s, err := shards.Open(dir)
	if err != nil {
		return nil, err
	}
	return &Reader{Plan: s.Plan, Folder: s.Folder}, nil
}

// survey is what is read.
func (c *Reader) survey() *shards.Survey { return &shards.Survey{Plan: c.Plan, Folder: c.Folder} }

// options are those of all estimates.
func (c *Reader) options() stats.Options {
	return stats.Options{Confidence: cmp.Or(c.Confidence, c.Plan.Confidence)}
}

// Later says what was settled later of the draws that the last phase left open.
type Later = shards.Later
