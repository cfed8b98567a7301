package shards

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/certificate"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// A Finding is what a certificate says of an open draw.
type Finding struct {
	Outcome stats.Outcome // In or Out
	Label   loop.Label
}

// findingOf returns what a certificate claims, without checking it.
func findingOf(r *certificate.Record) Finding {
	if r.Reasons == 0 {
		return Finding{stats.In, loop.Legal}
	}
	return Finding{stats.Out, loop.Refuted(r.Reason())}
}

// Findings are those of a folder, by the first four fields of FEN.
type Findings map[string]Finding

// Key is how findings name a setup.
func Key(s *chess.Setup) string { return s.String() }

// Findings reads what was settled later. Games are replayed by two programs, a few milliseconds each; refutations, which can take seconds, are believed here: see
// [Survey.Unconfirmed].
func (c *Survey) Findings() (Findings, []record.Problem, error) {
	all := Findings{}
	var checker certificate.Checker
	problems, err := c.Folder.Settled(func(object []byte) error {
		var r certificate.Record
		d := json.NewDecoder(bytes.NewReader(object))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			return err
		}
		if r.Stage != replay.StageName && r.Reasons == 0 {
			return fmt.Errorf("a certificate of stage %.40q names no reason", r.Stage)
		}
		if r.Proof != "" {
			if err := checker.Check(context.Background(), &r); err != nil {
				return fmt.Errorf("%s: the game does not lead there: %w", r.FEN, err)
			}
		}
		all[r.FEN] = findingOf(&r)
		return nil
	})
	return all, problems, err
}

// Unconfirmed checks all certificates of what was settled later, some tenths of a second each, and returns those that do not confirm, by
// file and line.
func (c *Survey) Unconfirmed(ctx context.Context) ([]record.Problem, error) {
	var checker certificate.Checker
	problems, err := c.Folder.Settled(func(object []byte) error {
		var r certificate.Record
		if err := json.Unmarshal(object, &r); err != nil {
			return err
		}
		if err := checker.Check(ctx, &r); err != nil {
			return fmt.Errorf("%s: the certificate does not confirm: %w", r.FEN, err)
		}
		return nil
	})
	return problems, errors.Join(err, ctx.Err())
}

// Apply counts the draws of a list that were settled later as what they are: it moves
// them from one row of the tallies of their shard to another. The error says that the
// list is not that of the tallies. Of a bundled shard it moves what the shard holds, the draws of property All; the
// sums of the bundle take the lists of all its shards, as if they were one.
func (all Findings) Apply(p *plan.Plan, s *record.Shard, list []OpenDraw) error {
	m := mover{rows: s.Rows, levels: max(1, LevelsOf(s.Rows)), counts: map[string]bool{}, bundled: s.Bundled}
	for i := range s.Rows {
		m.counts[s.Rows[i].Property] = true
	}
	class := ClassOf(p)
	for i := range list {
		o := &list[i]
		f, ok := all[Key(&o.Draw.Setup)]
		if !ok {
			continue
		}
		if class == nil {
			return checkClasses(p)
		}
		m.row = record.Row{Phase: int32(len(p.Phases)), Stratum: int32(o.Stratum), Class: int32(class(&o.Draw.Setup))}
		if err := m.settle(o, f); err != nil {
			return fmt.Errorf("draw %d of stratum %d, %s: %w", o.Index, o.Stratum, Key(&o.Draw.Setup), err)
		}
	}
	s.Rows = slices.DeleteFunc(m.rows, func(r record.Row) bool { return r.Draws == 0 })
	return nil
}

// A mover moves draws between the rows of a shard.
type mover struct {
	rows   []record.Row // in order; some may count no draws any more
	levels int
	// counts are the properties that the shard counts; older shards have fewer.
	counts map[string]bool
	// bundled says that the rows are those of property All alone.
	bundled bool
	row     record.Row // phase, stratum and class of the draw in hand
}

// find returns the place of a row in the order, and whether there is one.
func (m *mover) find(r record.Row) (int, bool) {
	return slices.BinarySearchFunc(m.rows, r, record.Compare)
}

// settle moves one open draw.
func (m *mover) settle(o *OpenDraw, f Finding) error {
	var props Properties
	props.Classify(&o.Draw.Setup)
	var err error
	if m.row.Weight, m.row.Multiplicity, err = record.Contribution(o.Draw.Weight, o.Draw.Multiplicity); err != nil {
		return err
	}
	if o.All {
		for _, s := range props[:DiagramAt] {
			name := SlotNames[s]
			if m.counts[name[0]] && !m.move(name, name, f.Outcome) {
				return fmt.Errorf("not among the tallies under %s %s", name[0], name[1])
			}
		}
	}
	if m.bundled {
		return nil
	}
	// A refutation makes no diagram disappear, see countDiagram.
	if name := SlotNames[props[DiagramAt]]; o.Diagram && f.Outcome == stats.In && !m.move(name, name, stats.In) {
		return fmt.Errorf("not among the tallies under %s %s", name[0], name[1])
	}
	if !o.All {
		return nil
	}
	level := 1
	if m.levels > 1 {
		level = min(o.Draw.Weight, MostLevels)
	}
	m.row.Weight, m.row.Multiplicity = int32(level), int32(m.levels)
	to := [2]string{Verdict, f.Label.String()}
	for _, l := range []loop.Label{loop.GaveUp, loop.Unknown} {
		if m.move([2]string{Verdict, l.String()}, to, f.Outcome) {
			return nil
		}
	}
	return errors.New("not among the tallies of verdicts")
}

// move takes a draw from those under a name that did not pass and counts it under
// another with an outcome. It reports whether there was one.
func (m *mover) move(from, to [2]string, outcome stats.Outcome) bool {
	r := m.row
	r.Property, r.Value, r.Outcome = from[0], from[1], record.Pass
	i, ok := m.find(r)
	if !ok || m.rows[i].Draws < 1 {
		return false
	}
	m.rows[i].Draws--
	r.Property, r.Value, r.Outcome = to[0], to[1], OutcomeNames[outcome]
	if i, ok = m.find(r); !ok {
		m.rows = slices.Insert(m.rows, i, r)
	}
	m.rows[i].Draws++
	return true
}

// OpenOf returns the list of a shard, nil if it has none.
func (c *Survey) OpenOf(e record.Entry) ([]OpenDraw, error) {
	data, err := c.Folder.Open(e)
	if err != nil {
		return nil, err
	}
	return ParseOpenList(c.Folder.OpenPath(e.Shard), data)
}

// A Later says what was settled later of the draws that the last phase left open.
type Later struct {
	// Listed is the number of open draws in the lists of the shards, Legal and Illegal
	// how many of them certificates have settled since.
	Listed  int `json:"listed"`
	Legal   int `json:"legal"`
	Illegal int `json:"illegal"`
	// Unlisted is the number of shards without a list, since they were made before there
	// were lists. What they left open stays open.
	Unlisted int `json:"shards_without_list"`
}

// Check is [record.Folder.Check], but visit sees the shards with the draws that were
// settled later counted as what they are. If there is a bundle and sums is not nil, it sees after them the rows that the
// bundled shards have together, in the same way.
func (c *Survey) Check(visit func(record.Entry, *record.Shard) error, sums func([]record.Row) error) (*record.Inventory, *Later, error) {
	known, problems, err := c.Findings()
	if err != nil {
		return nil, nil, err
	}
	v, later, err := c.CheckWith(known, visit, sums)
	if err == nil {
		v.Problems = append(problems, v.Problems...)
	}
	return v, later, err
}

// CheckWith is Check with findings that were read before, whose problems it does not repeat.
func (c *Survey) CheckWith(known Findings, visit func(record.Entry, *record.Shard) error, sums func([]record.Row) error) (*record.Inventory, *Later, error) {
	later := new(Later)
	var bundled []OpenDraw
	v, err := c.Folder.Check(func(e record.Entry, s *record.Shard) error {
		list, err := c.OpenOf(e)
		if err != nil {
			return err
		}
		later.count(known, list, e.OpenSHA256 != "")
		if err := known.Apply(c.Plan, s, list); err != nil {
			return fmt.Errorf("%s: %w", c.Folder.OpenPath(e.Shard), err)
		}
		if s.Bundled {
			bundled = append(bundled, list...)
		}
		return visit(e, s)
	})
	if err == nil && v.Bundle != nil && sums != nil {
		whole := &record.Shard{Number: -1, Rows: v.Bundle.Sums}
		if err = known.Apply(c.Plan, whole, bundled); err == nil {
			err = sums(whole.Rows)
		}
	}
	return v, later, err
}

func (l *Later) count(known Findings, list []OpenDraw, listed bool) {
	if !listed {
		l.Unlisted++
	}
	l.Listed += len(list)
	for i := range list {
		f, ok := known[Key(&list[i].Draw.Setup)]
		switch {
		case ok && f.Outcome == stats.In:
			l.Legal++
		case ok:
			l.Illegal++
		}
	}
}

// An OpenList is what is open in a record.
type OpenList struct {
	// Open are the draws that are open, by shard and place in its list. The same setup
	// may come several times.
	Open []OpenDraw
	// Listed is the number of all draws in the lists, settled or not, Unlisted that of
	// the shards that were made without a list.
	Listed, Unlisted int
	// Problems of the folder.
	Problems []record.Problem
}

// OpenDraws reads what is open.
func (c *Survey) OpenDraws() (*OpenList, error) {
	known, problems, err := c.Findings()
	if err != nil {
		return nil, err
	}
	l := new(OpenList)
	v, err := c.Folder.Check(func(e record.Entry, _ *record.Shard) error {
		if e.OpenSHA256 == "" {
			l.Unlisted++
		}
		list, err := c.OpenOf(e)
		l.Listed += len(list)
		for _, o := range list {
			if _, ok := known[Key(&o.Draw.Setup)]; !ok {
				l.Open = append(l.Open, o)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	l.Problems = append(problems, v.Problems...)
	return l, nil
}
