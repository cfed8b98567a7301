package cage

import "chesscensus/chess"

// initial is the board of the initial position.
var initial = chess.InitialSetup().Board

// deadlockedMen returns a set of men of which none can have arrived last, if a man of the set stands where the initial position
// has none like it. The setup is illegal then, by Lemmas 1 and 10. Otherwise it returns the empty set.
func deadlockedMen(s *chess.Setup) chess.Bitboard {
	b := &s.Board
	set := immobileMen(b)
	for bb := set; bb != 0; bb &= bb - 1 {
		if sq := bb.First(); b.At(sq) != initial.At(sq) {
			return set
		}
	}
	return 0
}

// immobileMen returns the greatest set of men that holds all sources of its men, except sources that checks exclude (Lemma 10).
// If all its men stand where the initial position has men like them, none of them has ever moved.
//
// Invariant: every set with this property is a subset of set. A man leaves set if it has a source outside that checks do not
// exclude.
func immobileMen(b *chess.Board) chess.Bitboard {
	set := b.Occupied()
	for {
		before := set
		for bb := set; bb != 0; bb &= bb - 1 {
			sq := bb.First()
			for open := sources(b, sq) &^ set; open != 0; open &= open - 1 {
				if !excludedByChecks(b, set, sq, open.First()) {
					set &^= sq.BB()
					break
				}
			}
		}
		if set == before {
			return set
		}
	}
}

// excludedByChecks reports whether checks exclude that the man on sq arrived last of a set and left a source empty. These are the
// cases (a) to (c) of Lemma 10.
func excludedByChecks(b *chess.Board, set chess.Bitboard, sq, source chess.Square) bool {
	p := b.At(sq)
	c, role := p.Color(), p.Role()
	if mayHaveCastled(b, set, sq) {
		return false
	}
	enemy := b.King(c.Other())
	if role == chess.King { // case (a)
		return set.Has(enemy) && chess.KingAttacks(enemy).Has(source) || kingNeverOn(b, set&^sq.BB(), c, source)
	}
	if !set.Has(enemy) {
		return false
	}
	// Case (b): the man may have been a pawn on the source. Then that pawn gave check before it moved.
	if pawnSources(c, sq).Has(source) && (role == chess.Pawn || sq.Row() == c.LastRow()) {
		if source.File() == sq.File() && sq.Row() == c.PawnRow()+2*c.Forward() {
			return false // the source may be the square that a double step passed over
		}
		if !chess.PawnAttacks(c, source).Has(enemy) {
			return false
		}
		if role == chess.Pawn {
			return true
		}
	}
	// Case (c): the man was an officer. If the source is not one step of its role away, it cannot have come from there.
	if !chess.Steps(role, sq.BB()).Has(source) {
		return true
	}
	wasOnSource := role == chess.Knight || !mayComeFromBehind(set, sq, source)
	return wasOnSource && chess.Steps(role, source.BB()).Has(enemy)
}

// castlings lists for kingside and queenside castling the files to which king and rook go, and the files that are empty
// afterwards.
var castlings = [...]struct {
	king, rook int
	empty      chess.Bitboard
}{
	{6, 5, chess.FileBB(4) | chess.FileBB(7)},
	{2, 3, chess.FileBB(0) | chess.FileBB(1) | chess.FileBB(4)},
}

// mayHaveCastled reports whether castling may have brought the man on sq to its square, as the last arrival of a set. The man is
// a king or rook where castling puts it. The square of the other of the two holds that man or is not in the set. The set holds
// none of the squares that castling leaves empty.
func mayHaveCastled(b *chess.Board, set chess.Bitboard, sq chess.Square) bool {
	p := b.At(sq)
	c, role := p.Color(), p.Role()
	if sq.Row() != c.BackRow() {
		return false
	}
	row := chess.RowBB(sq.Row())
	for _, castling := range castlings {
		beside, other := chess.NewSquare(castling.rook, sq.Row()), chess.Rook
		switch {
		case role == chess.King && sq.File() == castling.king:
		case role == chess.Rook && sq.File() == castling.rook:
			beside, other = chess.NewSquare(castling.king, sq.Row()), chess.King
		default:
			continue
		}
		if set&row&castling.empty == 0 && (!set.Has(beside) || b.At(beside) == chess.NewPiece(c, other)) {
			return true
		}
	}
	return false
}

// mayComeFromBehind reports whether a line piece that came to sq over source may have come from further away. That is so if the
// square behind source is on the board and not in the set.
func mayComeFromBehind(set chess.Bitboard, sq, source chess.Square) bool {
	file, row := 2*source.File()-sq.File(), 2*source.Row()-sq.Row()
	return file >= 0 && file < 8 && row >= 0 && row < 8 && !set.Has(chess.NewSquare(file, row))
}

// kingNeverOn reports whether the king of color c cannot have stood on source before it arrived last of a set; set is given
// without the king. That is so if an enemy man of the set gives check to source and cannot have come just before (case (a) of
// Lemma 10).
func kingNeverOn(b *chess.Board, set chess.Bitboard, c chess.Color, source chess.Square) bool {
	for bb := set & b.Colored(c.Other()) &^ b.Of(chess.King); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		role := b.RoleAt(sq)
		checks := chess.Steps(role, sq.BB())
		if role == chess.Pawn {
			checks = chess.PawnAttacks(c.Other(), sq)
		}
		if checks.Has(source) && sources(b, sq)&^set&^source.BB() == 0 {
			return true
		}
	}
	return false
}

// sources returns the sources of the man on a square, as Lemma 1 defines them.
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

// pawnSources returns the squares from which a pawn can have come to sq, or none if sq is on its pawn row.
func pawnSources(c chess.Color, sq chess.Square) chess.Bitboard {
	if sq.Row() == c.PawnRow() {
		return 0
	}
	from := sq.Ahead(c.Other())
	beside := chess.Steps(chess.Rook, from.BB()) & chess.RowBB(from.Row())
	return from.BB() | beside
}
