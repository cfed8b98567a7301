package retro

import "chesscensus/chess"

// The functions of this file list the unmoves of single men, by kind of man.

// findCheckersAndShields sets checkers and shields.
func (g *generator) findCheckersAndShields() {
	b := &g.s.Board
	g.checkers = b.Attackers(g.king, g.them, g.occ)
	own := b.Colored(g.them)
	queens := b.Of(chess.Queen)
	snipers := own & (chess.RookAttacks(g.king, 0)&(b.Of(chess.Rook)|queens) |
		chess.BishopAttacks(g.king, 0)&(b.Of(chess.Bishop)|queens))
	for bb := snipers; bb != 0; bb &= bb - 1 {
		if men := chess.Between(g.king, bb.First()) & g.occ; men != 0 && !men.Many() {
			g.shields |= men & own
		}
	}
}

// origins returns the empty squares from which the man on a square can have come according to
// the other checkers: the man must have stood between each of them and the king.
func (g *generator) origins(to chess.Square) chess.Bitboard {
	bb := ^g.occ
	for c := g.checkers &^ to.BB(); c != 0; c &= c - 1 {
		bb &= chess.Between(g.king, c.First())
	}
	return bb
}

// kingWasSafe reports whether the king of us was not attacked before a man, then of the given role, moved
// from one of its origins to a square: for a move without a capture, and for one with a capture (Lemma 2).
func (g *generator) kingWasSafe(from, to chess.Square, r chess.Role) (withoutCapture, withCapture bool) {
	man := chess.NewPiece(g.them, r)
	if occ := g.occ | from.BB(); chess.Attacks(man, from, occ&^to.BB()).Has(g.king) {
		return false, !chess.Attacks(man, from, occ).Has(g.king)
	}
	return !g.shields.Has(to) || chess.Line(g.king, to).Has(from), true
}

// listOfficer lists the unmoves of an officer or king.
func (g *generator) listOfficer(to chess.Square) {
	origins := g.origins(to)
	if origins == 0 {
		return
	}
	r := g.s.Board.RoleAt(to)
	man := chess.NewPiece(g.them, r)
	// As in kingWasSafe, for all origins at once: an officer attacks the king from the squares that it would
	// attack from the king's square.
	attacksIfEmpty, attacksIfOccupied := chess.Attacks(man, g.king, g.occ&^to.BB()), chess.Attacks(man, g.king, g.occ)
	shielding := ^chess.Bitboard(0)
	if g.shields.Has(to) {
		shielding = chess.Line(g.king, to)
	}
	for bb := origins & chess.Attacks(man, to, g.occ); bb != 0; bb &= bb - 1 {
		from := bb.First()
		withoutCapture, withCapture := shielding.Has(from), true
		if attacksIfEmpty.Has(from) {
			withoutCapture, withCapture = false, !attacksIfOccupied.Has(from)
		}
		g.appendMoves(makeUnmove(from, to, r, chess.NoRole), withoutCapture, withCapture)
	}
}

// listPawn lists the unmoves of a pawn.
func (g *generator) listPawn(to chess.Square) {
	steps := to.Row() - 1 // rows from the pawn row of them
	if g.them == chess.Black {
		steps = 6 - to.Row()
	}
	if steps < 1 {
		return
	}
	from := chess.Square(int(to)-g.pawnStep) & 63
	if origins := g.origins(to); origins != 0 {
		if origins.Has(from) {
			g.appendPawn(from, to, chess.NoRole, true)
		}
		if steps == 2 && !g.occ.Has(from) {
			g.listDoubleStep(chess.Square(int(from)-g.pawnStep)&63, to)
		}
		for bb := origins & chess.PawnAttacks(g.us, to); bb != 0; bb &= bb - 1 {
			g.appendPawn(bb.First(), to, chess.NoRole, false)
		}
	}
	if steps == 4 {
		g.listEnPassant(to)
	}
}

// listPromotions lists the promotions to the officer on a square of the last row.
func (g *generator) listPromotions(to chess.Square) {
	r := g.s.Board.RoleAt(to)
	origins := g.origins(to)
	if g.promotions>>r&1 == 0 || origins == 0 {
		return
	}
	if from := chess.Square(int(to)-g.pawnStep) & 63; origins.Has(from) {
		g.appendPawn(from, to, r, true)
	}
	for bb := origins & chess.PawnAttacks(g.us, to); bb != 0; bb &= bb - 1 {
		g.appendPawn(bb.First(), to, r, false)
	}
}

// appendPawn appends a step straight ahead, or else ordinary captures, by a pawn.
func (g *generator) appendPawn(from, to chess.Square, promotion chess.Role, ahead bool) {
	withoutCapture, withCapture := g.kingWasSafe(from, to, chess.Pawn)
	g.appendMoves(makeUnmove(from, to, chess.Pawn, promotion), withoutCapture && ahead, withCapture && !ahead)
}

// listDoubleStep lists a double step over an empty square. If the setup has no en passant
// square, the double step must not allow a legal capture en passant.
func (g *generator) listDoubleStep(from, to chess.Square) {
	if !g.origins(to).Has(from) {
		return
	}
	middle := (from + to) / 2
	if g.s.EP == chess.NoSquare &&
		chess.PawnAttacks(g.them, middle)&g.s.Board.Pieces(g.us, chess.Pawn) != 0 {
		now := g.s
		now.EP = middle
		if now.Canonical().EP != chess.NoSquare {
			return
		}
	}
	g.appendPawn(from, to, chess.NoRole, true)
}

// listEnPassant lists the captures en passant by a pawn on its sixth row.
func (g *generator) listEnPassant(to chess.Square) {
	victim, passed := to^8, chess.Square(int(to)+g.pawnStep)&63
	if g.occ&(victim.BB()|passed.BB()) != 0 || g.victims>>chess.Pawn&1 == 0 {
		return
	}
	for bb := chess.PawnAttacks(g.us, to) &^ g.occ; bb != 0; bb &= bb - 1 {
		from := bb.First()
		occ := g.occ&^to.BB() | from.BB() | victim.BB()
		if g.noOtherAttacker(occ, to.BB()) && !chess.PawnAttacks(g.them, from).Has(g.king) {
			u := makeUnmove(from, to, chess.Pawn, chess.NoRole) | epFlag | Unmove(chess.Pawn)<<captureShift
			g.add(u.withEP(to)|Unmove(g.s.Castling)<<rightsShift, forceful)
		}
	}
}

// noOtherAttacker reports whether no man of them, other than the moved ones, attacks the king
// when the given squares are occupied.
func (g *generator) noOtherAttacker(occ, moved chess.Bitboard) bool {
	return g.s.Board.Attackers(g.king, g.them, occ)&^moved == 0
}

// listCastling lists castling to either side. The king must not have been attacked at home,
// nor on the square where the rook stands now.
func (g *generator) listCastling() {
	b, row := &g.s.Board, chess.A1.For(g.them)
	for side, right := range [2]chess.Castling{chess.Rights(g.them, true), chess.Rights(g.them, false)} {
		to := row + chess.G1
		if side == 1 {
			to = row + chess.C1
		}
		corner, beside := chess.CastlingRook(to)
		home, moved := row+chess.E1, to.BB()|beside.BB()
		empty := home.BB() | corner.BB() | chess.Between(corner, home)&^moved
		if b.King(g.them) != to || !b.Pieces(g.them, chess.Rook).Has(beside) || g.occ&empty != 0 {
			continue
		}
		occ := g.occ&^moved | home.BB() | corner.BB()
		if b.Attackers(home, g.us, occ)|b.Attackers(beside, g.us, occ) != 0 || !g.noOtherAttacker(occ, moved) ||
			chess.RookAttacks(corner, occ).Has(g.king) || chess.KingAttacks(home).Has(g.king) {
			continue
		}
		g.appendCastling(makeUnmove(home, to, chess.King, chess.NoRole)|castleFlag, right)
	}
}
