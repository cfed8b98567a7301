package campaign

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// TestAnotherEngineIsNamed makes a record by one version of the engine. Audit and Run of another version fail with an error that names
// both versions and the commit.
func TestAnotherEngineIsNamed(t *testing.T) {
	testkit.Unraced(t)
	const commit = "521d14ea39260fb3eb38970987417f45fdcd9807"
	old := toyProgram(verdict.Kernel)
	old.Engine, old.Build = legality.Version-1, "v0 "+commit+" go1"
	c := testkit.Must(Make(context.Background(), old, t.TempDir(), toyRequest(verdict.Kernel)))(t)
	if c.Plan.Code.Engine != legality.Version-1 {
		t.Errorf("the plan says version %d", c.Plan.Code.Engine)
	}
	testkit.Must(c.Run(context.Background(), old, Options{Shards: 2}))(t)
	want := func(err error, commit string) {
		t.Helper()
		var e *engineError
		if !errors.As(err, &e) || e.Present != legality.Version || e.Origin.Engine != legality.Version-1 || e.Origin.Commit != commit ||
			!strings.Contains(err.Error(), commit) {
			t.Errorf("%v, want an engineError with commit %s", err, commit)
		}
	}
	_, err := c.Audit(context.Background(), toyProgram(verdict.Kernel), AuditOptions{Shards: 2})
	want(err, commit)
	_, err = c.Run(context.Background(), toyProgram(verdict.Kernel), Options{})
	want(err, commit)
	if a, err := c.Audit(context.Background(), old, AuditOptions{Shards: 9}); err != nil || len(a.Same) != 2 {
		t.Errorf("the engine that made it: %+v, %v", a, err)
	}
	// The file in the folder takes precedence over the plan.
	const other = "eadd54e"
	testkit.OK(t, os.WriteFile(filepath.Join(c.Folder.Dir, record.OriginName), fmt.Appendf(nil, `{"engine": %d, "commit": "%s"}`, legality.Version-1, other), 0o666))
	_, err = c.Audit(context.Background(), toyProgram(verdict.Kernel), AuditOptions{Shards: 2})
	want(err, other)
}

// TestOriginOfOldPlans: plans without a version are of version 1.
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
	testkit.Contains(t, (&engineError{o, 2}).Error(), "version.go")
}

// TestOriginOfTheRecords reads the files of the two records of the project.
func TestOriginOfTheRecords(t *testing.T) {
	for _, dir := range []string{"../../records/first", "../../records/unpromoted"} {
		c := testkit.Must(Open(dir))(t)
		if o, err := c.Origin(); err != nil || o.Engine != 1 || len(o.Commit) != 40 {
			t.Errorf("%s: %+v, %v", dir, o, err)
		}
	}
}

// TestTwoEngines continues a record by a later version of the engine, as origin.json allows. An audit compares the shards of the later version
// byte by byte, and those of the earlier one draw by draw.
func TestTwoEngines(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	old := toyProgram(verdict.Game)
	old.Engine, old.Build = legality.Version-1, fmt.Sprintf("devel, engine %d", legality.Version-1)
	c := testkit.Must(Make(context.Background(), old, t.TempDir(), toyRequest(verdict.Game)))(t)
	testkit.Must(c.Run(context.Background(), old, Options{Shards: 2}))(t)
	testkit.OK(t, os.WriteFile(filepath.Join(c.Folder.Dir, record.OriginName), fmt.Appendf(nil, `{"engine": %d, "commit": "c0ffee"}`, legality.Version), 0o666))
	prog := toyProgram(verdict.Game)
	prog.Build = fmt.Sprintf("devel, engine %d", legality.Version)
	st, err := c.Run(context.Background(), prog, Options{Shards: 1})
	if err != nil || st.Done != 3 || len(st.Builds) != 2 {
		t.Fatalf("%+v, %v: want 3 shards by 2 programs", st, err)
	}
	a, err := c.Audit(context.Background(), prog, AuditOptions{Shards: 3})
	if err != nil || len(a.Same) != 1 || len(a.Others) != 2 || len(a.Different) != 0 {
		t.Fatalf("%+v, %v: want one shard with the same bytes and two of another version", a, err)
	}
	for _, o := range a.Others {
		if o.Engine != legality.Version-1 || o.Judged == 0 || o.Decided != 0 || o.Shard == a.Same[0] {
			t.Errorf("%+v: want draws of version %d, all with the same outcome", o, legality.Version-1)
		}
	}
	if versions := reportOf(t, c).Engines(); !slices.Equal(versions, []int{legality.Version - 1, legality.Version}) {
		t.Errorf("the report names versions %v", versions)
	}
}

// TestSignaturesAreRemembered: a program that stores its signatures makes the sample of a plan once, and has the same signature as one that
// does not. Other phases or strata need another sample.
func TestSignaturesAreRemembered(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, verdict.Game)
	space := toy.New("toy")
	fresh, caching := toyProgram(verdict.Game), toyProgram(verdict.Game)
	caching.Signatures = new(Signatures)
	checkSignature := func(p *plan.Plan, made int) string {
		t.Helper()
		want := testkit.Must(fresh.signature(space, p))(t)
		for range 3 {
			if got, err := caching.signature(space, p); err != nil || got != want || len(caching.Signatures.made) != made {
				t.Fatalf("%v: %s, want %s; %d samples made, want %d", err, got, want, len(caching.Signatures.made), made)
			}
		}
		return want
	}
	first := checkSignature(c.Plan, 1)
	if first != c.Plan.Code.Signature {
		t.Errorf("%s, the plan has %s", first, c.Plan.Code.Signature)
	}
	more := *c.Plan // the sample does not depend on draws, seed, shards and shares
	more.Seed, more.Shards, more.Known = 77, 3, nil
	checkSignature(&more, 1)
	fewer := *c.Plan
	fewer.Phases = fewer.Phases[:2]
	if checkSignature(&fewer, 2) == first {
		t.Error("fewer phases have the same signature")
	}
	// Planning and running use the stored signature, and another program is still refused.
	if _, err := c.Run(context.Background(), caching, Options{Shards: 1}); err != nil || len(caching.Signatures.made) != 2 {
		t.Errorf("%v, %d samples made, want 2", err, len(caching.Signatures.made))
	}
	other := toyProgram(verdict.Game)
	other.Signatures, other.Stages = new(Signatures), func() []legality.Stage {
		stages := toy.Stages(verdict.Game)()
		first := stages[0].(toy.Stage)
		first.Salt = "another"
		stages[0] = first
		return stages
	}
	var field *plan.FieldError
	if _, err := c.Run(context.Background(), other, Options{Shards: 1}); !errors.As(err, &field) || field.Field != "code.signature" {
		t.Errorf("another program: %v, want that its signature differs", err)
	}
}
