package kernelspace

import "slices"

// A catalogue lists the groups of a space, and which patterns belong to each.
type catalogue struct {
	dictionary
	groups      []group  // and one more
	firstGroup  []int32  // first group of each cell, and one more
	members     []uint16 // types of the patterns of all groups, less the first type of the group's run; see [dictionary.runs]
	countBefore []uint32 // images in the group before each member whose number is a multiple of memberRun
}

// A group is the patterns of a cell with the same lengths and the same set of requirements. Each
// image of such a pattern stands for the same number of elements.
type group struct {
	cell        uint32
	lengths     lengths
	set         uint16 // of the cell
	rows        uint16 // number of the polynomial of the lengths
	firstMember int32
	firstType   uint32 // of the run of types with the same pawns and lengths
	images      uint32 // of all its patterns
}

// typeAt returns the type of member number i, of group g.
func (s *catalogue) typeAt(g *group, i int) uint32 { return g.firstType + uint32(s.members[i]) }

// memberRun is the number of members between two counts.
const memberRun = 16

// size returns the number of groups.
func (s *catalogue) size() int { return len(s.groups) - 1 }

// memberAt returns the member of group g that has image number n, and the number in it.
func (s *catalogue) memberAt(g int, n uint32) (int, uint32) {
	first, last := int(s.groups[g].firstMember), int(s.groups[g+1].firstMember)
	types := s.tables.types[s.groups[g].firstType:]
	lo, hi := first/memberRun, (last-1)/memberRun
	for lo < hi { // the last count of the group that is not above n, if there is one
		if mid := (lo + hi + 1) / 2; s.countBefore[mid] <= n {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	i := first
	if lo*memberRun > first {
		i = lo * memberRun
		n -= s.countBefore[lo]
	}
	for {
		images := types[s.members[i]].imageCount()
		if n < images {
			return i, n
		}
		n -= images
		i++
	}
}

// imagesBefore returns how many images in group g have types before the given one, which it has.
func (s *catalogue) imagesBefore(g int, typ uint32) (n uint32) {
	first, last := int(s.groups[g].firstMember), int(s.groups[g+1].firstMember)
	types := s.tables.types[s.groups[g].firstType:]
	k, _ := slices.BinarySearch(s.members[first:last], uint16(typ-s.groups[g].firstType))
	i := max(first, (first+k)/memberRun*memberRun)
	if i > first {
		n = s.countBefore[i/memberRun]
	}
	for ; i < first+k; i++ {
		n += types[s.members[i]].imageCount()
	}
	return n
}

// group returns the number of the group with these lengths and this set of requirements, numbered as in
// the tables. There must be one.
func (s *catalogue) group(c *cell, l lengths, set uint16) int {
	local, _ := slices.BinarySearch(c.sets, set)
	return s.firstFrom(c, l, local)
}

// groupOf returns the group of a cell that has a type as member, -1 if there is none.
func (s *catalogue) groupOf(c *cell, typ uint32) int {
	l := s.tables.types[typ].lengths
	for g := s.firstFrom(c, l, 0); g < int(s.firstGroup[c.number+1]) && s.groups[g].lengths == l; g++ {
		first, last := s.groups[g].firstMember, s.groups[g+1].firstMember
		if _, ok := slices.BinarySearch(s.members[first:last], uint16(typ-s.groups[g].firstType)); ok {
			return g
		}
	}
	return -1
}

// firstFrom returns the first group of a cell with these lengths and at least this set of requirements, numbered as in
// the cell, or what follows.
func (s *catalogue) firstFrom(c *cell, l lengths, set int) int {
	lo, hi := int(s.firstGroup[c.number]), int(s.firstGroup[c.number+1])
	for lo < hi {
		mid := (lo + hi) / 2
		if g := &s.groups[mid]; g.lengths < l || g.lengths == l && int(g.set) < set {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// patternAt returns the pattern and the symmetry that make image number n of group g.
func (s *catalogue) patternAt(g int, number uint32) (pattern, symmetry) {
	memberIndex, number := s.memberAt(g, number)
	typ := s.typeAt(&s.groups[g], memberIndex)
	images := uint32(s.tables.types[typ].images)
	p := s.tables.patterns[s.firstPattern[typ]+number/images]
	sym := symmetry(number % images)
	if images == 2 && sym != identity {
		sym = p.secondSymmetry()
	}
	return p, sym
}

// imageCount returns how many patterns have the type, in all images.
func (t *patternType) imageCount() uint32 { return t.count * uint32(t.images) }
