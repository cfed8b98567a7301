package report

import (
	"cmp"

	"chesscensus/stats"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A Reader computes results from the stored shards of a survey. But for [Reader.Count] it writes nothing into the folder. It
// reads the certificates that were found later only once. It is for one goroutine at a time.
type Reader struct {
	Plan   *plan.Plan
	Folder record.Folder
	// Confidence is the level of all intervals; 0 means that of the plan.
	Confidence float64

	cached *foundLater
}

// foundLater are the certificates that were found later, and the problems of reading them. They are read only once: replaying the games
// takes as long as all other reading of a report.
type foundLater struct {
	findings shards.Findings
	problems []record.Problem
}

// findings returns the certificates that were found later, which it reads at the first call.
func (rd *Reader) findings() (*foundLater, error) {
	if rd.cached == nil {
		known, problems, err := rd.survey().ReadFindings()
		if err != nil {
			return nil, err
		}
		rd.cached = &foundLater{known, problems}
	}
	return rd.cached, nil
}

// Open reads the plan of a folder.
func Open(dir string) (*Reader, error) {
	s, err := shards.Open(dir)
	if err != nil {
		return nil, err
	}
	return &Reader{Plan: s.Plan, Folder: s.Folder}, nil
}

// survey returns the plan and folder as a survey of package shards.
func (rd *Reader) survey() *shards.Survey { return &shards.Survey{Plan: rd.Plan, Folder: rd.Folder} }

// options returns the options of all estimates.
func (rd *Reader) options() stats.Options {
	return stats.Options{Confidence: cmp.Or(rd.Confidence, rd.Plan.Confidence)}
}

// Later counts the open draws of the last phase, and those that were settled later.
type Later = shards.Later
