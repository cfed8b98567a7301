package play

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
	"chesscensus/legality/proofgame/internal/base"
)

// unreachable stands for the number of moves where there is no way.
const unreachable = 99

// fillMoveCounts sets dist to the number of moves that a man of a role needs from each square to sq around walls, or to unreachable.
func fillMoveCounts(role chess.Role, sq chess.Square, walls chess.Bitboard, dist *[64]uint8) {
	for i := range dist {
		dist[i] = unreachable
	}
	dist[sq] = 0
	seen, next := sq.BB(), sq.BB()
	for count := uint8(1); next != 0; count++ {
		var to chess.Bitboard
		for ; next != 0; next &= next - 1 {
			to |= base.Reach(role, next.First(), walls)
		}
		next = to &^ walls &^ seen
		seen |= next
		for bb := next; bb != 0; bb &= bb - 1 {
			dist[bb.First()] = count
		}
	}
}

// assign chooses a target in the goal for every officer and king, and reports whether every target can be reached.
func (p *placing) assign() bool {
	walls := p.finalPawns() | p.plan.LockedOfficers
	for c := chess.White; c <= chess.Black; c++ {
		king := p.At[p.Board.King(c)]
		p.target[king] = p.goal.Board.King(c)
		kingWalls := walls | chess.AllPawnAttacks(c.Other(), walls&p.Board.Pieces(c.Other(), chess.Pawn))
		if !chess.Flood(chess.King, p.Men[king].Sq.BB(), kingWalls).Has(p.target[king]) {
			return false
		}
		for kind := range base.Kinds {
			if !p.assignKind(c, kind, walls) {
				return false
			}
		}
	}
	return true
}

// assignKind chooses targets for the officers of one kind and color, and reports whether every target can be reached. The sum of the
// costs is least, where a cost is 8 times the number of moves, plus noise from 0 to 5 (from 0 to 2 for a man on its target).
func (p *placing) assignKind(c chess.Color, kind base.Kind, walls chess.Bitboard) bool {
	role := kind.Role()
	squares := p.Board.Pieces(c, role) & kind.Squares()
	goals := p.goal.Board.Pieces(c, role) & kind.Squares()
	if squares.Count() != goals.Count() || squares.Count() > 16 {
		return false
	}
	if squares == 0 {
		return true
	}
	matching := &p.matching
	matching.N = squares.Count()
	var men [16]int8
	i := 0
	for bb := squares; bb != 0; bb &= bb - 1 {
		men[i] = p.At[bb.First()]
		i++
	}
	var dist [64]uint8
	j := 0
	for bb := goals; bb != 0; bb &= bb - 1 {
		fillMoveCounts(role, bb.First(), walls, &dist)
		for i := range matching.N {
			sq := p.Men[men[i]].Sq
			d := int(dist[sq])
			switch {
			case !p.canMove(men[i]) && sq != bb.First() || d == unreachable:
				matching.Cost[i][j] = assign.Never
			case d == 0:
				matching.Cost[i][j] = uint8(p.rng.N(3))
			default:
				matching.Cost[i][j] = uint8(min(8*d+p.rng.N(6), 127))
			}
		}
		j++
	}
	var prices assign.Prices
	if matching.Solve(&prices) >= assign.Forbidden {
		return false
	}
	j = 0
	for bb := goals; bb != 0; bb &= bb - 1 {
		p.target[men[matching.Row[j]]] = bb.First()
		j++
	}
	return true
}

// finalPawns returns the squares of pawns that stand at their ends.
func (p *placing) finalPawns() (set chess.Bitboard) {
	for bb := p.Board.Of(chess.Pawn); bb != 0; bb &= bb - 1 {
		if sq := bb.First(); p.plan.End[p.At[sq]] == sq {
			set |= sq.BB()
		}
	}
	return set
}
