package campaign

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/survey/record"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
)

// TestAnotherEngineIsNamed makes a record by one version of the engine and has another audit
// and continue it: both name the versions and the commit, and leave the folder alone.
func TestAnotherEngineIsNamed(t *testing.T) {
	const commit = "521d14ea39260fb3eb38970987417f45fdcd9807"
	old := toyProgram(verdict.Kernel)
	old.Engine, old.Build = legality.Version-1, "v0 "+commit+" go1"
	c, err := Make(context.Background(), old, t.TempDir(), toyRequest(verdict.Kernel))
	if err != nil {
		t.Fatal(err)
	}
	if c.Plan.Code.Engine != legality.Version-1 {
		t.Errorf("the plan says version %d", c.Plan.Code.Engine)
	}
	if _, err := c.Run(context.Background(), old, Options{Shards: 2}); err != nil {
		t.Fatal(err)
	}
	want := func(err error, commit string) {
		t.Helper()
		var e *EngineError
		if !errors.As(err, &e) || e.Present != legality.Version || e.Origin.Engine != legality.Version-1 || e.Origin.Commit != commit ||
			!strings.Contains(err.Error(), commit) {
			t.Errorf("%v, want an EngineError with commit %s", err, commit)
		}
	}
	_, err = c.Audit(context.Background(), toyProgram(verdict.Kernel), AuditOptions{Shards: 2})
	want(err, commit)
	_, err = c.Run(context.Background(), toyProgram(verdict.Kernel), Options{})
	want(err, commit)
	if a, err := c.Audit(context.Background(), old, AuditOptions{Shards: 9}); err != nil || len(a.Same) != 2 {
		t.Errorf("the engine that made it: %+v, %v", a, err)
	}
	// What the folder says goes first.
	const other = "eadd54e"
	if err := os.WriteFile(filepath.Join(c.Folder.Dir, record.OriginName), fmt.Appendf(nil, `{"engine": %d, "commit": "%s"}`, legality.Version-1, other), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = c.Audit(context.Background(), toyProgram(verdict.Kernel), AuditOptions{Shards: 2})
	want(err, other)
}

// TestOriginOfOldPlans wants plans without a version to be of version 1.
func TestOriginOfOldPlans(t *testing.T) {
	c := makeToy(t, verdict.Static)
	if c.Plan.Code.Engine != legality.Version {
		t.Errorf("the plan says version %d, want %d", c.Plan.Code.Engine, legality.Version)
	}
	c.Plan.Code.Engine, c.Plan.Code.Build = 0, "devel go1.26.8"
	o, err := c.Origin()
	if err != nil || o != (record.Origin{Engine: 1}) {
		t.Errorf("%+v, %v", o, err)
	}
	if text := (&EngineError{o, 2}).Error(); !strings.Contains(text, "version.go") {
		t.Errorf("%q does not say where to look", text)
	}
}

// TestOriginOfTheRecords reads the files of the two records of the project.
func TestOriginOfTheRecords(t *testing.T) {
	for _, dir := range []string{"../../record", "../../record-unpromoted"} {
		c, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if o, err := c.Origin(); err != nil || o.Engine != 1 || len(o.Commit) != 40 {
			t.Errorf("%s: %+v, %v", dir, o, err)
		}
	}
}
