package kernelspace

// A dictionary looks up patterns in the tables.
type dictionary struct {
	tables       *Tables
	firstPattern []uint32 // index of the first pattern of each type, and the number of patterns
	hashIndex    []uint32 // hash table with linear probing: 1 + number of a pattern, 0 for a free place
}

// indexPatterns fills firstPattern and hashIndex.
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
	for i, p := range t.patterns {
		h := d.hash(p)
		for d.hashIndex[h] != 0 {
			h = (h + 1) & (len(d.hashIndex) - 1)
		}
		d.hashIndex[h] = uint32(i + 1)
	}
}

// hash returns the first place of the hash table where a pattern may be. The factor is 2^64 divided by
// the golden ratio.
func (d *dictionary) hash(p pattern) int {
	x := uint64(p) * 0x9e3779b97f4a7c15
	return int((x ^ x>>32) & uint64(len(d.hashIndex)-1))
}

// patternNumber returns the index of a canonical pattern in [Tables].patterns, or -1 if it is not there.
func (d *dictionary) patternNumber(p pattern) int {
	for h := d.hash(p); d.hashIndex[h] != 0; h = (h + 1) & (len(d.hashIndex) - 1) {
		if i := int(d.hashIndex[h]) - 1; d.tables.patterns[i] == p {
			return i
		}
	}
	return -1
}

// maxRun is the largest number of types of a run: members of groups are stored in 16 bits. The tables of
// [Default] have 7975 at the most.
const maxRun = 1 << 16

// eachRun calls f for each run of types with the same pawns and lengths: types first to last-1.
func (d *dictionary) eachRun(f func(first, last int)) {
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

// typeOf returns the index of the type of pattern n: the last whose first pattern is at most n.
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

// accepts reports whether the requirements of White and Black are in a set of [Tables].sets.
func (d *dictionary) accepts(set uint16, requirements [2]int) bool {
	return d.tables.sets[set][requirements[white]]>>requirements[black]&1 != 0
}
