package sets

import (
	"context"
	"math/big"
	"math/bits"
	"slices"
	"sync"
)

// A stratum has the number of setups of a space with so many pawns on the board and so many men missing.
type stratum struct {
	Pawns, Captures int
	Size            *big.Int
}

// A kernelSet is the space of setups with an abstract kernel, with up to so many men missing (at most 6) and pawns on the board (at most
// 8). The cap of bishops is 2.
type kernelSet struct {
	Captures, Pawns int
}

// A placements counts placements of pawns by the number of white ones and by the number on dark squares.
type placements [9][9]uint64

// with returns the placements with one more file, of so many columns of a kind. A file has three squares of either color for pawns.
func (p *placements) with(k kind, columns int64) (sum placements) {
	three := [4]uint64{1, 3, 3, 1} // C(3,n)
	for dark := range 4 {
		light := k.pawnCount() - dark
		if light < 0 || light > 3 {
			continue
		}
		ways := uint64(columns) * three[dark] * three[light]
		for w := k.pawns[white]; w < 9; w++ {
			for d := dark; d < 9; d++ {
				sum[w][d] += ways * p[w-k.pawns[white]][d-dark]
			}
		}
	}
	return sum
}

// add adds other placements of so many pawns.
func (p *placements) add(other *placements, pawns int) {
	for w := range pawns + 1 {
		for d := range pawns + 1 {
			p[w][d] += other[w][d]
		}
	}
}

// A prefix stands for all columns of the first files with so many pawns that lead to the same items.
type prefix struct {
	pawns      int
	items      []item
	placements placements
}

// key returns a string that is equal for prefixes that can be merged. It includes the number of pawns, which limits the columns to follow.
// It has the lowest 5 bytes of each item, as items have 33 bits.
func (p *prefix) key() string {
	b := []byte{byte(p.pawns)}
	for _, x := range p.items {
		for shift := 0; shift < 40; shift += 8 {
			b = append(b, byte(x>>shift))
		}
	}
	return string(b)
}

// mergedFiles is the number of files up to which prefixes are merged. After them each is followed to the end by itself, which needs no
// memory.
const mergedFiles = 5

// An outcome stands for all patterns with so many pawns that the same cells accept.
type outcome struct {
	pawns      int
	set        cellSet
	placements placements
}

// A patternCounter goes through all patterns and collects their outcomes. The lock guards the outcomes.
type patternCounter struct {
	*chains
	*condition
	lock     sync.Mutex
	outcomes map[string]*outcome
}

// sizes returns the exact sizes of all strata that have elements, by pawns and then captures. Now and then it calls progress with the share
// of the work that is done. With six captures and eight pawns it takes minutes of CPU time, with up to three pawns some seconds.
func (s kernelSet) sizes(ctx context.Context, workers int, progress func(share float64)) ([]stratum, error) {
	c := &patternCounter{chains: newChains(s.Captures, s.Pawns), condition: newCondition(s.Captures), outcomes: map[string]*outcome{}}
	if err := c.patterns(ctx, workers, progress); err != nil {
		return nil, err
	}
	return c.strata(), nil
}

// patterns finds the outcomes of all patterns (step 4).
func (c *patternCounter) patterns(ctx context.Context, workers int, progress func(float64)) error {
	level := []*prefix{{items: []item{itemOf(nothing, 0)}, placements: placements{{1}}}}
	for file := range mergedFiles {
		level = c.withNextFile(level, file)
	}
	todo := make(chan *prefix)
	var group sync.WaitGroup
	done := 0
	for range workers {
		group.Go(func() {
			f := &follower{patternCounter: c, sets: make([]cellSet, 1<<costBits)}
			for p := range todo {
				f.follow(p.items, p.pawns, &p.placements, mergedFiles)
				c.lock.Lock()
				done++
				progress(float64(done) / float64(len(level)))
				c.lock.Unlock()
			}
		})
	}
	for _, p := range level {
		if ctx.Err() != nil {
			break
		}
		todo <- p
	}
	close(todo)
	group.Wait()
	return ctx.Err()
}

// withNextFile returns the prefixes with one more file, and merges those with equal keys.
func (c *patternCounter) withNextFile(level []*prefix, file int) (list []*prefix) {
	known := map[string]*prefix{}
	var seen itemSet
	for _, p := range level {
		for k := range c.kinds {
			q := &prefix{pawns: p.pawns + c.kinds[k].pawnCount()}
			if q.pawns > c.chains.pawns {
				continue
			}
			q.items = c.advance(nil, p.items, file, k, c.chains.pawns-q.pawns, c.captures, &seen)
			if len(q.items) == 0 {
				continue
			}
			slices.Sort(q.items)
			q.placements = p.placements.with(c.kinds[k], c.columnsOf[k])
			name := q.key()
			if known[name] == nil {
				known[name] = q
				list = append(list, q)
			} else {
				known[name].placements.add(&q.placements, q.pawns)
			}
		}
	}
	return list
}

// A follower completes prefixes. It has the buffers of one worker.
type follower struct {
	*patternCounter
	seen  itemSet
	items [8][]item
	sets  []cellSet // by cost, computed when they are needed
}

// follow adds the other files, from the given one on, in all ways.
func (f *follower) follow(items []item, pawns int, placed *placements, file int) {
	if file == 8 {
		f.finish(items, pawns, placed)
		return
	}
	for k := range f.kinds {
		n := pawns + f.kinds[k].pawnCount()
		if n > f.chains.pawns {
			continue
		}
		f.items[file] = f.advance(f.items[file][:0], items, file, k, f.chains.pawns-n, f.captures, &f.seen)
		if len(f.items[file]) > 0 {
			more := placed.with(f.kinds[k], f.columnsOf[k])
			f.follow(f.items[file], n, &more, file+1)
		}
	}
}

// finish adds patterns to the outcome with the cells that at least one of their items is enough for.
func (f *follower) finish(items []item, pawns int, placed *placements) {
	set := f.emptySet()
	for _, it := range items {
		c := it.cost()
		if f.sets[c] == nil {
			f.sets[c] = f.accepting(c)
		}
		for i, x := range f.sets[c] {
			set[i] |= x
		}
	}
	name := string(byte(pawns)) + set.key()
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.outcomes[name] == nil {
		f.outcomes[name] = &outcome{pawns: pawns, set: set}
	}
	f.outcomes[name].placements.add(placed, pawns)
}

// strata adds up the outcomes by cells and the armies of each cell, and returns the sizes of the strata (step 5).
func (c *patternCounter) strata() (list []stratum) {
	armies := armies()
	for pawns := range c.chains.pawns + 1 {
		sizes := make([]*big.Int, c.captures+1)
		for i := range sizes {
			sizes[i] = new(big.Int)
		}
		accepting := make([]*placements, len(c.cells))
		for _, o := range c.outcomes {
			if o.pawns == pawns {
				o.addTo(accepting)
			}
		}
		for w := range pawns + 1 {
			c.addArmies(sizes, accepting, [2]int{w, pawns - w}, armies)
		}
		for captures, size := range sizes {
			if size.Sign() > 0 {
				list = append(list, stratum{pawns, captures, size})
			}
		}
	}
	return list
}

// addTo adds the placements of an outcome to those of its cells.
func (o *outcome) addTo(accepting []*placements) {
	for i, word := range o.set {
		for ; word != 0; word &= word - 1 {
			k := 64*i + bits.TrailingZeros64(word)
			if accepting[k] == nil {
				accepting[k] = new(placements)
			}
			accepting[k].add(&o.placements, o.pawns)
		}
	}
}

// addArmies adds the setups of all pairs of armies with so many pawns to the sizes by captures. For each pair they are the sum, over the
// number of pawns on dark squares, of placements of the pawns times those of the men, times two sides to move.
func (c *patternCounter) addArmies(sizes []*big.Int, accepting []*placements, pawns [2]int, armies map[army]*big.Int) {
	blacks := sides(armies, pawns[black], c.captures)
	for a, orders := range sides(armies, pawns[white], c.captures) {
		for b, others := range blacks {
			k := a.captures + b.captures
			if k > c.captures {
				continue
			}
			placed := accepting[c.number[cellOf([2]side{a, b})]]
			if placed == nil {
				continue
			}
			sum := new(big.Int)
			for dark, n := range placed[pawns[white]] {
				if n > 0 {
					term := places([2]side{a, b}, [2]int{pawns[0] + pawns[1] - dark, dark})
					sum.Add(sum, term.Mul(term, new(big.Int).SetUint64(2*n)))
				}
			}
			sum.Mul(sum, orders)
			sizes[k].Add(sizes[k], sum.Mul(sum, others))
		}
	}
}
