package retract

import "chesscensus/chess"

// How men are entangled: who has to leave before whom. The free squares beside each man, which untilFree counts, do not show it: a rook between
// two bishops lacks free squares whether the bishops can go back or not. So a cluster computes for every man how many moves
// have to be taken back until it has left its square, if the men in its way leave by the shortest way each, and none comes back. The sum
// falls with every move that helps to disentangle them. It is a guess for the order of a search, and no bound:
// checks and attacks are priced as if nothing else moved.

// What leaving a square costs, besides 1 for the move and what the men in the way need.
const (
	neverLeaves  = 24 // the most: of a pawn at home, and of men that wait for each other
	leaveCapture = 2  // of a pawn that gives a man back
	leavePromote = 4  // of an officer on the last row that becomes a pawn
	leaveCheck   = 3  // to a square from which the enemy king would be in check
	leaveShield  = 3  // of a man that shields the enemy king from its own color
)

// What the leaving of a man counts in the measure, and the way of a king to where it has free squares.
const (
	clusterOfficer = 2
	clusterPawn    = 1
	clusterKing    = 2
)

// A cluster is a board with what every man needs to leave its square.
type cluster struct {
	b         *chess.Board
	occ       chess.Bitboard
	shield    [2]chess.Bitboard // men of a color that shield the enemy king from it
	leaveCost [64]int32
}

// entanglement measures how the men of a setup are entangled: 0 if all men that are not at home can leave at once and the kings
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

// leaveCostOf returns what a man needs to leave, given the costs of the others so far.
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

// enterCost returns what is needed until a square is free.
func (z *cluster) enterCost(sq chess.Square) int32 {
	if z.occ.Has(sq) {
		return z.leaveCost[sq]
	}
	return 0
}

// pawnCost returns what a pawn needs, or an officer that becomes one.
func (z *cluster) pawnCost(sq chess.Square, c chess.Color, cost int32) int32 {
	best := cost + z.enterCost(sq.Ahead(c.Other()))
	for bb := chess.PawnAttacks(c.Other(), sq); bb != 0; bb &= bb - 1 {
		best = min(best, cost+leaveCapture+z.enterCost(bb.First()))
	}
	return best
}

// officerCost returns what an officer needs.
func (z *cluster) officerCost(sq chess.Square, p chess.Piece) int32 {
	c, role := p.Color(), p.Role()
	king := z.b.King(c.Other())
	checks := chess.Attacks(p, king, z.occ&^sq.BB())
	shield := int32(0)
	free := chess.Attacks(p, sq, z.occ) &^ z.occ
	if z.shield[c].Has(sq) { // along the line it would give check itself
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

// kingCost returns what a king needs. It can have come from an attacked square if the attackers came later.
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

// farFromOpen is the most that stepsToOpen returns.
const farFromOpen = 10

// stepsToOpen returns how many steps a king is from an open square, at most farFromOpen: one with five squares beside it that hold no pawn
// and that no enemy pawn attacks. Other men are not in its way.
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
