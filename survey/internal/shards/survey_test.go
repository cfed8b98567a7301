package shards

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/certificate"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/verdict"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// newOpenSetups returns the setups of the open draws of [newOpenSurvey]: of draw 4 of stratum 0 in shard 0, and of draw 14 in shard 1.
func newOpenSetups(t *testing.T) (list [2]chess.Setup) {
	t.Helper()
	for i, game := range openGames {
		p := chess.InitialPosition()
		p = p.PlayAll(testkit.Line(t, p, game))
		list[i] = p.Setup()
	}
	return list
}

// openGames are the games that lead to the setups of [newOpenSetups].
var openGames = [2]string{"e4", "Nf3 Nc6"}

// newOpenShard returns a shard with the counts of [firstShardRows], in which the draw of stratum 0 that is left open has the setup, and this draw.
func newOpenShard(p *plan.Plan, number int, setup *chess.Setup) (*record.Shard, OpenDraw) {
	o := OpenDraw{Stratum: 0, Index: uint64(10*number + 4), All: true}
	o.Draw.Setup, o.Draw.Weight, o.Draw.Multiplicity = *setup, 1, 2
	list := firstShardRows()
	var props Properties
	props.Classify(setup)
	for _, slot := range props[1:DiagramAt] {
		v := slotValues[slot]
		list = append(list, record.Row{Phase: 2, Stratum: 0, Property: v.Property, Value: v.Value, Outcome: record.Pass, Weight: 1, Multiplicity: 2, Draws: 1})
	}
	list = append(list, record.Row{Phase: 2, Stratum: 0, Property: Verdict, Value: "GaveUp", Outcome: record.Pass, Weight: 1, Multiplicity: 2, Draws: 1})
	slices.SortFunc(list, record.Compare)
	return &record.Shard{Identity: IdentityOf(p), Number: number, Rows: list}, o
}

// newOpenSurvey returns a survey of two shards, each with an open draw. If onlyFirst is set, only the first shard has a list.
func newOpenSurvey(t *testing.T, onlyFirst bool) *Survey {
	t.Helper()
	c := New(t.TempDir(), twoPhasePlan(true))
	testkit.OK(t, c.Folder.Prepare())
	for number, setup := range newOpenSetups(t) {
		s, o := newOpenShard(c.Plan, number, &setup)
		data := testkit.Must(s.Encode())(t)
		files := record.Files{Data: data}
		if !onlyFirst || number == 0 {
			files.Open = append([]byte(OpenHeader), o.Append(nil)...)
		}
		testkit.Must(c.Folder.Put(record.Entry{Shard: number, Draws: 16}, files))(t)
	}
	return c
}

// addCertificate adds a certificate of one of [newOpenSetups] to the survey: its game if reason is 0, and else a refutation for the reason.
func addCertificate(t *testing.T, c *Survey, s *chess.Setup, reason verdict.Reason) {
	t.Helper()
	r := certificate.Record{FEN: Key(s), Stage: "retro", Reasons: reason}
	if reason == 0 {
		list := newOpenSetups(t)
		r.Stage, r.Proof = replay.StageName, openGames[slices.Index(list[:], *s)]
	}
	line, err := json.Marshal(r)
	if err == nil {
		err = c.Folder.AppendSettled(line)
	}
	testkit.OK(t, err)
}

// checkSurvey returns the sum of all rows that Check finds in a survey, the numbers of draws that were settled later, and the problems.
func checkSurvey(t *testing.T, c *Survey) ([]record.Row, *Later, []record.Problem) {
	t.Helper()
	var sum []record.Row
	add := func(rows []record.Row) (err error) {
		sum, err = record.Merge(sum, rows)
		return err
	}
	v, later, err := c.Check(func(_ record.Entry, s *record.Shard) error { return add(s.Rows) }, add)
	testkit.OK(t, err)
	return sum, later, v.Problems
}

// countDraws returns the number of draws of the last phase under a property with an outcome.
func countDraws(rows []record.Row, property, outcome string) (n int64) {
	for _, r := range rows {
		if r.Phase == 2 && r.Property == property && r.Outcome == outcome {
			n += r.Draws
		}
	}
	return n
}

// TestCheckCountsWhatWasSettled: one open draw is proven legal later and one refuted. Under every property both move to their outcome,
// whether the shards are packed or not.
func TestCheckCountsWhatWasSettled(t *testing.T) {
	testkit.Medium(t)
	for _, packed := range []bool{false, true} {
		c, setups := newOpenSurvey(t, false), newOpenSetups(t)
		before, later, problems := checkSurvey(t, c)
		if len(problems) > 0 || *later != (Later{Listed: 2}) || countDraws(before, Men, record.Pass) != 2 || countDraws(before, All, record.In) != 2 {
			t.Fatalf("nothing settled: %v, %+v", problems, later)
		}
		addCertificate(t, c, &setups[0], 0)
		addCertificate(t, c, &setups[1], verdict.AdjacentKings)
		if packed {
			testkit.Must(c.Folder.Pack())(t)
		}
		after, later, problems := checkSurvey(t, c)
		if len(problems) > 0 || *later != (Later{Listed: 2, Legal: 1, Illegal: 1}) {
			t.Errorf("packed %v: %v, %+v", packed, problems, later)
		}
		for _, property := range []string{Men, Turn, Castling, End, Check} {
			if countDraws(after, property, record.Pass) != 0 || countDraws(after, property, record.In) != 1 || countDraws(after, property, record.Out) != 1 {
				t.Errorf("packed %v, %s: %d passed, %d legal, %d refuted, want 0, 1 and 1", packed, property,
					countDraws(after, property, record.Pass), countDraws(after, property, record.In), countDraws(after, property, record.Out))
			}
		}
		if got := countDraws(after, All, record.In); got != 3 || countDraws(after, All, record.Out) != 5 || countDraws(after, Verdict, record.Pass) != 0 {
			t.Errorf("packed %v: %d draws are legal of all, want 3", packed, got)
		}
		list, err := c.OpenDraws()
		if err != nil || len(list.Open) != 0 || list.Listed != 2 || list.Unlisted != 0 {
			t.Errorf("packed %v: %v, %+v are open", packed, err, list)
		}
	}
}

// TestOpenDraws: draws in the lists without a certificate are open, and shards without a list are counted. A certificate without a verdict, or one that
// cannot be read, is a problem with its line, and changes nothing.
func TestOpenDraws(t *testing.T) {
	c, setups := newOpenSurvey(t, true), newOpenSetups(t)
	addCertificate(t, c, &setups[1], 0) // its shard has no list
	for _, bad := range []string{`{"fen":"8/8/8/8/8/8/8/K1k5 w - -","stage":"retro","reasons":[]}`, `{"fen":"x","color":"red"}`} {
		testkit.OK(t, c.Folder.AppendSettled([]byte(bad)))
	}
	list, err := c.OpenDraws()
	if err != nil || len(list.Open) != 1 || list.Open[0].Draw.Setup != setups[0] || list.Open[0].Index != 4 || list.Listed != 1 || list.Unlisted != 1 {
		t.Fatalf("%v, %+v", err, list)
	}
	if len(list.Problems) != 2 || !strings.Contains(list.Problems[0].Err.Error(), `settled.jsonl:2: a certificate of stage "retro" names no reason`) ||
		!strings.Contains(list.Problems[1].Err.Error(), `settled.jsonl:3: `) {
		t.Errorf("problems %v", list.Problems)
	}
	_, later, problems := checkSurvey(t, c)
	if *later != (Later{Listed: 1, Unlisted: 1}) || len(problems) != 2 {
		t.Errorf("%+v, problems %v", later, problems)
	}
}

// TestGamesThatLeadElsewhere: a game to another setup is a problem for Check, and does not count. A wrong refutation counts until Unconfirmed checks it,
// which finds both problems.
func TestGamesThatLeadElsewhere(t *testing.T) {
	c, setups := newOpenSurvey(t, false), newOpenSetups(t)
	for _, r := range []certificate.Record{
		{FEN: Key(&setups[0]), Stage: replay.StageName, Proof: openGames[1]},
		{FEN: Key(&setups[1]), Stage: "rules", Reasons: verdict.AdjacentKings},
	} {
		line, err := json.Marshal(r)
		testkit.OK(t, errors.Join(err, c.Folder.AppendSettled(line)))
	}
	_, later, problems := checkSurvey(t, c)
	if *later != (Later{Listed: 2, Illegal: 1}) || len(problems) != 1 ||
		!strings.Contains(problems[0].Err.Error(), "settled.jsonl:1: "+Key(&setups[0])+": the game does not lead there") {
		t.Errorf("%+v, problems %v", later, problems)
	}
	problems, err := c.Unconfirmed(t.Context())
	if err != nil || len(problems) != 2 || !strings.Contains(problems[1].Err.Error(), "settled.jsonl:2: "+Key(&setups[1])+": the certificate does not confirm") {
		t.Errorf("%v, problems %v", err, problems)
	}
}

// TestCheckNamesBadLists: a list with a correct checksum that cannot be read, or that contradicts the tallies, is an error that names the line or the
// draw. An error of the visitor ends Check.
func TestCheckNamesBadLists(t *testing.T) {
	c, setups := newOpenSurvey(t, true), newOpenSetups(t)
	for want, text := range map[string]string{
		"000001.tsv:2: 1 fields, want 6": OpenHeader + "what\n",
		"draw 4 of stratum 1":            OpenHeader + strings.Replace(openLineOf(t, &setups[1]), "\t0\t", "\t1\t", 1),
	} {
		s, _ := newOpenShard(c.Plan, 1, &setups[1])
		data := testkit.Must(s.Encode())(t)
		testkit.Must(c.Folder.Put(record.Entry{Shard: 1, Draws: 16}, record.Files{Data: data, Open: []byte(text)}))(t)
		addCertificate(t, c, &setups[1], 0)
		if _, _, err := c.Check(func(record.Entry, *record.Shard) error { return nil }, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	errStop := errors.New("stop")
	if _, _, err := newOpenSurvey(t, false).Check(func(record.Entry, *record.Shard) error { return errStop }, nil); !errors.Is(err, errStop) {
		t.Errorf("an error of the visitor: %v", err)
	}
}

// openLineOf returns the line of a setup as draw 4 of stratum 0.
func openLineOf(t *testing.T, s *chess.Setup) string {
	t.Helper()
	_, o := newOpenShard(twoPhasePlan(true), 0, s)
	return string(o.Append(nil))
}

// TestOpenSurvey opens a stored record; a folder without a valid plan is an error with its path.
func TestOpenSurvey(t *testing.T) {
	dir := t.TempDir()
	testkit.Fails(Open(dir))(t, os.ErrNotExist, "a folder without a plan")
	path := filepath.Join(dir, plan.FileName)
	testkit.OK(t, os.WriteFile(path, []byte(`{"format": 1, "spice": 2}`), 0o644))
	if _, err := Open(dir); err == nil || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("a plan with another field: %v", err)
	}
	stored := testkit.Must(Open("../../../records/first"))(t)
	want := record.Identity{Plan: stored.Plan.Hash(), Signature: stored.Plan.Code.Signature, Space: "ranked-repaired", Seed: 20261121}
	if f := &stored.Folder; f.Identity != want || f.Shards != stored.Plan.Shards || f.Dir != "../../../records/first" ||
		!reflect.DeepEqual(IdentityOf(stored.Plan), want) {
		t.Errorf("%+v, want %+v", f, want)
	}
}

// TestContradictingFindings: if one line has a game to a draw and another one refutes it, as when files are merged, the second one is a problem, and
// the draw stays open.
func TestContradictingFindings(t *testing.T) {
	c, setups := newOpenSurvey(t, false), newOpenSetups(t)
	for _, r := range []certificate.Record{
		{FEN: Key(&setups[1]), Stage: "rules", Reasons: verdict.AdjacentKings},
		{FEN: Key(&setups[1]), Stage: replay.StageName, Proof: openGames[1]},
	} {
		line, err := json.Marshal(r)
		testkit.OK(t, errors.Join(err, c.Folder.AppendSettled(line)))
	}
	_, later, problems := checkSurvey(t, c)
	if *later != (Later{Listed: 2}) || len(problems) != 1 || !strings.Contains(problems[0].Err.Error(), "settled.jsonl:2: "+Key(&setups[1])+": contradicts") {
		t.Errorf("%+v, problems %v", later, problems)
	}
}
