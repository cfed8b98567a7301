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

// storedVersion changes when a property of [Properties] changes its meaning but not its name.
const storedVersion = 1

// storedProperties are the properties whose counts are stored. Tests have others, since not all of their setups are positions.
var storedProperties = Properties()

// storedSubject returns the subject of the stored counts: the version and the names of the properties.
func storedSubject() string {
	names := []string{fmt.Sprint("version ", storedVersion)}
	for i := range storedProperties {
		names = append(names, storedProperties[i].Name)
	}
	return strings.Join(names, " ")
}

// areStorable reports whether all properties are properties of [Properties].
func areStorable(properties []Property) bool {
	return !slices.ContainsFunc(properties, func(p Property) bool { return p.fact == nil })
}

// Count counts the values of [Properties] of the draws of the last phase that are proven legal, and stores the counts in the folder. Later
// reports then need not make these draws again (five microseconds each). Count does not count again if all lists are counted.
//
// The stored counts name the lists by their checksums and are not used with other lists. They leave out draws that were settled later.
// Count does nothing if the survey does not look for games or has no lists. It is the only method that writes into the folder. It takes
// no lock, since nothing else writes these files.
func (rd *Reader) Count(ctx context.Context, space Spaces) error {
	if !shards.Proves(rd.Plan) {
		return nil
	}
	l, err := rd.lastPhase(space, false)
	switch {
	case errors.Is(err, errNoLists):
		return nil
	case err != nil:
		return err
	case l.stored != nil && len(l.stored.Shards) == len(l.entries):
		return nil
	}
	for _, e := range l.entries {
		if e.OpenSHA256 == "" { // without a list of open draws, draws that are settled later could not be added to the counts
			return nil
		}
	}
	l.findings, l.settled = nil, nil
	all, err := l.countProperties(ctx, storedProperties)
	if err != nil {
		return err
	}
	rows, err := all.rows(len(rd.Plan.Phases))
	if err != nil {
		return err
	}
	return record.StoreCounts(&rd.Folder, &record.StoredCounts{Subject: storedSubject(), Shards: slices.Sorted(maps.Keys(l.entries)),
		Rows: rows}, l.entries)
}

// rows returns the counts of all properties as rows of the last of a number of phases.
func (c *counts) rows(phases int) (rows []record.Row, err error) {
	for i := range storedProperties {
		for v, list := range c.byValue[i] {
			for place, n := range list {
				if n > 0 {
					key := &c.cells[place]
					r := record.Row{Phase: int32(phases), Stratum: int32(key.stratum), Class: int32(key.class),
						Property: storedProperties[i].Name, Value: strconv.Itoa(v),
						Outcome: record.In, Draws: int64(n)}
					if r.Weight, r.Multiplicity, err = record.Narrow(int(key.weight), int(key.mult)); err != nil {
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

// addRows adds the counts in rows of the given properties.
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
		c.add(i, v, c.placeOf(cell{int(r.Stratum), int(r.Class), uint64(r.Weight), uint64(r.Multiplicity)}), uint64(r.Draws))
	}
	return nil
}

// addSettled stores those open draws of a counted shard that were proven legal later.
func (l *LastPhase) addSettled(list []shards.OpenDraw) {
	for i := range list {
		if f, ok := l.findings[shards.Key(&list[i].Draw.Setup)]; ok && list[i].All && f.Outcome == stats.In {
			l.settled = append(l.settled, list[i])
		}
	}
}
