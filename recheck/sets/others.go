package sets

import "math/big"

// A force is a side's officers (all but king and pawns, rooks of castling rights included), as far as sizes ask: their number, how many
// were promoted at least, and how many of the initial ones are missing.
type force struct{ officers, promoted, missing int }

// Queens, rooks, bishops and knights at the start, and limits that are none.
var (
	atStart = [4]int{1, 2, 2, 2}
	anyMen  = [4]int{30, 30, 30, 30}
)

// forces returns, for each force with no more than so many men of a kind and in all, the orders of its officers besides so many fixed
// rooks: the sum of o!/(q! r! b! n!).
func forces(most [4]int, all, fixed int) map[force]uint64 {
	list := map[force]uint64{}
	var fill func(kind int, f force, free int, orders uint64)
	fill = func(kind int, f force, free int, orders uint64) {
		if kind == 4 {
			list[f] += orders
			return
		}
		least := 0
		if kind == 1 {
			least = fixed
		}
		for n := least; n <= most[kind] && f.officers+n <= all; n++ {
			g := force{f.officers + n, f.promoted + max(0, n-atStart[kind]), f.missing + max(0, atStart[kind]-n)}
			k := free + n - least
			fill(kind+1, g, k, orders*choose(k, free).Uint64())
		}
	}
	fill(0, force{}, 0, 1)
	return list
}

// numbers are how many officers and pawns both sides have, and a number more that says in how many ways the pawns can stand.
type numbers struct {
	officers, pawns [2]int
	pairs           int
}

// A rule says whether two forces with so many pawns are in a set, and how many opposing pairs of pawns are asked for.
type rule func(f [2]force, pawns [2]int) (pairs int, ok bool)

// pairUp adds up the orders of all pairs of forces and numbers of pawns that a rule admits. For 15 officers a side they are below 2^60;
// with more they are counted for one side at a time, see plainCounter.
func pairUp(forces [2]map[force]uint64, allow rule) map[numbers]uint64 {
	sum := map[numbers]uint64{}
	for w, n := range forces[white] {
		for b, m := range forces[black] {
			for p := 0; p+w.promoted <= 8; p++ {
				for q := 0; q+b.promoted <= 8; q++ {
					if pairs, ok := allow([2]force{w, b}, [2]int{p, q}); ok {
						sum[numbers{[2]int{w.officers, b.officers}, [2]int{p, q}, pairs}] += n * m
					}
				}
			}
		}
	}
	return sum
}

// paid is the condition on material of Tomic's article and of ChessCounter, without opposing pairs: promotions of each color are at most
// the captures that let pawns pass, a captured pawn counted twice for the capturing side.
func paid(f [2]force, pawns [2]int) (int, bool) {
	var gone [2]int // pawns that are neither there nor promoted
	for c := range gone {
		gone[c] = 8 - pawns[c] - f[c].promoted
	}
	all := f[0].missing + f[1].missing + gone[0] + gone[1]
	return 0, gone[0] >= 0 && gone[1] >= 0 && f[0].promoted <= all+gone[1] && f[1].promoted <= all+gone[0]
}

// guarded is the condition of the ranked sets: x pawns of each color were lost as pawns; of captures and x of the enemy there are at
// least as many as promotions; and all others of the eight files have an opposing pair.
func guarded(f [2]force, pawns [2]int) (int, bool) {
	x := [2]int{8 - pawns[0] - f[0].promoted, 8 - pawns[1] - f[1].promoted}
	captures := 30 - f[0].officers - f[1].officers - pawns[0] - pawns[1]
	ok := captures >= 0 && x[0] >= 0 && x[1] >= 0 && x[1]+captures >= f[0].promoted && x[0]+captures >= f[1].promoted
	return max(0, 8-captures-x[0]-x[1]), ok
}

// A pawnWays counts placements of pawns by their numbers and the number of chosen pairs.
type pawnWays map[[3]int]*big.Int

// fileWays counts the ways to fill rows 2 to 7 of a file (0 to 5 here; 0 nothing, 1 White, 2 Black) of which keep holds; each as often as
// it has opposing pairs to choose from, and once with none chosen. A pair is a black pawn above a white one with none between.
// If only is a row, the pair must have the pawn on it.
func fileWays(only int, keep func(fill *[6]int) bool) pawnWays {
	ways := pawnWays{}
	for code := range 729 {
		var fill [6]int
		var pawns [3]int
		pairs, below := 0, -1
		for row := range fill {
			fill[row] = code % 3
			code /= 3
			pawns[fill[row]]++
			if fill[row] == 0 {
				continue
			}
			if below >= 0 && fill[below] == 1 && fill[row] == 2 && (only < 0 || only == below || only == row) {
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

func (w pawnWays) add(k [3]int, n *big.Int) {
	if w[k] == nil {
		w[k] = new(big.Int)
	}
	w[k].Add(w[k], n)
}

// times multiplies files; more than eight pawns of a color are of no use.
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

// What a file is when White is to move: any; that of a black pawn that has just made a double step from row 7 to 5 (2 and 3 from the
// bottom are rows 4 and 5 here); one with a white pawn on row 5; one without.
func anyFile(*[6]int) bool         { return true }
func doubleStep(fill *[6]int) bool { return fill[3] == 2 && fill[4] == 0 && fill[5] == 0 }
func capturer(fill *[6]int) bool   { return fill[3] == 1 }
func noCapturer(fill *[6]int) bool { return fill[3] != 1 }

// boardWays returns the placements of pawns without en passant and with it, White to move: for each of the 14 pairs of files of the pawn
// that made a double step and of a capturer. Where strict is set, pairs on the files of the two must contain them.
func boardWays(strict bool) [2]pawnWays {
	power := []pawnWays{{{}: big.NewInt(1)}}
	for range 8 {
		power = append(power, power[len(power)-1].times(fileWays(-1, anyFile)))
	}
	row := -1
	if strict {
		row = 3
	}
	two := fileWays(row, doubleStep).times(fileWays(row, capturer))
	passing := power[6].times(two)
	for _, n := range passing {
		n.Mul(n, big.NewInt(14))
	}
	return [2]pawnWays{power[8], passing}
}

// onceWays is boardWays for a set that has each setup once: of the neighbors of the pawn that made a double step at least one holds a
// capturer.
func onceWays() [2]pawnWays {
	all, none := fileWays(-1, anyFile), fileWays(-1, noCapturer)
	once := pawnWays{}
	for file := range 8 {
		with, without := fileWays(-1, doubleStep), fileWays(-1, doubleStep)
		for other := range 8 {
			switch other - file {
			case 0:
			case -1, 1:
				with, without = with.times(all), without.times(none)
			default:
				with, without = with.times(all), without.times(all)
			}
		}
		for k, n := range with {
			once.add(k, n)
			if m := without[k]; m != nil {
				once[k].Sub(once[k], m)
			}
		}
	}
	return [2]pawnWays{boardWays(false)[0], once}
}

// withFreeKings adds up a set in which kings stand anywhere: castling rights fix the king and one or two rooks of a side; pawns stand in
// the ways given; the other men stand on any free squares but the two behind a pawn that has just made a double step. Turned around and
// with colors exchanged, a set is itself, so Black to move doubles it. Within says which numbers of men missing, pawns, and castling
// rights or en passant (1 or 0) are added.
func withFreeKings(ways [2]pawnWays, allow rule, within func(captures, pawns, special int) bool) *big.Int {
	sum := new(big.Int)
	rights := [3]int64{1, 2, 1} // ways to have no right, one, or two
	for fw := range 3 {
		for fb := range 3 {
			list := pairUp([2]map[force]uint64{forces(anyMen, 15, fw), forces(anyMen, 15, fb)}, allow)
			for n, orders := range list {
				captures := 30 - n.officers[0] - n.officers[1] - n.pawns[0] - n.pawns[1]
				for e := range 2 {
					pawns := ways[e][[3]int{n.pawns[0], n.pawns[1], n.pairs}]
					special := min(1, fw+fb+e)
					if pawns == nil || !within(captures, n.pawns[0]+n.pawns[1], special) {
						continue
					}
					free := 64 - 2*e - n.pawns[0] - n.pawns[1]
					term := new(big.Int).SetUint64(orders)
					term.Mul(term, big.NewInt(2*rights[fw]*rights[fb]))
					var men [2]int
					for c, f := range [2]int{fw, fb} {
						if men[c] = n.officers[c] - f; f > 0 {
							free -= 1 + f
						} else { // the king is one of the men, at any place in their order
							men[c]++
							term.Mul(term, big.NewInt(int64(men[c])))
						}
					}
					term.Mul(term, choose(free, men[0]))
					term.Mul(term, choose(free-men[0], men[1]))
					sum.Add(sum, term.Mul(term, pawns))
				}
			}
		}
	}
	return sum
}
