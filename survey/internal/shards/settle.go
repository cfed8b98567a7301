package shards

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/certificate"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// A Finding is the verdict of a certificate on an open draw.
type Finding struct {
	Outcome stats.Outcome // In or Out
	Label   loop.Label
}

// findingOf returns the finding that a certificate claims, without checking the certificate.
func findingOf(r *certificate.Record) Finding {
	if r.Reasons == 0 {
		return Finding{stats.In, loop.Legal}
	}
	return Finding{stats.Out, loop.Refuted(r.Reason())}
}

// Findings are the findings in a folder, by [Key] of the setup.
type Findings map[string]Finding

// Key returns the key of a setup in Findings, the first four fields of FEN.
func Key(s *chess.Setup) string { return s.String() }

// ReadFindings reads the certificates of draws that were settled after their shards were made. Two programs replay the games, one of
// 270 plies in 3 ms (docs/BENCHMARKS.md). It does not check refutations, which can take seconds: [Survey.Unconfirmed] checks them. A game and a
// refutation of one setup are a problem, and neither counts.
func (sv *Survey) ReadFindings() (Findings, []record.Problem, error) {
	findings, contradicted := Findings{}, map[string]bool{}
	var checker certificate.Checker
	problems, err := sv.Folder.Settled(func(object []byte) error {
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
		f := findingOf(&r)
		if earlier, ok := findings[r.FEN]; ok && earlier.Outcome != f.Outcome {
			contradicted[r.FEN] = true
			return fmt.Errorf("%s: contradicts an earlier line, and neither counts until the wrong one is removed", r.FEN)
		}
		findings[r.FEN] = f
		return nil
	})
	maps.DeleteFunc(findings, func(fen string, _ Finding) bool { return contradicted[fen] })
	return findings, problems, err
}

// Unconfirmed checks the certificates of all draws that were settled later, games and refutations, and returns those that do not
// confirm, by file and line.
func (sv *Survey) Unconfirmed(ctx context.Context) ([]record.Problem, error) {
	var checker certificate.Checker
	problems, err := sv.Folder.Settled(func(object []byte) error {
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

// Apply moves each settled draw of a list from its undecided rows in the tallies of its shard to the rows of its finding. It is an
// error if a row counts no undecided draw, since then the list belongs to other tallies. A bundled shard holds only rows of property
// All, so Apply moves draws only there. For the sums of a bundle pass one shard with the lists of all its shards, one after the other.
func (fs Findings) Apply(p *plan.Plan, s *record.Shard, list []OpenDraw) error {
	m := mover{rows: s.Rows, levels: LevelsOf(s.Rows), isCounted: map[string]bool{}, bundled: s.Bundled}
	for i := range s.Rows {
		m.isCounted[s.Rows[i].Property] = true
	}
	class := ClassOf(p)
	for i := range list {
		o := &list[i]
		f, ok := fs[Key(&o.Draw.Setup)]
		if !ok {
			continue
		}
		if class == nil {
			return checkClasses(p)
		}
		cell := record.Row{Phase: int32(len(p.Phases)), Stratum: int32(o.Stratum), Class: int32(class(&o.Draw.Setup))}
		if err := m.settle(o, f, cell); err != nil {
			return fmt.Errorf("draw %d of stratum %d, %s: %w", o.Index, o.Stratum, Key(&o.Draw.Setup), err)
		}
	}
	s.Rows = slices.DeleteFunc(m.rows, func(r record.Row) bool { return r.Draws == 0 })
	return nil
}

// A mover moves draws between the rows of a shard.
type mover struct {
	rows   []record.Row // in the order of record.Compare; some may count no draws any more
	levels int          // of redrawn draws; 1 if they are not redrawn
	// isCounted says which properties the shard counts; older shards count fewer.
	isCounted map[string]bool
	// bundled says that the shard holds rows of property All alone.
	bundled bool
}

// search returns the index of a row, or the index to insert it, and reports whether there is such a row.
func (m *mover) search(r record.Row) (int, bool) {
	return slices.BinarySearchFunc(m.rows, r, record.Compare)
}

// settle moves one open draw in every row that counts it. Phase, Stratum and Class of these rows are those of cell.
func (m *mover) settle(o *OpenDraw, f Finding, cell record.Row) error {
	var props Properties
	props.Classify(&o.Draw.Setup)
	drawRow := cell
	var err error
	if drawRow.Weight, drawRow.Multiplicity, err = record.Narrow(o.Draw.Weight, o.Draw.Multiplicity); err != nil {
		return err
	}
	if o.All {
		for _, s := range props[:DiagramAt] {
			v := slotValues[s]
			if m.isCounted[v.Property] && !m.move(drawRow, v, v, f.Outcome) {
				return fmt.Errorf("not among the tallies under %s %s", v.Property, v.Value)
			}
		}
	}
	if m.bundled {
		return nil
	}
	// A refutation takes no diagram out of the count, see countDiagram in package campaign.
	if v := slotValues[props[DiagramAt]]; o.Diagram && f.Outcome == stats.In && !m.move(drawRow, v, v, stats.In) {
		return fmt.Errorf("not among the tallies under %s %s", v.Property, v.Value)
	}
	if !o.All {
		return nil
	}
	level := 1
	if m.levels > 1 {
		level = min(o.Draw.Weight, maxLevels)
	}
	verdictRow := cell // the weight of rows of verdicts is the level, their multiplicity the number of levels
	verdictRow.Weight, verdictRow.Multiplicity = int32(level), int32(m.levels)
	target := PropertyValue{Verdict, f.Label.String()}
	for _, l := range []loop.Label{loop.GaveUp, loop.Unknown} {
		if m.move(verdictRow, PropertyValue{Verdict, l.String()}, target, f.Outcome) {
			return nil
		}
	}
	return errors.New("not among the tallies of verdicts")
}

// move moves one undecided draw from the row with the property and value in from to the row with those in target and the outcome. All
// other columns of both rows are those of r. It reports whether there was an undecided draw.
func (m *mover) move(r record.Row, from, target PropertyValue, outcome stats.Outcome) bool {
	r.Property, r.Value, r.Outcome = from.Property, from.Value, record.Pass
	i, ok := m.search(r)
	if !ok || m.rows[i].Draws < 1 {
		return false
	}
	m.rows[i].Draws--
	r.Property, r.Value, r.Outcome = target.Property, target.Value, OutcomeNames[outcome]
	if i, ok = m.search(r); !ok {
		m.rows = slices.Insert(m.rows, i, r)
	}
	m.rows[i].Draws++
	return true
}

// OpenOf returns the list of open draws of a shard, nil if the shard has none.
func (sv *Survey) OpenOf(e record.Entry) ([]OpenDraw, error) {
	data, err := sv.Folder.Open(e)
	if err != nil {
		return nil, err
	}
	return ParseOpenList(sv.Folder.OpenPath(e.Shard), data)
}

// A Later counts the draws that the last phase left open, and how many of them certificates have settled since.
type Later struct {
	// Listed is the number of open draws in the lists of the shards, Legal and Illegal
	// how many of them certificates have settled since.
	Listed  int `json:"listed"`
	Legal   int `json:"legal"`
	Illegal int `json:"illegal"`
	// Unlisted is the number of shards that were made before there were lists. The draws
	// that they left open stay open.
	Unlisted int `json:"shards_without_list"`
}

// Check is [record.Folder.Check], but passes each shard to visit after [Findings.Apply]. If there is a bundle and sums is
// not nil, Check then calls sums with the sums of the bundle, also after Apply.
func (sv *Survey) Check(visit func(record.Entry, *record.Shard) error, sums func([]record.Row) error) (*record.Inventory, *Later, error) {
	findings, problems, err := sv.ReadFindings()
	if err != nil {
		return nil, nil, err
	}
	v, later, err := sv.CheckWith(findings, visit, sums)
	if err == nil {
		v.Problems = append(problems, v.Problems...)
	}
	return v, later, err
}

// CheckWith is Check with findings that were read before. It does not repeat the problems of reading them.
func (sv *Survey) CheckWith(findings Findings, visit func(record.Entry, *record.Shard) error,
	sums func([]record.Row) error) (*record.Inventory, *Later, error) {
	later := new(Later)
	var bundled []OpenDraw
	v, err := sv.Folder.Check(func(e record.Entry, s *record.Shard) error {
		list, err := sv.OpenOf(e)
		if err != nil {
			return err
		}
		later.count(findings, list, e.OpenSHA256 != "")
		if err := findings.Apply(sv.Plan, s, list); err != nil {
			return fmt.Errorf("%s: %w", sv.Folder.OpenPath(e.Shard), err)
		}
		if s.Bundled {
			bundled = append(bundled, list...)
		}
		return visit(e, s)
	})
	if err == nil && v.Bundle != nil && sums != nil {
		sumShard := &record.Shard{Number: -1, Rows: v.Bundle.Sums}
		if err = findings.Apply(sv.Plan, sumShard, bundled); err == nil {
			err = sums(sumShard.Rows)
		}
	}
	return v, later, err
}

// count adds the draws of the list of a shard; hasList is false if the shard has none.
func (l *Later) count(findings Findings, list []OpenDraw, hasList bool) {
	if !hasList {
		l.Unlisted++
	}
	l.Listed += len(list)
	for i := range list {
		f, ok := findings[Key(&list[i].Draw.Setup)]
		switch {
		case ok && f.Outcome == stats.In:
			l.Legal++
		case ok:
			l.Illegal++
		}
	}
}

// An OpenList lists the draws of a record that are still open.
type OpenList struct {
	// Open holds the draws without a finding, in the order of the shards and of their lists. The
	// same setup may come several times.
	Open []OpenDraw
	// Listed is the number of all draws in the lists, settled or not, Unlisted the number of
	// shards that were made without a list.
	Listed, Unlisted int
	// Problems of the folder.
	Problems []record.Problem
}

// OpenDraws reads the lists of all shards and returns the draws that have no finding.
func (sv *Survey) OpenDraws() (*OpenList, error) {
	findings, problems, err := sv.ReadFindings()
	if err != nil {
		return nil, err
	}
	l := new(OpenList)
	v, err := sv.Folder.Check(func(e record.Entry, _ *record.Shard) error {
		if e.OpenSHA256 == "" {
			l.Unlisted++
		}
		list, err := sv.OpenOf(e)
		if err != nil {
			return err
		}
		l.Listed += len(list)
		for _, o := range list {
			if _, ok := findings[Key(&o.Draw.Setup)]; !ok {
				l.Open = append(l.Open, o)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	l.Problems = append(problems, v.Problems...)
	return l, nil
}
