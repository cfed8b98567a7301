package sets

import "math/big"

// A sideForce holds three numbers of a side's officers, rooks with castling rights included: all of them, those that must have been
// promoted, and the initial ones that are missing.
type sideForce struct{ officers, promoted, missing int }

// Numbers of queens, rooks, bishops and knights: atStart in the initial position, anyMen as limits that exclude nothing.
var (
	atStart = [4]int{1, 2, 2, 2}
	anyMen  = [4]int{30, 30, 30, 30}
)

// forces returns, for each sideForce within the limits of men of a kind and in all, the number of orders of its officers without so many
// fixed rooks: the sum of o!/(q! r! b! n!).
func forces(mostOfKind [4]int, mostOfSide, fixed int) map[sideForce]uint64 {
	list := map[sideForce]uint64{}
	var fill func(kind int, f sideForce, notFixed int, orders uint64)
	fill = func(kind int, f sideForce, notFixed int, orders uint64) {
		if kind == 4 {
			list[f] += orders
			return
		}
		least := 0
		if kind == 1 { // rooks
			least = fixed
		}
		for n := least; n <= mostOfKind[kind] && f.officers+n <= mostOfSide; n++ {
			withKind := sideForce{f.officers + n, f.promoted + max(0, n-atStart[kind]), f.missing + max(0, atStart[kind]-n)}
			all := notFixed + n - least
			fill(kind+1, withKind, all, orders*choose(all, notFixed).Uint64())
		}
	}
	fill(0, sideForce{}, 0, 1)
	return list
}

// A numbers holds how many officers and pawns both sides have, and how many opposing pairs of pawns are required.
type numbers struct {
	officers, pawns [2]int
	pairs           int
}

// A rule reports whether setups with two forces and so many pawns are in a set, and how many opposing pairs of pawns they need.
type rule func(f [2]sideForce, pawns [2]int) (pairs int, ok bool)

// countPairs adds up the orders of all pairs of forces and numbers of pawns that a rule allows. For up to 15 officers a side the sums are
// below 2^60. Sets with more officers are counted for one side at a time (sizeOfAll).
func countPairs(forces [2]map[sideForce]uint64, allow rule) map[numbers]uint64 {
	sum := map[numbers]uint64{}
	for whiteForce, whiteOrders := range forces[white] {
		for blackForce, blackOrders := range forces[black] {
			for whitePawns := 0; whitePawns+whiteForce.promoted <= 8; whitePawns++ {
				for blackPawns := 0; blackPawns+blackForce.promoted <= 8; blackPawns++ {
					pawns := [2]int{whitePawns, blackPawns}
					if pairs, ok := allow([2]sideForce{whiteForce, blackForce}, pawns); ok {
						sum[numbers{[2]int{whiteForce.officers, blackForce.officers}, pawns, pairs}] += whiteOrders * blackOrders
					}
				}
			}
		}
	}
	return sum
}

// materialRule is the condition on material of Tomic's article and of ChessCounter, without opposing pairs. Promotions of each color are at
// most the captures that let pawns pass. A captured pawn counts twice for the capturing side.
func materialRule(f [2]sideForce, pawns [2]int) (int, bool) {
	var gone [2]int // pawns that are neither there nor promoted
	for c := range gone {
		gone[c] = 8 - pawns[c] - f[c].promoted
	}
	captures := f[0].missing + f[1].missing + gone[0] + gone[1]
	return 0, gone[0] >= 0 && gone[1] >= 0 && f[0].promoted <= captures+gone[1] && f[1].promoted <= captures+gone[0]
}

// pairRule is the condition of the ranked sets. A pawn is lost if it was captured as a pawn. A color has at most as many promotions as there
// are captures and lost enemy pawns. Of the eight files, all but one for each capture and lost pawn have an opposing pair.
func pairRule(f [2]sideForce, pawns [2]int) (int, bool) {
	lost := [2]int{8 - pawns[0] - f[0].promoted, 8 - pawns[1] - f[1].promoted}
	captures := 30 - f[0].officers - f[1].officers - pawns[0] - pawns[1]
	ok := captures >= 0 && lost[0] >= 0 && lost[1] >= 0 && lost[1]+captures >= f[0].promoted && lost[0]+captures >= f[1].promoted
	return max(0, 8-captures-lost[0]-lost[1]), ok
}

// A pawnWays holds numbers of placements of pawns, by numbers of white pawns, black pawns and chosen opposing pairs.
type pawnWays map[[3]int]*big.Int

// fileWays counts the ways to fill rows 2 to 7 of a file for which keep is true. In fill these rows are 0 to 5, and 0 is an empty square, 1
// a white pawn, 2 a black one. A way counts once with no pair chosen, and once for each opposing pair that can be chosen. A pair is a black
// pawn above a white one with none between. If pairRow is not negative, the pair must include the pawn on that row.
func fileWays(pairRow int, keep func(fill *[6]int) bool) pawnWays {
	ways := pawnWays{}
	for code := range 729 {
		var fill [6]int
		var pawns [3]int
		pairs, below := 0, -1 // below is the row of the last pawn
		for row := range fill {
			fill[row] = code % 3
			code /= 3
			pawns[fill[row]]++
			if fill[row] == 0 {
				continue
			}
			if below >= 0 && fill[below] == 1 && fill[row] == 2 && (pairRow < 0 || pairRow == below || pairRow == row) {
				pairs++
			}
			below = row
		}
		if keep(&fill) {
			ways.add([3]int{pawns[1], pawns[2], 0}, big.NewInt(1))
			ways.add([3]int{pawns[1], pawns[2], 1}, big.NewInt(int64(pairs)))
		}
	}
	return ways
}

// add adds n placements.
func (w pawnWays) add(k [3]int, n *big.Int) {
	if w[k] == nil {
		w[k] = new(big.Int)
	}
	w[k].Add(w[k], n)
}

// times returns the placements on the files of both, without those of more than eight pawns of a color.
func (w pawnWays) times(other pawnWays) pawnWays {
	product := pawnWays{}
	for a, n := range w {
		for b, m := range other {
			k := [3]int{a[0] + b[0], a[1] + b[1], a[2] + b[2]}
			if k[0] <= 8 && k[1] <= 8 {
				product.add(k, new(big.Int).Mul(n, m))
			}
		}
	}
	return product
}

// Conditions for fileWays when White is to move: any file; the file of a black pawn that has just made a double step from row 7 to row 5
// (index 3); a file with a white pawn on row 5; a file without one.
func anyFile(*[6]int) bool            { return true }
func hasDoubleStep(fill *[6]int) bool { return fill[3] == 2 && fill[4] == 0 && fill[5] == 0 }
func hasCapturer(fill *[6]int) bool   { return fill[3] == 1 }
func hasNoCapturer(fill *[6]int) bool { return fill[3] != 1 }

// boardWays returns the placements of pawns with White to move: first without en passant, then with it. The latter are counted for each of
// the 14 pairs of the file of a double step and that of a capturer. If strict is set, opposing pairs on these files must include the two
// pawns.
func boardWays(strict bool) [2]pawnWays {
	power := []pawnWays{{{}: big.NewInt(1)}}
	for range 8 {
		power = append(power, power[len(power)-1].times(fileWays(-1, anyFile)))
	}
	row := -1
	if strict {
		row = 3
	}
	twoFiles := fileWays(row, hasDoubleStep).times(fileWays(row, hasCapturer))
	enPassant := power[6].times(twoFiles)
	for _, n := range enPassant {
		n.Mul(n, big.NewInt(14))
	}
	return [2]pawnWays{power[8], enPassant}
}

// onceWays is like boardWays for a set that has each setup once: at least one file beside a double step has a capturer. It subtracts the
// placements without any.
func onceWays() [2]pawnWays {
	all, none := fileWays(-1, anyFile), fileWays(-1, hasNoCapturer)
	once := pawnWays{}
	for file := range 8 {
		with, without := fileWays(-1, hasDoubleStep), fileWays(-1, hasDoubleStep)
		for other := range 8 {
			switch other - file {
			case 0: // the file of the double step itself
			case -1, 1:
				with, without = with.times(all), without.times(none)
			default:
				with, without = with.times(all), without.times(all)
			}
		}
		for k, n := range with { // whether a capturer is there or not
			once.add(k, n)
			if m := without[k]; m != nil {
				once[k].Sub(once[k], m)
			}
		}
	}
	return [2]pawnWays{boardWays(false)[0], once}
}

// withFreeKings returns the size of a set in which kings stand anywhere. Castling rights fix the king and one or two rooks of a side. Pawns
// stand in the given ways. The other men stand on any free squares, except the two behind a pawn that has just made a double step.
// Exchanging the colors maps the set to itself, so Black to move doubles the number. Setups count only if within is true for their number
// of men missing, of pawns, and 1 if they have castling rights or en passant, or 0.
func withFreeKings(ways [2]pawnWays, allow rule, within func(captures, pawns, special int) bool) *big.Int {
	sum := new(big.Int)
	rights := [3]int64{1, 2, 1} // ways to have no right, one, or two; a side has as many fixed rooks
	for whiteFixed := range 3 {
		for blackFixed := range 3 {
			list := countPairs([2]map[sideForce]uint64{forces(anyMen, 15, whiteFixed), forces(anyMen, 15, blackFixed)}, allow)
			for n, orders := range list {
				captures := 30 - n.officers[0] - n.officers[1] - n.pawns[0] - n.pawns[1]
				for enPassant := range 2 { // 1 with en passant
					pawns := ways[enPassant][[3]int{n.pawns[0], n.pawns[1], n.pairs}]
					special := min(1, whiteFixed+blackFixed+enPassant)
					if pawns == nil || !within(captures, n.pawns[0]+n.pawns[1], special) {
						continue
					}
					term := officerPlacements(n.officers, [2]int{whiteFixed, blackFixed}, 64-2*enPassant-n.pawns[0]-n.pawns[1])
					term.Mul(term, new(big.Int).SetUint64(orders))
					term.Mul(term, big.NewInt(2*rights[whiteFixed]*rights[blackFixed]))
					sum.Add(sum, term.Mul(term, pawns))
				}
			}
		}
	}
	return sum
}

// officerPlacements returns the number of ways to place officers and kings, but for the order of officers, when so many squares are free of
// pawns and need not be empty for en passant. Fixed rooks and their king have their squares. A king that is not fixed is one of the men, at
// any place in their order.
func officerPlacements(officers, fixed [2]int, free int) *big.Int {
	ways := big.NewInt(1)
	var men [2]int // that are not fixed, by side
	for c, rooks := range fixed {
		if men[c] = officers[c] - rooks; rooks > 0 {
			free -= 1 + rooks
		} else {
			men[c]++
			ways.Mul(ways, big.NewInt(int64(men[c])))
		}
	}
	ways.Mul(ways, choose(free, men[0]))
	return ways.Mul(ways, choose(free-men[0], men[1]))
}
