package report

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// TestJoinedPartsAreTheWhole divides the strata of a survey into two parts and joins their totals: all figures are those of the survey, to the
// last digit.
func TestJoinedPartsAreTheWhole(t *testing.T) {
	testkit.Unraced(t)
	c := makeToy(t, verdict.Game)
	runToy(t, c, verdict.Game, campaign.Options{})
	r := readerOf(t, c)
	undivided, _, err := r.total(nil)
	testkit.OK(t, err)
	p := r.Plan
	if len(p.Strata) < 3 {
		t.Fatalf("%d strata", len(p.Strata))
	}
	const cut = 2
	part := func(strata []plan.Stratum) *total {
		q := *p
		q.Strata = strata
		q.Size = totalSize(strata)
		return newTotal(&q, stats.Options{Confidence: q.Confidence})
	}
	a, b := part(p.Strata[:cut]), part(p.Strata[cut:])
	if _, err := r.Folder.Check(func(e record.Entry, s *record.Shard) error {
		low, high := *s, *s
		low.Rows, high.Rows = nil, nil
		for _, row := range s.Rows {
			if row.Stratum < cut {
				low.Rows = append(low.Rows, row)
			} else {
				row.Stratum -= cut
				high.Rows = append(high.Rows, row)
			}
		}
		return errors.Join(a.add(e, &low), b.add(e, &high))
	}); err != nil {
		t.Fatal(err)
	}
	joined := testkit.Must(joinTotals(a, b))(t)
	joined.later = undivided.later
	want := testkit.Must(undivided.report(context.Background()))(t)
	got := testkit.Must(joined.report(context.Background()))(t)
	for h := range want.Estimate.Strata { // strata of the second part have other names
		got.Estimate.Strata[h].Name = want.Estimate.Strata[h].Name
	}
	for name, pair := range map[string][2]any{
		"estimate": {got.Estimate, want.Estimate}, "groups": {got.Groups, want.Groups}, "verdicts": {got.Verdicts, want.Verdicts},
		"between":      {got.Between, want.Between},
		"multiplicity": {got.Multiplicity, want.Multiplicity}, "derived": {got.Derived, want.Derived}, "z": {got.Z, want.Z},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%s: %+v, want %+v", name, pair[0], pair[1])
		}
	}
	s := got.Supplement
	if s == nil || want.Supplement != nil || math.Abs(s.ThenLow.Value+s.Low.Value-want.Estimate.Low.Value) > 1e-9*want.Estimate.Low.Value ||
		math.Abs(math.Hypot(s.ThenLow.StdErr, s.Low.StdErr)-want.Estimate.Low.StdErr) > 1e-9*want.Estimate.Low.StdErr || s.Draws+got.Draws != want.Draws {
		t.Errorf("%+v: the parts do not add up to %+v", s, want.Estimate.Low)
	}
}

// totalSize returns the sum of the sizes of strata.
func totalSize(strata []plan.Stratum) string {
	n := strata[0].N()
	for h := range strata[1:] {
		n.Add(n, strata[1+h].N())
	}
	return n.String()
}

const second = "../../records/second"

// TestSupplementOfTheSecondEdition: the report of the second edition is the sum of both surveys, the supplement agrees with an independent
// sample, (9.8 +- 1.0)e39, and the parts by men add up.
func TestSupplementOfTheSecondEdition(t *testing.T) {
	testkit.Long(t) // it reads the largest record
	testkit.Unraced(t)
	r := testkit.Must(Open(second))(t)
	rep, problems, err := r.Report(context.Background())
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	s := rep.Supplement
	if s == nil || s.Space != "kernel-lost" || math.Abs(s.Low.Value-9.8e39) > 2e39 || s.Low.StdErr > 5e37 {
		t.Fatalf("supplement %+v", s)
	}
	if sum := s.ThenLow.Value + s.Low.Value; math.Abs(rep.Estimate.Low.Value-sum) > 1e-12*sum {
		t.Errorf("%g proven, want %g", rep.Estimate.Low.Value, sum)
	}
	for _, g := range rep.Groups {
		if g.Name != "men" && g.Name != "pawns" && g.Name != "promoted men, at least" {
			continue
		}
		sum := 0.0
		for i := range g.Items {
			sum += g.Items[i].Low.Value
		}
		if math.Abs(sum-rep.Estimate.Low.Value) > 1e-9*sum {
			t.Errorf("by %s the parts add up to %g of %g", g.Name, sum, rep.Estimate.Low.Value)
		}
	}
}

// TestSurveyWithoutItsSupplement: a survey whose set lacked members is an error without its supplement, with another survey in its place, or with an
// unfinished one.
func TestSurveyWithoutItsSupplement(t *testing.T) {
	testkit.Long(t)
	dir := filepath.Join(t.TempDir(), "second")
	testkit.OK(t, os.CopyFS(dir, os.DirFS(second)))
	folder := filepath.Join(dir, supplementDir)
	path := filepath.Join(folder, plan.FileName)
	text := testkit.Must(os.ReadFile(path))(t)
	shardFiles, err := filepath.Glob(filepath.Join(folder, "*", "*.parquet"))
	if err != nil || len(shardFiles) == 0 {
		t.Fatal(shardFiles, err)
	}
	refused := func(what string, words ...string) {
		t.Helper()
		r, err := Open(dir)
		testkit.OK(t, err)
		// Report would read the survey itself first, which takes seconds.
		_, err = r.addSupplement(newTotal(r.Plan, r.options()), new(Later), r.Plan.Gap())
		if !errors.Is(err, errSupplement) {
			t.Fatalf("%s: %v", what, err)
		}
		for _, word := range append(words, folder) {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %v, want %q", what, err, word)
			}
		}
	}
	write := func(old, new string) {
		t.Helper()
		if !strings.Contains(string(text), old) {
			t.Fatalf("no %s in the plan", old)
		}
		testkit.OK(t, os.WriteFile(path, []byte(strings.Replace(string(text), old, new, 1)), 0o600))
	}
	write(`"space": "kernel-lost"`, `"space": "kernel"`)
	refused("another set", "found a survey of \"kernel\"", "want kernel-lost")
	write(`"passes": 3`, `"passes": 2`)
	refused("other phases", "found phases")
	write(`"seed": 2026`, `"seed": 3026`)
	refused("another plan", "0 of 16 shards")
	write("{", "[")
	refused("no plan", path)
	write("{", "{")
	damaged := testkit.Must(os.ReadFile(shardFiles[0]))(t)
	damaged[len(damaged)/2] ^= 1
	testkit.OK(t, os.WriteFile(shardFiles[0], damaged, 0o600))
	refused("a damaged shard", "of 16 shards can be read", filepath.Base(shardFiles[0]))
	testkit.OK(t, os.RemoveAll(folder))
	refused("nothing", "drawn from cover as it was until 2026-11-26", "want a survey of kernel-lost", fs.ErrNotExist.Error()[:4])
	r, err := Open(dir)
	if err != nil || r.Plan.Gap() == nil {
		t.Fatal(err)
	}
	if rep, _, err := r.Report(context.Background()); rep != nil || !errors.Is(err, errSupplement) {
		t.Errorf("a report: %v", err)
	}
	if v, err := r.Folder.Check(nil); err != nil || len(v.Done) != 120 {
		t.Errorf("%v: the shards are no longer there", err)
	}
}
