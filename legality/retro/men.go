package retro

import "chesscensus/chess"

// The unmoves of the single men, by what they are.

// unmovedByRights returns the squares of kings and rooks that cannot have moved, given the rights.
func unmovedByRights(rights chess.Castling) (bb chess.Bitboard) {
	for ; rights != 0; rights &= rights - 1 {
		switch rights & -rights {
		case chess.WhiteKingside:
			bb |= chess.E1.BB() | chess.H1.BB()
		case chess.WhiteQueenside:
			bb |= chess.E1.BB() | chess.A1.BB()
		case chess.BlackKingside:
			bb |= chess.E8.BB() | chess.H8.BB()
		case chess.BlackQueenside:
			bb |= chess.E8.BB() | chess.A8.BB()
		}
	}
	return bb
}

// findCheckersAndShields finds checkers and shields.
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

// origins returns the empty squares that the man on a square may have come from, as far
// as the other checkers allow it: it must have stood between each of them and the king.
func (g *generator) origins(to chess.Square) chess.Bitboard {
	bb := ^g.occ
	for c := g.checkers &^ to.BB(); c != 0; c &= c - 1 {
		bb &= chess.Between(g.king, c.First())
	}
	return bb
}

// kingWasSafe is Lemma 2. A man, then of the given role, went from a square, one of the origins, to a
// square. The results say whether the king of us was not attacked before: if the move captured nothing, and
// if it captured a man.
func (g *generator) kingWasSafe(from, to chess.Square, r chess.Role) (withoutCapture, withCapture bool) {
	man := chess.NewPiece(g.them, r)
	if occ := g.occ | from.BB(); chess.Attacks(man, from, occ&^to.BB()).Has(g.king) {
		return false, !chess.Attacks(man, from, occ).Has(g.king)
	}
	return !g.shields.Has(to) || chess.Line(g.king, to).Has(from), true
}

// officer lists the moves of an officer or king.
func (g *generator) officer(to chess.Square) {
	origins := g.origins(to)
	if origins == 0 {
		return
	}
	r := g.s.Board.RoleAt(to)
	man := chess.NewPiece(g.them, r)
	// As in possible, for all origins at once: officers attack the king from where they attack from the king's square.
	open, closed := chess.Attacks(man, g.king, g.occ&^to.BB()), chess.Attacks(man, g.king, g.occ)
	free := ^chess.Bitboard(0)
	if g.shields.Has(to) {
		free = chess.Line(g.king, to)
	}
	for bb := origins & chess.Attacks(man, to, g.occ); bb != 0; bb &= bb - 1 {
		from := bb.First()
		withoutCapture, withCapture := free.Has(from), true
		if open.Has(from) {
			withoutCapture, withCapture = false, !closed.Has(from)
		}
		g.emit(makeUnmove(from, to, r, chess.NoRole), withoutCapture, withCapture)
	}
}

// pawn lists the moves of a pawn that is still one.
func (g *generator) pawn(to chess.Square) {
	steps := to.Row() - 1 // from its second row
	if g.them == chess.Black {
		steps = 6 - to.Row()
	}
	if steps < 1 {
		return
	}
	from := chess.Square(int(to)-g.up) & 63
	if origins := g.origins(to); origins != 0 {
		if origins.Has(from) {
			g.emitPawn(from, to, chess.NoRole, true)
		}
		if steps == 2 && !g.occ.Has(from) {
			g.doubleStep(chess.Square(int(from)-g.up)&63, to)
		}
		for bb := origins & chess.PawnAttacks(g.us, to); bb != 0; bb &= bb - 1 {
			g.emitPawn(bb.First(), to, chess.NoRole, false)
		}
	}
	if steps == 4 {
		g.enPassant(to)
	}
}

// promotion lists the promotions to an officer on the last row.
func (g *generator) promotion(to chess.Square) {
	r := g.s.Board.RoleAt(to)
	origins := g.origins(to)
	if g.promotions>>r&1 == 0 || origins == 0 {
		return
	}
	if from := chess.Square(int(to)-g.up) & 63; origins.Has(from) {
		g.emitPawn(from, to, r, true)
	}
	for bb := origins & chess.PawnAttacks(g.us, to); bb != 0; bb &= bb - 1 {
		g.emitPawn(bb.First(), to, r, false)
	}
}

// emitPawn emits a step straight ahead, or else an ordinary capture, by a pawn.
func (g *generator) emitPawn(from, to chess.Square, promotion chess.Role, ahead bool) {
	still, take := g.kingWasSafe(from, to, chess.Pawn)
	g.emit(makeUnmove(from, to, chess.Pawn, promotion), still && ahead, take && !ahead)
}

// doubleStep lists a double step, the square passed over being empty. It must give the
// present en passant square: after a double step that allows a capture there is one.
func (g *generator) doubleStep(from, to chess.Square) {
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
	g.emitPawn(from, to, chess.NoRole, true)
}

// enPassant lists the en passant captures by a pawn on its sixth row.
func (g *generator) enPassant(to chess.Square) {
	victim, home := to^8, chess.Square(int(to)+g.up)&63
	if g.occ&(victim.BB()|home.BB()) != 0 || g.victims>>chess.Pawn&1 == 0 {
		return
	}
	for bb := chess.PawnAttacks(g.us, to) &^ g.occ; bb != 0; bb &= bb - 1 {
		from := bb.First()
		occ := g.occ&^to.BB() | from.BB() | victim.BB()
		if g.alone(occ, to.BB()) && !chess.PawnAttacks(g.them, from).Has(g.king) {
			u := makeUnmove(from, to, chess.Pawn, chess.NoRole) | epFlag | Unmove(chess.Pawn)<<takeShift
			g.append(u.withEP(to)|Unmove(g.s.Castling)<<rightsShift, forceful)
		}
	}
}

// alone reports whether no man of them, those that moved aside, attacked the king when
// the given squares were occupied.
func (g *generator) alone(occ, moved chess.Bitboard) bool {
	return g.s.Board.Attackers(g.king, g.them, occ)&^moved == 0
}

// castling lists castling to either side: king and rook back at home, where the king
// was not attacked, nor on the square that the rook took.
func (g *generator) castling() {
	b, row := &g.s.Board, chess.A1.For(g.them)
	for side, right := range [2]chess.Castling{chess.Rights(g.them, true), chess.Rights(g.them, false)} {
		to := row + chess.G1
		if side == 1 {
			to = row + chess.C1
		}
		corner, beside := rookSquares(to)
		home, moved := row+chess.E1, to.BB()|beside.BB()
		empty := home.BB() | corner.BB() | chess.Between(corner, home)&^moved
		if b.King(g.them) != to || !b.Pieces(g.them, chess.Rook).Has(beside) || g.occ&empty != 0 {
			continue
		}
		occ := g.occ&^moved | home.BB() | corner.BB()
		if b.Attackers(home, g.us, occ)|b.Attackers(beside, g.us, occ) != 0 || !g.alone(occ, moved) ||
			chess.RookAttacks(corner, occ).Has(g.king) || chess.KingAttacks(home).Has(g.king) {
			continue
		}
		g.emitCastling(makeUnmove(home, to, chess.King, chess.NoRole)|castleFlag, right)
	}
}
