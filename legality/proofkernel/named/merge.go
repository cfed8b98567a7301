package named

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/proofkernel/search"
)

// merge lists the captures of a class in one order that keeps those of all files. Which
// of those that are ready comes next is drawn, or it is the leftmost. It never gets stuck:
// the orders of neighbors agree on what they share, and files form no circle.
func (n *Namer) merge(c *proofkernel.Class) {
	for x := range 8 {
		n.pawns[0][x], n.pawns[1][x] = 1, 1
	}
	var heads [8]int
	for {
		ready := ready(c, &heads)
		if ready == 0 {
			return
		}
		for range n.pick(bits.OnesCount16(ready)) {
			ready &= ready - 1
		}
		x := bits.TrailingZeros16(ready)
		if x%2 == 0 {
			n.fall(x/2, &c.Files[x/2][heads[x/2]])
		} else {
			n.cross(x/2, &c.Files[x/2][heads[x/2]], &c.Files[x/2+1][heads[x/2+1]])
			heads[x/2+1]++
		}
		heads[x/2]++
	}
}

// ready returns the events that can come next, as bits: 2x for an officer that takes a
// pawn on file x, 2x+1 for a capture between x and x+1.
func ready(c *proofkernel.Class, heads *[8]int) (set uint16) {
	left := false // the file to the left waits for its right neighbor
	for x := range 8 {
		waits := false
		if heads[x] < len(c.Files[x]) {
			switch e := &c.Files[x][heads[x]]; {
			case e.Kind == proofkernel.Fall:
				set |= 1 << (2 * x)
			case !e.Left:
				waits = true
			case left:
				set |= 1 << (2*x - 1)
			}
		}
		left = waits
	}
	return set
}

// fall adds the capture of a pawn by an officer.
func (n *Namer) fall(x int, e *proofkernel.Event) {
	n.pawns[e.Color][x]--
	n.moves = append(n.moves, search.Move{Color: chess.Color(1 - e.Color), Victim: search.Pawn, ToFile: int8(x), ToIndex: e.Index})
}

// cross adds the capture by a pawn between file x, where it is event e, and the next one.
func (n *Namer) cross(x int, e, f *proofkernel.Event) {
	from, to, fx, tx := e, f, x, x+1
	if e.Kind != proofkernel.Leave {
		from, to, fx, tx = f, e, x+1, x
	}
	m := search.Move{Color: chess.Color(e.Color), Pawn: true, File: int8(fx), Index: from.Index, ToFile: int8(tx), ToIndex: to.Index}
	n.pawns[e.Color][fx]--
	n.pawns[e.Color][tx]++
	switch {
	case to.Kind == proofkernel.TakePawn:
		n.pawns[1-e.Color][tx]--
		m.Victim = search.Pawn
	case to.Bishop == 1:
		m.Victim = search.LightBishop
	case to.Bishop == 2:
		m.Victim = search.DarkBishop
	}
	n.moves = append(n.moves, m)
}
