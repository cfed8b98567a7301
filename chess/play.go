package chess

// rightsAfter holds for every square the castling rights that can remain when a man leaves it or is captured on it.
var rightsAfter = func() (t [64]Castling) {
	for sq := range t {
		t[sq] = AllCastling
	}
	for i, h := range castlingHomes {
		t[h.king] &^= 1 << i
		t[h.rook] &^= 1 << i
	}
	return t
}()

// Play returns the position after the move m, which must be legal in p; see [Position.IsLegal] for moves from outside. The en
// passant square of the new position is set only if an en passant capture is legal in it.
//
// After a move that is not legal the result is not a position, but Play does not panic. It costs about 10 ns.
func (p *Position) Play(m Move) (q Position) {
	p.play(m, &q)
	return q
}

// play makes q the position after m. It may be p itself.
func (p *Position) play(m Move, q *Position) {
	*q = *p
	b := &q.s.Board.bb
	us := p.s.Turn & 1
	from, to := Bitboard(1)<<(m&63), Bitboard(1)<<(m>>toShift&63)
	// Without a capture the captured role is NoRole, so that the second line has index
	// 1, the men of Black. It changes nothing, as none of them is on the square yet.
	b[us^1] &^= to
	b[(m>>capturedShift+1)&7] &^= to
	b[us] ^= from | to
	b[(m>>roleShift+1)&7] ^= from | to
	q.s.Castling &= rightsAfter[m&63] & rightsAfter[m>>toShift&63]
	q.s.Turn = us ^ 1
	q.s.EP = NoSquare
	if m >= 1<<promoShift {
		q.playSpecial(m, us)
	}
}

// playSpecial completes a promotion, an en passant capture, castling, or a double step by color us.
func (q *Position) playSpecial(m Move, us Color) {
	b := &q.s.Board.bb
	to := m.To()
	switch {
	case m&doubleFlag != 0:
		ep := to ^ 8
		if pawnAttacks[us&1][ep&63]&b[us&1^1]&b[Pawn+1] == 0 {
			return
		}
		q.s.EP = ep
		if q.s.epCapturers() == 0 {
			q.s.EP = NoSquare
		}
	case m&castleFlag != 0:
		rook := to.BB()>>1 | to.BB()<<1 // kingside: from right to left of the king
		if to&7 == 2 {
			rook = to.BB()>>2 | to.BB()<<1
		}
		b[us&1] ^= rook
		b[Rook+1] ^= rook
	case m&epFlag != 0:
		pawn := (to ^ 8).BB()
		b[us&1^1] &^= pawn
		b[Pawn+1] &^= pawn
	default:
		b[Pawn+1] ^= to.BB()
		b[(m.Promotion()+1)&7] ^= to.BB()
	}
}
