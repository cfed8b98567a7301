package endgame

import "chesscensus/chess"

// eachSpecial calls yield with every valid setup of a placement that has castling rights or an en passant square,
// and returns false as soon as yield does. The placement must be initially legal for the side to move.
func (ix *index) eachSpecial(p *placement, turn chess.Color, yield func(s *chess.Setup) bool) bool {
	atHome := p.king[0] == chess.E1 || p.king[1] == chess.E8
	if !(ix.canCastle && atHome) && !ix.canEnPassant {
		return true
	}
	s := ix.setup(p, turn)
	rights := s.Board.CastlingAtHome()
	passed := ix.passedSquares(&s)
	for {
		s.EP = passed.First() // NoSquare in the last round
		for sub := rights; ; sub = (sub - 1) & rights {
			s.Castling = sub
			if (sub != 0 || s.EP != chess.NoSquare) && s.Violations() == 0 && !yield(&s) {
				return false
			}
			if sub == 0 {
				break
			}
		}
		if passed == 0 {
			return true
		}
		passed &= passed - 1
	}
}

// passedSquares returns the squares that a pawn of the side that has moved can have passed
// over. It does not test whether a capture is legal there: [chess.Setup.Violations] does.
func (ix *index) passedSquares(s *chess.Setup) chess.Bitboard {
	if !ix.canEnPassant {
		return 0
	}
	pawns := s.Board.Pieces(s.Turn.Other(), chess.Pawn)
	if s.Turn == chess.White {
		return pawns & chess.RowBB(4) << 8
	}
	return pawns & chess.RowBB(3) >> 8
}
