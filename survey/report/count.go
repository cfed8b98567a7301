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

// A cell names the draws of the last phase that count alike.
type cell struct {
	stratum, class int
	weight, mult   uint64
}

// A counts holds how many draws that are proven legal have which number of each property, by cell.
type counts struct {
	places map[cell]int
	cells  []cell
	n      []map[int][]uint64 // by property and number, at the places of the cells
}

func newCounts(properties int) *counts {
	c := &counts{places: map[cell]int{}, n: make([]map[int][]uint64, properties)}
	for i := range c.n {
		c.n[i] = map[int][]uint64{}
	}
	return c
}

// place returns that of a cell.
func (c *counts) place(of cell) int {
	at, ok := c.places[of]
	if !ok {
		at = len(c.cells)
		c.places[of] = at
		c.cells = append(c.cells, of)
	}
	return at
}

// add counts draws of a cell that have the number v of property i.
func (c *counts) add(i, v, place int, draws uint64) {
	list := c.n[i][v]
	if place >= len(list) {
		list = append(list, make([]uint64, place+1-len(list))...)
		c.n[i][v] = list
	}
	list[place] += draws
}

// merge adds the counts of others.
func (c *counts) merge(others *counts) {
	for i, numbers := range others.n {
		for v, list := range numbers {
			for at, n := range list {
				if n > 0 {
					c.add(i, v, c.place(others.cells[at]), n)
				}
			}
		}
	}
}

// parts returns the samples of the draws that have each number of property i.
func (c *counts) parts(d *design.Design, i int) map[int]*design.Sample {
	parts := map[int]*design.Sample{}
	for v, list := range c.n[i] {
		part := design.NewSample(len(d.Strata))
		for at, n := range list {
			if n > 0 {
				of := &c.cells[at]
				node := shards.NodeOf(&part.Strata[of.stratum], d.Phases, d.Phases, of.class)
				node.AddCell(design.Cell{Outcome: stats.In, Weight: of.weight, Mult: of.mult, Count: n})
			}
		}
		parts[v] = part
	}
	return parts
}

// count looks the properties up on the draws that are proven legal. What was counted before is not counted again.
func (l *LastPhase) count(ctx context.Context, properties []Property) (*counts, error) {
	if l.counted == nil || !countable(properties) {
		return l.countList(ctx, l.list, properties)
	}
	c, err := l.countList(ctx, l.uncounted, properties)
	if err != nil {
		return nil, err
	}
	if err := c.addRows(l.counted.Rows, properties); err != nil {
		return nil, err
	}
	class := shards.ClassOf(l.plan)
	for i := range l.settled {
		o := &l.settled[i]
		at := c.place(cell{o.Stratum, class(&o.Draw.Setup), uint64(o.Draw.Weight), uint64(o.Draw.Multiplicity)})
		if err := c.look(&o.Draw.Setup, properties, at); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// part is the number of draws that are counted in one go.
const part = 1 << 14

// countList looks the properties up on the draws of a list that are proven legal, on all processors. What it returns depends on
// neither their number nor their speed.
func (l *LastPhase) countList(ctx context.Context, list []record.Reached, properties []Property) (*counts, error) {
	parts := (len(list) + part - 1) / part
	done, errs := make([]*counts, min(runtime.GOMAXPROCS(0), parts)), make([]error, parts)
	var workers sync.WaitGroup
	var next atomic.Int64
	for w := range done {
		done[w] = newCounts(len(properties))
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < parts && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				errs[i] = l.countPart(list[i*part:min(len(list), (i+1)*part)], properties, done[w])
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	all := newCounts(len(properties))
	for _, c := range done {
		all.merge(c)
	}
	for _, err := range errs {
		if err != nil {
			return nil, err // the first in the order of the draws
		}
	}
	return all, nil
}

// countPart counts some of the draws.
func (l *LastPhase) countPart(list []record.Reached, properties []Property, c *counts) error {
	class := shards.ClassOf(l.plan)
	var s Sampled
	for i := range list {
		if l.set(&s, &list[i]); s.Outcome != stats.In {
			continue
		}
		at := c.place(cell{s.Stratum, class(&s.Draw.Setup), uint64(s.Draw.Weight), uint64(s.Draw.Multiplicity)})
		if err := c.look(&s.Draw.Setup, properties, at); err != nil {
			return err
		}
	}
	return nil
}

// look looks the properties of a draw up and counts it at a place.
func (c *counts) look(s *chess.Setup, properties []Property, place int) error {
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
