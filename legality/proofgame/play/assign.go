package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/base"
)

// Which officer goes to which square of the goal.

const never = 1 << 20

// A matching solves the assignment problem for up to 16 rows and columns by shortest
// augmenting paths with potentials (the Hungarian method). That of package bound is another: it
// keeps prices from one position to the next, and has 16-bit costs.
type matching struct {
	n    int
	cost [16][16]int32
	row  [17]int8 // row matched with each column, from 1
}

// solve fills in row and returns the cost.
func (a *matching) solve() int {
	var u, v [17]int32
	var before [17]int8
	a.row = [17]int8{}
	for i := int8(1); int(i) <= a.n; i++ {
		var slack [17]int32
		var used [17]bool
		for j := range slack {
			slack[j] = 1 << 30
		}
		a.row[0] = i
		j0 := int8(0)
		for {
			used[j0] = true
			i0 := a.row[j0]
			delta, j1 := int32(1<<30), int8(0)
			for j := int8(1); int(j) <= a.n; j++ {
				if used[j] {
					continue
				}
				c := a.cost[i0-1][j-1] - u[i0] - v[j]
				if c < slack[j] {
					slack[j], before[j] = c, j0
				}
				if slack[j] < delta {
					delta, j1 = slack[j], j
				}
			}
			for j := int8(0); int(j) <= a.n; j++ {
				if used[j] {
					u[a.row[j]] += delta
					v[j] -= delta
				} else {
					slack[j] -= delta
				}
			}
			if j0 = j1; a.row[j0] == 0 {
				break
			}
		}
		for j0 != 0 {
			j1 := before[j0]
			a.row[j0] = a.row[j1]
			j0 = j1
		}
	}
	total := 0
	for j := 1; j <= a.n; j++ {
		total += int(a.cost[a.row[j]-1][j-1])
	}
	return total
}

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
			to |= chess.Attacks(chess.NewPiece(chess.White, r), next.First(), walls)
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
	walls := r.finalPawns() | r.plan.Solid
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
			a.n = men.Count()
			var list [16]int8
			i := 0
			for bb := men; bb != 0; bb &= bb - 1 {
				list[i] = r.At[bb.First()]
				i++
			}
			j := 0
			for bb := goals; bb != 0; bb &= bb - 1 {
				moves(role, bb.First(), walls, &dist)
				for i := range a.n {
					sq := r.Men[list[i]].Sq
					d := int32(dist[sq])
					switch {
					case r.ties.frozen>>list[i]&1 != 0 && sq != bb.First() || d == 99:
						a.cost[i][j] = never
					case d == 0:
						a.cost[i][j] = int32(r.dice.N(3))
					default:
						a.cost[i][j] = 8*d + int32(r.dice.N(6))
					}
				}
				j++
			}
			if a.solve() >= never {
				return false
			}
			j = 0
			for bb := goals; bb != 0; bb &= bb - 1 {
				r.target[list[a.row[j+1]-1]] = bb.First()
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
