package material

import (
	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// locate returns the block of a setup, the number of its case and its index in the
// block. The error wraps [sampler.ErrNotInSpace] and names the condition.
func (s *Space) locate(setup *chess.Setup) (k block, n int, index arith.U192, err error) {
	if setup.Turn > chess.Black || setup.Castling&^chess.AllCastling != 0 || setup.EP > chess.NoSquare {
		return k, 0, index, sampler.NotInSpace(spaceName, "side to move, castling rights or en passant square do not exist")
	}
	// The states first: they need no mirroring, and their errors name the sides.
	states, err := statesOf(&setup.Board)
	if err != nil {
		return k, 0, index, err
	}
	white := *setup
	if setup.Turn == chess.Black {
		white = setup.Mirror()
		states[0], states[1] = states[1], states[0]
	}
	fw, fb := white.Castling.Of(chess.White).Count(), white.Castling.Of(chess.Black).Count()
	e := 0
	if white.EP != chess.NoSquare {
		e = 1
	}
	if err := checkAnnotations(setup, &white); err != nil {
		return k, 0, index, err
	}
	n = 6*fw + 2*fb + e
	c := s.cases[n]
	k = block{c: c, w: int(c.white.index[states[0].id()]), b: int(c.black.index[states[1].id()])}
	return k, n, k.index(&white), nil
}

// statesOf returns the states of White and Black if they are in the space.
func statesOf(b *chess.Board) (states [2]state, err error) {
	if b.Of(chess.Pawn)&^pawnSquares != 0 {
		return states, sampler.NotInSpace(spaceName, "a pawn on row 1 or 8")
	}
	for c := range chess.Color(2) {
		count := func(r chess.Role) int { return b.Pieces(c, r).Count() }
		if n := count(chess.King); n != 1 {
			return states, sampler.NotInSpace(spaceName, "%d %v kings, want 1", n, c)
		}
		q, r, bi, n, p := count(chess.Queen), count(chess.Rook), count(chess.Bishop), count(chess.Knight), count(chess.Pawn)
		if p > 8 {
			return states, sampler.NotInSpace(spaceName, "%d %v pawns, at most 8 are possible", p, c)
		}
		if x := chess.LeastPromoted(q, r, bi, n); x+p > 8 {
			return states, sampler.NotInSpace(spaceName, "%v has %d pieces above the initial numbers and %d pawns, together at most 8 are possible", c, x, p)
		}
		states[c] = state{uint8(q), uint8(r), uint8(bi), uint8(n), uint8(p)}
	}
	for c := range states {
		if us, them := states[c], states[1-c]; !promotable(us, them) {
			room := 2*them.pawnDefect() + them.pieceDefect() + us.pieceDefect() + us.pawnDefect()
			return states, sampler.NotInSpace(spaceName, "%v has %d pieces above the initial numbers, the captures let at most %d pawns promote", chess.Color(c), us.excess(), room)
		}
	}
	return states, nil
}

// checkAnnotations tests castling rights and en passant square. White is the setup
// as it is or mirrored, with White to move.
func checkAnnotations(setup, white *chess.Setup) error {
	homes := homesOf(setup.Castling)
	kings := homes & eFile
	if kings&^setup.Board.Of(chess.King) != 0 || homes&^kings&^setup.Board.Of(chess.Rook) != 0 || wrongColor(&setup.Board, homes) {
		return sampler.NotInSpace(spaceName, "castling rights %v without king and rook at home", setup.Castling)
	}
	if white.EP != chess.NoSquare && passantAt(white) == nil {
		return sampler.NotInSpace(spaceName, "en passant square %v without a pawn that has just passed it and one that could capture there", setup.EP)
	}
	return nil
}

// wrongColor reports whether men on the given squares of rows 1 and 8 stand at the
// other side's home.
func wrongColor(b *chess.Board, homes chess.Bitboard) bool {
	return homes&chess.Row1&b.Colored(chess.Black)|homes&chess.Row8&b.Colored(chess.White) != 0
}
