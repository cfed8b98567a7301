package census

import (
	"context"
	"errors"
	"fmt"
	"time"

	"chesscensus/census/internal/figures"
	"chesscensus/survey/campaign"
)

// watchPause is the least time between two reads of a folder. A longer pause follows if reading takes more than a tenth of it.
const watchPause = 2 * time.Second

// Watch shows the progress of a planned survey while another program works on it: "chesscensus survey run" on this machine, with workers on
// others or without. It only reads the folder. Draws done, rate, time left and the narrowing interval follow
// the shards as they are stored. When all shards are done, or given up, or the cell is stopped, it returns the estimate so far. The file
// makers.jsonl in the folder says which workers have made which shards.
func Watch(dir string) (*Estimated, error) {
	c, err := campaign.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("census: %w", err)
	}
	ctx, stop := interruptible()
	defer stop()
	l := figures.NewLive()
	err = watch(ctx, l, func() (*campaign.Status, error) {
		st, problems, err := c.Status()
		for _, p := range problems {
			err = errors.Join(err, p.Err)
		}
		return st, err
	}, time.After)
	l.Clear()
	if err != nil {
		return nil, fmt.Errorf("census: %s: %w", dir, err)
	}
	return Record(dir)
}

// watch calls look and shows the state, again and again, until all shards are done or given up, or the context ends. It is an error if no
// shard is done by then, or look fails.
func watch(ctx context.Context, l *figures.Live, look func() (*campaign.Status, error), after func(time.Duration) <-chan time.Time) error {
	for {
		start := time.Now()
		st, err := look()
		if err != nil {
			return err
		}
		var estimate Interval
		if st.Done > 0 {
			r, err := st.Estimate()
			if err != nil {
				return err
			}
			estimate = r.Low
		}
		l.Update(st.Draws, st.Want, estimate)
		over := st.Done+len(st.Parked) >= st.Shards
		if !over {
			select {
			case <-ctx.Done():
				over = true
			case <-after(max(watchPause, 10*time.Since(start))):
			}
		}
		switch {
		case over && st.Done == 0:
			return errors.New("no shard is done yet")
		case over:
			return nil
		}
	}
}
