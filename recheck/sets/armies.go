package sets

import "math/big"

// An army holds the numbers of a side's men without pawns that matter for the condition and the squares: bishops by color of square, all
// others with the king, and the men that must have been promoted.
type army struct {
	bishops  [2]int
	others   int
	promoted int
}

// armies returns, for each army with at most 16 men, the number of orders of its others on given squares: the sum of others!/(q! r! n!)
// over its numbers of queens q, rooks r and knights n.
func armies() map[army]*big.Int {
	list := map[army]*big.Int{}
	var counts [5]int // queens, rooks, knights, bishops on light and on dark squares
	start := [5]int{1, 2, 2, 1, 1}
	var fill func(k, men, promoted int)
	fill = func(k, men, promoted int) {
		if k < len(counts) {
			for n := 0; men+n <= 16; n++ {
				if more := promoted + max(0, n-start[k]); more <= 8 {
					counts[k] = n
					fill(k+1, men+n, more)
				}
			}
			return
		}
		a := army{[2]int{counts[3], counts[4]}, 1 + counts[0] + counts[1] + counts[2], promoted}
		if list[a] == nil {
			list[a] = new(big.Int)
		}
		orders := new(big.Int).MulRange(1, int64(a.others))
		for _, n := range counts[:3] {
			orders.Quo(orders, new(big.Int).MulRange(1, int64(n)))
		}
		list[a].Add(list[a], orders)
	}
	fill(0, 1, 0)
	return list
}

// men returns the number of men.
func (a army) men() int { return a.others + a.bishops[0] + a.bishops[1] }

// A side holds the numbers of all men of one color, pawns included, that matter for the condition and the squares.
type side struct {
	bishops  [2]int
	others   int
	captures int // men missing: K of the enemy
	spare    int // S, counted up to the most captures
}

// sides returns, for a color with so many pawns, all sides with up to so many men missing, each with the sum of the orders of its armies.
func sides(armies map[army]*big.Int, pawns, captures int) map[side]*big.Int {
	list := map[side]*big.Int{}
	for a, orders := range armies {
		s := side{a.bishops, a.others, 16 - pawns - a.men(), 8 - pawns - a.promoted}
		if s.captures < 0 || s.captures > captures || s.spare < 0 {
			continue
		}
		s.spare = min(s.spare, captures)
		if list[s] == nil {
			list[s] = new(big.Int)
		}
		list[s].Add(list[s], orders)
	}
	return list
}

// cellOf returns the cell of two sides.
func cellOf(a [2]side) (ce cell) {
	for c := range 2 {
		ce.captures[1-c] = a[c].captures
		ce.spare[c] = min(a[c].spare, a[c].captures)
		for q := range 2 {
			ce.needs[c][q] = min(bishopCap, max(0, a[c].bishops[q]-1))
		}
	}
	return ce
}

// pascal holds C(n,k) for up to 64 squares, added up in Pascal's triangle.
var pascal = func() (rows [65][65]*big.Int) {
	for n := range rows {
		for k := range rows[n] {
			rows[n][k] = new(big.Int)
			switch {
			case k == 0:
				rows[n][k].SetInt64(1)
			case n > 0:
				rows[n][k].Add(rows[n-1][k-1], rows[n-1][k])
			}
		}
	}
	return rows
}()

// choose returns C(n,k), which is 0 for n < k and for k > 0 with negative n.
func choose(n, k int) *big.Int { return pascal[max(n, 0)][k] }

// places returns the number of ways to place the men of two sides without pawns on a board with so many pawns on squares of each color.
// Bishops go to free squares of their color, then all others to any free squares. The orders of the others are not counted.
func places(a [2]side, pawns [2]int) *big.Int {
	n, free := big.NewInt(1), 64-pawns[0]-pawns[1]
	for q := range 2 {
		room := 32 - pawns[q]
		for c := range 2 {
			n.Mul(n, choose(room, a[c].bishops[q]))
			room -= a[c].bishops[q]
			free -= a[c].bishops[q]
		}
	}
	n.Mul(n, choose(free, a[0].others))
	return n.Mul(n, choose(free-a[0].others, a[1].others))
}
