package rules

import "chesscensus/chess"

// A retractor takes back single moves of the side that has just moved and asks of
// each whether the king to move was left alone before it. It is what the theorems on
// checks rest on; a full generator of unmoves is another stage's business.
//
// Taken together, the candidates contain every legal last move that gave the present
// checks: any that is missing must leave the king attacked before it. For soundness
// it may contain more. Loops over sets are written out, since a range over them would
// move the retractor to the heap.
type retractor struct {
	b    *chess.Board
	us   chess.Color // the side to move, whose king is in check
	them chess.Color // the side that has just moved
	king chess.Square
	occ  chess.Bitboard
	men  chess.Bitboard // men of them that can have moved last: rights keep the others home
	up   int            // one pawn step of them, 8 or -8

	captures bool // us has lost a man
	pawnLost bool // us has lost a pawn or promoted it
	promoted bool // them has fewer than 8 pawns
	spare    bool // the balance of pairs leaves room for a capture with promotion
}

func newRetractor(f *Facts) retractor {
	b := &f.Setup.Board
	st := f.Stats()
	r := retractor{
		b: b, us: f.Us, them: f.Them, king: f.Kings[f.Us], occ: f.Occupied, up: 8,
		men:      b.Colored(f.Them),
		captures: st.Army[f.Us].Captured() > 0,
		pawnLost: st.Army[f.Us].Pawns < 8,
		promoted: st.Army[f.Them].Pawns < 8,
		spare:    st.Pairs > st.MinPairs,
	}
	if f.Them == chess.Black {
		r.up = -8
	}
	for side := range 2 {
		if right := chess.Rights(f.Them, side == 0); f.Setup.Castling&right != 0 {
			home := chess.A1.For(f.Them)
			corner := home
			if side == 0 {
				corner += 7
			}
			r.men &^= (home + 4).BB() | corner.BB()
		}
	}
	return r
}

// quiet reports whether the king was not attacked before the man on to, then of the
// given role, moved there from the given square. Occ is what was occupied then,
// the origin included.
func (r *retractor) quiet(from, to chess.Square, role chess.Role, occ chess.Bitboard) bool {
	return r.b.Attackers(r.king, r.them, occ)&^to.BB() == 0 &&
		!chess.Attacks(chess.NewPiece(r.them, role), from, occ).Has(r.king)
}

// step tests the move from a square to another without capture, take the one with a
// capture of an ordinary kind.
func (r *retractor) step(from, to chess.Square, role chess.Role) bool {
	return r.quiet(from, to, role, r.occ&^to.BB()|from.BB())
}

func (r *retractor) take(from, to chess.Square, role chess.Role) bool {
	return r.captures && r.quiet(from, to, role, r.occ|from.BB())
}

// explains reports whether some last move explains the checks by the given men, at
// least one of which it must have brought there or disclosed.
func (r *retractor) explains(checkers chess.Bitboard) bool {
	for bb := checkers & r.men; bb != 0; bb &= bb - 1 {
		if r.movedTo(bb.First(), ^chess.Bitboard(0)) {
			return true
		}
	}
	for bb := checkers; bb != 0; bb &= bb - 1 {
		for line := chess.Between(r.king, bb.First()); line != 0; line &= line - 1 {
			from := line.First()
			for men := r.men & r.near(from); men != 0; men &= men - 1 {
				if r.movedTo(men.First(), from.BB()) {
					return true
				}
			}
		}
	}
	return r.pawnLost && r.captures && r.enPassant() || r.castled(checkers)
}

// near returns the squares that a man can have reached in one move from a square,
// whatever its role.
func (r *retractor) near(from chess.Square) chess.Bitboard {
	return chess.QueenAttacks(from, r.occ) | chess.KnightAttacks(from)
}

// movedTo reports whether the man on a square can have come there from one of the
// given empty squares, en passant and castling excepted.
func (r *retractor) movedTo(to chess.Square, froms chess.Bitboard) bool {
	role := r.b.RoleAt(to)
	froms &^= r.occ
	if role == chess.Pawn {
		return r.pawnMovedTo(to, froms)
	}
	for bb := froms & chess.Attacks(chess.NewPiece(r.them, role), to, r.occ); bb != 0; bb &= bb - 1 {
		from := bb.First()
		if r.step(from, to, role) || r.take(from, to, role) {
			return true
		}
	}
	if to.Row() != r.us.BackRow() || role == chess.King || !r.promoted {
		return false
	}
	from := chess.Square(int(to) - r.up)
	if froms.Has(from) && r.step(from, to, chess.Pawn) {
		return true
	}
	if !r.spare {
		return false
	}
	for bb := froms & chess.PawnAttacks(r.us, to); bb != 0; bb &= bb - 1 {
		from := bb.First()
		if r.take(from, to, chess.Pawn) {
			return true
		}
	}
	return false
}

// pawnMovedTo is movedTo for a pawn that is still one.
func (r *retractor) pawnMovedTo(to chess.Square, froms chess.Bitboard) bool {
	steps := to.Row() - 1 // from its second row
	if r.them == chess.Black {
		steps = 6 - to.Row()
	}
	if steps < 1 || steps > 5 { // it has never moved, or there is no such pawn
		return false
	}
	from := chess.Square(int(to) - r.up)
	if froms.Has(from) && r.step(from, to, chess.Pawn) {
		return true
	}
	if twice := chess.Square(int(to) - 2*r.up); steps == 2 && !r.occ.Has(from) &&
		froms.Has(twice) && r.step(twice, to, chess.Pawn) {
		return true
	}
	for bb := froms & chess.PawnAttacks(r.us, to); bb != 0; bb &= bb - 1 {
		from := bb.First()
		if r.take(from, to, chess.Pawn) {
			return true
		}
	}
	return false
}

// enPassant reports whether an en passant capture explains the checks.
func (r *retractor) enPassant() bool {
	row := 5 // on which White captures
	if r.them == chess.Black {
		row = 2
	}
	pawns := r.b.Pieces(r.them, chess.Pawn) & chess.RowBB(row)
	for bb := pawns; bb != 0; bb &= bb - 1 {
		to := bb.First()
		victim, home := chess.Square(int(to)-r.up), chess.Square(int(to)+r.up)
		if r.occ&(victim.BB()|home.BB()) != 0 {
			continue
		}
		for bb := chess.PawnAttacks(r.us, to) &^ r.occ; bb != 0; bb &= bb - 1 {
			from := bb.First()
			if r.quiet(from, to, chess.Pawn, r.occ&^to.BB()|from.BB()|victim.BB()) {
				return true
			}
		}
	}
	return false
}

// castled reports whether castling explains the checks: they are one, by the rook
// next to the king.
func (r *retractor) castled(checkers chess.Bitboard) bool {
	home := chess.A1.For(r.them)
	king := r.b.King(r.them)
	if checkers.Many() || !r.men.Has(king) {
		return false
	}
	for _, c := range [2]struct{ king, rook, corner, empty chess.Square }{{6, 5, 7, 7}, {2, 3, 0, 1}} {
		if king != home+c.king || !checkers.Has(home+c.rook) ||
			!r.b.Pieces(r.them, chess.Rook).Has(home+c.rook) ||
			r.occ&((home+4).BB()|(home+c.corner).BB()|(home+c.empty).BB()) != 0 {
			continue
		}
		// The king is quiet with king and rook at home; the rook can attack it there
		// only along the file.
		occ := r.occ&^((home+c.king).BB()|(home+c.rook).BB()) | (home + 4).BB() | (home + c.corner).BB()
		if r.b.Attackers(r.king, r.them, occ)&^(checkers|king.BB()) == 0 &&
			!chess.RookAttacks(home+c.corner, occ).Has(r.king) {
			return true
		}
	}
	return false
}
