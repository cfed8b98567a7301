package ranked

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// The keys of a stratum of [Space.Stratify].
const (
	keySpecial    = iota // 0 none, 1 en passant, 2 castling rights, 3 both
	keyCaptures          // men missing, both sides together
	keyPromotions        // least number of promoted men, both sides together
	keyPawns             // pawns on the board, both sides together
	keys
)

var keyNames = [keys]string{"special", "captures", "promotions", "pawns"}

// Groups of couples of classes with less than 1/thinShare of the space are merged with their neighbors. With 310 strata
// instead of 54 the variance of a survey falls by a hundredth only, and every stratum of a shard has fixed costs.
const thinShare = 400

// A stratumKey holds the values of the keys of a couple of classes.
type stratumKey [keys]uint8

// index returns a number of the key, below keyIndices. Keys are in the order of their numbers.
func (k *stratumKey) index() int {
	return ((int(k[keySpecial])*32+int(k[keyCaptures]))*17+int(k[keyPromotions]))*17 + int(k[keyPawns])
}

const keyIndices = 4 * 32 * 17 * 17

// A dividedSpace is the ranked set or the repaired one, divided into strata of known
// sizes. It is safe for use by several goroutines and never changes once made.
type dividedSpace struct {
	*Space
	keep func(stratumKey) bool // the keys that are divided, nil for all
	list []sampler.Stratum
	// For each stratum its parts in order, and the number of elements before each.
	parts     [][]part
	starts    [][]arith.U192
	keyStrata []uint16 // stratum of each key
}

// A part holds the elements of a stratum in one case with one side to move.
type part struct {
	side, number int
	table        *caseTable
	couples      []int32      // white class * number of black classes + black class
	starts       []arith.U192 // elements in the couples before every sumStep-th, and in all
}

// Stratify divides the space by what decides most whether an element can be legal:
//
//	special     0 none, 1 en passant, 2 castling rights, 3 both
//	captures    men missing, both sides together
//	promotions  least number of promoted men, both sides together
//	pawns       pawns on the board, both sides together
//
// Neighbors in this order are merged, within the same special, until each stratum has at least 1/400 of the space or
// all of its special; 54 are left. Sizes are exact: strata are unions of couples of classes, whose sizes are known.
//
// Finding the rank of an element takes 0.1 us, the rest is as for any draw. Making the strata
// costs about 0.2 s and 16 MB, once for all spaces of a version without limits. What is returned
// still is a [sampler.Space], and has the method Redraw.
func (s *Space) Stratify() sampler.Divided {
	if s.limits != nil {
		return s.stratify(thinShare, nil)
	}
	w := &wholeStrata[s.version]
	w.once.Do(func() { w.strata = s.stratify(thinShare, nil) })
	return w.strata
}

// wholeStrata holds the strata of both versions of the set without limits.
var wholeStrata [2]struct {
	once   sync.Once
	strata *dividedSpace
}

// stratify divides the elements with keys to keep into strata of at least 1/share of the
// space, or all of their special.
func (s *Space) stratify(share uint64, keep func(stratumKey) bool) *dividedSpace {
	t := &dividedSpace{Space: s, keep: keep}
	groups := t.groups(share)
	t.list = make([]sampler.Stratum, len(groups))
	t.parts = make([][]part, len(groups))
	t.starts = make([][]arith.U192, len(groups))
	for h := range groups {
		t.list[h] = groups[h].stratum()
		t.starts[h] = []arith.U192{{}}
	}
	for k := range 18 {
		t.addCase(k)
	}
	for h := range t.list {
		t.list[h].Size = bigOf(&t.starts[h][len(t.parts[h])])
	}
	return t
}

// A group is a run of keys that make a stratum.
type group struct {
	lo, hi stratumKey // of each key
	size   arith.U192 // of one side to move
}

// noStratum is the entry of keyStrata for keys that are not kept.
const noStratum = 1<<16 - 1

// groups divides the keys to keep into runs that become strata, and fills keyStrata. Sizes
// are those of White to move; they are the same for Black, whose elements are mirror images.
func (t *dividedSpace) groups(share uint64) (groups []group) {
	sizes, order := t.keySizes()
	least := arith.Quo192(&arith.U256{t.half[0], t.half[1], t.half[2]}, share)
	t.keyStrata = slices.Repeat([]uint16{noStratum}, keyIndices)
	for i, key := range order {
		g := len(groups) - 1
		if g < 0 || groups[g].lo[keySpecial] != key[keySpecial] || !arith.Less192(&groups[g].size, &least) &&
			isEnough(order[i:], commonPrefix(order[i-1], key), sizes, &least) {
			groups = append(groups, group{lo: key, hi: key})
			g++
		}
		groups[g].add(key, &sizes[key.index()])
		t.keyStrata[key.index()] = uint16(g)
	}
	return groups
}

// commonPrefix returns the number of first values in which the keys a and b agree.
func commonPrefix(a, b stratumKey) (n int) {
	for n < keys && a[n] == b[n] {
		n++
	}
	return n
}

// keySizes returns the number of elements with each key to keep, and these keys in order, if they have any.
func (t *dividedSpace) keySizes() (sizes []arith.U192, order []stratumKey) {
	sizes = make([]arith.U192, keyIndices)
	for k := range 18 {
		eachCouple(t.cases[0][k], func(_ int, key stratumKey, w, b *class) {
			if t.keep != nil && !t.keep(key) {
				return
			}
			x := &sizes[key.index()]
			if *x == (arith.U192{}) {
				order = append(order, key)
			}
			size := t.cases[0][k].coupleSize(w, b)
			*x = arith.Add192(x, &size)
		})
	}
	slices.SortFunc(order, func(a, b stratumKey) int { return slices.Compare(a[:], b[:]) })
	return sizes, order
}

// isEnough reports whether the leading keys of the order that agree with the first in n values have at least the
// size of a stratum. Here n is the number of values that the first key shares with the key before it. So the end of
// a run that is too thin joins the stratum before it, and not the run that follows.
func isEnough(order []stratumKey, n int, sizes []arith.U192, least *arith.U192) bool {
	var sum arith.U192
	for _, key := range order {
		if commonPrefix(key, order[0]) < n {
			return false
		}
		if sum = arith.Add192(&sum, &sizes[key.index()]); !arith.Less192(&sum, least) {
			return true
		}
	}
	return false
}

// add adds a key with its size to the group.
func (g *group) add(key stratumKey, size *arith.U192) {
	for i, x := range key {
		g.lo[i], g.hi[i] = min(g.lo[i], x), max(g.hi[i], x)
	}
	g.size = arith.Add192(&g.size, size)
}

// stratum returns the description of a group. Groups of neighbors can share ranges of
// keys, so the name says where the run begins and ends.
func (g *group) stratum() (s sampler.Stratum) {
	var name []string
	for i, lo := range g.lo {
		s.Keys = append(s.Keys, sampler.Key{Name: keyNames[i], Lo: int(lo), Hi: int(g.hi[i])})
		if lo == g.hi[i] {
			name = append(name, fmt.Sprintf("%s=%d", keyNames[i], lo))
		} else {
			name = append(name, fmt.Sprintf("%s=%d..%d", keyNames[i], lo, g.hi[i]))
		}
	}
	s.Name = strings.Join(name, " ")
	return s
}

// eachCouple calls f for all couples of classes w and b of a case that are not empty, in order, with their
// number and key.
func eachCouple(table *caseTable, f func(couple int, key stratumKey, w, b *class)) {
	nb := len(table.black.classes)
	for i := range table.white.classes {
		w := &table.white.classes[i]
		for j := range table.black.classes {
			b := &table.black.classes[j]
			if st, _ := table.structuresOf(w, b); st != nil {
				f(i*nb+j, table.key(w, b), w, b)
			}
		}
	}
}

// coupleSize returns the number of elements of a couple of classes, for one side to move.
func (t *caseTable) coupleSize(w, b *class) arith.U192 {
	each := t.perWeight(w, b)
	return w.elements(&each)
}

// key returns the key of a couple of classes.
func (t *caseTable) key(w, b *class) (k stratumKey) {
	k[keySpecial] = uint8(t.enPassant)
	if t.whiteRooks+t.blackRooks > 0 {
		k[keySpecial] += 2
	}
	k[keyCaptures] = uint8(32 - w.men - b.men)
	k[keyPromotions] = uint8(w.promotions + b.promotions)
	k[keyPawns] = uint8(w.pawns + b.pawns + 2*t.enPassant)
	return k
}

// addCase adds the couples of case k to their strata, for both sides to move. If the tables of
// the two are the same, as they are without en passant, they share the lists of couples.
func (t *dividedSpace) addCase(k int) {
	var parts map[int]*part
	for side := range 2 {
		if table := t.cases[side][k]; side == 0 || table != t.cases[0][k] {
			parts = divide(table, k, t.keyStrata)
		}
		for h := range t.parts {
			if parts[h] == nil {
				continue
			}
			p := *parts[h]
			p.side = side
			t.parts[h] = append(t.parts[h], p)
			last := t.starts[h][len(t.starts[h])-1]
			t.starts[h] = append(t.starts[h], arith.Add192(&last, &p.starts[len(p.starts)-1]))
		}
	}
}

// divide returns the parts of all strata in case k, by stratum, given the stratum of each key.
func divide(table *caseTable, k int, keyStrata []uint16) map[int]*part {
	parts := map[int]*part{}
	var counts [1 << 16]int32 // number of couples of each stratum, so that no list has to grow
	eachCouple(table, func(_ int, key stratumKey, _, _ *class) { counts[keyStrata[key.index()]]++ })
	lastStratum, p := uint16(noStratum), (*part)(nil) // those of the couple before, which save most look-ups
	eachCouple(table, func(couple int, key stratumKey, w, b *class) {
		h := keyStrata[key.index()]
		if h == noStratum {
			return
		}
		if h != lastStratum {
			lastStratum, p = h, parts[int(h)]
		}
		if p == nil {
			p = &part{number: k, table: table, couples: make([]int32, 0, counts[h]), starts: make([]arith.U192, 1, sumCount(int(counts[h])))}
			parts[int(h)] = p
		}
		size := table.coupleSize(w, b)
		p.add(couple, &size)
	})
	return parts
}

// Strata returns the strata in ascending order of their keys.
func (t *dividedSpace) Strata() []sampler.Stratum {
	list := slices.Clone(t.list)
	for h := range list {
		list[h].Size = new(big.Int).Set(list[h].Size)
		list[h].Keys = slices.Clone(list[h].Keys)
	}
	return list
}

// SampleStratum sets d to a uniform element of stratum h; see [sampler.Divided]. It
// costs what a draw of the space costs.
func (t *dividedSpace) SampleStratum(d *sampler.Draw, h int, words *sampler.Words) {
	size := t.starts[h][len(t.starts[h])-1]
	i := sampler.Uniform(words, &uint256.Int{size[0], size[1], size[2]})
	rank := t.rankIn(h, &i)
	t.Unrank(d, &rank)
}

// rankIn returns the rank in the space of element i of stratum h. Elements are in ascending
// order of side to move within a case, then of couples of classes, then of rank.
func (t *dividedSpace) rankIn(h int, i *uint256.Int) (rank uint256.Int) {
	starts := t.starts[h]
	x := arith.U192(i[:3])
	if i[3] != 0 || !arith.Less192(&x, &starts[len(starts)-1]) {
		panic("ranked: element out of range of its stratum")
	}
	k := search(starts, &x)
	x = arith.Sub192(&x, &starts[k])
	p := &t.parts[h][k]
	x = p.table.inCouple(p.coupleAt(&x))
	x = arith.Add192(&x, &t.Space.starts[p.side][p.number])
	if p.side == 1 {
		x = arith.Add192(&x, &t.half)
	}
	copy(rank[:], x[:])
	return rank
}

// add appends a couple of the given size. The last element of starts is always the size of all couples.
func (p *part) add(couple int, size *arith.U192) {
	if n := len(p.couples); n%sumStep == 0 {
		p.starts = append(p.starts, p.starts[len(p.starts)-1])
	}
	p.couples = append(p.couples, int32(couple))
	last := &p.starts[len(p.starts)-1]
	*last = arith.Add192(last, size)
}

// coupleAt returns the couple of the element with number x in the part, and lambda squared times the number
// of the element in the couple.
func (p *part) coupleAt(x *arith.U192) (couple int, left arith.U256) {
	k := search(p.starts, x)
	rest := arith.Sub192(x, &p.starts[k])
	left = arith.Mul192(&rest, lambda2)
	nb := len(p.table.black.classes)
	for j := k * sumStep; ; j++ {
		couple = int(p.couples[j])
		w := &p.table.white.classes[couple/nb]
		each := p.table.perWeight(w, &p.table.black.classes[couple%nb])
		size := arith.Mul192(&each, w.weight) // times lambda squared
		if arith.Less256(&left, &size) {
			return couple, left
		}
		left = arith.Sub256(&left, &size)
	}
}

// inCouple returns the number in the case of an element, given its couple of classes and lambda squared times
// its number in the couple. In the case, the elements of a white class are ordered by its stats first, and
// the couple is a run in each of them; see caseTable.
func (t *caseTable) inCouple(couple int, number arith.U256) arith.U192 {
	nb := len(t.black.classes)
	whiteClassIndex, blackClassIndex := couple/nb, couple%nb
	whiteClass := &t.white.classes[whiteClassIndex]
	row := t.sumsOf(whiteClassIndex)
	sum, each := t.sumBefore(whiteClassIndex, blackClassIndex), t.perWeight(whiteClass, &t.black.classes[blackClassIndex])

	// All sizes are taken times lambda squared.
	perWeight := arith.U256{each[0], each[1], each[2]} // of White
	weight, _ := arith.Div256(&number, &perWeight)
	whiteStat := searchWeights(whiteClass.weightsBefore, weight)
	before := arith.Mul192(&each, whiteClass.weightsBefore[whiteStat])
	number = arith.Sub256(&number, &before)
	before = arith.Mul192(&row[len(row)-1], whiteClass.weightsBefore[whiteStat])
	number = arith.Add256(&number, &before)
	before = arith.Mul192(&sum, whiteClass.weightsBefore[whiteStat+1]-whiteClass.weightsBefore[whiteStat])
	number = arith.Add256(&number, &before)
	inClass := arith.Exact256(&number, lambda2Odd, lambda2Inverse, lambda2Twos)
	return arith.Add192(&inClass, &t.starts[whiteClassIndex])
}

// bigOf returns x as a big integer.
func bigOf(x *arith.U192) *big.Int {
	var u uint256.Int
	copy(u[:], x[:])
	return u.ToBig()
}
