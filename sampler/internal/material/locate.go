package material

import (
	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// locate returns the block of a setup, the number of its case and its index in the
// block. The error wraps [sampler.ErrNotInSpace] and names the condition that fails.
func (s *Space) locate(setup *chess.Setup) (b block, number int, index arith.U192, err error) {
	if setup.Turn > chess.Black || setup.Castling&^chess.AllCastling != 0 || setup.EP > chess.NoSquare {
		return b, 0, index, sampler.NotInSpace(spaceName, "side to move, castling rights or en passant square do not exist")
	}
	// The states first: they need no mirroring, and their errors name the sides.
	states, err := statesOf(&setup.Board)
	if err != nil {
		return b, 0, index, err
	}
	white := *setup
	if setup.Turn == chess.Black {
		white = setup.Mirror()
		states[0], states[1] = states[1], states[0]
	}
	whiteRooks, blackRooks := white.Castling.Of(chess.White).Count(), white.Castling.Of(chess.Black).Count()
	enPassant := 0
	if white.EP != chess.NoSquare {
		enPassant = 1
	}
	if err := checkAnnotations(setup, &white); err != nil {
		return b, 0, index, err
	}
	number = 6*whiteRooks + 2*blackRooks + enPassant
	c := s.cases[number]
	b = block{table: c, white: int(c.white.index[states[0].id()]), black: int(c.black.index[states[1].id()])}
	return b, number, b.index(&white), nil
}

// statesOf returns the states of White and Black, or an error if the space has no such pair.
func statesOf(board *chess.Board) (states [2]state, err error) {
	if board.Of(chess.Pawn)&^pawnSquares != 0 {
		return states, sampler.NotInSpace(spaceName, "a pawn on row 1 or 8")
	}
	for c := range chess.Color(2) {
		count := func(r chess.Role) int { return board.Pieces(c, r).Count() }
		if n := count(chess.King); n != 1 {
			return states, sampler.NotInSpace(spaceName, "%d %v kings, want 1", n, c)
		}
		q, r, b, n, p := count(chess.Queen), count(chess.Rook), count(chess.Bishop), count(chess.Knight), count(chess.Pawn)
		if p > 8 {
			return states, sampler.NotInSpace(spaceName, "%d %v pawns, at most 8 are possible", p, c)
		}
		if x := chess.LeastPromoted(q, r, b, n); x+p > 8 {
			return states, sampler.NotInSpace(spaceName,
				"%v has %d pieces above the initial numbers and %d pawns, together at most 8 are possible", c, x, p)
		}
		states[c] = state{Q: uint8(q), R: uint8(r), B: uint8(b), N: uint8(n), P: uint8(p)}
	}
	for c := range states {
		if us, them := states[c], states[1-c]; !promotable(us, them) {
			room := 2*them.pawnDefect() + them.pieceDefect() + us.pieceDefect() + us.pawnDefect()
			return states, sampler.NotInSpace(spaceName,
				"%v has %d pieces above the initial numbers, the captures let at most %d pawns promote", chess.Color(c), us.excess(), room)
		}
	}
	return states, nil
}

// checkAnnotations returns an error if castling rights or en passant square are not
// possible. The argument white is the setup, mirrored if Black is to move.
func checkAnnotations(setup, white *chess.Setup) error {
	if setup.Castling&^setup.Board.CastlingAtHome() != 0 {
		return sampler.NotInSpace(spaceName, "castling rights %v without king and rook at home", setup.Castling)
	}
	if white.EP != chess.NoSquare && passantIn(white) == nil {
		return sampler.NotInSpace(spaceName,
			"en passant square %v without a pawn that has just passed it and one that could capture there", setup.EP)
	}
	return nil
}
