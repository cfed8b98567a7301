package census

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey"
)

// TestStoppedSurveySaysSo checks that the form of a stopped survey says after how many draws it was stopped.
func TestStoppedSurveySaysSo(t *testing.T) {
	r := testkit.Must(Survey(Sample{Draws: 1000, Effort: Static}))(t)
	if text := reportForm(r).Text; strings.Contains(text, "stopped") {
		t.Errorf("a whole survey: %s", text)
	}
	part := *r
	part.Requested = 5000
	form := reportForm(&part)
	for _, text := range []string{form.Text, form.HTML} {
		if !strings.Contains(text, "stopped after 1 000 of 5 000 draws") {
			t.Errorf("%s", text)
		}
	}
}

// TestStoppedSurveyGoesOn checks that a stopped survey goes on from there, ends with the same report as without the stop, and removes its
// folder.
func TestStoppedSurveyGoesOn(t *testing.T) {
	space := Must(OpenSpace(""))
	c := survey.Config{Space: space, Seed: 5, Draws: 4500, Effort: Static, Workers: 1}
	want, complete, err := surveyOn(context.Background(), c, "name", "")
	if err != nil || !complete {
		t.Fatal(complete, err)
	}
	folder := filepath.Join(t.TempDir(), "part")
	ctx, stop := context.WithCancel(context.Background())
	stopped := c
	stopped.Progress = func(done uint64) { stop() }
	part, complete, err := surveyOn(ctx, stopped, "name", folder)
	if err != nil || complete || part.Draws == 0 || part.Draws == want.Draws {
		t.Fatalf("stopped: whole %v, %+v, %v", complete, part, err)
	}
	start := uint64(0)
	c.Progress = func(done uint64) {
		if start == 0 {
			start = done
		}
	}
	got, complete, err := surveyOn(context.Background(), c, "name", folder)
	if err != nil || !complete || start != part.Draws+1000 {
		t.Errorf("it goes on with draw %d, want %d: whole %v, %v", start, part.Draws+1000, complete, err)
	}
	if a, b := Must(json.Marshal(got)), Must(json.Marshal(want)); string(a) != string(b) || len(got.Trace.Points) != len(want.Trace.Points) {
		t.Errorf("report\n%s, want\n%s", a, b)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("what was kept is still there: %v", err)
	}
	if _, complete, err := surveyOn(ctx, c, "name", folder); err == nil || complete || !strings.Contains(err.Error(), "before there was anything to count") {
		t.Errorf("stopped at once: %v, %v", complete, err)
	}
}
