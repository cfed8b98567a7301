package placement

import (
	"cmp"
	"math/big"
	"slices"
	"sort"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// A Case is what is decided before the armies.
type Case struct {
	Turn   chess.Color
	Kings  [2]chess.Square // White's and Black's
	Rights chess.Castling  // each has its rook at home
	EP     chess.Square    // en passant square, NoSquare for none
	From   chess.Square    // the pawn that is singled out to capture there
}

// setup returns the setup of the case with the men that it fixes, and the squares
// that no other man may have. Ok is false if the men get in each other's way. It
// does not ask whether kings touch.
func (c *Case) setup() (s chess.Setup, closed chess.Bitboard, ok bool) {
	s = chess.Setup{Turn: c.Turn, Castling: c.Rights, EP: c.EP}
	ok = true
	put := func(sq chess.Square, color chess.Color, r chess.Role) {
		ok = ok && !closed.Has(sq)
		closed |= sq.BB()
		s.Board.Put(sq, chess.NewPiece(color, r))
	}
	for color, king := range c.Kings {
		put(king, chess.Color(color), chess.King)
	}
	for i, corner := range [4]chess.Square{chess.H1, chess.A1, chess.H8, chess.A8} {
		if c.Rights>>i&1 != 0 {
			put(corner, chess.Color(i/2), chess.Rook)
		}
	}
	if c.EP != chess.NoSquare {
		pawn, origin := epSquares(c.Turn, c.EP)
		put(pawn, c.Turn.Other(), chess.Pawn)
		put(c.From, c.Turn, chess.Pawn)
		ok = ok && closed&(c.EP.BB()|origin.BB()) == 0
		closed |= c.EP.BB() | origin.BB()
	}
	return s, closed, ok
}

// epSquares returns where a pawn that has just passed over ep stands, and where it
// came from, with the given side to move.
func epSquares(turn chess.Color, ep chess.Square) (pawn, origin chess.Square) {
	if turn == chess.White {
		return ep - 8, ep + 8
	}
	return ep + 8, ep - 8
}

// order compares cases; any total order would do.
func order(a, b Case) int {
	return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Kings[0], b.Kings[0]), cmp.Compare(a.Kings[1], b.Kings[1]),
		cmp.Compare(a.Rights, b.Rights), cmp.Compare(a.EP, b.EP), cmp.Compare(a.From, b.From))
}

// Limits say which armies belong to a space. There are no defaults.
type Limits struct {
	PawnSquares chess.Bitboard // where pawns may stand
	Side        int            // most men of a side besides the king
	Fewest      int            // least and most men of both sides together,
	Both        int            // besides the kings
	Pawns       int            // most pawns of a side
	Most        Officers       // most officers of a side, by kind
	Balanced    bool           // the promotions of both sides can have been paid for
}

// group is a run of cases that leave the same numbers to place.
type group struct {
	rooks       [2]int // fixed rooks of each side
	pawns       int    // fixed pawns of each side, 0 or 1
	zone, free  int    // Z and F
	first, n    int    // its cases
	blocks, end int    // its blocks
}

func compareGroups(a, b group) int {
	return cmp.Or(cmp.Compare(a.pawns, b.pawns), cmp.Compare(a.rooks[0], b.rooks[0]), cmp.Compare(a.rooks[1], b.rooks[1]),
		cmp.Compare(a.zone, b.zone), cmp.Compare(a.free, b.free))
}

// block is a choice of the numbers still to be placed.
type block struct {
	group          uint16
	wp, wo, bp, bo uint8
}

func (b block) key() uint32 {
	return uint32(b.wp)<<24 | uint32(b.wo)<<16 | uint32(b.bp)<<8 | uint32(b.bo)
}

// A Table is a set of placements with exact ranks. It never changes once made and
// may be used by several goroutines at once.
type Table struct {
	name   string
	limits Limits
	given  []sampler.Predicate // what it was restricted by, for errors only
	cases  []Case
	groups []group
	blocks []block
	starts []arith.U192 // elements before each block, and the size at the end
	leads  []uint64
	shift  int      // leads are the starts without this many bits
	guide  []uint32 // last block at or before each multiple of 2^(64-guideBits)
	shares [3][31]share
}

const guideBits = 14

// NewTable makes the table of the given cases, of which those whose men collide
// are left out, and limits. The name is used in errors only.
func NewTable(name string, cases []Case, limits Limits) *Table {
	t := &Table{name: name, limits: limits}
	t.addCases(cases)
	for fixed := range t.shares {
		for o := 0; o+fixed <= limits.Side; o++ {
			t.shares[fixed][o] = newShare(&limits, o, fixed)
		}
	}
	sum := arith.U192{}
	for i := range t.groups {
		t.addBlocks(i, &sum)
	}
	t.starts = append(t.starts, sum)
	t.index()
	return t
}

// addCases groups the cases.
func (t *Table) addCases(cases []Case) {
	type member struct {
		g group
		c Case
	}
	list := make([]member, 0, len(cases))
	for _, c := range cases {
		if _, g, ok := t.groupOf(&c); ok {
			list = append(list, member{g, c})
		}
	}
	slices.SortFunc(list, func(a, b member) int { return cmp.Or(compareGroups(a.g, b.g), order(a.c, b.c)) })
	for i, m := range list {
		if i == 0 || compareGroups(list[i-1].g, m.g) != 0 {
			m.g.first = i
			t.groups = append(t.groups, m.g)
		}
		t.groups[len(t.groups)-1].n++
		t.cases = append(t.cases, m.c)
	}
}

// groupOf returns the group of a case with its numbers alone, and the closed squares.
func (t *Table) groupOf(c *Case) (closed chess.Bitboard, g group, ok bool) {
	_, closed, ok = c.setup()
	g.rooks = [2]int{c.Rights.Of(chess.White).Count(), c.Rights.Of(chess.Black).Count()}
	if c.EP != chess.NoSquare {
		g.pawns = 1
	}
	g.zone, g.free = (t.limits.PawnSquares &^ closed).Count(), (^closed).Count()
	return closed, g, ok
}

// sides returns the armies of a block, and how their officers can be shared out.
func (t *Table) sides(b block) (w side, sw *share, bl side, sb *share) {
	g := &t.groups[b.group]
	w = side{int(b.wp) + g.pawns, int(b.wo) + g.rooks[0]}
	bl = side{int(b.bp) + g.pawns, int(b.bo) + g.rooks[1]}
	return w, &t.shares[g.rooks[0]][b.wo], bl, &t.shares[g.rooks[1]][b.bo]
}

// within reports whether a side keeps the limits by its numbers.
func (l *Limits) within(s side) bool {
	return s.pawns <= l.Pawns && s.pawns+s.officers <= l.Side
}

// addBlocks appends the blocks of a group that are not empty.
func (t *Table) addBlocks(i int, sum *arith.U192) {
	g := &t.groups[i]
	g.blocks = len(t.blocks)
	l := &t.limits
	for wp := g.pawns; wp <= l.Pawns; wp++ {
		for wo := g.rooks[0]; l.within(side{wp, wo}) && wp+wo <= l.Both; wo++ {
			for bp := g.pawns; bp <= l.Pawns && wp+wo+bp <= l.Both; bp++ {
				for bo := g.rooks[1]; l.within(side{bp, bo}) && wp+wo+bp+bo <= l.Both; bo++ {
					b := block{uint16(i), uint8(wp - g.pawns), uint8(wo - g.rooks[0]), uint8(bp - g.pawns), uint8(bo - g.rooks[1])}
					if n := t.size(b); wp+wo+bp+bo >= l.Fewest && n != (arith.U192{}) {
						t.blocks = append(t.blocks, b)
						t.starts = append(t.starts, *sum)
						next := arith.Add192(sum, &n)
						if arith.Less192(&next, sum) {
							panic(tooLarge)
						}
						*sum = next
					}
				}
			}
		}
	}
	g.end = len(t.blocks)
}

// size returns the number of elements of a block.
func (t *Table) size(b block) arith.U192 {
	g := &t.groups[b.group]
	n := arith.U192{t.codes(t.sides(b))}
	if n[0] == 0 {
		return n
	}
	ways := t.radices(b, g)
	for _, d := range append(ways[:], uint64(g.n)) {
		n = times(&n, d)
	}
	return n
}

// tooLarge is what a panic says.
const tooLarge = "placement: space of more than 2^192 elements"

// times multiplies a number of elements by one of ways.
func times(n *arith.U192, ways uint64) arith.U192 {
	all := arith.Mul192(n, ways)
	if all[3] != 0 {
		panic(tooLarge)
	}
	return arith.Low192(&all)
}

// radices returns the numbers of ways to choose squares: for white pawns, black
// pawns, white officers, black officers.
func (t *Table) radices(b block, g *group) [4]uint64 {
	wp, bp, wo, bo := int(b.wp), int(b.bp), int(b.wo), int(b.bo)
	if wp+bp > g.zone || wp+bp+wo+bo > g.free {
		return [4]uint64{}
	}
	f := g.free - wp - bp
	of := &arith.Binomials
	return [4]uint64{of[wp][g.zone], of[bp][g.zone-wp], of[wo][f], of[bo][f-wo]}
}

// index makes what finds a block quickly.
func (t *Table) index() {
	size := t.starts[len(t.blocks)]
	t.shift = max(0, arith.BitLen192(&size)-64)
	t.leads = make([]uint64, len(t.starts))
	for i := range t.starts {
		t.leads[i] = arith.Shr192(t.starts[i], t.shift)[0]
	}
	t.guide = make([]uint32, 1<<guideBits+1)
	for x := range t.guide {
		bound := uint64(x) << (64 - guideBits)
		i := len(t.blocks)
		if x < 1<<guideBits {
			i = sort.Search(len(t.blocks), func(i int) bool { return t.leads[i] > bound })
		}
		t.guide[x] = uint32(max(1, i) - 1)
	}
}

// near returns a block that starts at or before all numbers with the given lead
// whose start has a smaller lead, and the last such block whose start has not a
// larger one.
func (t *Table) near(lead uint64) (first, last int) {
	x := lead >> (64 - guideBits)
	lo, hi := int(t.guide[x]), int(t.guide[x+1])+1
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) / 2); t.leads[mid] <= lead {
			lo = mid
		} else {
			hi = mid
		}
	}
	first = lo
	for first > 0 && t.leads[first] == lead {
		first--
	}
	return first, lo
}

// find returns the block that holds the rank, which is below the size.
func (t *Table) find(rank *arith.U192) int {
	first, last := t.near(arith.Shr192(*rank, t.shift)[0])
	for last > first && arith.Less192(rank, &t.starts[last]) {
		last--
	}
	return last
}

// Size returns the number of elements, as a value of the caller's own.
func (t *Table) Size() *big.Int {
	n := t.starts[len(t.blocks)]
	return (&uint256.Int{n[0], n[1], n[2]}).ToBig()
}
