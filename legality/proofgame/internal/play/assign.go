package play

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
	"chesscensus/legality/proofgame/internal/base"
)

// Which officer goes to which square of the goal.

// moves fills in how many moves a man of a role needs from each square to sq around
// walls; 99 where there is no way.
func moves(r chess.Role, sq chess.Square, walls chess.Bitboard, dist *[64]uint8) {
	for i := range dist {
		dist[i] = 99
	}
	dist[sq] = 0
	seen, next := sq.BB(), sq.BB()
	for d := uint8(1); next != 0; d++ {
		var to chess.Bitboard
		for ; next != 0; next &= next - 1 {
			to |= base.Reach(r, next.First(), walls)
		}
		next = to &^ walls &^ seen
		seen |= next
		for bb := next; bb != 0; bb &= bb - 1 {
			dist[bb.First()] = d
		}
	}
}

// assign matches officers and squares of the goal, with a little noise, and reports
// whether every square can be reached.
func (r *placing) assign() bool {
	walls := r.finalPawns() | r.plan.LockedOfficers
	var dist [64]uint8
	for c := chess.White; c <= chess.Black; c++ {
		k := r.At[r.Board.King(c)]
		r.target[k] = r.goal.Board.King(c)
		shut := walls | chess.AllPawnAttacks(c.Other(), walls&r.Board.Pieces(c.Other(), chess.Pawn))
		if !chess.Flood(chess.King, r.Men[k].Sq.BB(), shut).Has(r.target[k]) {
			return false
		}
		for kind := range base.Kinds {
			role := kind.Role()
			men := r.Board.Pieces(c, role) & kind.Squares()
			goals := r.goal.Board.Pieces(c, role) & kind.Squares()
			if men.Count() != goals.Count() || men.Count() > 16 {
				return false
			}
			if men == 0 {
				continue
			}
			a := &r.match
			a.N = men.Count()
			var list [16]int8
			i := 0
			for bb := men; bb != 0; bb &= bb - 1 {
				list[i] = r.At[bb.First()]
				i++
			}
			j := 0
			for bb := goals; bb != 0; bb &= bb - 1 {
				moves(role, bb.First(), walls, &dist)
				for i := range a.N {
					sq := r.Men[list[i]].Sq
					d := int(dist[sq])
					switch {
					case r.fixed.immobile>>list[i]&1 != 0 && sq != bb.First() || d == 99:
						a.Cost[i][j] = assign.Never
					case d == 0:
						a.Cost[i][j] = uint8(r.rng.N(3))
					default:
						a.Cost[i][j] = uint8(min(8*d+r.rng.N(6), 127))
					}
				}
				j++
			}
			var prices assign.Prices
			if a.Solve(&prices) >= assign.Forbidden {
				return false
			}
			j = 0
			for bb := goals; bb != 0; bb &= bb - 1 {
				r.target[list[a.Row[j]]] = bb.First()
				j++
			}
		}
	}
	return true
}

// finalPawns returns the pawns that have come to their end.
func (r *placing) finalPawns() (set chess.Bitboard) {
	for bb := r.Board.Of(chess.Pawn); bb != 0; bb &= bb - 1 {
		if sq := bb.First(); r.plan.End[r.At[sq]] == sq {
			set |= sq.BB()
		}
	}
	return set
}
