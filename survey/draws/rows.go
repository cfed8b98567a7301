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

// An Answer is what a judge says of a setup.
type Answer struct {
	Outcome verdict.Outcome
	// Stage is the name of what decided, Reason says why in a few words. Both may be empty.
	Stage, Reason string
}

// String is the outcome with its reason.
func (a Answer) String() string {
	switch {
	case a.Stage == Failed:
		return a.Stage + ", " + a.Reason
	case a.Reason == "":
		return a.Outcome.String()
	}
	return a.Outcome.String() + ", " + a.Reason
}

// Failed is the stage of the answer of a judge of one's own that panicked; Reason says with what.
const Failed = "failed"

// A Judge decides a setup. It may be called from several goroutines at once.
type Judge func(chess.Setup) Answer

// ask is the answer of a judge, Failed if it panics.
func (j Judge) ask(s chess.Setup) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = Answer{Stage: Failed, Reason: fmt.Sprintf("panic: %.200v", p)}
		}
	}()
	return j(s)
}

// A Config says what to draw, and who judges.
type Config struct {
	Space sampler.Space
	Seed  uint64
	Draws uint64
	// Judge, if not nil, is asked instead of the engine.
	Judge Judge
	// Effort of the engine; the zero value means the default.
	Effort verdict.Effort
	// Workers is the number of draws judged at the same time, one for each processor if 0.
	Workers int

	second Judge // that is asked besides, see Tabulate
}

// A Row is a draw with its verdict.
type Row struct {
	Number uint64 // of the draw in the stream of the space and seed
	Draw   sampler.Draw
	Answer
	Time time.Duration // that judging took, by the clock

	second Answer
}

// Value is what the row counts: weight divided by multiplicity if the draw is legal, else 0. Size times its mean over all rows estimates the number of
// legal positions.
func (r *Row) Value() float64 {
	if r.Outcome != verdict.Legal {
		return 0
	}
	return float64(r.Draw.Weight) / float64(r.Draw.Multiplicity)
}

// blockSize is the number of draws that are judged as one piece of work.
const blockSize = 500

// All judges the draws of a sample and yields them in their order. An error comes last: that of the configuration, of the engine, or of the context.
func All(ctx context.Context, c Config) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		workers, err := c.workers()
		if err != nil {
			yield(Row{}, err)
			return
		}
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		stopped := false
		sample := loop.Sample{Source: loop.Whole(c.Space, c.Seed), Draws: c.Draws, Size: blockSize}
		err = loop.InBlocks(ctx, sample, workers, func(b *block) {
			for i := 0; i < len(b.rows) && !stopped; i++ {
				if !yield(b.rows[i], nil) {
					stopped = true
					stop()
				}
			}
		})
		if err != nil && !stopped {
			yield(Row{}, err)
		}
	}
}

func (c *Config) workers() ([]loop.Worker[*block], error) {
	if err := loop.CheckSpace(c.Space); err != nil {
		return nil, fmt.Errorf("draws: %w", err)
	}
	return loop.Workers(c.Workers, func() (w loop.Worker[*block], err error) {
		t := &timed{own: c.Judge, second: c.second}
		if c.Judge == nil {
			if t.engine, err = legality.New(legality.Options{Effort: cmp.Or(c.Effort, legality.DefaultEffort())}); err != nil {
				return w, err
			}
		}
		return loop.Worker[*block]{Judge: t, Tally: func(n uint64) *block { return &block{judge: t, rows: make([]Row, 0, n)} }}, nil
	})
}

// timed is a judge for one goroutine, which keeps what it said last and how long that took.
type timed struct {
	own    Judge
	second Judge
	engine *legality.Engine
	row    Row // what was said last
}

// Judge answers for a draw. One of weight 0 is judged as well: the row says both.
func (t *timed) Judge(ctx context.Context, d *sampler.Draw) (loop.Judgement, error) {
	t.row = Row{}
	if t.second != nil {
		t.row.second = t.second.ask(d.Setup)
	}
	start := time.Now()
	defer func() { t.row.Time = time.Since(start) }()
	done := loop.Judgement{Outcome: stats.Out}
	if t.own != nil {
		t.row.Answer = t.own.ask(d.Setup)
		return done, nil
	}
	v := t.engine.Judge(ctx, d.Setup)
	t.row.Answer = Answer{Outcome: v.Outcome, Stage: v.Stage}
	if v.Outcome != verdict.Legal {
		t.row.Reason = loop.JudgementOf(&v).Label.Text()
	}
	return done, t.engine.Err()
}

// A block is the rows of some draws in one piece.
type block struct {
	judge *timed
	rows  []Row
}

// Enters is never asked, as there is one phase.
func (b *block) Enters(int, *loop.Candidate[struct{}]) bool { return false }

// Count keeps a draw.
func (b *block) Count(_ context.Context, _ int, c *loop.Candidate[struct{}], _ loop.Judgement) error {
	r := b.judge.row
	r.Number, r.Draw = c.Index, c.Draw
	b.rows = append(b.rows, r)
	return nil
}
