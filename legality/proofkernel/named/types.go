package named

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/proofkernel/search"
)

// searchMan holds the names that package search has for the officers of package proofkernel.
var searchMan = [...]search.Man{
	proofkernel.Queen: search.Queen, proofkernel.Rook: search.Rook, proofkernel.Knight: search.Knight,
	proofkernel.LightBishop: search.LightBishop, proofkernel.DarkBishop: search.DarkBishop,
}

// assignTypes chooses what the class leaves open, in an order that cannot run out of men:
//
//   - the spare officers of each color, taken once and promoted once more; where there are no more to take, an officer takes the
//     spare pawn instead;
//   - where pawns take more officers than there are, spare pawns that have promoted (promoted.go);
//   - officers taken by pawns that do not promote: a bishop where the class says so, else none, since the class has as many
//     others as are needed;
//   - a pawn that can only promote by capture, where nothing that it can become is needed, becomes a knight that is taken;
//   - promotions by capture take and become bishops first, as far as squares allow, because the others can be any type;
//   - officers take the men that are left, and those that were taken at home by no pawn.
func (n *Namer) assignTypes(c *proofkernel.Class, goal *chess.Board) {
	officers := n.Solver.Officers()
	for v := range officers {
		n.addSpareOfficers(v, &officers[v])
		n.promoteVictims(c, goal, chess.Color(v))
	}
	for i := range n.moves {
		m := &n.moves[i]
		v := m.Color.Other()
		switch m.Victim {
		case search.NoMan:
			m.Victim = searchMan[n.takeNonBishop(n.taken[v][:])]
		case search.LightBishop:
			n.taken[v][proofkernel.LightBishop]--
		case search.DarkBishop:
			n.taken[v][proofkernel.DarkBishop]--
		}
	}
	for color := range officers {
		for file := range 8 {
			for range c.ByCapture[color][file] {
				n.addCapturePromotion(chess.Color(color), file, &officers[color])
			}
		}
		n.addFalls(chess.Color(color), goal)
	}
	for v := range officers {
		for k, buried := range officers[v].Buried {
			n.taken[v][k] += buried
		}
	}
	n.addOfficerCaptures()
}

// addSpareOfficers chooses the officers of a color that are taken and promoted beyond those that the counts of the goal demand:
// knights as far as there are, or at random.
func (n *Namer) addSpareOfficers(victims int, officers *proofkernel.Officers) {
	n.taken[victims], n.promoted[victims] = officers.Taken, officers.Promoted
	kept := officers.Kept
	n.takenPawns[victims] = max(0, officers.Spare-kept[proofkernel.Queen]-kept[proofkernel.Rook]-kept[proofkernel.Knight])
	for range officers.Spare - n.takenPawns[victims] {
		k := n.takeNonBishop(kept[:])
		n.taken[victims][k]++
		n.promoted[victims][k]++
	}
}

// takeNonBishop takes a queen, rook or knight out of a stock: knights first, or at random. If there is none, the kernel fails its
// test in the end.
func (n *Namer) takeNonBishop(stock []int8) proofkernel.Officer {
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

// addFalls lets officers take spare pawns of color c that were to promote and be taken, where there is no man left to be taken
// for them. It chooses foremost pawns, on files where the bishops that the goal needs do not depend on them.
func (n *Namer) addFalls(c chess.Color, goal *chess.Board) {
	var extra [8]int8
	var steps [2]int8 // pawns that promote by a step, on light and dark squares
	for file := range 8 {
		extra[file] = n.pawns[c][file] - int8((goal.Pieces(c, chess.Pawn) & chess.FileBB(file)).Count())
		steps[promotionColor(c, file)] += extra[file]
	}
	from := n.pick(8)
	for i := 0; i < 8 && n.takenPawns[c] > 0; i++ {
		file := (from + i) % 8
		q := promotionColor(c, file)
		for ; n.takenPawns[c] > 0 && extra[file] > 0 && steps[q] > n.promoted[c][int(proofkernel.LightBishop)+q]; n.takenPawns[c]-- {
			extra[file]--
			steps[q]--
			n.pawns[c][file]--
			n.moves = append(n.moves, search.Move{Color: c.Other(), Victim: search.Pawn, ToFile: int8(file), ToIndex: n.foremostIndex(c, file)})
		}
	}
}

// promotionColor returns the color of the promotion square of a color on a file: 0 light, 1 dark.
func promotionColor(c chess.Color, file int) int {
	if chess.NewSquare(file, c.LastRow()).Dark() {
		return 1
	}
	return 0
}

// foremostIndex returns the index of the foremost pawn of a color on a file, after it has been subtracted from the pawns of the
// file. No pawn of the other color may stand before it.
func (n *Namer) foremostIndex(c chess.Color, file int) int8 {
	if c == chess.Black {
		return 0
	}
	return n.pawns[0][file] + n.pawns[1][file]
}

// addCapturePromotion adds a promotion by capture of the foremost pawn of a color on the file.
func (n *Namer) addCapturePromotion(c chess.Color, file int, officers *proofkernel.Officers) {
	n.pawns[c][file]--
	m := search.Move{Color: c, Pawn: true, File: int8(file), Index: n.foremostIndex(c, file)}
	// One or both of the files beside are open.
	sides := officers.Open & (1<<file>>1 | 1<<file<<1)
	if n.pick(bits.OnesCount8(sides)) == 1 {
		sides &= sides - 1
	}
	m.ToFile = int8(bits.TrailingZeros8(sides))
	q := promotionColor(c, int(m.ToFile))
	bishop := proofkernel.LightBishop + proofkernel.Officer(q)
	taken, promoted := &n.taken[c.Other()], &n.promoted[c]
	if taken[bishop] > 0 {
		taken[bishop]--
		m.Victim = searchMan[bishop]
	} else {
		m.Victim = searchMan[n.takeNonBishop(taken[:])]
	}
	switch {
	case promoted[bishop] > officers.Required[q]:
		promoted[bishop]--
		m.Promotion = searchMan[bishop]
	case n.takenPawns[c] > 0 && promoted[proofkernel.Queen]+promoted[proofkernel.Rook]+promoted[proofkernel.Knight] == 0:
		// Nothing else is needed: the pawn promotes to be taken, in place of a pawn of addFalls.
		n.takenPawns[c]--
		n.taken[c][proofkernel.Knight]++
		m.Promotion = search.Knight
	case officers.Open>>file&1 == 0 && promoted[proofkernel.Knight] > 0:
		// A queen or rook might be promoted beside a king that may not move.
		promoted[proofkernel.Knight]--
		m.Promotion = search.Knight
	default:
		m.Promotion = searchMan[n.takeNonBishop(promoted[:])]
	}
	n.moves = append(n.moves, m)
}

// addOfficerCaptures lets officers take the officers that are left, the colors in turn.
func (n *Namer) addOfficerCaptures() {
	for more := true; more; {
		more = false
		for v := range n.taken {
			for k := range n.taken[v] {
				if n.taken[v][k] > 0 {
					n.taken[v][k]--
					n.moves = append(n.moves, search.Move{Color: chess.Color(1 - v), Victim: searchMan[k]})
					more = true
					break
				}
			}
		}
	}
}
