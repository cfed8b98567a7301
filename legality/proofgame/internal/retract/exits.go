package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Costs of a way out of a cage.
const (
	exitStep   = 1
	exitMan    = 3  // of an officer on the way
	exitJammed = 20 // of an officer on the way that cannot move
	exitPawn   = 8  // of a pawn on the way, which has to go back
	exitBehind = 4  // in addition, if an officer is behind the pawn
	exitStuck  = 16 // in addition, if a pawn is behind it
	noExit     = 60 // there is no way
)

// cheapestExit returns the cost of the cheapest way of a man to where it has free squares, at most noExit. Pawns on the way have to go
// back first. It is Dijkstra's algorithm with a bucket of squares for each cost.
func cheapestExit(b *chess.Board, role chess.Role, from chess.Square, walls, attacked chess.Bitboard) int32 {
	var dist [64]int16
	for i := range dist {
		dist[i] = noExit
	}
	dist[from] = 0
	ring := [64]chess.Bitboard{from.BB()} // squares by distance, modulo its length: a step costs less
	waiting := 1
	var inside chess.Bitboard // squares of small regions
	for cost := 0; cost < noExit && waiting > 0; cost++ {
		for ring[cost%64] != 0 {
			sq := ring[cost%64].First()
			ring[cost%64] &^= sq.BB()
			waiting--
			if int(dist[sq]) < cost {
				continue
			}
			if !walls.Has(sq) && !inside.Has(sq) {
				reach := chess.Flood(role, sq.BB(), walls)
				if !base.IsCage(role, reach) {
					return int32(cost)
				}
				inside |= reach
			}
			for next := chess.Steps(role, sq.BB()); next != 0; next &= next - 1 {
				to := next.First()
				stepCost := cost + exitCost(b, to, role, walls, attacked)
				if stepCost < int(dist[to]) {
					dist[to] = int16(stepCost)
					ring[stepCost%64] |= to.BB()
					waiting++
				}
			}
		}
	}
	return noExit
}

// exitCost returns the cost of a step to a square on the way out.
func exitCost(b *chess.Board, to chess.Square, role chess.Role, walls, attacked chess.Bitboard) int {
	piece := b.At(to)
	cost := exitStep
	switch {
	case piece == chess.NoPiece:
	case piece.Role() != chess.Pawn:
		if cost = exitMan; walls.Has(to) && !attacked.Has(to) {
			cost = exitJammed
		}
	case to.Row() == piece.Color().PawnRow():
		return noExit
	default:
		cost = exitPawn
		switch behind := b.At(to.Ahead(piece.Color().Other())); {
		case behind == chess.NoPiece:
		case behind.Role() == chess.Pawn:
			cost += exitStuck
		default:
			cost += exitBehind
		}
	}
	if role == chess.King && attacked.Has(to) {
		cost += exitPawn
	}
	return cost
}
