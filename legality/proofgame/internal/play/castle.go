package play

import (
	"chesscensus/chess"
)

// Castling. A king and rook that the goal shows as after castling, behind pawns at home,
// would hardly get there otherwise: they wait at home until they can castle.

// planCastling chooses the colors that are to castle.
func (r *scene) planCastling() {
	rights := r.Pos.Castling() &^ r.goal.Castling
	for c := chess.White; c <= chess.Black; c++ {
		r.fixed.castle[c] = chess.NoSquare
		king := r.goal.Board.King(c)
		rook := king - 1
		kingside := king == chess.G1.For(c)
		switch {
		case kingside:
		case king == chess.C1.For(c):
			rook = king + 1
		default:
			continue
		}
		if rights&chess.Rights(c, kingside) == 0 || r.goal.Castling.Of(c) != 0 ||
			!r.goal.Board.Pieces(c, chess.Rook).Has(rook) {
			continue
		}
		shut := chess.Flood(chess.Rook, rook.BB(), r.goal.Board.Of(chess.Pawn)|king.BB()).Count() < 8
		if shut || r.rng.Chance(30) {
			r.fixed.castle[c] = king
			r.fixed.waiting |= 1<<r.At[chess.E1.For(c)] | 1<<r.At[castlingRook(king)]
		}
	}
	r.fixed.immobile |= r.fixed.waiting
}

// castlingRook returns where the rook stands before the king castles to a square.
func castlingRook(king chess.Square) chess.Square {
	if king.File() == 6 {
		return king + 1
	}
	return king - 2
}

// castled lets king and rook go after castling.
func (r *scene) castled(c chess.Color) {
	set := uint32(1)<<r.At[r.Board.King(c)] | 1<<r.At[r.rookOf(c)]
	r.fixed.castle[c] = chess.NoSquare
	r.fixed.waiting &^= set
	r.fixed.immobile &^= set
}

// rookOf returns where the rook stands after the castling that was planned.
func (r *scene) rookOf(c chess.Color) chess.Square {
	if to := r.fixed.castle[c]; to.File() == 6 {
		return to - 1
	}
	return r.fixed.castle[c] + 1
}

// castlingLost reports whether a move loses a castling right of the goal.
func (r *scene) castlingLost(p *chess.Position, m chess.Move) bool {
	if r.goal.Castling == 0 {
		return false
	}
	q := p.Play(m)
	return q.Castling()&r.goal.Castling != r.goal.Castling
}

// castling returns our castling if it is planned and possible, or a move that makes way
// for it.
func (r *path) castling() chess.Move {
	to := r.fixed.castle[r.Us]
	if to == chess.NoSquare {
		return 0
	}
	k := r.Board.King(r.Us)
	for _, m := range r.Moves {
		if m.Castles() && m.To() == to {
			return m
		}
	}
	between := chess.Between(k, castlingRook(to))
	if own := between & r.Own; own != 0 && !r.InCheck && r.rng.Chance(30) {
		return r.stepAside(r.rng.Pick(own), r.busy|between, 2)
	}
	r.requests[r.Them].vacate |= between & r.Occ &^ r.Own
	return 0
}
