package retract

import "chesscensus/chess"

// How men are entangled: who has to leave before whom. What untilFree counts, the free squares beside each man, does not tell: a rook between
// two bishops lacks free squares whether the bishops can go back or not. So it is worked out for every man how many moves
// have to be taken back until it has left its square, if those in its way leave by the shortest way each, and nobody comes back. The sum
// falls with every move that helps to disentangle them, wherever that is. It is a guess for the order of a search, and no bound:
// checks and attacks are priced as if nothing else moved.

// What leaving a square costs, besides one for the move and what those in the way need.
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
	b      *chess.Board
	occ    chess.Bitboard
	shield [2]chess.Bitboard // men of a color that shield the enemy king from it
	leave  [64]int32
}

// entanglement measures how the men of a setup are entangled: 0 if all men that are not at home can leave at once and the kings
// stand in the open.
func (z *disentangling) entanglement(s *chess.Setup) (total int32) {
	k := &z.cluster
	k.tie(&s.Board)
	for bb := k.occ; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		p := k.b.At(sq)
		switch role := p.Role(); {
		case role == chess.Pawn && sq.Row() != p.Color().PawnRow():
			total += clusterPawn * (k.leave[sq] - 1)
		case role != chess.Pawn && !initial.Pieces(p.Color(), role).Has(sq):
			total += clusterOfficer * (k.leave[sq] - 1)
			if role == chess.King {
				total += clusterKing * k.outOfPawns(sq, p.Color())
			}
		}
	}
	return total
}

// tie works out what every man needs to leave: from the free ones on, until nothing changes.
func (z *cluster) tie(b *chess.Board) {
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
		z.leave[bb.First()] = neverLeaves
	}
	for changed := true; changed; {
		changed = false
		for bb := z.occ; bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if z.leave[sq] == 1 {
				continue
			}
			if n := z.leaving(sq); n < z.leave[sq] {
				z.leave[sq], changed = n, true
			}
		}
	}
}

// leaving returns what a man needs if the others need what is known so far.
func (z *cluster) leaving(sq chess.Square) int32 {
	p := z.b.At(sq)
	c := p.Color()
	switch p.Role() {
	case chess.Pawn:
		if sq.Row() == c.PawnRow() {
			return neverLeaves
		}
		return z.asPawn(sq, c, 1)
	case chess.King:
		return z.asKing(sq, c)
	}
	return z.asOfficer(sq, p)
}

// enter returns what is needed until a square is free.
func (z *cluster) enter(sq chess.Square) int32 {
	if z.occ.Has(sq) {
		return z.leave[sq]
	}
	return 0
}

// asPawn returns what a pawn needs, or an officer that becomes one.
func (z *cluster) asPawn(sq chess.Square, c chess.Color, cost int32) int32 {
	best := cost + z.enter(sq.Ahead(c.Other()))
	for bb := chess.PawnAttacks(c.Other(), sq); bb != 0; bb &= bb - 1 {
		best = min(best, cost+leaveCapture+z.enter(bb.First()))
	}
	return best
}

// asOfficer returns what an officer needs.
func (z *cluster) asOfficer(sq chess.Square, p chess.Piece) int32 {
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
		cost := 1 + shield + z.leave[bb.First()]
		if checks.Has(bb.First()) {
			cost += leaveCheck
		}
		best = min(best, cost)
	}
	if sq.Row() == c.LastRow() && z.b.Pieces(c, chess.Pawn).Count() < 8 {
		best = min(best, z.asPawn(sq, c, leavePromote))
	}
	return best
}

// asKing returns what a king needs: to a square that is attacked it goes back if the attackers have come last.
func (z *cluster) asKing(sq chess.Square, c chess.Color) int32 {
	them := c.Other()
	best := int32(neverLeaves)
	near := chess.KingAttacks(z.b.King(them))
	for bb := chess.KingAttacks(sq); bb != 0; bb &= bb - 1 {
		to := bb.First()
		cost := 1 + z.enter(to)
		if near.Has(to) {
			cost += leaveCheck
		}
		for men := z.b.Attackers(to, them, z.occ&^sq.BB()) &^ z.b.King(them).BB(); men != 0 && cost < best; men &= men - 1 {
			cost += z.leave[men.First()]
		}
		best = min(best, cost)
	}
	return best
}

// farFromOpen is the most that outOfPawns returns.
const farFromOpen = 10

// outOfPawns returns how many steps a king is away from a square with free squares, as far as pawns are in its way: five squares beside it without pawns
// and not attacked by enemy ones.
func (z *cluster) outOfPawns(sq chess.Square, c chess.Color) int32 {
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
