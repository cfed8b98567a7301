package loop

import (
	"context"
	"fmt"

	"chesscensus/sampler"
	"chesscensus/stats"
)

// defaultBlock is the number of draws that pass through a phase together, unless [Loop.Block] sets another.
const defaultBlock = 4096

// plainEvery is the distance of the draws that are also judged as they were before they were redrawn.
const plainEvery = 64

// A Candidate is a draw on its way through the phases.
type Candidate[T any] struct {
	Draw    sampler.Draw
	Stratum int
	Index   uint64 // of the draw in its stratum
	// Note is for the tally, to store information about the draw for later phases.
	Note T
}

// A Tally counts judgements. It is for one goroutine at a time.
type Tally[T any] interface {
	// Enters reports whether a candidate that the phases before k have left undecided enters phase k, from 1 on. It is
	// asked once for each, in the order of the draws.
	Enters(k int, c *Candidate[T]) bool
	// Count counts the judgement of phase k. Label Filtered in phase 0 with Judgement.Verdict nil means a draw that was
	// not judged, and whose setup is not to be used. An error ends the survey.
	Count(ctx context.Context, k int, c *Candidate[T], j Judgement) error
}

// OnePhase is for tallies of one phase, which embed it: no draw enters another.
type OnePhase struct{}

// Enters returns false. It is never called.
func (OnePhase) Enters(int, *Candidate[struct{}]) bool { return false }

// A Loop makes draws, has them judged, and passes the judgements to a tally. It is for one goroutine at a time; see the
// package documentation for the contract.
type Loop[T any] struct {
	Source Source
	// Phases are the judges in their order. The first judges every draw.
	Phases []Judge
	Tally  Tally[T]
	// Block is the number of draws that pass through a phase together, 0 for defaultBlock.
	Block uint64
	// Plain, if not nil, gets the judgement of the first phase on every 64th draw as it was before it was
	// redrawn, in strata whose draws are redrawn.
	Plain func(h int, j Judgement)
	// CPU, if not nil, returns the processor time of the thread in seconds.
	CPU func() float64
	// Cost sums the processor time in seconds by stratum and phase, as far as the caller has made room. The cost of the
	// first phase includes making the draws, and that of each phase the work of the tally.
	Cost [][]float64

	candidates []Candidate[T] // the draws of a block that no phase so far has decided
}

// Run makes draws first to first+n-1 of stratum h and judges them. If the context ends meanwhile it returns the error
// of the context. The tally then holds the judgements of the first phase on all earlier draws, and may hold verdicts of
// later phases that were cut short.
func (l *Loop[T]) Run(ctx context.Context, h int, first, n uint64) error {
	size := l.Block
	if size == 0 {
		size = defaultBlock
	}
	for done := uint64(0); done < n; done += size {
		for k := range l.Phases {
			if err := l.runPhase(ctx, k, h, first+done, min(size, n-done)); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// runPhase has phase k judge its part of a block, and adds the time to the costs.
func (l *Loop[T]) runPhase(ctx context.Context, k, h int, first, n uint64) (err error) {
	start := l.clock()
	if k == 0 {
		err = l.judgeFirst(ctx, h, first, n)
	} else {
		err = l.judgeLater(ctx, k)
	}
	if h < len(l.Cost) {
		l.Cost[h][k] += l.clock() - start
	}
	return err
}

// clock returns the processor time in seconds, 0 if nothing measures it.
func (l *Loop[T]) clock() float64 {
	if l.CPU == nil {
		return 0
	}
	return l.CPU()
}

// judgeFirst makes the draws of a block and stores those that the first phase does not decide in l.candidates.
func (l *Loop[T]) judgeFirst(ctx context.Context, h int, first, n uint64) error {
	l.candidates = l.candidates[:0]
	var c Candidate[T]
	c.Stratum = h
	for i := first; i < first+n; i++ {
		if l.Plain != nil && i%plainEvery == 0 && l.Source.Levels(h) > 1 {
			if err := l.judgePlain(ctx, h, i); err != nil {
				return err
			}
		}
		c.Index, c.Note = i, *new(T)
		j := Judgement{Label: Filtered}
		if l.Source.Redraw(&c.Draw, h, i) {
			var err error
			if j, err = l.Phases[0].Judge(ctx, &c.Draw); err != nil {
				return fmt.Errorf("draw %d: %w", i, err)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err() // the verdict may have been cut short
		}
		if err := l.count(ctx, 0, &c, &j); err != nil {
			return err
		}
		if j.Outcome == stats.Open {
			l.candidates = append(l.candidates, c)
		}
	}
	return nil
}

// judgePlain judges a draw as it was before it was redrawn.
func (l *Loop[T]) judgePlain(ctx context.Context, h int, i uint64) error {
	var d sampler.Draw
	l.Source.Draw(&d, h, i)
	j, err := l.Phases[0].Judge(ctx, &d)
	if err == nil {
		l.openUnlessLast(0, &j)
		l.Plain(h, j)
	}
	return err
}

// judgeLater has phase k judge its part of l.candidates and removes those that it decides.
func (l *Loop[T]) judgeLater(ctx context.Context, k int) error {
	undecided := 0
	for i := range l.candidates {
		c := &l.candidates[i]
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !l.Tally.Enters(k, c) {
			continue
		}
		j, err := l.Phases[k].Judge(ctx, &c.Draw)
		if err != nil {
			return err
		}
		if err := l.count(ctx, k, c, &j); err != nil {
			return err
		}
		if j.Outcome == stats.Open {
			l.candidates[undecided] = *c
			undecided++
		}
	}
	l.candidates = l.candidates[:undecided]
	return nil
}

// count passes a judgement to the tally.
func (l *Loop[T]) count(ctx context.Context, k int, c *Candidate[T], j *Judgement) error {
	l.openUnlessLast(k, j)
	return l.Tally.Count(ctx, k, c, *j)
}

// openUnlessLast turns In into Open in all phases but the last, since only the last phase proves.
func (l *Loop[T]) openUnlessLast(k int, j *Judgement) {
	if j.Outcome == stats.In && k < len(l.Phases)-1 {
		j.Outcome = stats.Open
	}
}
