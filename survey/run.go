package survey

import (
	"cmp"
	"context"
	"fmt"
	"math/big"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
)

// blockSize is the number of draws that a worker judges at a time. An interruption loses at most the blocks in flight.
const blockSize = 1000

// Labels of the verdict table for draws that no reason refutes: proven legal, not
// decided by any stage, and not decided because a stage ran out of its budget.
const (
	LegalLabel   = loop.LegalName
	UnknownLabel = loop.UnknownName
	GaveUpLabel  = loop.GaveUpName
)

// A Config is the configuration of a run.
type Config struct {
	Space sampler.Space
	Seed  uint64
	// Draws is the number of draws, n.
	Draws  uint64
	Effort verdict.Effort
	// Judge, if not nil, judges instead of the engine, called from several goroutines at once. If it panics, the run ends with
	// an error that names the setup.
	Judge func(chess.Setup) verdict.Outcome
	// Workers is the number of draws judged at the same time. Zero means one for
	// each processor. It has no influence on the report.
	Workers int
	// Options of the estimates.
	Options stats.Options
	// From, if not nil, is the report of an interrupted run of the same sample. The new run continues after the draws of the
	// report, which it changes, and ends with the report of a run without the interruption.
	From *Report
	// Properties are tallied beside the number of men.
	Properties []Property
	// Progress, if not nil, is called now and then with the number of draws that
	// are done, from one goroutine.
	Progress func(done uint64)
	// Running, if not nil, is called as Progress is, with the estimate from the draws that are done.
	Running func(done uint64, so stats.Result)
}

// A Report is the result of a run.
type Report struct {
	Space     string         `json:"space"`
	Size      *big.Int       `json:"-"` // N
	Seed      uint64         `json:"seed"`
	Requested uint64         `json:"requested"` // draws asked for
	Draws     uint64         `json:"draws"`     // draws done
	Effort    verdict.Effort `json:"effort"`
	// ByRule is set if Config.Judge judged, and not the engine. Then nothing is proven, and Effort has no meaning.
	ByRule bool `json:"by_rule,omitempty"`

	// Tally has In for Legal, Open for Unknown, and Out for Illegal.
	Tally stats.Tally `json:"tally"`
	// Estimate is the number of legal positions in the space.
	Estimate stats.Result `json:"estimate"`
	// Men is the estimate by number of men on the board.
	Men stats.Histogram `json:"men"`
	// Properties are the estimates by each property of the configuration.
	Properties []stats.Histogram `json:"-"`
	// Verdicts counts draws by verdict: one of the labels, or the name of the first
	// reason. Prefilter counts them by the category of the reference pre-filter.
	Verdicts  *stats.Table `json:"verdicts"`
	Prefilter *stats.Table `json:"prefilter"`
	// Trace has the estimates after some numbers of draws.
	Trace stats.Trace `json:"-"`
}

// Interrupted reports whether the run ended before all draws were done.
func (r *Report) Interrupted() bool { return r.Draws < r.Requested }

// Resumable reports whether a run can continue from the report of an interrupted one. A run that was stopped within its first
// block begins anew.
func (r *Report) Resumable() bool { return r.Interrupted() && r.Draws >= blockSize }

// Run draws and judges. When the context is done it returns the report of the completed blocks, together with the error of the
// context. If two stages contradict each other, the error is a [*legality.ContradictionError].
func Run(ctx context.Context, c Config) (*Report, error) {
	if err := loop.CheckSpace(c.Space); err != nil {
		return nil, fmt.Errorf("survey: %w", err)
	}
	if err := c.Options.Validate(); err != nil {
		return nil, err
	}
	c.Effort = cmp.Or(c.Effort, legality.DefaultEffort())
	// One engine for each worker, made here so that an effort that this build
	// lacks is refused before anything is drawn.
	workers, err := loop.Workers(c.Workers, func() (w loop.Worker[*block], err error) {
		e, err := legality.New(legality.Options{Effort: c.Effort})
		if err != nil {
			return w, err
		}
		judge := loop.Engine(e)
		if c.Judge != nil {
			judge = loop.OutcomeJudge(c.Judge)
		}
		return loop.Worker[*block]{Judge: judge, Tally: func(uint64) *block { return newBlock(&c) }}, nil
	})
	if err != nil {
		return nil, err
	}
	report := newReport(&c)
	if c.From != nil {
		if report, err = resume(c.From, report); err != nil {
			return nil, err
		}
	}
	sample := loop.Sample{Source: loop.Whole(c.Space, c.Seed), First: report.Draws, Draws: c.Draws, Size: blockSize, Cut: true}
	err = loop.InBlocks(ctx, sample, workers, func(b *block) {
		report.merge(b)
		if c.Progress != nil {
			c.Progress(report.Draws)
		}
		if c.Running != nil {
			c.Running(report.Draws, report.Tally.Estimate(report.Size, c.Options))
		}
	})
	report.finish(c.Options)
	return report, err
}

func newReport(c *Config) *Report {
	r := &Report{Space: c.Space.Name(), Size: c.Space.Size(), Seed: c.Seed, Requested: c.Draws, Effort: c.Effort, ByRule: c.Judge != nil,
		Verdicts: stats.NewTable(verdictLabels()...), Prefilter: stats.NewTable(prefilterLabels()...),
		Properties: make([]stats.Histogram, len(c.Properties))}
	r.Trace = stats.Trace{Size: r.Size, Options: c.Options, Start: blockSize}
	return r
}

// resume returns the report of an interrupted run, prepared for more draws. It is an error if it is of another sample than the fresh
// report, which has no draws.
func resume(from, fresh *Report) (*Report, error) {
	isSameSet := from.Space == fresh.Space && from.Size != nil && from.Size.Cmp(fresh.Size) == 0
	isSameJudge := from.Effort == fresh.Effort && from.ByRule == fresh.ByRule
	switch {
	case !isSameSet || from.Seed != fresh.Seed || !isSameJudge:
		return nil, fmt.Errorf("survey: a run of %d draws of %s, seed %d, effort %v cannot go on as one of %s, seed %d, effort %v",
			from.Draws, from.Space, from.Seed, from.Effort, fresh.Space, fresh.Seed, fresh.Effort)
	case from.Draws < min(blockSize, fresh.Requested):
		return fresh, nil // the run was stopped within its first block
	case len(from.Properties) != len(fresh.Properties):
		return nil, fmt.Errorf("survey: a run with %d properties cannot go on with %d", len(from.Properties), len(fresh.Properties))
	case from.Draws > fresh.Requested || from.Draws < fresh.Requested && from.Draws%blockSize != 0:
		return nil, fmt.Errorf("survey: a run of %d draws cannot go on to %d: want a multiple of %d, not more", from.Draws,
			fresh.Requested, blockSize)
	}
	from.Requested = fresh.Requested
	if from.Draws < fresh.Requested {
		from.Trace.Resume()
	}
	return from, nil
}

// verdictLabels lists the categories of [Report.Verdicts]: every reason that
// exists, in the order of the stages, then GaveUpLabel, UnknownLabel and LegalLabel.
func verdictLabels() (labels []string) {
	for r := range verdict.KnownReasons() {
		labels = append(labels, r.String())
	}
	return append(labels, GaveUpLabel, UnknownLabel, LegalLabel)
}

// prefilterLabels lists the ten categories of the reference pre-filter.
func prefilterLabels() (labels []string) {
	for c := rules.NoCategory + 1; int(c) < rules.Categories; c++ {
		labels = append(labels, c.String())
	}
	return labels
}

// merge adds the tallies of the next block.
func (r *Report) merge(b *block) {
	r.Draws += b.draws
	r.Tally.Merge(&b.tally)
	r.Men.Merge(&b.men)
	for i := range r.Properties {
		r.Properties[i].Merge(&b.properties[i])
	}
	r.Verdicts.Merge(b.verdicts)
	r.Prefilter.Merge(b.prefilter)
	r.Trace.Observe(&r.Tally)
}

func (r *Report) finish(opt stats.Options) {
	r.Trace.Finish(&r.Tally)
	r.Estimate = r.Tally.Estimate(r.Size, opt)
}
