package proofkernel

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// An oracle searches for kernels in the simplest way: it tries all sequences of captures with named victims and promotions, and
// builds the rows of each kernel anew. It shares no code with the solver. If usesPrune is set it knows one prune: a capture
// changes two columns at most.
type oracle struct {
	goal          [8]string // columns from the bottom up, letters P and p
	rows          [8][]int
	home          [8]string // the letters of its pawns that have never moved
	goalMen       menCounts
	left          [2]int
	mode          [2][8]byte // ways to promote: bits 0 step, 1 left, 2 right
	required      [2][8]bool
	locked        [2][8]bool // squares that no bishop promoted there can leave
	requiredCount [2][2]int
	usesPrune     bool
	kernelMemo    map[string]bool // can a kernel be completed from here
	path          []capture

	start    oracleState
	castling [2]int
	nodes    int
}

// A menCounts holds numbers of men by color and kind.
type menCounts [2][6]int

// Kinds of men.
const (
	oQ = iota
	oR
	oN
	oL // bishop on light squares
	oD // bishop on dark squares
	oP
)

// A capture is a move of an explicit kernel.
type capture struct {
	color      int
	pawn       bool
	from, i    int // file and index of the pawn
	to, j      int // file and index of the target, for pawns taking or being taken
	victim     int
	promotedOn int // file of the pawn that promoted to be the victim, or -1
	promotes   int // kind, or -1
}

// An oracleState is a state of the kernel game: columns, men by kind, and captures left by color.
type oracleState struct {
	col  [8]string
	have menCounts
	left [2]int
}

// key returns the state as a text.
func (st *oracleState) key() string { return fmt.Sprint(st.col, st.have, st.left) }

// pawnOf returns the letter of a pawn.
func pawnOf(color int) byte { return "Pp"[color] }

// newOracle reads a setup. It returns nil for goals refuted by counting alone.
func newOracle(s *chess.Setup) *oracle {
	o := &oracle{kernelMemo: map[string]bool{}}
	o.start.have = menCounts{{1, 2, 2, 1, 1, 8}, {1, 2, 2, 1, 1, 8}}
	blocked := map[chess.Square]bool{}
	o.readPawns(s, blocked)
	o.countMen(s)
	var kingFixed [2]bool
	for c := range chess.Color(2) {
		rights := s.Castling.Of(c)
		o.castling[c] = rights.Count()
		kingFixed[c] = rights != 0
		blocked[chess.E1.For(c)] = blocked[chess.E1.For(c)] || rights != 0
		blocked[chess.H1.For(c)] = blocked[chess.H1.For(c)] || rights&(chess.WhiteKingside|chess.BlackKingside) != 0
		blocked[chess.A1.For(c)] = blocked[chess.A1.For(c)] || rights&(chess.WhiteQueenside|chess.BlackQueenside) != 0
	}
	if !o.lockSquares(s, blocked) || o.left[0] < 0 || o.left[1] < 0 {
		return nil
	}
	o.findModes(blocked, kingFixed)
	o.start.left = o.left
	for file := range 8 {
		o.start.col[file] = "Pp"
	}
	return o
}

// readPawns reads the pawns of the goal. Those that have never moved block their squares.
func (o *oracle) readPawns(s *chess.Setup, blocked map[chess.Square]bool) {
	for file := range 8 {
		for y := 1; y < 7; y++ {
			sq := chess.NewSquare(file, y)
			p := s.Board.At(sq)
			if p.Role() != chess.Pawn {
				continue
			}
			o.goal[file] += string(p.Letter())
			o.rows[file] = append(o.rows[file], y)
			if y == p.Color().PawnRow() {
				blocked[sq] = true
				o.home[file] += string(p.Letter())
			}
		}
	}
}

// countMen counts the men of the goal and the captures that are left.
func (o *oracle) countMen(s *chess.Setup) {
	for c := range chess.Color(2) {
		for sq := range s.Board.Colored(c).All() {
			switch s.Board.RoleAt(sq) {
			case chess.Queen:
				o.goalMen[c][oQ]++
			case chess.Rook:
				o.goalMen[c][oR]++
			case chess.Knight:
				o.goalMen[c][oN]++
			case chess.Bishop:
				if sq.Dark() {
					o.goalMen[c][oD]++
				} else {
					o.goalMen[c][oL]++
				}
			case chess.Pawn:
				o.goalMen[c][oP]++
			}
		}
		o.left[1-c] = 16 - s.Board.Colored(c).Count()
	}
}

// lockSquares finds the squares of back rows that no bishop enters or leaves, as pawns at home are beside the square before. It
// reports false if a bishop stands there that did not start there.
func (o *oracle) lockSquares(s *chess.Setup, blocked map[chess.Square]bool) bool {
	for c := range chess.Color(2) { // the color of the pawns
		for file := range 8 {
			if file > 0 && !blocked[chess.NewSquare(file-1, c.PawnRow())] || file < 7 && !blocked[chess.NewSquare(file+1, c.PawnRow())] {
				continue
			}
			sq, isHome := chess.NewSquare(file, c.BackRow()), file == 2 || file == 5
			o.locked[1-c][file] = true
			kind := oL
			if sq.Dark() {
				kind = oD
			}
			switch man := s.Board.At(sq); {
			case man == chess.NewPiece(c, chess.Bishop):
				blocked[sq] = true
				if !isHome {
					return false
				}
			case isHome: // the bishop is dead: an officer took it first
				o.start.have[c][kind]--
				o.left[1-c]--
			}
			if s.Board.At(sq) == chess.NewPiece(c.Other(), chess.Bishop) {
				o.required[1-c][file] = true
				o.requiredCount[1-c][kind-oL]++
			}
		}
	}
	return true
}

// findModes finds the ways in which pawns can promote on each file.
func (o *oracle) findModes(blocked map[chess.Square]bool, kingFixed [2]bool) {
	for c := range chess.Color(2) {
		for file := range 8 {
			if blocked[chess.NewSquare(file, c.Other().PawnRow())] || kingFixed[1-c] && (file == 3 || file == 5) {
				continue
			}
			for k, dx := range []int{0, -1, 1} {
				if file+dx >= 0 && file+dx < 8 && !blocked[chess.NewSquare(file+dx, c.LastRow())] {
					o.mode[c][file] |= 1 << k
				}
			}
		}
	}
}

// pawnsOutsideGoal returns the numbers of pawns below and above those of the goal on the file. If the column is not complete, ok is
// false.
func (o *oracle) pawnsOutsideGoal(file int, col string) (below, above int, ok bool) {
	below, above, ok = o.matchGoal(file, col)
	return below, above, ok && (below == 0 || o.mode[1][file]&1 != 0) && (above == 0 || o.mode[0][file]&1 != 0)
}

// matchGoal is pawnsOutsideGoal for pawns that promote by a step or a capture, whether they can or not.
func (o *oracle) matchGoal(file int, col string) (below, above int, ok bool) {
	for i := 0; i+len(o.goal[file]) <= len(col); i++ {
		low, high := col[:i], col[i+len(o.goal[file]):]
		if strings.Trim(low, "p") == "" && col[i:i+len(o.goal[file])] == o.goal[file] && strings.Trim(high, "P") == "" {
			return i, len(high), true
		}
	}
	return 0, 0, false
}

// isGoal reports whether st is the end of a kernel: promotions by a step give the men that are missing.
func (o *oracle) isGoal(st *oracleState) bool {
	if st.left != [2]int{} {
		return false
	}
	var steps [2][2]int // promotions that may give bishops, by color and square: 0 light, 1 dark
	var all [2]int      // promotions, by color
	for file := range 8 {
		below, above, ok := o.pawnsOutsideGoal(file, st.col[file])
		if !ok {
			return false
		}
		for c, n := range [2]int{above, below} {
			all[c] += n
			light := (file + 7*(1-c)) % 2 // 0 for a dark square
			if o.required[c][file] {
				if n == 0 {
					return false
				}
				n = 1
			} else if o.locked[c][file] {
				n = 0
			}
			steps[c][1-light] += n
		}
	}
	for c := range 2 {
		sum := 0
		for k := range 5 {
			d := o.goalMen[c][k] - st.have[c][k]
			if d < 0 {
				return false
			}
			if k >= oL && (d > steps[c][k-oL] || d < o.requiredCount[c][k-oL]) {
				return false
			}
			sum += d
		}
		if sum != all[c] {
			return false
		}
	}
	return true
}

// incomplete returns the number of columns that promotions do not make those of the goal. Promotions by capture may still be needed
// where a step is impossible.
func (o *oracle) incomplete(st *oracleState) (n int) {
	for file := range 8 {
		if _, _, ok := o.matchGoal(file, st.col[file]); !ok {
			n++
		}
	}
	return n
}

// cutOut, putIn and replaced return s without byte i, with b before byte i, and with b in place of byte i.
func cutOut(s string, i int) string           { return s[:i] + s[i+1:] }
func putIn(s string, i int, b byte) string    { return s[:i] + string(b) + s[i:] }
func replaced(s string, i int, b byte) string { return s[:i] + string(b) + s[i+1:] }

// movable reports whether pawn i of the column may move or be taken.
func (o *oracle) movable(file int, col string, i int) bool {
	return !(col[i] == 'P' && i == 0 && strings.Contains(o.home[file], "P") ||
		col[i] == 'p' && i == len(col)-1 && strings.Contains(o.home[file], "p"))
}

// mayInsert reports whether a pawn may come in at index i of the column.
func (o *oracle) mayInsert(file int, col string, i int) bool {
	return !(i == 0 && strings.Contains(o.home[file], "P") || i == len(col) && strings.Contains(o.home[file], "p"))
}
