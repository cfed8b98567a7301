package kernelspace

import "slices"

// A catalog lists the groups of a space, and which patterns belong to each.
type catalog struct {
	dictionary
	groups     []group // and an empty one that ends the last
	firstGroup []int32 // index of the first group of each cell, and the number of groups
	// members lists, group by group, the types of the group's patterns. Each is stored less the first
	// type of its run; see [dictionary.eachRun].
	members []uint16
	// countBefore[i] is the number of images in the group before member i*memberRun.
	countBefore []uint32
}

// A group is the patterns of a cell with the same lengths and the same set of requirements. Each
// image of such a pattern stands for the same number of elements.
type group struct {
	cell        uint32 // index in [Space].cells
	lengths     lengths
	set         uint16 // index in the cell's sets
	rows        uint16 // index of the polynomial of the lengths
	firstMember int32
	firstType   uint32 // of the run of types with the same pawns and lengths
	images      uint32 // number of images of all its patterns
}

// typeAt returns the type of member i, which belongs to group g.
func (ca *catalog) typeAt(g *group, i int) uint32 { return g.firstType + uint32(ca.members[i]) }

// memberRun is the number of members between two counts.
const memberRun = 16

// size returns the number of groups.
func (ca *catalog) size() int { return len(ca.groups) - 1 }

// memberAt returns the index of the member that has image n of group g, and the number of this image
// among those of the member.
func (ca *catalog) memberAt(g int, n uint32) (int, uint32) {
	first, last := int(ca.groups[g].firstMember), int(ca.groups[g+1].firstMember)
	types := ca.tables.types[ca.groups[g].firstType:]
	lo, hi := first/memberRun, (last-1)/memberRun
	for lo < hi { // the last count of the group that is not above n, if there is one
		if mid := (lo + hi + 1) / 2; ca.countBefore[mid] <= n {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	i := first
	if lo*memberRun > first {
		i = lo * memberRun
		n -= ca.countBefore[lo]
	}
	for {
		images := types[ca.members[i]].imageCount()
		if n < images {
			return i, n
		}
		n -= images
		i++
	}
}

// imagesBefore returns the number of images in group g of types before typ, which must be a member.
func (ca *catalog) imagesBefore(g int, typ uint32) (n uint32) {
	first, last := int(ca.groups[g].firstMember), int(ca.groups[g+1].firstMember)
	types := ca.tables.types[ca.groups[g].firstType:]
	k, _ := slices.BinarySearch(ca.members[first:last], uint16(typ-ca.groups[g].firstType))
	i := max(first, (first+k)/memberRun*memberRun)
	if i > first {
		n = ca.countBefore[i/memberRun]
	}
	for ; i < first+k; i++ {
		n += types[ca.members[i]].imageCount()
	}
	return n
}

// group returns the index of the group of a cell with these lengths and this set of requirements, an
// index in [Tables].sets. There must be such a group.
func (ca *catalog) group(c *cell, l lengths, set uint16) int {
	local, _ := slices.BinarySearch(c.sets, set)
	return ca.firstFrom(c, l, local)
}

// groupOf returns the index of the group of a cell that has a type as member, or -1 if there is none.
func (ca *catalog) groupOf(c *cell, typ uint32) int {
	l := ca.tables.types[typ].lengths
	for g := ca.firstFrom(c, l, 0); g < int(ca.firstGroup[c.number+1]) && ca.groups[g].lengths == l; g++ {
		first, last := ca.groups[g].firstMember, ca.groups[g+1].firstMember
		if _, ok := slices.BinarySearch(ca.members[first:last], uint16(typ-ca.groups[g].firstType)); ok {
			return g
		}
	}
	return -1
}

// firstFrom returns the index of the first group of a cell that has at least these lengths and, if its
// lengths are equal, at least this index of a set.
func (ca *catalog) firstFrom(c *cell, l lengths, set int) int {
	lo, hi := int(ca.firstGroup[c.number]), int(ca.firstGroup[c.number+1])
	for lo < hi {
		mid := (lo + hi) / 2
		if g := &ca.groups[mid]; g.lengths < l || g.lengths == l && int(g.set) < set {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// patternAt returns the canonical pattern and the symmetry that make an image of group g, given the
// number of the image.
func (ca *catalog) patternAt(g int, number uint32) (pattern, symmetry) {
	memberIndex, number := ca.memberAt(g, number)
	typ := ca.typeAt(&ca.groups[g], memberIndex)
	images := uint32(ca.tables.types[typ].images)
	p := ca.tables.patterns[ca.firstPattern[typ]+number/images]
	sym := symmetry(number % images)
	if images == 2 && sym != identity {
		sym = p.secondSymmetry()
	}
	return p, sym
}

// imageCount returns the number of images of all patterns of the type.
func (t *patternType) imageCount() uint32 { return t.count * uint32(t.images) }
