package planner

import "chesscensus/chess"

// The last stage: officers, kings and pawns held back go to their squares.

// officers is what this stage remembers.
type officers struct {
	target [32]chess.Square // of officers and kings
	queue  [2][]int8        // men by color in the order of placing
	match  matching
	final  chess.Bitboard // pawns on their last square
	top    chess.Bitboard // way of the foremost man
	topMan int8
	width  int // how many of the queue are looked at in a ply
}

// placed reports whether a man stands where it belongs.
func (r *run) placed(u int8) bool { return r.men[u].sq == r.target[u] }

// rankMen makes the queues: first the kings, most often; before them men whose present
// square would be shut in; then by the room around the square to be reached, least
// first; pawns held back last.
func (r *run) rankMen() {
	var key [32]int
	goal := &r.goal.Board
	occ := goal.Occupied()
	for c := chess.White; c <= chess.Black; c++ {
		r.queue[c] = r.queue[c][:0]
		for bb := r.board.Colored(c); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			u := r.at[sq]
			m := &r.men[u]
			switch m.role {
			case chess.Pawn:
				r.target[u] = r.end[u]
				if r.end[u] == sq {
					continue
				}
				key[u] = 1000 + r.dice.n(100)
			case chess.King:
				key[u] = 0
				if r.chance(30) {
					key[u] = r.dice.n(300)
				}
			default:
				to := r.target[u]
				room := (r.reach(m.role, to, occ) &^ occ).Count()
				key[u] = 20 + 10*room + r.dice.n(40)
				if sq != to && region(m.role, sq, occ).Count() <= 4 {
					key[u] = -10 - r.dice.n(10)
				}
			}
			r.queue[c] = append(r.queue[c], u)
			q := r.queue[c]
			for j := len(q) - 1; j > 0 && key[q[j-1]] > key[u]; j-- {
				q[j], q[j-1] = q[j-1], q[j]
			}
		}
	}
	r.width = 4 + r.dice.n(8)
}

// settled reports whether everything stands as in the goal.
func (r *run) settled() bool { return r.board == r.goal.Board }

// planOfficers returns the move of the side to move, 0 if there is none.
func (r *run) planOfficers() chess.Move {
	r.final = r.finalPawns()
	if m := r.castling(); m != 0 {
		return m
	}
	if r.inCheck {
		return r.evadeOfficers()
	}
	asked := &r.ask[r.us]
	asked.vacate &= r.own
	if asked.leave != 0 && r.chance(80) {
		if m := r.relieve(asked.leave); m != 0 {
			return m
		}
	}
	if asked.vacate != 0 && r.chance(80) {
		if m := r.grantOfficers(); m != 0 {
			return m
		}
	}
	if m := r.placeNext(); m != 0 {
		return m
	}
	if asked.vacate != 0 {
		if m := r.grantOfficers(); m != 0 {
			return m
		}
	}
	if m := r.idle(); m != 0 {
		return m
	}
	return r.anything()
}

// placeNext goes through the queue.
func (r *run) placeNext() chess.Move {
	r.ask[r.them], r.ways[r.us] = wishes{}, 0
	r.top, r.topMan = 0, nobody
	q := r.queue[r.us]
	looked := 0
	for i := 0; i < len(q); i++ {
		u := q[i]
		if r.placed(u) || r.men[u].role == chess.Pawn && r.end[u] == r.men[u].sq {
			continue
		}
		if m := r.place(u, i); m != 0 && r.allowed(m) {
			return m
		}
		if looked++; looked >= r.width {
			break
		}
	}
	return 0
}

// allowed rejects, most of the time, a move after which we attack the way of the enemy
// king more often.
func (r *run) allowed(m chess.Move) bool {
	set := r.ask[r.us].leave
	return set == 0 || r.chance(10) || r.count(m, set) <= r.count(0, set)
}

// moveAside returns a quiet move of our man off a square, to where it is in nobody's way
// and preferably nearer to its own square; or one that gives it room.
func (r *run) moveAside(sq chess.Square, avoid chess.Bitboard, depth int) chess.Move {
	u := r.at[sq]
	m := &r.men[u]
	if !r.movable(u) || m.role == chess.Pawn {
		return 0
	}
	stops := r.quietStops(sq, m.role)
	away := stops &^ avoid &^ (r.ways[0] | r.ways[1]) &^ r.ask[r.us].vacate
	if away != 0 {
		if to := r.target[u]; to != chess.NoSquare && !r.placed(u) {
			if away.Has(to) {
				return r.find(sq, to, chess.NoRole)
			}
			if near := away & r.reach(m.role, to, r.occ); near != 0 {
				away = near
			}
		}
		for range 3 {
			if mv := r.find(sq, r.pick(away), chess.NoRole); r.allowed(mv) {
				return mv
			}
		}
	}
	if depth == 0 {
		return 0
	}
	near := chess.Steps(m.role, sq.BB())
	if stops&^avoid == 0 {
		r.ask[r.them].vacate |= near & r.officersOnly() &^ r.own
	}
	for own := near & r.own &^ r.board.Of(chess.Pawn); own != 0; {
		n := r.pick(own)
		own &^= n.BB()
		if mv := r.moveAside(n, avoid|sq.BB(), depth-1); mv != 0 {
			return mv
		}
	}
	if free := stops &^ r.ask[r.us].vacate; free != 0 && r.chance(30) { // along the way, if need be
		return r.find(sq, r.pick(free), chess.NoRole)
	}
	return 0
}

// grantOfficers fulfills the wish to leave squares.
func (r *run) grantOfficers() chess.Move {
	if r.without&wishesToVacate != 0 {
		return 0
	}
	avoid := r.ask[r.us].vacate | r.ways[r.them]
	for set := r.ask[r.us].vacate; set != 0; {
		sq := r.pick(set)
		set &^= sq.BB()
		if m := r.moveAside(sq, avoid, 2); m != 0 {
			return m
		}
	}
	return 0
}

// idle returns a move that loses time: off all ways, preferably by a man not placed.
func (r *run) idle() chess.Move {
	avoid := r.ways[0] | r.ways[1] | r.ask[r.us].vacate
	var best [3]chess.Move
	var ties [3]int
	for _, m := range r.moves {
		if !r.quiet(m) || r.gives(m) {
			continue
		}
		class := 0
		switch {
		case avoid.Has(m.To()):
			class = 2
		case r.placed(r.at[m.From()]) || m.Role() == chess.King:
			class = 1
		}
		if class < 2 && r.ask[r.us].leave != 0 && !r.allowed(m) {
			class = 2
		}
		if ties[class]++; r.dice.n(ties[class]) == 0 {
			best[class] = m
		}
	}
	for _, m := range best {
		if m != 0 {
			return m
		}
	}
	return 0
}

// evadeOfficers answers a check, preferably by men not placed.
func (r *run) evadeOfficers() chess.Move {
	var best chess.Move
	least, ties := 1<<30, 0
	for _, m := range r.moves {
		u := r.at[m.From()]
		if m.Irreversible() || !r.movable(u) {
			continue
		}
		cost := 0
		if r.placed(u) {
			cost += 20
		}
		if m.To() == r.target[u] {
			cost -= 10
		}
		if r.gives(m) {
			cost += 15
		}
		if (r.ways[0] | r.ways[1]).Has(m.To()) {
			cost += 8
		}
		if m.Role() == chess.King {
			cost += 5
		}
		if cost < least {
			least, ties = cost, 0
		}
		if cost == least {
			if ties++; r.dice.n(ties) == 0 {
				best = m
			}
		}
	}
	return best
}
