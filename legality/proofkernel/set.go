package proofkernel

// A set is a hash table from pairs of words to small values. Keys are compared exactly: no verdict rests on a hash. Clearing it
// is cheap. The zero value is empty.
type set struct {
	slots []slot
	gen   uint32 // generation of the valid slots
	n     int    // keys
}

// A slot holds one key with its value. It is free if its generation is an old one.
type slot struct {
	key   [2]uint64
	gen   uint32
	value uint8
}

// smallSet is the number of slots of the smallest set that is not empty.
const smallSet = 1 << 10

// clear empties the set. It releases the memory of a very large one, so that a hard setup does not slow down those after it.
func (s *set) clear() {
	s.n = 0
	if s.gen++; s.gen == 0 || len(s.slots) > 1<<16 {
		s.slots = nil
		s.gen = 1
	}
}

// find returns the slot of a key, or the free slot where it belongs. The table must not be full.
func (s *set) find(k [2]uint64) *slot {
	mask := uint64(len(s.slots) - 1)
	h := (k[0] ^ k[1]*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	h ^= h >> 32
	for i := h & mask; ; i = (i + 1) & mask {
		if e := &s.slots[i]; e.gen != s.gen || e.key == k {
			return e
		}
	}
}

// get returns the value of a key, 0 if it has none.
func (s *set) get(k [2]uint64) uint8 {
	if s.n == 0 {
		return 0
	}
	if e := s.find(k); e.gen == s.gen {
		return e.value
	}
	return 0
}

// store sets the value of a key.
func (s *set) store(k [2]uint64, v uint8) {
	if 2*(s.n+1) > len(s.slots) {
		s.grow()
	}
	e := s.find(k)
	if e.gen != s.gen {
		s.n++
	}
	*e = slot{k, s.gen, v}
}

// add gives a key the value 1, unless it has one, and reports whether it is new.
func (s *set) add(k [2]uint64) bool {
	if 2*(s.n+1) > len(s.slots) {
		s.grow()
	}
	e := s.find(k)
	if e.gen == s.gen {
		return false
	}
	*e = slot{k, s.gen, 1}
	s.n++
	return true
}

// grow doubles the number of slots.
func (s *set) grow() {
	old, gen := s.slots, s.gen
	s.slots = make([]slot, max(smallSet, 2*len(old)))
	s.gen = 1
	for i := range old {
		if old[i].gen == gen {
			e := s.find(old[i].key)
			*e = old[i]
			e.gen = 1
		}
	}
}
