package census

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chesscensus/census/internal/figures"
	"chesscensus/internal/testing/testkit"
	"chesscensus/survey"
	"chesscensus/survey/campaign"
)

// TestWatch checks that a finished survey gives its record at once, and that the error for a folder without a survey names it.
func TestWatch(t *testing.T) {
	seen := testkit.Must(Watch("../records/unpromoted-second"))(t)
	if stored := Must(Record("../records/unpromoted-second")); seen.Legal.Value != stored.Legal.Value || seen.Legal.Draws != stored.Legal.Draws {
		t.Errorf("watching gives %v, the record says %v", seen.Legal, stored.Legal)
	}
	dir := t.TempDir()
	testkit.Fails(Watch(dir))(t, dir, "no survey")
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

// TestStoppedSurveySaysSo checks that the form of a stopped survey says after how many draws it was stopped.
func TestStoppedSurveySaysSo(t *testing.T) {
	r := testkit.Must(Survey(Sample{Draws: 1000, Effort: Static}))(t)
	if text := reportForm(r).Text; strings.Contains(text, "stopped") {
		t.Errorf("a complete survey says that it was stopped: %s", text)
	}
	stopped := *r
	stopped.Requested = 5000
	form := reportForm(&stopped)
	for _, text := range []string{form.Text, form.HTML} {
		testkit.Contains(t, text, "stopped after 1 000 of 5 000 draws")
	}
}

// TestStoppedSurveyGoesOn checks that a stopped survey goes on from there, ends with the same report as without the stop, and removes its
// folder.
func TestStoppedSurveyGoesOn(t *testing.T) {
	const blockSize = 1000 // of package survey: how many draws are judged between two calls of Progress
	c := survey.Config{Space: Must(OpenSpace("")), Seed: 5, Draws: 4500, Effort: Static, Workers: 1}
	want, complete, err := surveyOn(context.Background(), c, "name", "")
	if err != nil || !complete {
		t.Fatalf("without a stop: complete %v, error %v", complete, err)
	}
	folder := filepath.Join(t.TempDir(), "stopped")
	ctx, stop := context.WithCancel(context.Background())
	stopping := c
	stopping.Progress = func(uint64) { stop() }
	stopped, complete, err := surveyOn(ctx, stopping, "name", folder)
	if err != nil || complete || stopped.Draws == 0 || stopped.Draws == want.Draws {
		t.Fatalf("stopped: complete %v, %+v, error %v, want a part of the draws", complete, stopped, err)
	}
	firstProgress := uint64(0)
	c.Progress = func(done uint64) {
		if firstProgress == 0 {
			firstProgress = done
		}
	}
	got, complete, err := surveyOn(context.Background(), c, "name", folder)
	if err != nil || !complete || firstProgress != stopped.Draws+blockSize {
		t.Errorf("after the stop %d draws come first, want %d: complete %v, %v", firstProgress, stopped.Draws+blockSize, complete, err)
	}
	if a, b := Must(json.Marshal(got)), Must(json.Marshal(want)); string(a) != string(b) || len(got.Trace.Points) != len(want.Trace.Points) {
		t.Errorf("report\n%s, want\n%s", a, b)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the folder of the stopped survey is still there: %v", err)
	}
}

// TestSurveyStoppedAtOnce checks that a survey that is stopped before its first draw is an error.
func TestSurveyStoppedAtOnce(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	c := survey.Config{Space: Must(OpenSpace("")), Draws: 4500, Effort: Static, Workers: 1}
	_, complete, err := surveyOn(ctx, c, "name", t.TempDir())
	if err == nil || complete || !strings.Contains(err.Error(), "before there was anything to count") {
		t.Errorf("complete %v, error %v, want one that says that there is nothing to count", complete, err)
	}
}
