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

// A survey that was stopped says after how many draws.
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

// A survey that was stopped goes on from there, and ends with the report that it had without the stop; what was kept is gone then.
func TestStoppedSurveyGoesOn(t *testing.T) {
	space := Must(OpenSpace(""))
	c := survey.Config{Space: space, Seed: 5, Draws: 4500, Effort: Static, Workers: 1}
	want, whole, err := surveyOn(context.Background(), c, "name", "")
	if err != nil || !whole {
		t.Fatal(whole, err)
	}
	folder := filepath.Join(t.TempDir(), "part")
	ctx, stop := context.WithCancel(context.Background())
	stopped := c
	stopped.Progress = func(done uint64) { stop() }
	part, whole, err := surveyOn(ctx, stopped, "name", folder)
	if err != nil || whole || part.Draws == 0 || part.Draws == want.Draws {
		t.Fatalf("stopped: whole %v, %+v, %v", whole, part, err)
	}
	begun := uint64(0)
	c.Progress = func(done uint64) {
		if begun == 0 {
			begun = done
		}
	}
	got, whole, err := surveyOn(context.Background(), c, "name", folder)
	if err != nil || !whole || begun != part.Draws+1000 {
		t.Errorf("it goes on with draw %d, want %d: whole %v, %v", begun, part.Draws+1000, whole, err)
	}
	if a, b := Must(json.Marshal(got)), Must(json.Marshal(want)); string(a) != string(b) || len(got.Trace.Points) != len(want.Trace.Points) {
		t.Errorf("report\n%s, want\n%s", a, b)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("what was kept is still there: %v", err)
	}
	if _, whole, err := surveyOn(ctx, c, "name", folder); err == nil || whole || !strings.Contains(err.Error(), "before there was anything to count") {
		t.Errorf("stopped at once: %v, %v", whole, err)
	}
}
