package draws

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"time"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
)

// An Answer is the verdict of a judge on a setup.
type Answer struct {
	Outcome verdict.Outcome
	// Stage is the name of the stage or rule that decided, Reason its reason in a few words. Both may be empty.
	Stage, Reason string
}

// String returns the outcome with its reason.
func (a Answer) String() string {
	switch {
	case a.Stage == Failed:
		return a.Stage + ", " + a.Reason
	case a.Reason == "":
		return a.Outcome.String()
	}
	return a.Outcome.String() + ", " + a.Reason
}

// Failed is the stage of the answer of a [Judge] that panicked; Reason has the text of the panic.
const Failed = "failed"

// A Judge decides a setup. It may be called from several goroutines at once.
type Judge func(chess.Setup) Answer

// answer returns the answer of a judge, Failed if it panics.
func (j Judge) answer(s chess.Setup) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = Answer{Stage: Failed, Reason: fmt.Sprintf("panic: %.200v", p)}
		}
	}()
	return j(s)
}

// A Config is the configuration of a sample: its draws and their judge.
type Config struct {
	Space sampler.Space
	Seed  uint64
	Draws uint64
	// Judge, if not nil, judges the draws instead of the engine.
	Judge Judge
	// Effort of the engine; the zero value means the default.
	Effort verdict.Effort
	// Workers is the number of draws judged at the same time, one for each processor if 0.
	Workers int

	second Judge // also judges each draw, see Tabulate; may be nil
}

// A Row is a draw with its verdict.
type Row struct {
	Number uint64 // index of the draw in the stream of the space and seed
	Draw   sampler.Draw
	Answer
	Time time.Duration // of judging, by the clock

	second Answer
}

// Value returns the contribution of the row: weight divided by multiplicity if the draw is legal, else 0. Size times its mean over all rows
// estimates the number of legal positions.
func (r *Row) Value() float64 {
	if r.Outcome != verdict.Legal {
		return 0
	}
	return float64(r.Draw.Weight) / float64(r.Draw.Multiplicity)
}

// blockSize is the number of draws that a worker judges at a time.
const blockSize = 500

// All judges the draws of a sample and yields them in their order. An error comes last: that of the configuration, of the engine, or of the context.
func All(ctx context.Context, c Config) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		workers, err := c.newWorkers()
		if err != nil {
			yield(Row{}, err)
			return
		}
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		isStopped := false
		sample := loop.Sample{Source: loop.Whole(c.Space, c.Seed), Draws: c.Draws, Size: blockSize}
		err = loop.InBlocks(ctx, sample, workers, func(b *block) {
			for i := 0; i < len(b.rows) && !isStopped; i++ {
				if !yield(b.rows[i], nil) {
					isStopped = true
					stop()
				}
			}
		})
		if err != nil && !isStopped {
			yield(Row{}, err)
		}
	}
}

// newWorkers returns workers with a judge of their own, or with the judge of the configuration.
func (c *Config) newWorkers() ([]loop.Worker[*block], error) {
	if err := loop.CheckSpace(c.Space); err != nil {
		return nil, fmt.Errorf("draws: %w", err)
	}
	return loop.Workers(c.Workers, func() (w loop.Worker[*block], err error) {
		t := &timedJudge{first: c.Judge, second: c.second}
		if c.Judge == nil {
			if t.engine, err = legality.New(legality.Options{Effort: cmp.Or(c.Effort, legality.DefaultEffort())}); err != nil {
				return w, err
			}
		}
		return loop.Worker[*block]{Judge: t, Tally: func(n uint64) *block { return &block{judge: t, rows: make([]Row, 0, n)} }}, nil
	})
}

// A timedJudge is a judge for one goroutine that stores its last answer and the time that it took.
type timedJudge struct {
	first  Judge
	second Judge
	engine *legality.Engine
	row    Row // with the last answers and the time alone
}

// Judge judges a draw, also one of weight 0. The judgement is of no use; the answers are in t.row.
func (tj *timedJudge) Judge(ctx context.Context, d *sampler.Draw) (loop.Judgement, error) {
	tj.row = Row{}
	if tj.second != nil {
		tj.row.second = tj.second.answer(d.Setup)
	}
	start := time.Now()
	defer func() { tj.row.Time = time.Since(start) }()
	done := loop.Judgement{Outcome: stats.Out}
	if tj.first != nil {
		tj.row.Answer = tj.first.answer(d.Setup)
		return done, nil
	}
	v := tj.engine.Judge(ctx, d.Setup)
	tj.row.Answer = Answer{Outcome: v.Outcome, Stage: v.Stage}
	if v.Outcome != verdict.Legal {
		tj.row.Reason = loop.JudgementOf(&v).Label.Text()
	}
	return done, tj.engine.Err()
}

// A block holds the rows of some consecutive draws.
type block struct {
	loop.OnePhase
	judge *timedJudge
	rows  []Row
}

// Count adds a draw to the rows.
func (b *block) Count(_ context.Context, _ int, c *loop.Candidate[struct{}], _ loop.Judgement) error {
	r := b.judge.row
	r.Number, r.Draw = c.Index, c.Draw
	b.rows = append(b.rows, r)
	return nil
}
