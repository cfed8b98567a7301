package kernelspace

import (
	"slices"

	"chesscensus/sampler/internal/wide"
)

// A catalogue has the groups of a space, and which words belong to each.
type catalogue struct {
	dictionary
	groups  []group  // and one more
	from    []int32  // first group of each cell, and one more
	members []uint32 // types of the words of all groups
	before  []uint32 // words before every member whose number is a multiple of memberRun, in its group, times their views
}

// A group is words with the same lengths in a cell, which accept the same needs of it. Each of
// them stands for the same number of elements, in each view.
type group struct {
	cell    uint32
	lengths lengths
	set     uint16 // of the cell
	rows    uint16 // number of the polynomial of the lengths
	first   int32  // member
	n       uint32 // words, times their views
	each    wide.U192
}

// memberRun is the number of members between two counts.
const memberRun = 16

// size returns the number of groups.
func (s *catalogue) size() int { return len(s.groups) - 1 }

// member returns the member of group g that has words number n, and the number in it.
func (s *catalogue) member(g int, n uint32) (int, uint32) {
	first, last := int(s.groups[g].first), int(s.groups[g+1].first)
	lo, hi := first/memberRun, (last-1)/memberRun
	for lo < hi { // the last count of the group that is not above n, if there is one
		if mid := (lo + hi + 1) / 2; s.before[mid] <= n {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	i := first
	if lo*memberRun > first {
		i = lo * memberRun
		n -= s.before[lo]
	}
	for {
		words := s.tables.types[s.members[i]].words()
		if n < words {
			return i, n
		}
		n -= words
		i++
	}
}

// wordsBefore returns how many words of group g have types before the given one, which it has.
func (s *catalogue) wordsBefore(g int, typ uint32) (n uint32) {
	first, last := int(s.groups[g].first), int(s.groups[g+1].first)
	k, _ := slices.BinarySearch(s.members[first:last], typ)
	i := max(first, (first+k)/memberRun*memberRun)
	if i > first {
		n = s.before[i/memberRun]
	}
	for ; i < first+k; i++ {
		n += s.tables.types[s.members[i]].words()
	}
	return n
}

// group returns the number of the group with these lengths and this set of needs, numbered as in
// the tables. There must be one.
func (s *catalogue) group(c *cell, p lengths, set uint16) int {
	local, _ := slices.BinarySearch(c.sets, set)
	lo, hi := int(s.from[c.number]), int(s.from[c.number+1])
	for lo < hi {
		mid := (lo + hi) / 2
		if g := &s.groups[mid]; g.lengths < p || g.lengths == p && int(g.set) < local {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// wordsAt returns words of group g given their number, and the view.
func (s *catalogue) wordsAt(g int, number uint32) (words, view) {
	i, number := s.member(g, number)
	typ := s.members[i]
	orbit := uint32(s.tables.types[typ].orbit)
	w := s.tables.words[s.first[typ]+number/orbit]
	v := view(number % orbit)
	if orbit == 2 && v != asIs {
		v = w.another()
	}
	return w, v
}

// words returns how many words have the type, seen in all views.
func (t *wordType) words() uint32 { return t.n * uint32(t.orbit) }
