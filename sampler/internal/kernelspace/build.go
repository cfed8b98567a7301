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

// Tables list the patterns that have a kernel, and the men with which each of them has one. Tables never
// change once made and may be used by several goroutines at once.
type Tables struct {
	params   Params
	sets     []requirementSet // all that occur, ascending; the first is empty
	classes  []class
	types    []patternType // in ascending order of pawns, lengths, class and images
	patterns []pattern     // canonical ones, by type; ascending in each
}

// A class tells for which resources and requirements the condition holds. Many patterns have the same class.
type class struct {
	pawns     [2]uint8 // of the patterns; White has no fewer
	resources []uint8  // numbers of the resources with which the condition can hold, ascending
	sets      []uint16 // for each of these, the set of requirements with which it holds
}

// A patternType stands for all patterns with the same lengths, class and number of images.
type patternType struct {
	lengths lengths
	class   uint32
	images  uint8  // of each pattern under the symmetries: 1, 2 or 4
	count   uint32 // number of patterns
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
	halves    []*half // ascending by pattern
	flipped   []int32 // for each half, the index of its image under the symmetry flipped

	mu           sync.Mutex                // guards what follows
	classes      map[string]uint32         // number of a class by its key
	sets         map[requirementSet]uint16 // number of a set
	classList    []class                   // by number
	classOfFront map[string]uint32         // number of a class by pawns and front, as bytes
	entries      []entry
}

// Build makes the tables for the given parameters. It takes half a minute of CPU time and 430 MB for [Default], 1.5
// s and 60 MB for [Small], on as many cores as there are. If progress is not nil it is called now and then with the
// number of steps done and of all steps. The result does not depend on the number of cores.
//
// The error names a parameter that is out of range, or states that the space is empty, or is the error
// of ctx if that ends first.
func Build(ctx context.Context, params Params, progress func(done, all int)) (*Tables, error) {
	if err := params.check(); err != nil {
		return nil, err
	}
	b := &builder{
		params: params, condition: newCondition(params), halves: halves(params.Captures, params.Pawns, params.BishopCap),
		classes: map[string]uint32{}, sets: map[requirementSet]uint16{{}: 0}, classOfFront: map[string]uint32{},
	}
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
			worker := newWorker(b)
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(b.halves) {
					return
				}
				worker.joinLeft(i)
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
		return nil, fmt.Errorf("kernel: with %d captures and %d pawns the space is empty", params.Captures, params.Pawns)
	}
	return b.tables(), nil
}

// A worker joins halves to boards. Each goroutine of Build has one.
type worker struct {
	*builder
	leftIndex []int32 // by crossings: 1 + their index in the left half, 0 if it lacks them
	front     []cost  // costs of the board, none of which dominates another
	key       []byte  // pawns and front as bytes
}

func newWorker(b *builder) *worker {
	return &worker{builder: b, leftIndex: make([]int32, 2<<(2*b.params.Captures))}
}

// setLeft sets leftIndex to the crossings of a left half.
func (w *worker) setLeft(left *half) {
	clear(w.leftIndex)
	for k, m := range left.crossings {
		w.leftIndex[m] = int32(k + 1)
	}
}

// joinLeft adds entries for all canonical patterns with left half i that have a kernel.
//
// Halves are in ascending order of their patterns, and a canonical pattern is the least of its
// images. So its right half, which is a left half in the mirror, has an index of at least i.
func (w *worker) joinLeft(i int) {
	left := w.halves[i]
	w.setLeft(left)
	var list []entry
	for j := i; j < len(w.halves); j++ {
		right := w.halves[j]
		pawns := [2]int{left.pawns[0] + right.pawns[0], left.pawns[1] + right.pawns[1]}
		if pawns[0]+pawns[1] > w.params.Pawns || pawns[0] < pawns[1] {
			continue
		}
		images := w.countImages(i, j, pawns)
		if images == 0 {
			continue
		}
		w.setFront(left, right)
		if len(w.front) == 0 {
			continue
		}
		if class := w.frontClass(pawns); class != noClass {
			list = append(list, entry{newPattern(left.pattern, right.pattern), class, images})
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.entries = append(w.entries, list...)
}

// countImages returns the number of different images of the pattern with halves i <= j, or 0 if the
// pattern is not canonical.
func (w *worker) countImages(i, j int, pawns [2]int) uint8 {
	images := uint8(2)
	if i == j { // the pattern is its own mirror image
		images = 1
	}
	if pawns[white] != pawns[black] { // the flipped pattern has other numbers of pawns
		return 2 * images
	}
	flippedLeft := int(min(w.flipped[i], w.flipped[j]))
	flippedRight := int(max(w.flipped[i], w.flipped[j]))
	switch order := cmp.Or(cmp.Compare(flippedLeft, i), cmp.Compare(flippedRight, j)); {
	case order < 0: // the flipped pattern is less, so this one is not canonical
		return 0
	case order > 0:
		images *= 2
	}
	return images
}

// setFront sets the front to the costs of the board that no other one dominates.
//
// A cost of the board is the sum of one cost of each half, for the same crossings of the boundary in the
// middle. Both halves count these crossings as captures, so they are subtracted once.
func (w *worker) setFront(left, right *half) {
	w.front = w.front[:0]
	for k, middle := range right.crossings {
		leftIndex := w.leftIndex[middle.mirrored()]
		if leftIndex == 0 {
			continue
		}
		crossed := middle.counts()
		countedTwice := cost(crossed[white])<<(8*captureByte) | cost(crossed[black])<<(8*(captureByte+1))
		for _, rightCost := range right.costs[right.costStart[k]:right.costStart[k+1]] {
			rightCost = rightCost.mirrored() - countedTwice
			capturesLeft := w.params.Captures - rightCost.captures()
			for _, leftCost := range left.costs[left.costStart[leftIndex-1]:left.costStart[leftIndex]] {
				if leftCost.captures() <= capturesLeft {
					w.front = addUndominated(w.front, leftCost.plus(rightCost, w.params.BishopCap))
				}
			}
		}
	}
}

// frontClass returns the number of the class of patterns with these pawns and the front, or noClass. It
// sorts the front. Classes of fronts that occurred before are looked up.
func (w *worker) frontClass(pawns [2]int) uint32 {
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

// noClass is the class number of patterns for which the condition never holds.
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

// key returns the contents of the class as a string, for maps.
func (c *class) key() string {
	s := append([]byte{c.pawns[0], c.pawns[1]}, c.resources...)
	for _, id := range c.sets {
		s = binary.LittleEndian.AppendUint16(s, id)
	}
	return string(s)
}

// tables returns the tables of the entries. Sets and classes get new numbers in the order of their
// contents, so the result does not depend on the order in which workers found them.
func (b *builder) tables() *Tables {
	t := &Tables{params: b.params, sets: make([]requirementSet, 0, len(b.sets))}
	for set := range b.sets {
		t.sets = append(t.sets, set)
	}
	slices.SortFunc(t.sets, func(x, y requirementSet) int { return slices.Compare(x[:], y[:]) })
	newSetNumber := make([]uint16, len(t.sets))
	for i, set := range t.sets {
		newSetNumber[b.sets[set]] = uint16(i)
	}
	for i := range b.classList {
		for k, id := range b.classList[i].sets {
			b.classList[i].sets[k] = newSetNumber[id]
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
	newClassNumber := make([]uint32, len(order))
	for i, old := range order {
		newClassNumber[old] = uint32(i)
		t.classes = append(t.classes, b.classList[old])
	}
	for i := range b.entries {
		b.entries[i].class = newClassNumber[b.entries[i].class]
	}
	t.addTypes(b.entries)
	return t
}

// addTypes fills types and patterns with the entries, sorted by type.
func (t *Tables) addTypes(list []entry) {
	type item struct {
		patternType
		pattern pattern
	}
	items := make([]item, len(list))
	for i, e := range list {
		items[i] = item{patternType{e.pattern.lengths(), e.class, e.images, 0}, e.pattern}
	}
	slices.SortFunc(items, func(a, b item) int {
		p, q := &t.classes[a.class].pawns, &t.classes[b.class].pawns
		return cmp.Or(slices.Compare(p[:], q[:]), cmp.Compare(a.lengths, b.lengths), cmp.Compare(a.class, b.class),
			cmp.Compare(a.images, b.images), cmp.Compare(a.pattern, b.pattern))
	})
	for i := range items {
		if i == 0 || items[i].patternType != items[i-1].patternType {
			t.types = append(t.types, items[i].patternType)
		}
		t.types[len(t.types)-1].count++
		t.patterns = append(t.patterns, items[i].pattern)
	}
}
