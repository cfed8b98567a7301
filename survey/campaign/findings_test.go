package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/survey/plan"
)

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
		if _, err := Make(context.Background(), toyProgram(verdict.Game), dir, r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, err := os.Stat(filepath.Join(dir, plan.FileName)); err == nil {
			t.Errorf("%s: a plan was written", want)
		}
	}
}
