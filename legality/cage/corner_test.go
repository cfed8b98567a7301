package cage

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// A cornerGame plays all games of White's king and one more man of White against one man of Black, among White's pawns on a4, c2,
// d2 and e3, a bishop on c1, and the pawn of the b-file, which may go from b2 to b4. Nothing is captured. All other men have left
// these files, or are at home. Sides may pass, as they have rooks elsewhere. So every arrangement that is found has a game. The
// oracle shares no code with the package.
type cornerGame struct{ whiteMan, blackMan byte } // upper letters of roles

// A cornerState is the squares of the men, 0 to 63, and whether Black is to move.
type cornerState struct {
	pawn, king, whiteMan, blackMan int8
	blackToMove                    bool
}

// isCornerSquare reports whether a square is on files a to e and rows 1 to 5 and may be empty.
func isCornerSquare(sq int) bool {
	switch sq {
	case 2, 10, 11, 20, 24:
		return false
	}
	return sq >= 0 && sq < 40 && sq%8 < 5
}

// destinations returns the squares to which a man gets in one move of at most so many steps, over squares that are not full.
func destinations(role byte, sq, most int, full func(int) bool) (to []int) {
	if role == 'N' || role == 'K' {
		most = 1
	}
	for _, d := range directions[role] {
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

// inCheck reports whether Black's man attacks White's king. (Black's king is on e8, which is far.)
func (g *cornerGame) inCheck(s cornerState) bool {
	for _, t := range destinations(g.blackMan, int(s.blackMan), 7, func(t int) bool {
		return t != int(s.king) && (t < 40 && t%8 < 5 && !isCornerSquare(t) || t == int(s.pawn) || t == int(s.whiteMan))
	}) {
		if t == int(s.king) {
			return true
		}
	}
	return false
}

// play returns all states that games reach.
func (g *cornerGame) play() map[cornerState]bool {
	first := cornerState{pawn: 9, king: 12, whiteMan: 19, blackMan: 36} // b2, Ke2, d3, e5
	seen := map[cornerState]bool{first: true}
	list := []cornerState{first}
	for i := 0; i < len(list); i++ {
		s := list[i]
		add := func(n cornerState) {
			n.blackToMove = !s.blackToMove
			if (s.blackToMove || !g.inCheck(n)) && !seen[n] { // White does not leave its king in check
				seen[n] = true
				list = append(list, n)
			}
		}
		full := func(t int) bool {
			return !isCornerSquare(t) || t == int(s.pawn) || t == int(s.king) || t == int(s.whiteMan) || t == int(s.blackMan)
		}
		add(s) // another man moves
		if s.blackToMove {
			for _, t := range destinations(g.blackMan, int(s.blackMan), 7, full) {
				n := s
				n.blackMan = int8(t)
				add(n)
			}
			continue
		}
		for _, t := range destinations('K', int(s.king), 1, full) {
			n := s
			n.king = int8(t)
			add(n)
		}
		for _, t := range destinations(g.whiteMan, int(s.whiteMan), 7, full) {
			n := s
			n.whiteMan = int8(t)
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
func (g *cornerGame) setup(t *testing.T, s cornerState) *chess.Setup {
	t.Helper()
	var board [64]byte
	men := []byte("BQRNN")  // the other rook cannot leave the first two rows
	for i, m := range men { // these men stand on f3 to h4, without the one that is followed
		if m == g.whiteMan {
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
	if board[s.king], board[s.whiteMan], board[s.blackMan] = 'K', g.whiteMan, g.blackMan|32; g.blackMan == 'R' {
		board[63] = 0
	} else {
		board[57] = 0
	}
	turn := " w - -"
	if s.blackToMove {
		turn = " b - -"
	}
	f := testkit.Setup(t, fenRows(board[:])+turn)
	return &f
}

// TestJointExcludesNothingThatGamesReach checks Lemma 14 for a king and two men in a corner: it excludes no arrangement that a
// game has, and some of those that no game has.
func TestJointExcludesNothingThatGamesReach(t *testing.T) {
	for _, game := range []cornerGame{{'B', 'R'}, {'B', 'N'}, {'R', 'R'}, {'N', 'R'}} {
		states := game.play()
		reached := map[cornerState]bool{}
		for s := range states {
			s.blackToMove = false
			reached[s] = true
		}
		excluded, missed := 0, 0
		for _, pawn := range []int8{9, 17, 25} {
			pocket := []int8{0, 1, 8, 9, 16, 17} // a1, b1, a2, b2, a3, b3
			for _, king := range pocket {
				for _, whiteMan := range pocket {
					for _, blackMan := range pocket {
						s := cornerState{pawn: pawn, king: king, whiteMan: whiteMan, blackMan: blackMan}
						isCrowded := king == whiteMan || whiteMan == blackMan || blackMan == king || king == pawn || whiteMan == pawn || blackMan == pawn
						isDark := (whiteMan%8+whiteMan/8)%2 == 0 // White's other bishop is on light squares
						if isCrowded || game.whiteMan == 'B' && isDark {
							continue
						}
						setup := game.setup(t, s)
						var set chess.Bitboard
						for _, sq := range pocket {
							if sq != pawn {
								set |= chess.Square(sq).BB()
							}
						}
						p := projector{Limit: 3000}
						p.open(setup)
						isExcluded := p.incompatible(setup, set, []chess.Square{chess.Square(king), chess.Square(whiteMan), chess.Square(blackMan)})
						switch {
						case isExcluded && reached[s]:
							t.Errorf("%c and %c: %v, of a game, is excluded", game.whiteMan, game.blackMan, setup)
						case isExcluded:
							excluded++
						case !reached[s]:
							missed++
						}
					}
				}
			}
		}
		if excluded < 4 || missed > 2*excluded {
			t.Errorf("%c and %c: %d arrangements are excluded, %d not that no game reaches", game.whiteMan, game.blackMan, excluded, missed)
		}
	}
}
