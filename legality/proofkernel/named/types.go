package named

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/proofkernel/search"
)

// man translates the names of package proofkernel.
var man = [...]search.Man{
	proofkernel.Queen: search.Queen, proofkernel.Rook: search.Rook, proofkernel.Knight: search.Knight,
	proofkernel.LightBishop: search.LightBishop, proofkernel.DarkBishop: search.DarkBishop,
}

// types settles what the class leaves open, in an order that cannot run out of men:
//
//   - the spare officers of each color, taken once and promoted once more; where there
//     are no more to take, an officer takes the spare pawn instead;
//   - where pawns take more officers than there are, spare pawns that have promoted (promoted.go);
//   - officers taken by pawns that go on: a bishop where the class says so, else none,
//     since the class has as many others as are needed;
//   - a pawn that can only promote by capture, where nothing that it can become is needed,
//     becomes a knight that is taken;
//   - promotions by capture take and become bishops first, as far as squares allow, because
//     the others can be any type;
//   - officers take what is left, and those that fell at home where no pawn takes them.
func (n *Namer) types(c *proofkernel.Class, goal *chess.Board) {
	officers := n.Solver.Officers()
	for v := range officers {
		n.spare(v, &officers[v])
		n.promoteVictims(c, goal, chess.Color(v))
	}
	for i := range n.moves {
		m := &n.moves[i]
		v := m.Color.Other()
		switch m.Victim {
		case search.NoMan:
			m.Victim = man[n.other(n.taken[v][:])]
		case search.LightBishop:
			n.taken[v][proofkernel.LightBishop]--
		case search.DarkBishop:
			n.taken[v][proofkernel.DarkBishop]--
		}
	}
	for color := range officers {
		for x := range 8 {
			for range c.ByCapture[color][x] {
				n.turn(chess.Color(color), x, &officers[color])
			}
		}
		n.falls(chess.Color(color), goal)
	}
	for v := range officers {
		for k, buried := range officers[v].Buried {
			n.taken[v][k] += buried
		}
	}
	n.rest()
}

// spare draws the officers of a color that are taken and promoted besides those that
// the goal's counts demand: knights as far as there are, if nothing is drawn.
func (n *Namer) spare(v int, o *proofkernel.Officers) {
	n.taken[v], n.promoted[v] = o.Taken, o.Promoted
	kept := o.Kept
	n.fallen[v] = max(0, o.Spare-kept[0]-kept[1]-kept[2])
	for range o.Spare - n.fallen[v] {
		k := n.other(kept[:])
		n.taken[v][k]++
		n.promoted[v][k]++
	}
}

// other takes a queen, rook or knight out of a stock: knights first, or at random. If
// there is none the kernel will be found wrong.
func (n *Namer) other(stock []int8) proofkernel.Officer {
	k := proofkernel.Knight
	if all := int(stock[0] + stock[1] + stock[2]); n.random != nil && all > 0 {
		i := int8(n.random.IntN(all))
		for k = 0; i >= stock[k]; k++ {
			i -= stock[k]
		}
	} else {
		for k > 0 && stock[k] == 0 {
			k--
		}
	}
	stock[k]--
	return k
}

// falls lets officers take the pawns of a color that were to promote for a man to be taken,
// of which there is none: foremost ones, on files where the bishops that the goal needs
// do not depend on them.
func (n *Namer) falls(c chess.Color, goal *chess.Board) {
	var extra [8]int8
	var steps [2]int8 // pawns that promote by a step, on light and dark squares
	last := c.LastRow()
	dark := func(x int) int {
		if chess.NewSquare(x, last).Dark() {
			return 1
		}
		return 0
	}
	for x := range 8 {
		extra[x] = n.pawns[c][x] - int8((goal.Pieces(c, chess.Pawn) & chess.FileBB(x)).Count())
		steps[dark(x)] += extra[x]
	}
	from := n.pick(8)
	for i := 0; i < 8 && n.fallen[c] > 0; i++ {
		x := (from + i) % 8
		q := dark(x)
		for ; n.fallen[c] > 0 && extra[x] > 0 && steps[q] > n.promoted[c][int(proofkernel.LightBishop)+q]; n.fallen[c]-- {
			extra[x]--
			steps[q]--
			n.pawns[c][x]--
			n.moves = append(n.moves, search.Move{Color: c.Other(), Victim: search.Pawn, ToFile: int8(x), ToIndex: n.foremost(c, x)})
		}
	}
}

// foremost returns the index of the foremost pawn of a color on a file where it is the
// outermost, after it has been counted out.
func (n *Namer) foremost(c chess.Color, x int) int8 {
	if c == chess.Black {
		return 0
	}
	return n.pawns[0][x] + n.pawns[1][x]
}

// turn adds a promotion by capture of the outermost pawn of a file.
func (n *Namer) turn(c chess.Color, x int, o *proofkernel.Officers) {
	n.pawns[c][x]--
	m := search.Move{Color: c, Pawn: true, File: int8(x), Index: n.foremost(c, x)}
	// One or both of the files beside are open.
	sides := o.Open & (1<<x>>1 | 1<<x<<1)
	if n.pick(bits.OnesCount8(sides)) == 1 {
		sides &= sides - 1
	}
	m.ToFile = int8(bits.TrailingZeros8(sides))
	bishop, q := proofkernel.LightBishop, 0
	if chess.NewSquare(int(m.ToFile), c.LastRow()).Dark() {
		bishop, q = proofkernel.DarkBishop, 1
	}
	v, promoted := &n.taken[c.Other()], &n.promoted[c]
	if v[bishop] > 0 {
		v[bishop]--
		m.Victim = man[bishop]
	} else {
		m.Victim = man[n.other(v[:])]
	}
	switch {
	case promoted[bishop] > o.Required[q]:
		promoted[bishop]--
		m.Promotion = man[bishop]
	case n.fallen[c] > 0 && promoted[proofkernel.Queen]+promoted[proofkernel.Rook]+promoted[proofkernel.Knight] == 0:
		// Nothing else is needed: it promotes to be taken, as one of those that would fall.
		n.fallen[c]--
		n.taken[c][proofkernel.Knight]++
		m.Promotion = search.Knight
	case o.Open>>x&1 == 0 && promoted[proofkernel.Knight] > 0:
		// A queen or rook might appear beside a king that may not move.
		promoted[proofkernel.Knight]--
		m.Promotion = search.Knight
	default:
		m.Promotion = man[n.other(promoted[:])]
	}
	n.moves = append(n.moves, m)
}

// rest lets officers take the officers that are left, the colors in turn.
func (n *Namer) rest() {
	for more := true; more; {
		more = false
		for v := range n.taken {
			for k := range n.taken[v] {
				if n.taken[v][k] > 0 {
					n.taken[v][k]--
					n.moves = append(n.moves, search.Move{Color: chess.Color(1 - v), Victim: man[k]})
					more = true
					break
				}
			}
		}
	}
}
