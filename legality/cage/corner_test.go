package cage

import (
	"fmt"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// A cornerGame is a game of White's king and a man y against a man z of Black, among White's pawns on a4, c2, d2 and e3, a bishop on c1, and
// the pawn of the b-file, which may go from b2 to b4. Nobody is taken. All others have left these files, or are at home, and sides may
// pass, as they have rooks elsewhere: so every arrangement that is found has a game. It shares no code with the package.
type cornerGame struct{ y, z byte }

// A cornerState says who is where, and whether Black is to move.
type cornerState struct {
	pawn, king, y, z int8
	black            bool
}

// cornerArea are the squares of files a to e and rows 1 to 5, without those that are never empty.
func cornerArea(sq int) bool {
	switch sq {
	case 2, 10, 11, 20, 24:
		return false
	}
	return sq >= 0 && sq < 40 && sq%8 < 5
}

// walk returns where a man gets from a square in one move, over squares that are not full.
func walk(role byte, sq int, full func(int) bool) (to []int) {
	switch role {
	case 'N':
		for _, t := range leapsFrom[sq] {
			if !full(t) {
				to = append(to, t)
			}
		}
		return to
	case 'K':
		return walkAll(sq, 1, rays['Q'], full)
	}
	return walkAll(sq, 7, rays[role], full)
}

func walkAll(sq, most int, directions [][2]int, full func(int) bool) (to []int) {
	for _, d := range directions {
		for k := 1; k <= most; k++ {
			x, y := sq%8+k*d[0], sq/8+k*d[1]
			if x < 0 || x > 7 || y < 0 || y > 7 || full(8*y+x) {
				break
			}
			to = append(to, 8*y+x)
		}
	}
	return to
}

// attacked reports whether z or Black's king attacks White's. (Black's king is on e8, which is far.)
func (c *cornerGame) attacked(s cornerState) bool {
	for _, t := range walk(c.z, int(s.z), func(t int) bool {
		return t != int(s.king) && (t < 40 && t%8 < 5 && !cornerArea(t) || t == int(s.pawn) || t == int(s.y))
	}) {
		if t == int(s.king) {
			return true
		}
	}
	return false
}

// play returns all states that games reach.
func (c *cornerGame) play() map[cornerState]bool {
	first := cornerState{pawn: 9, king: 12, y: 19, z: 36} // b2, Ke2, d3, e5
	seen := map[cornerState]bool{first: true}
	list := []cornerState{first}
	for i := 0; i < len(list); i++ {
		s := list[i]
		add := func(n cornerState) {
			n.black = !s.black
			if (s.black || !c.attacked(n)) && !seen[n] { // White does not leave its king in check
				seen[n] = true
				list = append(list, n)
			}
		}
		full := func(t int) bool {
			return !cornerArea(t) || t == int(s.pawn) || t == int(s.king) || t == int(s.y) || t == int(s.z)
		}
		add(s) // somebody else moves
		if s.black {
			for _, t := range walk(c.z, int(s.z), full) {
				n := s
				n.z = int8(t)
				add(n)
			}
			continue
		}
		for _, t := range walk('K', int(s.king), full) {
			n := s
			n.king = int8(t)
			add(n)
		}
		for _, t := range walk(c.y, int(s.y), full) {
			n := s
			n.y = int8(t)
			add(n)
		}
		if t := int(s.pawn) + 8; t < 32 && !full(t) {
			n := s
			n.pawn = int8(t)
			add(n)
		}
	}
	return seen
}

// setup returns the setup of a state.
func (c *cornerGame) setup(t *testing.T, s cornerState) *chess.Setup {
	t.Helper()
	var board [64]byte
	men := []byte("BQRNN")  // the other rook cannot leave the first two rows
	for i, m := range men { // parked on f3 to h4, without the man y
		if m == c.y {
			men = append(men[:i:i], men[i+1:]...)
			break
		}
	}
	for i, m := range men {
		board[21+i%3+8*(i/3)] = m
	}
	for _, sq := range []int{10, 11, 13, 14, 15, 20, 24, int(s.pawn)} {
		board[sq] = 'P'
	}
	board[2], board[7] = 'B', 'R'
	for f, m := range "rnbqkbnr" {
		board[56+f] = byte(m)
		board[48+f] = 'p'
	}
	board[55], board[39] = 0, 'p'
	if board[s.king], board[s.y], board[s.z] = 'K', c.y, c.z|32; c.z == 'R' {
		board[63] = 0
	} else {
		board[57] = 0
	}
	fen := ""
	for row := 7; row >= 0; row-- {
		for f := range 8 {
			if m := board[8*row+f]; m != 0 {
				fen += string(m)
			} else {
				fen += "1"
			}
		}
		if row > 0 {
			fen += "/"
		}
	}
	f := testkit.Setup(t, fen+fmt.Sprintf(" %c - - 0 1", "wb"[b2i(s.black)]))
	return &f
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestJointExcludesNothingThatGamesReach: of a king and two men in a corner Lemma 14 excludes no arrangement that a game has, and some of those
// that none has.
func TestJointExcludesNothingThatGamesReach(t *testing.T) {
	for _, c := range []cornerGame{{'B', 'R'}, {'B', 'N'}, {'R', 'R'}, {'N', 'R'}} {
		all := c.play()
		reached := map[cornerState]bool{}
		for s := range all {
			s.black = false
			reached[s] = true
		}
		excluded, missed := 0, 0
		for _, pawn := range []int8{9, 17, 25} {
			pocket := []int8{0, 1, 8, 9, 16, 17} // a1, b1, a2, b2, a3, b3
			for _, king := range pocket {
				for _, y := range pocket {
					for _, z := range pocket {
						s := cornerState{pawn: pawn, king: king, y: y, z: z}
						if king == y || y == z || z == king || king == pawn || y == pawn || z == pawn || c.y == 'B' && (y%8+y/8)%2 == 0 {
							continue
						}
						setup := c.setup(t, s)
						var set chess.Bitboard
						for _, sq := range pocket {
							if sq != pawn {
								set |= chess.Square(sq).BB()
							}
						}
						g := projector{Limit: 3000}
						g.open(setup)
						parted := g.incompatible(setup, set, []chess.Square{chess.Square(king), chess.Square(y), chess.Square(z)})
						switch {
						case parted && reached[s]:
							t.Errorf("%c and %c: %v, of a game, is excluded", c.y, c.z, setup)
						case parted:
							excluded++
						case !reached[s]:
							missed++
						}
					}
				}
			}
		}
		if excluded < 4 || missed > 2*excluded {
			t.Errorf("%c and %c: %d arrangements are excluded, %d not that no game reaches", c.y, c.z, excluded, missed)
		}
	}
}
