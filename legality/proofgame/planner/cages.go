package planner

import "chesscensus/chess"

// Squares shut in by pawns: a bishop whose square lies behind final pawns has to be there
// before they are. Some pawn then stops short of its end until the officers stand.

// small reports whether a region is a cage for a man of a role.
func small(role chess.Role, reach chess.Bitboard) bool {
	n := reach.Count()
	if role == chess.Knight || role == chess.King {
		return n < 6
	}
	return n < 13
}

// cageWalls returns the walls for a man: pawns of the goal, and for a king the squares that
// enemy pawns attack.
func (r *run) cageWalls(c chess.Color, role chess.Role, pawns chess.Bitboard) chess.Bitboard {
	if role != chess.King {
		return pawns
	}
	them := c.Other()
	return pawns | pawnAttacks(them, pawns&r.goal.Board.Pieces(them, chess.Pawn))
}

// holdBack chooses the pawns that stop short.
func (r *run) holdBack() {
	if r.without&holdingBack != 0 {
		return
	}
	pawns := r.goal.Board.Of(chess.Pawn) | r.solid
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Knight; role <= chess.King; role++ {
			goals := r.goal.Board.Pieces(c, role)
			for bb := goals; bb != 0; bb &= bb - 1 {
				sq := bb.First()
				reach := region(role, sq, r.cageWalls(c, role, pawns))
				if r.sources(c, role, reach) < (goals&reach).Count() && (role != chess.King || small(role, reach)) {
					r.openCage(c, role, sq, false)
				}
			}
			for u := range int8(r.size) {
				sq := r.source(u, c, role)
				if sq == chess.NoSquare {
					continue
				}
				reach := region(role, sq, r.cageWalls(c, role, pawns))
				if small(role, reach) && (goals&reach).Count() < r.sources(c, role, reach) {
					r.openCage(c, role, sq, true)
				}
			}
		}
	}
	r.queueUp()
}

// source returns where a man of a role first stands: at home, or where it is promoted;
// NoSquare for others.
func (r *run) source(u int8, c chess.Color, role chess.Role) chess.Square {
	m := &r.men[u]
	switch {
	case m.color != c:
	case m.role == role && r.births.Has(m.sq) && role != chess.King:
	case m.role == role:
		return m.sq
	case r.becomes[u] == role && r.born[u].Row() == lastRow(c):
		return r.born[u]
	}
	return chess.NoSquare
}

// sources counts the men that are, or will be promoted, in a region.
func (r *run) sources(c chess.Color, role chess.Role, reach chess.Bitboard) (n int) {
	for u := range int8(r.size) {
		if reach&r.source(u, c, role).BB() != 0 {
			n++
		}
	}
	return n
}

// openCage holds back pawns until the region around a square is no cage: one that does it
// alone if there is one, by as few rows as will do.
func (r *run) openCage(c chess.Color, role chess.Role, sq chess.Square, source bool) {
	for range 3 {
		walls := r.heldWalls()
		reach := region(role, sq, r.cageWalls(c, role, walls))
		if r.opened(c, role, sq, source) {
			return
		}
		edge := chess.Steps(role, reach) &^ reach
		best, rows, found, ties := nobody, int8(0), 0, 0
		for u := range int8(r.size) {
			end := r.end[u]
			if end == chess.NoSquare || r.becomes[u] != chess.NoRole {
				continue
			}
			gap := int8(abs(end.Row() - r.rowOf(u)))
			touches := edge.Has(end) || role == chess.King && pawnAttacks(r.men[u].color, end.BB())&edge != 0
			if gap <= r.hold[u] || !touches {
				continue
			}
			for k := r.hold[u] + 1; k <= gap; k++ {
				old := r.hold[u]
				r.hold[u] = k
				opened := r.opened(c, role, sq, source)
				r.hold[u] = old
				rank := 1
				if opened {
					rank = 2
				}
				if rank < found {
					continue
				}
				if rank > found {
					found, ties = rank, 0
				}
				if ties++; r.dice.n(ties) == 0 {
					best, rows = u, k
				}
				if opened {
					break
				}
			}
		}
		if best == nobody {
			return
		}
		r.hold[best] = rows
	}
}

// opened reports whether, with the pawns where they stop, enough men can come to a square
// of the goal; for a source, whether it can be left.
func (r *run) opened(c chess.Color, role chess.Role, sq chess.Square, source bool) bool {
	walls := r.heldWalls()
	if source {
		return !small(role, region(role, sq, r.cageWalls(c, role, walls)))
	}
	return !r.lacks(sq, c, role, walls)
}

// heldWalls returns the pawns of the goal, those held back where they stop.
func (r *run) heldWalls() chess.Bitboard {
	set := r.solid
	for u := range int8(r.size) {
		if r.end[u] != chess.NoSquare && r.becomes[u] == chess.NoRole {
			set |= r.interim(u).BB()
		}
	}
	return set
}

// queueUp holds back pawns behind those held back, so that all have a square.
func (r *run) queueUp() {
	for u := range int8(r.size) {
		if r.hold[u] == 0 {
			continue
		}
		c := r.men[u].color
		front := r.interim(u)
		for next := ahead(c.Other(), front); ; {
			v := r.behindOn(u, front)
			if v == nobody {
				break
			}
			r.hold[v] = int8(abs(r.end[v].Row() - next.Row()))
			u, front = v, next
			next = ahead(c.Other(), front)
		}
	}
}

// behindOn returns the pawn of the color of u behind it whose stop is not behind sq.
func (r *run) behindOn(u int8, sq chess.Square) int8 {
	c := r.men[u].color
	for v := range int8(r.size) {
		if v == u || r.end[v] == chess.NoSquare || r.men[v].color != c || r.becomes[v] != chess.NoRole || r.end[v].File() != sq.File() {
			continue
		}
		if (r.end[u].Row()-r.end[v].Row())*forward(c) > 0 && (r.interim(v).Row()-sq.Row())*forward(c) >= 0 {
			return v
		}
	}
	return nobody
}

// caged returns a square of the goal that no man of its role can reach, neither with the
// pawns where they stop for now nor with all at their end; NoSquare if there is none.
func (r *run) caged() (chess.Square, chess.Color, chess.Role) {
	final := r.goal.Board.Of(chess.Pawn) | r.solid
	walls := r.heldWalls()
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Knight; role <= chess.King; role++ {
			for bb := r.goal.Board.Pieces(c, role) &^ r.ahead; bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if r.shut(sq, c, role, final) && r.shut(sq, c, role, walls) {
					return sq, c, role
				}
			}
		}
	}
	return chess.NoSquare, 0, 0
}

// shut reports whether the region of a square of the goal lacks men and is so small that
// none will be there by chance before it is closed.
func (r *run) shut(sq chess.Square, c chess.Color, role chess.Role, walls chess.Bitboard) bool {
	return r.lacks(sq, c, role, walls) && small(role, region(role, sq, r.cageWalls(c, role, walls)))
}

// lacks reports whether the region of a square of the goal starts with fewer men of the
// role than the goal shows there.
func (r *run) lacks(sq chess.Square, c chess.Color, role chess.Role, walls chess.Bitboard) bool {
	reach := region(role, sq, r.cageWalls(c, role, walls))
	return r.sources(c, role, reach) < (r.goal.Board.Pieces(c, role) & reach).Count()
}
