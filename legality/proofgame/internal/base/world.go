package base

import (
	"chesscensus/chess"
)

// A World is a position with numbered men and with facts about it that are needed all the time. It is a plain value but for the lists
// of moves: a copy is a snapshot, see [World.Restore].
type World struct {
	Pos chess.Position
	Roster
	Line []chess.Move // moves from the start to Pos
	View
}

// A View holds what the side to move needs to know. World.update fills it in.
type View struct {
	Us, Them      chess.Color
	Board         chess.Board
	Occ           chess.Bitboard     // occupied squares
	Own           chess.Bitboard     // squares of men of Us
	Moves         []chess.Move       // legal moves
	Legal         [64]chess.Bitboard // targets of legal moves by origin, for squares in Own only
	InCheck       bool
	EnemyKing     chess.Square
	Checks        [8]chess.Bitboard // by role, squares from which our man gives check
	discoverers   chess.Bitboard    // our men that give a discovered check by leaving the line to the enemy king
	attacked      chess.Bitboard    // squares that Them attacks with our king removed, if attackedKnown
	attackedKnown bool              // attacked is valid
}

// Reset sets up a position with an empty line and numbers its men.
func (w *World) Reset(p *chess.Position) {
	w.Pos, w.Line = *p, w.Line[:0]
	b := p.Board()
	w.NumberMen(&b)
	w.update()
}

// Restore returns to a snapshot, a copy of w at an earlier point of the same line.
func (w *World) Restore(snapshot *World) {
	moves := w.Moves
	*w = *snapshot
	w.Moves = moves
	w.update()
}

// Play makes a legal move.
func (w *World) Play(m chess.Move) {
	from, to := m.From(), m.To()
	if on := m.CapturedOn(); on != chess.NoSquare {
		w.Remove(on)
	}
	w.Move(from, to)
	if r := m.Promotion(); r != chess.NoRole {
		w.Men[w.At[to]].Role = r
	}
	if m.Castles() {
		w.Move(chess.CastlingRook(to))
	}
	w.Pos = w.Pos.Play(m)
	w.Line = append(w.Line, m)
	w.update()
}

// update computes the view of the position.
func (w *World) update() {
	w.Us = w.Pos.Turn()
	w.Them = w.Us.Other()
	w.Board = w.Pos.Board()
	w.Own, w.Occ = w.Board.Colored(w.Us), w.Board.Occupied()
	for bb := w.Own; bb != 0; bb &= bb - 1 {
		w.Legal[bb.First()] = 0
	}
	w.Moves = w.Pos.Moves(w.Moves[:0])
	for _, m := range w.Moves {
		w.Legal[m.From()] |= m.To().BB()
	}
	w.InCheck = w.Pos.InCheck()
	w.attackedKnown = false
	k := w.Board.King(w.Them)
	w.EnemyKing = k
	w.Checks[chess.Pawn] = chess.PawnAttacks(w.Them, k)
	w.Checks[chess.Knight] = chess.KnightAttacks(k)
	w.Checks[chess.Bishop] = chess.BishopAttacks(k, w.Occ)
	w.Checks[chess.Rook] = chess.RookAttacks(k, w.Occ)
	w.Checks[chess.Queen] = w.Checks[chess.Bishop] | w.Checks[chess.Rook]
	w.discoverers = 0
	b := &w.Board
	queens := b.Pieces(w.Us, chess.Queen)
	snipers := chess.RookAttacks(k, 0)&(b.Pieces(w.Us, chess.Rook)|queens) |
		chess.BishopAttacks(k, 0)&(b.Pieces(w.Us, chess.Bishop)|queens)
	for ; snipers != 0; snipers &= snipers - 1 {
		if men := chess.Between(k, snipers.First()) & w.Occ; men&(men-1) == 0 {
			w.discoverers |= men & w.Own
		}
	}
}

// AttackedByEnemy returns the squares that the enemy attacks with our king removed, which our king cannot enter.
func (w *World) AttackedByEnemy() chess.Bitboard {
	if !w.attackedKnown {
		w.attackedKnown = true
		w.attacked = attacks(&w.Board, w.Them, w.Occ&^w.Board.King(w.Us).BB())
	}
	return w.attacked
}

// attacks returns the squares that a color attacks if the squares of occ are occupied.
func attacks(b *chess.Board, c chess.Color, occ chess.Bitboard) (set chess.Bitboard) {
	set = chess.AllPawnAttacks(c, b.Pieces(c, chess.Pawn)) | chess.KingAttacks(b.King(c))
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

// GivesCheck reports whether a legal move gives check. It ignores checks by the rook of castling, and those that en passant discovers.
func (w *World) GivesCheck(m chess.Move) bool {
	from, to := m.From(), m.To()
	if w.discoverers.Has(from) && !chess.Line(w.EnemyKing, from).Has(to) {
		return true
	}
	r := m.Promotion()
	if r == chess.NoRole {
		return w.Checks[m.Role()].Has(to)
	}
	return chess.Attacks(chess.NewPiece(w.Us, r), to, w.Occ&^from.BB()).Has(w.EnemyKing)
}

// QuietStops returns the squares that the man on from can reach in a legal move without capture, check or castling.
func (w *World) QuietStops(from chess.Square, role chess.Role) chess.Bitboard {
	to := w.Legal[from] &^ w.Occ &^ w.Checks[role]
	if w.discoverers.Has(from) {
		to &= chess.Line(w.EnemyKing, from)
	}
	if role == chess.King { // no castling
		to &= chess.KingAttacks(from)
	}
	return to
}

// FindMove returns the legal move with these squares and promotion, or 0 if there is none.
func (w *World) FindMove(from, to chess.Square, promotion chess.Role) chess.Move {
	if !w.Legal[from].Has(to) {
		return 0
	}
	for _, m := range w.Moves {
		if m.From() == from && m.To() == to && m.Promotion() == promotion {
			return m
		}
	}
	return 0
}
