package sets

import "math/big"

// A limits holds the limits of one of the four sets of ChessCounter. Men are counted without kings.
type limits struct {
	mostOfKind            [4]int // queens, rooks, bishops and knights of a side
	mostPawns, mostOfSide int    // pawns and all men of a side
	mostMen               int    // of both sides
}

// counterSets holds the limits of the sets by name.
var counterSets = map[string]limits{
	"general":         {anyMen, 30, 30, 30},
	"split":           {anyMen, 15, 15, 30},
	"restricted":      {[4]int{3, 2, 2, 2}, 8, 15, 30},
	"very-restricted": {[4]int{1, 2, 2, 2}, 8, 15, 30},
}

// A fixedMen describes a board with the men that are placed first: kings, rooks of castling rights, and the two pawns of en passant.
type fixedMen struct {
	rooks                    [2]int // by side
	pawns                    int    // of each side, 0 or 1
	pawnSquares, freeSquares int    // free squares where pawns may stand, all free squares
}

// countFixedMen counts the placements of kings that do not touch, with White to move, by their fixedMen. If outer is set, pawns may stand
// on rows 1 and 8. If special is set, castling rights and en passant vary, too. A right has its king and rook at home. En passant has the
// pawn that made a double step, the two empty squares behind it, and one capturer beside it.
func countFixedMen(outer, special bool) map[fixedMen]int64 {
	doubleSteps, rightsSets := []doubleStepSquares{nil}, 1
	if special {
		rightsSets = 16
		for file := range 8 {
			for _, other := range []int{file - 1, file + 1} {
				if other >= 0 && other < 8 {
					doubleSteps = append(doubleSteps, doubleStepSquares{32 + file, 32 + other, 40 + file, 48 + file})
				}
			}
		}
	}
	count := map[fixedMen]int64{}
	for kings := range 64 * 64 {
		white, black := kings/64, kings%64
		if touch(white, black) {
			continue
		}
		for rights := range rightsSets {
			for _, doubleStep := range doubleSteps {
				if fixed, ok := fixedMenOf(white, black, rights, doubleStep, outer); ok {
					count[fixed]++
				}
			}
		}
	}
	return count
}

// A doubleStepSquares holds the squares of the two pawns of en passant, then the empty ones; a1 is 0. It is nil without en passant.
type doubleStepSquares []int

// fixedMenOf returns the fixedMen of two kings, some castling rights (bit i for the i-th of KQkq) and a double step. Ok is false if two men
// stand on one square, or a king with a right is not at home.
func fixedMenOf(white, black, rights int, doubleStep doubleStepSquares, outer bool) (fixed fixedMen, ok bool) {
	occupied := map[int]bool{white: true, black: true}
	taken := doubleStep
	for i, corner := range []int{7, 0, 63, 56} {
		if rights>>i&1 != 0 {
			if atHome := i < 2 && white == 4 || i >= 2 && black == 60; !atHome {
				return fixed, false
			}
			taken = append(taken[:len(taken):len(taken)], corner)
			fixed.rooks[i/2]++
		}
	}
	for _, sq := range taken {
		if occupied[sq] {
			return fixed, false
		}
		occupied[sq] = true
	}
	if doubleStep != nil {
		fixed.pawns = 1
	}
	for sq := range 64 {
		if !occupied[sq] {
			fixed.freeSquares++
			if outer || sq >= 8 && sq < 56 {
				fixed.pawnSquares++
			}
		}
	}
	return fixed, true
}

// touch reports whether kings on two squares touch, or stand on the same square.
func touch(white, black int) bool {
	dx, dy := white%8-black%8, white/8-black/8
	return dx*dx <= 1 && dy*dy <= 1
}

// ways returns the number of ways to place the men that are not fixed: pawns on their squares, then officers. Orders of officers are not
// counted.
func (f fixedMen) ways(n numbers) *big.Int {
	var pawns, men [2]int
	for c := range 2 {
		pawns[c], men[c] = n.pawns[c]-f.pawns, n.officers[c]-f.rooks[c]
		if pawns[c] < 0 || men[c] < 0 {
			return new(big.Int)
		}
	}
	product := new(big.Int).Mul(choose(f.pawnSquares, pawns[0]), choose(f.pawnSquares-pawns[0], pawns[1]))
	free := f.freeSquares - pawns[0] - pawns[1]
	product.Mul(product, choose(free, men[0]))
	return product.Mul(product, choose(free-men[0], men[1]))
}

// sizeOfAll returns the size of a set of ChessCounter without the condition on material. If outer is set, pawns may stand on rows 1 and 8.
func (l limits) sizeOfAll(outer bool) *big.Int {
	orders := make([]*big.Int, 31) // by number of officers of a side: the number of their orders
	for i := range orders {
		orders[i] = new(big.Int)
	}
	if l.mostOfKind == anyMen { // each officer is of any of four kinds
		for i := range orders {
			orders[i].Lsh(big.NewInt(1), uint(2*i))
		}
	} else {
		for f, n := range forces(l.mostOfKind, l.mostOfSide, 0) {
			orders[f.officers].Add(orders[f.officers], new(big.Int).SetUint64(n))
		}
	}
	type men struct{ officers, pawns int }
	var sides []men // that a side can have
	for pawns := range l.mostPawns + 1 {
		for officers := range l.mostOfSide - pawns + 1 {
			sides = append(sides, men{officers, pawns})
		}
	}
	sum := new(big.Int)
	for fixed, count := range countFixedMen(outer, false) {
		for _, w := range sides {
			for _, b := range sides {
				if w.officers+w.pawns+b.officers+b.pawns <= l.mostMen {
					term := fixed.ways(numbers{officers: [2]int{w.officers, b.officers}, pawns: [2]int{w.pawns, b.pawns}})
					term.Mul(term, orders[w.officers])
					term.Mul(term, orders[b.officers])
					sum.Add(sum, term.Mul(term, big.NewInt(2*count))) // for both sides to move
				}
			}
		}
	}
	return sum
}

// sizeOfFeasible returns the size of a set of ChessCounter with the condition on material, with castling and en passant if special is set. By
// the condition a side has at most 15 men.
func (l limits) sizeOfFeasible(special bool) *big.Int {
	sum := new(big.Int)
	ordersByRooks := map[[2]int]map[numbers]uint64{} // by fixed rooks
	for fixed, count := range countFixedMen(false, special) {
		if ordersByRooks[fixed.rooks] == nil {
			white, black := forces(l.mostOfKind, 15, fixed.rooks[0]), forces(l.mostOfKind, 15, fixed.rooks[1])
			ordersByRooks[fixed.rooks] = countPairs([2]map[sideForce]uint64{white, black}, materialRule)
		}
		for n, orders := range ordersByRooks[fixed.rooks] {
			term := new(big.Int).SetUint64(orders)
			term.Mul(term, fixed.ways(n))
			sum.Add(sum, term.Mul(term, big.NewInt(2*count))) // for both sides to move
		}
	}
	return sum
}

// rndfen returns the size of texelutil's raw set, a product of these choices: the side to move; kings that do not touch, and rights of
// kings at home, whatever their rooks; which of 62 squares are occupied; a color and one of five types for 30 men; one of six codes for en
// passant.
func rndfen() *big.Int {
	kingsAndRights := int64(0)
	for kings := range 64 * 64 {
		white, black := kings/64, kings%64
		if touch(white, black) {
			continue
		}
		n := int64(1)
		if white == 4 {
			n *= 4
		}
		if black == 60 {
			n *= 4
		}
		kingsAndRights += n
	}
	product := big.NewInt(2 * 6 * kingsAndRights)
	for range 30 {
		product.Mul(product, big.NewInt(2*5))
	}
	return product.Lsh(product, 62)
}

// krinitskii returns the number of placements of both kings and some of the other 30 initial men, all of them different. They are placed
// one after the other, on a free square or off the board. After some men ways[k] is the number of ways with k of them on the board.
func krinitskii() *big.Int {
	ways := []*big.Int{big.NewInt(64 * 63)}
	for range 30 {
		next := append(ways[:len(ways):len(ways)], new(big.Int))
		for k := range next {
			next[k] = new(big.Int).Set(next[k])
			if k > 0 {
				next[k].Add(next[k], new(big.Int).Mul(ways[k-1], big.NewInt(int64(63-k))))
			}
		}
		ways = next
	}
	sum := new(big.Int)
	for _, n := range ways {
		sum.Add(sum, n)
	}
	return sum
}

// naive returns the number of boards with one of 12 men or none on each square, the side to move, an en passant file or none, and four
// rights.
func naive() *big.Int {
	n := big.NewInt(2 * 9 * 2 * 2 * 2 * 2)
	for range 64 {
		n.Mul(n, big.NewInt(13))
	}
	return n
}
