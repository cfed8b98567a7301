package search

import "chesscensus/chess"

// A blocking collects the squares of which it is proven that the same man stands there in
// the start and in the goal and never moves in between, so that no other ever
// stands there (Lemma 2). The theorems are those of texel's blocked squares, each with its
// proof below. Package bound has them too, written independently on purpose.
type blocking struct {
	start, goal *chess.Setup
	left        [2]int // captures that each color has to make
	set         chess.Bitboard
	unreachable bool
}

// blockedSquares returns the set, and false if the goal is proven unreachable.
func blockedSquares(start, goal *chess.Setup, left [2]int) (chess.Bitboard, bool) {
	b := blocking{start: start, goal: goal, left: left}
	b.home()
	b.castling()
	open := [2]chess.Bitboard{b.cones(chess.White), b.cones(chess.Black)}
	b.stuck(chess.White, open[0])
	b.stuck(chess.Black, open[1])
	if left == [2]int{} {
		b.deadlock()
	}
	b.closed()
	return b.set, !b.unreachable
}

// home: a goal pawn on its home row has never moved, for pawns do not move backwards.
func (b *blocking) home() {
	for c := chess.White; c <= chess.Black; c++ {
		row := chess.RowBB(c.PawnRow())
		home := b.goal.Board.Pieces(c, chess.Pawn) & row
		b.unreachable = b.unreachable || home&^b.start.Board.Pieces(c, chess.Pawn) != 0
		b.set |= home
	}
}

// castling: king and rook of a right in the goal have never moved.
func (b *blocking) castling() {
	b.unreachable = b.unreachable || b.goal.Castling&^b.start.Castling != 0
	for c := chess.White; c <= chess.Black; c++ {
		for _, kingside := range []bool{false, true} {
			if b.goal.Castling&chess.Rights(c, kingside) != 0 {
				b.set |= chess.E1.For(c).BB() | castlingRook(c, kingside).BB()
			}
		}
	}
}

func castlingRook(c chess.Color, kingside bool) chess.Square {
	if kingside {
		return chess.H1.For(c)
	}
	return chess.A1.For(c)
}

// cone returns the squares from which a pawn of color c can reach sq with at most k
// captures on an empty board, sq included.
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

// cones blocks pawns that are needed where they stand, and returns the goal pawns that
// remain open. All pawns of the goal inside a cone come from inside it, so there must be
// at least as many now; if there are just as many, none may leave it, and one that
// leaves the tip does. And a goal pawn comes from somewhere: if all pawns that could
// reach it but the one that stands there are blocked, that one stays (were it to leave,
// none could come).
func (b *blocking) cones(c chess.Color) (open chess.Bitboard) {
	now, goal := b.start.Board.Pieces(c, chess.Pawn), b.goal.Board.Pieces(c, chess.Pawn)
	for i := range 6 {
		for sq := range (goal & chess.RowBB(c.PawnRow()+i*c.Forward()) &^ b.set).All() {
			full := cone(c, sq, 7)
			n, g := (now & full).Count(), (goal & full).Count()
			b.unreachable = b.unreachable || n < g
			near := full
			if b.left[c] < 5 {
				near = cone(c, sq, b.left[c])
			}
			if now.Has(sq) && (n == g || now&near&^b.set == sq.BB()) {
				b.set |= sq.BB()
			} else {
				open |= sq.BB()
			}
		}
	}
	return open
}

// stuck: if no pawn of c promotes or falls, each ends on a goal square. One that stands
// on a goal square and cannot reach another that is open stays.
func (b *blocking) stuck(c chess.Color, open chess.Bitboard) {
	now, goal := b.start.Board.Pieces(c, chess.Pawn), b.goal.Board.Pieces(c, chess.Pawn)
	if now.Count() != goal.Count() {
		return
	}
	var reach chess.Bitboard
	for sq := range open.All() {
		reach |= cone(c, sq, 7)
	}
	for sq := range (now & goal).All() {
		ahead := chess.PawnAttacks(c, sq) | sq.Ahead(c).BB()
		if ahead&reach == 0 {
			b.set |= sq.BB()
		}
	}
}

// deadlock: without captures a man can move only when a square in front of it is empty or
// its man can move away. The rest never moves: the first of them to move would need a
// square that one of the others has left.
func (b *blocking) deadlock() {
	board := &b.start.Board
	stuck := board.Occupied()
	for {
		before := stuck
		for sq := range (stuck &^ b.set).All() {
			p := board.At(sq)
			to := chess.Attacks(p, sq, 0) // narrowed to single steps below
			switch p.Role() {
			case chess.Pawn:
				to = sq.Ahead(p.Color()).BB()
			case chess.King:
				enemy := board.Pieces(p.Color().Other(), chess.Pawn) & (stuck | b.set)
				to &^= chess.AllPawnAttacks(p.Color().Other(), enemy)
			case chess.Knight:
			default:
				to &= chess.KingAttacks(sq)
			}
			if to&^stuck&^b.set != 0 {
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
	b.set |= stuck
}

// closed: a man whose goal square can be entered from nowhere has never left it.
func (b *blocking) closed() {
	for changed := true; changed && !b.unreachable; {
		changed = false
		for sq := range (b.goal.Board.Occupied() &^ b.set).All() {
			p := b.goal.Board.At(sq)
			if b.origins(p, sq)&^b.set != 0 || b.promotedOn(p, sq) {
				continue
			}
			b.unreachable = b.unreachable || b.start.Board.At(sq) != p
			b.set |= sq.BB()
			changed = true
		}
	}
}

// origins returns the squares next to sq from which the man can enter it.
func (b *blocking) origins(p chess.Piece, sq chess.Square) (set chess.Bitboard) {
	c := p.Color()
	switch p.Role() {
	case chess.King:
		enemy := b.start.Board.Pieces(c.Other(), chess.Pawn) & b.set
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
func (b *blocking) promotedOn(p chess.Piece, sq chess.Square) bool {
	c := p.Color()
	if p.Role() == chess.King || p.Role() == chess.Pawn || sq.Row() != c.LastRow() ||
		b.start.Board.Pieces(c, chess.Pawn).Count() <= b.goal.Board.Pieces(c, chess.Pawn).Count() {
		return false
	}
	from := chess.NewSquare(sq.File(), nextToLast(c)).BB()
	if b.left[c] > 0 {
		from |= chess.PawnAttacks(c.Other(), sq)
	}
	return from&^b.set != 0
}
