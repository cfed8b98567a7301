package base

import "chesscensus/chess"

// A Pawn is a pawn on its square.
type Pawn struct {
	Sq    chess.Square
	Color chess.Color
}

// Ends says where the pawns of one file go if none captures any more: to the squares of the
// goal's pawns on that file, or to the last row, where they promote. The pawns are given from
// row 1 upwards, and their ends are filled in, in the same order.
//
// There is no choice. Pawns of a file cannot pass each other, so that the order stays. Black
// pawns that the goal does not show promote on row 0, so that they are the lowest; white ones
// promote on row 7 and are the highest; those between make the goal's pattern. Ends returns
// false if they do not: a pawn of the wrong color, too few, or one that is past its square.
func Ends(file int, pawns []Pawn, goal *chess.Board, ends *[6]chess.Square) bool {
	var want [6]chess.Square
	var surplus [2]int
	n := 0
	for _, p := range pawns {
		surplus[p.Color]++
	}
	for bb := goal.Of(chess.Pawn) & chess.FileBB(file); bb != 0; bb &= bb - 1 {
		want[n] = bb.First()
		surplus[goal.At(want[n]).Color()]--
		n++
	}
	low := surplus[chess.Black]
	if low < 0 || surplus[chess.White] < 0 {
		return false
	}
	for i, p := range pawns {
		switch {
		case i < low:
			if p.Color != chess.Black {
				return false
			}
			ends[i] = chess.NewSquare(file, 0)
		case i >= low+n: // a white one, as all black ones have their places
			ends[i] = chess.NewSquare(file, 7)
		default:
			sq := want[i-low]
			if goal.At(sq).Color() != p.Color || (sq.Row()-p.Sq.Row())*p.Color.Forward() < 0 {
				return false
			}
			ends[i] = sq
		}
	}
	return true
}
