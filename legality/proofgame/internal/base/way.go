package base

import "chesscensus/chess"

// A Way leads a man to a square.
type Way struct {
	First chess.Square   // where the first move ends; NoSquare: there is no way
	Path  chess.Bitboard // squares passed and entered, the origin left out
	Cost  int
}

// FreeWay returns a shortest way of a man of the side to move to one of the targets that
// is free as the board stands: it stops on the given squares only, and on a target.
// Its first move is legal.
func (w *World) FreeWay(from chess.Square, r chess.Role, targets, stops chess.Bitboard) (Way, bool) {
	var level [24]chess.Bitboard
	targets &^= w.Occ
	stops = (stops | targets) &^ w.Occ
	next := w.Legal[from] & stops
	if r == chess.King {
		next &= chess.KingAttacks(from)
	}
	seen, depth := next, 0
	for ; next&targets == 0; depth++ {
		if next == 0 || depth+1 == len(level) {
			return Way{First: chess.NoSquare}, false
		}
		level[depth] = next
		next = w.moved(r, next) & stops &^ seen
		seen |= next
	}
	sq := (next & targets).First()
	v := Way{First: sq, Path: sq.BB(), Cost: depth + 1}
	occ := w.Occ &^ from.BB()
	for depth--; depth >= 0; depth-- {
		prev := (level[depth] & Reach(r, sq, occ)).First()
		v.Path |= chess.Between(prev, sq) | prev.BB()
		v.First, sq = prev, prev
	}
	v.Path |= chess.Between(from, v.First)
	return v, true
}

// moved returns the squares that men of a role on the given squares attack.
func (w *World) moved(r chess.Role, set chess.Bitboard) (to chess.Bitboard) {
	if r == chess.Knight || r == chess.King {
		return chess.Steps(r, set)
	}
	for ; set != 0; set &= set - 1 {
		to |= Reach(r, set.First(), w.Occ)
	}
	return to
}

// Reach returns the squares that an officer or king attacks through the given men.
func Reach(r chess.Role, sq chess.Square, occ chess.Bitboard) chess.Bitboard {
	return chess.Attacks(chess.NewPiece(chess.White, r), sq, occ)
}
