package chesscounter

import "chesscensus/chess"

// sharpCaptures tests what rule 6 can demand in addition and stay sound.
//
// Of the pawns of one file, at most one of each color has never changed files. If
// both have not, the white one is below the black one, since neither can have passed.
// And pawns come from different home squares; see reachHome.
func (d *diagram) sharpCaptures() bool {
	total := 0
	for file := range 8 {
		w, b := d.pawns[0]&chess.FileBB(file), d.pawns[1]&chess.FileBB(file)
		stay := 1
		if w != 0 && b != 0 && w&-w < b {
			stay = 2
		}
		total += max(0, w.Count()+b.Count()-stay)
	}
	return d.men[0]+d.men[1]+total <= 32 &&
		reachHome(d.pawns[0], 16-d.men[1]) && reachHome(turned(d.pawns[1]), 16-d.men[0])
}

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
