package material

import (
	"cmp"
	"fmt"
	"slices"

	"chesscensus/chess"
)

// A state is the material of one side: the numbers of its queens, rooks, bishops,
// knights and pawns. There is always one king. Tomic calls it a one-side MC state.
type state struct{ Q, R, B, N, P uint8 }

// excess is the number of pieces above the initial numbers, each of which must be
// a promoted pawn (wx in Tomic's article).
func (s state) excess() int {
	return chess.LeastPromoted(int(s.Q), int(s.R), int(s.B), int(s.N))
}

// pieceDefect is the number of pieces missing from the initial numbers (wnd).
func (s state) pieceDefect() int {
	return max(0, 1-int(s.Q)) + max(0, 2-int(s.R)) + max(0, 2-int(s.B)) + max(0, 2-int(s.N))
}

// pawnDefect is the number of pawns that are neither on the board nor needed for
// the excess, 8 - excess - P (wpd). It is negative for no valid state.
func (s state) pawnDefect() int { return 8 - s.excess() - int(s.P) }

// men is the number of men, the king included.
func (s state) men() int { return int(s.Q) + int(s.R) + int(s.B) + int(s.N) + int(s.P) + 1 }

// valid reports whether excess and pawns together are at most 8.
func (s state) valid() bool { return s.pawnDefect() >= 0 }

// String returns the numbers in Tomic's order, such as "QRBNP=1,2,2,2,8".
func (s state) String() string {
	return fmt.Sprintf("QRBNP=%d,%d,%d,%d,%d", s.Q, s.R, s.B, s.N, s.P)
}

// promotable reports whether the enemy's losses leave room for the excess of us, Tomic's (1w):
//
//	us.excess <= 2*them.pawnDefect + them.pieceDefect + us.pieceDefect + us.pawnDefect
//
// Every pawn of the enemy that is gone lets two of ours pass, its own file's and the capturer's; every other
// capture lets one pass, and so does each of our own losses. Both states must be valid. A pair of states is in the
// space if each is promotable against the other.
func promotable(us, them state) bool {
	return us.excess() <= 2*them.pawnDefect()+them.pieceDefect()+us.pieceDefect()+us.pawnDefect()
}

// lambda is a common multiple of all products q! r! b! n! of valid states.
const lambda = 87091200

var factorials = [11]uint64{1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800}

// A class is a run of states with the same pawns, excess and piece defect. They have
// the same number of men and differ in the product of their factorials.
type class struct {
	pawns, excess, defect             int // P, x and piece defect d
	free                              int // number of pieces that may stand anywhere: 8 + x - d, less the fixed ones
	first                             int // index of the first state
	firstProductClass, productClasses int
	starts                            []uint64 // sums of lambda over the product, of the states before, and of all
}

// weight returns the sum of lambda / product over the states.
func (c *class) weight() uint64 { return c.starts[len(c.starts)-1] }

// losses returns p + d, the terms of the side itself in the pair condition.
func (c *class) losses() int { return 8 - c.excess - c.pawns + c.defect }

// room returns 2p + d, the terms of the enemy in the pair condition.
func (c *class) room() int { return 2*(8-c.excess-c.pawns) + c.defect }

// compatible reports whether the states of both classes are promotable against each other.
func compatible(w, b *class) bool {
	return w.excess <= b.room()+w.losses() && b.excess <= w.room()+b.losses()
}

// A productClass is a run of states of one class with the same product of factorials.
type productClass struct {
	class, first, count int
	product             uint64
}

// A sideTable lists the states of a side with a number of rooks fixed by castling rights,
// in the order of their classes and, within a class, of their products.
type sideTable struct {
	rooks          int
	states         []state
	products       []uint64
	classes        []class
	productClasses []productClass
	classOf        []int16
	productClassOf []int16
	index          [stateIDs]int16 // by id, -1 for none
}

// stateIDs is the number of ids: of states with up to 9 queens, 10 rooks, bishops and knights each, and 8 pawns.
const stateIDs = 10 * 11 * 11 * 11 * 9

// id returns the number of the state in mixed radix, from 0 to stateIDs-1. stateOf is its inverse.
func (s state) id() int {
	return (((int(s.Q)*11+int(s.R))*11+int(s.B))*11+int(s.N))*9 + int(s.P)
}

func stateOf(id int) state {
	digit := func(radix int) uint8 { // the last digit, which it removes
		d := id % radix
		id /= radix
		return uint8(d)
	}
	p, n, b, r := digit(9), digit(11), digit(11), digit(11)
	return state{Q: uint8(id), R: r, B: b, N: n, P: p}
}

// product returns q! (r-rooks)! b! n!, given the number of rooks that castling rights fix.
func (s state) product(rooks int) uint64 {
	return factorials[s.Q] * factorials[int(s.R)-rooks] * factorials[s.B] * factorials[s.N]
}

// allStates returns the valid states with at least so many rooks.
func allStates(rooks int) (list []state) {
	for id := range stateIDs {
		s := stateOf(id)
		if int(s.R) >= rooks && s.valid() {
			list = append(list, s)
		}
	}
	return list
}

// fixedMen returns the number of men that castling rights of a side fix: the rooks and the king.
func fixedMen(rooks int) int {
	if rooks == 0 {
		return 0
	}
	return rooks + 1
}

// newSideTable returns the table of a side with so many fixed rooks.
func newSideTable(rooks int) *sideTable {
	t := &sideTable{rooks: rooks, states: allStates(rooks)}
	slices.SortStableFunc(t.states, func(x, y state) int {
		return cmp.Or(cmp.Compare(x.P, y.P), cmp.Compare(x.excess(), y.excess()),
			cmp.Compare(x.pieceDefect(), y.pieceDefect()), cmp.Compare(x.product(rooks), y.product(rooks)))
	})
	for id := range t.index {
		t.index[id] = -1
	}
	for i, s := range t.states {
		t.index[s.id()] = int16(i)
		t.add(i, s, s.product(rooks))
	}
	return t
}

// add appends state i to its class and product class, which are the last ones or new.
func (t *sideTable) add(i int, s state, product uint64) {
	x, d := s.excess(), s.pieceDefect()
	k := len(t.classes) - 1
	if k < 0 || t.classes[k].pawns != int(s.P) || t.classes[k].excess != x || t.classes[k].defect != d {
		t.classes = append(t.classes, class{pawns: int(s.P), excess: x, defect: d, free: s.men() - int(s.P) - fixedMen(t.rooks),
			first: i, firstProductClass: len(t.productClasses), starts: []uint64{0}})
		k++
	}
	c := &t.classes[k]
	if c.productClasses == 0 || t.productClasses[len(t.productClasses)-1].product != product {
		t.productClasses = append(t.productClasses, productClass{class: k, first: i, product: product})
		c.productClasses++
	}
	t.productClasses[len(t.productClasses)-1].count++
	c.starts = append(c.starts, c.weight()+lambda/product)
	t.products = append(t.products, product)
	t.classOf = append(t.classOf, int16(k))
	t.productClassOf = append(t.productClassOf, int16(len(t.productClasses)-1))
}
