package rules

import "chesscensus/chess"

// A retractor takes back single moves of the side that has just moved, and tests of each whether the king to move
// was not attacked before it. The theorems on checks rest on it; package retro has a full generator of unmoves.
//
// The moves that it tries include every legal last move that can have given the present checks; they may include
// others. Loops over sets are written out, since a range over them would move the retractor to the heap.
type retractor struct {
	b        *chess.Board
	us       chess.Color // the side to move, whose king is in check
	them     chess.Color // the side that has just moved
	king     chess.Square
	occ      chess.Bitboard
	men      chess.Bitboard // men of them that can have moved last: rights keep the others home
	pawnStep int            // one pawn step of them, 8 or -8

	canCaptureMen       bool // us has lost a man
	canCaptureEP        bool // us has lost a pawn or promoted it
	canPromote          bool // them has fewer than 8 pawns
	canPromoteByCapture bool // Pairs > MinPairs: before such a capture MinPairs was greater, and Pairs the same
}

// newRetractor returns a retractor for a setup with one king a side.
func newRetractor(f *Facts) retractor {
	b := &f.Setup.Board
	st := f.statistics()
	r := retractor{
		b: b, us: f.Us, them: f.Them, king: f.Kings[f.Us], occ: f.Occupied, pawnStep: 8,
		men:                 b.Colored(f.Them),
		canCaptureMen:       st.Army[f.Us].captured() > 0,
		canCaptureEP:        st.Army[f.Us].Pawns < 8,
		canPromote:          st.Army[f.Them].Pawns < 8,
		canPromoteByCapture: st.Pairs > st.MinPairs,
	}
	if f.Them == chess.Black {
		r.pawnStep = -8
	}
	for _, kingside := range [2]bool{true, false} {
		if right := chess.Rights(f.Them, kingside); f.Setup.Castling&right != 0 {
			home := chess.A1.For(f.Them)
			corner := home
			if kingside {
				corner += 7
			}
			r.men &^= (home + 4).BB() | corner.BB()
		}
	}
	return r
}

// safeOrigins returns those of the empty squares in origins from which the man on to, then of the given role, can
// have moved without the king having been attacked before. The set occ has the squares that were occupied then,
// except the origin.
//
// A man on an origin attacks the king if the king would attack the origin like that man. Other men attack it if
// nothing is between, so that the origin must be between each of them and the king.
func (r *retractor) safeOrigins(origins chess.Bitboard, to chess.Square, role chess.Role, occ chess.Bitboard) chess.Bitboard {
	if origins == 0 {
		return 0
	}
	origins &^= chess.Attacks(chess.NewPiece(r.us, role), r.king, occ)
	for men := r.b.Attackers(r.king, r.them, occ) &^ to.BB(); men != 0; men &= men - 1 {
		origins &= chess.Between(r.king, men.First())
	}
	return origins
}

// canStep reports whether a man can have moved from one of the empty squares to another without a capture.
func (r *retractor) canStep(origins chess.Bitboard, to chess.Square, role chess.Role) bool {
	return r.safeOrigins(origins, to, role, r.occ&^to.BB()) != 0
}

// canCapture is canStep for a move with a capture that was not en passant.
func (r *retractor) canCapture(origins chess.Bitboard, to chess.Square, role chess.Role) bool {
	return r.canCaptureMen && r.safeOrigins(origins, to, role, r.occ) != 0
}

// explains reports whether some last move explains the checks by the given men: it moved one of
// them to its square or off the line of one.
func (r *retractor) explains(checkers chess.Bitboard) bool {
	for bb := checkers & r.men; bb != 0; bb &= bb - 1 {
		if r.canHaveMovedTo(bb.First(), ^chess.Bitboard(0)) {
			return true
		}
	}
	for bb := checkers; bb != 0; bb &= bb - 1 {
		for line := chess.Between(r.king, bb.First()); line != 0; line &= line - 1 {
			from := line.First() // one of the men within a move of it may have left it
			for men := r.men & (chess.QueenAttacks(from, r.occ) | chess.KnightAttacks(from)); men != 0; men &= men - 1 {
				if r.canHaveMovedTo(men.First(), from.BB()) {
					return true
				}
			}
		}
	}
	return r.canCaptureEP && r.canCaptureMen && r.explainsByEnPassant() || r.explainsByCastling(checkers)
}

// canHaveMovedTo reports whether the man on a square can have come there from one of the
// given empty squares, except by en passant and castling.
func (r *retractor) canHaveMovedTo(to chess.Square, origins chess.Bitboard) bool {
	role := r.b.RoleAt(to)
	origins &^= r.occ
	if role == chess.Pawn {
		return r.canPawnHaveMovedTo(to, origins)
	}
	officerOrigins := origins & chess.Attacks(chess.NewPiece(r.them, role), to, r.occ)
	if r.canStep(officerOrigins, to, role) || r.canCapture(officerOrigins, to, role) {
		return true
	}
	if to.Row() != r.us.BackRow() || role == chess.King || !r.canPromote {
		return false
	}
	pushOrigins, captureOrigins := origins&chess.Square(int(to)-r.pawnStep).BB(), origins&chess.PawnAttacks(r.us, to)
	return r.canStep(pushOrigins, to, chess.Pawn) || r.canPromoteByCapture && r.canCapture(captureOrigins, to, chess.Pawn)
}

// canPawnHaveMovedTo is canHaveMovedTo for a man that is a pawn.
func (r *retractor) canPawnHaveMovedTo(to chess.Square, origins chess.Bitboard) bool {
	steps := to.Row() - 1 // rows beyond the one where it started
	if r.them == chess.Black {
		steps = 6 - to.Row()
	}
	if steps < 1 || steps > 5 { // it has never moved, or there is no such pawn
		return false
	}
	from := chess.Square(int(to) - r.pawnStep)
	pushes := from.BB()
	if steps == 2 && !r.occ.Has(from) {
		pushes |= chess.Square(int(to) - 2*r.pawnStep).BB()
	}
	return r.canStep(origins&pushes, to, chess.Pawn) || r.canCapture(origins&chess.PawnAttacks(r.us, to), to, chess.Pawn)
}

// explainsByEnPassant reports whether an en passant capture explains the checks. It need not look at the checkers: safeOrigins
// demands that the king was not attacked before, so whatever attacks it now came of the capture.
func (r *retractor) explainsByEnPassant() bool {
	row := 5 // on which White captures
	if r.them == chess.Black {
		row = 2
	}
	pawns := r.b.Pieces(r.them, chess.Pawn) & chess.RowBB(row)
	for bb := pawns; bb != 0; bb &= bb - 1 {
		to := bb.First()
		victim, home := chess.Square(int(to)-r.pawnStep), chess.Square(int(to)+r.pawnStep)
		if r.occ&(victim.BB()|home.BB()) != 0 {
			continue
		}
		if r.safeOrigins(chess.PawnAttacks(r.us, to)&^r.occ, to, chess.Pawn, r.occ&^to.BB()|victim.BB()) != 0 {
			return true
		}
	}
	return false
}

// explainsByCastling reports whether castling explains the checks: there is only one, by the rook next to the king.
func (r *retractor) explainsByCastling(checkers chess.Bitboard) bool {
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
		// With king and rook at home the other king must not be attacked; the rook can
		// attack it from there only along the file.
		occ := r.occ&^((home+c.king).BB()|(home+c.rook).BB()) | (home + 4).BB() | (home + c.corner).BB()
		if r.b.Attackers(r.king, r.them, occ)&^(checkers|king.BB()) == 0 &&
			!chess.RookAttacks(home+c.corner, occ).Has(r.king) {
			return true
		}
	}
	return false
}
