package cage

import (
	"math/bits"

	"chesscensus/legality/proofkernel"
)

// A key of words is what a table finds numbers by.
type key interface{ [2]uint64 | [4]uint64 }

// A keyTable numbers keys in the order in which they are entered: open addressing with linear probing, never more than half
// full. It compares whole keys. The zero value is empty and ready after reset.
type keyTable[K key] struct {
	keys  []K
	slots []int32 // number of the key plus one, or 0
}

// firstSlots is the size of a table that was reset; a power of two.
const firstSlots = 1 << 10

// reset empties the table and keeps its memory.
func (t *keyTable[K]) reset() {
	if cap(t.slots) < firstSlots {
		t.slots = make([]int32, firstSlots)
	}
	t.keys, t.slots = t.keys[:0], t.slots[:firstSlots]
	clear(t.slots)
}

// find returns the number of a key and true, or the slot where it belongs and false.
func (t *keyTable[K]) find(k *K) (int, bool) {
	mask := len(t.slots) - 1
	for i := int(hash(k)) & mask; ; i = (i + 1) & mask {
		n := t.slots[i]
		if n == 0 {
			return i, false
		}
		if t.keys[n-1] == *k {
			return int(n - 1), true
		}
	}
}

// enter gives a key, which belongs in a slot, the next number.
func (t *keyTable[K]) enter(slot int, k *K) int {
	t.keys = append(t.keys, *k)
	t.slots[slot] = int32(len(t.keys))
	if 2*len(t.keys) > len(t.slots) {
		t.grow()
	}
	return len(t.keys) - 1
}

// grow doubles the slots.
func (t *keyTable[K]) grow() {
	n := 2 * len(t.slots)
	if cap(t.slots) < n {
		t.slots = make([]int32, n)
	} else {
		t.slots = t.slots[:n]
		clear(t.slots)
	}
	for i := range t.keys {
		slot, _ := t.find(&t.keys[i])
		t.slots[slot] = int32(i + 1)
	}
}

// hash mixes the words of a key.
func hash[K key](k *K) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for i := range len(*k) {
		hi, lo := bits.Mul64(h^(*k)[i], 0xd1342543de82ef95)
		h = hi ^ lo
	}
	return h
}

// costKey returns all of a path cost in words.
func costKey(c *proofkernel.PathCost) [4]uint64 {
	byTwo := func(a [2]int8) uint64 { return uint64(uint8(a[0])) | uint64(uint8(a[1]))<<8 }
	byFour := func(a [2][2]int8) uint64 { return byTwo(a[0]) | byTwo(a[1])<<16 }
	return [4]uint64{uint64(c.Left), uint64(c.Right),
		byTwo(c.Captures) | byTwo(c.Lost)<<16 | byTwo(c.Kept)<<32,
		byFour(c.Promoted) | byFour(c.Officers)<<32}
}
