package proofkernel

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// An oracle searches for kernels the long way: sequences of captures with named
// victims and promotions, every one in every order, and for each kernel it builds the
// rows anew. It shares no code with the solver. It knows one prune, if weak is set: a
// capture changes two columns at most.
type oracle struct {
	goal  [8]string // columns from the bottom up, letters P and p
	rows  [8][]int
	home  [8]string // the letters of its pawns that have never moved
	want  men
	left  [2]int
	mode  [2][8]byte // ways to promote: bits 0 step, 1 left, 2 right
	req   [2][8]bool
	cut   [2][8]bool // squares that no bishop promoted there can leave
	reqs  [2][2]int
	weak  bool
	plain map[string]bool // can a kernel be completed from here
	seq   []capture

	start    oracleState
	castling [2]int
	nodes    int
}

// men counts men by color and kind.
type men [2][6]int

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

type oracleState struct {
	col  [8]string
	have men
	left [2]int
}

func (st *oracleState) key() string { return fmt.Sprint(st.col, st.have, st.left) }

func pawnOf(color int) byte { return "Pp"[color] }

// newOracle reads a setup. It returns nil for goals refuted by counting alone.
func newOracle(s *chess.Setup) *oracle {
	o := &oracle{plain: map[string]bool{}}
	blocked := map[chess.Square]bool{}
	for x := range 8 {
		for y := 1; y < 7; y++ {
			sq := chess.NewSquare(x, y)
			p := s.Board.At(sq)
			if p.Role() != chess.Pawn {
				continue
			}
			o.goal[x] += string(p.Letter())
			o.rows[x] = append(o.rows[x], y)
			if p.Color() == chess.White && y == 1 || p.Color() == chess.Black && y == 6 {
				blocked[sq] = true
				o.home[x] += string(p.Letter())
			}
		}
	}
	king := [2]bool{}
	for _, r := range []struct {
		right chess.Castling
		sqs   []chess.Square
		c     int
	}{
		{chess.WhiteKingside, []chess.Square{chess.E1, chess.H1}, 0},
		{chess.WhiteQueenside, []chess.Square{chess.E1, chess.A1}, 0},
		{chess.BlackKingside, []chess.Square{chess.E8, chess.H8}, 1},
		{chess.BlackQueenside, []chess.Square{chess.E8, chess.A8}, 1},
	} {
		if s.Castling&r.right != 0 {
			king[r.c] = true
			for _, sq := range r.sqs {
				blocked[sq] = true
			}
		}
	}
	have := men{{1, 2, 2, 1, 1, 8}, {1, 2, 2, 1, 1, 8}}
	for c := range 2 {
		units := 0
		for sq := range s.Board.Colored(chess.Color(c)).All() {
			units++
			switch s.Board.RoleAt(sq) {
			case chess.Queen:
				o.want[c][oQ]++
			case chess.Rook:
				o.want[c][oR]++
			case chess.Knight:
				o.want[c][oN]++
			case chess.Bishop:
				if sq.Dark() {
					o.want[c][oD]++
				} else {
					o.want[c][oL]++
				}
			case chess.Pawn:
				o.want[c][oP]++
			}
		}
		o.left[1-c] = 16 - units
	}
	// Locked squares.
	for c := range 2 { // whose pawns lock
		for x := range 8 {
			y2, y1 := 1, 0
			if c == 1 {
				y2, y1 = 6, 7
			}
			if x > 0 && !blocked[chess.NewSquare(x-1, y2)] || x < 7 && !blocked[chess.NewSquare(x+1, y2)] {
				continue
			}
			sq := chess.NewSquare(x, y1)
			own := s.Board.At(sq) == chess.NewPiece(chess.Color(c), chess.Bishop)
			foreign := s.Board.At(sq) == chess.NewPiece(chess.Color(1-c), chess.Bishop)
			o.cut[1-c][x] = true
			kind := oL
			if sq.Dark() {
				kind = oD
			}
			if own {
				blocked[sq] = true
				if x != 2 && x != 5 {
					return nil
				}
			} else if x == 2 || x == 5 {
				have[c][kind]-- // dead: taken by an officer first
				o.left[1-c]--
			}
			if foreign {
				o.req[1-c][x] = true
				o.reqs[1-c][kind-oL]++
			}
		}
	}
	for c := range 2 {
		last, before := 7, 6
		if c == 1 {
			last, before = 0, 1
		}
		for x := range 8 {
			if blocked[chess.NewSquare(x, before)] {
				continue
			}
			if king[1-c] && (x == 3 || x == 5) {
				continue
			}
			for k, dx := range []int{0, -1, 1} {
				if x+dx >= 0 && x+dx < 8 && !blocked[chess.NewSquare(x+dx, last)] {
					o.mode[c][x] |= 1 << k
				}
			}
		}
	}
	o.start = oracleState{have: have, left: o.left}
	for x := range 8 {
		o.start.col[x] = "Pp"
	}
	for c := range 2 {
		if o.left[c] < 0 {
			return nil
		}
	}
	o.castling = [2]int{s.Castling.Of(chess.White).Count(), s.Castling.Of(chess.Black).Count()}
	return o
}

// matches returns the pawns outside the goal on a file, if the column is complete.
func (o *oracle) matches(x int, col string) (below, above int, ok bool) {
	for i := 0; i+len(o.goal[x]) <= len(col); i++ {
		low, high := col[:i], col[i+len(o.goal[x]):]
		if strings.Trim(low, "p") == "" && col[i:i+len(o.goal[x])] == o.goal[x] && strings.Trim(high, "P") == "" &&
			(low == "" || o.mode[1][x]&1 != 0) && (high == "" || o.mode[0][x]&1 != 0) {
			return i, len(high), true
		}
	}
	return 0, 0, false
}

// isGoal tests the end of a kernel: promotions by a step assignBishops the types.
func (o *oracle) isGoal(st *oracleState) bool {
	if st.left != [2]int{} {
		return false
	}
	var steps [2][2]int // promotions by square color that may give bishops
	var all [2]int      // promotions
	for x := range 8 {
		below, above, ok := o.matches(x, st.col[x])
		if !ok {
			return false
		}
		for c, n := range [2]int{above, below} {
			all[c] += n
			dark := (x + 7*(1-c)) % 2 // 0 for a dark square
			if o.req[c][x] {
				if n == 0 {
					return false
				}
				n = 1
			} else if o.cut[c][x] {
				n = 0
			}
			steps[c][1-dark] += n
		}
	}
	for c := range 2 {
		sum := 0
		for k := range 5 {
			d := o.want[c][k] - st.have[c][k]
			if d < 0 {
				return false
			}
			if k >= oL && (d > steps[c][k-oL] || d < o.reqs[c][k-oL]) {
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

func (o *oracle) incomplete(st *oracleState) int {
	n := 0
	for x := range 8 {
		// Promotions by capture may still be needed where a step is impossible.
		col := st.col[x]
		ok := false
		for i := 0; i+len(o.goal[x]) <= len(col); i++ {
			if strings.Trim(col[:i], "p") == "" && col[i:i+len(o.goal[x])] == o.goal[x] &&
				strings.Trim(col[i+len(o.goal[x]):], "P") == "" {
				ok = true
			}
		}
		if !ok {
			n++
		}
	}
	return n
}

func cutOut(s string, i int) string           { return s[:i] + s[i+1:] }
func putIn(s string, i int, b byte) string    { return s[:i] + string(b) + s[i:] }
func replaced(s string, i int, b byte) string { return s[:i] + string(b) + s[i+1:] }

// movable says whether pawn i of the column may move or be taken.
func (o *oracle) movable(x int, col string, i int) bool {
	return !(col[i] == 'P' && i == 0 && strings.Contains(o.home[x], "P") ||
		col[i] == 'p' && i == len(col)-1 && strings.Contains(o.home[x], "p"))
}

func (o *oracle) mayInsert(x int, col string, i int) bool {
	return !(i == 0 && strings.Contains(o.home[x], "P") || i == len(col) && strings.Contains(o.home[x], "p"))
}
