package cage

import "chesscensus/chess"

// initial is where the men stand at the start.
var initial = chess.InitialSetup().Board

// deadlocked returns a set of men of which none can have arrived last, as in Lemma 1: it holds
// the sources of all its men. If one of them stands where the initial position has none like it,
// the setup is illegal, and the set is returned; otherwise the empty set.
//
// It is the greatest such set: whoever has a source outside is taken out until nobody has.
func deadlocked(s *chess.Setup) chess.Bitboard {
	b := &s.Board
	set := immobile(b)
	for bb := set; bb != 0; bb &= bb - 1 {
		if sq := bb.First(); b.At(sq) != initial.At(sq) {
			return set
		}
	}
	return 0
}

// immobile returns the greatest set of men that holds all sources of its men, except sources that checks
// exclude (Lemma 10). If all its men stand where the initial position has men like them, none of them has
// ever moved.
//
// Invariant: the set returned, and every other set with the property, is a subset of set.
func immobile(b *chess.Board) chess.Bitboard {
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

// excludedByChecks reports whether checks exclude that the man on sq arrived last of a set and left a
// source empty: cases (a) to (c) of Lemma 10.
func excludedByChecks(b *chess.Board, set chess.Bitboard, sq, source chess.Square) bool {
	p := b.At(sq)
	c, role := p.Color(), p.Role()
	if mayHaveCastled(b, set, sq) {
		return false
	}
	enemy := b.King(c.Other())
	if role == chess.King {
		return set.Has(enemy) && chess.KingAttacks(enemy).Has(source) || neverOn(b, set&^sq.BB(), c, source)
	}
	if !set.Has(enemy) {
		return false
	}
	// A man that stood on the source, as what it was then, gave check before it moved.
	if pawnSources(c, sq).Has(source) && (role == chess.Pawn || sq.Row() == c.LastRow()) {
		if source.File() == sq.File() && sq.Row() == c.PawnRow()+2*c.Forward() {
			return false // a double step passes over it
		}
		if !chess.PawnAttacks(c, source).Has(enemy) {
			return false
		}
		if role == chess.Pawn {
			return true
		}
	}
	return chess.Steps(role, sq.BB()).Has(source) && chess.Steps(role, source.BB()).Has(enemy) && (role == chess.Knight || !mayComeFromBehind(set, sq, source)) ||
		!chess.Steps(role, sq.BB()).Has(source)
}

// castlings are where castling puts king and rook, by their files, and the files that it leaves empty.
var castlings = [...]struct {
	king, rook int
	empty      chess.Bitboard
}{
	{6, 5, chess.FileBB(4) | chess.FileBB(7)},
	{2, 3, chess.FileBB(0) | chess.FileBB(1) | chess.FileBB(4)},
}

// mayHaveCastled reports whether the man on sq may have castled last of a set: it stands where castling puts it, the set may have the other man
// beside it, and it does not hold what castling leaves empty.
func mayHaveCastled(b *chess.Board, set chess.Bitboard, sq chess.Square) bool {
	p := b.At(sq)
	c, role := p.Color(), p.Role()
	if sq.Row() != c.BackRow() {
		return false
	}
	row := chess.RowBB(sq.Row())
	for _, z := range castlings {
		beside, other := chess.NewSquare(z.rook, sq.Row()), chess.Rook
		switch {
		case role == chess.King && sq.File() == z.king:
		case role == chess.Rook && sq.File() == z.rook:
			beside, other = chess.NewSquare(z.king, sq.Row()), chess.King
		default:
			continue
		}
		if set&row&z.empty == 0 && (!set.Has(beside) || b.At(beside) == chess.NewPiece(c, other)) {
			return true
		}
	}
	return false
}

// mayComeFromBehind reports whether a line piece that came to sq over source may have come from further away: the square behind
// source is on the board and not held by the set.
func mayComeFromBehind(set chess.Bitboard, sq, source chess.Square) bool {
	file, row := 2*source.File()-sq.File(), 2*source.Row()-sq.Row()
	return file >= 0 && file < 8 && row >= 0 && row < 8 && !set.Has(chess.NewSquare(file, row))
}

// neverOn reports whether the king of a color cannot have stood on source before the last arrival of a set, which is its own; set
// is without it. A man of the set beside source gives check there, and cannot have come just before.
func neverOn(b *chess.Board, set chess.Bitboard, c chess.Color, source chess.Square) bool {
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
