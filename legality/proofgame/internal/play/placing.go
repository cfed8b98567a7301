package play

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
	"chesscensus/legality/proofgame/internal/base"
)

// Limits in plies.
const (
	officerLimit = 500
	officerTurn  = 120 // a new order
)

// Placing is the last stage: officers, kings and pawns held back go to their squares.
type placing struct {
	*scene
	path        *path            // for castling that is still to come
	target      [32]chess.Square // of officers and kings
	queue       [2][]int8        // men by color in the order of placing
	match       assign.Problem
	final       chess.Bitboard // pawns on their last square
	foremostWay chess.Bitboard // way of the foremost man
	foremost    int8
	lookahead   int // how many of the queue are looked at in a ply
	tempo       tempoSearch
}

// officers plays until the goal is reached, and reports whether it is.
func (r *placing) officers() bool {
	r.bound, r.arrived = 0, 0
	if !r.assign() {
		return false
	}
	r.queueMen()
	for ply := range officerLimit {
		if r.atGoal() {
			return r.finishParity()
		}
		if ply%officerTurn == officerTurn-1 {
			if r.rng.Chance(50) && !r.assign() {
				return false
			}
			r.queueMen()
		}
		m := r.planOfficers()
		r.budget.Spent++
		if m == 0 {
			break
		}
		r.make(m)
	}
	return false
}

// finishParity makes the goal's side the one to move, and reports whether it succeeded.
func (r *placing) finishParity() bool {
	if r.Us != r.goal.Turn && !r.tempo.loseMove(r.scene) {
		return false
	}
	return r.Pos.Setup() == r.goal
}

// atGoal reports whether everything stands as in the goal.
func (r *placing) atGoal() bool { return r.Board == r.goal.Board }

// planOfficers returns the move of the side to move, 0 if there is none.
func (r *placing) planOfficers() chess.Move {
	r.final = r.finalPawns()
	if m := r.path.castling(); m != 0 {
		return m
	}
	if r.InCheck {
		return r.evade()
	}
	asked := &r.requests[r.Us]
	asked.vacate &= r.Own
	if asked.stopAttacking != 0 && r.rng.Chance(80) {
		if m := r.reduceAttacks(asked.stopAttacking); m != 0 {
			return m
		}
	}
	if asked.vacate != 0 && r.rng.Chance(80) {
		if m := r.fulfillRequest(); m != 0 {
			return m
		}
	}
	if m := r.placeNext(); m != 0 {
		return m
	}
	if asked.vacate != 0 {
		if m := r.fulfillRequest(); m != 0 {
			return m
		}
	}
	if m := r.idle(); m != 0 {
		return m
	}
	return r.anyQuietMove()
}

// placeNext goes through the queue.
func (r *placing) placeNext() chess.Move {
	r.requests[r.Them], r.ways[r.Us] = requests{}, 0
	r.foremostWay, r.foremost = 0, base.Nobody
	q := r.queue[r.Us]
	looked := 0
	for i := 0; i < len(q); i++ {
		u := q[i]
		if r.placed(u) || r.Men[u].Role == chess.Pawn && r.plan.End[u] == r.Men[u].Sq {
			continue
		}
		if m := r.place(u, i); m != 0 && r.allowed(m) {
			return m
		}
		if looked++; looked >= r.lookahead {
			break
		}
	}
	return 0
}

// queueMen makes the queues: first the kings, most often; before them men whose present
// square would be shut in; then by the free squares around the square to be reached, least
// first; pawns held back last.
func (r *placing) queueMen() {
	var key [32]int
	goal := &r.goal.Board
	occ := goal.Occupied()
	for c := chess.White; c <= chess.Black; c++ {
		r.queue[c] = r.queue[c][:0]
		for bb := r.Board.Colored(c); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			u := r.At[sq]
			m := &r.Men[u]
			switch m.Role {
			case chess.Pawn:
				r.target[u] = r.plan.End[u]
				if r.plan.End[u] == sq {
					continue
				}
				key[u] = 1000 + r.rng.N(100)
			case chess.King:
				key[u] = 0
				if r.rng.Chance(30) {
					key[u] = r.rng.N(300)
				}
			default:
				to := r.target[u]
				free := (base.Reach(m.Role, to, occ) &^ occ).Count()
				key[u] = 20 + 10*free + r.rng.N(40)
				if sq != to && chess.Flood(m.Role, sq.BB(), occ).Count() <= 4 {
					key[u] = -10 - r.rng.N(10)
				}
			}
			r.queue[c] = append(r.queue[c], u)
			q := r.queue[c]
			for j := len(q) - 1; j > 0 && key[q[j-1]] > key[u]; j-- {
				q[j], q[j-1] = q[j-1], q[j]
			}
		}
	}
	r.lookahead = 4 + r.rng.N(8)
}

// placed reports whether a man stands where it belongs.
func (r *placing) placed(u int8) bool { return r.Men[u].Sq == r.target[u] }
