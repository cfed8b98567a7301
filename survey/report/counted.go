package report

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"chesscensus/stats"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// countedVersion is another number when a property of [Properties] means something else than before under its name.
const countedVersion = 1

// counted are the properties whose counts are stored. Tests have others, as not all setups of theirs are positions.
var counted = Properties()

// countedWhat says what they are.
func countedWhat() string {
	names := []string{fmt.Sprint("version ", countedVersion)}
	for i := range counted {
		names = append(names, counted[i].Name)
	}
	return strings.Join(names, " ")
}

// countable reports whether properties are of those that are counted.
func countable(properties []Property) bool {
	return !slices.ContainsFunc(properties, func(p Property) bool { return p.fact == nil })
}

// Count looks the properties of [Properties] up on the draws of the last phase that are proven legal, and stores how many have which number
// in the folder, for later reports, which then need not make these draws again (five microseconds each). Lists that are counted already
// are not counted again. What is stored is derived from the lists, names them by their checksums, and is not used with others;
// what is settled later is no part of it. Nothing is done if the survey does not look for games or has no lists. As
// the only method it writes into the folder; it takes no lock, since nothing else writes these files.
func (c *Reader) Count(ctx context.Context, space Spaces) error {
	if !shards.Proves(c.Plan) {
		return nil
	}
	l, err := c.lastPhase(space, false)
	switch {
	case errors.Is(err, errNoLists):
		return nil
	case err != nil:
		return err
	case l.counted != nil && len(l.counted.Shards) == len(l.entries):
		return nil
	}
	for _, e := range l.entries {
		if e.OpenSHA256 == "" { // what is settled later would not be found
			return nil
		}
	}
	l.known, l.settled = nil, nil
	all, err := l.count(ctx, counted)
	if err != nil {
		return err
	}
	rows, err := all.rows(len(c.Plan.Phases))
	if err != nil {
		return err
	}
	return record.StoreCounts(&c.Folder, &record.StoredCounts{Subject: countedWhat(), Shards: slices.Sorted(maps.Keys(l.entries)), Rows: rows}, l.entries)
}

// rows returns the counts of all properties as rows of the last of so many phases.
func (c *counts) rows(phases int) (rows []record.Row, err error) {
	for i := range counted {
		for v, list := range c.n[i] {
			for at, n := range list {
				if n > 0 {
					of := &c.cells[at]
					r := record.Row{Phase: int32(phases), Stratum: int32(of.stratum), Class: int32(of.class), Property: counted[i].Name, Value: strconv.Itoa(v),
						Outcome: record.In, Draws: int64(n)}
					if r.Weight, r.Multiplicity, err = record.Contribution(int(of.weight), int(of.mult)); err != nil {
						return nil, err
					}
					rows = append(rows, r)
				}
			}
		}
	}
	slices.SortFunc(rows, record.Compare)
	return rows, nil
}

// addRows adds what rows say of properties.
func (c *counts) addRows(rows []record.Row, properties []Property) error {
	places := map[string]int{}
	for i := range properties {
		places[properties[i].Name] = i
	}
	for k := range rows {
		r := &rows[k]
		i, ok := places[r.Property]
		if !ok {
			continue
		}
		v, err := strconv.Atoi(r.Value)
		if err != nil || v < 0 {
			return fmt.Errorf("report: the stored counts have draws whose %s is %.40q, want a number from 0; without the file the lists are counted anew", r.Property, r.Value)
		}
		c.add(i, v, c.place(cell{int(r.Stratum), int(r.Class), uint64(r.Weight), uint64(r.Multiplicity)}), uint64(r.Draws))
	}
	return nil
}

// settle keeps of open draws of a counted shard those that were proven legal later.
func (l *LastPhase) settle(list []shards.OpenDraw) {
	for i := range list {
		if f, ok := l.known[shards.Key(&list[i].Draw.Setup)]; ok && list[i].All && f.Outcome == stats.In {
			l.settled = append(l.settled, list[i])
		}
	}
}
