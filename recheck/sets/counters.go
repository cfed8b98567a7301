package sets

import "math/big"

// A base holds the limits of one of the four sets of ChessCounter. Men are counted without kings.
type base struct {
	mostOfKind                     [4]int
	mostPawns, mostOfSide, mostMen int
}

var counterSets = map[string]base{
	"general":         {anyMen, 30, 30, 30},
	"split":           {anyMen, 15, 15, 30},
	"restricted":      {[4]int{3, 2, 2, 2}, 8, 15, 30},
	"very-restricted": {[4]int{1, 2, 2, 2}, 8, 15, 30},
}

// A fixedMen describes a board with the men that are placed first: kings, rooks of castling rights, and the two pawns of en passant. It has
// the number of these rooks by side and of these pawns of each side, the free squares where pawns may stand, and all free squares.
type fixedMen struct {
	rooks                    [2]int
	pawns                    int
	pawnSquares, freeSquares int
}

// countFixedMen counts the placements of kings that do not touch, with White to move, by their fixedMen. If outer is set, pawns may stand
// on rows 1 and 8. If special is set, castling rights and en passant vary, too. A right has its king and rook at home. En passant has the
// pawn that made a double step, the two empty squares behind it, and one capturer beside it.
func countFixedMen(outer, special bool) map[fixedMen]int64 {
	type doubleStepSquares []int // squares of the two pawns, then the empty ones; a1 is 0
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
		pair := [2]int{kings / 64, kings % 64}
		dx, dy := pair[0]%8-pair[1]%8, pair[0]/8-pair[1]/8
		if dx*dx <= 1 && dy*dy <= 1 {
			continue
		}
		for rights := range rightsSets {
			for _, p := range doubleSteps {
				occupied := map[int]bool{pair[0]: true, pair[1]: true}
				s, ok := fixedMen{}, true
				occupy := func(sq int) {
					ok = ok && !occupied[sq]
					occupied[sq] = true
				}
				for i, corner := range []int{7, 0, 63, 56} { // KQkq
					if rights>>i&1 != 0 {
						ok = ok && pair[i/2] == []int{4, 60}[i/2]
						occupy(corner)
						s.rooks[i/2]++
					}
				}
				for _, sq := range p {
					occupy(sq)
				}
				if p != nil {
					s.pawns = 1
				}
				if !ok {
					continue
				}
				for sq := range 64 {
					if !occupied[sq] {
						s.freeSquares++
						if outer || sq >= 8 && sq < 56 {
							s.pawnSquares++
						}
					}
				}
				count[s]++
			}
		}
	}
	return count
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
func (b base) sizeOfAll(outer bool) *big.Int {
	orders := make([]*big.Int, 31) // of so many officers of a side
	for i := range orders {
		orders[i] = new(big.Int)
	}
	if b.mostOfKind == anyMen {
		for i := range orders {
			orders[i].Lsh(big.NewInt(1), uint(2*i))
		}
	} else {
		for f, n := range forces(b.mostOfKind, b.mostOfSide, 0) {
			orders[f.officers].Add(orders[f.officers], new(big.Int).SetUint64(n))
		}
	}
	sum := new(big.Int)
	for s, count := range countFixedMen(outer, false) {
		for whites := 0; whites <= b.mostOfSide; whites++ {
			for whitePawns := 0; whitePawns <= min(whites, b.mostPawns); whitePawns++ {
				for blacks := 0; blacks <= min(b.mostOfSide, b.mostMen-whites); blacks++ {
					for blackPawns := 0; blackPawns <= min(blacks, b.mostPawns); blackPawns++ {
						term := s.ways(numbers{officers: [2]int{whites - whitePawns, blacks - blackPawns}, pawns: [2]int{whitePawns, blackPawns}})
						term.Mul(term, orders[whites-whitePawns])
						term.Mul(term, orders[blacks-blackPawns])
						sum.Add(sum, term.Mul(term, big.NewInt(2*count)))
					}
				}
			}
		}
	}
	return sum
}

// sizeOfFeasible returns the size of a set of ChessCounter with the condition on material, with castling and en passant if special is set.
func (b base) sizeOfFeasible(special bool) *big.Int {
	sum := new(big.Int)
	lists := map[[2]int]map[numbers]uint64{} // by fixed rooks
	for s, count := range countFixedMen(false, special) {
		if lists[s.rooks] == nil {
			white, black := forces(b.mostOfKind, 15, s.rooks[0]), forces(b.mostOfKind, 15, s.rooks[1])
			lists[s.rooks] = countPairs([2]map[sideForce]uint64{white, black}, materialRule)
		}
		for n, orders := range lists[s.rooks] {
			term := new(big.Int).SetUint64(orders)
			term.Mul(term, s.ways(n))
			sum.Add(sum, term.Mul(term, big.NewInt(2*count)))
		}
	}
	return sum
}

// rndfen returns the size of texelutil's raw set, a product of these choices: the side to move; kings that do not touch, and rights of
// kings at home, whatever their rooks; which of 62 squares are occupied; a color and one of five types for 30 men; one of six codes for en
// passant.
func rndfen() *big.Int {
	places := int64(0)
	for kings := range 64 * 64 {
		w, b := kings/64, kings%64
		dx, dy := w%8-b%8, w/8-b/8
		if dx*dx > 1 || dy*dy > 1 {
			n := int64(1)
			if w == 4 {
				n *= 4
			}
			if b == 60 {
				n *= 4
			}
			places += n
		}
	}
	n := big.NewInt(2 * 6 * places)
	for range 30 {
		n.Mul(n, big.NewInt(2*5))
	}
	return n.Lsh(n, 62)
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
