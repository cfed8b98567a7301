package report

import (
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
	"chesscensus/survey/shards"
)

// A Reader computes from the stored shards of a survey: a plan and the folder of its record, into which it writes
// nothing.
type Reader struct {
	Plan   *plan.Plan
	Folder record.Folder
}

// Open reads the plan of a folder.
func Open(dir string) (*Reader, error) {
	s, err := shards.Open(dir)
	return (*Reader)(s), err
}

// survey is the reader as what is read.
func (c *Reader) survey() *shards.Survey { return (*shards.Survey)(c) }

// Later says what was settled later of the draws that the last phase left open.
type Later = shards.Later
