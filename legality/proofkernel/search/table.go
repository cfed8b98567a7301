package search

// A table remembers states from which no goal can be reached. It holds complete states, so that an answer never rests on a hash.
// It forgets some states when it is full.
//
// Entries stand in buckets of four, found by a hash. A new entry replaces the one with the fewest captures left. The unused bits
// of an entry hold the number of the search, so that entries of earlier searches are not found.
type table struct {
	buckets [][4]state
	age     uint64 // number of the search
	used    int    // entries of this search
}

// Sizes of the table in buckets; BenchmarkList measures them.
const (
	minBuckets = 1 << 10
	maxBuckets = 1 << 20 // 64 MB
	maxAge     = 1<<(64-ageShift) - 1
)

// reset forgets all entries and makes the table small again, so that what a search finds within its nodes does not depend on
// earlier searches.
func (t *table) reset() {
	t.used = 0
	if t.age++; t.age > maxAge || len(t.buckets) != minBuckets {
		t.buckets = make([][4]state, minBuckets)
		t.age = 1
	}
}

// bucket returns the bucket of a state.
func (t *table) bucket(s *state) *[4]state {
	h := (s.cols ^ s.rest*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return &t.buckets[(h^h>>32)&uint64(len(t.buckets)-1)]
}

// has reports whether the state is in the table.
func (t *table) has(s *state) bool {
	key := state{s.cols, s.rest | t.age<<ageShift}
	b := t.bucket(s)
	return b[0] == key || b[1] == key || b[2] == key || b[3] == key
}

// put remembers a state from which no goal can be reached.
func (t *table) put(s *state) {
	if t.used > 2*len(t.buckets) && len(t.buckets) < maxBuckets {
		t.grow()
	}
	b := t.bucket(s)
	worst := &b[0]
	for i := range b {
		e := &b[i]
		if e.rest>>ageShift != t.age {
			t.used++
			worst = e
			break
		}
		if e.totalLeft() < worst.totalLeft() {
			worst = e
		}
	}
	*worst = state{s.cols, s.rest | t.age<<ageShift}
}

// grow makes the table four times as large.
func (t *table) grow() {
	old := t.buckets
	t.buckets = make([][4]state, 4*len(old))
	t.used = 0
	for i := range old {
		for _, e := range old[i] {
			if e.rest>>ageShift == t.age {
				e.rest &= 1<<ageShift - 1
				t.put(&e)
			}
		}
	}
}
