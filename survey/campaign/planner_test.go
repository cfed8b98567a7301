package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler/ranked"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// TestTargetSetsTheBudget: the time for a half-width grows with its inverse square, and the plan expects the target.
func TestTargetSetsTheBudget(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	var cost [2]float64
	for i, target := range []float64{0.04, 0.01} {
		r := toyRequest(verdict.Game)
		r.Budget, r.Target = 0, target
		c := testkit.Must(Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), r))(t)
		if e := c.Plan.Expected.Relative; math.Abs(e/target-1) > 0.05 {
			t.Errorf("target %v: expected %v", target, e)
		}
		cost[i] = c.Plan.Expected.CPUSeconds
	}
	if ratio := cost[1] / cost[0]; ratio < 12 || ratio > 20 {
		t.Errorf("a quarter of the half-width costs %.3g times as much, want about 16", ratio)
	}
	// With both, a budget and a target, the budget ends this plan first.
	r := toyRequest(verdict.Game)
	r.Target = 0.0001
	c, err := Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), r)
	if err != nil || c.Plan.Expected.CPUSeconds > r.Budget {
		t.Errorf("%v: %v s planned with a budget of %v s", err, c.Plan.Expected.CPUSeconds, r.Budget)
	}
}

// TestTimeForALooseTarget: where the least draws of a costly stratum take most of the time, the time for a target is found by bisection. It is
// enough, and a tenth less is too little. The first target takes less time than the least draws, the second one a little more.
func TestTimeForALooseTarget(t *testing.T) {
	d := &design.Design{Strata: []design.Stratum{{Name: "costly", Size: big.NewInt(1e6)}, {Name: "cheap", Size: big.NewInt(1e6)}}, Phases: 1}
	models := []design.Model{{Reach: 1, Variance: 1e-9, Cost: 0.01}, {Reach: 1, Variance: 0.25, Cost: 1e-4}}
	const value = 5e5
	c := &Campaign{Plan: &plan.Plan{Confidence: 0.95}}
	for _, target := range []float64{0.9, 0.052} {
		r := &Request{Shards: 1, Target: target}
		isEnough := func(seconds float64) bool {
			a, err := c.allocateTime(d, models, seconds, r)
			if err != nil && !errors.Is(err, design.ErrBudget) {
				t.Fatal(err)
			}
			return err == nil && 1.96*a.StdErr/value < 1.001*target
		}
		seconds := testkit.Must(c.timeForTarget(d, models, value, r))(t)
		if seconds > 1 || !isEnough(seconds) || isEnough(seconds/1.11) {
			t.Errorf("target %v: %v s, enough: %v, a tenth less: %v", target, seconds, isEnough(seconds), isEnough(seconds/1.11))
		}
	}
}

// TestShardsOfAGivenTime: a shard takes the requested time, by the costs of the pilot, unless shards would be too small.
func TestShardsOfAGivenTime(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, n := range []float64{1, 7, 200} {
		r := toyRequest(verdict.Kernel)
		r.Shards, r.ShardSeconds = 0, r.Budget/n
		c := testkit.Must(Make(context.Background(), toyProgram(verdict.Kernel), t.TempDir(), r))(t)
		if each := c.Plan.Expected.CPUSeconds / float64(c.Plan.Shards); math.Abs(each/r.ShardSeconds-1) > 0.15 {
			t.Errorf("%v s of CPU in %d shards, want shards of %v s", c.Plan.Expected.CPUSeconds, c.Plan.Shards, r.ShardSeconds)
		}
	}
	r := toyRequest(verdict.Kernel)
	r.Shards, r.ShardSeconds = 0, r.Budget/1e6
	if c, err := Make(context.Background(), toyProgram(verdict.Kernel), t.TempDir(), r); err != nil || c.Plan.Shards > 10_000 {
		t.Errorf("%v, %d shards of a millionth of the budget", err, c.Plan.Shards)
	}
}

// TestPlanPredictsCost compares the cost of a run, at the costs of the plan, with the forecast. For half-width and gain see
// TestPlansPredictTheHalfWidth.
func TestPlanPredictsCost(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := makeToy(t, verdict.Game)
	runToy(t, c, verdict.Game, Options{})
	r := reportOf(t, c)
	cpu := 0.0
	for k, n := range r.Judged {
		cpu += float64(n) * c.Plan.Pilot.Costs[k]
	}
	if ratio := cpu / c.Plan.Expected.CPUSeconds; ratio < 0.9 || ratio > 1.1 {
		t.Errorf("cost %.4g s, expected %.4g s", cpu, c.Plan.Expected.CPUSeconds)
	}
	if r.Gain < 1 {
		t.Errorf("gain over simple sampling %v", r.Gain)
	}
}

func TestImpossibleRequests(t *testing.T) {
	for want, edit := range map[string]func(*Request){
		"effort game":                  func(r *Request) { r.Effort = verdict.Game },
		"want finest or whole":         func(r *Request) { r.Stratification = "odd" },
		"3 costs, want one for each":   func(r *Request) { r.Costs = []float64{1, 1, 1} },
		"a larger budget or a smaller": func(r *Request) { r.Budget = 1e-6 },
		"confidence":                   func(r *Request) { r.Confidence = 2 },
		"a plan has at most 1.1e+15":   func(r *Request) { r.Budget, r.Target = 0, 1e-10 },
		"width of 2e-08 takes":         func(r *Request) { r.Budget, r.Target = 0, 2e-8 }, // after a pilot
	} {
		r := toyRequest(verdict.Kernel)
		edit(&r)
		testkit.Fails(Make(context.Background(), toyProgram(verdict.Kernel), t.TempDir(), r))(t, want)
	}
}

// TestPilotWithoutSurvivors: if the filter refutes all draws of a pilot, the error says that a larger pilot is needed. With measured costs it spoke
// of "3 costs for 1 phases".
func TestPilotWithoutSurvivors(t *testing.T) {
	prog := toyProgram(verdict.Kernel)
	prog.Stages = func() []legality.Stage {
		return []legality.Stage{toy.Stage{Asks: verdict.Static, Refutes: 8}, toy.Stage{Asks: verdict.Kernel, Refutes: 2}}
	}
	r := toyRequest(verdict.Kernel)
	r.Costs = nil
	_, err := Make(context.Background(), prog, t.TempDir(), r)
	if err == nil || !strings.Contains(err.Error(), "draws has found nothing to estimate") || !strings.Contains(err.Error(), "--pilot") {
		t.Errorf("error %v, want that the pilot has found nothing", err)
	}
}

// TestPawnsOf: strata of the ranked set have numbers of pawns; other sets have none.
func TestPawnsOf(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	space := ranked.NewRepaired().Stratify()
	risks := pawnsOf(space, shards.Finest)
	strata := space.Strata()
	if len(risks) != len(strata) {
		t.Fatalf("%d covariates of %d strata", len(risks), len(strata))
	}
	for h, s := range strata {
		for _, k := range s.Keys {
			if k.Name == riskKey && (risks[h] < float64(k.Lo) || risks[h] > float64(k.Hi)) {
				t.Errorf("%s: about %v pawns", s.Name, risks[h])
			}
		}
	}
	if pawnsOf(space, shards.Whole) != nil || pawnsOf(toy.New("toy"), shards.Finest) != nil {
		t.Error("covariates without keys")
	}
}

// TestFindingsReplaceThePilot: a plan from stored findings is equal to one that makes its own pilot.
func TestFindingsReplaceThePilot(t *testing.T) {
	testkit.Medium(t)
	r := toyRequest(verdict.Game)
	r.Budget, r.Target = 0, 0.02 // no budget from which a pilot would be taken
	own := testkit.Must(Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), r))(t)
	f := testkit.Must(Explore(context.Background(), toyProgram(verdict.Game), r))(t)
	text := testkit.Must(json.Marshal(f))(t)
	r.Findings = new(Findings)
	testkit.OK(t, json.Unmarshal(text, r.Findings))
	other := testkit.Must(Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), r))(t)
	if a, b := own.Plan.Append(nil), other.Plan.Append(nil); !bytes.Equal(a, b) {
		t.Errorf("with its own pilot\n%s\nfrom findings\n%s", a, b)
	}
	r.Seed = f.Seed
	if _, err := Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), r); err == nil || !strings.Contains(err.Error(), "that of the pilot") {
		t.Errorf("the draws of the pilot are used again: %v", err)
	}
}

// TestForeignFindings: findings of another set or other phases are refused, and no folder is made.
func TestForeignFindings(t *testing.T) {
	r := toyRequest(verdict.Game)
	valid := testkit.Must(Explore(context.Background(), toyProgram(verdict.Game), r))(t)
	for want, spoil := range map[string]func(*Findings){
		"of cover by ":              func(f *Findings) { f.Space = "cover" },
		"by men; the plan":          func(f *Findings) { f.Stratification = "men" },
		"of the phases [filter]":    func(f *Findings) { f.Phases = f.Phases[:1] },
		"findings on 0 strata":      func(f *Findings) { f.Models = nil },
		"1 costs and":               func(f *Findings) { f.Costs = f.Costs[:1] },
		"0 coefficients; the plan":  func(f *Findings) { f.Known = nil },
		"a pilot that estimates 0":  func(f *Findings) { f.Value = 0 },
		"a pilot that estimates Na": func(f *Findings) { f.Value = math.NaN() },
	} {
		f, dir := *valid, filepath.Join(t.TempDir(), "survey")
		spoil(&f)
		r.Findings = &f
		testkit.Fails(Make(context.Background(), toyProgram(verdict.Game), dir, r))(t, want)
		testkit.Fails(os.Stat(filepath.Join(dir, plan.FileName)))(t, "", want)
	}
}
