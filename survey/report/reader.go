package report

import (
	"cmp"

	"chesscensus/stats"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A Reader computes from the stored shards of a survey: a plan and the folder of its record, into which it writes
// nothing. It is for one goroutine at a time, and reads once what was settled later.
type Reader struct {
	Plan   *plan.Plan
	Folder record.Folder
	// Confidence is the level of all intervals; 0 means that of the plan.
	Confidence float64

	known *found
}

// found is what was settled later, as it was when first asked for: replaying the games takes as long as all else that a report reads.
type found struct {
	by       shards.Findings
	problems []record.Problem
}

// findings reads what was settled later, once.
func (c *Reader) findings() (*found, error) {
	if c.known == nil {
		known, problems, err := c.survey().ReadFindings()
		if err != nil {
			return nil, err
		}
		c.known = &found{known, problems}
	}
	return c.known, nil
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
