package shards

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// twoPhasePlan returns a plan of two strata and two shards; games says whether its last phase proves.
func twoPhasePlan(games bool) *plan.Plan {
	effort := verdict.Kernel
	if games {
		effort = verdict.Game
	}
	return &plan.Plan{Format: plan.Format, Space: "toy", Size: "1000", Stratification: Finest, Shards: 2, Confidence: 0.95,
		Phases: []plan.Phase{{Name: "filter", Effort: "static"}, {Name: "last", Effort: effort.String()}},
		Strata: []plan.Stratum{{Name: "a", Size: "400", Draws: 20, Fractions: []float64{0.5}}, {Name: "b", Size: "600", Draws: 12, Fractions: []float64{0.5}}}}
}

// firstShardRows returns the counts of the first shard of [twoPhasePlan]. Of 10 draws of stratum 0 and 6 of stratum 1, 4 and 2 pass the first phase, and
// 2 of each are judged in the last phase: one is legal and one is left open in stratum 0, both are refuted in stratum 1.
func firstShardRows() []record.Row {
	row := func(phase, stratum int32, property, value, outcome string, draws int64) record.Row {
		return record.Row{Phase: phase, Stratum: stratum, Property: property, Value: value, Outcome: outcome, Weight: 1, Multiplicity: 2, Draws: draws}
	}
	list := []record.Row{
		row(1, 0, All, "", record.Out, 6), row(1, 0, All, "", record.Pass, 4), row(1, 1, All, "", record.Out, 4), row(1, 1, All, "", record.Pass, 2),
		row(1, 0, Verdict, "Check", record.Out, 6), row(1, 0, Verdict, "Unknown", record.Pass, 4), row(1, 1, Verdict, "Check", record.Out, 4),
		row(1, 1, Verdict, "Unknown", record.Pass, 2),
		row(2, 0, All, "", record.In, 1), row(2, 0, All, "", record.Pass, 1), row(2, 1, All, "", record.Out, 2),
	}
	slices.SortFunc(list, record.Compare)
	return list
}

// TestVerify: right counts of a shard are accepted, and the error about a wrong one names it.
func TestVerify(t *testing.T) {
	p := twoPhasePlan(true)
	testkit.OK(t, Verify(p, &record.Shard{Rows: firstShardRows()}))
	for want, change := range map[string]func([]record.Row) []record.Row{
		"stratum 7 in phase 1":           func(r []record.Row) []record.Row { r[0].Stratum = 7; return r },
		"stratum 0 in phase 3":           func(r []record.Row) []record.Row { r[0].Phase = 3; return r },
		"of class 2 in phase 1":          func(r []record.Row) []record.Row { r[0].Class = 2; return r },
		"more than the 10 draws":         func(r []record.Row) []record.Row { r[0].Draws += 5; return r },
		"9 draws of stratum 0 under all": func(r []record.Row) []record.Row { r[0].Draws--; return r },
		"0 draws of stratum 0 under verd": func(r []record.Row) []record.Row {
			return slices.DeleteFunc(r, func(r record.Row) bool { return r.Property == Verdict })
		},
	} {
		testkit.FailsWith(t, Verify(p, &record.Shard{Rows: change(firstShardRows())}), want)
	}
}

// TestVerifyKnowsClasses: draws have classes where they pass the phase before the last, and in the last one, and in no earlier phase. A shard
// must be one of the plan.
func TestVerifyKnowsClasses(t *testing.T) {
	p := twoPhasePlan(true)
	p.Classes, p.Phases = RiskName, append(p.Phases[:1:1], p.Phases...)
	for h := range p.Strata {
		p.Strata[h].Classes = make([]float64, RiskClasses)
	}
	for phase, want := range []any{1: "of class 1 in phase 1", 2: nil, 3: nil} {
		rows := firstShardRows()
		rows = append(rows, record.Row{Phase: int32(phase), Class: 1, Property: Men, Outcome: record.Pass, Draws: 1})
		if phase > 0 {
			testkit.FailsWith(t, Verify(p, &record.Shard{Rows: rows}), want, "phase", phase)
		}
	}
	testkit.Fails(Decode(p, p.Shards, 0, nil))(t, "found shard 2, want one of 2")
}

// TestAddRows: of ten draws of a stratum of 400 four pass; of two of these one is legal and one is left open. So 400 x 0.4 x 0.5 / 2 positions are
// proven, where 2 is the multiplicity, and twice as many are not refuted. The other stratum has none. If no phase proves, both numbers are
// those that are not refuted.
func TestAddRows(t *testing.T) {
	for _, games := range []bool{true, false} {
		p := twoPhasePlan(games)
		s := design.NewSample(2)
		AddRows(s, p, firstShardRows(), IsAll)
		d := DesignOf(p)
		r := testkit.Must(d.Estimate(s, OptionsOf(p)))(t)
		low, high := 40.0, 80.0
		if !games {
			low = high
		}
		if math.Abs(r.Low.Value-low) > 1e-9 || math.Abs(r.High.Value-high) > 1e-9 || Proves(p) != games || r.Low.Draws != 16 {
			t.Errorf("games %v: %v and %v from %d draws, want %v and %v", games, r.Low.Value, r.High.Value, r.Low.Draws, low, high)
		}
	}
}

// TestAddCellKnowsClasses: a draw that passes the phase before the last is counted in its class there and in the last phase.
func TestAddCellKnowsClasses(t *testing.T) {
	s := design.NewSample(1)
	for _, r := range []record.Row{{Phase: 1, Class: 0, Outcome: record.Pass, Draws: 5}, {Phase: 2, Class: 3, Outcome: record.Pass, Draws: 4},
		{Phase: 3, Class: 3, Outcome: record.In, Draws: 2}} {
		o := stats.Open
		if r.Outcome == record.In {
			o = stats.In
		}
		AddCell(s, 3, &r, design.Cell{Outcome: o, Weight: 1, Mult: 1, Count: uint64(r.Draws)})
	}
	second := s.Strata[0].Child(0)
	if s.Strata[0].Passed(0) != 5 || second.Passed(3) != 4 || second.Passed(0) != 0 || NodeOf(&s.Strata[0], 3, 3, 3) != second.Child(3) ||
		second.Child(3).Count(stats.In) != 2 {
		t.Errorf("%+v", s.Strata[0])
	}
}

// TestSimplePerSecond: of 100 draws 20 pass the first phase, and 10 of them are legal, so the standard error of one draw of a set of 1000 is 1000 sqrt(0.1 x 0.9). A draw
// costs 2 s, and a fifth of the draws 10 s more, so it costs 4 s on average.
func TestSimplePerSecond(t *testing.T) {
	p := twoPhasePlan(true)
	p.Strata = []plan.Stratum{{Name: "a", Size: "1000", Draws: 100}}
	s := design.NewSample(1)
	s.Strata[0].AddOut(80)
	for range 20 {
		s.Strata[0].Add(stats.Open, 1, 1)
	}
	for i := range 20 {
		s.Strata[0].Child(0).Add([]stats.Outcome{stats.In, stats.Out}[i%2], 1, 1)
	}
	got, err := SimplePerSecond(p, s, []float64{2, 10}, 1)
	if want := 1000 * math.Sqrt(0.1*0.9*4); err != nil || math.Abs(got/want-1) > 1e-12 {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

// TestNewSource: a source is made of a plan that fits its space; if it does not fit, the error names the field of the plan.
func TestNewSource(t *testing.T) {
	space := toy.New("toy")
	validPlan := func() *plan.Plan {
		strata := testkit.Must(StrataOf(space, Finest))(t)
		return &plan.Plan{Space: "toy", Size: space.Size().String(), Stratification: Finest, Redraw: true, Seed: 3, Strata: strata}
	}
	source, err := NewSource(space, validPlan())
	if err != nil || source.Levels(0) != 16 {
		t.Fatalf("%v, %d levels", err, source.Levels(0))
	}
	for field, change := range map[string]func(*plan.Plan){
		"space":          func(p *plan.Plan) { p.Space = "other" },
		"size":           func(p *plan.Plan) { p.Size = "7" },
		"stratification": func(p *plan.Plan) { p.Stratification = "thin" },
		"strata":         func(p *plan.Plan) { p.Strata = p.Strata[1:] },
		"strata[1]":      func(p *plan.Plan) { p.Strata[1].Name = "b" },
		"classes":        func(p *plan.Plan) { p.Classes = "unheard" },
		"recast": func(p *plan.Plan) {
			p.Stratification, p.Strata = Whole, []plan.Stratum{{Name: Whole, Size: p.Size}}
		},
	} {
		p := validPlan()
		change(p)
		if _, err := NewSource(space, p); err == nil || !strings.HasPrefix(err.Error(), "plan: "+field+": found ") {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// TestFindingsMoveDraws settles one of three open draws: under each of its properties it moves from the row of undecided draws to that of legal
// ones. A list that does not belong to the rows is an error, and a multiplicity that rows cannot hold is one, too.
func TestFindingsMoveDraws(t *testing.T) {
	position := testkit.Must(chess.ParseFEN("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))(t)
	open := OpenDraw{Stratum: 1, Index: 5, All: true}
	open.Draw.Setup, open.Draw.Weight, open.Draw.Multiplicity = position.Setup, 1, 2
	p := twoPhasePlan(true)
	shardOf := func(weight, multiplicity, levels int32) *record.Shard {
		var props Properties
		props.Classify(&position.Setup)
		var list []record.Row
		for _, slot := range props[:DiagramAt] {
			v := slotValues[slot]
			list = append(list, record.Row{Phase: 2, Stratum: 1, Property: v.Property, Value: v.Value, Outcome: record.Pass,
				Weight: weight, Multiplicity: multiplicity, Draws: 3})
		}
		list = append(list, record.Row{Phase: 2, Stratum: 1, Property: Verdict, Value: loop.GaveUp.String(), Outcome: record.Pass, Weight: weight,
			Multiplicity: levels, Draws: 3})
		slices.SortFunc(list, record.Compare)
		return &record.Shard{Rows: list}
	}
	shard := func() *record.Shard { return shardOf(1, 2, 1) }
	findings := Findings{Key(&position.Setup): {Outcome: stats.In, Label: loop.Legal}}
	settled := shard()
	testkit.OK(t, findings.Apply(p, settled, []OpenDraw{open}))
	moved := map[string]int64{}
	for _, r := range settled.Rows {
		moved[fmt.Sprint(r.Property, r.Outcome)] += r.Draws
	}
	for _, property := range []string{All, Men, Castling, End, Turn, Verdict} {
		if moved[property+record.Pass] != 2 || moved[property+record.In] != 1 {
			t.Errorf("%s: %v", property, moved)
		}
	}
	if !slices.IsSortedFunc(settled.Rows, record.Compare) {
		t.Error("the rows are in no order")
	}
	// A refuted draw leaves the diagrams as they are. One that is redrawn is counted by its level.
	open.Diagram = true
	findings[Key(&position.Setup)] = Finding{Outcome: stats.Out, Label: loop.Filtered}
	testkit.OK(t, findings.Apply(p, shard(), []OpenDraw{open}))
	open.Draw.Weight, open.Draw.Multiplicity = 3, 96
	testkit.OK(t, findings.Apply(p, shardOf(3, 96, 32), []OpenDraw{open}))
	open.Draw.Weight, open.Draw.Multiplicity, open.Diagram = 1, 2, false
	open.Stratum = 0
	testkit.FailsWith(t, findings.Apply(p, shard(), []OpenDraw{open}), "draw 5 of stratum 0", "a list of another shard")
	// A multiplicity that would be 2 in 32 bits is not that of the rows.
	tooLarge := uint64(1<<32 + 2)
	open.Stratum, open.Draw.Multiplicity = 1, int(tooLarge)
	testkit.FailsWith(t, findings.Apply(p, shard(), []OpenDraw{open}), "records hold at most 2147483647", "a multiplicity of 2^32+2")
}

// TestApplyOfUnknownClasses: settled draws cannot be counted in classes that this program does not know.
func TestApplyOfUnknownClasses(t *testing.T) {
	p := twoPhasePlan(true)
	p.Classes = "of a later program"
	draw := OpenDraw{All: true}
	draw.Draw.Setup = chess.InitialSetup()
	known := Findings{Key(&draw.Draw.Setup): {Outcome: stats.In, Label: loop.Legal}}
	testkit.FailsWith(t, known.Apply(p, &record.Shard{Rows: firstShardRows()}, []OpenDraw{draw}), "this program knows no others")
}

// TestVerifyBundle: right counts of a bundle are accepted, and the error about a wrong one names it. A bundle has the counts of all draws by shard, and the
// other counts only as sums.
func TestVerifyBundle(t *testing.T) {
	p := twoPhasePlan(true)
	newRows := func() (all map[int][]record.Row, sums []record.Row) {
		all = map[int][]record.Row{}
		for _, r := range firstShardRows() {
			if IsAll(&r) {
				all[0], all[1] = append(all[0], r), append(all[1], r)
				continue
			}
			r.Draws *= 2
			sums = append(sums, r)
		}
		return all, sums
	}
	if all, sums := newRows(); verifyBundle(p, record.NewBundle(record.Identity{}, all, sums)) != nil {
		t.Fatal(verifyBundle(p, record.NewBundle(record.Identity{}, all, sums)))
	}
	for want, change := range map[string]func(all map[int][]record.Row, sums []record.Row) []record.Row{
		"shard 1: damaged: more than the 10 draws": func(all map[int][]record.Row, sums []record.Row) []record.Row { all[1][0].Draws += 9; return sums },
		"shard 0: damaged: counts draws of strat":  func(all map[int][]record.Row, sums []record.Row) []record.Row { all[0][0].Stratum = 2; return sums },
		"19 draws of stratum 0 under verdict":      func(_ map[int][]record.Row, sums []record.Row) []record.Row { sums[0].Draws--; return sums },
		"more than the 10 draws of stratum 0":      func(all map[int][]record.Row, sums []record.Row) []record.Row { delete(all, 1); return sums },
		"0 draws of stratum 0 under verdict":       func(map[int][]record.Row, []record.Row) []record.Row { return nil },
	} {
		all, sums := newRows()
		b := record.NewBundle(record.Identity{}, all, change(all, sums))
		testkit.FailsWith(t, verifyBundle(p, b), want)
	}
}

// TestTallyCountsPast32Bits: a plan may have 2^50 draws in one stratum and shard.
func TestTallyCountsPast32Bits(t *testing.T) {
	tally := &NewTallies(1)[0]
	tally.Levels = 1
	slots := []Slot{0}
	i, ok := tally.index(1, 2)
	if !ok {
		t.Fatal("no counter for weight 1 and multiplicity 2")
	}
	tally.counts[0][stats.Open][i] = math.MaxUint32
	testkit.OK(t, tally.Add(slots, stats.Open, 1, 2))
	rows := tally.Flush(nil, 1, 0, 0)
	if len(rows) != 1 || rows[0].Draws != 1<<32 || rows[0].Weight != 1 || rows[0].Multiplicity != 2 {
		t.Errorf("%+v, want 2^32 draws in one row", rows)
	}
}

// TestTallyRefusesWhatRecordsCannotHold: numbers are never cut to 32 bits. The first multiplicity is that of space krinitskii, of which the
// low 32 bits are 965738496.
func TestTallyRefusesWhatRecordsCannotHold(t *testing.T) {
	for _, c := range []struct {
		weight, mult uint64
		fits         bool
	}{{2, 104044953600, false}, {1 << 40, 1, false}, {1, math.MaxInt32 + 1, false}, {2, math.MaxInt32, true}, {math.MaxInt32, 3, true}} {
		weight, mult := int(c.weight), int(c.mult)
		tally := &NewTallies(1)[0]
		tally.Levels = 1
		err := tally.Add([]Slot{0, 1}, stats.Open, weight, mult)
		if c.fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "records hold at most 2147483647") {
			t.Errorf("weight %d and multiplicity %d: %v", c.weight, c.mult, err)
		}
		rows := tally.Flush(nil, 0, 0, 0)
		if c.fits && (len(rows) != 2 || rows[0].Weight != int32(c.weight) || rows[0].Multiplicity != int32(c.mult)) || !c.fits && len(rows) > 0 {
			t.Errorf("weight %d and multiplicity %d: rows %+v", c.weight, c.mult, rows)
		}
		if w, m, _ := record.Narrow(weight, mult); c.fits && (int(w) != weight || int(m) != mult) {
			t.Errorf("weight %d and multiplicity %d: read %d and %d", c.weight, c.mult, w, m)
		}
	}
}

// TestListsAgree: the draws that the last phase reached and left open are those of the shard, as many as it counts, and in both lists.
func TestListsAgree(t *testing.T) {
	p := twoPhasePlan(true)
	open := func(draws ...uint64) (list []OpenDraw) {
		for _, i := range draws {
			list = append(list, OpenDraw{Index: i, All: true})
		}
		return list
	}
	for _, c := range []struct {
		last int64 // draw of stratum 0 that the last phase left open, of the first ten
		open []OpenDraw
		want any
	}{
		{9, open(9), nil}, {10, open(9), "draw 10 of stratum 0 is none of the shard"}, {9, open(10), "draw 10 of stratum 0 is none of the shard"},
		{9, nil, "the list of open draws and their count differ by 1"}, {9, open(8, 9), "the list of open draws and their count differ by -1"},
	} {
		l := lists{c.open, []record.Reached{{Draw: c.last, Outcome: record.Pass}}}
		testkit.FailsWith(t, l.check(p, 0, map[stratumOutcome]int{{0, record.Pass}: 1}), c.want, c.last, c.open)
	}
}

// TestTallyOfLevels: a multiplicity that is no multiple of the levels of redrawn draws is counted as it is, and no draw is counted twice.
func TestTallyOfLevels(t *testing.T) {
	tally := &NewTallies(1)[0]
	tally.Levels = 32
	tally.AddRefuted(loop.Filtered)
	first := tally.Flush(nil, 0, 0, 0)
	testkit.OK(t, tally.Add([]Slot{0}, stats.Open, 1, 33))
	testkit.OK(t, tally.Add([]Slot{0}, stats.Open, 1, 64))
	second := tally.Flush(nil, 0, 0, 0)
	if len(first) != 2 || len(second) != 2 || second[0].Multiplicity+second[1].Multiplicity != 97 {
		t.Errorf("rows %+v\nand %+v, want two refuted and two open", first, second)
	}
}

// TestKnownShares: of what passes the first phase of a pilot every draw is judged in the second and third. Of 380 positions that reach the
// third, 80 in the first stratum pass it, and 300 in the second do not.
func TestKnownShares(t *testing.T) {
	p := twoPhasePlan(true)
	p.Phases = append(p.Phases, p.Phases[1])
	s := design.NewSample(2)
	for h, last := range []stats.Outcome{stats.In, stats.Out} {
		root := &s.Strata[h]
		for range []int{4, 6}[h] {
			root.Add(stats.Open, 1, 1)
			root.Child(0).Add(stats.Open, 1, 1)
			root.Child(0).Child(0).Add(last, 1, 1)
		}
	}
	if got := KnownShares(p, s); !slices.Equal(got, []float64{1, 0.21}) {
		t.Errorf("%v, want all and 80 of 380", got)
	}
}
