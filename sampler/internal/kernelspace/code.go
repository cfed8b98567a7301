package kernelspace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// encode returns the tables as bytes. Numbers are little-endian, and all numbers of a kind follow each
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
		typ := &t.types[i]
		b = le.AppendUint32(b, uint32(typ.lengths))
		b = le.AppendUint32(b, typ.class)
		b = le.AppendUint32(b, typ.count)
		b = append(b, typ.images)
	}
	for k := range patternBytes { // byte k of all patterns, since the high bytes of neighbors are equal
		for _, w := range t.patterns {
			b = append(b, byte(w>>(8*k)))
		}
	}
	return b
}

// patternBytes is the number of bytes of a pattern.
const patternBytes = 2 * halfBits / 8

// A decoder reads numbers from bytes. After it has run out of bytes, short is true and it returns 0 or nil.
type decoder struct {
	b     []byte // not yet read
	short bool
}

// bytes returns the next n bytes, nil if there are fewer.
func (d *decoder) bytes(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.b, d.short = nil, true
		return nil
	}
	b := d.b[:n:n]
	d.b = d.b[n:]
	return b
}

// byte returns the next byte.
func (d *decoder) byte() byte {
	if b := d.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// uint32 returns the next number of four bytes.
func (d *decoder) uint32() uint32 {
	if b := d.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// uint16s returns the next n numbers of two bytes, nil if there are fewer.
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

// decode is the inverse of encode. It returns an error for tables whose parts do not fit together.
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

// decodeClasses reads the classes. They share one array of sets and the lists of resources, of which few differ.
func (t *Tables) decodeClasses(d *decoder, classCount int) error {
	t.classes = make([]class, classCount)
	sizes := d.bytes(3 * classCount)
	if d.short {
		return errShort
	}
	total := 0
	for i := range t.classes {
		total += int(sizes[3*i+2])
	}
	resources, sets := d.bytes(total), d.uint16s(total)
	if d.short {
		return errShort
	}
	lists := map[string][]uint8{}
	for i := range t.classes {
		n := int(sizes[3*i+2])
		list, ok := lists[string(resources[:n])]
		if !ok {
			list = slices.Clone(resources[:n])
			lists[string(list)] = list
		}
		t.classes[i] = class{[2]uint8{sizes[3*i], sizes[3*i+1]}, list, sets[:n:n]}
		resources, sets = resources[n:], sets[n:]
	}
	return nil
}

// verify returns an error if parts of the tables contradict each other. It does not compare them with the
// definition of the space, which takes as long as building them.
func (t *Tables) verify() error {
	if len(t.sets) == 0 || t.sets[0] != (requirementSet{}) {
		return errors.New("the first set of requirements is not empty")
	}
	resourceCount := len(allResources(t.params.Captures))
	for i := range t.classes {
		c := &t.classes[i]
		if c.pawns[white] < c.pawns[black] || int(c.pawns[white])+int(c.pawns[black]) > t.params.Pawns || len(c.resources) == 0 {
			return fmt.Errorf("class %d: pawns %v, %d resources", i, c.pawns, len(c.resources))
		}
		for k, m := range c.resources {
			if int(m) >= resourceCount || k > 0 && m <= c.resources[k-1] || c.sets[k] == 0 || int(c.sets[k]) >= len(t.sets) {
				return fmt.Errorf("class %d: resources %d, set %d", i, m, c.sets[k])
			}
		}
	}
	next, run := 0, 0 // first pattern of the type; first type with the same pawns and lengths
	for i := range t.types {
		typ := &t.types[i]
		if int(typ.class) >= len(t.classes) || typ.count == 0 || uint64(next)+uint64(typ.count) > uint64(len(t.patterns)) {
			return fmt.Errorf("type %d: class %d of %d, %d patterns of %d", i, typ.class, len(t.classes), typ.count, len(t.patterns)-next)
		}
		pawns := t.classes[typ.class].pawns
		if first := &t.types[run]; first.lengths != typ.lengths || t.classes[first.class].pawns != pawns {
			run = i
		}
		if i-run >= maxRun {
			return fmt.Errorf("more than %d types with the same pawns and lengths", maxRun)
		}
		for k := range t.patterns[next : next+int(typ.count)] {
			p := t.patterns[next+k]
			if err := checkPattern(p, typ, pawns); err != nil {
				return fmt.Errorf("type %d: %w", i, err)
			}
			if k > 0 && p <= t.patterns[next+k-1] {
				return fmt.Errorf("type %d: patterns out of order", i)
			}
		}
		next += int(typ.count)
	}
	if next != len(t.patterns) {
		return fmt.Errorf("%d patterns, types for %d", len(t.patterns), next)
	}
	return nil
}

// checkPattern returns an error unless p is a canonical pattern of the type with these numbers of pawns.
func checkPattern(p pattern, typ *patternType, pawns [2]uint8) error {
	for file := range 8 {
		if n := p.column(file); n == 0 {
			return fmt.Errorf("pattern %#x without an end", uint64(p))
		}
	}
	n := p.counts()
	least, images, _ := p.canonical()
	if p != least || images != int(typ.images) || p.lengths() != typ.lengths || n != [2]int{int(pawns[white]), int(pawns[black])} {
		return fmt.Errorf("pattern %v, seen in %d ways, lengths %x, %d pawns", p, images, p.lengths(), n)
	}
	return nil
}
