package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// filesAndReport returns the contents of all shard files and the report of a folder, by name.
func filesAndReport(t testing.TB, c *Campaign) map[string]string {
	t.Helper()
	m := map[string]string{}
	for _, pattern := range []string{"shards/*.parquet", "kept/*.zst"} {
		list := testkit.Must(filepath.Glob(filepath.Join(c.Folder.Dir, pattern)))(t)
		for _, path := range list {
			data := testkit.Must(os.ReadFile(path))(t)
			m[filepath.Base(path)] = string(data)
		}
	}
	r, _, err := readerOf(t, c).Report(context.Background())
	testkit.OK(t, err)
	text := testkit.Must(json.Marshal(r))(t)
	m["report"] = string(text)
	return m
}

// compareFolders compares the contents of two folders.
func compareFolders(t testing.TB, label string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", label, name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", label, len(got), len(want))
	}
}

// copyPlan returns a campaign of the same plan in a new folder.
func copyPlan(t testing.TB, c *Campaign) *Campaign {
	t.Helper()
	dir := t.TempDir()
	testkit.OK(t, record.WriteFile(filepath.Join(dir, plan.FileName), c.Plan.Append(nil)))
	return testkit.Must(Open(dir))(t)
}

// TestWorkersDoNotChangeShards runs one plan with 1, 2 and 7 workers: the files are the same.
func TestWorkersDoNotChangeShards(t *testing.T) {
	testkit.Medium(t)
	oneWorker := makeToy(t, verdict.Game)
	runToy(t, oneWorker, verdict.Game, Options{Workers: 1, Keep: true})
	want := filesAndReport(t, oneWorker)
	if len(want) != 25 {
		t.Fatalf("%d files, want 12 shards, 12 of lines, and the report", len(want))
	}
	for _, n := range []int{2, 7} {
		if n == 2 && testing.Short() {
			continue
		}
		c := copyPlan(t, oneWorker)
		runToy(t, c, verdict.Game, Options{Workers: n, Keep: true})
		compareFolders(t, fmt.Sprint(n, " workers"), filesAndReport(t, c), want)
	}
}

// TestPlansAreReproducible makes a plan twice, with different numbers of workers: the plans are the same.
func TestPlansAreReproducible(t *testing.T) {
	testkit.Medium(t)
	r := toyRequest(verdict.Game)
	a := testkit.Must(Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), r))(t)
	r.Workers = 5
	b, err := Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), r)
	if err != nil || !bytes.Equal(a.Plan.Append(nil), b.Plan.Append(nil)) {
		t.Errorf("%v: the plans differ:\n%s\n%s", err, a.Plan.Append(nil), b.Plan.Append(nil))
	}
	testkit.Fails(Make(context.Background(), toyProgram(verdict.Game), a.Folder.Dir, r))(t, "exists already", "a plan over a plan")
}

// TestPartsAddUp does a survey in several runs, with damaged files between them: the files at the end are those of one run.
func TestPartsAddUp(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	oneRun := makeToy(t, verdict.Kernel)
	runToy(t, oneRun, verdict.Kernel, Options{})
	c := copyPlan(t, oneRun)
	if st := runToy(t, c, verdict.Kernel, Options{Shards: 5}); st.Done != 5 {
		t.Errorf("%d shards done, want 5", st.Done)
	}
	testkit.OK(t, os.Truncate(c.Folder.ShardPath(1), 50))
	testkit.OK(t, os.Remove(c.Folder.ShardPath(3)))
	if r, problems, err := readerOf(t, c).Report(context.Background()); err != nil || len(problems) != 2 || r.Done != 3 {
		t.Errorf("%v, problems %v, %d shards in the report, want 3", err, problems, r.Done)
	}
	var notices []string
	st := runToy(t, c, verdict.Kernel, Options{Shards: 4, Notice: func(s string) { notices = append(notices, s) }})
	if st.Done != 7 || len(notices) != 2 || !strings.Contains(notices[0], "000001.parquet: truncated") || !strings.Contains(notices[1], "000003.parquet: missing") {
		t.Errorf("%d shards done, want 7; notices %q", st.Done, notices)
	}
	// A run was killed in the middle of a line of the manifest.
	manifest := filepath.Join(c.Folder.Dir, record.ManifestName)
	info, err := os.Stat(manifest)
	if err == nil {
		err = os.Truncate(manifest, info.Size()-20)
	}
	testkit.OK(t, err)
	notices = nil
	runToy(t, c, verdict.Kernel, Options{Notice: func(s string) { notices = append(notices, s) }})
	if len(notices) != 2 || !strings.Contains(notices[0], "manifest.jsonl:") || !strings.Contains(notices[1], "not in the manifest") {
		t.Errorf("notices of a torn line: %q", notices)
	}
	if _, problems, err := c.Status(); err != nil || len(problems) > 0 {
		t.Errorf("%v: problems %v are left", err, problems)
	}
	compareFolders(t, "in parts", filesAndReport(t, c), filesAndReport(t, oneRun))
	// A run of a finished survey does nothing.
	if st := runToy(t, c, verdict.Kernel, Options{}); st.Done != 12 || st.Left() != 0 {
		t.Errorf("%d shards done, %v left", st.Done, st.Left())
	}
}

// TestForeignShardsStopTheRun changes the plan after some shards are done.
func TestForeignShardsStopTheRun(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := makeToy(t, verdict.Kernel)
	runToy(t, c, verdict.Kernel, Options{Shards: 3})
	before := filesAndReport(t, c)
	c.Plan.Strata[0].Fractions[0] = 0.5
	testkit.OK(t, record.WriteFile(filepath.Join(c.Folder.Dir, plan.FileName), c.Plan.Append(nil)))
	edited := testkit.Must(Open(c.Folder.Dir))(t)
	_, err := edited.Run(context.Background(), toyProgram(verdict.Kernel), Options{})
	if !errors.Is(err, errForeign) || !strings.Contains(err.Error(), "000002.parquet: of another plan") {
		t.Errorf("error %v, want %v with the files", err, errForeign)
	}
	if r, problems, err := readerOf(t, edited).Report(context.Background()); err != nil || r.Done != 0 || len(problems) != 3 {
		t.Errorf("%v: foreign shards in a report: %d, problems %v", err, r.Done, problems)
	}
	after := filesAndReport(t, c)
	delete(before, "report")
	delete(after, "report")
	compareFolders(t, "after the refusal", after, before)
	if st := runToy(t, edited, verdict.Kernel, Options{Redo: true}); st.Done != 12 {
		t.Errorf("with Redo %d shards done, want 12", st.Done)
	}
}

// TestPlansOfOtherProgramsAreRefused: the error for a plan that does not fit program or space names the field.
func TestPlansOfOtherProgramsAreRefused(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := makeToy(t, verdict.Kernel)
	for _, e := range []struct {
		field string
		edit  func(p *plan.Plan)
		prog  Program
	}{
		{"code.signature", func(*plan.Plan) {}, func() Program {
			p := toyProgram(verdict.Kernel)
			p.Stages = func() []legality.Stage {
				return []legality.Stage{toy.Stage{Asks: verdict.Static, Refutes: 4}, toy.Stage{Asks: verdict.Kernel, Refutes: 3, Salt: "other"}}
			}
			return p
		}()},
		{"code.signature", func(p *plan.Plan) { p.Code.Signature = "0000" }, toyProgram(verdict.Kernel)},
		{"code.signature", func(p *plan.Plan) { p.Phases[1].Effort = "game" }, toyProgram(verdict.Game)},
		{"stratification", func(p *plan.Plan) { p.Stratification = "fine" }, toyProgram(verdict.Kernel)},
		{"strata", func(p *plan.Plan) { p.Stratification = shards.Whole }, toyProgram(verdict.Kernel)},
		{"strata[1]", func(p *plan.Plan) { p.Strata[1].Name = "more" }, toyProgram(verdict.Kernel)},
		{"size", func(p *plan.Plan) { p.Size += "0"; p.Strata[0].Size = "1" }, toyProgram(verdict.Kernel)},
	} {
		other := copyPlan(t, c)
		e.edit(other.Plan)
		_, err := other.Run(context.Background(), e.prog, Options{})
		var field *plan.FieldError
		if !errors.As(err, &field) || field.Field != e.field {
			t.Errorf("%v, want an error of %s", err, e.field)
		}
	}
}

func TestTwoRunsInOneFolder(t *testing.T) {
	c := makeToy(t, verdict.Kernel)
	lock := testkit.Must(c.Folder.Lock())(t)
	testkit.Fails(c.Run(context.Background(), toyProgram(verdict.Kernel), Options{}))(t, record.ErrLocked)
	testkit.OK(t, lock.Unlock())
	runToy(t, c, verdict.Kernel, Options{Shards: 1})
}

// TestAuditFindsAnotherShard audits a sound folder, then one in which a shard and its line in the manifest were replaced.
func TestAuditFindsAnotherShard(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Kernel)
	runToy(t, c, verdict.Kernel, Options{Keep: true})
	audit := func(n int) *Audit {
		return testkit.Must(c.Audit(context.Background(), toyProgram(verdict.Kernel), AuditOptions{Shards: n, Seed: 3}))(t)
	}
	if a := audit(4); len(a.Same) != 4 || len(a.Different) > 0 || len(a.Problems) > 0 {
		t.Errorf("sound folder: %+v", a)
	}
	data := testkit.Must(os.ReadFile(c.Folder.KeptPath(5)))(t)
	data[len(data)/2] ^= 1
	testkit.OK(t, os.WriteFile(c.Folder.KeptPath(5), data, 0o600))
	if a := audit(0); len(a.Problems) != 1 || a.Problems[0].Shard != 5 || !strings.Contains(a.Problems[0].Err.Error(), "000005.txt.zst: damaged") {
		t.Errorf("damaged candidates of a shard that is not recomputed: %+v", a)
	}
	data[len(data)/2] ^= 1
	testkit.OK(t, os.WriteFile(c.Folder.KeptPath(5), data, 0o600))
	forgeShard(t, c, 7, shards.Men)
	a := audit(12)
	if len(a.Same) != 11 || slices.Contains(a.Same, 7) || len(a.Different) != 1 || !strings.Contains(a.Different[0].Error(), "000007.parquet: recomputed") ||
		!strings.Contains(a.Different[0].Error(), "Property:men") {
		t.Errorf("forged shard: %+v", a)
	}
}

// forgeShard removes a draw of a property from a stored shard and its line in the manifest.
func forgeShard(t *testing.T, c *Campaign, number int, property string) {
	t.Helper()
	r := Result{Data: testkit.Must(os.ReadFile(c.Folder.ShardPath(number)))(t)}
	editRows(t, func(rows []record.Row) { removeDraw(rows, property) })(&r)
	testkit.Must(c.Folder.Put(record.Entry{Shard: number}, record.Files{Data: r.Data}))(t)
}

// TestAuditNamesTheFirstFile checks that an audit names the shard file, the first of several files that differ, every time.
func TestAuditNamesTheFirstFile(t *testing.T) {
	c := &Campaign{Folder: record.Folder{Dir: t.TempDir()}} // all files are missing
	inventory := &record.Inventory{Done: map[int]record.Entry{7: {Shard: 7, OpenSHA256: "x", ReachedSHA256: "x"}}}
	for range 50 {
		r := Result{Shard: 7, Data: []byte("a"), Kept: []byte("b"), Open: []byte("c"), Reached: []byte("d")}
		if err := c.compareFiles(&r, inventory); err == nil || !strings.Contains(err.Error(), "000007.parquet") {
			t.Fatalf("the first file is %v, want the shard file", err)
		}
	}
}

// TestBudgetOfARun: a run takes no more processor time than its budget, by the costs of the shards that are done.
func TestBudgetOfARun(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Kernel)
	workers := testkit.Must(c.workerMaker(toyProgram(verdict.Kernel)))(t)
	pool := pricedPool{localPool{1, workers}, 2}
	runToy(t, c, verdict.Kernel, Options{Shards: 4, Pool: pool})
	if st := runToy(t, c, verdict.Kernel, Options{Budget: 7.2, Pool: pool}); st.Done != 7 || st.CPU != 14 {
		t.Errorf("%d shards of 2 s after a budget of 7.2 s for more than 4, want 7; %v s", st.Done, st.CPU)
	}
}

// A pricedPool replaces the measured processor time of every shard by a number of seconds.
type pricedPool struct {
	Pool
	seconds float64
}

func (p pricedPool) Run(ctx context.Context, jobs iter.Seq[Job], done func(Result) error) error {
	return p.Pool.Run(ctx, jobs, func(r Result) error {
		clear(r.CPU)
		r.CPU[0] = p.seconds
		return done(r)
	})
}

// TestCanceledRunKeepsWhatIsDone cancels a run after some shards, and finishes the survey.
func TestCanceledRunKeepsWhatIsDone(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Game)
	ctx, cancel := context.WithCancel(context.Background())
	st, err := c.Run(ctx, toyProgram(verdict.Game), Options{Workers: 3, Progress: func(st *Status) {
		if st.Done == 4 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || st.Done < 4 || st.Done == 12 {
		t.Fatalf("%v, %+v", err, st)
	}
	runToy(t, c, verdict.Game, Options{})
	oneRun := copyPlan(t, c)
	runToy(t, oneRun, verdict.Game, Options{})
	compareFolders(t, "after a cancel", filesAndReport(t, c), filesAndReport(t, oneRun))
}

// TestTraceEndsAtTheReport compares the last point with the report and the status.
func TestTraceEndsAtTheReport(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Kernel)
	st := runToy(t, c, verdict.Kernel, Options{})
	r, points, _, err := readerOf(t, c).ReportAndTrace(context.Background())
	if err != nil || len(points) != 12 {
		t.Fatalf("%v, %d points, want 12", err, len(points))
	}
	if same, _, err := readerOf(t, c).Report(context.Background()); err != nil || !reflect.DeepEqual(same, r) {
		t.Errorf("without the points the report is %v, %v", same, err)
	}
	last := points[11]
	if last.Value != r.Estimate.Low.Value || last.Relative != r.Estimate.Low.Relative() || last.Draws != r.Draws || math.Abs(last.CPU-st.CPU) > 1e-9 {
		t.Errorf("last point %+v, report %v of %d draws, CPU %v", last, r.Estimate.Low, r.Draws, st.CPU)
	}
	for i, p := range points {
		if p.Shards != i+1 || i > 0 && p.Draws <= points[i-1].Draws {
			t.Errorf("point %d is %+v", i, p)
		}
	}
	if half := points[2].Relative / last.Relative; half < 1.5 || half > 2.7 {
		t.Errorf("the half-width of 3 shards is %.3g times that of 12, want about 2", half)
	}
}
