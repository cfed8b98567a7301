package planner

import "chesscensus/chess"

// What both stages share: bringing men somewhere, making them step aside, answering
// checks, losing time.

// movable reports whether a man may make a move at all.
func (r *run) movable(u int8) bool { return r.frozen>>u&1 == 0 }

// bring returns a move that brings our man u nearer to a square, which may be held by a man
// to be captured; or one that makes room for it.
func (r *run) bring(u int8, to chess.Square) chess.Move {
	m := &r.men[u]
	if m.sq == chess.NoSquare || !r.movable(u) { // captured meanwhile, or kept where it is
		return 0
	}
	targets := to.BB()
	if r.own.Has(to) {
		return r.aside(to, r.busy, 2)
	}
	if r.occ.Has(to) {
		from := r.reach(m.role, to, r.occ&^m.sq.BB())
		if from.Has(m.sq) {
			return 0
		}
		targets = from &^ r.occ
	}
	stops := ^r.checks[m.role]
	hot := chess.Bitboard(0)
	if m.role == chess.King {
		hot = r.danger()
		stops &^= hot
	}
	if w, ok := r.freeWay(m.sq, m.role, targets&stops, stops); ok {
		r.ways[r.us] |= w.path
		return r.find(m.sq, w.first, chess.NoRole)
	}
	obst := r.pathObstacles()
	if r.occ.Has(to) {
		obst[to] = 0
	}
	w := costWay(m.sq, m.role, to, &obst, r.checks[m.role], hot)
	if w.first == chess.NoSquare {
		return 0
	}
	r.ways[r.us] |= w.path
	r.ask[r.them].vacate |= w.path &^ r.own & r.occ &^ to.BB()
	r.ask[r.them].leave |= w.path & hot
	return r.follow(u, w)
}

// follow returns the first move of a way or, if men of ours are in the way, a move of
// one of these.
func (r *run) follow(u int8, w way) chess.Move {
	from := r.men[u].sq
	leg := chess.Between(from, w.first) | w.first.BB()
	if own := leg & r.own; own != 0 {
		return r.aside(r.pick(own), r.busy|w.path, 2)
	}
	if leg&r.occ != 0 {
		return 0
	}
	if m := r.find(from, w.first, chess.NoRole); m != 0 && !r.gives(m) {
		return m
	}
	return 0
}

// pathObstacles returns what it costs to pass each square before the last capture.
func (r *run) pathObstacles() (o obstacles) {
	for bb := r.occ; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		u := r.at[sq]
		switch {
		case r.frozen>>u&1 != 0:
			o[sq] = wall
		case r.men[u].role == chess.King:
			o[sq] = 35
		case r.men[u].role != chess.Pawn:
			o[sq] = 9
		case r.canStep(u):
			o[sq] = 18
		case r.engaged>>u&1 != 0:
			o[sq] = 60
		default:
			o[sq] = wall
		}
	}
	return o
}

// aside returns a move by which our man leaves a square for one that is not to be avoided,
// or failing that one that gives it room.
func (r *run) aside(sq chess.Square, avoid chess.Bitboard, depth int) chess.Move {
	u := r.at[sq]
	m := &r.men[u]
	if !r.movable(u) {
		return 0
	}
	if m.role == chess.Pawn {
		if depth > 0 {
			return r.freeStep(sq.BB(), depth-1)
		}
		return 0
	}
	stops := r.quietStops(sq, m.role)
	if m.role == chess.King {
		if away := stops &^ avoid &^ r.zone(r.us); away != 0 {
			return r.find(sq, r.pick(away), chess.NoRole)
		}
	}
	if away := stops &^ avoid &^ (r.ways[0] | r.ways[1]) &^ r.ask[r.us].vacate; away != 0 {
		return r.find(sq, r.pick(away), chess.NoRole)
	}
	if away := stops &^ r.ask[r.us].vacate &^ (avoid &^ r.busy); away != 0 && r.chance(50) {
		return r.find(sq, r.pick(away), chess.NoRole)
	}
	if depth == 0 {
		return 0
	}
	near := chess.Steps(m.role, sq.BB())
	r.ask[r.them].vacate |= near & r.occ &^ r.own & r.officersOnly()
	for own := near & r.own; own != 0; {
		n := r.pick(own)
		own &^= n.BB()
		if mv := r.aside(n, avoid|sq.BB(), depth-1); mv != 0 {
			return mv
		}
	}
	if stops != 0 && r.chance(30) {
		return r.find(sq, r.pick(stops), chess.NoRole)
	}
	return 0
}

func (r *run) officersOnly() chess.Bitboard {
	return r.occ &^ r.board.Of(chess.Pawn) &^ r.board.Of(chess.King)
}

// grant returns a move that fulfills a wish of the enemy.
func (r *run) grant() chess.Move {
	if r.without&wishesToVacate != 0 {
		return 0
	}
	avoid := r.ask[r.us].vacate | r.busy | r.ways[r.them]
	for set := r.ask[r.us].vacate & r.own; set != 0; {
		sq := r.pick(set)
		set &^= sq.BB()
		if r.arrived>>r.at[sq]&1 != 0 {
			continue
		}
		if m := r.aside(sq, avoid, 2); m != 0 {
			return m
		}
	}
	if r.ask[r.us].leave != 0 {
		return r.relieve(r.ask[r.us].leave)
	}
	return 0
}

// count returns how often our men attack the squares of a set after a move.
func (r *run) count(m chess.Move, set chess.Bitboard) (n int) {
	b := r.board
	if m != 0 {
		next := r.pos.Play(m)
		b = next.Board()
	}
	occ := b.Occupied() &^ b.King(r.them).BB()
	for ; set != 0; set &= set - 1 {
		n += b.Attackers(set.First(), r.us, occ).Count()
	}
	return n
}

// relieve returns a quiet move after which we attack the squares less often.
func (r *run) relieve(set chess.Bitboard) chess.Move {
	best := r.count(0, set)
	var move chess.Move
	ties := 0
	for _, m := range r.moves {
		if !r.quiet(m) || r.gives(m) || set.Has(m.To()) {
			continue
		}
		n := r.count(m, set)
		if n < best {
			best, move, ties = n, m, 1
		} else if n == best && move != 0 {
			if ties++; r.dice.n(ties) == 0 {
				move = m
			}
		}
	}
	return move
}

// quiet reports whether a legal move is one of a free officer or king that captures
// nothing.
func (r *run) quiet(m chess.Move) bool {
	u := r.at[m.From()]
	return !m.Irreversible() && !m.Castles() && (r.frozen|r.arrived)>>u&1 == 0
}

// evade returns an answer to a check that spoils as little as possible.
func (r *run) evade() chess.Move {
	var best chess.Move
	least, ties := 1<<30, 0
	zone := r.zone(r.us)
	for _, m := range r.moves {
		u := r.at[m.From()]
		if m.Captured() != chess.NoRole || !r.movable(u) {
			continue
		}
		cost := 10
		switch {
		case m.Role() == chess.Pawn:
			if !r.canStep(u) || r.busy.Has(m.To()) || (r.interim(u).Row()-m.To().Row())*forward(r.us) < 0 ||
				m.Promotion() != chess.NoRole && m.Promotion() != r.becomes[u] {
				continue
			}
			cost = 0
		case m.Role() == chess.King:
			cost = 5
			if zone.Has(m.To()) {
				cost = 20
			}
		case (r.arrived|r.bound)>>u&1 != 0:
			cost = 40
		}
		if r.ways[r.us].Has(m.To()) || r.busy.Has(m.To()) {
			cost += 5
		}
		if r.gives(m) {
			cost += 15
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

// zone returns the squares where a king is in danger of being shut in or mated: those that
// pawns have to pass, those that enemy pawns will attack, and its home if the enemy
// comes there.
func (r *run) zone(c chess.Color) chess.Bitboard {
	zone := r.busy
	them := c.Other()
	var ways chess.Bitboard
	home := false
	for i := range r.tasks {
		t := &r.tasks[i]
		if !t.done && t.color == them && t.pawn != nobody {
			ways |= t.touch
		}
	}
	for bb := r.board.Of(chess.Pawn); bb != 0; bb &= bb - 1 {
		u := r.at[bb.First()]
		if !r.canStep(u) {
			continue
		}
		way := filePath(ahead(r.men[u].color, r.men[u].sq), r.interim(u))
		zone |= way
		if r.men[u].color == them {
			ways |= way
		}
	}
	zone |= pawnAttacks(them, ways)
	first, second := chess.RowBB(homeRow(c)), chess.RowBB(pawnRow(c))
	home = ways&(first|second) != 0
	if home {
		zone |= first
		ends := ways & (first | second)
		if c == chess.White {
			ends |= ends << 8
		} else {
			ends |= ends >> 8
		}
		ends &= second
		for range 2 {
			ends |= ends&^chess.FileH<<1 | ends&^chess.FileA>>1
		}
		zone |= ends
	}
	return zone
}

// kingZone walks our king out of the zone.
func (r *run) kingZone() chess.Move {
	k := r.board.King(r.us)
	if !r.movable(r.at[k]) || r.without&dangerZone != 0 {
		return 0
	}
	zone := r.zone(r.us)
	side := r.kingSide[r.us]
	if !zone.Has(k) && side.Has(k) {
		return 0
	}
	stops := ^r.danger()
	w, ok := r.freeWay(k, chess.King, stops&^zone&side, stops)
	if !ok && zone.Has(k) {
		w, ok = r.freeWay(k, chess.King, stops&^zone, stops)
	}
	if !ok {
		return 0
	}
	return r.find(k, w.first, chess.NoRole)
}

// kingStep returns any quiet move of our king, if possible to none of the given squares.
func (r *run) kingStep(avoid chess.Bitboard) chess.Move {
	k := r.board.King(r.us)
	if !r.movable(r.at[k]) {
		return 0
	}
	stops := r.quietStops(k, chess.King)
	if s := stops &^ avoid; s != 0 {
		stops = s
	}
	if stops == 0 {
		return 0
	}
	return r.find(k, r.pick(stops), chess.NoRole)
}

// tempo returns a move that does no harm: by an officer that is not needed where it
// stands, off all ways; failing that, by the king.
func (r *run) tempo(avoid chess.Bitboard) chess.Move {
	avoid |= r.ways[0] | r.ways[1] | r.ask[r.us].vacate
	var best [2]chess.Move
	var ties [2]int
	for _, m := range r.moves {
		if !r.quiet(m) || r.gives(m) || r.bound>>r.at[m.From()]&1 != 0 {
			continue
		}
		class := 0
		if m.Role() == chess.King || avoid.Has(m.To()) {
			class = 1
		}
		if ties[class]++; r.dice.n(ties[class]) == 0 {
			best[class] = m
		}
	}
	if best[0] != 0 {
		return best[0]
	}
	return best[1]
}

// anything returns any move that spoils nothing for good.
func (r *run) anything() chess.Move {
	var best chess.Move
	ties := 0
	for _, m := range r.moves {
		if m.Irreversible() || m.Castles() || !r.movable(r.at[m.From()]) {
			continue
		}
		if ties++; r.dice.n(ties) == 0 {
			best = m
		}
	}
	return best
}

// answered reports whether the enemy has a move after ours that captures nothing, and no
// pawn moves; if we are bold, by a man that may move.
func (r *run) answered(m chess.Move) bool {
	next := r.pos.Play(m)
	var buf [256]chess.Move
	for _, reply := range next.Moves(buf[:0]) {
		if !reply.Irreversible() && !(r.bold && !r.movable(r.at[reply.From()])) {
			return true
		}
	}
	return false
}
