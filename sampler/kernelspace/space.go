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
	"chesscensus/sampler/internal/wide"
)

// A Space is the set of setups with an abstract kernel; see the package documentation. It is safe
// for use by several goroutines at once and never changes once made.
type Space struct {
	catalogue
	means  []means
	pairs  int // of needs of one color
	number [MaxCaptures + 1][MaxCaptures + 1][MaxCaptures + 1][MaxCaptures + 1]uint8
	cells  []*cell
	of     [MaxPawns + 1][MaxPawns + 1][]*cell // by pawns and means, nil if there is none

	rows   []rowPolynomial
	starts index192 // of the groups, and one more
	strata []stratum
}

// A stratum is a run of groups.
type stratum struct {
	pawns, captures int
	first, last     int // groups
}

var _ sampler.DirectStratified = (*Space)(nil)

// New makes the space of the tables. It takes half a second, and 149 MB, tables included, for
// [Default].
func New(t *Tables) *Space {
	s := &Space{means: allMeans(t.params.Captures), pairs: (t.params.Clip + 1) * (t.params.Clip + 1)}
	s.tables = t
	for i, m := range s.means {
		s.number[m.captures[0]][m.captures[1]][m.spare[0]][m.spare[1]] = uint8(i)
	}
	s.addWords()
	s.addGroups()
	s.addMembers()
	s.addWeights()
	return s
}

// params returns the parameters of the space.
func (s *Space) params() Params { return s.tables.params }

// Name returns [Params.Name].
func (s *Space) Name() string { return s.tables.params.Name() }

// Size returns the number of elements, which are setups.
func (s *Space) Size() *big.Int { return toBig(s.starts.at(s.size())) }

// addGroups makes the cells and their groups, without members.
func (s *Space) addGroups() {
	t := s.tables
	count := make([]struct{ members, words uint32 }, len(s.means)*len(t.sets))
	var used []int
	groups := map[*cell][]group{}
	s.runs(func(first, last int) {
		for i := first; i < last; i++ {
			c := &t.classes[t.types[i].class]
			for k, m := range c.means {
				at := int(m)*len(t.sets) + int(c.sets[k])
				if count[at].members == 0 {
					used = append(used, at)
				}
				count[at].members++
				count[at].words += t.types[i].words()
			}
		}
		pawns := t.classes[t.types[first].class].pawns
		for _, at := range used {
			c := s.cell(pawns, at/len(t.sets))
			// For now first holds the number of members, and set that of the tables.
			groups[c] = append(groups[c], group{lengths: t.types[first].lengths, set: uint16(at % len(t.sets)),
				first: int32(count[at].members), n: count[at].words})
			count[at].members, count[at].words = 0, 0
		}
		used = used[:0]
	})
	slices.SortFunc(s.cells, func(a, b *cell) int {
		return cmp.Or(cmp.Compare(a.pawns[0]+a.pawns[1], b.pawns[0]+b.pawns[1]), cmp.Compare(s.means[a.means].total(), s.means[b.means].total()),
			cmp.Compare(a.pawns[0], b.pawns[0]), cmp.Compare(a.means, b.means))
	})
	members := int32(0)
	for number, c := range s.cells {
		list := groups[c]
		for _, g := range list {
			c.sets = append(c.sets, g.set)
		}
		slices.Sort(c.sets)
		c.sets = slices.Compact(c.sets)
		slices.SortFunc(list, func(a, b group) int {
			return cmp.Or(cmp.Compare(a.lengths, b.lengths), cmp.Compare(a.set, b.set))
		})
		c.number = number
		s.from = append(s.from, int32(len(s.groups)))
		for _, g := range list {
			set, _ := slices.BinarySearch(c.sets, g.set)
			s.groups = append(s.groups, group{cell: uint32(number), lengths: g.lengths, set: uint16(set), first: members, n: g.n})
			members += g.first
		}
	}
	s.from = append(s.from, int32(len(s.groups)))
	s.groups = append(s.groups, group{first: members})
	s.members = make([]uint32, members)
	s.before = make([]uint32, members/memberRun+1)
}

// cell returns the cell with these pawns and means, which is made if need be.
func (s *Space) cell(pawns [2]uint8, number int) *cell {
	list := &s.of[pawns[white]][pawns[black]]
	if *list == nil {
		*list = make([]*cell, len(s.means))
	}
	c := (*list)[number]
	if c == nil {
		c = newCell([2]int{int(pawns[white]), int(pawns[black])}, number, s.means[number], s.tables.params.Clip)
		(*list)[number] = c
		s.cells = append(s.cells, c)
	}
	return c
}

// addMembers fills the groups.
func (s *Space) addMembers() {
	t := s.tables
	type filling struct {
		next  int32  // member
		words uint32 // so far
	}
	open := make([]filling, len(s.means)*len(t.sets)) // next is 0 if it is not open, and 1 more than it says otherwise
	var used []int
	s.runs(func(first, last int) {
		for i := first; i < last; i++ {
			typ := &t.types[i]
			c := &t.classes[typ.class]
			for k, m := range c.means {
				at := int(m)*len(t.sets) + int(c.sets[k])
				f := &open[at]
				if f.next == 0 {
					used = append(used, at)
					cell := s.of[c.pawns[white]][c.pawns[black]][m]
					f.next = s.groups[s.group(cell, typ.lengths, c.sets[k])].first + 1
				}
				if s.members[f.next-1] = uint32(i); (f.next-1)%memberRun == 0 {
					s.before[(f.next-1)/memberRun] = f.words
				}
				f.next++
				f.words += typ.words()
			}
		}
		for _, at := range used {
			open[at] = filling{}
		}
		used = used[:0]
	})
}

// addWeights computes the sizes.
func (s *Space) addWeights() {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(s.cells); i = int(next.Add(1)) - 1 {
				s.cells[i].fill(s.tables.sets, s.pairs)
			}
		})
	}
	wg.Wait()
	number := map[lengths]uint16{}
	list := make([]wide.U192, 1, len(s.groups))
	for i := range s.size() {
		g := &s.groups[i]
		c := s.cells[g.cell]
		rows, ok := number[g.lengths]
		if !ok {
			rows = uint16(len(s.rows))
			number[g.lengths] = rows
			s.rows = append(s.rows, g.lengths.polynomial())
		}
		g.rows = rows
		for dark := range c.dark {
			n := wide.Mul192(&c.dark[dark].sets[g.set], s.rows[rows][dark])
			low := wide.Low192(&n)
			g.each = wide.Add192(&g.each, &low)
		}
		n := wide.Mul192(&g.each, uint64(g.n))
		low := wide.Low192(&n)
		list = append(list, wide.Add192(&list[i], &low))

		pawns, captures := c.pawns[white]+c.pawns[black], s.means[c.means].total()
		if last := len(s.strata) - 1; last < 0 || s.strata[last].pawns != pawns || s.strata[last].captures != captures {
			s.strata = append(s.strata, stratum{pawns: pawns, captures: captures, first: i})
		}
		s.strata[len(s.strata)-1].last = i + 1
	}
	s.starts = newIndex192(list)
}

// Strata returns the strata: one for each number of pawns on the board and of men missing, of
// both colors together, in ascending order.
func (s *Space) Strata() []sampler.Stratum {
	list := make([]sampler.Stratum, len(s.strata))
	for h, t := range s.strata {
		size := wide.Sub192(s.starts.at(t.last), s.starts.at(t.first))
		list[h] = sampler.Stratum{
			Name: fmt.Sprintf("pawns=%d captures=%d", t.pawns, t.captures),
			Size: toBig(&size),
			Keys: []sampler.Key{{Name: "pawns", Lo: t.pawns, Hi: t.pawns}, {Name: "captures", Lo: t.captures, Hi: t.captures}},
		}
	}
	return list
}

// RankIn returns the rank in the space of element i of stratum h; see [sampler.Stratified].
func (s *Space) RankIn(h int, i *uint256.Int) (rank uint256.Int) {
	t := &s.strata[h]
	x := wide.Add192(s.starts.at(t.first), (*wide.U192)(i[:3]))
	if i[3] != 0 || !wide.Less192(&x, s.starts.at(t.last)) {
		panic("kernel: element out of range of its stratum")
	}
	copy(rank[:], x[:])
	return rank
}

// StratumOf returns the stratum of the element with the given rank; see [sampler.Stratified].
func (s *Space) StratumOf(rank *uint256.Int) int {
	g := s.groupAt(s.rank192(rank))
	h, found := slices.BinarySearchFunc(s.strata, g, func(t stratum, g int) int { return cmp.Compare(t.first, g) })
	if !found {
		h--
	}
	return h
}

// rank192 returns a rank, which must be below the size, in three words.
func (s *Space) rank192(rank *uint256.Int) *wide.U192 {
	x := (*wide.U192)(rank[:3])
	if rank[3] != 0 || !wide.Less192(x, s.starts.at(s.size())) {
		panic("kernel: rank out of range")
	}
	return x
}

// groupAt returns the group of the element with the given rank.
func (s *Space) groupAt(rank *wide.U192) int { return s.starts.find(rank) }

func toBig(x *wide.U192) *big.Int {
	var u uint256.Int
	copy(u[:], x[:])
	return u.ToBig()
}
