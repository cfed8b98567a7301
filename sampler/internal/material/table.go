package material

import (
	"sort"
	"sync"

	"chesscensus/sampler/internal/arith"

	"github.com/holiman/uint256"
)

// A caseTable counts the setups of a case with White to move: castling rights fix so many rooks of each side (with
// their kings), and there is an en passant square (enPassant = 1) or none (0).
type caseTable struct {
	whiteRooks, blackRooks, enPassant int
	white, black                      *sideTable
	ways                              [9][9][31]arith.U192 // by pawns and free pieces, as if all men were different
	starts                            []arith.U192         // by couple of classes: setups of the couples before, and of all
}

// sideTables holds the tables for 0, 1 and 2 fixed rooks.
var sideTables = sync.OnceValue(func() [3]*sideTable {
	return [3]*sideTable{newSideTable(0), newSideTable(1), newSideTable(2)}
})

// lambdaSquared divides by lambda squared.
var lambdaSquared = arith.NewExactDivisor(lambda * lambda)

// castlings returns the number of ways in which castling rights fix the rooks of one side at home.
func castlings(rooks int) int { return 1 + rooks&1 }

func newCaseTable(whiteRooks, blackRooks, enPassant int) *caseTable {
	c := &caseTable{whiteRooks: whiteRooks, blackRooks: blackRooks, enPassant: enPassant}
	c.white, c.black = sideTables()[whiteRooks], sideTables()[blackRooks]
	c.countWays()
	c.starts = make([]arith.U192, 0, len(c.white.classes)*len(c.black.classes)+1)
	var sum arith.U192
	for i := range c.white.classes {
		whiteClass := &c.white.classes[i]
		for j := range c.black.classes {
			c.starts = append(c.starts, sum)
			if blackClass := &c.black.classes[j]; compatible(whiteClass, blackClass) {
				size := c.coupleSize(whiteClass, blackClass)
				sum = arith.Add192(&sum, &size)
			}
		}
	}
	c.starts = append(c.starts, sum)
	return c
}

func (c *caseTable) size() *arith.U192 { return &c.starts[len(c.starts)-1] }

// coupleSize returns the number of setups of a couple of compatible classes: the ways
// to place different men, divided by the factorials, summed over the states.
func (c *caseTable) coupleSize(w, b *class) arith.U192 {
	ways := c.waysOf(w, b)
	x := arith.Mul192(ways, w.weight())
	x = arith.Mul256(&x, b.weight())
	return lambdaSquared.Of(&x)
}

// waysOf returns the number of ways to place the men of a couple of classes as if all were different.
func (c *caseTable) waysOf(w, b *class) *arith.U192 { return &c.ways[w.pawns][b.pawns][w.free+b.free] }

// countWays fills ways.
func (c *caseTable) countWays() {
	for white := range 9 {
		for black := range 9 {
			x := arith.U192{c.pawnWays(white, black)}
			x = arith.MulAdd192(&x, uint64(castlings(c.whiteRooks)*castlings(c.blackRooks)), 0)
			squares := 64 - white - black - fixedMen(c.whiteRooks) - fixedMen(c.blackRooks) - 2*c.enPassant
			for n := range len(c.ways[white][black]) {
				c.ways[white][black][n] = x
				x = arith.MulAdd192(&x, uint64(squares-n), 0)
			}
		}
	}
}

// pawnWays returns the number of ways to place wp white and bp black pawns. With en passant a black pawn stands on
// row 5 with two empty squares behind it, and a white one beside it. If it is on the left, or on the a-file on the
// right, the others may stand on any of 44 squares: 8 such ways. If it is on the right, the square on the left
// holds no white pawn, or the setup would be counted twice: 6 ways.
func (c *caseTable) pawnWays(wp, bp int) uint64 {
	if c.enPassant == 0 {
		return arith.Binomials[wp][48] * arith.Binomials[bp][48-wp]
	}
	if wp == 0 || bp == 0 {
		return 0
	}
	return (8*arith.Binomials[wp-1][44] + 6*arith.Binomials[wp-1][43]) * arith.Binomials[bp-1][45-wp]
}

// A block is the setups of a case with a given pair of states.
type block struct {
	table        *caseTable
	white, black int // indices of the states
}

// size returns the number of setups of the block.
func (b *block) size() arith.U192 {
	x := arith.Mul192(b.ways(), 1)
	return arith.Quo192(&x, b.table.white.products[b.white]*b.table.black.products[b.black])
}

// classes returns the classes of both states.
func (b *block) classes() (whiteClass, blackClass *class) {
	return &b.table.white.classes[b.table.white.classOf[b.white]], &b.table.black.classes[b.table.black.classOf[b.black]]
}

// ways returns the number of ways to place the men of the block as if all were different.
func (b *block) ways() *arith.U192 {
	whiteClass, blackClass := b.classes()
	return b.table.waysOf(whiteClass, blackClass)
}

// start returns the number of setups of the case before the block.
func (b *block) start() arith.U192 {
	whiteClass, blackClass := b.classes()
	couple := int(b.table.white.classOf[b.white])*len(b.table.black.classes) + int(b.table.black.classOf[b.black])
	white := b.beforeWhite(whiteClass, blackClass)
	black := b.beforeBlack(blackClass)
	s := arith.Add192(&b.table.starts[couple], &white)
	return arith.Add192(&s, &black)
}

// beforeWhite returns the number of setups in the couple with an earlier white state.
func (b *block) beforeWhite(whiteClass, blackClass *class) arith.U192 {
	x := arith.Mul192(b.table.waysOf(whiteClass, blackClass), whiteClass.starts[b.white-whiteClass.first])
	x = arith.Mul256(&x, blackClass.weight())
	return lambdaSquared.Of(&x)
}

// beforeBlack returns the number of setups in the couple with the same white state and an earlier black one.
func (b *block) beforeBlack(blackClass *class) arith.U192 {
	x := arith.Mul192(b.ways(), blackClass.starts[b.black-blackClass.first])
	return arith.Quo192(&x, b.table.white.products[b.white]*lambda)
}

// blockAt returns the block that holds setup r of the case, and the index of the setup in the block.
func (c *caseTable) blockAt(r arith.U192) (block, arith.U192) {
	n := sort.Search(len(c.starts), func(i int) bool { return arith.Less192(&r, &c.starts[i]) }) - 1
	i, j := n/len(c.black.classes), n%len(c.black.classes)
	whiteClass, blackClass := &c.white.classes[i], &c.black.classes[j]
	r = arith.Sub192(&r, &c.starts[n])

	ways := c.waysOf(whiteClass, blackClass)
	b := block{table: c}
	b.white = whiteClass.first + whiteClass.stateAt(floorDiv(arith.Mul192(&r, lambda*lambda), arith.Mul192(ways, blackClass.weight())))
	before := b.beforeWhite(whiteClass, blackClass)
	r = arith.Sub192(&r, &before)
	b.black = blackClass.first + blackClass.stateAt(floorDiv(arith.Mul192(&r, c.white.products[b.white]*lambda), arith.Mul192(ways, 1)))
	before = b.beforeBlack(blackClass)
	return b, arith.Sub192(&r, &before)
}

// stateAt returns the number in its class of the state with starts <= x < the next start.
func (c *class) stateAt(x uint64) int {
	return sort.Search(len(c.starts), func(i int) bool { return x < c.starts[i] }) - 1
}

// floorDiv returns x/y rounded down, which must be below 2^64.
func floorDiv(x, y arith.U256) uint64 {
	var q uint256.Int
	q.Div((*uint256.Int)(&x), (*uint256.Int)(&y))
	return q[0]
}
