package named

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/proofkernel/search"
)

// A class says that pawns take officers, and leaves open which. Where there are fewer
// officers than pawns that take one, some spare pawns must have promoted before, to be
// taken as what they became: this file says which, and when.

// columns are the pawns of each file from row 1 up, by number: 2x is the white pawn that started on file x, 2x+1 the black one.
type columns [8][]int8

// play makes the capture m, whose indices are those of the columns before it.
func (c *columns) play(m *search.Move) {
	if !m.Pawn {
		c[m.ToFile] = without(c[m.ToFile], m.ToIndex)
		return
	}
	from := c[m.File]
	pawn := from[m.Index]
	c[m.File] = without(from, m.Index)
	to := append([]int8(nil), c[m.ToFile]...)
	if m.Victim == search.Pawn {
		to[m.ToIndex] = pawn
	} else {
		to = append(to[:m.ToIndex], append([]int8{pawn}, to[m.ToIndex:]...)...)
	}
	c[m.ToFile] = to
}

func without(list []int8, i int8) []int8 {
	return append(append([]int8(nil), list[:i]...), list[i+1:]...)
}

// before returns how many pawns of a set stand below place i of a column.
func before(column []int8, i int8, set uint16) (n int8) {
	for _, p := range column[:i] {
		n += int8(set >> p & 1)
	}
	return n
}

// promoteVictims makes promoted pawns of the victims that pawns take beyond the officers of color v that there are, as late as it goes. It wants the moves
// of merge with their victims still open, n.taken and n.fallen. Where it fails the kernel will be found wrong.
func (n *Namer) promoteVictims(c *proofkernel.Class, goal *chess.Board, v chess.Color) {
	var open []int // moves with a victim to be named
	for i := range n.moves {
		if m := &n.moves[i]; m.Pawn && m.Victim == search.NoMan && m.Color != v {
			open = append(open, i)
		}
	}
	stock := &n.taken[v]
	missing := len(open) - int(stock[proofkernel.Queen]+stock[proofkernel.Rook]+stock[proofkernel.Knight])
	if missing <= 0 || missing > int(n.fallen[v]) {
		return
	}
	var now columns
	for x := range int8(8) {
		now[x] = []int8{2 * x, 2*x + 1}
	}
	stands := make([]columns, len(n.moves)) // before each move
	for i := range n.moves {
		stands[i] = now
		now.play(&n.moves[i])
	}
	spare := spares(&now, c, goal, v)
	for first := len(open) - missing; first >= 0; first-- {
		if n.assign(open[first:], stands, spare, missing, v) {
			n.fallen[v] -= int8(missing)
			return
		}
	}
}

// spares returns the pawns of a color that the goal does not show and that need not promote by capture, as bits.
func spares(end *columns, c *proofkernel.Class, goal *chess.Board, v chess.Color) (set uint16) {
	for x := range 8 {
		extra := -int((goal.Pieces(v, chess.Pawn) & chess.FileBB(x)).Count()) - int(c.ByCapture[v][x])
		for _, p := range end[x] {
			if p%2 == int8(v) {
				extra++
			}
		}
		for i := range end[x] {
			p := end[x][i] // Black's from the bottom, White's from the top
			if v == chess.White {
				p = end[x][len(end[x])-1-i]
			}
			if p%2 == int8(v) && extra > 0 {
				set |= 1 << p
				extra--
			}
		}
	}
	return set
}

// assign gives promoted pawns to the first of the open moves that can have one, so many, and adapts the indices of all moves after. It reports whether it
// could, and changes nothing otherwise.
func (n *Namer) assign(open []int, stands []columns, spare uint16, missing int, v chess.Color) bool {
	moves := append([]search.Move(nil), n.moves...)
	gone, next := uint16(0), 0
	var files [8]int8
	for i := range moves {
		m := &moves[i]
		if next < len(open) && open[next] == i {
			if next++; missing > 0 {
				if x, p := foremostSpare(&stands[i], spare, gone, v, n.pick(8)); p >= 0 {
					m.Victim, m.VictimFile = search.Promoted, int8(x)
					gone |= 1 << p
					files[x]++
					missing--
				}
			}
		}
		if m.Pawn {
			m.Index -= before(stands[i][m.File], m.Index, gone)
		}
		m.ToIndex -= before(stands[i][m.ToFile], m.ToIndex, gone)
	}
	if missing > 0 {
		return false
	}
	n.moves = moves
	for x := range files {
		n.pawns[v][x] -= files[x]
	}
	return true
}

// foremostSpare returns a spare pawn with nothing ahead of it in its column, and its file, looking from a given file on; -1 if there is none. Pawns that are
// gone count as away.
func foremostSpare(c *columns, spare, gone uint16, v chess.Color, from int) (file int, pawn int8) {
	for k := range 8 {
		x := (from + k) % 8
		for i := range c[x] {
			p := c[x][i]
			if v == chess.White {
				p = c[x][len(c[x])-1-i]
			}
			if gone>>p&1 != 0 {
				continue
			}
			if spare>>p&1 != 0 {
				return x, p
			}
			break
		}
	}
	return 0, -1
}
