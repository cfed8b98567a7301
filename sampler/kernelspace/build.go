package kernelspace

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Tables say which patterns have a kernel, and with what men. They never change once made and may be
// used by several goroutines at once.
type Tables struct {
	params   Params
	sets     []requirementSet // the first is empty
	classes  []class
	types    []patternType // in ascending order of pawns, lengths, class and images
	patterns []pattern     // canonical ones, by type; ascending in each
}

// A class is what the condition says of patterns with so many pawns: for each resources with which
// it can hold, in ascending order, the set of requirements for which it holds.
type class struct {
	pawns     [2]uint8 // White has no fewer
	resources []uint8
	sets      []uint16
}

// A patternType is some patterns that are alike in all that is counted.
type patternType struct {
	lengths lengths
	class   uint32
	images  uint8 // of each pattern under the symmetries: 1, 2 or 4
	count   uint32
}

// An entry is a canonical pattern that has a kernel.
type entry struct {
	pattern pattern
	class   uint32
	images  uint8
}

// A builder makes tables.
type builder struct {
	params    Params
	condition *condition
	halves    []*half
	flipped   []int32 // number of a half under the symmetry flipped

	mu           sync.Mutex // guards what follows
	classes      map[string]uint32
	sets         map[requirementSet]uint16
	classList    []class
	classOfFront map[string]uint32 // class numbers by pawns and front, as bytes
	entries      []entry
}

// Build makes the tables for the given parameters. It takes half a minute of CPU time and 430 MB
// for [Default], 1.5 s and 60 MB for [Small], on as many cores as there are. If progress is not
// nil it is told now and then how many of all steps are done. The result does not depend on the
// number of cores.
//
// The error says which parameter is out of range, or that the space is empty, or is that of ctx
// when it ends first.
func Build(ctx context.Context, p Params, progress func(done, all int)) (*Tables, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	b := &builder{params: p, condition: newCondition(p), halves: halves(p.Captures, p.Pawns, p.BishopCap),
		classes: map[string]uint32{}, sets: map[requirementSet]uint16{{}: 0}, classOfFront: map[string]uint32{}}
	number := map[halfPattern]int32{}
	for i, h := range b.halves {
		number[h.pattern] = int32(i)
	}
	for _, h := range b.halves {
		b.flipped = append(b.flipped, number[h.pattern.flipped()])
	}
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			w := newWorker(b)
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(b.halves) {
					return
				}
				w.joinLeft(i)
				if n := int(done.Add(1)); progress != nil && (n%64 == 0 || n == len(b.halves)) {
					progress(n, len(b.halves))
				}
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(b.entries) == 0 {
		return nil, fmt.Errorf("kernel: with %d captures and %d pawns the space is empty", p.Captures, p.Pawns)
	}
	return b.tables(), nil
}

// A worker joins halves.
type worker struct {
	*builder
	leftIndex []int32 // by crossings: 1 + their index in the left half, 0 if it has none
	front     []cost  // of the whole board, none of which dominates another
	key       []byte  // pawns and front as bytes
}

func newWorker(b *builder) *worker {
	return &worker{builder: b, leftIndex: make([]int32, 2<<(2*b.params.Captures))}
}

// joinLeft finds all canonical patterns with the given left half that have a kernel.
//
// Halves are in ascending order of their patterns, and a canonical pattern is the least of its
// images. So its right half, as a left half in the mirror, is not below the left one.
func (w *worker) joinLeft(i int) {
	left := w.halves[i]
	for k, m := range left.crossings {
		w.leftIndex[m] = int32(k + 1)
	}
	var list []entry
	for j := i; j < len(w.halves); j++ {
		right := w.halves[j]
		pawns := [2]int{left.pawns[0] + right.pawns[0], left.pawns[1] + right.pawns[1]}
		if pawns[0]+pawns[1] > w.params.Pawns || pawns[0] < pawns[1] {
			continue
		}
		orbit := w.countImages(i, j, pawns)
		if orbit == 0 {
			continue
		}
		w.join(left, right)
		if len(w.front) == 0 {
			continue
		}
		if class := w.class(pawns); class != noClass {
			list = append(list, entry{join(left.pattern, right.pattern), class, orbit})
		}
	}
	for _, m := range left.crossings {
		w.leftIndex[m] = 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.entries = append(w.entries, list...)
}

// countImages returns the number of different images of the pattern with halves i and j, i being at
// most j, and 0 if the pattern is not canonical.
func (w *worker) countImages(i, j int, pawns [2]int) uint8 {
	images := uint8(2)
	if i == j { // the pattern is its own mirror image
		images = 1
	}
	if pawns[white] != pawns[black] { // so the flipped pattern is another one
		return 2 * images
	}
	flippedLeft := int(min(w.flipped[i], w.flipped[j]))
	flippedRight := int(max(w.flipped[i], w.flipped[j]))
	switch order := cmp.Or(cmp.Compare(flippedLeft, i), cmp.Compare(flippedRight, j)); {
	case order < 0: // the flipped pattern is less
		return 0
	case order > 0:
		images *= 2
	}
	return images
}

// join sets the front to the costs of the whole board that no other one dominates.
//
// Invariant: a cost of the whole board is the sum of one of each half, for the same crossings of the
// boundary in the middle. Both halves paid for these crossings, so they are taken off once.
func (w *worker) join(left, right *half) {
	w.front = w.front[:0]
	for k, middle := range right.crossings {
		leftIndex := w.leftIndex[middle.mirrored()]
		if leftIndex == 0 {
			continue
		}
		crossed := middle.counts()
		paidTwice := cost(crossed[white])<<(8*captureByte) | cost(crossed[black])<<(8*(captureByte+1))
		for _, rightCost := range right.costs[right.costStart[k]:right.costStart[k+1]] {
			rightCost = rightCost.mirrored() - paidTwice
			capturesLeft := w.params.Captures - rightCost.captures()
			for _, leftCost := range left.costs[left.costStart[leftIndex-1]:left.costStart[leftIndex]] {
				if leftCost.captures() <= capturesLeft {
					w.front = addUndominated(w.front, leftCost.plus(rightCost, w.params.BishopCap))
				}
			}
		}
	}
}

// class returns the number of the class of patterns with these pawns and the front, which it sorts.
// Fronts that were seen before are looked up.
func (w *worker) class(pawns [2]int) uint32 {
	slices.Sort(w.front)
	w.key = append(w.key[:0], byte(pawns[white]), byte(pawns[black]))
	for _, s := range w.front {
		w.key = binary.LittleEndian.AppendUint64(w.key, uint64(s))
	}
	w.mu.Lock()
	number, ok := w.classOfFront[string(w.key)]
	w.mu.Unlock()
	if ok {
		return number
	}
	sets := make([]requirementSet, len(w.condition.resources))
	for i := range sets {
		sets[i] = w.condition.accepted(w.front, i, pawns)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	number = w.classNumber(pawns, sets)
	w.classOfFront[string(w.key)] = number
	return number
}

// noClass stands for the class of a pattern for which the condition never holds.
const noClass = ^uint32(0)

// classNumber returns the number of the class with these sets of requirements, one for each
// resources, and noClass if all are empty. A new class gets the next number.
func (b *builder) classNumber(pawns [2]int, sets []requirementSet) uint32 {
	c := class{pawns: [2]uint8{uint8(pawns[white]), uint8(pawns[black])}}
	for i, set := range sets {
		if set == (requirementSet{}) {
			continue
		}
		id, ok := b.sets[set]
		if !ok {
			id = uint16(len(b.sets))
			b.sets[set] = id
		}
		c.resources = append(c.resources, uint8(i))
		c.sets = append(c.sets, id)
	}
	if len(c.resources) == 0 {
		return noClass
	}
	key := c.key()
	number, ok := b.classes[key]
	if !ok {
		number = uint32(len(b.classList))
		b.classes[key] = number
		b.classList = append(b.classList, c)
	}
	return number
}

// key returns the class as a string.
func (c *class) key() string {
	s := append([]byte{c.pawns[0], c.pawns[1]}, c.resources...)
	for _, id := range c.sets {
		s = binary.LittleEndian.AppendUint16(s, id)
	}
	return string(s)
}

// tables returns the entries in an order that does not depend on which worker found them when.
func (b *builder) tables() *Tables {
	t := &Tables{params: b.params, sets: make([]requirementSet, 0, len(b.sets))}
	for set := range b.sets {
		t.sets = append(t.sets, set)
	}
	slices.SortFunc(t.sets, func(x, y requirementSet) int { return slices.Compare(x[:], y[:]) })
	number := make([]uint16, len(t.sets))
	for i, set := range t.sets {
		number[b.sets[set]] = uint16(i)
	}
	for i := range b.classList {
		for k, id := range b.classList[i].sets {
			b.classList[i].sets[k] = number[id]
		}
	}
	order := make([]uint32, len(b.classList))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int {
		p, q := &b.classList[x], &b.classList[y]
		return cmp.Or(slices.Compare(p.pawns[:], q.pawns[:]), bytes.Compare(p.resources, q.resources), slices.Compare(p.sets, q.sets))
	})
	place := make([]uint32, len(order))
	for i, old := range order {
		place[old] = uint32(i)
		t.classes = append(t.classes, b.classList[old])
	}
	for i := range b.entries {
		b.entries[i].class = place[b.entries[i].class]
	}
	t.collect(b.entries)
	return t
}

// collect sorts the patterns by type.
func (t *Tables) collect(list []entry) {
	type item struct {
		patternType
		words pattern
	}
	items := make([]item, len(list))
	for i, f := range list {
		items[i] = item{patternType{f.pattern.lengths(), f.class, f.images, 0}, f.pattern}
	}
	slices.SortFunc(items, func(a, b item) int {
		p, q := &t.classes[a.class].pawns, &t.classes[b.class].pawns
		return cmp.Or(slices.Compare(p[:], q[:]), cmp.Compare(a.lengths, b.lengths), cmp.Compare(a.class, b.class),
			cmp.Compare(a.images, b.images), cmp.Compare(a.words, b.words))
	})
	for i := range items {
		if i == 0 || items[i].patternType != items[i-1].patternType {
			t.types = append(t.types, items[i].patternType)
		}
		t.types[len(t.types)-1].count++
		t.patterns = append(t.patterns, items[i].words)
	}
}
