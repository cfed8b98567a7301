package named

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/proofkernel/search"
)

// A class says that pawns take officers, and leaves open which. If there are fewer officers than pawns that take one, some spare
// pawns must have promoted before, to be taken as what they became. This file chooses these pawns, and when they promote.

// columns are the pawns of each file from row 1 up, by number: 2*file is the white pawn that started on the file, 2*file+1 the black one.
type columns [8][]int8

// play makes the capture m, whose indices are those of the columns before it.
func (c *columns) play(m *search.Move) {
	if !m.Pawn {
		c[m.ToFile] = without(c[m.ToFile], m.ToIndex)
		return
	}
	pawn := c[m.File][m.Index]
	c[m.File] = without(c[m.File], m.Index)
	to := slices.Clone(c[m.ToFile])
	if m.Victim == search.Pawn {
		to[m.ToIndex] = pawn
	} else {
		to = slices.Insert(to, int(m.ToIndex), pawn)
	}
	c[m.ToFile] = to
}

// without returns a copy of a list without the element at index i.
func without(list []int8, i int8) []int8 { return slices.Delete(slices.Clone(list), int(i), int(i)+1) }

// fromFront returns pawn i of a column, counted from the end to which a color moves.
func fromFront(column []int8, i int, c chess.Color) int8 {
	if c == chess.White {
		return column[len(column)-1-i]
	}
	return column[i]
}

// countBelow returns how many pawns of a set stand below index i of a column.
func countBelow(column []int8, i int8, set uint16) (n int8) {
	for _, p := range column[:i] {
		n += int8(set >> p & 1)
	}
	return n
}

// promoteVictims makes promoted pawns of some victims of pawns, if pawns take more officers of color victims than there are. The
// pawns promote as late as possible. It must be called after merge, while these victims are open, with taken and takenPawns set.
// If it fails, the kernel fails its test in the end.
func (n *Namer) promoteVictims(c *proofkernel.Class, goal *chess.Board, victims chess.Color) {
	var openMoves []int // moves with a victim to be named
	for i := range n.moves {
		if m := &n.moves[i]; m.Pawn && m.Victim == search.NoMan && m.Color != victims {
			openMoves = append(openMoves, i)
		}
	}
	stock := &n.taken[victims]
	missing := len(openMoves) - int(stock[proofkernel.Queen]+stock[proofkernel.Rook]+stock[proofkernel.Knight])
	if missing <= 0 || missing > int(n.takenPawns[victims]) {
		return
	}
	var current columns
	for file := range int8(8) {
		current[file] = []int8{2 * file, 2*file + 1}
	}
	columnsBefore := make([]columns, len(n.moves)) // before each move
	for i := range n.moves {
		columnsBefore[i] = current
		current.play(&n.moves[i])
	}
	spare := sparePawns(&current, c, goal, victims)
	for first := len(openMoves) - missing; first >= 0; first-- {
		if n.promoteFirst(openMoves[first:], columnsBefore, spare, missing, victims) {
			n.takenPawns[victims] -= int8(missing)
			return
		}
	}
}

// sparePawns returns the pawns of a color, as bits, that the goal does not show and that need not promote by capture.
func sparePawns(end *columns, c *proofkernel.Class, goal *chess.Board, victims chess.Color) (set uint16) {
	for file := range 8 {
		extra := -int((goal.Pieces(victims, chess.Pawn) & chess.FileBB(file)).Count()) - int(c.ByCapture[victims][file])
		for _, p := range end[file] {
			if p%2 == int8(victims) {
				extra++
			}
		}
		for i := range end[file] {
			if p := fromFront(end[file], i, victims); p%2 == int8(victims) && extra > 0 {
				set |= 1 << p
				extra--
			}
		}
	}
	return set
}

// promoteFirst makes promoted pawns of the victims of the first open moves that can have one, as many as are missing, and adapts
// the indices of all later moves. It reports whether it could. If not, it changes nothing.
func (n *Namer) promoteFirst(openMoves []int, columnsBefore []columns, spare uint16, missing int, victims chess.Color) bool {
	moves := slices.Clone(n.moves)
	promoted, next := uint16(0), 0
	var files [8]int8
	for i := range moves {
		m := &moves[i]
		if next < len(openMoves) && openMoves[next] == i {
			if next++; missing > 0 {
				if file, p := foremostSpare(&columnsBefore[i], spare, promoted, victims, n.pick(8)); p >= 0 {
					m.Victim, m.VictimFile = search.Promoted, int8(file)
					promoted |= 1 << p
					files[file]++
					missing--
				}
			}
		}
		if m.Pawn {
			m.Index -= countBelow(columnsBefore[i][m.File], m.Index, promoted)
		}
		m.ToIndex -= countBelow(columnsBefore[i][m.ToFile], m.ToIndex, promoted)
	}
	if missing > 0 {
		return false
	}
	n.moves = moves
	for file := range files {
		n.pawns[victims][file] -= files[file]
	}
	return true
}

// foremostSpare returns a spare pawn without a pawn ahead of it in its column, and its file. It goes through the files from a
// given one on. If there is none, pawn is -1. Pawns in promoted count as gone.
func foremostSpare(c *columns, spare, promoted uint16, victims chess.Color, from int) (file int, pawn int8) {
	for k := range 8 {
		file := (from + k) % 8
		for i := range c[file] {
			p := fromFront(c[file], i, victims)
			if promoted>>p&1 != 0 {
				continue
			}
			if spare>>p&1 != 0 {
				return file, p
			}
			break
		}
	}
	return 0, -1
}
