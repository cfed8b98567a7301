package loop

import (
	"context"
	"fmt"

	"chesscensus/sampler"
	"chesscensus/stats"
)

// defaultBlock is the number of draws that pass through a phase together, if nothing else is said.
const defaultBlock = 4096

// plainEvery is the distance of the draws that are judged plainly besides, where draws are redrawn.
const plainEvery = 64

// A Candidate is a draw on its way through the phases.
type Candidate[T any] struct {
	Draw    sampler.Draw
	Stratum int
	Index   uint64 // of the draw in its stratum
	// Note is what the tally remembers of the draw from one phase to the next.
	Note T
}

// A Tally counts what the phases find. It is for one goroutine at a time.
type Tally[T any] interface {
	// Enters reports whether a candidate that the phases before k have left undecided enters phase k, from 1 on. It is
	// asked once for each, in the order of the draws.
	Enters(k int, c *Candidate[T]) bool
	// Count counts what phase k has found. Label Filtered in phase 0 with Judgement.Verdict nil means a draw that was
	// not judged, whose setup says nothing. An error ends the survey.
	Count(ctx context.Context, k int, c *Candidate[T], j Judgement) error
}

// A Loop makes draws, has them judged, and tells a tally. It is for one goroutine at a time; see the package
// documentation for the contract.
type Loop[T any] struct {
	Source Source
	// Phases judge, the first every draw.
	Phases []Judge
	Tally  Tally[T]
	// Block is the number of draws that pass through a phase together, 0 for defaultBlock.
	Block uint64
	// Plain, if not nil, is told what the first phase says of every 64th draw as it was before it was
	// redrawn, in strata where draws are.
	Plain func(h int, j Judgement)
	// CPU, if not nil, returns the processor time of the thread in seconds.
	CPU func() float64
	// Cost sums the processor time in seconds by stratum and phase, as far as the caller has made room. That of the
	// first phase includes the draws, that of all what the tally does.
	Cost [][]float64

	left []Candidate[T] // the draws of a block that the phases so far have left
}

// Run makes draws first to first+n-1 of stratum h and judges them. If the context ends meanwhile it returns its
// error, and the tally holds what the first phase has said of the draws before, and may hold verdicts of later ones that were cut short.
func (l *Loop[T]) Run(ctx context.Context, h int, first, n uint64) error {
	size := l.Block
	if size == 0 {
		size = defaultBlock
	}
	for done := uint64(0); done < n; done += size {
		for k := range l.Phases {
			if err := l.phase(ctx, k, h, first+done, min(size, n-done)); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// phase has phase k judge its part of a block, and measures.
func (l *Loop[T]) phase(ctx context.Context, k, h int, first, n uint64) (err error) {
	start := l.clock()
	if k == 0 {
		err = l.first(ctx, h, first, n)
	} else {
		err = l.later(ctx, k)
	}
	if h < len(l.Cost) {
		l.Cost[h][k] += l.clock() - start
	}
	return err
}

func (l *Loop[T]) clock() float64 {
	if l.CPU == nil {
		return 0
	}
	return l.CPU()
}

// first makes the draws of a block and leaves those that the first phase does not decide in l.left.
func (l *Loop[T]) first(ctx context.Context, h int, first, n uint64) error {
	l.left = l.left[:0]
	var c Candidate[T]
	c.Stratum = h
	for i := first; i < first+n; i++ {
		if l.Plain != nil && i%plainEvery == 0 && l.Source.Levels(h) > 1 {
			if err := l.plain(ctx, h, i); err != nil {
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
			l.left = append(l.left, c)
		}
	}
	return nil
}

// plain judges a draw as it was before it was redrawn.
func (l *Loop[T]) plain(ctx context.Context, h int, i uint64) error {
	var d sampler.Draw
	l.Source.Draw(&d, h, i)
	j, err := l.Phases[0].Judge(ctx, &d)
	if err == nil {
		l.settle(0, &j)
		l.Plain(h, j)
	}
	return err
}

// later has phase k judge its part of l.left and leaves there what it does not decide.
func (l *Loop[T]) later(ctx context.Context, k int) error {
	kept := 0
	for i := range l.left {
		c := &l.left[i]
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
			l.left[kept] = *c
			kept++
		}
	}
	l.left = l.left[:kept]
	return nil
}

// count settles the outcome and tells the tally.
func (l *Loop[T]) count(ctx context.Context, k int, c *Candidate[T], j *Judgement) error {
	l.settle(k, j)
	return l.Tally.Count(ctx, k, c, *j)
}

// settle makes In of a phase that is not the last Open: the last phase proves.
func (l *Loop[T]) settle(k int, j *Judgement) {
	if j.Outcome == stats.In && k < len(l.Phases)-1 {
		j.Outcome = stats.Open
	}
}
