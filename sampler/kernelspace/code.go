package kernelspace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// encode returns the tables as bytes: numbers, least byte first. All numbers of a kind follow each
// other, which compresses best.
func (t *Tables) encode() (b []byte) {
	le := binary.LittleEndian
	pairs := (t.params.BishopCap + 1) * (t.params.BishopCap + 1)
	for _, n := range []int{len(t.sets), len(t.classes), len(t.types), len(t.patterns)} {
		b = le.AppendUint32(b, uint32(n))
	}
	for _, set := range t.sets {
		for w := range pairs {
			b = le.AppendUint16(b, set[w])
		}
	}
	for _, c := range t.classes {
		b = append(b, c.pawns[0], c.pawns[1], byte(len(c.resources)))
	}
	for _, c := range t.classes {
		b = append(b, c.resources...)
	}
	for _, c := range t.classes {
		for _, set := range c.sets {
			b = le.AppendUint16(b, set)
		}
	}
	for i := range t.types {
		y := &t.types[i]
		b = le.AppendUint32(b, uint32(y.lengths))
		b = le.AppendUint32(b, y.class)
		b = le.AppendUint32(b, y.count)
		b = append(b, y.images)
	}
	for k := range patternBytes { // byte by byte, since the high ones are alike
		for _, w := range t.patterns {
			b = append(b, byte(w>>(8*k)))
		}
	}
	return b
}

// patternBytes is the number of bytes of a pattern.
const patternBytes = 2 * halfBits / 8

// A decoder reads bytes. Once there are too few, all that it returns is 0 and short is set.
type decoder struct {
	b     []byte
	short bool
}

func (d *decoder) bytes(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.b, d.short = nil, true
		return nil
	}
	b := d.b[:n:n]
	d.b = d.b[n:]
	return b
}

func (d *decoder) byte() byte {
	if b := d.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (d *decoder) uint32() uint32 {
	if b := d.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (d *decoder) uint16s(n int) []uint16 {
	b := d.bytes(2 * n)
	if b == nil {
		return nil
	}
	list := make([]uint16, n)
	for i := range list {
		list[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return list
}

var errShort = errors.New("fewer bytes than their numbers say")

// decode is the inverse of encode. It refuses tables whose parts do not fit together.
func decode(p Params, body []byte) (*Tables, error) {
	d := &decoder{b: body}
	t := &Tables{params: p}
	pairs := (p.BishopCap + 1) * (p.BishopCap + 1)
	var n [4]int
	for i := range n {
		if n[i] = int(d.uint32()); n[i] > len(body) {
			return nil, errShort
		}
	}
	t.sets = make([]requirementSet, n[0])
	for i := range t.sets {
		copy(t.sets[i][:], d.uint16s(pairs))
	}
	if err := t.decodeClasses(d, n[1]); err != nil {
		return nil, err
	}
	t.types = make([]patternType, n[2])
	for i := range t.types {
		t.types[i] = patternType{lengths: lengths(d.uint32()), class: d.uint32(), count: d.uint32(), images: d.byte()}
	}
	t.patterns = make([]pattern, n[3])
	for k := range patternBytes {
		for i, b := range d.bytes(n[3]) {
			t.patterns[i] |= pattern(b) << (8 * k)
		}
	}
	if d.short || len(d.b) > 0 {
		return nil, errShort
	}
	return t, t.verify()
}

// decodeClasses reads n classes. They share an array of sets, and the lists of resources, of which few differ.
func (t *Tables) decodeClasses(d *decoder, n int) error {
	t.classes = make([]class, n)
	sizes := d.bytes(3 * n)
	if d.short {
		return errShort
	}
	all := 0
	for i := range t.classes {
		all += int(sizes[3*i+2])
	}
	means, sets := d.bytes(all), d.uint16s(all)
	if d.short {
		return errShort
	}
	lists := map[string][]uint8{}
	for i := range t.classes {
		k := int(sizes[3*i+2])
		list, ok := lists[string(means[:k])]
		if !ok {
			list = slices.Clone(means[:k])
			lists[string(list)] = list
		}
		t.classes[i] = class{[2]uint8{sizes[3*i], sizes[3*i+1]}, list, sets[:k:k]}
		means, sets = means[k:], sets[k:]
	}
	return nil
}

// verify returns an error if some part of the tables does not fit the others. It does not ask
// whether the tables are true, which takes as long as making them.
func (t *Tables) verify() error {
	if len(t.sets) == 0 || t.sets[0] != (requirementSet{}) {
		return errors.New("the first set of needs is not empty")
	}
	means := len(allResources(t.params.Captures))
	for i := range t.classes {
		c := &t.classes[i]
		if c.pawns[white] < c.pawns[black] || int(c.pawns[white])+int(c.pawns[black]) > t.params.Pawns || len(c.resources) == 0 {
			return fmt.Errorf("class %d: pawns %v, %d means", i, c.pawns, len(c.resources))
		}
		for k, m := range c.resources {
			if int(m) >= means || k > 0 && m <= c.resources[k-1] || c.sets[k] == 0 || int(c.sets[k]) >= len(t.sets) {
				return fmt.Errorf("class %d: means %d, set %d", i, m, c.sets[k])
			}
		}
	}
	next, run := 0, 0 // run is the first type with the same pawns and lengths
	for i := range t.types {
		y := &t.types[i]
		if int(y.class) >= len(t.classes) || y.count == 0 || uint64(next)+uint64(y.count) > uint64(len(t.patterns)) {
			return fmt.Errorf("type %d: class %d of %d, %d words of %d", i, y.class, len(t.classes), y.count, len(t.patterns)-next)
		}
		pawns := t.classes[y.class].pawns
		if first := &t.types[run]; first.lengths != y.lengths || t.classes[first.class].pawns != pawns {
			run = i
		}
		if i-run >= maxRun {
			return fmt.Errorf("more than %d types with the same pawns and lengths", maxRun)
		}
		for k := range t.patterns[next : next+int(y.count)] {
			w := t.patterns[next+k]
			if err := fits(w, y, pawns); err != nil {
				return fmt.Errorf("type %d: %w", i, err)
			}
			if k > 0 && w <= t.patterns[next+k-1] {
				return fmt.Errorf("type %d: words out of order", i)
			}
		}
		next += int(y.count)
	}
	if next != len(t.patterns) {
		return fmt.Errorf("%d words, types for %d", len(t.patterns), next)
	}
	return nil
}

// fits returns an error if a pattern is not a canonical one of a type, of which the number of pawns
// is given.
func fits(w pattern, y *patternType, pawns [2]uint8) error {
	for x := range 8 {
		if n := w.at(x); n == 0 {
			return fmt.Errorf("words %#x without an end", uint64(w))
		}
	}
	n := w.counts()
	least, orbit, _ := w.canonical()
	if w != least || orbit != int(y.images) || w.lengths() != y.lengths || n != [2]int{int(pawns[white]), int(pawns[black])} {
		return fmt.Errorf("words %v, seen in %d ways, lengths %x, %d pawns", w, orbit, w.lengths(), n)
	}
	return nil
}
