package campaign

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
	"chesscensus/survey/loop"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
)

// A finding is what a certificate says of an open draw.
type finding struct {
	outcome stats.Outcome // In or Out
	label   loop.Label
}

// findingOf returns what a certificate claims, without checking it.
func findingOf(r *certificate.Record) finding {
	if r.Reasons == 0 {
		return finding{stats.In, loop.Legal}
	}
	return finding{stats.Out, loop.Refuted(r.Reason())}
}

// findings are those of a folder, by the first four fields of FEN.
type findings map[string]finding

// key is how findings name a setup.
func key(s *chess.Setup) string { return s.String() }

// findings reads what was settled later.
func (c *Campaign) findings() (findings, []record.Problem, error) {
	all := findings{}
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
		all[r.FEN] = findingOf(&r)
		return nil
	})
	return all, problems, err
}

// apply counts the draws of a list that were settled later as what they are: it moves
// them from one row of the tallies of their shard to another. The error says that the
// list is not that of the tallies.
func (all findings) apply(p *plan.Plan, s *record.Shard, list []OpenDraw) error {
	m := mover{rows: s.Rows, levels: max(1, levelsOf(s.Rows))}
	for i := range list {
		o := &list[i]
		f, ok := all[key(&o.Draw.Setup)]
		if !ok {
			continue
		}
		m.row = record.Row{Phase: int32(len(p.Phases)), Stratum: int32(o.Stratum)}
		if err := m.settle(o, f); err != nil {
			return fmt.Errorf("draw %d of stratum %d, %s: %w", o.Index, o.Stratum, key(&o.Draw.Setup), err)
		}
	}
	s.Rows = slices.DeleteFunc(m.rows, func(r record.Row) bool { return r.Draws == 0 })
	return nil
}

// A mover moves draws between the rows of a shard.
type mover struct {
	rows   []record.Row // in order; some may count no draws any more
	levels int
	row    record.Row // phase and stratum of the draw in hand
}

// find returns the place of a row in the order, and whether there is one.
func (m *mover) find(r record.Row) (int, bool) {
	return slices.BinarySearchFunc(m.rows, r, record.Compare)
}

// settle moves one open draw.
func (m *mover) settle(o *OpenDraw, f finding) error {
	var props properties
	props.classify(&o.Draw.Setup)
	m.row.Weight, m.row.Multiplicity = int32(o.Draw.Weight), int32(o.Draw.Multiplicity)
	if o.All {
		for _, s := range props[:diagramAt] {
			name := slotNames[s]
			if !m.move(name, name, f.outcome) {
				return fmt.Errorf("not among the tallies under %s %s", name[0], name[1])
			}
		}
	}
	// A refutation makes no diagram disappear, see countDiagram.
	if name := slotNames[props[diagramAt]]; o.Diagram && f.outcome == stats.In && !m.move(name, name, stats.In) {
		return fmt.Errorf("not among the tallies under %s %s", name[0], name[1])
	}
	if !o.All {
		return nil
	}
	level := 1
	if m.levels > 1 {
		level = min(o.Draw.Weight, mostLevels)
	}
	m.row.Weight, m.row.Multiplicity = int32(level), int32(m.levels)
	to := [2]string{Verdict, f.label.String()}
	for _, l := range []loop.Label{loop.GaveUp, loop.Unknown} {
		if m.move([2]string{Verdict, l.String()}, to, f.outcome) {
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
	r.Property, r.Value, r.Outcome = to[0], to[1], outcomeNames[outcome]
	if i, ok = m.find(r); !ok {
		m.rows = slices.Insert(m.rows, i, r)
	}
	m.rows[i].Draws++
	return true
}

// openOf returns the list of a shard, nil if it has none.
func (c *Campaign) openOf(e record.Entry) ([]OpenDraw, error) {
	data, err := c.Folder.Open(e)
	if err != nil {
		return nil, err
	}
	return parseOpenList(c.Folder.OpenPath(e.Shard), data)
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

// check is [record.Folder.Check], but visit sees the shards with the draws that were
// settled later counted as what they are.
func (c *Campaign) check(visit func(record.Entry, *record.Shard) error) (*record.Inventory, *Later, error) {
	known, problems, err := c.findings()
	if err != nil {
		return nil, nil, err
	}
	later := new(Later)
	v, err := c.Folder.Check(func(e record.Entry, s *record.Shard) error {
		list, err := c.openOf(e)
		if err != nil {
			return err
		}
		later.count(known, list, e.OpenSHA256 != "")
		if err := known.apply(c.Plan, s, list); err != nil {
			return fmt.Errorf("%s: %w", c.Folder.OpenPath(e.Shard), err)
		}
		return visit(e, s)
	})
	if err != nil {
		return nil, nil, err
	}
	v.Problems = append(problems, v.Problems...)
	return v, later, nil
}

func (l *Later) count(known findings, list []OpenDraw, listed bool) {
	if !listed {
		l.Unlisted++
	}
	l.Listed += len(list)
	for i := range list {
		f, ok := known[key(&list[i].Draw.Setup)]
		switch {
		case ok && f.outcome == stats.In:
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
func (c *Campaign) OpenDraws() (*OpenList, error) {
	known, problems, err := c.findings()
	if err != nil {
		return nil, err
	}
	l := new(OpenList)
	v, err := c.Folder.Check(func(e record.Entry, _ *record.Shard) error {
		if e.OpenSHA256 == "" {
			l.Unlisted++
		}
		list, err := c.openOf(e)
		l.Listed += len(list)
		for _, o := range list {
			if _, ok := known[key(&o.Draw.Setup)]; !ok {
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

// A Settler adds what is found out about open draws to a record.
type Settler struct {
	OpenList

	campaign *Campaign
	lock     *record.Lock
	open     map[string]int
	checker  certificate.Checker
}

// Settler locks the folder and reads what is open. It is to be closed.
func (c *Campaign) Settler() (*Settler, error) {
	lock, err := c.Folder.Lock()
	if err != nil {
		return nil, err
	}
	l, err := c.OpenDraws()
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	s := &Settler{OpenList: *l, campaign: c, lock: lock, open: map[string]int{}}
	for i := range s.Open {
		s.open[key(&s.Open[i].Draw.Setup)]++
	}
	return s, nil
}

// ErrNotOpen is wrapped by the error of [Settler.Add] for setups that are not open.
var ErrNotOpen = errors.New("not among the open draws")

// Add checks a certificate and stores it. It returns the number of open draws that it
// settles. The error is ErrNotOpen, or that of a check that does not confirm it.
func (s *Settler) Add(ctx context.Context, r *certificate.Record) (int, error) {
	fen, err := chess.ParseFEN(r.FEN)
	if err != nil {
		return 0, err
	}
	r.FEN = key(&fen.Setup)
	n := s.open[r.FEN]
	if n == 0 {
		return 0, fmt.Errorf("%s: %w", r.FEN, ErrNotOpen)
	}
	if err := s.checker.Check(ctx, r); err != nil {
		return 0, fmt.Errorf("%s: %w", r.FEN, err)
	}
	object, err := json.Marshal(r)
	if err != nil {
		return 0, err
	}
	if err := s.campaign.Folder.AppendSettled(object); err != nil {
		return 0, err
	}
	delete(s.open, r.FEN)
	s.Open = slices.DeleteFunc(s.Open, func(o OpenDraw) bool { return key(&o.Draw.Setup) == r.FEN })
	return n, nil
}

// Close gives the folder free.
func (s *Settler) Close() error { return s.lock.Unlock() }
