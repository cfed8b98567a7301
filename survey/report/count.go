package report

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"chesscensus/chess"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// A cell is the key of draws of the last phase that are counted together.
type cell struct {
	stratum, class int
	weight, mult   uint64
}

// counts holds the numbers of draws that are proven legal, by property, value of the property, and cell.
type counts struct {
	places  map[cell]int
	cells   []cell
	byValue []map[int][]uint64 // by property and number, at the places of the cells
}

func newCounts(properties int) *counts {
	c := &counts{places: map[cell]int{}, byValue: make([]map[int][]uint64, properties)}
	for i := range c.byValue {
		c.byValue[i] = map[int][]uint64{}
	}
	return c
}

// placeOf returns the index of a cell, which it adds if it is new.
func (c *counts) placeOf(key cell) int {
	place, ok := c.places[key]
	if !ok {
		place = len(c.cells)
		c.places[key] = place
		c.cells = append(c.cells, key)
	}
	return place
}

// add counts draws of the cell at a place that have the value v of property i.
func (c *counts) add(i, v, place int, draws uint64) {
	list := c.byValue[i][v]
	if place >= len(list) {
		list = append(list, make([]uint64, place+1-len(list))...)
		c.byValue[i][v] = list
	}
	list[place] += draws
}

// merge adds other counts.
func (c *counts) merge(other *counts) {
	for i, byValue := range other.byValue {
		for v, list := range byValue {
			for place, n := range list {
				if n > 0 {
					c.add(i, v, c.placeOf(other.cells[place]), n)
				}
			}
		}
	}
}

// parts returns, for each value of property i, the sample of the draws that have it.
func (c *counts) parts(d *design.Design, i int) map[int]*design.Sample {
	parts := map[int]*design.Sample{}
	for v, list := range c.byValue[i] {
		part := design.NewSample(len(d.Strata))
		for place, n := range list {
			if n > 0 {
				key := &c.cells[place]
				node := shards.NodeOf(&part.Strata[key.stratum], d.Phases, d.Phases, key.class)
				node.AddCell(design.Cell{Outcome: stats.In, Weight: key.weight, Mult: key.mult, Count: n})
			}
		}
		parts[v] = part
	}
	return parts
}

// countProperties counts the values of properties of the draws that are proven legal. It uses stored counts where there are some.
func (l *LastPhase) countProperties(ctx context.Context, properties []Property) (*counts, error) {
	if l.stored == nil || !areStorable(properties) {
		return l.countList(ctx, l.list, properties)
	}
	c, err := l.countList(ctx, l.uncounted, properties)
	if err != nil {
		return nil, err
	}
	if err := c.addRows(l.stored.Rows, properties); err != nil {
		return nil, err
	}
	class := shards.ClassOf(l.plan)
	for i := range l.settled {
		o := &l.settled[i]
		place := c.placeOf(cell{o.Stratum, class(&o.Draw.Setup), uint64(o.Draw.Weight), uint64(o.Draw.Multiplicity)})
		if err := c.addSetup(&o.Draw.Setup, properties, place); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// partSize is the number of draws that a goroutine counts at a time.
const partSize = 1 << 14

// countList counts the values of properties of the draws of a list that are proven legal, on all processors. The counts depend on
// neither the number nor the speed of the processors.
func (l *LastPhase) countList(ctx context.Context, list []record.Reached, properties []Property) (*counts, error) {
	parts := (len(list) + partSize - 1) / partSize
	partial, errs := make([]*counts, min(runtime.GOMAXPROCS(0), parts)), make([]error, parts)
	var workers sync.WaitGroup
	var nextPart atomic.Int64
	for w := range partial {
		partial[w] = newCounts(len(properties))
		workers.Go(func() {
			for i := int(nextPart.Add(1)) - 1; i < parts && ctx.Err() == nil; i = int(nextPart.Add(1)) - 1 {
				errs[i] = l.countPart(list[i*partSize:min(len(list), (i+1)*partSize)], properties, partial[w])
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	all := newCounts(len(properties))
	for _, c := range partial {
		all.merge(c)
	}
	for _, err := range errs {
		if err != nil {
			return nil, err // the first in the order of the draws
		}
	}
	return all, nil
}

// countPart counts the values of properties of the draws of a list that are proven legal.
func (l *LastPhase) countPart(list []record.Reached, properties []Property, c *counts) error {
	class := shards.ClassOf(l.plan)
	var s Sampled
	for i := range list {
		if l.makeDraw(&s, &list[i]); s.Outcome != stats.In {
			continue
		}
		place := c.placeOf(cell{s.Stratum, class(&s.Draw.Setup), uint64(s.Draw.Weight), uint64(s.Draw.Multiplicity)})
		if err := c.addSetup(&s.Draw.Setup, properties, place); err != nil {
			return err
		}
	}
	return nil
}

// addSetup counts the values of the properties of a setup in the cell at a place.
func (c *counts) addSetup(s *chess.Setup, properties []Property, place int) error {
	f := facts{setup: s}
	for k := range properties {
		v := properties[k].number(&f)
		if v < 0 {
			return fmt.Errorf("report: %v is counted as legal and has no %s", s, properties[k].Name)
		}
		c.add(k, v, place, 1)
	}
	return nil
}
