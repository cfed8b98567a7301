package recheck

import (
	"slices"
	"strings"
)

// # Faults
//
// A setup is no position of a game if one of these is true:
//
//   - a side has no king or two;
//   - a pawn stands on the first or last row;
//   - the kings are neighbors, both are attacked, or that of the side not to move is attacked;
//   - there is a castling right without king and rook at home;
//   - there is an en passant square that no pawn can just have passed over, or on which no capture is legal.
//
// Proof. Kings are never taken and nothing becomes a king. Pawns begin on rows 2 and 7, go forward, and are replaced on the last row. No
// legal move leaves the mover's own king attacked, and a king that steps beside the other is attacked by it. A right ends when its king or
// rook moves or is taken. An en passant square exists only directly after a double step. One without a legal capture is not written, by the
// definition of when two positions are the same.
//
//	illegal  k6R/8/8/8/8/8/8/K7 w - -
//	legal    rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -
//	game     1. Nf3
var faults = strings.Fields(`NoWhiteKing NoBlackKing ManyWhiteKings ManyBlackKings PawnOnEndRow AdjacentKings
	BothInCheck OppositeCheck BadCastling BadEnPassant IdleEnPassant`)

// fault confirms that the setup has the named fault.
func fault(q *question, name string) error {
	if !slices.Contains(q.setup.Faults(), name) {
		return wrong("not so")
	}
	return nil
}
