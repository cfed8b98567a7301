package planner

import "chesscensus/chess"

// How much of a setup is shut in.

// What counts in the measure of men shut in.
const (
	shutMan    = 12 // a man, besides its way out
	shutSource = 8
	roomWanted = 3 // moves that a man should have, where crowds count
)

// shut measures how much is shut in: for every man behind pawns the cheapest way out, and
// something for men without room if crowds count.
func (x *unwinder) shut(s *chess.Setup) (total int32) {
	b := &s.Board
	pawns, occ := b.Of(chess.Pawn), b.Occupied()
	stuck := jammed(b, pawns)
	for c := chess.White; c <= chess.Black; c++ {
		them := c.Other()
		attacked := pawnAttacks(them, b.Pieces(them, chess.Pawn))
		for role := chess.Knight; role <= chess.King; role++ {
			walls := pawns
			if role == chess.King {
				walls |= attacked
			}
			men := b.Pieces(c, role)
			for bb := men; bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if x.crowds {
					exits := chess.Attacks(chess.NewPiece(c, role), sq, occ) &^ occ
					total += int32(max(0, roomWanted-exits.Count()))
				}
				walls := walls | stuck&^sq.BB()
				reach := region(role, sq, walls)
				if !small(role, reach) || (homes(c, role)&reach).Count() >= (men&reach).Count() {
					continue
				}
				total += shutMan + x.cage.out(b, c, role, sq, walls, attacked)
			}
		}
	}
	for _, src := range x.sources {
		if reach := region(src.role, src.sq, pawns); small(src.role, reach) {
			total += shutSource + x.cage.out(b, src.color, src.role, src.sq, pawns|stuck&^src.sq.BB(), 0)
		}
	}
	return total
}

// jammed returns the officers that no move can free but one of a pawn: the largest set of
// men each of which has only walls and men of the set around it.
func jammed(b *chess.Board, walls chess.Bitboard) chess.Bitboard {
	set := b.Occupied() &^ b.Of(chess.Pawn)
	for {
		before := set
		for role := chess.Knight; role <= chess.King; role++ {
			for bb := set & b.Of(role); bb != 0; bb &= bb - 1 {
				if chess.Steps(role, bb&-bb)&^(walls|set) != 0 {
					set &^= bb & -bb
				}
			}
		}
		if set == before {
			return set
		}
	}
}

// homes returns where the men of a role stand at the start.
func homes(c chess.Color, role chess.Role) chess.Bitboard {
	row := 56 * int(c)
	var set chess.Bitboard
	switch role {
	case chess.Knight:
		set = chess.B1.BB() | chess.G1.BB()
	case chess.Bishop:
		set = chess.C1.BB() | chess.F1.BB()
	case chess.Rook:
		set = chess.A1.BB() | chess.H1.BB()
	case chess.Queen:
		set = chess.D1.BB()
	case chess.King:
		set = chess.E1.BB()
	}
	return set << row
}

// Costs of a way out of a cage.
const (
	outStep   = 1
	outMan    = 3  // an officer on the way
	outJammed = 20 // one that cannot move
	outPawn   = 8  // a pawn that has to go back
	outBehind = 4  // and has somebody behind it
	outStuck  = 16 // which is a pawn
	outNone   = 60 // no way
)

// cageCosts is scratch space for ways out.
type cageCosts struct {
	dist [64]int16
	ring [32]chess.Bitboard // squares by distance, modulo its length
}

// out returns the cost of the cheapest way of a man to where it has room, pawns having to
// go back first; at most outNone.
func (z *cageCosts) out(b *chess.Board, c chess.Color, role chess.Role, from chess.Square, walls, attacked chess.Bitboard) int32 {
	for i := range z.dist {
		z.dist[i] = outNone
	}
	z.ring = [32]chess.Bitboard{}
	z.dist[from] = 0
	z.ring[0] = from.BB()
	waiting := 1
	var inside chess.Bitboard // squares of small regions
	for d := 0; d < outNone && waiting > 0; d++ {
		for z.ring[d%32] != 0 {
			sq := z.ring[d%32].First()
			z.ring[d%32] &^= sq.BB()
			waiting--
			if int(z.dist[sq]) < d {
				continue
			}
			if !walls.Has(sq) && !inside.Has(sq) {
				reach := region(role, sq, walls)
				if !small(role, reach) {
					return int32(d)
				}
				inside |= reach
			}
			for next := chess.Steps(role, sq.BB()); next != 0; next &= next - 1 {
				to := next.First()
				e := d + outCost(b, to, role, walls, attacked)
				if e < int(z.dist[to]) {
					z.dist[to] = int16(e)
					z.ring[e%32] |= to.BB()
					waiting++
				}
			}
		}
	}
	return outNone
}

// outCost returns the cost of entering a square on the way out.
func outCost(b *chess.Board, to chess.Square, role chess.Role, walls, attacked chess.Bitboard) int {
	p := b.At(to)
	cost := outStep
	switch {
	case p == chess.NoPiece:
	case p.Role() != chess.Pawn:
		if cost = outMan; walls.Has(to) && !attacked.Has(to) {
			cost = outJammed
		}
	case to.Row() == pawnRow(p.Color()):
		return outNone
	default:
		cost = outPawn
		switch behind := b.At(ahead(p.Color().Other(), to)); {
		case behind == chess.NoPiece:
		case behind.Role() == chess.Pawn:
			cost += outStuck
		default:
			cost += outBehind
		}
	}
	if role == chess.King && attacked.Has(to) {
		cost += outPawn
	}
	return cost
}
