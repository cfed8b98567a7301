package ranked

import (
	"sync"

	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

// Lambda squared, with its odd part and the exponent of 2 in it, for exact division.
const (
	lambda2     = lambda * lambda
	lambda2Twos = 22
	lambda2Odd  = lambda2 >> lambda2Twos
)

var lambda2Inverse = arith.Inverse(lambda2Odd)

// falling[n][k] is the falling power n(n-1)...(n-k+1).
var falling [65][33]arith.U192

// newFallingTable returns the table falling.
func newFallingTable() (t [65][33]arith.U192) {
	for n := range 65 {
		t[n][0] = arith.U192{1}
		for k := 1; k <= min(n, 32); k++ {
			t[n][k] = arith.MulAdd192(&t[n][k-1], uint64(n-k+1), 0)
		}
	}
	return t
}

// armyTables[rooks][enPassant] is the army table of either side without limits.
var armyTables [3][2]*armyTable

// makeTables fills the tables of the package when the first space is made. This takes 17 ms, which
// programs without such a space save.
var makeTables = sync.OnceFunc(func() {
	falling, arrangements = newFallingTable(), newArrangements()
	passantOptions = newPassantOptionsTable()
	allStructures = newAllStructures()
	armyTables = newArmyTables(chess.White, nil)
})

// newArmyTables returns the army tables of a side within limits, by fixed rooks and en passant.
func newArmyTables(c chess.Color, l *limits) (t [3][2]*armyTable) {
	for f := range 3 {
		for e := range 2 {
			t[f][e] = newArmyTable(c, f, e, l)
		}
	}
	return t
}

// An armies value holds the army tables of White and of Black.
type armies [2]*[3][2]*armyTable

// armiesWithin returns the army tables of both sides within limits.
func armiesWithin(l *limits) armies {
	white := newArmyTables(chess.White, l)
	if l.sameForBothSides() {
		return armies{&white, &white}
	}
	black := newArmyTables(chess.Black, l)
	return armies{&white, &black}
}

// A caseTable locates the block of every couple of stats of one case.
//
// For a couple of classes let B = structures * C(fw) C(fb) * (E+F)_F, where E is the number of empty squares and F
// that of free pieces. The block of the stats w and b has exactly B u_w u_b / lambda^2 elements. So a sum over
// stats of one class is B times a sum of weights. The table keeps, for whole white classes, the sums of sizes, and
// for every white class the sums over black classes of B times the weight U_b of the class.
type caseTable struct {
	whiteRooks, blackRooks, enPassant int
	variant                           variant
	white, black                      *armyTable
	limits                            *limits // nil for none
	castlings                         uint64  // C(fw) C(fb), choices of castling sides
	size                              arith.U192

	starts    []arith.U192 // sizes of all white classes before each, and of all
	blackSums []arith.U192 // for each white class: sums of B U_b before every sumStep-th black class, and of all
}

// sumStep is the number of terms between two stored sums; the terms between are added up when needed.
// With 8 the tables of a cover shrink by 72 MB, and a draw from a stratum takes 0.2 us more.
const sumStep = 8

// sumCount returns the number of stored sums of n terms: the last is the sum of all.
func sumCount(n int) int { return (n+sumStep-1)/sumStep + 1 }

// castlings returns C(f), the number of ways in which f rooks can hold castling rights.
func castlings(f int) uint64 {
	if f == 1 {
		return 2
	}
	return 1
}

// newCaseTable returns the table of a case without limits.
func newCaseTable(fw, fb, e int, v variant) *caseTable {
	return newLimitedCase(fw, fb, e, v, armies{&armyTables, &armyTables}, nil)
}

// newLimitedCase returns the table of a case within limits. The armies must be those of the limits.
func newLimitedCase(fw, fb, e int, v variant, a armies, l *limits) *caseTable {
	t := &caseTable{whiteRooks: fw, blackRooks: fb, enPassant: e, variant: v, white: a[chess.White][fw][e], black: a[chess.Black][fb][e],
		limits: l, castlings: castlings(fw) * castlings(fb)}
	nw, nb := len(t.white.classes), len(t.black.classes)
	t.starts = make([]arith.U192, nw+1)
	t.blackSums = make([]arith.U192, 0, nw*sumCount(nb))
	for i := range t.white.classes {
		w := &t.white.classes[i]
		var sum arith.U192
		for k := range t.black.classes {
			if k%sumStep == 0 {
				t.blackSums = append(t.blackSums, sum)
			}
			t.addPerWeight(&sum, w, &t.black.classes[k])
		}
		t.blackSums = append(t.blackSums, sum)
		size := w.elements(&sum)
		t.starts[i+1] = arith.Add192(&t.starts[i], &size)
	}
	t.size = t.starts[nw]
	return t
}

// perWeight returns B U_b of a couple of classes: lambda^2 times its number of elements per unit of White's weight.
func (t *caseTable) perWeight(w, b *class) (x arith.U192) {
	t.addPerWeight(&x, w, b)
	return x
}

// addPerWeight adds B U_b of a couple of classes to sum.
func (t *caseTable) addPerWeight(sum *arith.U192, w, b *class) {
	if st, _ := t.structuresOf(w, b); st != nil {
		arith.AddProduct192(sum, t.fallingPower(w, b), st.total*t.variant.placements()*t.castlings, b.weight)
	}
}

// fallingPower returns (E+F)_F of a couple of classes.
func (t *caseTable) fallingPower(w, b *class) *arith.U192 {
	free := t.freePieces(w, b)
	return &falling[t.emptySquares(w, b)+free][free]
}

// freePieces returns F of a couple of classes.
func (t *caseTable) freePieces(w, b *class) int {
	return t.white.freePieces(w.men, w.pawns) + t.black.freePieces(b.men, b.pawns)
}

// emptySquares returns E of a couple of classes.
func (t *caseTable) emptySquares(w, b *class) int { return 64 - 2*t.enPassant - w.men - b.men }

// elements returns the number of elements of a white class with some black classes, given the sum of B U_b over these.
func (c *class) elements(sum *arith.U192) arith.U192 {
	x := arith.Mul192(sum, c.weight)
	return arith.Exact256(&x, lambda2Odd, lambda2Inverse, lambda2Twos)
}

// sumsOf returns the stored sums of a white class.
func (t *caseTable) sumsOf(whiteClassIndex int) []arith.U192 {
	n := sumCount(len(t.black.classes))
	return t.blackSums[whiteClassIndex*n : (whiteClassIndex+1)*n]
}

// sumBefore returns the sum of B U_b over the black classes before the given one, for a white class.
func (t *caseTable) sumBefore(whiteClassIndex, blackClassIndex int) arith.U192 {
	sum := t.sumsOf(whiteClassIndex)[blackClassIndex/sumStep]
	for k := blackClassIndex / sumStep * sumStep; k < blackClassIndex; k++ {
		t.addPerWeight(&sum, &t.white.classes[whiteClassIndex], &t.black.classes[k])
	}
	return sum
}

// blackAt returns the last black class with sumBefore <= x, and that sum. The argument x must be below the sum over
// all black classes.
func (t *caseTable) blackAt(whiteClassIndex int, x *arith.U192) (blackClassIndex int, sum arith.U192) {
	row := t.sumsOf(whiteClassIndex)
	k := search(row, x)
	for blackClassIndex, sum = k*sumStep, row[k]; ; blackClassIndex++ {
		next := sum
		t.addPerWeight(&next, &t.white.classes[whiteClassIndex], &t.black.classes[blackClassIndex])
		if arith.Less192(x, &next) {
			return blackClassIndex, sum
		}
		sum = next
	}
}

// A couple holds the quantities of two classes that are the same for all their stats. Without
// structures its blocks are empty.
type couple struct {
	p            int         // number of required pairs
	structures   *structures // pawn structures of one en passant placement, nil for none
	empty        int         // E
	free         int         // F
	fallingPower arith.U192
}

// required returns m of a couple of classes, which may be negative: max(0, m) pairs are required. Ok is false if the
// captures do not suffice for the promotions: u_W < 0 or u_B < 0.
func required(e, men, pawnsW, promW, pawnsB, promB int) (m int, ok bool) {
	caps := 32 - men
	xw, xb := 8-e-pawnsW-promW, 8-e-pawnsB-promB
	uw, ub := xb+caps-promW, xw+caps-promB
	return e + pawnsW - uw, uw >= 0 && ub >= 0
}

// couple returns the couple of two classes.
func (t *caseTable) couple(w, b *class) (c couple) {
	if c.structures, c.p = t.structuresOf(w, b); c.structures != nil {
		c.empty, c.free = t.emptySquares(w, b), t.freePieces(w, b)
		c.fallingPower = *t.fallingPower(w, b)
	}
	return c
}

// structuresOf returns the pawn structures of a couple of classes and the number of required pairs, or nil
// if there are no structures.
func (t *caseTable) structuresOf(w, b *class) (st *structures, p int) {
	m, ok := required(t.enPassant, w.men+b.men, w.pawns, w.promotions, b.pawns, b.promotions)
	if !ok || !t.limits.allowsCouple(w.men+b.men, w.pawns+b.pawns+2*t.enPassant) {
		return nil, 0
	}
	p = max(0, m)
	if st = &allStructures[t.variant][w.pawns][b.pawns][p]; st.total == 0 {
		return nil, 0
	}
	return st, p
}

// A block is a couple of stats of a case: the elements with these.
type block struct {
	table        *caseTable
	white, black *stat
	couple
	perStructure arith.U192 // K: elements for each pawn structure
}

// findBlock returns the block that holds the element with the given number in the
// case. The index of the element in the block is structure*K + rest.
func (t *caseTable) findBlock(x *arith.U192) (b block, structure uint64, rest arith.U192) {
	whiteClassIndex, whiteStat, blackClassIndex, left := t.classesAt(x)
	whiteClass, blackClass := &t.white.classes[whiteClassIndex], &t.black.classes[blackClassIndex]
	whiteWeight := whiteClass.weightsBefore[whiteStat+1] - whiteClass.weightsBefore[whiteStat]

	b.table, b.couple = t, t.couple(whiteClass, blackClass)
	// Sizes times lambda^2 over u_b: first K, then that of the block.
	structureUnit := arith.Mul192(&b.fallingPower, t.castlings)
	structureUnit = arith.Mul256(&structureUnit, whiteWeight)
	blockUnit := arith.Mul256(&structureUnit, b.structures.total*t.variant.placements())
	weight, _ := arith.Div256(&left, &blockUnit)
	blackStat := searchWeights(blackClass.weightsBefore, weight)
	before := arith.Mul256(&blockUnit, blackClass.weightsBefore[blackStat])
	left = arith.Sub256(&left, &before)
	blackWeight := blackClass.weightsBefore[blackStat+1] - blackClass.weightsBefore[blackStat]

	structureSize := arith.Mul256(&structureUnit, blackWeight) // K lambda^2
	structure, left = arith.Div256(&left, &structureSize)
	b.white, b.black = &t.white.stats[whiteClass.first+whiteStat], &t.black.stats[blackClass.first+blackStat]
	b.perStructure = arith.Exact256(&structureSize, lambda2Odd, lambda2Inverse, lambda2Twos)
	return b, structure, arith.Exact256(&left, lambda2Odd, lambda2Inverse, lambda2Twos)
}

// classesAt returns the indices of the classes of the element with the given number in the case, and the place of
// White's stat in its class. Left is lambda squared times the number of the element among those of White's stat and
// Black's class.
func (t *caseTable) classesAt(x *arith.U192) (whiteClassIndex, whiteStat, blackClassIndex int, left arith.U256) {
	whiteClassIndex = search(t.starts, x)
	whiteClass := &t.white.classes[whiteClassIndex]
	row := t.sumsOf(whiteClassIndex)
	all := &row[len(row)-1] // sum of B U_b over all black classes

	// All further sizes are taken times lambda squared: left is first the number in White's class, then in the stat.
	inClass := arith.Sub192(x, &t.starts[whiteClassIndex])
	left = arith.Mul192(&inClass, lambda2)
	perWeight := arith.U256{all[0], all[1], all[2]} // of White
	weight, _ := arith.Div256(&left, &perWeight)
	whiteStat = searchWeights(whiteClass.weightsBefore, weight)
	before := arith.Mul192(all, whiteClass.weightsBefore[whiteStat])
	left = arith.Sub256(&left, &before)
	whiteWeight := whiteClass.weightsBefore[whiteStat+1] - whiteClass.weightsBefore[whiteStat]

	inSum := arith.Quo192(&left, whiteWeight)
	blackClassIndex, sum := t.blackAt(whiteClassIndex, &inSum)
	before = arith.Mul192(&sum, whiteWeight)
	return whiteClassIndex, whiteStat, blackClassIndex, arith.Sub256(&left, &before)
}

// blockOf returns the block of two stats, given their indices, and the number of its first element in the case. Ok
// is false if the block is empty.
func (t *caseTable) blockOf(whiteStat, blackStat int) (b block, start arith.U192, ok bool) {
	whiteClassIndex, blackClassIndex := t.white.classOf[whiteStat], t.black.classOf[blackStat]
	whiteClass, blackClass := &t.white.classes[whiteClassIndex], &t.black.classes[blackClassIndex]
	b.table, b.couple = t, t.couple(whiteClass, blackClass)
	if b.structures == nil {
		return b, start, false
	}
	b.white, b.black = &t.white.stats[whiteStat], &t.black.stats[blackStat]
	whiteWeight, blackWeight := b.white.weight, b.black.weight
	row := t.sumsOf(whiteClassIndex)
	sum := t.sumBefore(whiteClassIndex, blackClassIndex)

	structureUnit := arith.Mul192(&b.fallingPower, t.castlings) // as in findBlock
	structureUnit = arith.Mul256(&structureUnit, whiteWeight)
	blockUnit := arith.Mul256(&structureUnit, b.structures.total*t.variant.placements())
	// The number times lambda^2, in White's class: White's stats before, black classes before, Black's stats before.
	number := arith.Mul192(&row[len(row)-1], whiteClass.weightsBefore[whiteStat-whiteClass.first])
	before := arith.Mul192(&sum, whiteWeight)
	number = arith.Add256(&number, &before)
	before = arith.Mul256(&blockUnit, blackClass.weightsBefore[blackStat-blackClass.first])
	number = arith.Add256(&number, &before)
	structureSize := arith.Mul256(&structureUnit, blackWeight)
	b.perStructure = arith.Exact256(&structureSize, lambda2Odd, lambda2Inverse, lambda2Twos)
	start = arith.Exact256(&number, lambda2Odd, lambda2Inverse, lambda2Twos)
	start = arith.Add192(&start, &t.starts[whiteClassIndex])
	return b, start, true
}

// search returns the last i with sums[i] <= x. The sums must ascend, start with 0 and end with a value above x.
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

// searchWeights is search for sums of weights.
func searchWeights(sums []uint64, x uint64) int {
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
