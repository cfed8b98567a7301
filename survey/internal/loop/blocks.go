package loop

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"chesscensus/sampler"
)

// CheckSpace returns an error if nothing can be drawn from a space: if it is nil, or its Size is not in 1 to 2^256-1 or panics.
func CheckSpace(s sampler.Space) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("space %T: Name or Size panics: %.200v", s, p)
		}
	}()
	if s == nil {
		return errors.New("no space to draw from")
	}
	if size := s.Size(); size == nil || size.Sign() <= 0 || size.BitLen() > 256 {
		return fmt.Errorf("space %s has size %v, want 1 to 2^256-1", s.Name(), size)
	}
	return nil
}

// A Worker judges blocks, one at a time, by a judge of its own. It makes a tally for each block.
type Worker[B Tally[struct{}]] struct {
	Judge Judge
	Tally func(draws uint64) B
}

// Workers returns n workers, or one for each processor if n is not positive.
func Workers[B Tally[struct{}]](n int, newWorker func() (Worker[B], error)) (list []Worker[B], err error) {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	for range n {
		w, err := newWorker()
		if err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
}

// A Sample is draws First to Draws-1 of a source of one stratum, cut into blocks of Size draws. First is a multiple of Size. An
// interruption loses the blocks in flight. If Cut is set, the judged draws of the very first block are merged all the same: otherwise
// short runs would have nothing to show.
type Sample struct {
	Source             Source
	First, Draws, Size uint64
	Cut                bool
}

// InBlocks draws, judges and tallies a sample, all in one phase, and merges the tallies in the order of the draws, from
// one goroutine. The number of workers changes neither the tallies nor their order. When the context is done, InBlocks
// returns its error; the merged blocks then are all up to the first missing one, a shorter sample. A panic, for example in
// the space of a caller, becomes an error.
func InBlocks[B Tally[struct{}]](ctx context.Context, s Sample, workers []Worker[B], merge func(B)) error {
	return inOrder(ctx, workers, (s.Draws-s.First+s.Size-1)/s.Size, func(ctx context.Context, w Worker[B], number uint64) (b *B, err error) {
		first := s.First + number*s.Size
		n := min(s.Size, s.Draws-first)
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic among draws %d to %d: %.200v", first, first+n-1, p)
			}
		}()
		tally := w.Tally(n)
		l := Loop[struct{}]{Source: s.Source, Phases: []Judge{w.Judge}, Tally: tally, Block: n}
		if err := l.Run(ctx, 0, first, n); err != nil {
			switch {
			case ctx.Err() == nil:
				return nil, err
			case s.Cut && first == 0:
				return &tally, errCut
			}
			return nil, nil
		}
		return &tally, nil
	}, func(tally *B) { merge(*tally) })
}
