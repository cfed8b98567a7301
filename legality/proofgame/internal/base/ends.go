package base

import "chesscensus/chess"

// A Pawn is a pawn on its square.
type Pawn struct {
	Sq    chess.Square
	Color chess.Color
}

// Ends fills in where the pawns of one file go if none captures any more: to the squares of the goal's pawns on that file, or to the
// last row, where they promote. Both the pawns and their ends are in order of rows, from row 0 upwards.
//
// There is no choice. Pawns of a file cannot pass each other, so that their order stays. Black pawns that the goal does not show
// promote on row 0, so they are the lowest; white ones promote on row 7 and are the highest; those between go to the goal's pawns. Ends
// returns false if they cannot: a pawn has the wrong color, there are too few, or one is past its square.
func Ends(file int, pawns []Pawn, goal *chess.Board, ends *[6]chess.Square) bool {
	var goalSquares [6]chess.Square
	var surplus [2]int
	n := 0
	for _, p := range pawns {
		surplus[p.Color]++
	}
	for bb := goal.Of(chess.Pawn) & chess.FileBB(file); bb != 0; bb &= bb - 1 {
		goalSquares[n] = bb.First()
		surplus[goal.At(goalSquares[n]).Color()]--
		n++
	}
	blackPromotions := surplus[chess.Black]
	if blackPromotions < 0 || surplus[chess.White] < 0 {
		return false
	}
	for i, p := range pawns {
		switch {
		case i < blackPromotions:
			if p.Color != chess.Black {
				return false
			}
			ends[i] = chess.NewSquare(file, 0)
		case i >= blackPromotions+n: // a white one, as all black ones have their places
			ends[i] = chess.NewSquare(file, 7)
		default:
			sq := goalSquares[i-blackPromotions]
			if goal.At(sq).Color() != p.Color || (sq.Row()-p.Sq.Row())*p.Color.Forward() < 0 {
				return false
			}
			ends[i] = sq
		}
	}
	return true
}
