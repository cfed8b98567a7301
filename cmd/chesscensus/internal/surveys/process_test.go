//go:build unix

package surveys

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/plan"
)

// newFolderWithPlan returns a new folder with a copy of the plan of the folder dir.
func newFolderWithPlan(t *testing.T, dir string) string {
	t.Helper()
	other := t.TempDir()
	copyPlan(t, dir, other)
	return other
}

// copyPlan copies the plan from one folder to another.
func copyPlan(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(from, plan.FileName))
	if err == nil {
		err = os.WriteFile(filepath.Join(to, plan.FileName), text, 0o644)
	}
	testkit.OK(t, err)
}

// shardsDone returns the number of lines of the manifest of a folder, one for each shard that is done; 0 if there is no manifest.
func shardsDone(dir string) int {
	text, _ := os.ReadFile(filepath.Join(dir, "manifest.jsonl"))
	return strings.Count(string(text), "\n")
}

// TestKilledSurvey kills the program by SIGKILL, each time just after it has stored a shard. The final report is that of an
// undisturbed survey. CHESSCENSUS_TESTS=10 kills ten times as often.
func TestKilledSurvey(t *testing.T) {
	testkit.Long(t)
	kills := testkit.Size(3, 3) // no short size: Long skips the test then
	const workers = 3
	shards := workers * (1 + kills) // by the time of its kill each worker of a run may have stored a shard; as many are left for the end
	dir := tinySurvey(t, "1s", "--shards", strconv.Itoa(shards))
	undisturbed := newFolderWithPlan(t, dir)
	if status, _, errs := invoke("", "survey", "run", undisturbed); status != 0 {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	for tries := 0; killAndResume(t, dir, kills, workers, shards) == 0; tries++ { // every run was over before we noticed
		if tries == 10 {
			t.Fatal("no run was killed")
		}
		dir = newFolderWithPlan(t, dir)
	}
	if got, want := reportOf(t, dir), reportOf(t, undisturbed); got != want {
		t.Error("the report of the killed survey is not that of the undisturbed one")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "shards", "*tmp*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// killAndResume runs a survey of so many shards to its end with at most maxKills kills, and returns their number. The runs that are killed
// have the given number of workers.
func killAndResume(t *testing.T, dir string, maxKills, workers, shards int) (kills int) {
	t.Helper()
	for range maxKills {
		before := shardsDone(dir)
		if before >= shards-1 {
			break
		}
		cmd, _, errs := clitest.Process(t, "survey", "resume", dir, "-j", strconv.Itoa(workers))
		testkit.OK(t, cmd.Start())
		testkit.Eventually(t, "a shard is done", func() bool { return shardsDone(dir) > before })
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		if cmd.Wait() == nil {
			break // it was faster
		}
		if kills > 0 && !strings.Contains(errs.String(), "the lock was left by process") {
			t.Errorf("the lock that a killed run has left is not named: %s", errs)
		}
		kills++
	}
	if status, out, errs := invoke("", "survey", "resume", dir); status != 0 || !strings.Contains(out, fmt.Sprintf("%d of %d shards done", shards, shards)) {
		t.Fatalf("status %d, output %s, errors %s", status, out, errs)
	}
	return kills
}

// TestInterruptedSurvey starts a second run during a first one, and sends SIGINT to the first. The second run is refused. The first ends
// with status interrupted, and says how many shards it has kept.
func TestInterruptedSurvey(t *testing.T) {
	testkit.Long(t)
	dir := tinySurvey(t, "10s", "--shards", "12")
	cmd, out, errs := clitest.Process(t, "survey", "run", dir, "-j", "1")
	testkit.OK(t, cmd.Start())
	testkit.Eventually(t, "a shard is done", func() bool { return shardsDone(dir) > 0 })
	status2, _, errs2 := invoke("", "survey", "run", dir)
	if status2 != cli.StatusError || !strings.Contains(errs2, "another run is at work in this folder: process ") {
		t.Errorf("second run: status %d, errors %s", status2, errs2)
	}
	testkit.OK(t, cmd.Process.Signal(os.Interrupt))
	if got := clitest.Status(cmd.Wait()); got != cli.StatusInterrupted || !strings.Contains(out.String(), " of 12 shards done") ||
		!strings.Contains(errs.String(), "interrupted") {
		t.Errorf("status %d, output %s, errors %s", got, out, errs)
	}
}
