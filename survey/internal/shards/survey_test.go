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

// openSetups are the open draws of the two shards of [openSurvey]; each is draw 4 or 14 of stratum 0.
func openSetups(t *testing.T) (list [2]chess.Setup) {
	t.Helper()
	for i, game := range openGames {
		p := chess.InitialPosition()
		p = p.PlayAll(testkit.Line(t, p, game))
		list[i] = p.Setup()
	}
	return list
}

// openGames lead to the setups.
var openGames = [2]string{"e4", "Nf3 Nc6"}

// openShard is a shard with the counts of [rows], in which one draw of stratum 0 is open: the setup.
func openShard(p *plan.Plan, number int, setup *chess.Setup) (*record.Shard, OpenDraw) {
	o := OpenDraw{Stratum: 0, Index: uint64(10*number + 4), All: true}
	o.Draw.Setup, o.Draw.Weight, o.Draw.Multiplicity = *setup, 1, 2
	list := rows()
	var props Properties
	props.Classify(setup)
	for _, slot := range props[1:DiagramAt] {
		name := SlotNames[slot]
		list = append(list, record.Row{Phase: 2, Stratum: 0, Property: name[0], Value: name[1], Outcome: record.Pass, Weight: 1, Multiplicity: 2, Draws: 1})
	}
	list = append(list, record.Row{Phase: 2, Stratum: 0, Property: Verdict, Value: "GaveUp", Outcome: record.Pass, Weight: 1, Multiplicity: 2, Draws: 1})
	slices.SortFunc(list, record.Compare)
	return &record.Shard{Identity: IdentityOf(p), Number: number, Rows: list}, o
}

// openSurvey is a survey of two shards, each with an open draw; only the first has a list if one is set.
func openSurvey(t *testing.T, one bool) *Survey {
	t.Helper()
	c := New(t.TempDir(), twoPhases(true))
	testkit.OK(t, c.Folder.Prepare())
	for number, setup := range openSetups(t) {
		s, o := openShard(c.Plan, number, &setup)
		data := testkit.Must(s.Encode())(t)
		files := record.Files{Data: data}
		if !one || number == 0 {
			files.Open = append([]byte(OpenHeader), o.Append(nil)...)
		}
		testkit.Must(c.Folder.Put(record.Entry{Shard: number, Draws: 16}, files))(t)
	}
	return c
}

// settleLine adds what was found out about a setup: a game, or a refutation for a reason.
func settleLine(t *testing.T, c *Survey, s *chess.Setup, reason verdict.Reason) {
	t.Helper()
	r := certificate.Record{FEN: Key(s), Stage: "retro", Reasons: reason}
	if reason == 0 {
		list := openSetups(t)
		r.Stage, r.Proof = replay.StageName, openGames[slices.Index(list[:], *s)]
	}
	line, err := json.Marshal(r)
	if err == nil {
		err = c.Folder.AppendSettled(line)
	}
	testkit.OK(t, err)
}

// seen merges what Check shows of a survey.
func seen(t *testing.T, c *Survey) ([]record.Row, *Later, []record.Problem) {
	t.Helper()
	var all []record.Row
	add := func(rows []record.Row) (err error) {
		all, err = record.Merge(all, rows)
		return err
	}
	v, later, err := c.Check(func(_ record.Entry, s *record.Shard) error { return add(s.Rows) }, add)
	testkit.OK(t, err)
	return all, later, v.Problems
}

// count adds the draws of rows of the last phase under a property.
func count(rows []record.Row, property, outcome string) (n int64) {
	for _, r := range rows {
		if r.Phase == 2 && r.Property == property && r.Outcome == outcome {
			n += r.Draws
		}
	}
	return n
}

// TestCheckCountsWhatWasSettled: one open draw is proven legal later and one refuted. Under every property each leaves the draws that
// passed; the files stay as they are, whether the shards are packed or not.
func TestCheckCountsWhatWasSettled(t *testing.T) {
	testkit.Medium(t)
	for _, packed := range []bool{false, true} {
		c, setups := openSurvey(t, false), openSetups(t)
		before, later, problems := seen(t, c)
		if len(problems) > 0 || *later != (Later{Listed: 2}) || count(before, Men, record.Pass) != 2 || count(before, All, record.In) != 2 {
			t.Fatalf("nothing settled: %v, %+v", problems, later)
		}
		settleLine(t, c, &setups[0], 0)
		settleLine(t, c, &setups[1], verdict.AdjacentKings)
		if packed {
			testkit.Must(c.Folder.Pack())(t)
		}
		after, later, problems := seen(t, c)
		if len(problems) > 0 || *later != (Later{Listed: 2, Legal: 1, Illegal: 1}) {
			t.Errorf("packed %v: %v, %+v", packed, problems, later)
		}
		for _, property := range []string{Men, Turn, Castling, End, Check} {
			if count(after, property, record.Pass) != 0 || count(after, property, record.In) != 1 || count(after, property, record.Out) != 1 {
				t.Errorf("packed %v, %s: %d passed, %d legal, %d refuted, want 0, 1 and 1", packed, property,
					count(after, property, record.Pass), count(after, property, record.In), count(after, property, record.Out))
			}
		}
		if got := count(after, All, record.In); got != 3 || count(after, All, record.Out) != 5 || count(after, Verdict, record.Pass) != 0 {
			t.Errorf("packed %v: %d draws are legal of all, want 3", packed, got)
		}
		list, err := c.OpenDraws()
		if err != nil || len(list.Open) != 0 || list.Listed != 2 || list.Unlisted != 0 {
			t.Errorf("packed %v: %v, %+v are open", packed, err, list)
		}
	}
}

// TestOpenDraws: what is in the lists and not settled is open; shards without a list are counted; a line of what was settled that
// says nothing is a problem with its place, and changes nothing.
func TestOpenDraws(t *testing.T) {
	c, setups := openSurvey(t, true), openSetups(t)
	settleLine(t, c, &setups[1], 0) // of no list
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
	_, later, problems := seen(t, c)
	if *later != (Later{Listed: 1, Unlisted: 1}) || len(problems) != 2 {
		t.Errorf("%+v, problems %v", later, problems)
	}
}

// TestGamesThatLeadElsewhere: a draw is not settled by a certificate that does not confirm; a game is found out when it is read.
func TestGamesThatLeadElsewhere(t *testing.T) {
	c, setups := openSurvey(t, false), openSetups(t)
	for _, r := range []certificate.Record{
		{FEN: Key(&setups[0]), Stage: replay.StageName, Proof: openGames[1]},
		{FEN: Key(&setups[1]), Stage: "rules", Reasons: verdict.AdjacentKings},
	} {
		line, err := json.Marshal(r)
		testkit.OK(t, errors.Join(err, c.Folder.AppendSettled(line)))
	}
	_, later, problems := seen(t, c)
	if *later != (Later{Listed: 2, Illegal: 1}) || len(problems) != 1 || !strings.Contains(problems[0].Err.Error(), "settled.jsonl:1: "+Key(&setups[0])+": the game does not lead there") {
		t.Errorf("%+v, problems %v", later, problems)
	}
	problems, err := c.Unconfirmed(t.Context())
	if err != nil || len(problems) != 2 || !strings.Contains(problems[1].Err.Error(), "settled.jsonl:2: "+Key(&setups[1])+": the certificate does not confirm") {
		t.Errorf("%v, problems %v", err, problems)
	}
}

// TestCheckNamesBadLists: a list that is sound as a file and says what the tallies do not is an error with the path, in all that read.
func TestCheckNamesBadLists(t *testing.T) {
	c, setups := openSurvey(t, true), openSetups(t)
	for want, text := range map[string]string{
		"000001.tsv:2: 1 fields, want 6": OpenHeader + "what\n",
		"draw 4 of stratum 1":            OpenHeader + strings.Replace(lineOf(t, &setups[1]), "\t0\t", "\t1\t", 1),
	} {
		s, _ := openShard(c.Plan, 1, &setups[1])
		data := testkit.Must(s.Encode())(t)
		testkit.Must(c.Folder.Put(record.Entry{Shard: 1, Draws: 16}, record.Files{Data: data, Open: []byte(text)}))(t)
		settleLine(t, c, &setups[1], 0)
		if _, _, err := c.Check(func(record.Entry, *record.Shard) error { return nil }, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	broken := errors.New("stop")
	if _, _, err := openSurvey(t, false).Check(func(record.Entry, *record.Shard) error { return broken }, nil); !errors.Is(err, broken) {
		t.Errorf("an error of the visitor: %v", err)
	}
}

// lineOf is the line of a setup as draw 4 of stratum 0.
func lineOf(t *testing.T, s *chess.Setup) string {
	t.Helper()
	_, o := openShard(twoPhases(true), 0, s)
	return string(o.Append(nil))
}

// TestOpenSurvey reads a folder, and names what is wrong with others.
func TestOpenSurvey(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder without a plan: %v", err)
	}
	path := filepath.Join(dir, plan.FileName)
	testkit.OK(t, os.WriteFile(path, []byte(`{"format": 1, "spice": 2}`), 0o644))
	if _, err := Open(dir); err == nil || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("a plan with another field: %v", err)
	}
	stored := testkit.Must(Open("../../../records/first"))(t)
	want := record.Identity{Plan: stored.Plan.Hash(), Signature: stored.Plan.Code.Signature, Space: "ranked-repaired", Seed: 20261121}
	if f := &stored.Folder; f.Identity != want || f.Shards != stored.Plan.Shards || f.Dir != "../../../records/first" || !reflect.DeepEqual(IdentityOf(stored.Plan), want) {
		t.Errorf("%+v, want %+v", f, want)
	}
}
