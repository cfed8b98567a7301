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

// A Case holds what is decided first about an element, before the armies.
type Case struct {
	Turn   chess.Color
	Kings  [2]chess.Square // White's and Black's
	Rights chess.Castling  // each has its rook at home
	EP     chess.Square    // en passant square, NoSquare for none
	From   chess.Square    // the pawn that is singled out to capture there
}

// setup returns the setup of the case with the men that it fixes, and the squares on which no other man may stand.
// Ok is false if two men have the same square, or a man stands on a square that must be empty. Kings may touch.
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
	for corner := range (c.Rights.Squares() &^ chess.FileBB(4)).All() {
		put(corner, chess.Color(corner.Row()/7), chess.Rook)
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

// epSquares returns the square of the pawn that has just passed over ep, and the square
// from which it came, with the given side to move.
func epSquares(turn chess.Color, ep chess.Square) (pawn, origin chess.Square) {
	if turn == chess.White {
		return ep - 8, ep + 8
	}
	return ep + 8, ep - 8
}

// compareCases compares two cases of a group, by a total order. It decides their numbers.
func compareCases(a, b Case) int {
	return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Kings[0], b.Kings[0]), cmp.Compare(a.Kings[1], b.Kings[1]),
		cmp.Compare(a.Rights, b.Rights), cmp.Compare(a.EP, b.EP), cmp.Compare(a.From, b.From))
}

// Limits say which armies belong to a space. The zero value allows none but the kings.
type Limits struct {
	PawnSquares chess.Bitboard // where pawns may stand
	Side        int            // most men of a side besides the king
	Fewest      int            // least men of both sides together besides the kings
	Both        int            // most men of both sides together besides the kings
	Pawns       int            // most pawns of a side
	Most        Officers       // most officers of a side, by kind
	Balanced    bool           // only armies whose captures can have made the promotions of both sides possible
}

// A group is a run of cases with the same numbers of fixed men and of free squares.
type group struct {
	rooks                [2]int // fixed rooks of each side
	pawns                int    // fixed pawns of each side, 0 or 1
	zone, free           int    // Z and F: free squares where pawns may stand, free squares
	firstCase, caseCount int    // its cases
	firstBlock, endBlock int    // its blocks: from the first up to but without the end
}

// compareGroups compares two groups by their order in a table, on which ranks depend.
func compareGroups(a, b group) int {
	return cmp.Or(cmp.Compare(a.pawns, b.pawns), cmp.Compare(a.rooks[0], b.rooks[0]), cmp.Compare(a.rooks[1], b.rooks[1]),
		cmp.Compare(a.zone, b.zone), cmp.Compare(a.free, b.free))
}

// A block holds the numbers of men that are still to be placed in the cases of a group.
type block struct {
	group                                                uint16
	whitePawns, whiteOfficers, blackPawns, blackOfficers uint8
}

// key orders the blocks of a group.
func (b block) key() uint32 {
	return uint32(b.whitePawns)<<24 | uint32(b.whiteOfficers)<<16 | uint32(b.blackPawns)<<8 | uint32(b.blackOfficers)
}

// A Table is a set of placements with exact ranks. It never changes once made and
// may be used by several goroutines at once.
type Table struct {
	name          string
	limits        Limits
	given         []sampler.Predicate // by which the table was restricted, for errors only
	cases         []Case
	groups        []group
	blocks        []block
	starts        []arith.U192        // elements before each block, and the size at the end
	leads         []uint64            // starts >> shift
	shift         int                 // the least for which all leads have at most 64 bits
	guide         []uint32            // for each multiple of 2^(64-guideBits): the last block whose lead is at most that
	officerTables [3][31]officerTable // by fixed rooks and further officers of a side
}

// guideBits is the number of leading bits of a lead by which guide is indexed.
const guideBits = 14

// NewTable returns the table of the given cases and limits. Cases whose men collide are
// left out. The name is used in errors only.
func NewTable(name string, cases []Case, limits Limits) *Table {
	t := &Table{name: name, limits: limits}
	t.addCases(cases)
	for fixed := range t.officerTables {
		for o := 0; o+fixed <= limits.Side; o++ {
			t.officerTables[fixed][o] = newOfficerTable(&limits, o, fixed)
		}
	}
	sum := arith.U192{}
	for i := range t.groups {
		t.addBlocks(i, &sum)
	}
	t.starts = append(t.starts, sum)
	t.indexStarts()
	return t
}

// addCases fills cases and groups.
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
	slices.SortFunc(list, func(a, b member) int { return cmp.Or(compareGroups(a.g, b.g), compareCases(a.c, b.c)) })
	for i, m := range list {
		if i == 0 || compareGroups(list[i-1].g, m.g) != 0 {
			m.g.firstCase = i
			t.groups = append(t.groups, m.g)
		}
		t.groups[len(t.groups)-1].caseCount++
		t.cases = append(t.cases, m.c)
	}
}

// groupOf returns the numbers of fixed men and free squares of a case as a group, and the
// squares on which no other man may stand. Ok is false if the men of the case collide.
func (t *Table) groupOf(c *Case) (closed chess.Bitboard, g group, ok bool) {
	_, closed, ok = c.setup()
	g.rooks = [2]int{c.Rights.Of(chess.White).Count(), c.Rights.Of(chess.Black).Count()}
	if c.EP != chess.NoSquare {
		g.pawns = 1
	}
	g.zone, g.free = (t.limits.PawnSquares &^ closed).Count(), (^closed).Count()
	return closed, g, ok
}

// armies returns the armies of a block.
func (t *Table) armies(b block) (white, black army) {
	g := &t.groups[b.group]
	white = army{side{int(b.whitePawns) + g.pawns, int(b.whiteOfficers) + g.rooks[0]}, &t.officerTables[g.rooks[0]][b.whiteOfficers]}
	black = army{side{int(b.blackPawns) + g.pawns, int(b.blackOfficers) + g.rooks[1]}, &t.officerTables[g.rooks[1]][b.blackOfficers]}
	return white, black
}

// sides lists the sides within the limits on pawns and men that have at least the given pawns and officers.
func (l *Limits) sides(pawns, officers int) (list []side) {
	for p := pawns; p <= l.Pawns; p++ {
		for o := officers; p+o <= l.Side; o++ {
			list = append(list, side{p, o})
		}
	}
	return list
}

// addBlocks appends the blocks of group i that are not empty, and adds their sizes to sum. It panics if that gets too
// large.
func (t *Table) addBlocks(i int, sum *arith.U192) {
	g := &t.groups[i]
	g.firstBlock = len(t.blocks)
	blacks := t.limits.sides(g.pawns, g.rooks[1])
	for _, w := range t.limits.sides(g.pawns, g.rooks[0]) {
		for _, b := range blacks {
			if men := w.pawns + w.officers + b.pawns + b.officers; men < t.limits.Fewest || men > t.limits.Both {
				continue
			}
			next := block{group: uint16(i), whitePawns: uint8(w.pawns - g.pawns), whiteOfficers: uint8(w.officers - g.rooks[0]),
				blackPawns: uint8(b.pawns - g.pawns), blackOfficers: uint8(b.officers - g.rooks[1])}
			size := t.size(next)
			if size == (arith.U192{}) {
				continue
			}
			t.blocks = append(t.blocks, next)
			t.starts = append(t.starts, *sum)
			end := arith.Add192(sum, &size)
			if arith.Less192(&end, sum) { // the sum has overflown
				panic(tooLarge)
			}
			*sum = end
		}
	}
	g.endBlock = len(t.blocks)
}

// size returns the number of elements of a block.
func (t *Table) size(b block) arith.U192 {
	g := &t.groups[b.group]
	n := arith.U192{t.codes(t.armies(b))}
	if n[0] == 0 {
		return n
	}
	ways := t.radices(b, g)
	for _, d := range append(ways[:], uint64(g.caseCount)) {
		n = mulChecked(&n, d)
	}
	return n
}

// tooLarge is the message of the panics of addBlocks and mulChecked.
const tooLarge = "placement: space of more than 2^192 elements"

// mulChecked returns n times a number of ways. It panics if the product is not below 2^192.
func mulChecked(n *arith.U192, ways uint64) arith.U192 {
	product := arith.Mul192(n, ways)
	if product[3] != 0 {
		panic(tooLarge)
	}
	return arith.Low192(&product)
}

// radices returns the numbers of ways to choose squares: for white pawns, black pawns, white officers, black officers.
func (t *Table) radices(b block, g *group) [4]uint64 {
	wp, bp, wo, bo := int(b.whitePawns), int(b.blackPawns), int(b.whiteOfficers), int(b.blackOfficers)
	if wp+bp > g.zone || wp+bp+wo+bo > g.free {
		return [4]uint64{}
	}
	f := g.free - wp - bp
	of := &arith.Binomials
	return [4]uint64{of[wp][g.zone], of[bp][g.zone-wp], of[wo][f], of[bo][f-wo]}
}

// indexStarts fills shift, leads and guide, by which blockAt and sampleBlock search.
func (t *Table) indexStarts() {
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

// blockRange returns the first and the last block that can hold a rank with the given lead. The last is the last
// block whose lead is at most the given one. The first is the last block whose lead is smaller.
func (t *Table) blockRange(lead uint64) (first, last int) {
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

// blockAt returns the block that holds the rank, which is below the size.
func (t *Table) blockAt(rank *arith.U192) int {
	first, last := t.blockRange(arith.Shr192(*rank, t.shift)[0])
	for last > first && arith.Less192(rank, &t.starts[last]) {
		last--
	}
	return last
}

// Size returns the number of elements as a new value.
func (t *Table) Size() *big.Int {
	n := t.starts[len(t.blocks)]
	return (&uint256.Int{n[0], n[1], n[2]}).ToBig()
}
