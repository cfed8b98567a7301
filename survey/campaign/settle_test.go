package campaign

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/certificate"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
	"chesscensus/survey/report"
)

// A decisiveStage is the last toy stage, but it decides draws that the toy leaves open.
type decisiveStage struct {
	toy.Stage
	outcome func(*chess.Setup) stats.Outcome
}

func (d decisiveStage) Judge(ctx context.Context, s chess.Setup, b verdict.Budget) (verdict.Verdict, bool) {
	v, isDecided := d.Stage.Judge(ctx, s, b)
	if isDecided {
		return v, isDecided
	}
	switch d.outcome(&s) {
	case stats.In:
		return verdict.Verdict{Outcome: verdict.Legal, Certificate: verdict.ProofGame(""), Stage: d.Name()}, true
	case stats.Out:
		return verdict.Verdict{Outcome: verdict.Illegal, Reasons: verdict.AdjacentKings, Stage: d.Name()}, true
	}
	return v, isDecided
}

// TestSettledDrawsCountAsIfDecidedAtOnce: tallies in which open draws are settled later are equal to those of a program that decides
// these draws at once.
func TestSettledDrawsCountAsIfDecidedAtOnce(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for name, outcome := range map[string]func(*chess.Setup) stats.Outcome{
		"all legal":   func(*chess.Setup) stats.Outcome { return stats.In },
		"all illegal": func(*chess.Setup) stats.Outcome { return stats.Out },
		"mixed": func(s *chess.Setup) stats.Outcome {
			return [3]stats.Outcome{stats.Out, stats.Open, stats.In}[toy.Hash("mixed", s)%3]
		},
		"none": func(*chess.Setup) stats.Outcome { return stats.Open },
	} {
		if name != "mixed" && testing.Short() {
			continue // the mixed case has draws of all kinds
		}
		t.Run(name, func(t *testing.T) { checkSettled(t, outcome) })
	}
}

// checkSettled is the test for open draws with some outcomes.
func checkSettled(t *testing.T, outcome func(*chess.Setup) stats.Outcome) {
	c := makeToy(t, verdict.Game)
	source := testkit.Must(shards.NewSource(toy.New("toy"), c.Plan))(t)
	decisive, err := newWorker(c.Plan, source, func() []legality.Stage {
		stages := toy.Stages(verdict.Game)()
		stages[2] = decisiveStage{stages[2].(toy.Stage), outcome}
		return stages
	})
	testkit.OK(t, err)
	later := testkit.Must(newWorker(c.Plan, source, toy.Stages(verdict.Game)))(t)
	numOpen := 0
	b := settledBundle{findings: shards.Findings{}}
	for shard := range c.Plan.Shards {
		want := doShard(t, decisive, shard).Rows
		r := testkit.Must(later.Do(context.Background(), Job{Shard: shard}))(t)
		list := testkit.Must(shards.ParseOpenList("list", r.Open))(t)
		numOpen += len(list)
		findings := shards.Findings{}
		for i := range list {
			switch s := &list[i].Draw.Setup; outcome(s) {
			case stats.In:
				findings[shards.Key(s)] = shards.Finding{Outcome: stats.In, Label: loop.Legal}
			case stats.Out:
				findings[shards.Key(s)] = shards.Finding{Outcome: stats.Out, Label: loop.Refuted(verdict.AdjacentKings)}
			}
		}
		got := testkit.Must(record.Decode(r.Data))(t)
		testkit.OK(t, findings.Apply(c.Plan, got, list))
		if !slices.Equal(got.Rows, want) {
			t.Fatalf("shard %d: the tallies differ: %s", shard, differenceText(got.Rows, want))
		}
		if len(findings) > 0 && findings.Apply(c.Plan, got, list) == nil {
			t.Error("the same draws are settled twice")
		}
		isOld := func(r *record.Row) bool { return r.Property != shards.End && r.Property != shards.Turn } // older shards do not count these
		got = testkit.Must(record.Decode(r.Data))(t)
		got.Rows = selectRows(got.Rows, isOld)
		if err := findings.Apply(c.Plan, got, list); err != nil || !slices.Equal(got.Rows, selectRows(want, isOld)) {
			t.Fatalf("shard %d without two properties: %v", shard, err)
		}
		b.add(t, c.Plan, findings, testkit.Must(record.Decode(r.Data))(t), list, want)
	}
	minDraws := 50
	if testing.Short() {
		minDraws = 20 // the survey is smaller
	}
	if numOpen < minDraws {
		t.Errorf("only %d open draws, want %d", numOpen, minDraws)
	}
	sums := &record.Shard{Number: -1, Rows: b.sums}
	if err := b.findings.Apply(c.Plan, sums, b.list); err != nil || !slices.Equal(sums.Rows, b.want) {
		t.Errorf("the sums of a bundle: %v, %s", err, differenceText(sums.Rows, b.want))
	}
}

// selectRows returns the rows for which isWanted returns true.
func selectRows(rows []record.Row, isWanted func(*record.Row) bool) []record.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r record.Row) bool { return !isWanted(&r) })
}

// A settledBundle adds up the rows of shards as in a bundle, but for property all: as they are without findings, and as they should be with them.
type settledBundle struct {
	findings   shards.Findings
	list       []shards.OpenDraw
	sums, want []record.Row
}

// add adds a shard, and settles the draws of its rows of property all as those of a shard in a bundle.
func (b *settledBundle) add(t *testing.T, p *plan.Plan, findings shards.Findings, s *record.Shard, list []shards.OpenDraw, want []record.Row) {
	t.Helper()
	isOther := func(r *record.Row) bool { return !shards.IsAll(r) }
	b.sums = testkit.Must(record.Merge(b.sums, selectRows(s.Rows, isOther)))(t)
	b.want = testkit.Must(record.Merge(b.want, selectRows(want, isOther)))(t)
	maps.Copy(b.findings, findings)
	b.list = append(b.list, list...)
	s.Rows, s.Bundled = selectRows(s.Rows, shards.IsAll), true
	if err := findings.Apply(p, s, list); err != nil || !slices.Equal(s.Rows, selectRows(want, shards.IsAll)) {
		t.Fatalf("shard %d of a bundle: %v, or other rows", s.Number, err)
	}
}

func doShard(t *testing.T, w *Worker, shard int) *record.Shard {
	t.Helper()
	r := testkit.Must(w.Do(context.Background(), Job{Shard: shard}))(t)
	return testkit.Must(record.Decode(r.Data))(t)
}

// differenceText returns the rows that only one of two lists has.
func differenceText(got, want []record.Row) string {
	b, _ := json.Marshal([][]record.Row{rowsWithout(got, want), rowsWithout(want, got)})
	return string(b)
}

func rowsWithout(rows, other []record.Row) (list []record.Row) {
	for _, r := range rows {
		if !slices.Contains(other, r) {
			list = append(list, r)
		}
	}
	return list
}

// TestOpenListsComeBack compares every draw in the lists of a run with the source.
func TestOpenListsComeBack(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := makeToy(t, verdict.Game)
	runToy(t, c, verdict.Game, Options{})
	s := openSettler(t, c)
	defer s.Close()
	if s.Unlisted != 0 || len(s.Open) != s.Listed || s.Listed == 0 || len(s.Problems) > 0 {
		t.Errorf("%d open of %d, %d shards without list, problems %v", len(s.Open), s.Listed, s.Unlisted, s.Problems)
	}
	source := testkit.Must(shards.NewSource(toy.New("toy"), c.Plan))(t)
	diagrams := 0
	for _, o := range s.Open {
		d := o.Draw
		if !source.Redraw(&d, o.Stratum, o.Index) || d.Setup != o.Draw.Setup || d.Weight != o.Draw.Weight || d.Multiplicity != o.Draw.Multiplicity {
			t.Errorf("draw %d of stratum %d is %+v, listed %+v", o.Index, o.Stratum, d, o.Draw)
		}
		again, err := shards.ParseOpen(strings.TrimSuffix(string(o.Append(nil)), "\n"))
		if err != nil || !reflect.DeepEqual(again, o) {
			t.Errorf("%v: %+v comes back as %+v", err, o, again)
		}
		if o.Diagram {
			diagrams++
		}
	}
	if diagrams == 0 || diagrams == len(s.Open) {
		t.Errorf("%d of %d count as diagrams", diagrams, len(s.Open))
	}
	// A plan that proves nothing has no open draws.
	k := makeToy(t, verdict.Kernel)
	runToy(t, k, verdict.Kernel, Options{Shards: 1})
	testkit.Fails(os.Stat(filepath.Dir(k.Folder.OpenPath(0))))(t, os.ErrNotExist, "a list of open draws where nothing is proven")
}

func openSettler(t *testing.T, c *Campaign) *Settler {
	t.Helper()
	return testkit.Must(c.Settler())(t)
}

// certify returns the certificate of a legal open draw. It returns nil if the draw is illegal, which the stages of the toy do not find.
func certify(t *testing.T, o *shards.OpenDraw) *certificate.Record {
	t.Helper()
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Game}))(t)
	v := e.Judge(context.Background(), o.Draw.Setup)
	if v.Outcome == verdict.Illegal {
		return nil
	}
	if v.Outcome != verdict.Legal {
		t.Fatalf("%v: %v", o.Draw.Setup, v.Outcome)
	}
	return testkit.Must(certificate.New(&o.Draw.Setup, &v))(t)
}

// TestSettlerTakesOnlyWhatChecks adds a game, the same game again, one of another setup and one that is cut short, and then damages the
// stored game.
func TestSettlerTakesOnlyWhatChecks(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := makeToy(t, verdict.Game)
	runToy(t, c, verdict.Game, Options{Shards: 6})
	before, _, err := readerOf(t, c).Report(context.Background())
	testkit.OK(t, err)
	s := openSettler(t, c)
	ctx := context.Background()
	var games []*certificate.Record
	for i := 0; len(games) < 2; i++ {
		o := &s.Open[i]
		if o.Draw.Setup.Castling == 0 && (len(games) == 0 || games[0].FEN != shards.Key(&o.Draw.Setup)) {
			if game := certify(t, o); game != nil {
				games = append(games, game)
			}
		}
	}
	game := games[0]
	shortened := *game
	shortened.Proof = shortened.Proof[:len(shortened.Proof)/2]
	testkit.Fails(s.Add(ctx, &shortened))(t, certificate.ErrRefuted, "a game cut short")
	foreign := *game
	initial := chess.InitialPosition()
	setup := initial.Setup()
	foreign.FEN = setup.String()
	testkit.Fails(s.Add(ctx, &foreign))(t, ErrNotOpen, "a setup that is not open")
	open := len(s.Open)
	n, err := s.Add(ctx, game)
	if err != nil || n < 1 || len(s.Open) != open-n {
		t.Fatalf("%d draws settled, %d of %d left: %v", n, len(s.Open), open, err)
	}
	testkit.Fails(s.Add(ctx, game))(t, ErrNotOpen, "the same again")
	testkit.Fails(c.Settler())(t, "", "two settlers in one folder")
	testkit.Must(s.Add(ctx, games[1]))(t)
	testkit.OK(t, s.Close())
	after, problems, err := readerOf(t, c).Report(ctx)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	if after.Later.Legal < 2 || after.Later.Listed != before.Later.Listed || before.Later.Legal != 0 {
		t.Errorf("later %+v, before %+v", after.Later, before.Later)
	}
	if after.Estimate.Low.Value <= before.Estimate.Low.Value || after.Estimate.High.Value != before.Estimate.High.Value {
		t.Errorf("proven %v after %v, not refuted %v after %v", after.Estimate.Low.Value, before.Estimate.Low.Value, after.Estimate.High.Value,
			before.Estimate.High.Value)
	}
	damageSettled(t, c, after)
}

// damageSettled changes a byte of the first certificate: it is a problem, and its draw counts as open again.
func damageSettled(t *testing.T, c *Campaign, undamaged *report.Report) {
	path := filepath.Join(c.Folder.Dir, record.SettledName)
	data := testkit.Must(os.ReadFile(path))(t)
	data[20] ^= 1
	testkit.OK(t, os.WriteFile(path, data, 0o644))
	r, problems, err := readerOf(t, c).Report(context.Background())
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0].Err.Error(), record.SettledName+":1: wrong checksum") {
		t.Errorf("%v, problems %v", err, problems)
	}
	if r.Later.Legal >= undamaged.Later.Legal || r.Later.Legal == 0 {
		t.Errorf("%d settled, with a damaged line of %d", r.Later.Legal, undamaged.Later.Legal)
	}
}
