package kernelspace

// A dictionary finds patterns in the tables.
type dictionary struct {
	tables       *Tables
	firstPattern []uint32 // of each type, and one more
	hashIndex    []uint32 // by hash: 1 + number of a pattern, 0 where there is none; linear probing
}

// indexPatterns makes firstPattern and hashIndex.
func (d *dictionary) indexPatterns() {
	t := d.tables
	d.firstPattern = make([]uint32, 1, len(t.types)+1)
	for i := range t.types {
		d.firstPattern = append(d.firstPattern, d.firstPattern[i]+t.types[i].count)
	}
	size := 1
	for size < 2*len(t.patterns) {
		size *= 2
	}
	d.hashIndex = make([]uint32, size)
	for i, w := range t.patterns {
		h := d.hash(w)
		for d.hashIndex[h] != 0 {
			h = (h + 1) & (len(d.hashIndex) - 1)
		}
		d.hashIndex[h] = uint32(i + 1)
	}
}

func (d *dictionary) hash(w pattern) int {
	x := uint64(w) * 0x9e3779b97f4a7c15
	return int((x ^ x>>32) & uint64(len(d.hashIndex)-1))
}

// find returns the number of a canonical pattern, or -1 if the tables lack it.
func (d *dictionary) find(w pattern) int {
	for h := d.hash(w); d.hashIndex[h] != 0; h = (h + 1) & (len(d.hashIndex) - 1) {
		if i := int(d.hashIndex[h]) - 1; d.tables.patterns[i] == w {
			return i
		}
	}
	return -1
}

// maxRun is the most types that a run may have: numbers in it are of 16 bits. The tables of [Default] have 7975 at the most.
const maxRun = 1 << 16

// runs calls f for each run of types with the same pawns and lengths.
func (d *dictionary) runs(f func(first, last int)) {
	t := d.tables
	for first := 0; first < len(t.types); {
		last := first + 1
		for last < len(t.types) && t.types[last].lengths == t.types[first].lengths &&
			t.classes[t.types[last].class].pawns == t.classes[t.types[first].class].pawns {
			last++
		}
		f(first, last)
		first = last
	}
}

// typeOf returns the type of pattern number n.
func (d *dictionary) typeOf(n int) uint32 {
	lo, width := 0, len(d.firstPattern)
	for width > 1 {
		half := width / 2
		if int(d.firstPattern[lo+half]) <= n {
			lo += half
		}
		width -= half
	}
	return uint32(lo)
}

// accepts reports whether the requirements of White and Black are in a set of the tables.
func (d *dictionary) accepts(set uint16, requirements [2]int) bool {
	return d.tables.sets[set][requirements[white]]>>requirements[black]&1 != 0
}
