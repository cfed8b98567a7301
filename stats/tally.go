package stats

import (
	"cmp"
	"iter"
	"maps"
	"math/big"
	"slices"
)

// fastMult is the length of the plain arrays that count multiplicities 1 to 255; index 0 is unused.
const fastMult = 256

// maxDraws limits a tally to what int64 holds.
const maxDraws = 1<<63 - 1

// A cellKey identifies a cell that has no counter in the arrays.
type cellKey struct {
	outcome      Outcome
	weight, mult uint64
}

// Tally counts judged draws by outcome, weight and multiplicity. Every estimate
// is a function of these counts and does not depend on the order of the draws.
//
// The zero value is an empty tally. A Tally holds a map, so copy it with [Tally.Clone], not by assignment. It is
// not safe for concurrent use: give every worker its own and Merge. It takes 4 kB plus a map for unusual weights.
type Tally struct {
	draws      [3]uint64           // by outcome
	counters   [2][fastMult]uint64 // weight 1: [outcome-1][mult]
	otherCells map[cellKey]uint64  // all other cells, In and Open only
}

// Cell is one count of a [Tally]. All Out draws are counted in one cell with
// Weight 0 and Mult 1, since their possible contribution does not matter.
type Cell struct {
	Outcome      Outcome
	Weight, Mult uint64
	Count        uint64
}

// Add counts one draw. An In draw contributes weight/mult. For Out, weight is ignored.
//
// Add panics if mult is 0 or o is no outcome. It takes constant time and does
// not allocate if weight is 1 and mult at most 255.
func (t *Tally) Add(o Outcome, weight, mult uint64) {
	if weight == 1 && mult-1 < fastMult-1 && o-1 < 2 { // 0 is out of range, since 0-1 is the largest unsigned number
		t.draws[o]++
		t.counters[o-1][mult]++
		return
	}
	if o == Out && mult > 0 {
		t.draws[Out]++
		return
	}
	t.AddCount(o, weight, mult, 1)
}

// AddOut counts n draws that contribute nothing. It panics if the tally would exceed 2^63-1 draws.
func (t *Tally) AddOut(n uint64) { t.AddCount(Out, 0, 1, n) }

// AddCount counts draws of one kind, as count calls of Add would. It panics
// as Add does, and if the tally would exceed 2^63-1 draws.
func (t *Tally) AddCount(outcome Outcome, weight, mult, count uint64) {
	if mult == 0 {
		panic("stats: a draw has multiplicity 0, want at least 1, as its space sets it")
	}
	if outcome > Open {
		panic("stats: no such outcome")
	}
	if count > maxDraws-t.Draws() {
		panic("stats: more than 2^63-1 draws")
	}
	if count == 0 {
		return
	}
	t.draws[outcome] += count
	switch {
	case outcome == Out:
	case weight == 1 && mult < fastMult:
		t.counters[outcome-1][mult] += count
	default:
		if t.otherCells == nil {
			t.otherCells = make(map[cellKey]uint64)
		}
		t.otherCells[cellKey{outcome, weight, mult}] += count
	}
}

// FromCounts returns the tally of n draws of which counts[k] were In with weight 1 and multiplicity k. This is the
// form in which the reference prints a sample, with counts[0] == 0.
//
// FromCounts panics if counts[0] is not 0 or the counts exceed n.
func FromCounts(n uint64, counts []uint64) Tally {
	var t Tally
	for k, c := range counts {
		if c > 0 {
			t.AddCount(In, 1, uint64(k), c)
		}
	}
	if t.Draws() > n {
		panic("stats: more hits than draws")
	}
	t.AddOut(n - t.Draws())
	return t
}

// Merge adds all counts of other to t. The result is exact: it does not depend on how draws were split or in which
// order parts are merged. It panics if the sum exceeds 2^63-1 draws.
func (t *Tally) Merge(other *Tally) {
	for c := range other.All() {
		t.AddCount(c.Outcome, c.Weight, c.Mult, c.Count)
	}
}

// Clone returns an independent copy.
func (t *Tally) Clone() *Tally {
	c := *t
	c.otherCells = maps.Clone(t.otherCells)
	return &c
}

// Equal reports whether both tallies hold the same counts.
func (t *Tally) Equal(other *Tally) bool {
	return t.draws == other.draws && t.counters == other.counters && maps.Equal(t.otherCells, other.otherCells)
}

// Draws returns the number of draws counted, n.
func (t *Tally) Draws() uint64 { return t.draws[Out] + t.draws[In] + t.draws[Open] }

// InCount returns the number of In draws.
func (t *Tally) InCount() uint64 { return t.draws[In] }

// OpenCount returns the number of undecided draws.
func (t *Tally) OpenCount() uint64 { return t.draws[Open] }

// All yields the cells with a positive count, sorted by outcome, weight and multiplicity. Adding them to an empty
// tally gives an equal one. The tally must not be changed meanwhile.
func (t *Tally) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for _, c := range t.cells() {
			if !yield(c) {
				return
			}
		}
	}
}

// cells returns the cells in the order of All.
func (t *Tally) cells() []Cell {
	var cs []Cell
	if t.draws[Out] > 0 {
		cs = append(cs, Cell{Out, 0, 1, t.draws[Out]})
	}
	for o := In; o <= Open; o++ {
		for m, c := range t.counters[o-1] {
			if c > 0 {
				cs = append(cs, Cell{o, 1, uint64(m), c})
			}
		}
	}
	for k, c := range t.otherCells {
		cs = append(cs, Cell{k.outcome, k.weight, k.mult, c})
	}
	slices.SortFunc(cs, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.Outcome, b.Outcome),
			cmp.Compare(a.Weight, b.Weight), cmp.Compare(a.Mult, b.Mult))
	})
	return cs
}

// Sum returns the exact sum of weight/mult over the draws with outcome o, the R of the published estimator for In.
// It is 0 for Out. With many different multiplicities the denominator, and so the cost, grows quickly.
func (t *Tally) Sum(o Outcome) *big.Rat {
	sum, y := new(big.Rat), new(big.Rat)
	for c := range t.All() {
		if c.Outcome == o && o != Out {
			sum.Add(sum, y.SetFrac(product(c.Weight, c.Count), new(big.Int).SetUint64(c.Mult)))
		}
	}
	return sum
}

// product returns a*b exactly.
func product(a, b uint64) *big.Int {
	x := new(big.Int).SetUint64(a)
	return x.Mul(x, new(big.Int).SetUint64(b))
}
