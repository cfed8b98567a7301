package cage

import "chesscensus/chess"

// Deadlocked returns a set of men of which none can have arrived last, as in Lemma 1: it holds
// the sources of all its men. If one of them stands where the initial position has none like it,
// the setup is illegal, and the set is returned; otherwise the empty set.
//
// It is the greatest such set: whoever has a source outside is taken out until nobody has.
func Deadlocked(s *chess.Setup) chess.Bitboard {
	b := &s.Board
	set := b.Occupied()
	for {
		before := set
		for bb := set; bb != 0; bb &= bb - 1 {
			if sq := bb.First(); sources(b, sq)&^set != 0 {
				set &^= sq.BB()
			}
		}
		if set == before {
			break
		}
	}
	initial := chess.InitialSetup()
	for bb := set; bb != 0; bb &= bb - 1 {
		if sq := bb.First(); b.At(sq) != initial.Board.At(sq) {
			return set
		}
	}
	return 0
}

// sources returns the sources of the man on a square, see Lemma 1.
func sources(b *chess.Board, sq chess.Square) chess.Bitboard {
	p := b.At(sq)
	c, role, bb := p.Color(), p.Role(), sq.BB()
	last := c.LastRow()
	if role == chess.Pawn {
		return pawnSources(c, sq)
	}
	set := chess.Steps(role, bb)
	if sq.Row() == last && role != chess.King {
		set |= pawnSources(c, sq) // promotion
	}
	if sq.Row() == c.BackRow() && (role == chess.King || role == chess.Rook) {
		set |= chess.Steps(chess.Rook, bb) // castling, kings and rooks both
	}
	return set
}

// pawnSources returns the squares from which a pawn can have come to sq; none if it stands
// on its second row.
func pawnSources(c chess.Color, sq chess.Square) chess.Bitboard {
	if sq.Row() == c.PawnRow() {
		return 0
	}
	from := sq.Ahead(c.Other())
	row1 := chess.Steps(chess.Rook, from.BB()) & chess.RowBB(from.Row())
	return from.BB() | row1
}
