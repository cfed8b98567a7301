package kernelspace

// A dictionary finds the words of the tables.
type dictionary struct {
	tables *Tables
	first  []uint32 // first word of each type, and one more
	index  []uint32 // 1 + number of a word, by hash
}

// addWords makes the index of the words.
func (d *dictionary) addWords() {
	t := d.tables
	d.first = make([]uint32, 1, len(t.types)+1)
	for i := range t.types {
		d.first = append(d.first, d.first[i]+t.types[i].n)
	}
	size := 1
	for size < 2*len(t.words) {
		size *= 2
	}
	d.index = make([]uint32, size)
	for i, w := range t.words {
		h := d.hash(w)
		for d.index[h] != 0 {
			h = (h + 1) & (len(d.index) - 1)
		}
		d.index[h] = uint32(i + 1)
	}
}

func (d *dictionary) hash(w words) int {
	x := uint64(w) * 0x9e3779b97f4a7c15
	return int((x ^ x>>32) & uint64(len(d.index)-1))
}

// find returns the number of canonical words, or -1.
func (d *dictionary) find(w words) int {
	for h := d.hash(w); d.index[h] != 0; h = (h + 1) & (len(d.index) - 1) {
		if i := int(d.index[h]) - 1; d.tables.words[i] == w {
			return i
		}
	}
	return -1
}

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

// typeOf returns the type of a word.
func (d *dictionary) typeOf(word int) uint32 {
	lo, width := 0, len(d.first)
	for width > 1 {
		half := width / 2
		if int(d.first[lo+half]) <= word {
			lo += half
		}
		width -= half
	}
	return uint32(lo)
}

// answer returns the number of the words of the question, -1 if they have no kernel, and the set
// of needs that they accept within its means, numbered as in the tables.
func (d *dictionary) answer(q *question) (word int, set uint16) {
	word = d.find(q.words)
	if word < 0 {
		return word, 0
	}
	c := &d.tables.classes[d.tables.types[d.typeOf(word)].class]
	for k, m := range c.means {
		if int(m) == q.means {
			return word, c.sets[k]
		}
	}
	return word, 0
}

// accepts reports whether needs are in a set of the tables.
func (d *dictionary) accepts(set uint16, needs [2]int) bool {
	return d.tables.sets[set][needs[white]]>>needs[black]&1 != 0
}
