package main

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/sampler"
	"chesscensus/sampler/kernel"
	"chesscensus/sampler/ranked"
	"chesscensus/survey/plan"
)

// TestCoverSurvey plans and runs a small survey of the small cover at effort kernel: four in five
// draws go on, strata are those of both sets, and the estimate is near what the record says.
func TestCoverSurvey(t *testing.T) {
	if testing.Short() {
		t.Skip("makes tables and a pilot: 10 s of CPU; TestCoverSize makes the set")
	}
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	dir := filepath.Join(t.TempDir(), "cover")
	status, out, errs := invoke("", "survey", "plan", dir, "--space", "cover-5-6", "--effort", "kernel", "--budget", "5s", "--pilot", "30000", "--costs", "5us,3us,10us", "--shards", "2")
	if status != 0 || !strings.Contains(out, "cover-5-6 in ") {
		t.Fatalf("plan: status %d, %q, %q", status, out, errs)
	}
	text, err := os.ReadFile(filepath.Join(dir, plan.FileName))
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Phases) != 3 || p.Phases[1].Stages == nil || p.Phases[2].Stages != nil || !p.Redraw {
		t.Errorf("phases %+v, redraw %v", p.Phases, p.Redraw)
	}
	if status, _, errs := invoke("", "survey", "run", dir); status != 0 {
		t.Fatalf("run: status %d, %q", status, errs)
	}
	status, out, errs = invoke("", "survey", "report", dir, "--json")
	var r struct {
		Estimate struct {
			High struct {
				Value  float64 `json:"value"`
				StdErr float64 `json:"std_err"`
			} `json:"high"`
		} `json:"estimate"`
	}
	if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil {
		t.Fatalf("report: status %d, %v, %q", status, err, errs)
	}
	const notRefuted = 4.8268e44 // the record, +- 3.2e40; without the refutations of its game phase a little more
	if e := &r.Estimate.High; e.Value-notRefuted > 5*e.StdErr+2e41 || notRefuted-e.Value > 5*e.StdErr || e.StdErr > 0.03*e.Value {
		t.Errorf("%.5g +- %.2g positions are not refuted, want %.5g", e.Value, e.StdErr, notRefuted)
	}
}

// TestCoverSize compares the size of the small cover with those of its parts, and names what is no
// cover.
func TestCoverSize(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	set, ok, err := newCover("cover-5-6")
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	space, err := openKernel(kernel.Small)()
	if err != nil {
		t.Fatal(err)
	}
	want := new(big.Int).Add(space.Size(), ranked.NewRepaired().Beyond(kernel.Small.Captures, kernel.Small.Pawns).Size())
	if set.Size().Cmp(want) != 0 || set.Name() != "cover-5-6" {
		t.Errorf("%s has size %v, want %v", set.Name(), set.Size(), want)
	}
	if n := len(set.(sampler.Divided).Strata()); n < 30 || n > 80 {
		t.Errorf("%d strata", n)
	}
	if _, ok, err := newCover("kernel"); ok || err != nil {
		t.Errorf("kernel is taken for a cover: %v", err)
	}
	if status, _, errs := invoke("", "survey", "plan", filepath.Join(cache, "x"), "--space", "cover-7"); status != 2 || !strings.Contains(errs, "unknown space") {
		t.Errorf("cover-7: status %d, %q", status, errs)
	}
}
