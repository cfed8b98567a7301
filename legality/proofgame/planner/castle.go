package planner

import "chesscensus/chess"

// Castling. A king and rook that the goal shows as after castling, behind pawns at home,
// would hardly get there otherwise: they wait at home until they can castle.

// planCastling chooses the colors that are to castle.
func (r *run) planCastling() {
	rights := r.pos.Castling() &^ r.goal.Castling
	for c := chess.White; c <= chess.Black; c++ {
		r.castle[c] = chess.NoSquare
		home := chess.Square(56 * int(c))
		king := r.goal.Board.King(c)
		rook := king - 1
		kingside := king == home+chess.G1
		switch {
		case kingside:
		case king == home+chess.C1:
			rook = king + 1
		default:
			continue
		}
		if rights&chess.Rights(c, kingside) == 0 || r.goal.Castling.Of(c) != 0 ||
			!r.goal.Board.Pieces(c, chess.Rook).Has(rook) {
			continue
		}
		shut := region(chess.Rook, rook, r.goal.Board.Of(chess.Pawn)|king.BB()).Count() < 8
		if shut || r.chance(30) {
			r.castle[c] = king
			r.waiting |= 1<<r.at[home+chess.E1] | 1<<r.at[r.castlingRook(king)]
		}
	}
	r.frozen |= r.waiting
	r.keep |= r.waiting
}

// castlingRook returns where the rook stands before the king castles to a square.
func (r *run) castlingRook(king chess.Square) chess.Square {
	if king.File() == 6 {
		return king + 1
	}
	return king - 2
}

// castling returns our castling if it is planned and possible, or a move that makes room
// for it.
func (r *run) castling() chess.Move {
	to := r.castle[r.us]
	if to == chess.NoSquare {
		return 0
	}
	k := r.board.King(r.us)
	for _, m := range r.moves {
		if m.Castles() && m.To() == to {
			return m
		}
	}
	between := chess.Between(k, r.castlingRook(to))
	if own := between & r.own; own != 0 && !r.inCheck && r.chance(30) {
		return r.aside(r.pick(own), r.busy|between, 2)
	}
	r.ask[r.them].vacate |= between & r.occ &^ r.own
	return 0
}

// castled lets king and rook go after castling.
func (r *run) castled(c chess.Color) {
	set := uint32(1)<<r.at[r.board.King(c)] | 1<<r.at[r.rookOf(c)]
	r.castle[c] = chess.NoSquare
	r.waiting &^= set
	r.frozen &^= set
}

// rookOf returns where the rook stands after the castling that was planned.
func (r *run) rookOf(c chess.Color) chess.Square {
	if to := r.castle[c]; to.File() == 6 {
		return to - 1
	}
	return r.castle[c] + 1
}
