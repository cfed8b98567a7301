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

// Tables say which words have a kernel, and with what men. They never change once made and may be
// used by several goroutines at once.
type Tables struct {
	params  Params
	sets    []needSet // the first is empty
	classes []class
	types   []wordType // in ascending order of pawns, lengths, class and orbit
	words   []words    // canonical ones, by type; ascending in each
}

// A class is what the condition says of words with so many pawns: for each means, in order, under
// which it can hold, the number of a set of needs.
type class struct {
	pawns [2]uint8 // White has no fewer
	means []uint8
	sets  []uint16
}

// A wordType is some words that are alike in all that is counted.
type wordType struct {
	lengths lengths
	class   uint32
	orbit   uint8 // different views of each word, 1, 2 or 4
	n       uint32
}

// A found is canonical words that have a kernel.
type found struct {
	words words
	class uint32
	orbit uint8
}

// A builder makes tables.
type builder struct {
	params    Params
	condition *condition
	halves    []*half
	flipped   []int32 // number of a half as seen from the other side

	mu      sync.Mutex // guards what follows
	classes map[string]uint32
	sets    map[needSet]uint16
	list    []class
	known   map[string]uint32 // classes by frontier
	found   []found
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
	b := &builder{params: p, condition: newCondition(p), halves: halves(p.Captures, p.Pawns, p.Clip),
		classes: map[string]uint32{}, sets: map[needSet]uint16{{}: 0}, known: map[string]uint32{}}
	number := map[quarter]int32{}
	for i, h := range b.halves {
		number[h.words] = int32(i)
	}
	for _, h := range b.halves {
		b.flipped = append(b.flipped, number[h.words.flipped()])
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
				w.left(i)
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
	if len(b.found) == 0 {
		return nil, fmt.Errorf("kernel: with %d captures and %d pawns the space is empty", p.Captures, p.Pawns)
	}
	return b.tables(), nil
}

// A worker joins halves.
type worker struct {
	*builder
	at    []int32 // 1 + number of crossings in the left half
	front []state
	key   []byte
}

func newWorker(b *builder) *worker {
	return &worker{builder: b, at: make([]int32, 2<<(2*b.params.Captures))}
}

// left finds all canonical words with the given left half that have a kernel.
func (w *worker) left(i int) {
	left := w.halves[i]
	for k, m := range left.out {
		w.at[m] = int32(k + 1)
	}
	var list []found
	for j := i; j < len(w.halves); j++ {
		right := w.halves[j]
		pawns := [2]int{left.pawns[0] + right.pawns[0], left.pawns[1] + right.pawns[1]}
		if pawns[0]+pawns[1] > w.params.Pawns || pawns[0] < pawns[1] {
			continue
		}
		orbit := w.orbit(i, j, pawns)
		if orbit == 0 {
			continue
		}
		w.join(left, right)
		if len(w.front) == 0 {
			continue
		}
		if class := w.class(pawns); class != noClass {
			list = append(list, found{join(left.words, right.words), class, orbit})
		}
	}
	for _, m := range left.out {
		w.at[m] = 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.found = append(w.found, list...)
}

// orbit returns the number of different views of the words with halves i and j, i being at most
// j, and 0 if the words are not canonical.
func (w *worker) orbit(i, j int, pawns [2]int) uint8 {
	n := uint8(2)
	if i == j {
		n = 1
	}
	if pawns[white] != pawns[black] {
		return 2 * n
	}
	fi, fj := int(w.flipped[i]), int(w.flipped[j])
	if fi > fj {
		fi, fj = fj, fi
	}
	switch c := cmp.Or(cmp.Compare(fi, i), cmp.Compare(fj, j)); {
	case c < 0:
		return 0
	case c > 0:
		n *= 2
	}
	return n
}

// join sets the front to the states of the whole board that no other one beats. The crossings of
// the boundary in the middle are paid in both halves, and so counted once too often.
func (w *worker) join(left, right *half) {
	w.front = w.front[:0]
	for k, m := range right.out {
		a := w.at[m.mirrored()]
		if a == 0 {
			continue
		}
		n := m.counts()
		paid := state(n[white])<<(8*captureByte) | state(n[black])<<(8*(captureByte+1))
		for _, r := range right.states[right.start[k]:right.start[k+1]] {
			r = r.mirrored() - paid
			room := w.params.Captures - r.captures()
			for _, l := range left.states[left.start[a-1]:left.start[a]] {
				if l.captures() <= room {
					w.front = keep(w.front, l.plus(r, w.params.Clip))
				}
			}
		}
	}
}

// class returns the number of the class of words with the states of the front, which it sorts.
func (w *worker) class(pawns [2]int) uint32 {
	slices.Sort(w.front)
	w.key = append(w.key[:0], byte(pawns[white]), byte(pawns[black]))
	for _, s := range w.front {
		w.key = binary.LittleEndian.AppendUint64(w.key, uint64(s))
	}
	w.mu.Lock()
	number, ok := w.known[string(w.key)]
	w.mu.Unlock()
	if ok {
		return number
	}
	sets := make([]needSet, len(w.condition.means))
	for i := range sets {
		sets[i] = w.condition.accepted(w.front, i, pawns)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	number = w.enter(pawns, sets)
	w.known[string(w.key)] = number
	return number
}

// noClass is the number of no class: of words that no army suffices for.
const noClass = ^uint32(0)

// enter returns the number of the class with these sets of needs.
func (b *builder) enter(pawns [2]int, sets []needSet) uint32 {
	c := class{pawns: [2]uint8{uint8(pawns[white]), uint8(pawns[black])}}
	for i, set := range sets {
		if set == (needSet{}) {
			continue
		}
		id, ok := b.sets[set]
		if !ok {
			id = uint16(len(b.sets))
			b.sets[set] = id
		}
		c.means = append(c.means, uint8(i))
		c.sets = append(c.sets, id)
	}
	if len(c.means) == 0 {
		return noClass
	}
	key := c.key()
	number, ok := b.classes[key]
	if !ok {
		number = uint32(len(b.list))
		b.classes[key] = number
		b.list = append(b.list, c)
	}
	return number
}

// key returns the class as a string.
func (c *class) key() string {
	s := append([]byte{c.pawns[0], c.pawns[1]}, c.means...)
	for _, id := range c.sets {
		s = binary.LittleEndian.AppendUint16(s, id)
	}
	return string(s)
}

// tables puts what was found in an order that does not depend on how it was found.
func (b *builder) tables() *Tables {
	t := &Tables{params: b.params, sets: make([]needSet, 0, len(b.sets))}
	for set := range b.sets {
		t.sets = append(t.sets, set)
	}
	slices.SortFunc(t.sets, func(x, y needSet) int { return slices.Compare(x[:], y[:]) })
	number := make([]uint16, len(t.sets))
	for i, set := range t.sets {
		number[b.sets[set]] = uint16(i)
	}
	for i := range b.list {
		for k, id := range b.list[i].sets {
			b.list[i].sets[k] = number[id]
		}
	}
	order := make([]uint32, len(b.list))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int {
		p, q := &b.list[x], &b.list[y]
		return cmp.Or(slices.Compare(p.pawns[:], q.pawns[:]), bytes.Compare(p.means, q.means), slices.Compare(p.sets, q.sets))
	})
	place := make([]uint32, len(order))
	for i, old := range order {
		place[old] = uint32(i)
		t.classes = append(t.classes, b.list[old])
	}
	for i := range b.found {
		b.found[i].class = place[b.found[i].class]
	}
	t.collect(b.found)
	return t
}

// collect sorts the words by type.
func (t *Tables) collect(list []found) {
	type item struct {
		wordType
		words words
	}
	items := make([]item, len(list))
	for i, f := range list {
		items[i] = item{wordType{f.words.lengths(), f.class, f.orbit, 0}, f.words}
	}
	slices.SortFunc(items, func(a, b item) int {
		p, q := &t.classes[a.class].pawns, &t.classes[b.class].pawns
		return cmp.Or(slices.Compare(p[:], q[:]), cmp.Compare(a.lengths, b.lengths), cmp.Compare(a.class, b.class),
			cmp.Compare(a.orbit, b.orbit), cmp.Compare(a.words, b.words))
	})
	for i := range items {
		if i == 0 || items[i].wordType != items[i-1].wordType {
			t.types = append(t.types, items[i].wordType)
		}
		t.types[len(t.types)-1].n++
		t.words = append(t.words, items[i].words)
	}
}
