package search

import "chesscensus/chess"

// A blocker collects blocked squares: those on which the same man stands from the start to the goal without ever moving
// (Lemma 2). The theorems are those of texel's blocked squares, each with its proof below. Package bound has them too, written
// independently on purpose.
type blocker struct {
	start, goal *chess.Setup
	left        [2]int // captures that each color has to make
	blocked     chess.Bitboard
	unreachable bool
}

// blockedSquares returns the blocked squares. If the goal is proven unreachable, ok is false.
func blockedSquares(start, goal *chess.Setup, left [2]int) (blocked chess.Bitboard, ok bool) {
	b := blocker{start: start, goal: goal, left: left}
	b.addHomePawns()
	b.addCastlingMen()
	openPawns := [2]chess.Bitboard{b.addNeededPawns(chess.White), b.addNeededPawns(chess.Black)}
	b.addStuckPawns(chess.White, openPawns[0])
	b.addStuckPawns(chess.Black, openPawns[1])
	if left == [2]int{} {
		b.addDeadlockedMen()
	}
	b.addClosedMen()
	return b.blocked, !b.unreachable
}

// addHomePawns adds goal pawns on their home row. They have never moved, for pawns do not move backward.
func (b *blocker) addHomePawns() {
	for c := chess.White; c <= chess.Black; c++ {
		row := chess.RowBB(c.PawnRow())
		home := b.goal.Board.Pieces(c, chess.Pawn) & row
		b.unreachable = b.unreachable || home&^b.start.Board.Pieces(c, chess.Pawn) != 0
		b.blocked |= home
	}
}

// addCastlingMen adds the king and rook of each castling right of the goal. They have never moved.
func (b *blocker) addCastlingMen() {
	b.unreachable = b.unreachable || b.goal.Castling&^b.start.Castling != 0
	b.blocked |= b.goal.Castling.Squares()
}

// cone returns the squares from which a pawn of color c can reach sq with at most k captures on an empty board, sq included.
func cone(c chess.Color, sq chess.Square, k int) (set chess.Bitboard) {
	for d := 0; ; d++ {
		row := sq.Row() - d*c.Forward()
		if row < 1 || row > 6 {
			return set
		}
		for file := max(sq.File()-min(d, k), 0); file <= min(sq.File()+min(d, k), 7); file++ {
			set |= chess.NewSquare(file, row).BB()
		}
	}
}

// addNeededPawns adds pawns that are needed where they stand, and returns the other goal pawns.
//
// All pawns of the goal inside a cone come from inside it. So there must be at least as many now. If there are just as many, none
// may leave the cone, as a pawn at its tip does by any move. And a goal pawn comes from somewhere. If all pawns that could reach
// it are blocked, except the one that stands there, that one stays: were it to leave, no pawn could come.
func (b *blocker) addNeededPawns(c chess.Color) (open chess.Bitboard) {
	startPawns, goalPawns := b.start.Board.Pieces(c, chess.Pawn), b.goal.Board.Pieces(c, chess.Pawn)
	for i := range 6 {
		for sq := range (goalPawns & chess.RowBB(c.PawnRow()+i*c.Forward()) &^ b.blocked).All() {
			full := cone(c, sq, 7)
			startCount, goalCount := (startPawns & full).Count(), (goalPawns & full).Count()
			b.unreachable = b.unreachable || startCount < goalCount
			near := full
			if b.left[c] < 5 {
				near = cone(c, sq, b.left[c])
			}
			if startPawns.Has(sq) && (startCount == goalCount || startPawns&near&^b.blocked == sq.BB()) {
				b.blocked |= sq.BB()
			} else {
				open |= sq.BB()
			}
		}
	}
	return open
}

// addStuckPawns adds pawns that cannot reach another goal square. If no pawn of c promotes or is taken, each ends on a goal
// square. One that stands on a goal square and reaches no other open one stays.
func (b *blocker) addStuckPawns(c chess.Color, open chess.Bitboard) {
	startPawns, goalPawns := b.start.Board.Pieces(c, chess.Pawn), b.goal.Board.Pieces(c, chess.Pawn)
	if startPawns.Count() != goalPawns.Count() {
		return
	}
	var reach chess.Bitboard
	for sq := range open.All() {
		reach |= cone(c, sq, 7)
	}
	for sq := range (startPawns & goalPawns).All() {
		ahead := chess.PawnAttacks(c, sq) | sq.Ahead(c).BB()
		if ahead&reach == 0 {
			b.blocked |= sq.BB()
		}
	}
}

// addDeadlockedMen adds men that block each other, where no captures are left. Without captures a man can move only if a square
// next to it is empty, or becomes empty because its man can move away. The other men never move: the first of them to move would
// need a square that one of the others has left.
func (b *blocker) addDeadlockedMen() {
	board := &b.start.Board
	stuck := board.Occupied()
	for {
		before := stuck
		for sq := range (stuck &^ b.blocked).All() {
			p := board.At(sq)
			to := chess.Attacks(p, sq, 0) // narrowed to single steps below
			switch p.Role() {
			case chess.Pawn:
				to = sq.Ahead(p.Color()).BB()
			case chess.King:
				enemy := board.Pieces(p.Color().Other(), chess.Pawn) & (stuck | b.blocked)
				to &^= chess.AllPawnAttacks(p.Color().Other(), enemy)
			case chess.Knight:
			default:
				to &= chess.KingAttacks(sq)
			}
			if to&^stuck&^b.blocked != 0 {
				stuck &^= sq.BB()
			}
		}
		if stuck == before {
			break
		}
	}
	for sq := range stuck.All() {
		b.unreachable = b.unreachable || board.At(sq) != b.goal.Board.At(sq)
	}
	b.blocked |= stuck
}

// addClosedMen adds men whose goal square can be entered from nowhere. They have never left it.
func (b *blocker) addClosedMen() {
	for changed := true; changed && !b.unreachable; {
		changed = false
		for sq := range (b.goal.Board.Occupied() &^ b.blocked).All() {
			p := b.goal.Board.At(sq)
			if b.origins(p, sq)&^b.blocked != 0 || b.promotedOn(p, sq) {
				continue
			}
			b.unreachable = b.unreachable || b.start.Board.At(sq) != p
			b.blocked |= sq.BB()
			changed = true
		}
	}
}

// origins returns the squares next to sq from which the man can enter it.
func (b *blocker) origins(p chess.Piece, sq chess.Square) (set chess.Bitboard) {
	c := p.Color()
	switch p.Role() {
	case chess.King:
		enemy := b.start.Board.Pieces(c.Other(), chess.Pawn) & b.blocked
		danger := chess.AllPawnAttacks(c.Other(), enemy) &^ b.start.Board.Pieces(c, chess.King)
		return chess.KingAttacks(sq) &^ danger
	case chess.Knight:
		return chess.KnightAttacks(sq)
	case chess.Pawn:
		if sq.Row() == c.PawnRow() {
			return 0
		}
		set = sq.Ahead(c.Other()).BB()
		if b.left[c] > 0 {
			set |= chess.PawnAttacks(c.Other(), sq)
		}
		return set
	}
	return chess.Attacks(p, sq, 0) & chess.KingAttacks(sq)
}

// promotedOn reports whether the officer may have appeared on sq by promotion.
func (b *blocker) promotedOn(p chess.Piece, sq chess.Square) bool {
	c := p.Color()
	canBePromoted := p.Role() != chess.King && p.Role() != chess.Pawn && sq.Row() == c.LastRow()
	pawnsGone := b.start.Board.Pieces(c, chess.Pawn).Count() - b.goal.Board.Pieces(c, chess.Pawn).Count()
	if !canBePromoted || pawnsGone <= 0 {
		return false
	}
	from := chess.NewSquare(sq.File(), nextToLast(c)).BB()
	if b.left[c] > 0 {
		from |= chess.PawnAttacks(c.Other(), sq)
	}
	return from&^b.blocked != 0
}
