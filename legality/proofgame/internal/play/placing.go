package play

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
	"chesscensus/legality/proofgame/internal/base"
)

// Limits in plies.
const (
	officerLimit = 500 // plies in which all men have to be placed
	officerTurn  = 120 // plies after which the queues are made anew, and the targets in half of the cases
)

// A placing plays the last stage: officers, kings and pawns held back go to their squares.
type placing struct {
	*scene
	path        *path            // for castling that is still to come
	target      [32]chess.Square // by man, square of the goal for officers and kings
	queue       [2][]int8        // by color, men in the order in which they are placed
	matching    assign.Problem
	final       chess.Bitboard // squares of pawns at their ends
	foremostWay chess.Bitboard // way of the foremost man, which others keep clear
	foremost    int8           // first man of the queue with a way, or NoMan
	lookahead   int            // how many men of the queue are tried in a ply
	tempo       tempoSearch
}

// playOfficers plays until the goal is reached and reports whether it is.
func (p *placing) playOfficers() bool {
	p.chosen, p.arrived = 0, 0
	if !p.assign() {
		return false
	}
	p.queueMen()
	for ply := range officerLimit {
		if p.atGoal() {
			return p.finishParity()
		}
		if ply%officerTurn == officerTurn-1 {
			if p.rng.Chance(50) && !p.assign() {
				return false
			}
			p.queueMen()
		}
		m := p.nextMove()
		p.budget.Spent++
		if m == 0 {
			break
		}
		p.make(m)
	}
	return false
}

// finishParity loses a move if the wrong side is to move, and reports whether the position is the goal then.
func (p *placing) finishParity() bool {
	if p.Us != p.goal.Turn && !p.tempo.loseMove(p.scene) {
		return false
	}
	return p.Pos.Setup() == p.goal
}

// atGoal reports whether the board is that of the goal.
func (p *placing) atGoal() bool { return p.Board == p.goal.Board }

// nextMove returns the move of the side to move, or 0 if there is none.
func (p *placing) nextMove() chess.Move {
	p.final = p.finalPawns()
	if m := p.path.castlingMove(); m != 0 {
		return m
	}
	if p.InCheck {
		return p.evade()
	}
	asked := &p.requests[p.Us]
	asked.vacate &= p.Own
	if asked.stopAttacking != 0 && p.rng.Chance(requestPercent) {
		if m := p.reduceAttacks(asked.stopAttacking); m != 0 {
			return m
		}
	}
	if asked.vacate != 0 && p.rng.Chance(requestPercent) {
		if m := p.fulfillRequest(); m != 0 {
			return m
		}
	}
	if m := p.placeNext(); m != 0 {
		return m
	}
	if asked.vacate != 0 {
		if m := p.fulfillRequest(); m != 0 {
			return m
		}
	}
	if m := p.waitingMove(); m != 0 {
		return m
	}
	return p.anyQuietMove()
}

// placeNext returns a move for the first man of the queue that has one, or 0. It makes the requests and ways of our color anew.
func (p *placing) placeNext() chess.Move {
	p.requests[p.Them], p.ways[p.Us] = requests{}, 0
	p.foremostWay, p.foremost = 0, base.NoMan
	queue := p.queue[p.Us]
	looked := 0
	for i := 0; i < len(queue); i++ {
		u := queue[i]
		if p.isPlaced(u) || p.Men[u].Role == chess.Pawn && p.plan.End[u] == p.Men[u].Sq {
			continue
		}
		if m := p.placeMan(u, i); m != 0 && p.isAllowed(m) {
			return m
		}
		if looked++; looked >= p.lookahead {
			break
		}
	}
	return 0
}

// queueMen sorts the men of each color by when they have to be placed: men whose present square would be shut in, then the king in most
// cases, then officers by the number of free squares around their target, and pawns held back last.
func (p *placing) queueMen() {
	var key [32]int
	goal := &p.goal.Board
	occ := goal.Occupied()
	for c := chess.White; c <= chess.Black; c++ {
		p.queue[c] = p.queue[c][:0]
		for bb := p.Board.Colored(c); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			u := p.At[sq]
			man := &p.Men[u]
			switch man.Role {
			case chess.Pawn:
				p.target[u] = p.plan.End[u]
				if p.plan.End[u] == sq {
					continue
				}
				key[u] = 1000 + p.rng.N(100) // in random order, after the officers
			case chess.King:
				key[u] = 0
				if p.rng.Chance(30) {
					key[u] = p.rng.N(300)
				}
			default:
				to := p.target[u]
				free := (base.Reach(man.Role, to, occ) &^ occ).Count()
				key[u] = 20 + 10*free + p.rng.N(40)
				if sq != to && chess.Flood(man.Role, sq.BB(), occ).Count() <= 4 {
					key[u] = -10 - p.rng.N(10) // its square would be shut in: before the king
				}
			}
			p.queue[c] = append(p.queue[c], u)
			q := p.queue[c] // the new man goes down to its place
			for j := len(q) - 1; j > 0 && key[q[j-1]] > key[u]; j-- {
				q[j], q[j-1] = q[j-1], q[j]
			}
		}
	}
	p.lookahead = 4 + p.rng.N(8)
}

// isPlaced reports whether man u stands on its target.
func (p *placing) isPlaced(u int8) bool { return p.Men[u].Sq == p.target[u] }
