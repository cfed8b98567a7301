package planner

import "chesscensus/chess"

const nobody = int8(-1)

// A man is one of the men of the start, from the first move to its capture.
type man struct {
	sq    chess.Square // NoSquare once captured
	role  chess.Role   // as it is now
	color chess.Color
}

// A world is a position with names for its men and with what is asked about it all the
// time. It is a plain value but for the lists of moves.
type world struct {
	pos  chess.Position
	men  [32]man
	at   [64]int8 // who stands there
	size int      // number of men at the start
	line []chess.Move

	// Men kept at home, a part of the board since castling frees some of them.
	frozen  uint32          // may not move: castling rights of the goal, or waiting to castle
	waiting uint32          // kings and rooks that wait to castle
	castle  [2]chess.Square // where a king is to castle to, NoSquare if it is not

	// What sense fills in for the side to move.
	us, them  chess.Color
	board     chess.Board
	occ       chess.Bitboard
	own       chess.Bitboard
	moves     []chess.Move
	legal     [64]chess.Bitboard // by origin, for squares in own only
	inCheck   bool
	enemyKing chess.Square
	checks    [8]chess.Bitboard // by role, squares from which it gives check
	discover  chess.Bitboard    // men that open a check by leaving the line
	attacked  chess.Bitboard    // by them, our king taken away
	hasKing   bool              // attacked is valid
}

// begin puts the men of a position on the board.
func (w *world) begin(p *chess.Position) {
	w.pos, w.size, w.line = *p, 0, w.line[:0]
	b := p.Board()
	for sq := range w.at {
		w.at[sq] = nobody
	}
	for sq := range b.Occupied().All() {
		m := b.At(sq)
		w.men[w.size] = man{sq, m.Role(), m.Color()}
		w.at[sq] = int8(w.size)
		w.size++
	}
	w.sense()
}

// play makes a legal move.
func (w *world) play(m chess.Move) {
	from, to := m.From(), m.To()
	if on := m.CapturedOn(); on != chess.NoSquare {
		w.men[w.at[on]].sq = chess.NoSquare
		w.at[on] = nobody
	}
	w.put(from, to)
	if r := m.Promotion(); r != chess.NoRole {
		w.men[w.at[to]].role = r
	}
	if m.Castles() {
		row := from &^ 7
		if to > from {
			w.put(row+7, row+5)
		} else {
			w.put(row, row+3)
		}
	}
	w.pos = w.pos.Play(m)
	w.line = append(w.line, m)
	w.sense()
}

func (w *world) put(from, to chess.Square) {
	u := w.at[from]
	w.at[from], w.at[to] = nobody, u
	w.men[u].sq = to
}

// sense looks at the position.
func (w *world) sense() {
	w.us = w.pos.Turn()
	w.them = w.us.Other()
	w.board = w.pos.Board()
	w.own, w.occ = w.board.Colored(w.us), w.board.Occupied()
	for bb := w.own; bb != 0; bb &= bb - 1 {
		w.legal[bb.First()] = 0
	}
	w.moves = w.pos.Moves(w.moves[:0])
	for _, m := range w.moves {
		w.legal[m.From()] |= m.To().BB()
	}
	w.inCheck = w.pos.InCheck()
	w.hasKing = false
	k := w.board.King(w.them)
	w.enemyKing = k
	w.checks[chess.Pawn] = chess.PawnAttacks(w.them, k)
	w.checks[chess.Knight] = chess.KnightAttacks(k)
	w.checks[chess.Bishop] = chess.BishopAttacks(k, w.occ)
	w.checks[chess.Rook] = chess.RookAttacks(k, w.occ)
	w.checks[chess.Queen] = w.checks[chess.Bishop] | w.checks[chess.Rook]
	w.discover = 0
	b := &w.board
	queens := b.Pieces(w.us, chess.Queen)
	snipers := chess.RookAttacks(k, 0)&(b.Pieces(w.us, chess.Rook)|queens) |
		chess.BishopAttacks(k, 0)&(b.Pieces(w.us, chess.Bishop)|queens)
	for ; snipers != 0; snipers &= snipers - 1 {
		if men := chess.Between(k, snipers.First()) & w.occ; men&(men-1) == 0 {
			w.discover |= men & w.own
		}
	}
}

// danger returns the squares that the enemy attacks, our king taken away.
func (w *world) danger() chess.Bitboard {
	if !w.hasKing {
		w.hasKing = true
		w.attacked = attacks(&w.board, w.them, w.occ&^w.board.King(w.us).BB())
	}
	return w.attacked
}

// attacks returns the squares that a color attacks.
func attacks(b *chess.Board, c chess.Color, occ chess.Bitboard) (set chess.Bitboard) {
	set = pawnAttacks(c, b.Pieces(c, chess.Pawn)) | chess.KingAttacks(b.King(c))
	for bb := b.Pieces(c, chess.Knight); bb != 0; bb &= bb - 1 {
		set |= chess.KnightAttacks(bb.First())
	}
	queens := b.Pieces(c, chess.Queen)
	for bb := b.Pieces(c, chess.Bishop) | queens; bb != 0; bb &= bb - 1 {
		set |= chess.BishopAttacks(bb.First(), occ)
	}
	for bb := b.Pieces(c, chess.Rook) | queens; bb != 0; bb &= bb - 1 {
		set |= chess.RookAttacks(bb.First(), occ)
	}
	return set
}

// gives reports whether a legal move gives check, castling and en passant aside.
func (w *world) gives(m chess.Move) bool {
	from, to := m.From(), m.To()
	if w.discover.Has(from) && !chess.Line(w.enemyKing, from).Has(to) {
		return true
	}
	r := m.Promotion()
	if r == chess.NoRole {
		return w.checks[m.Role()].Has(to)
	}
	return chess.Attacks(chess.NewPiece(w.us, r), to, w.occ&^from.BB()).Has(w.enemyKing)
}

// quietStops returns the squares that the man on from can reach in a legal move without
// capture and check.
func (w *world) quietStops(from chess.Square, r chess.Role) chess.Bitboard {
	to := w.legal[from] &^ w.occ &^ w.checks[r]
	if w.discover.Has(from) {
		to &= chess.Line(w.enemyKing, from)
	}
	if r == chess.King { // no castling
		to &= chess.KingAttacks(from)
	}
	return to
}

// find returns the legal move of a man, and 0 if it is not legal.
func (w *world) find(from, to chess.Square, promotion chess.Role) chess.Move {
	if !w.legal[from].Has(to) {
		return 0
	}
	for _, m := range w.moves {
		if m.From() == from && m.To() == to && m.Promotion() == promotion {
			return m
		}
	}
	return 0
}
