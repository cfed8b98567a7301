package loop

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// TestInOrderLeavesNoGap: after a block that was given up or is incomplete, no block is merged, also if later ones are done.
func TestInOrderLeavesNoGap(t *testing.T) {
	for i := range 40 { // whether later blocks are begun depends on chance
		cut := []error{nil, errCut}[i%2] // the end of block 1: given up, or incomplete
		ctx, stop := context.WithCancel(context.Background())
		var merged []uint64
		err := inOrder(ctx, []int{0}, 4, func(_ context.Context, _ int, n uint64) (*uint64, error) {
			if n == 1 {
				stop()
				return nil, cut
			}
			return &n, nil
		}, func(n *uint64) { merged = append(merged, *n) })
		if want := []uint64{0}; !slices.Equal(merged, want) || !errors.Is(err, context.Canceled) {
			t.Errorf("block 1 ends with %v: merged %v, %v, want %v and %v", cut, merged, err, want, context.Canceled)
		}
	}
}
