package play

import (
	"chesscensus/chess"
)

// planCastling chooses the colors that castle. A king and rook that the goal shows as after castling, behind pawns at home, would
// hardly get there otherwise. They wait at home until they can castle.
func (s *scene) planCastling() {
	rights := s.Pos.Castling() &^ s.goal.Castling
	for c := chess.White; c <= chess.Black; c++ {
		s.fixed.castlingTarget[c] = chess.NoSquare
		king := s.goal.Board.King(c)
		rook := king - 1
		kingside := king == chess.G1.For(c)
		switch {
		case kingside:
		case king == chess.C1.For(c):
			rook = king + 1
		default:
			continue
		}
		if rights&chess.Rights(c, kingside) == 0 || s.goal.Castling.Of(c) != 0 ||
			!s.goal.Board.Pieces(c, chess.Rook).Has(rook) {
			continue
		}
		// A rook shut in behind the pawns of the goal has to come by castling; others do by chance.
		shut := chess.Flood(chess.Rook, rook.BB(), s.goal.Board.Of(chess.Pawn)|king.BB()).Count() < 8
		if shut || s.rng.Chance(30) {
			s.fixed.castlingTarget[c] = king
			s.fixed.waiting |= 1<<s.At[chess.E1.For(c)] | 1<<s.At[rookBeforeCastling(king)]
		}
	}
	s.fixed.immobile |= s.fixed.waiting
}

// rookBeforeCastling returns where the rook stands before the king castles to a square.
func rookBeforeCastling(king chess.Square) chess.Square {
	if king.File() == 6 {
		return king + 1
	}
	return king - 2
}

// endCastling frees the king and the rook of a color after castling.
func (s *scene) endCastling(c chess.Color) {
	set := uint32(1)<<s.At[s.Board.King(c)] | 1<<s.At[s.castledRook(c)]
	s.fixed.castlingTarget[c] = chess.NoSquare
	s.fixed.waiting &^= set
	s.fixed.immobile &^= set
}

// castledRook returns where the rook stands after the castling that was planned.
func (s *scene) castledRook(c chess.Color) chess.Square {
	if to := s.fixed.castlingTarget[c]; to.File() == 6 {
		return to - 1
	}
	return s.fixed.castlingTarget[c] + 1
}

// losesCastling reports whether move m from position p loses a castling right of the goal.
func (s *scene) losesCastling(p *chess.Position, m chess.Move) bool {
	if s.goal.Castling == 0 {
		return false
	}
	q := p.Play(m)
	return q.Castling()&s.goal.Castling != s.goal.Castling
}

// castlingMove returns our castling if it is planned and legal. Otherwise, by chance, it returns a move that clears the squares between
// king and rook of our men, or 0 after a request that the enemy leaves them.
func (p *path) castlingMove() chess.Move {
	to := p.fixed.castlingTarget[p.Us]
	if to == chess.NoSquare {
		return 0
	}
	k := p.Board.King(p.Us)
	for _, m := range p.Moves {
		if m.Castles() && m.To() == to {
			return m
		}
	}
	between := chess.Between(k, rookBeforeCastling(to))
	if own := between & p.Own; own != 0 && !p.InCheck && p.rng.Chance(30) {
		return p.stepAside(p.rng.Pick(own), p.taskSquares|between, 2)
	}
	p.requests[p.Them].vacate |= between & p.Occ &^ p.Own
	return 0
}
