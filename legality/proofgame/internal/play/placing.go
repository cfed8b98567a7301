package play

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
	"chesscensus/legality/proofgame/internal/base"
)

// Limits in plies, costs, and chances in percent.
const (
	officerLimit = 500 // plies in which all men have to be placed
	requeuePlies = 120 // plies after which the queues are made anew
	passPlaced   = 25  // cost of passing an officer or king on its target, see passOfficer
	kingExtra    = 25  // cost of passing a king, in addition

	reassignPercent  = 50 // the targets are chosen anew with the queues
	queueKingPercent = 30 // the king is queued among the officers
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
	lookahead   int            // number of men of the queue that are tried in a ply
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
		if p.Board == p.goal.Board {
			return p.finishParity()
		}
		if ply%requeuePlies == requeuePlies-1 {
			if p.rng.Chance(reassignPercent) && !p.assign() {
				return false
			}
			p.queueMen()
		}
		if !p.advance(p.nextMove()) {
			break
		}
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

// queueMen queues the men of each color, and pawns held back, in the order of their keys (queueKey).
func (p *placing) queueMen() {
	var keys [32]int
	for c := chess.White; c <= chess.Black; c++ {
		p.queue[c] = p.queue[c][:0]
		for bb := p.Board.Colored(c); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			u := p.At[sq]
			if p.Men[u].Role == chess.Pawn {
				if p.target[u] = p.plan.End[u]; p.target[u] == sq {
					continue
				}
			}
			keys[u] = p.queueKey(u)
			p.queue[c] = append(p.queue[c], u)
		}
		slices.SortStableFunc(p.queue[c], func(u, v int8) int { return keys[u] - keys[v] })
	}
	p.lookahead = 4 + p.rng.N(8)
}

// queueKey returns the sort key of man u in the queue, less for those that are placed earlier: below 0 for officers whose present square
// the goal shuts in, 0 for most kings, then by the number of free squares around the targets of officers, and from 1000 on for pawns.
func (p *placing) queueKey(u int8) int {
	man := &p.Men[u]
	occ := p.goal.Board.Occupied()
	switch man.Role {
	case chess.Pawn:
		return 1000 + p.rng.N(100)
	case chess.King:
		if p.rng.Chance(queueKingPercent) {
			return p.rng.N(300)
		}
		return 0
	}
	free := base.Reach(man.Role, p.target[u], occ) &^ occ
	key := 20 + 10*free.Count() + p.rng.N(40)
	if !p.isPlaced(u) && chess.Flood(man.Role, man.Sq.BB(), occ).Count() <= 4 {
		key = -10 - p.rng.N(10)
	}
	return key
}

// isPlaced reports whether man u stands on its target.
func (p *placing) isPlaced(u int8) bool { return p.Men[u].Sq == p.target[u] }
