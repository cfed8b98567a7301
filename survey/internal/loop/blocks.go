package loop

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"chesscensus/sampler"
)

// CheckSpace reports a space that nothing can be drawn from: nil, or one whose Size is not in 1 to 2^256-1 or panics.
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

// A Worker judges blocks, one at a time: by a judge of its own, into tallies that it makes, one for each block.
type Worker[B Tally[struct{}]] struct {
	Judge Judge
	Tally func(draws uint64) B
}

// Workers makes n workers, or one for each processor if n is not positive.
func Workers[B Tally[struct{}]](n int, make func() (Worker[B], error)) (list []Worker[B], err error) {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	for range n {
		w, err := make()
		if err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
}

// A Sample is draws First to Draws-1 of a source of one stratum, cut in blocks of Size draws. First is a multiple of Size. An interruption loses the
// blocks in flight; if Cut is set, of the very first one the draws that were judged are merged, or short runs would have nothing to show.
type Sample struct {
	Source             Source
	First, Draws, Size uint64
	Cut                bool
}

// InBlocks draws, judges and tallies a sample, all in one phase, and merges the tallies in the order of the draws, from
// one goroutine. The number of workers changes nothing in what is merged, nor in which order. When the context is
// done, InBlocks returns its error; what was merged then is the blocks up to the first one that is missing, a shorter
// sample. A panic, as in a space of one's own, ends the work with an error.
func InBlocks[B Tally[struct{}]](ctx context.Context, s Sample, workers []Worker[B], merge func(B)) error {
	return inOrder(ctx, workers, (s.Draws-s.First+s.Size-1)/s.Size, func(ctx context.Context, w Worker[B], number uint64) (b *B, err error) {
		first := s.First + number*s.Size
		n := min(s.Size, s.Draws-first)
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic among draws %d to %d: %.200v", first, first+n-1, p)
			}
		}()
		t := w.Tally(n)
		l := Loop[struct{}]{Source: s.Source, Phases: []Judge{w.Judge}, Tally: t, Block: n}
		if err := l.Run(ctx, 0, first, n); err != nil {
			switch {
			case ctx.Err() == nil:
				return nil, err
			case s.Cut && first == 0:
				return &t, errCut
			}
			return nil, nil
		}
		return &t, nil
	}, func(t *B) { merge(*t) })
}
