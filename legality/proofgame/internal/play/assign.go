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
// costs (targetCost) is least.
func (p *placing) assignKind(c chess.Color, kind base.Kind, walls chess.Bitboard) bool {
	role := kind.Role()
	squares := p.Board.Pieces(c, role) & kind.Squares()
	goals := p.goal.Board.Pieces(c, role) & kind.Squares()
	n := squares.Count()
	if n != goals.Count() || n > 16 {
		return false
	}
	if n == 0 {
		return true
	}
	var men [16]int8
	var targets [16]chess.Square
	for i := range n {
		men[i], targets[i] = p.At[squares.First()], goals.First()
		squares, goals = squares&(squares-1), goals&(goals-1)
	}
	matching := &p.matching
	matching.N = n
	var dist [64]uint8
	for j, to := range targets[:n] {
		fillMoveCounts(role, to, walls, &dist)
		for i, u := range men[:n] {
			matching.Cost[i][j] = p.targetCost(u, to, int(dist[p.Men[u].Sq]))
		}
	}
	var prices assign.Prices
	if matching.Solve(&prices) >= assign.Forbidden {
		return false
	}
	for j, to := range targets[:n] {
		p.target[men[matching.Row[j]]] = to
	}
	return true
}

// targetCost returns the cost of a target for an officer so many moves away: 8 for each move, plus noise from 0 to 5, or from 0 to 2 for one
// that stands there.
func (p *placing) targetCost(u int8, to chess.Square, moves int) uint8 {
	switch {
	case moves == unreachable || !p.canMove(u) && p.Men[u].Sq != to:
		return assign.Never
	case moves == 0:
		return uint8(p.rng.N(3))
	}
	return uint8(min(8*moves+p.rng.N(6), 127))
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
