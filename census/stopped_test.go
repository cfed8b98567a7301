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
		t.Errorf("a complete survey says that it was stopped: %s", text)
	}
	stopped := *r
	stopped.Requested = 5000
	form := reportForm(&stopped)
	for _, text := range []string{form.Text, form.HTML} {
		if !strings.Contains(text, "stopped after 1 000 of 5 000 draws") {
			t.Errorf("no word about the stop after 1 000 of 5 000 draws in %s", text)
		}
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
