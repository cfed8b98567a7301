package play

import (
	"chesscensus/chess"
)

// quiet reports whether a legal move is one of a free officer or king that captures
// nothing.
func (r *scene) quiet(m chess.Move) bool {
	u := r.At[m.From()]
	return !m.Irreversible() && !m.Castles() && (r.ties.frozen|r.arrived)>>u&1 == 0
}

// anything returns any move that spoils nothing for good.
func (r *scene) anything() chess.Move {
	var best chess.Move
	ties := 0
	for _, m := range r.Moves {
		if m.Irreversible() || m.Castles() || !r.movable(r.At[m.From()]) {
			continue
		}
		if ties++; r.dice.N(ties) == 0 {
			best = m
		}
	}
	return best
}

// answered reports whether the enemy has a move after ours that captures nothing, and no
// pawn moves; if the list may be revised, by a man that may move.
func (r *scene) answered(m chess.Move) bool {
	next := r.Pos.Play(m)
	var buf [256]chess.Move
	for _, reply := range next.Moves(buf[:0]) {
		if !reply.Irreversible() && !(r.revise && !r.movable(r.At[reply.From()])) {
			return true
		}
	}
	return false
}

// relieve returns a quiet move after which we attack the squares less often.
func (r *scene) relieve(set chess.Bitboard) chess.Move {
	best := r.count(0, set)
	var move chess.Move
	ties := 0
	for _, m := range r.Moves {
		if !r.quiet(m) || r.Gives(m) || set.Has(m.To()) {
			continue
		}
		n := r.count(m, set)
		if n < best {
			best, move, ties = n, m, 1
		} else if n == best && move != 0 {
			if ties++; r.dice.N(ties) == 0 {
				move = m
			}
		}
	}
	return move
}

// count returns how often our men attack the squares of a set after a move.
func (r *scene) count(m chess.Move, set chess.Bitboard) (n int) {
	b := r.Board
	if m != 0 {
		next := r.Pos.Play(m)
		b = next.Board()
	}
	occ := b.Occupied() &^ b.King(r.Them).BB()
	for ; set != 0; set &= set - 1 {
		n += b.Attackers(set.First(), r.Us, occ).Count()
	}
	return n
}
