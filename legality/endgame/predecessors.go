package endgame

import (
	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// quick looks for a predecessor that is Rest among the most: quiet moves of the material,
// neither side with castling rights or an en passant square before. If it finds none it
// returns the largest n of those it has seen.
func (e *enumerator) quick(p *placement, occ chess.Bitboard, turn chess.Color) (n Class, open bool) {
	them := turn.Other()
	free := ^occ
	for from := range (chess.KingAttacks(p.king[them]) & free).All() {
		before := *p
		before.king[them] = from
		if n, open = e.worse(n, e.at(&before, them)); open {
			return n, true
		}
	}
	for i := range e.x.others {
		g := &e.x.groups[e.x.groupOf[i]]
		if g.color != them {
			continue
		}
		var back chess.Bitboard
		if g.role == chess.Pawn {
			back = e.pawnBack(p, p.sq[i], them, free)
		} else {
			back = chess.Attacks(chess.NewPiece(them, g.role), p.sq[i], occ) & free
		}
		for ; back != 0; back &= back - 1 {
			before := e.x.move(*p, i, back.First())
			if n, open = e.worse(n, e.at(&before, them)); open {
				return n, true
			}
		}
	}
	return n, false
}

// worse returns the larger of n and a class, which is ignored if initially illegal, and
// whether the class is Rest.
func (e *enumerator) worse(n, c Class) (Class, bool) {
	switch c {
	case Rest:
		return n, true
	case Initial:
		return n, false
	}
	return max(n, c), false
}

// pawnBack returns the squares that a pawn can have stepped from. A double step next to
// an enemy pawn is left to slow, since an en passant capture may be legal after it.
func (e *enumerator) pawnBack(p *placement, sq chess.Square, c chess.Color, free chess.Bitboard) chess.Bitboard {
	bb := sq.BB()
	if c == chess.White {
		one := bb >> 8 & free &^ chess.Row1
		back := one
		if sq.Row() == 3 && !e.neighbor(p, sq, c.Other()) {
			back |= one >> 8 & free
		}
		return back
	}
	one := bb << 8 & free &^ chess.Row8
	back := one
	if sq.Row() == 4 && !e.neighbor(p, sq, c.Other()) {
		back |= one << 8 & free
	}
	return back
}

// neighbor reports whether a pawn of color c stands beside sq.
func (e *enumerator) neighbor(p *placement, sq chess.Square, c chess.Color) bool {
	if !e.x.passes {
		return false
	}
	beside := (sq.BB()&^chess.FileA)>>1 | (sq.BB()&^chess.FileH)<<1
	for _, g := range e.x.groups {
		for i := g.first; i < g.first+g.n && g.color == c && g.role == chess.Pawn; i++ {
			if beside.Has(p.sq[i]) {
				return true
			}
		}
	}
	return false
}

// slow looks for a predecessor that is not illegal among all that the reading allows. If
// there is none it returns the largest n of them, 0 if all are initially illegal.
func (e *enumerator) slow(s *chess.Setup) (n Class, open bool) {
	e.unmoves = retro.Unmoves(e.unmoves[:0], *s, retro.Options{AllEP: true})
	for _, u := range e.unmoves {
		if !quiet(u) {
			continue
		}
		before := retro.Undo(*s, u)
		if n, open = e.worse(n, e.class(&before)); open {
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
		if n, open = e.worse(n, e.lookback.class(&before, Beyond, e.opt.Lookback)); open {
			return n, true
		}
	}
	return n, false
}
