package kernelspace

import (
	"cmp"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// A Space is the set of setups with an abstract kernel; see the package documentation. It is safe
// for use by several goroutines at once and never changes once made.
type Space struct {
	catalog
	name      string
	resources []resources
	// resourcesNumber is the index in resources by captures and spare pawns of White and Black.
	resourcesNumber [MaxCaptures + 1][MaxCaptures + 1][MaxCaptures + 1][MaxCaptures + 1]uint8
	cells           []*cell
	cellOf          [MaxPawns + 1][MaxPawns + 1][]*cell // by pawns and resources, nil if there is none

	rowPolynomials []rowPolynomial // see [group].rows
	starts         index192        // rank of the first element of each group, and the size of the space
	strata         []stratum
}

// A stratum is a run of groups with the same numbers of pawns and of captures.
type stratum struct {
	pawns, captures int
	first, last     int // groups first to last-1
}

var (
	_ sampler.Space   = (*Space)(nil)
	_ sampler.Divided = (*Space)(nil)
	_ sampler.Direct  = (*Space)(nil)
)

// New makes the space of the tables. It takes half a second, and 80 MB, tables included, for [Default].
func New(t *Tables) *Space {
	s := &Space{name: t.params.Name(), resources: allResources(t.params.Captures)}
	s.tables = t
	for i, m := range s.resources {
		s.resourcesNumber[m.captures[0]][m.captures[1]][m.spare[0]][m.spare[1]] = uint8(i)
	}
	s.indexPatterns()
	s.addGroups()
	s.addMembers()
	s.addSizes()
	// The classes are not kept: the members of the groups hold the same.
	s.tables = &Tables{params: t.params, sets: t.sets, types: t.types, patterns: t.patterns}
	return s
}

// params returns the parameters of the space.
func (s *Space) params() Params { return s.tables.params }

// Name returns [Params.Name], or [LostName] for the space of [Lost].
func (s *Space) Name() string { return s.name }

// Size returns the number of elements, which are setups.
func (s *Space) Size() *big.Int { return toBig(s.starts.bound(s.size())) }

// A groupDraft is a group before its cell knows all its sets.
type groupDraft struct {
	lengths         lengths
	set             uint16 // of the tables
	members, images uint32
	firstType       uint32
}

// draftGroups makes the cells and returns drafts of their groups.
//
// A slot is a pair of resources and a set of the tables: the group of a type, given its pawns and
// lengths. Invariant: between runs all counts are 0, and usedSlots is empty.
func (s *Space) draftGroups() map[*cell][]groupDraft {
	t := s.tables
	count := make([]struct{ members, images uint32 }, len(s.resources)*len(t.sets))
	var usedSlots []int
	drafts := map[*cell][]groupDraft{}
	s.eachRun(func(first, last int) {
		for i := first; i < last; i++ {
			c := &t.classes[t.types[i].class]
			for k, m := range c.resources {
				slot := int(m)*len(t.sets) + int(c.sets[k])
				if count[slot].members == 0 {
					usedSlots = append(usedSlots, slot)
				}
				count[slot].members++
				count[slot].images += t.types[i].imageCount()
			}
		}
		pawns := t.classes[t.types[first].class].pawns
		for _, slot := range usedSlots {
			c := s.cell(pawns, slot/len(t.sets))
			drafts[c] = append(drafts[c], groupDraft{t.types[first].lengths, uint16(slot % len(t.sets)),
				count[slot].members, count[slot].images, uint32(first)})
			count[slot].members, count[slot].images = 0, 0
		}
		usedSlots = usedSlots[:0]
	})
	return drafts
}

// addGroups makes the cells and their groups in the order of ranks, and room for the members.
func (s *Space) addGroups() {
	drafts := s.draftGroups()
	slices.SortFunc(s.cells, func(a, b *cell) int {
		return cmp.Or(cmp.Compare(a.pawns[0]+a.pawns[1], b.pawns[0]+b.pawns[1]),
			cmp.Compare(s.resources[a.resources].total(), s.resources[b.resources].total()),
			cmp.Compare(a.pawns[0], b.pawns[0]), cmp.Compare(a.resources, b.resources))
	})
	members, groupCount := int32(0), 0
	for _, list := range drafts {
		groupCount += len(list)
	}
	s.groups = make([]group, 0, groupCount+1)
	for number, c := range s.cells {
		list := drafts[c]
		for _, d := range list {
			c.sets = append(c.sets, d.set)
		}
		slices.Sort(c.sets)
		c.sets = slices.Clone(slices.Compact(c.sets))
		slices.SortFunc(list, func(a, b groupDraft) int {
			return cmp.Or(cmp.Compare(a.lengths, b.lengths), cmp.Compare(a.set, b.set))
		})
		c.number = number
		s.firstGroup = append(s.firstGroup, int32(len(s.groups)))
		for _, d := range list {
			set, _ := slices.BinarySearch(c.sets, d.set)
			s.groups = append(s.groups, group{cell: uint32(number), lengths: d.lengths, set: uint16(set),
				firstMember: members, firstType: d.firstType, images: d.images})
			members += int32(d.members)
		}
	}
	s.firstGroup = append(s.firstGroup, int32(len(s.groups)))
	s.groups = append(s.groups, group{firstMember: members})
	s.members = make([]uint16, members)
	s.countBefore = make([]uint32, members/memberRun+1)
}

// cell returns the cell with these pawns and resources. It makes the cell if there is none.
func (s *Space) cell(pawns [2]uint8, number int) *cell {
	list := &s.cellOf[pawns[white]][pawns[black]]
	if *list == nil {
		*list = make([]*cell, len(s.resources))
	}
	c := (*list)[number]
	if c == nil {
		c = newCell([2]int{int(pawns[white]), int(pawns[black])}, number, s.resources[number], s.tables.params.BishopCap)
		(*list)[number] = c
		s.cells = append(s.cells, c)
	}
	return c
}

// addMembers fills the groups with their members. Slots are those of draftGroups.
func (s *Space) addMembers() {
	t := s.tables
	type filling struct {
		next   int32  // 1 + number of the next member, 0 if no type of the run was in the slot
		images uint32 // of the members so far
	}
	fillings := make([]filling, len(s.resources)*len(t.sets))
	var usedSlots []int
	s.eachRun(func(first, last int) {
		for i := first; i < last; i++ {
			typ := &t.types[i]
			c := &t.classes[typ.class]
			for k, m := range c.resources {
				slot := int(m)*len(t.sets) + int(c.sets[k])
				f := &fillings[slot] // fillings never grows
				if f.next == 0 {
					usedSlots = append(usedSlots, slot)
					cell := s.cellOf[c.pawns[white]][c.pawns[black]][m]
					f.next = s.groups[s.group(cell, typ.lengths, c.sets[k])].firstMember + 1
				}
				if s.members[f.next-1] = uint16(i - first); (f.next-1)%memberRun == 0 {
					s.countBefore[(f.next-1)/memberRun] = f.images
				}
				f.next++
				f.images += typ.imageCount()
			}
		}
		for _, slot := range usedSlots {
			fillings[slot] = filling{}
		}
		usedSlots = usedSlots[:0]
	})
}

// addSizes computes the sizes of the groups, their first ranks and the strata.
func (s *Space) addSizes() {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(s.cells); i = int(next.Add(1)) - 1 {
				s.cells[i].fill(s.tables.sets)
			}
		})
	}
	wg.Wait()
	number := map[lengths]uint16{}
	list := make([]arith.U192, 1, len(s.groups))
	for i := range s.size() {
		g := &s.groups[i]
		c := s.cells[g.cell]
		rows, ok := number[g.lengths]
		if !ok {
			rows = uint16(len(s.rowPolynomials))
			number[g.lengths] = rows
			s.rowPolynomials = append(s.rowPolynomials, g.lengths.polynomial())
		}
		g.rows = rows
		var perImage arith.U192
		for dark := range c.byDark {
			n := arith.MulAdd192(&c.byDark[dark].bySet[g.set], s.rowPolynomials[rows][dark], 0)
			perImage = arith.Add192(&perImage, &n)
		}
		size := arith.MulAdd192(&perImage, uint64(g.images), 0)
		list = append(list, arith.Add192(&list[i], &size))

		pawns, captures := c.pawns[white]+c.pawns[black], s.resources[c.resources].total()
		if last := len(s.strata) - 1; last < 0 || s.strata[last].pawns != pawns || s.strata[last].captures != captures {
			s.strata = append(s.strata, stratum{pawns: pawns, captures: captures, first: i})
		}
		s.strata[len(s.strata)-1].last = i + 1
	}
	s.starts = newIndex192(list)
}

// sizePerImage returns the number of elements that each image of the patterns of group g stands for.
func (s *Space) sizePerImage(g int) arith.U192 {
	n := arith.Sub192(s.starts.bound(g+1), s.starts.bound(g))
	return arith.Quo192(&arith.U256{n[0], n[1], n[2]}, uint64(s.groups[g].images))
}

// Strata returns the strata: one for each number of pawns on the board and of men missing, of
// both colors together, in ascending order.
func (s *Space) Strata() []sampler.Stratum {
	list := make([]sampler.Stratum, len(s.strata))
	for h, t := range s.strata {
		size := arith.Sub192(s.starts.bound(t.last), s.starts.bound(t.first))
		list[h] = sampler.Stratum{
			Name: fmt.Sprintf("pawns=%d captures=%d", t.pawns, t.captures),
			Size: toBig(&size),
			Keys: []sampler.Key{{Name: "pawns", Lo: t.pawns, Hi: t.pawns}, {Name: "captures", Lo: t.captures, Hi: t.captures}},
		}
	}
	return list
}

// rank192 returns a rank as a number of 192 bits. It panics if the rank is not below the size.
func (s *Space) rank192(rank *uint256.Int) *arith.U192 {
	x := (*arith.U192)(rank[:3])
	if rank[3] != 0 || !arith.Less192(x, s.starts.bound(s.size())) {
		panic("kernel: rank out of range")
	}
	return x
}

// groupAt returns the group of the element with the given rank.
func (s *Space) groupAt(rank *arith.U192) int { return s.starts.find(rank) }

func toBig(x *arith.U192) *big.Int {
	var u uint256.Int
	copy(u[:], x[:])
	return u.ToBig()
}
