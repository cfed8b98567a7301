package base

import "chesscensus/chess"

// A Way is a path of a man to a square.
type Way struct {
	First chess.Square   // where the first move ends; NoSquare if there is no way
	Path  chess.Bitboard // squares passed and entered, without the origin
	Cost  int
}

// FreeWay returns a shortest way of a man of the side to move to one of the targets, and whether there is one. The man passes no other
// man and stops only on squares of stops and on the target. The first move is legal.
func (w *World) FreeWay(from chess.Square, role chess.Role, targets, stops chess.Bitboard) (Way, bool) {
	var level [24]chess.Bitboard
	targets &^= w.Occ
	stops = (stops | targets) &^ w.Occ
	next := w.Legal[from] & stops
	if role == chess.King {
		next &= chess.KingAttacks(from)
	}
	seen, depth := next, 0
	for ; next&targets == 0; depth++ {
		if next == 0 || depth+1 == len(level) {
			return Way{First: chess.NoSquare}, false
		}
		level[depth] = next
		next = w.reachFrom(role, next) & stops &^ seen
		seen |= next
	}
	sq := (next & targets).First()
	way := Way{First: sq, Path: sq.BB(), Cost: depth + 1}
	occ := w.Occ &^ from.BB()
	for depth--; depth >= 0; depth-- {
		prev := (level[depth] & Reach(role, sq, occ)).First()
		way.Path |= chess.Between(prev, sq) | prev.BB()
		way.First, sq = prev, prev
	}
	way.Path |= chess.Between(from, way.First)
	return way, true
}

// reachFrom returns the squares that men of a role on the squares of set attack.
func (w *World) reachFrom(role chess.Role, set chess.Bitboard) (to chess.Bitboard) {
	if role == chess.Knight || role == chess.King {
		return chess.Steps(role, set)
	}
	for ; set != 0; set &= set - 1 {
		to |= Reach(role, set.First(), w.Occ)
	}
	return to
}

// Reach returns the squares that an officer or king on sq attacks if the squares of occ are occupied.
func Reach(role chess.Role, sq chess.Square, occ chess.Bitboard) chess.Bitboard {
	return chess.Attacks(chess.NewPiece(chess.White, role), sq, occ)
}
