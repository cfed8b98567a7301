package retract

import "chesscensus/chess"

// How men are entangled: which man has to leave before which. The free squares beside each man, which untilFree counts, do not show it: a rook
// between two bishops lacks free squares whether the bishops can go back or not. So a cluster computes for every man how many moves
// have to be taken back until it has left its square, if each man in its way leaves with the fewest moves, and none comes back. The sum
// falls with every move that helps to disentangle them. It is a guess that orders a search, and no bound:
// checks and attacks are priced as if nothing else moved.

// What leaving a square costs, besides 1 for the move and what the men in the way need.
const (
	neverLeaves  = 24 // the largest: of a pawn at home, and of men that wait for each other
	leaveCapture = 2  // of a pawn that gives a man back
	leavePromote = 4  // of an officer on the last row that becomes a pawn
	leaveCheck   = 3  // to a square from which the enemy king would be in check
	leaveShield  = 3  // of a man that shields the enemy king from its own color
)

// Weights in the measure of what officers and pawns need to leave, and of a king's steps to an open square.
const (
	clusterOfficer = 2
	clusterPawn    = 1
	clusterKing    = 2
)

// A cluster is a board with the cost at which every man leaves its square.
type cluster struct {
	b         *chess.Board
	occ       chess.Bitboard
	shield    [2]chess.Bitboard // men of a color that shield the enemy king from this color
	leaveCost [64]int32         // by square of the man, at most neverLeaves
}

// entanglement returns a measure of how the men of a setup are entangled: 0 if all men that are not at home can leave at once and the kings
// stand in the open.
func (z *disentangling) entanglement(s *chess.Setup) (total int32) {
	k := &z.cluster
	k.findLeaveCosts(&s.Board)
	for bb := k.occ; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		p := k.b.At(sq)
		switch role := p.Role(); {
		case role == chess.Pawn && sq.Row() != p.Color().PawnRow():
			total += clusterPawn * (k.leaveCost[sq] - 1)
		case role != chess.Pawn && !initial.Pieces(p.Color(), role).Has(sq):
			total += clusterOfficer * (k.leaveCost[sq] - 1)
			if role == chess.King {
				total += clusterKing * k.stepsToOpen(sq, p.Color())
			}
		}
	}
	return total
}

// findLeaveCosts computes leaveCost for every man, from the free ones on, until nothing changes.
func (z *cluster) findLeaveCosts(b *chess.Board) {
	z.b, z.occ = b, b.Occupied()
	for c := chess.White; c <= chess.Black; c++ {
		z.shield[c] = 0
		king := b.King(c.Other())
		queens := b.Pieces(c, chess.Queen)
		sliders := chess.RookAttacks(king, 0)&(b.Pieces(c, chess.Rook)|queens) | chess.BishopAttacks(king, 0)&(b.Pieces(c, chess.Bishop)|queens)
		for ; sliders != 0; sliders &= sliders - 1 {
			if men := chess.Between(king, sliders.First()) & z.occ; men&(men-1) == 0 {
				z.shield[c] |= men & b.Colored(c)
			}
		}
	}
	for bb := z.occ; bb != 0; bb &= bb - 1 {
		z.leaveCost[bb.First()] = neverLeaves
	}
	for changed := true; changed; {
		changed = false
		for bb := z.occ; bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if z.leaveCost[sq] == 1 {
				continue
			}
			if n := z.leaveCostOf(sq); n < z.leaveCost[sq] {
				z.leaveCost[sq], changed = n, true
			}
		}
	}
}

// leaveCostOf returns the cost at which a man leaves, given the costs of the others so far.
func (z *cluster) leaveCostOf(sq chess.Square) int32 {
	p := z.b.At(sq)
	c := p.Color()
	switch p.Role() {
	case chess.Pawn:
		if sq.Row() == c.PawnRow() {
			return neverLeaves
		}
		return z.pawnCost(sq, c, 1)
	case chess.King:
		return z.kingCost(sq, c)
	}
	return z.officerCost(sq, p)
}

// enterCost returns the cost until a square is free: that of the man on it, or 0.
func (z *cluster) enterCost(sq chess.Square) int32 {
	if z.occ.Has(sq) {
		return z.leaveCost[sq]
	}
	return 0
}

// pawnCost returns the cost at which a pawn leaves, or an officer that becomes one, if its move costs cost.
func (z *cluster) pawnCost(sq chess.Square, c chess.Color, cost int32) int32 {
	best := cost + z.enterCost(sq.Ahead(c.Other()))
	for bb := chess.PawnAttacks(c.Other(), sq); bb != 0; bb &= bb - 1 {
		best = min(best, cost+leaveCapture+z.enterCost(bb.First()))
	}
	return best
}

// officerCost returns the cost at which an officer leaves.
func (z *cluster) officerCost(sq chess.Square, p chess.Piece) int32 {
	c, role := p.Color(), p.Role()
	king := z.b.King(c.Other())
	checks := chess.Attacks(p, king, z.occ&^sq.BB())
	shield := int32(0)
	free := chess.Attacks(p, sq, z.occ) &^ z.occ
	if z.shield[c].Has(sq) { // if it leaves the line, the king is in check; along the line it may give check itself
		shield = leaveShield
	}
	if free&^checks != 0 {
		return 1 + shield
	}
	best := int32(neverLeaves)
	if free != 0 {
		best = 1 + shield + leaveCheck
	}
	for bb := chess.Steps(role, sq.BB()) & z.occ; bb != 0; bb &= bb - 1 {
		cost := 1 + shield + z.leaveCost[bb.First()]
		if checks.Has(bb.First()) {
			cost += leaveCheck
		}
		best = min(best, cost)
	}
	if sq.Row() == c.LastRow() && z.b.Pieces(c, chess.Pawn).Count() < 8 {
		best = min(best, z.pawnCost(sq, c, leavePromote))
	}
	return best
}

// kingCost returns the cost at which a king leaves. It can have come from an attacked square if the attackers came later.
func (z *cluster) kingCost(sq chess.Square, c chess.Color) int32 {
	them := c.Other()
	best := int32(neverLeaves)
	near := chess.KingAttacks(z.b.King(them))
	for bb := chess.KingAttacks(sq); bb != 0; bb &= bb - 1 {
		to := bb.First()
		cost := 1 + z.enterCost(to)
		if near.Has(to) {
			cost += leaveCheck
		}
		for men := z.b.Attackers(to, them, z.occ&^sq.BB()) &^ z.b.King(them).BB(); men != 0 && cost < best; men &= men - 1 {
			cost += z.leaveCost[men.First()]
		}
		best = min(best, cost)
	}
	return best
}

// farFromOpen is the largest result of stepsToOpen.
const farFromOpen = 10

// stepsToOpen returns the number of steps from a king to an open square, at most farFromOpen: a square with roomForKing+1 squares beside it
// that hold no pawn and that no enemy pawn attacks. Other men do not stop it.
func (z *cluster) stepsToOpen(sq chess.Square, c chess.Color) int32 {
	them := c.Other()
	open := ^(z.b.Of(chess.Pawn) | chess.AllPawnAttacks(them, z.b.Pieces(them, chess.Pawn)))
	seen, level := sq.BB(), sq.BB()
	for d := int32(0); d < farFromOpen; d++ {
		for bb := level; bb != 0; bb &= bb - 1 {
			if (chess.KingAttacks(bb.First()) & open).Count() >= roomForKing+1 {
				return d
			}
		}
		level = chess.Steps(chess.King, level) & open &^ seen
		seen |= level
	}
	return farFromOpen
}
