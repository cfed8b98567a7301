package endgame

import (
	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// searchQuiet reports whether a predecessor of p, in which it is turn's move, by an ordinary quiet unmove is Rest: one without castling,
// castling rights and en passant square before. If not, it returns the largest n of these predecessors.
func (e *enumerator) searchQuiet(p *placement, occ chess.Bitboard, turn chess.Color) (n Class, isRest bool) {
	them := turn.Other()
	free := ^occ
	for from := range (chess.KingAttacks(p.king[them]) & free).All() {
		before := *p
		before.king[them] = from
		if n, isRest = combine(n, e.classAt(&before, them)); isRest {
			return n, true
		}
	}
	for i := range e.index.otherMen {
		g := &e.index.groups[e.index.groupOf[i]]
		if g.color != them {
			continue
		}
		var origins chess.Bitboard
		if g.role == chess.Pawn {
			origins = e.pawnOrigins(p, p.sq[i], them, free)
		} else {
			origins = chess.Attacks(chess.NewPiece(them, g.role), p.sq[i], occ) & free
		}
		for ; origins != 0; origins &= origins - 1 {
			before := e.index.move(*p, i, origins.First())
			if n, isRest = combine(n, e.classAt(&before, them)); isRest {
				return n, true
			}
		}
	}
	return n, false
}

// combine returns the larger of n and the class c, which is ignored if initially illegal, and whether c is Rest.
func combine(n, c Class) (larger Class, isRest bool) {
	switch c {
	case Rest:
		return n, true
	case Initial:
		return n, false
	}
	return max(n, c), false
}

// pawnOrigins returns the squares from which a pawn can have stepped to sq. It leaves double steps next to an enemy
// pawn to searchAll, since an en passant capture may be legal after them.
func (e *enumerator) pawnOrigins(p *placement, sq chess.Square, c chess.Color, free chess.Bitboard) chess.Bitboard {
	bb := sq.BB()
	if c == chess.White {
		origins := bb >> 8 & free &^ chess.Row1
		if sq.Row() == 3 && !e.hasNeighbor(p, sq, c.Other()) {
			origins |= origins >> 8 & free
		}
		return origins
	}
	origins := bb << 8 & free &^ chess.Row8
	if sq.Row() == 4 && !e.hasNeighbor(p, sq, c.Other()) {
		origins |= origins << 8 & free
	}
	return origins
}

// hasNeighbor reports whether a pawn of color c stands beside sq, which holds a pawn of the other color on a row where it could be captured
// en passant.
func (e *enumerator) hasNeighbor(p *placement, sq chess.Square, c chess.Color) bool {
	if !e.index.canEnPassant {
		return false
	}
	beside := (sq.BB()&^chess.FileA)>>1 | (sq.BB()&^chess.FileH)<<1
	for _, g := range e.index.groups {
		if g.color != c || g.role != chess.Pawn {
			continue
		}
		for i := g.first; i < g.first+g.n; i++ {
			if beside.Has(p.sq[i]) {
				return true
			}
		}
	}
	return false
}

// searchAll reports whether any predecessor that the reading allows is Rest. If not, it
// returns the largest n of them, 0 if all are initially illegal.
func (e *enumerator) searchAll(s *chess.Setup) (n Class, isRest bool) {
	e.unmoves = retro.Unmoves(e.unmoves[:0], *s, retro.Options{AllEP: true})
	for _, u := range e.unmoves {
		if !quiet(u) {
			continue
		}
		before := retro.Undo(*s, u)
		if n, isRest = combine(n, e.class(&before)); isRest {
			return n, true
		}
	}
	if e.opt.Reading == Within {
		return n, false
	}
	for _, u := range e.unmoves {
		if quiet(u) {
			continue
		}
		before := retro.Undo(*s, u)
		if n, isRest = combine(n, e.lookback.class(&before, Beyond, e.opt.Lookback)); isRest {
			return n, true
		}
	}
	return n, false
}
