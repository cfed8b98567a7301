package census

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"chesscensus/census/internal/figures"
	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
)

// TestWatch checks that a finished survey gives its record at once, and that the error for a folder without a survey names it.
func TestWatch(t *testing.T) {
	seen := testkit.Must(Watch("../records/unpromoted-second"))(t)
	if stored := Must(Record("../records/unpromoted-second")); seen.Legal.Value != stored.Legal.Value || seen.Legal.Draws != stored.Legal.Draws {
		t.Errorf("watching gives %v, the record says %v", seen.Legal, stored.Legal)
	}
	dir := t.TempDir()
	if _, err := Watch(dir); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("no survey: error %v, want one that names the folder", err)
	}
}

// TestWatchFollows checks that watch looks until all shards are done or given up, or the cell is stopped, and shows each state.
func TestWatchFollows(t *testing.T) {
	finished, problems, err := Must(campaign.Open("../records/unpromoted-second")).Status()
	if err != nil || len(problems) > 0 {
		t.Fatalf("the record cannot be read: %v, problems %v", err, problems)
	}
	broken := errors.New("a shard is cut")
	state := func(done, parked int) *campaign.Status {
		st := *finished
		st.Done, st.Draws, st.Parked = done, uint64(done)*st.Want/uint64(st.Shards), map[int]string{}
		for i := range parked {
			st.Parked[i] = "gone"
		}
		return &st
	}
	all := finished.Shards
	for _, c := range []struct {
		name   string
		states []*campaign.Status // an error after the last
		stop   int                // after so many looks the cell is stopped
		looks  int
		want   string
	}{
		{"to the end", []*campaign.Status{state(0, 0), state(1, 0), state(all, 0)}, 0, 3, ""},
		{"shards given up", []*campaign.Status{state(1, 0), state(all-1, 1)}, 0, 2, ""},
		{"stopped", []*campaign.Status{state(1, 0), state(1, 0), state(2, 0)}, 2, 2, ""},
		{"stopped before anything", []*campaign.Status{state(0, 0), state(0, 0)}, 1, 1, "no shard is done yet"},
		{"damaged", []*campaign.Status{state(1, 0)}, 0, 2, broken.Error()},
	} {
		ctx, stop := context.WithCancel(t.Context())
		clock, shown := time.Unix(1000, 0), 0
		l := figures.NewLiveFor(func(id, html, text string) { shown++ }, func() time.Time { return clock })
		looks := 0
		err := watch(ctx, l, func() (*campaign.Status, error) {
			if looks++; looks == c.stop {
				stop()
			}
			clock = clock.Add(time.Second)
			if looks > len(c.states) {
				return nil, broken
			}
			return c.states[looks-1], nil
		}, func(d time.Duration) <-chan time.Time {
			if d < watchPause {
				t.Errorf("%s: looks again after %v", c.name, d)
			}
			if looks == c.stop {
				return nil
			}
			return time.After(0)
		})
		if looks != c.looks || (err != nil) != (c.want != "") || err != nil && err.Error() != c.want {
			t.Errorf("%s: %d looks, want %d; %v, want %q", c.name, looks, c.looks, err, c.want)
		}
		if c.looks > 2 && shown != c.looks-1 { // a quick cell shows nothing
			t.Errorf("%s: %d states shown, want %d", c.name, shown, c.looks-1)
		}
		stop()
	}
}
