package play

import "chesscensus/chess"

// Chances in percent.
const (
	castlePercent    = 30 // a color castles though its rook is not shut in behind pawns
	clearRankPercent = 30 // in a ply in which our men stand between king and rook, one of them leaves
)

// planCastling chooses the colors that castle, of those whose king and rook the goal shows as after castling. A rook that pawns of the
// goal shut in there has to come by castling; others do by chance. King and rook wait at home until they can castle.
func (s *scene) planCastling() {
	rights := s.Pos.Castling() &^ s.goal.Castling
	for c := chess.White; c <= chess.Black; c++ {
		s.fixed.castlingTarget[c] = chess.NoSquare
		king := s.goal.Board.King(c)
		kingside := king == chess.G1.For(c)
		if !kingside && king != chess.C1.For(c) {
			continue
		}
		corner, rook := chess.CastlingRook(king)
		if rights&chess.Rights(c, kingside) == 0 || s.goal.Castling.Of(c) != 0 || !s.goal.Board.Pieces(c, chess.Rook).Has(rook) {
			continue
		}
		isShutIn := chess.Flood(chess.Rook, rook.BB(), s.goal.Board.Of(chess.Pawn)|king.BB()).Count() < 8
		if isShutIn || s.rng.Chance(castlePercent) {
			s.fixed.castlingTarget[c] = king
			s.fixed.waiting |= 1<<s.At[chess.E1.For(c)] | 1<<s.At[corner]
		}
	}
	s.fixed.immobile |= s.fixed.waiting
}

// endCastling frees the king and the rook of a color after castling.
func (s *scene) endCastling(c chess.Color) {
	king := s.Board.King(c)
	_, rook := chess.CastlingRook(king)
	set := uint32(1)<<s.At[king] | 1<<s.At[rook]
	s.fixed.castlingTarget[c] = chess.NoSquare
	s.fixed.waiting &^= set
	s.fixed.immobile &^= set
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
	if m := p.FindMove(k, to, chess.NoRole); m != 0 {
		return m
	}
	corner, _ := chess.CastlingRook(to)
	between := chess.Between(k, corner)
	if own := between & p.Own; own != 0 && !p.InCheck && p.rng.Chance(clearRankPercent) {
		return p.stepAside(p.rng.Pick(own), p.taskSquares|between, 2)
	}
	p.requests[p.Them].vacate |= between & p.Occ &^ p.Own
	return 0
}
