package ranked

import (
	"sync"

	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

// Lambda squared as odd part, inverse of the odd part, and number of twos.
const (
	lambda2     = lambda * lambda
	lambda2Twos = 22
	lambda2Odd  = lambda2 >> lambda2Twos
)

var lambda2Inverse = arith.Inverse(lambda2Odd)

// falling[n][k] is the falling power n(n-1)...(n-k+1).
var falling [65][33]arith.U192

func fallingTable() (t [65][33]arith.U192) {
	for n := range 65 {
		t[n][0] = arith.U192{1}
		for k := 1; k <= min(n, 32); k++ {
			p := arith.Mul192(&t[n][k-1], uint64(n-k+1))
			t[n][k] = arith.Low192(&p)
		}
	}
	return t
}

// armyTables[f][e] are the army tables without limits.
var armyTables [3][2]*armyTable

// makeTables fills the tables of the package before the first space is made. They take 17 ms, which programs that draw from no such space do not spend.
var makeTables = sync.OnceFunc(func() {
	falling, arrangements = fallingTable(), arrangementsTable()
	owns = ownsTable()
	allStructures = allStructuresTable()
	armyTables = newArmyTables(chess.White, nil)
})

// newArmyTables returns the army tables of a side within limits.
func newArmyTables(c chess.Color, l *limits) (t [3][2]*armyTable) {
	for f := range 3 {
		for e := range 2 {
			t[f][e] = newArmyTable(c, f, e, l)
		}
	}
	return t
}

// armies are the army tables of White and of Black.
type armies [2]*[3][2]*armyTable

// armiesWithin returns the army tables of both sides within limits.
func armiesWithin(l *limits) armies {
	white := newArmyTables(chess.White, l)
	if l.alike() {
		return armies{&white, &white}
	}
	black := newArmyTables(chess.Black, l)
	return armies{&white, &black}
}

// A caseTable locates the block of every couple of stats of one case.
//
// For a couple of classes put B = structures * C(fw) C(fb) * (E+F)_F. The block of
// the stats w and b has B u_w u_b / lambda^2 elements exactly, and so has every
// sum over a prefix of stats. Kept are, for whole white classes, the sums of sizes;
// and for every white class, the sums of B times the weight of the black class.
type caseTable struct {
	fw, fb, e    int
	variant      variant
	white, black *armyTable
	limits       *limits // nil for none
	castlings    uint64  // C(fw) C(fb), choices of castling sides
	size         arith.U192

	starts []arith.U192 // sizes of all white classes before, and of all
	rows   []arith.U192 // for each white class: sums of B U_b before every sumStep-th black class, and of all
}

// sumStep is the number of terms between two sums that are kept; those between are added up when asked for. With 8 the tables of a
// cover shrink by 72 MB; a draw from a stratum takes 0.2 us more.
const sumStep = 8

// sumCount returns how many sums are kept of n terms: the last is the sum of all.
func sumCount(n int) int { return (n+sumStep-1)/sumStep + 1 }

// castlings returns C(f), the ways in which f rooks can hold castling rights.
func castlings(f int) uint64 {
	if f == 1 {
		return 2
	}
	return 1
}

func newCaseTable(fw, fb, e int, v variant) *caseTable {
	return newLimitedCase(fw, fb, e, v, armies{&armyTables, &armyTables}, nil)
}

// newLimitedCase returns the table of what is left of a case within the limits, for
// which the armies were made.
func newLimitedCase(fw, fb, e int, v variant, a armies, l *limits) *caseTable {
	t := &caseTable{fw: fw, fb: fb, e: e, variant: v, white: a[chess.White][fw][e], black: a[chess.Black][fb][e],
		limits: l, castlings: castlings(fw) * castlings(fb)}
	nw, nb := len(t.white.classes), len(t.black.classes)
	t.starts = make([]arith.U192, nw+1)
	t.rows = make([]arith.U192, 0, nw*sumCount(nb))
	for i := range t.white.classes {
		w := &t.white.classes[i]
		var sum arith.U192
		for k := range t.black.classes {
			if k%sumStep == 0 {
				t.rows = append(t.rows, sum)
			}
			t.addEach(&sum, w, &t.black.classes[k])
		}
		t.rows = append(t.rows, sum)
		size := w.times(&sum)
		t.starts[i+1] = arith.Add192(&t.starts[i], &size)
	}
	t.size = t.starts[nw]
	return t
}

// each returns B U_b of a couple of classes.
func (t *caseTable) each(w, b *class) (x arith.U192) {
	t.addEach(&x, w, b)
	return x
}

// addEach adds B U_b of a couple of classes to sum.
func (t *caseTable) addEach(sum *arith.U192, w, b *class) {
	if st, _ := t.structuresOf(w, b); st != nil {
		arith.AddProduct192(sum, t.fall(w, b), st.total*t.variant.placements()*t.castlings, b.weight)
	}
}

// fall returns the falling power (E+F)_F of a couple of classes.
func (t *caseTable) fall(w, b *class) *arith.U192 {
	free := t.freePieces(w, b)
	return &falling[t.emptySquares(w, b)+free][free]
}

// freePieces returns F, and emptySquares E.
func (t *caseTable) freePieces(w, b *class) int {
	return t.white.freePieces(w.men, w.pawns) + t.black.freePieces(b.men, b.pawns)
}
func (t *caseTable) emptySquares(w, b *class) int { return 64 - 2*t.e - w.men - b.men }

// times returns the elements of a white class, given the sum of B U_b over black ones.
func (c *class) times(sum *arith.U192) arith.U192 {
	x := arith.Mul192(sum, c.weight)
	return arith.Exact256(&x, lambda2Odd, lambda2Inverse, lambda2Twos)
}

// row returns the kept sums of a white class.
func (t *caseTable) row(wi int) []arith.U192 {
	n := sumCount(len(t.black.classes))
	return t.rows[wi*n : (wi+1)*n]
}

// before returns the sum of B U_b of a white class before a black one.
func (t *caseTable) before(wi, bi int) arith.U192 {
	sum := t.row(wi)[bi/sumStep]
	for k := bi / sumStep * sumStep; k < bi; k++ {
		t.addEach(&sum, &t.white.classes[wi], &t.black.classes[k])
	}
	return sum
}

// blackAt returns the black class bi with before(wi, bi) <= x < before(wi, bi+1), and the first of these sums. X must be below
// the sum of all.
func (t *caseTable) blackAt(wi int, x *arith.U192) (bi int, sum arith.U192) {
	row := t.row(wi)
	k := search(row, x)
	for bi, sum = k*sumStep, row[k]; ; bi++ {
		next := sum
		t.addEach(&next, &t.white.classes[wi], &t.black.classes[bi])
		if arith.Less192(x, &next) {
			return bi, sum
		}
		sum = next
	}
}

// A couple is what two classes share: the required pairs, the pawn structures of
// one en passant placement, and the falling power (E+F)_F. Without structures the
// block is empty.
type couple struct {
	p          int
	structures *structures
	empty      int // E
	free       int // F
	fall       arith.U192
}

// required returns the guard of a couple of classes or stats: whether it
// contributes at all, and if so the number of required pairs, which may be
// negative.
func required(e, men, pawnsW, promW, pawnsB, promB int) (m int, ok bool) {
	caps := 32 - men
	xw, xb := 8-e-pawnsW-promW, 8-e-pawnsB-promB
	uw, ub := xb+caps-promW, xw+caps-promB
	return e + pawnsW - uw, uw >= 0 && ub >= 0
}

func (t *caseTable) couple(w, b *class) (c couple) {
	if c.structures, c.p = t.structuresOf(w, b); c.structures != nil {
		c.empty, c.free = t.emptySquares(w, b), t.freePieces(w, b)
		c.fall = *t.fall(w, b)
	}
	return c
}

// structuresOf returns the pawn structures of a couple of classes, and the required pairs; nil if there are none.
func (t *caseTable) structuresOf(w, b *class) (st *structures, p int) {
	m, ok := required(t.e, w.men+b.men, w.pawns, w.promotions, b.pawns, b.promotions)
	if !ok || !t.limits.couple(w.men+b.men, w.pawns+b.pawns+2*t.e) {
		return nil, 0
	}
	p = max(0, m)
	if st = &allStructures[t.variant][w.pawns][b.pawns][p]; st.total == 0 {
		return nil, 0
	}
	return st, p
}

// A block is the place of an element in the tree of choices down to the couple of
// stats: everything but the side to move.
type block struct {
	table        *caseTable
	white, black *stat
	couple
	perStructure arith.U192 // K: elements for each pawn structure
}

// findBlock returns the block that holds the element with the given number in the
// case, and what is left: the index inside the block as a pawn structure and the
// rest, index = structure*K + rest.
func (t *caseTable) findBlock(x *arith.U192) (b block, structure uint64, rest arith.U192) {
	wi, ws, bi, y := t.classesAt(x)
	wc, bc := &t.white.classes[wi], &t.black.classes[bi]
	uw := wc.cum[ws+1] - wc.cum[ws]

	b.table, b.couple = t, t.couple(wc, bc)
	unit := arith.Mul192(&b.fall, t.castlings)
	unit = arith.Mul256(&unit, uw)                                        // K lambda^2 / u_b
	one := arith.Mul256(&unit, b.structures.total*t.variant.placements()) // size * lambda^2 / u_b
	q, _ := arith.Div256(&y, &one)
	bs := searchWeight(bc.cum, q)
	p := arith.Mul256(&one, bc.cum[bs])
	y = arith.Sub256(&y, &p)
	ub := bc.cum[bs+1] - bc.cum[bs]

	unit = arith.Mul256(&unit, ub)
	structure, y = arith.Div256(&y, &unit)
	b.white, b.black = &t.white.stats[wc.first+ws], &t.black.stats[bc.first+bs]
	b.perStructure = arith.Exact256(&unit, lambda2Odd, lambda2Inverse, lambda2Twos)
	return b, structure, arith.Exact256(&y, lambda2Odd, lambda2Inverse, lambda2Twos)
}

// classesAt finds the classes wi and bi of the element with the given number in the case, and the
// place ws of White's stat in its class. What is left, in the couple of that stat with Black's class, is
// taken times lambda squared.
func (t *caseTable) classesAt(x *arith.U192) (wi, ws, bi int, left arith.U256) {
	wi = search(t.starts, x)
	wc := &t.white.classes[wi]
	row := t.row(wi)
	all := &row[len(row)-1]

	// All further sizes are taken times lambda squared.
	r := arith.Sub192(x, &t.starts[wi])
	y := arith.Mul192(&r, lambda2)
	total := arith.U256{all[0], all[1], all[2]}
	q, _ := arith.Div256(&y, &total)
	ws = searchWeight(wc.cum, q)
	p := arith.Mul192(all, wc.cum[ws])
	y = arith.Sub256(&y, &p)
	uw := wc.cum[ws+1] - wc.cum[ws]

	z := arith.Quo192(&y, uw)
	bi, sum := t.blackAt(wi, &z)
	p = arith.Mul192(&sum, uw)
	return wi, ws, bi, arith.Sub256(&y, &p)
}

// blockOf returns the block of the couple of stats with the given numbers and the
// number of its first element in the case; false if the block is empty.
func (t *caseTable) blockOf(wi, bi int) (b block, start arith.U192, ok bool) {
	wk, bk := t.white.classOf[wi], t.black.classOf[bi]
	wc, bc := &t.white.classes[wk], &t.black.classes[bk]
	b.table, b.couple = t, t.couple(wc, bc)
	if b.structures == nil {
		return b, start, false
	}
	b.white, b.black = &t.white.stats[wi], &t.black.stats[bi]
	uw, ub := b.white.weight, b.black.weight
	row := t.row(wk)
	sum := t.before(wk, bk)

	unit := arith.Mul192(&b.fall, t.castlings)
	unit = arith.Mul256(&unit, uw)
	one := arith.Mul256(&unit, b.structures.total*t.variant.placements())
	y := arith.Mul192(&row[len(row)-1], wc.cum[wi-wc.first])
	p := arith.Mul192(&sum, uw)
	y = arith.Add256(&y, &p)
	p = arith.Mul256(&one, bc.cum[bi-bc.first])
	y = arith.Add256(&y, &p)
	unit = arith.Mul256(&unit, ub)
	b.perStructure = arith.Exact256(&unit, lambda2Odd, lambda2Inverse, lambda2Twos)
	start = arith.Exact256(&y, lambda2Odd, lambda2Inverse, lambda2Twos)
	start = arith.Add192(&start, &t.starts[wk])
	return b, start, true
}

// search returns the last i with sums[i] <= x that is followed by a larger sum;
// sums is ascending, starts with 0 and ends with a value above x.
func search(sums []arith.U192, x *arith.U192) int {
	lo, hi := 0, len(sums)-1 // sums[lo] <= x < sums[hi]
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) >> 1); arith.Less192(x, &sums[mid]) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo
}

// searchWeight is search for sums of weights.
func searchWeight(sums []uint64, x uint64) int {
	lo, hi := 0, len(sums)-1
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) >> 1); x < sums[mid] {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo
}
