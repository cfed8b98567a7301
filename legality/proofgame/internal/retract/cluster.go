package retract

import "chesscensus/chess"

// Men are entangled if one has to leave before another. The free squares beside each man, which untilFree counts, do not show that: a
// rook between two bishops lacks free squares whether the bishops can go back or not. So a cluster computes for every man how many
// moves have to be taken back until it has left its square, if each man in its way leaves with the fewest moves and none comes back.
// The sum falls with every move that helps to disentangle the men. It is an estimate that orders a search, and no bound: checks and
// attacks are priced as if nothing else moved.

// Costs of leaving a square, in addition to 1 for the move and to the costs of the men in the way.
const (
	neverLeaves  = 24 // the largest cost: of a pawn at home, and of men that wait for each other
	leaveCapture = 2  // of a pawn that gives a man back
	leavePromote = 4  // of an officer on the last row that becomes a pawn
	leaveCheck   = 3  // of a move to a square from which the enemy king would be in check
	leaveShield  = 3  // of a man that shields the enemy king from its own color
)

// Weights of the costs of officers and of pawns, and of a king's steps to an open square.
const (
	clusterOfficer = 2
	clusterPawn    = 1
	clusterKing    = 2
)

// A cluster is a board with the cost of leaving its square for every man.
type cluster struct {
	board     *chess.Board
	occ       chess.Bitboard
	shield    [2]chess.Bitboard // men of a color that shield the enemy king from this color
	leaveCost [64]int32         // by square, at most neverLeaves
}

// entanglement measures how the men of a setup are entangled. It is 0 if all men that are not at home can leave at once and the kings
// stand in the open.
func (d *disentangling) entanglement(s *chess.Setup) (total int32) {
	cl := &d.cluster
	cl.findLeaveCosts(&s.Board)
	for bb := cl.occ; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		piece := cl.board.At(sq)
		switch role := piece.Role(); {
		case role == chess.Pawn && sq.Row() != piece.Color().PawnRow():
			total += clusterPawn * (cl.leaveCost[sq] - 1)
		case role != chess.Pawn && !initial.Pieces(piece.Color(), role).Has(sq):
			total += clusterOfficer * (cl.leaveCost[sq] - 1)
			if role == chess.King {
				total += clusterKing * cl.stepsToOpen(sq, piece.Color())
			}
		}
	}
	return total
}

// findLeaveCosts computes leaveCost for every man. It starts from neverLeaves and lowers costs until nothing changes.
func (cl *cluster) findLeaveCosts(b *chess.Board) {
	cl.board, cl.occ = b, b.Occupied()
	for c := chess.White; c <= chess.Black; c++ {
		cl.shield[c] = 0
		king := b.King(c.Other())
		queens := b.Pieces(c, chess.Queen)
		sliders := chess.RookAttacks(king, 0)&(b.Pieces(c, chess.Rook)|queens) | chess.BishopAttacks(king, 0)&(b.Pieces(c, chess.Bishop)|queens)
		for ; sliders != 0; sliders &= sliders - 1 {
			if men := chess.Between(king, sliders.First()) & cl.occ; men&(men-1) == 0 {
				cl.shield[c] |= men & b.Colored(c)
			}
		}
	}
	for bb := cl.occ; bb != 0; bb &= bb - 1 {
		cl.leaveCost[bb.First()] = neverLeaves
	}
	for changed := true; changed; {
		changed = false
		for bb := cl.occ; bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if cl.leaveCost[sq] == 1 {
				continue
			}
			if cost := cl.leaveCostOf(sq); cost < cl.leaveCost[sq] {
				cl.leaveCost[sq], changed = cost, true
			}
		}
	}
}

// leaveCostOf returns the cost of leaving sq, given the current costs of the others.
func (cl *cluster) leaveCostOf(sq chess.Square) int32 {
	piece := cl.board.At(sq)
	c := piece.Color()
	switch piece.Role() {
	case chess.Pawn:
		if sq.Row() == c.PawnRow() {
			return neverLeaves
		}
		return cl.pawnCost(sq, c, 1)
	case chess.King:
		return cl.kingCost(sq, c)
	}
	return cl.officerCost(sq, piece)
}

// enterCost returns the cost until a square is free: the leaveCost of the man on it, or 0.
func (cl *cluster) enterCost(sq chess.Square) int32 {
	if cl.occ.Has(sq) {
		return cl.leaveCost[sq]
	}
	return 0
}

// pawnCost returns the cost at which a pawn leaves sq, or an officer that becomes a pawn. Its own move costs cost.
func (cl *cluster) pawnCost(sq chess.Square, c chess.Color, cost int32) int32 {
	best := cost + cl.enterCost(sq.Ahead(c.Other()))
	for bb := chess.PawnAttacks(c.Other(), sq); bb != 0; bb &= bb - 1 {
		best = min(best, cost+leaveCapture+cl.enterCost(bb.First()))
	}
	return best
}

// officerCost returns the cost at which an officer leaves sq.
func (cl *cluster) officerCost(sq chess.Square, piece chess.Piece) int32 {
	c, role := piece.Color(), piece.Role()
	king := cl.board.King(c.Other())
	checks := chess.Attacks(piece, king, cl.occ&^sq.BB())
	shield := int32(0)
	free := chess.Attacks(piece, sq, cl.occ) &^ cl.occ
	if cl.shield[c].Has(sq) { // if it leaves the line, the king is in check; along the line it may give check itself
		shield = leaveShield
	}
	if free&^checks != 0 {
		return 1 + shield
	}
	best := int32(neverLeaves)
	if free != 0 {
		best = 1 + shield + leaveCheck
	}
	for bb := chess.Steps(role, sq.BB()) & cl.occ; bb != 0; bb &= bb - 1 {
		cost := 1 + shield + cl.leaveCost[bb.First()]
		if checks.Has(bb.First()) {
			cost += leaveCheck
		}
		best = min(best, cost)
	}
	if sq.Row() == c.LastRow() && cl.board.Pieces(c, chess.Pawn).Count() < 8 {
		best = min(best, cl.pawnCost(sq, c, leavePromote))
	}
	return best
}

// kingCost returns the cost at which a king leaves sq. It can have come from an attacked square if the attackers came later.
func (cl *cluster) kingCost(sq chess.Square, c chess.Color) int32 {
	them := c.Other()
	best := int32(neverLeaves)
	near := chess.KingAttacks(cl.board.King(them))
	for bb := chess.KingAttacks(sq); bb != 0; bb &= bb - 1 {
		to := bb.First()
		cost := 1 + cl.enterCost(to)
		if near.Has(to) {
			cost += leaveCheck
		}
		for men := cl.board.Attackers(to, them, cl.occ&^sq.BB()) &^ cl.board.King(them).BB(); men != 0 && cost < best; men &= men - 1 {
			cost += cl.leaveCost[men.First()]
		}
		best = min(best, cost)
	}
	return best
}

// farFromOpen is the largest result of stepsToOpen.
const farFromOpen = 10

// stepsToOpen returns the number of steps from a king to an open square, at most farFromOpen. An open square has at least roomForKing+1
// neighbors that hold no pawn and that no enemy pawn attacks. Other men do not block the king.
func (cl *cluster) stepsToOpen(sq chess.Square, c chess.Color) int32 {
	them := c.Other()
	open := ^(cl.board.Of(chess.Pawn) | chess.AllPawnAttacks(them, cl.board.Pieces(them, chess.Pawn)))
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
