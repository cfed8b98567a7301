package cage

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
)

// This file plays all games in which only the pawns of the first files, the knights and one man x move, and compares them with
// what Lemmas 6 to 9 exclude. It knows squares 0 to 63 and shares no code with the package; setups are made as FEN.
//
// All other men stand still: kings, queens, bishops, rooks on the a-file, and the pawns of the other files, at home but for h4
// and h5. Behind these the rooks of the h-file lose as many moves as a game needs (h1, h2, h3, h1 are three), so that sides may
// pass. The neighbors of the kings are never empty, and knights keep away from squares where they give check: no move is forced.
// A pawn takes a knight that leaps to the square from outside, and such a knight takes a pawn. So every setup found has a game.

// A smallGame says which men move.
type smallGame struct {
	files        int    // number of files, from the a-file on, whose pawns move
	mostCaptures [2]int // captures by color
	xColor       int    // of x
	xRole        byte   // of x, an upper letter
	xStart       int    // of x, or -1: it is promoted
	maxStates    int    // states, at most
}

// A smallState is a moment of a game.
type smallState struct {
	pawns      [2]uint64
	x          int8 // square, or -1 if it is not in the game yet
	promotedOn int8 // where x was promoted by a step, or -1
	captures   [2]int8
	knights    [2]int8
}

// frozenSquares are the squares of men that never move, by color: officers, pawns of files d to g, and the h-pawn.
var frozenSquares = [2][]int{{0, 2, 3, 4, 5, 7, 11, 12, 13, 14, 31}, {56, 58, 59, 60, 61, 63, 51, 52, 53, 54, 39}}

// walls returns all squares that are never empty.
func (g *smallGame) walls() (set uint64) {
	for _, list := range frozenSquares {
		for _, sq := range list {
			if sq != g.xStart {
				set |= 1 << sq
			}
		}
	}
	for f := g.files; f < 3; f++ {
		set |= 1<<(8+f) | 1<<(48+f)
	}
	return set
}

// leapsFrom lists for each square those a knight's leap away.
var leapsFrom = func() (t [64][]int) {
	for sq := range t {
		t[sq] = destinations('N', sq, 1, func(int) bool { return false })
	}
	return t
}()

// knightChecks reports whether a knight of a color on a square gives check.
func knightChecks(color, sq int) bool {
	for _, to := range leapsFrom[sq] {
		if to == [2]int{60, 4}[color] {
			return true
		}
	}
	return false
}

// knightSquares returns the squares where knights of a color get from e4 or e5 without a capture.
func knightSquares(color int, full uint64) (set uint64) {
	list := []int{28, 36}
	for len(list) > 0 {
		sq := list[len(list)-1]
		list = list[:len(list)-1]
		if set>>sq&1 == 0 && full>>sq&1 == 0 && !knightChecks(color, sq) {
			set |= 1 << sq
			list = append(list, leapsFrom[sq]...)
		}
	}
	return set
}

// directions are the steps and leaps of a man, by file and row.
var directions = map[byte][][2]int{
	'N': {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
	'B': {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
	'R': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
	'Q': {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}},
	'K': {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}},
}

// play returns all states of all games.
func (g *smallGame) play() map[smallState]bool {
	first := smallState{x: int8(g.xStart), promotedOn: -1, knights: [2]int8{2, 2}}
	for f := range g.files {
		first.pawns[0] |= 1 << (8 + f)
		first.pawns[1] |= 1 << (48 + f)
	}
	seen := map[smallState]bool{first: true}
	walls := g.walls()
	list := []smallState{first}
	add := func(s smallState) {
		if s.captures[0] <= int8(g.mostCaptures[0]) && s.captures[1] <= int8(g.mostCaptures[1]) && !seen[s] && len(seen) < g.maxStates {
			seen[s] = true
			list = append(list, s)
		}
	}
	for i := 0; i < len(list); i++ {
		s := list[i]
		full := walls | s.pawns[0] | s.pawns[1]
		if s.x >= 0 {
			g.moveX(s, full, add)
			full |= 1 << s.x
		}
		reach := [2]uint64{knightSquares(0, full), knightSquares(1, full)}
		for c := range 2 {
			for sq := 8; sq < 56; sq++ {
				if s.pawns[c]>>sq&1 == 1 {
					g.movePawn(s, c, sq, full, reach, add)
				}
			}
		}
	}
	return seen
}

// moveX adds the states after a step of x.
func (g *smallGame) moveX(s smallState, full uint64, add func(smallState)) {
	for _, sq := range destinations(g.xRole, int(s.x), 1, func(sq int) bool { return full>>sq&1 == 1 }) {
		if !(g.xRole == 'N' && knightChecks(g.xColor, sq)) {
			n := s
			n.x = int8(sq)
			add(n)
		}
	}
}

// movePawn adds what can happen next to the pawn of a color on a square.
func (g *smallGame) movePawn(s smallState, color, sq int, full uint64, reach [2]uint64, add func(smallState)) {
	enemy := 1 - color
	withoutPawn := s
	withoutPawn.pawns[color] &^= 1 << sq
	for _, from := range leapsFrom[sq] { // a knight takes it, and leaves again
		if s.knights[enemy] > 0 && reach[enemy]>>from&1 == 1 && !knightChecks(enemy, sq) {
			n := withoutPawn
			n.captures[enemy]++
			add(n)
			break
		}
	}
	ahead := sq + 8 - 16*color
	arrive := func(n smallState, to int, step bool) {
		if to/8 > 0 && to/8 < 7 {
			n.pawns[color] |= 1 << to
			add(n)
			return
		}
		around := g.walls() | n.pawns[0] | n.pawns[1]
		if n.x >= 0 {
			around |= 1 << n.x
		}
		if knightSquares(color, around)>>to&1 == 1 { // a knight that gets out, and is one of those that may be taken
			m := n
			m.knights[color]++
			add(m)
		}
		mayBecomeX := g.xStart < 0 && n.x < 0 && color == g.xColor
		if checks := g.xRole == 'N' && knightChecks(color, to); mayBecomeX && !checks {
			if n.x = int8(to); step {
				n.promotedOn = int8(to)
			}
			add(n)
		}
	}
	if full>>ahead&1 == 0 {
		arrive(withoutPawn, ahead, true)
	}
	for _, side := range [2]int{-1, 1} {
		to := ahead + side
		if f := sq%8 + side; f < 0 || f >= g.files {
			continue
		}
		n := withoutPawn
		n.captures[color]++
		switch {
		case s.pawns[enemy]>>to&1 == 1:
			n.pawns[enemy] &^= 1 << to
			arrive(n, to, false)
		case full>>to&1 == 0 && s.knights[enemy] > 0 && reach[enemy]>>to&1 == 1:
			n.knights[enemy]--
			arrive(n, to, false)
		}
	}
}

// setup returns the setup of a state with x on a square, or nil if there is no square for a knight.
func (g *smallGame) setup(t *testing.T, s smallState, x int) *chess.Setup {
	t.Helper()
	var board [64]byte
	home := "RNBQKBNR"
	for c, list := range frozenSquares {
		for _, sq := range list {
			man := byte('P')
			if sq/8 == 7*c {
				man = home[sq%8]
			}
			if sq != g.xStart {
				board[sq] = man | byte(32*c)
			}
		}
		for f := g.files; f < 3; f++ {
			board[8+40*c+f] = 'P' | byte(32*c)
		}
		for sq := range 64 {
			if s.pawns[c]>>sq&1 == 1 {
				board[sq] = 'P' | byte(32*c)
			}
		}
	}
	board[x] = g.xRole | byte(32*g.xColor)
	for c, n := range s.knights {
		for sq := 27 + 8*c; n > 0; sq++ {
			if sq >= 31+8*c {
				return nil
			}
			if board[sq] == 0 {
				board[sq] = 'N' | byte(32*c)
				n--
			}
		}
	}
	f := testkit.Setup(t, fenRows(board[:])+" w - -")
	return &f
}

// fenRows returns the rows of a FEN for a board of letters, where 0 and '.' are empty squares.
func fenRows(board []byte) string {
	var rows []string
	for row := 7; row >= 0; row-- {
		rows = append(rows, strings.NewReplacer(".", "1", "\x00", "1").Replace(string(board[8*row:8*row+8])))
	}
	return strings.Join(rows, "/")
}

// A structure is a setup without x.
type structure struct {
	pawns   [2]uint64
	knights [2]int8
}

// reached returns the squares where x can be, by structure, with the files where it was promoted by a step, as bits. The bit 1<<8
// stands for any other origin.
func (g *smallGame) reached() map[structure]map[int]uint16 {
	all := map[structure]map[int]uint16{}
	for s := range g.play() {
		k := structure{s.pawns, s.knights}
		if all[k] == nil {
			all[k] = map[int]uint16{}
		}
		if s.x >= 0 {
			bit := uint16(1) << 8
			if s.promotedOn >= 0 {
				bit = 1 << (s.promotedOn % 8)
			}
			all[k][int(s.x)] |= bit
		}
	}
	return all
}

// TestExcludesNothingThatGamesReach checks that no theorem on projections excludes a square of x, or a promotion square, that a
// game of a few files has. It also counts the excluded squares among those that no game reaches, since the test is of use only if
// there are some.
func TestExcludesNothingThatGamesReach(t *testing.T) {
	testkit.LongInFull(t)
	type want struct{ structures, excluded, barred int }
	for _, c := range []struct {
		game smallGame
		want want
	}{
		{smallGame{files: 2, mostCaptures: [2]int{1, 1}, xColor: 0, xRole: 'B', xStart: 2, maxStates: 1e6}, want{4000, 20, 0}},
		{smallGame{files: 2, mostCaptures: [2]int{1, 0}, xColor: 0, xRole: 'Q', xStart: -1, maxStates: 1e6}, want{1000, 20, 1}},
		{smallGame{files: 2, mostCaptures: [2]int{1, 1}, xColor: 1, xRole: 'N', xStart: -1, maxStates: 1e6}, want{4000, 20, 1}},
	} {
		g := &c.game
		all := g.reached()
		excluded, missed, barred := 0, 0, 0
		for k, origins := range all {
			// A hash chooses some 60 structures, or 1000, whatever the order of the map.
			hash := (k.pawns[0]*0x9e3779b97f4a7c15 ^ k.pawns[1]*0xbf58476d1ce4e5b9) >> 40
			if hash%uint64(max(1, len(all)/testkit.Size(60, 1000))) > 0 {
				continue
			}
			full := g.walls() | k.pawns[0] | k.pawns[1]
			for x := range 64 {
				isBishopOfStart := g.xRole == 'B' && g.xStart >= 0
				hasStartColor := (x%8+x/8)%2 == (g.xStart%8+g.xStart/8)%2
				if x%8 > 3 || full>>x&1 == 1 || isBishopOfStart && !hasStartColor {
					continue
				}
				s := g.setup(t, smallState{pawns: k.pawns, knights: k.knights}, x)
				if s == nil {
					continue
				}
				p := projector{Limit: 3000}
				p.open(s)
				sq, shut := p.shutOutMan(s)
				files, isReached := origins[x] // where x was promoted
				switch {
				case shut && isReached:
					t.Errorf("%v, of a game: the man on %v is shut out", s, sq)
				case shut:
					excluded++
				case !isReached:
					missed++
				}
				if !isReached || g.xStart >= 0 || files&0xff == 0 {
					continue
				}
				b := p.barredSquares(s, nil)
				bits := map[byte][2]uint8{'N': b.Knights, 'B': b.Bishops, 'Q': b.Others}[g.xRole][g.xColor]
				if b != (proofkernel.Barred{}) {
					barred++
				}
				if bits&uint8(files) != 0 {
					t.Errorf("%v: a game has a promotion on files %08b, and %08b are barred", s, files, bits)
				}
			}
		}
		if missed > excluded/4 {
			t.Errorf("%c: %d squares that no game reaches are not excluded, and %d are, want a quarter at most", g.xRole, missed, excluded)
		}
		if w := c.want; len(all) < w.structures || excluded < w.excluded || barred < w.barred {
			t.Errorf("%c: %d structures, %d excluded, %d barred, want at least %+v", g.xRole, len(all), excluded, barred, w)
		}
	}
}
