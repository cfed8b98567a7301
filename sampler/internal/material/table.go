package material

import (
	"math/bits"
	"sort"
	"sync"

	"chesscensus/sampler/internal/arith"

	"github.com/holiman/uint256"
)

// A caseTable counts the setups with White to move in which castling rights fix fw
// white and fb black rooks (with their kings), and in which there is an en passant
// square (e = 1) or none.
type caseTable struct {
	fw, fb, e    int
	white, black *sideTable
	ways         [9][9][31]arith.U192 // by pawns and free pieces, as if all men were different
	starts       []arith.U192         // by couple of classes: setups of the couples before, and of all
}

// sideTables holds the tables for 0, 1 and 2 fixed rooks.
var sideTables = sync.OnceValue(func() [3]*sideTable {
	return [3]*sideTable{newSideTable(0), newSideTable(1), newSideTable(2)}
})

// perCouple divides by lambda squared.
var perCouple = arith.NewExactDivisor(lambda * lambda)

// castlings returns the number of ways in which castling rights fix f rooks.
func castlings(f int) int { return 1 + f&1 }

func newCaseTable(fw, fb, e int) *caseTable {
	c := &caseTable{fw: fw, fb: fb, e: e, white: sideTables()[fw], black: sideTables()[fb]}
	c.countWays()
	c.starts = make([]arith.U192, 0, len(c.white.classes)*len(c.black.classes)+1)
	var sum arith.U192
	for i := range c.white.classes {
		w := &c.white.classes[i]
		for j := range c.black.classes {
			c.starts = append(c.starts, sum)
			if b := &c.black.classes[j]; compatible(w, b) {
				size := c.coupleSize(w, b)
				sum = arith.Add192(&sum, &size)
			}
		}
	}
	c.starts = append(c.starts, sum)
	return c
}

func (c *caseTable) size() *arith.U192 { return &c.starts[len(c.starts)-1] }

// coupleSize is the number of setups of a couple of compatible classes: the ways
// to place different men, divided by the factorials, summed over the states.
func (c *caseTable) coupleSize(w, b *class) arith.U192 {
	k := c.waysOf(w, b)
	x := arith.Mul192(k, w.weight())
	x = arith.Mul256(&x, b.weight())
	return perCouple.Of(&x)
}

func (c *caseTable) waysOf(w, b *class) *arith.U192 { return &c.ways[w.pawns][b.pawns][w.free+b.free] }

func (c *caseTable) countWays() {
	for wp := range 9 {
		for bp := range 9 {
			x := arith.U192{c.pawnWays(wp, bp)}
			x = arith.MulAdd192(&x, uint64(castlings(c.fw)*castlings(c.fb)), 0)
			squares := 64 - wp - bp - fixedMen(c.fw) - fixedMen(c.fb) - 2*c.e
			for n := range len(c.ways[wp][bp]) {
				c.ways[wp][bp][n] = x
				x = arith.MulAdd192(&x, uint64(squares-n), 0)
			}
		}
	}
}

// pawnWays is the number of ways to place wp white and bp black pawns. With en
// passant a black pawn stands on row 5 with two empty squares behind it, and a
// white one beside it. If it is on the left, or on the a-file on the right, the
// others may stand on any of 44 squares: 8 such ways. If it is on the right, the
// square on the left holds no white pawn, or the setup would be counted twice: 6
// ways.
func (c *caseTable) pawnWays(wp, bp int) uint64 {
	if c.e == 0 {
		return arith.Binomials[wp][48] * arith.Binomials[bp][48-wp]
	}
	if wp == 0 || bp == 0 {
		return 0
	}
	return (8*arith.Binomials[wp-1][44] + 6*arith.Binomials[wp-1][43]) * arith.Binomials[bp-1][45-wp]
}

// A block is the setups of a case with a given pair of states.
type block struct {
	c    *caseTable
	w, b int // indices of the states
}

// size is the number of setups of the block.
func (k *block) size() arith.U192 {
	x := arith.Mul192(k.ways(), 1)
	return quotient(&x, k.c.white.products[k.w]*k.c.black.products[k.b])
}

func (k *block) classes() (w, b *class) {
	return &k.c.white.classes[k.c.white.classOf[k.w]], &k.c.black.classes[k.c.black.classOf[k.b]]
}

func (k *block) ways() *arith.U192 {
	w, b := k.classes()
	return k.c.waysOf(w, b)
}

// start is the number of setups of the case before the block.
func (k *block) start() arith.U192 {
	w, b := k.classes()
	couple := int(k.c.white.classOf[k.w])*len(k.c.black.classes) + int(k.c.black.classOf[k.b])
	white := k.beforeWhite(w, b)
	black := k.beforeBlack(b)
	s := arith.Add192(&k.c.starts[couple], &white)
	return arith.Add192(&s, &black)
}

// beforeWhite is the number of setups in the couple with a white state before k's.
func (k *block) beforeWhite(w, b *class) arith.U192 {
	x := arith.Mul192(k.c.waysOf(w, b), w.cum[k.w-w.first])
	x = arith.Mul256(&x, b.weight())
	return perCouple.Of(&x)
}

// beforeBlack is the number of setups with k's white state and a black one of the
// same class before k's.
func (k *block) beforeBlack(b *class) arith.U192 {
	x := arith.Mul192(k.ways(), b.cum[k.b-b.first])
	return quotient(&x, k.c.white.products[k.w]*lambda)
}

// find returns the block that holds element r of the case, and the index of the
// element in it.
func (c *caseTable) find(r arith.U192) (block, arith.U192) {
	n := sort.Search(len(c.starts), func(i int) bool { return arith.Less192(&r, &c.starts[i]) }) - 1
	i, j := n/len(c.black.classes), n%len(c.black.classes)
	w, b := &c.white.classes[i], &c.black.classes[j]
	r = arith.Sub192(&r, &c.starts[n])

	ways := c.waysOf(w, b)
	k := block{c: c}
	k.w = w.first + w.search(floorDiv(arith.Mul192(&r, lambda*lambda), arith.Mul192(ways, b.weight())))
	before := k.beforeWhite(w, b)
	r = arith.Sub192(&r, &before)
	k.b = b.first + b.search(floorDiv(arith.Mul192(&r, c.white.products[k.w]*lambda), arith.Mul192(ways, 1)))
	before = k.beforeBlack(b)
	return k, arith.Sub192(&r, &before)
}

// search returns the number of the state in the class that holds weight x.
func (c *class) search(x uint64) int {
	return sort.Search(len(c.cum), func(i int) bool { return x < c.cum[i] }) - 1
}

// floorDiv returns x/y rounded down, which must be less than 2^64.
func floorDiv(x, y arith.U256) uint64 {
	var q uint256.Int
	q.Div((*uint256.Int)(&x), (*uint256.Int)(&y))
	return q[0]
}

// quotient returns x/d rounded down, which must be less than 2^192.
func quotient(x *arith.U256, d uint64) (q arith.U192) {
	var r uint64
	_, r = bits.Div64(0, x[3], d)
	q[2], r = bits.Div64(r, x[2], d)
	q[1], r = bits.Div64(r, x[1], d)
	q[0], _ = bits.Div64(r, x[0], d)
	return q
}
