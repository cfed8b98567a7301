package cage

import "chesscensus/chess"

// Deadlocked returns a set of men of which none can have moved last among them: each
// could have come only from squares that the others hold. If one of them does not stand
// where such a man stands at the start, the setup is illegal, and the set is returned;
// otherwise the empty set.
//
// Proof: take a game to the setup. Some man of the set has arrived on its square: one that
// does not stand where the start has one like it, and perhaps others that came back or took
// a home square of their kind. Of all that have arrived take the one that did so last. From
// then on all men of the set stand on their squares, those that never moved included; a king
// and rook that castle arrive together. It came over a square next to its own in the direction
// of its move, or from a knight's move away, or, if it was promoted or castled, from those given
// below; that square was left empty by its move. But the set holds it.
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

// sources returns the squares next to the man on a square, or a knight's move away, that a
// move of it to there must have left or passed last.
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
