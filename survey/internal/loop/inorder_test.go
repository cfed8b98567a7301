package loop

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// TestInOrderLeavesNoGap: after a block that was given up, or of which a part is missing, none is merged, also if those behind it are done.
func TestInOrderLeavesNoGap(t *testing.T) {
	for i := range 40 { // whether blocks behind it are begun is a matter of chance
		cut := []error{nil, errCut}[i%2] // of block 1: given up, or a part
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
