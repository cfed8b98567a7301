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
	spare    bool // the balance of pairs leaves free squares for a capture with promotion
}

func newRetractor(f *Facts) retractor {
	b := &f.Setup.Board
	st := f.Stats()
	r := retractor{
		b: b, us: f.Us, them: f.Them, king: f.Kings[f.Us], occ: f.Occupied, up: 8,
		men:      b.Colored(f.Them),
		captures: st.Army[f.Us].captured() > 0,
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

// quiet returns those of some empty squares from which the man on to, then of the given role, can have
// moved there without the king having been attacked before. Occ is what was occupied then but for the origin.
//
// A man on one of the squares attacks the king if the king would attack it like that man. Others do if nothing
// stands between, so that the origin has to be between them.
func (r *retractor) quiet(froms chess.Bitboard, to chess.Square, role chess.Role, occ chess.Bitboard) chess.Bitboard {
	if froms == 0 {
		return 0
	}
	froms &^= chess.Attacks(chess.NewPiece(r.us, role), r.king, occ)
	for men := r.b.Attackers(r.king, r.them, occ) &^ to.BB(); men != 0; men &= men - 1 {
		froms &= chess.Between(r.king, men.First())
	}
	return froms
}

// step tests the moves from some empty squares to another without capture, take those with a
// capture of an ordinary kind.
func (r *retractor) step(froms chess.Bitboard, to chess.Square, role chess.Role) bool {
	return r.quiet(froms, to, role, r.occ&^to.BB()) != 0
}

func (r *retractor) take(froms chess.Bitboard, to chess.Square, role chess.Role) bool {
	return r.captures && r.quiet(froms, to, role, r.occ) != 0
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
	officers := froms & chess.Attacks(chess.NewPiece(r.them, role), to, r.occ)
	if r.step(officers, to, role) || r.take(officers, to, role) {
		return true
	}
	if to.Row() != r.us.BackRow() || role == chess.King || !r.promoted {
		return false
	}
	ahead := froms & chess.Square(int(to)-r.up).BB()
	return r.step(ahead, to, chess.Pawn) || r.spare && r.take(froms&chess.PawnAttacks(r.us, to), to, chess.Pawn)
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
	pushes := from.BB()
	if steps == 2 && !r.occ.Has(from) {
		pushes |= chess.Square(int(to) - 2*r.up).BB()
	}
	return r.step(froms&pushes, to, chess.Pawn) || r.take(froms&chess.PawnAttacks(r.us, to), to, chess.Pawn)
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
		if r.quiet(chess.PawnAttacks(r.us, to)&^r.occ, to, chess.Pawn, r.occ&^to.BB()|victim.BB()) != 0 {
			return true
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
