package chesscounter

import "chesscensus/chess"

// reachHome reports whether white pawns can have come from different home squares
// by so many file changes in all, each of which was a capture. A pawn on row r has
// changed files r-2 times at most.
//
// It is an assignment of pawns to files, solved exactly: least[set] is the least sum
// by which as many pawns as set has files, in ascending order of squares, come from
// those files. No captures are needed by pawns on files of their own.
func reachHome(pawns chess.Bitboard, captures int) bool {
	n := pawns.Count()
	if onOwnFiles(pawns) {
		return true
	}
	const never = 100 // more than 8 pawns times 5 rows
	var least [256]uint8
	for set := range least {
		least[set] = never
	}
	least[0] = 0
	best := never
	var men [8]chess.Square
	for i := range n {
		men[i] = pawns.First()
		pawns &= pawns - 1
	}
	for set := range 256 {
		sum := int(least[set])
		k := chess.Bitboard(set).Count()
		if k == n {
			best = min(best, sum)
		}
		if k >= n || sum >= never {
			continue
		}
		file, reach := men[k].File(), men[k].Row()-1
		for home := max(0, file-reach); home <= min(7, file+reach); home++ {
			if next := set | 1<<home; next != set {
				least[next] = min(least[next], uint8(sum+max(home-file, file-home)))
			}
		}
	}
	return best <= captures
}

// onOwnFiles reports whether no two of the pawns share a file.
func onOwnFiles(pawns chess.Bitboard) bool {
	files := pawns | pawns>>32
	files |= files >> 16
	files |= files >> 8
	return (files & chess.Row1).Count() == pawns.Count()
}
