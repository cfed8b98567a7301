package mate

import "chesscensus/chess"

// A checks holds the squares from which the moves of a position give check.
type checks struct {
	king   chess.Square                   // the defender's king
	direct [chess.King + 1]chess.Bitboard // by role: squares from which a man attacks the king
	// shields are the attacker's men that stand alone between one of the attacker's line
	// pieces and the king. They give check when they leave the line.
	shields chess.Bitboard
}

// newChecks returns the checks of the side to move.
func newChecks(p *chess.Position) (c checks) {
	b := p.Board()
	us := p.Turn()
	k := b.King(us.Other())
	own, occ := b.Colored(us), b.Occupied()
	diagonal, straight := chess.BishopAttacks(k, occ), chess.RookAttacks(k, occ)
	c.king = k
	c.direct[chess.Pawn] = chess.PawnAttacks(us.Other(), k)
	c.direct[chess.Knight] = chess.KnightAttacks(k)
	c.direct[chess.Bishop] = diagonal
	c.direct[chess.Rook] = straight
	c.direct[chess.Queen] = diagonal | straight
	queens := b.Of(chess.Queen)
	c.addShields(diagonal&own, chess.BishopAttacks(k, occ&^(diagonal&own))&own&(b.Of(chess.Bishop)|queens))
	c.addShields(straight&own, chess.RookAttacks(k, occ&^(straight&own))&own&(b.Of(chess.Rook)|queens))
	return c
}

// addShields adds the men of near that stand between the king and a line piece of far.
func (c *checks) addShields(near, far chess.Bitboard) {
	for far &^= near; far != 0; far &= far - 1 {
		c.shields |= chess.Between(c.king, far.First()) & near
	}
}

// isSpecial reports whether a move changes the board in a way that checks does not take into account.
func isSpecial(m chess.Move) bool {
	return m.Promotion() != chess.NoRole || m.EnPassant() || m.Castles()
}

// mayCheck reports whether a move gives check. For special moves it reports true, although they may not.
func (c *checks) mayCheck(m chess.Move) bool {
	if c.direct[m.Role()].Has(m.To()) || isSpecial(m) {
		return true
	}
	return c.shields.Has(m.From()) && !chess.Line(c.king, m.From()).Has(m.To())
}

// mateInOne returns a move that mates at once, if there is one. It leaves the legal moves in f.moves.
func (s *Solver) mateInOne(p *chess.Position, f *frame) (mate chess.Move, found bool) {
	c := newChecks(p)
	f.moves = p.Moves(f.moves[:0])
	made := int64(1)
	for _, m := range f.moves {
		if !c.mayCheck(m) {
			continue
		}
		made++
		if q := p.Play(m); q.CountMoves() == 0 && q.InCheck() {
			mate, found = m, true
			break
		}
	}
	s.spend(made)
	return mate, found
}
