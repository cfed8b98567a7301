package named

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/proofkernel/search"
)

// merge lists the captures of a class in one order that agrees with the orders of all files. If several events can come next, it
// chooses one at random, or the leftmost. Some event is always ready until all are used: the orders of neighbors agree on what
// they share, and files form no circle.
func (n *Namer) merge(c *proofkernel.Class) {
	for file := range 8 {
		n.pawns[0][file], n.pawns[1][file] = 1, 1
	}
	var heads [8]int // next event of each file
	for {
		ready := readyEvents(c, &heads)
		if ready == 0 {
			return
		}
		for range n.pick(bits.OnesCount16(ready)) {
			ready &= ready - 1
		}
		event := bits.TrailingZeros16(ready)
		file := event / 2
		if event%2 == 0 {
			n.addFall(file, &c.Files[file][heads[file]])
		} else {
			n.addCrossing(file, &c.Files[file][heads[file]], &c.Files[file+1][heads[file+1]])
			heads[file+1]++
		}
		heads[file]++
	}
}

// readyEvents returns the events that can come next, as bits: 2*file for an officer that takes a pawn on the file, 2*file+1 for a
// capture between the file and the next one.
func readyEvents(c *proofkernel.Class, heads *[8]int) (set uint16) {
	leftWaits := false // the file to the left waits for its right neighbor
	for file := range 8 {
		waits := false
		if heads[file] < len(c.Files[file]) {
			switch e := &c.Files[file][heads[file]]; {
			case e.Kind == proofkernel.Fall:
				set |= 1 << (2 * file)
			case !e.Left:
				waits = true
			case leftWaits:
				set |= 1 << (2*file - 1)
			}
		}
		leftWaits = waits
	}
	return set
}

// addFall adds the capture of a pawn by an officer.
func (n *Namer) addFall(file int, e *proofkernel.Event) {
	n.pawns[e.Color][file]--
	n.moves = append(n.moves, search.Move{Color: chess.Color(1 - e.Color), Victim: search.Pawn, ToFile: int8(file), ToIndex: e.Index})
}

// addCrossing adds the capture by a pawn between the file, where it is leftEvent, and the next file, where it is rightEvent.
func (n *Namer) addCrossing(file int, leftEvent, rightEvent *proofkernel.Event) {
	from, to, fromFile, toFile := leftEvent, rightEvent, file, file+1
	if leftEvent.Kind != proofkernel.Leave {
		from, to, fromFile, toFile = rightEvent, leftEvent, file+1, file
	}
	m := search.Move{
		Color: chess.Color(leftEvent.Color), Pawn: true,
		File: int8(fromFile), Index: from.Index, ToFile: int8(toFile), ToIndex: to.Index,
	}
	n.pawns[leftEvent.Color][fromFile]--
	n.pawns[leftEvent.Color][toFile]++
	switch {
	case to.Kind == proofkernel.TakePawn:
		n.pawns[1-leftEvent.Color][toFile]--
		m.Victim = search.Pawn
	case to.Bishop == 1:
		m.Victim = search.LightBishop
	case to.Bishop == 2:
		m.Victim = search.DarkBishop
	}
	n.moves = append(n.moves, m)
}
