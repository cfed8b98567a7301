package survey

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"runtime"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
)

// BlockSize is the number of draws that are judged as one piece of work. An
// interruption loses at most the blocks in flight.
const BlockSize = 1000

// Labels of the verdict table for draws that no reason refutes: proven legal, not
// decided by any stage, and not decided because a stage ran out of its budget.
const (
	LegalLabel   = "Legal"
	UnknownLabel = "Unknown"
	GaveUpLabel  = "GaveUp"
)

// UndecidedLabels are the labels of what is tallied as undecided.
var UndecidedLabels = []string{UnknownLabel, GaveUpLabel}

// A Config says what to draw and how to judge it.
type Config struct {
	Space sampler.Space
	Seed  uint64
	// Draws is the number of draws, n.
	Draws  uint64
	Effort verdict.Effort
	// Budget of every judgement; zero fields mean the defaults of the stages.
	Budget verdict.Budget
	// Workers is the number of draws judged at the same time. Zero means one for
	// each processor. It has no influence on the report.
	Workers int
	// Options of the estimates.
	Options stats.Options
	// Properties are tallied besides the number of men.
	Properties []Property
	// Progress, if not nil, is called now and then with the number of draws that
	// are done, from one goroutine.
	Progress func(done uint64)
}

// A Report is the outcome of a run.
type Report struct {
	Space     string         `json:"space"`
	Size      *big.Int       `json:"-"` // N
	Seed      uint64         `json:"seed"`
	Requested uint64         `json:"requested"` // draws asked for
	Draws     uint64         `json:"draws"`     // draws done
	Effort    verdict.Effort `json:"effort"`

	// Tally has In for Legal, Open for Unknown, and Out for Illegal.
	Tally stats.Tally `json:"tally"`
	// Estimate is the number of legal positions in the space.
	Estimate stats.Result `json:"estimate"`
	// Men is the estimate by number of men on the board.
	Men stats.Histogram `json:"men"`
	// Properties are the estimates by each property of the configuration.
	Properties []stats.Histogram `json:"-"`
	// Verdicts counts draws by verdict: one of the labels, or the name of the first
	// reason. Prefilter counts them by the category of the reference.
	Verdicts  *stats.Table `json:"verdicts"`
	Prefilter *stats.Table `json:"prefilter"`
	// Trace shows how the estimate developed.
	Trace stats.Trace `json:"-"`
}

// Interrupted reports whether the run ended before all draws were done.
func (r *Report) Interrupted() bool { return r.Draws < r.Requested }

// Run draws and judges. When the context is done it stops and returns the report
// of what has been completed, together with the context's error. Two stages that
// contradict each other end the run with a [*legality.ContradictionError].
func Run(ctx context.Context, c Config) (*Report, error) {
	if c.Space == nil {
		return nil, errors.New("survey: no space to draw from")
	}
	if err := c.Options.Validate(); err != nil {
		return nil, err
	}
	c.Effort = cmp.Or(c.Effort, legality.DefaultEffort())
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	// One engine for each worker, made here so that an effort that this build
	// lacks is refused before anything is drawn.
	engines := make([]*legality.Engine, c.Workers)
	for i := range engines {
		e, err := legality.New(legality.Options{Effort: c.Effort, Budget: c.Budget})
		if err != nil {
			return nil, err
		}
		engines[i] = e
	}
	report := newReport(&c)
	workers := make([]blockWorker, len(engines))
	for i, e := range engines {
		workers[i] = blockWorker{e, sampler.NewStream(c.Space, c.Seed)}
	}
	err := InOrder(ctx, workers, (c.Draws+BlockSize-1)/BlockSize, func(ctx context.Context, w blockWorker, number uint64) (*block, error) {
		return judgeBlock(ctx, &c, w.stream, w.engine, number)
	}, func(b *block) {
		report.merge(b)
		if c.Progress != nil {
			c.Progress(report.Draws)
		}
	})
	report.finish(c.Options)
	return report, err
}

func newReport(c *Config) *Report {
	r := &Report{Space: c.Space.Name(), Size: c.Space.Size(), Seed: c.Seed, Requested: c.Draws, Effort: c.Effort,
		Verdicts: stats.NewTable(VerdictLabels()...), Prefilter: stats.NewTable(PrefilterLabels()...),
		Properties: make([]stats.Histogram, len(c.Properties))}
	r.Trace = stats.Trace{Size: r.Size, Options: c.Options, Start: BlockSize}
	return r
}

// VerdictLabels lists the categories of [Report.Verdicts]: every reason that
// exists, in the order of the stages, then GaveUpLabel, UnknownLabel and LegalLabel.
func VerdictLabels() (labels []string) {
	for r := range verdict.KnownReasons() {
		labels = append(labels, r.String())
	}
	return append(labels, GaveUpLabel, UnknownLabel, LegalLabel)
}

// PrefilterLabels lists the ten categories of the reference pre-filter.
func PrefilterLabels() (labels []string) {
	for c := rules.NoCategory + 1; int(c) < rules.Categories; c++ {
		labels = append(labels, c.String())
	}
	return labels
}

// A block holds the tallies of up to BlockSize draws.
type block struct {
	draws      uint64
	tally      stats.Tally
	men        stats.Histogram
	properties []stats.Histogram
	verdicts   *stats.Table
	prefilter  *stats.Table
}

// A blockWorker is what one worker needs.
type blockWorker struct {
	engine *legality.Engine
	stream *sampler.Stream
}

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

// judgeBlock judges the draws of one block. It returns nil if the context ended
// meanwhile, since verdicts may then have been cut short.
func judgeBlock(ctx context.Context, c *Config, stream *sampler.Stream, e *legality.Engine, number uint64) (*block, error) {
	first := number * BlockSize
	b := &block{draws: min(BlockSize, c.Draws-first),
		verdicts: stats.NewTable(VerdictLabels()...), prefilter: stats.NewTable(PrefilterLabels()...),
		properties: make([]stats.Histogram, len(c.Properties))}
	for _, d := range stream.Draws(first, b.draws) {
		if ctx.Err() != nil {
			return nil, nil
		}
		weight, mult := uint64(d.Weight), uint64(d.Multiplicity)
		if category := rules.Prefilter(&d.Setup); category != rules.NoCategory {
			b.prefilter.Add(category.String(), weight, mult)
		}
		v := e.Judge(ctx, d.Setup)
		if err := e.Err(); err != nil {
			return nil, err
		}
		outcome, label := Classify(&v)
		b.verdicts.Add(label, weight, mult)
		if weight == 0 {
			outcome = stats.Out // it stands for nothing, whatever the verdict
		}
		b.tally.Add(outcome, weight, mult)
		addTo(&b.men, Men, &d.Setup, outcome, weight, mult)
		for i, p := range c.Properties {
			addTo(&b.properties[i], p, &d.Setup, outcome, weight, mult)
		}
	}
	if ctx.Err() != nil {
		return nil, nil
	}
	return b, nil
}

// addTo counts one draw by a property.
func addTo(h *stats.Histogram, p Property, s *chess.Setup, o stats.Outcome, weight, mult uint64) {
	if o == stats.Out {
		h.AddOut(1)
		return
	}
	h.Add(p.Of(s), o, weight, mult)
}

// Classify returns how a verdict is tallied, and its label in the verdict table.
func Classify(v *verdict.Verdict) (stats.Outcome, string) {
	switch v.Outcome {
	case verdict.Legal:
		return stats.In, LegalLabel
	case verdict.Illegal:
		return stats.Out, v.Reasons.First().String()
	}
	if v.Stop != verdict.Complete {
		return stats.Open, GaveUpLabel
	}
	return stats.Open, UnknownLabel
}
