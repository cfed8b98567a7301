package cage

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
)

// This file plays games forward, all of them, in which only the pawns of the first files, the knights and one man x move, and holds
// what Lemmas 6 to 9 exclude against it. It knows squares 0 to 63 and shares no code with the package; setups are made as FEN.
//
// All else stands still: kings, queens, bishops, rooks on the a-file, and the pawns of the other files, at home but for h4 and h5. Behind these
// the rooks of the h-file lose as many moves as a game needs (h1, h2, h3, h1 are three), so that sides may move as often as they like. The
// neighbors of the kings are never empty, and knights keep away from squares where they give check: no move is forced. A knight of its
// color that leaps from outside to a square is whom a pawn takes there, or who takes a pawn. So every setup found has a game.

// A smallGame says who moves.
type smallGame struct {
	files int    // whose pawns move
	most  [2]int // captures by color
	color int    // of x
	role  byte   // of x, an upper letter
	start int    // of x, or -1: it is promoted
	steps int    // states, at most
}

// A smallState is a moment of a game.
type smallState struct {
	pawns   [2]uint64
	x       int8 // square, or -1 if it is not in the game yet
	born    int8 // where x was promoted by a step, or -1
	took    [2]int8
	knights [2]int8
}

var frozen = [2][]int{{0, 2, 3, 4, 5, 7, 14 - 3, 14 - 2, 14 - 1, 14, 31}, {56, 58, 59, 60, 61, 63, 51, 52, 53, 54, 39}}

// walls are all squares that never are empty.
func (g *smallGame) walls() (set uint64) {
	for _, list := range frozen {
		for _, sq := range list {
			if sq != g.start {
				set |= 1 << sq
			}
		}
	}
	for f := g.files; f < 3; f++ {
		set |= 1<<(8+f) | 1<<(48+f)
	}
	return set
}

// leaps returns the squares a knight's leap away.
func leaps(sq int) (list []int) {
	for to := range 64 {
		if dx, dy := to%8-sq%8, to/8-sq/8; dx*dx+dy*dy == 5 {
			list = append(list, to)
		}
	}
	return list
}

var leapsFrom = func() (t [64][]int) {
	for sq := range t {
		t[sq] = leaps(sq)
	}
	return t
}()

// checks reports whether a knight of a color would give check.
func checks(color, sq int) bool {
	for _, to := range leapsFrom[sq] {
		if to == [2]int{60, 4}[color] {
			return true
		}
	}
	return false
}

// roaming returns where knights of a color get from e4 or e5 without a capture.
func roaming(color int, full uint64) (set uint64) {
	list := []int{28, 36}
	for len(list) > 0 {
		sq := list[len(list)-1]
		list = list[:len(list)-1]
		if set>>sq&1 == 0 && full>>sq&1 == 0 && !checks(color, sq) {
			set |= 1 << sq
			list = append(list, leapsFrom[sq]...)
		}
	}
	return set
}

var rays = map[byte][][2]int{'B': {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, 'R': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
	'Q': {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}}}

// play returns all states of all games.
func (g *smallGame) play() map[smallState]bool {
	first := smallState{x: int8(g.start), born: -1, knights: [2]int8{2, 2}}
	for f := range g.files {
		first.pawns[0] |= 1 << (8 + f)
		first.pawns[1] |= 1 << (48 + f)
	}
	seen := map[smallState]bool{first: true}
	walls := g.walls()
	list := []smallState{first}
	add := func(s smallState) {
		if s.took[0] <= int8(g.most[0]) && s.took[1] <= int8(g.most[1]) && !seen[s] && len(seen) < g.steps {
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
		reach := [2]uint64{roaming(0, full), roaming(1, full)}
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

func (g *smallGame) moveX(s smallState, full uint64, add func(smallState)) {
	var to []int
	if g.role == 'N' {
		to = leapsFrom[s.x]
	}
	for _, d := range rays[g.role] {
		if x, y := int(s.x)%8+d[0], int(s.x)/8+d[1]; x >= 0 && x < 8 && y >= 0 && y < 8 {
			to = append(to, 8*y+x)
		}
	}
	for _, sq := range to {
		if full>>sq&1 == 0 && !(g.role == 'N' && checks(g.color, sq)) {
			n := s
			n.x = int8(sq)
			add(n)
		}
	}
}

func (g *smallGame) movePawn(s smallState, c, sq int, full uint64, reach [2]uint64, add func(smallState)) {
	o := 1 - c
	gone := s
	gone.pawns[c] &^= 1 << sq
	for _, from := range leapsFrom[sq] { // a knight takes it, and leaves again
		if s.knights[o] > 0 && reach[o]>>from&1 == 1 && !checks(o, sq) {
			n := gone
			n.took[o]++
			add(n)
			break
		}
	}
	ahead := sq + 8 - 16*c
	arrive := func(n smallState, to int, step bool) {
		if to/8 > 0 && to/8 < 7 {
			n.pawns[c] |= 1 << to
			add(n)
			return
		}
		around := g.walls() | n.pawns[0] | n.pawns[1]
		if n.x >= 0 {
			around |= 1 << n.x
		}
		if roaming(c, around)>>to&1 == 1 { // a knight that gets out, and is one of those that may be taken
			m := n
			m.knights[c]++
			add(m)
		}
		if g.start < 0 && n.x < 0 && c == g.color && !(g.role == 'N' && checks(c, to)) {
			if n.x = int8(to); step {
				n.born = int8(to)
			}
			add(n)
		}
	}
	if full>>ahead&1 == 0 {
		arrive(gone, ahead, true)
	}
	for _, side := range [2]int{-1, 1} {
		to := ahead + side
		if f := sq%8 + side; f < 0 || f >= g.files {
			continue
		}
		n := gone
		n.took[c]++
		switch {
		case s.pawns[o]>>to&1 == 1:
			n.pawns[o] &^= 1 << to
			arrive(n, to, false)
		case full>>to&1 == 0 && s.knights[o] > 0 && reach[o]>>to&1 == 1:
			n.knights[o]--
			arrive(n, to, false)
		}
	}
}

// setup returns the setup of a state with x on a square, or nil if there is no place for a knight.
func (g *smallGame) setup(t *testing.T, s smallState, x int) *chess.Setup {
	t.Helper()
	var board [64]byte
	home := "RNBQKBNR"
	for c, list := range frozen {
		for _, sq := range list {
			man := byte('P')
			if sq/8 == 7*c {
				man = home[sq%8]
			}
			if sq != g.start {
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
	board[x] = g.role | byte(32*g.color)
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
	var fen strings.Builder
	for row := 7; row >= 0; row-- {
		for f := range 8 {
			if m := board[8*row+f]; m == 0 {
				fen.WriteByte('1')
			} else {
				fen.WriteByte(m)
			}
		}
		if row > 0 {
			fen.WriteByte('/')
		}
	}
	f := testkit.Setup(t, fen.String()+" w - - 0 1")
	return &f
}

// A structure is what a setup shows besides x.
type structure struct {
	pawns   [2]uint64
	knights [2]int8
}

// reached returns where x can be, by structure, with the files where it was promoted by a step, as bits; 1<<8 if it has been there otherwise.
func (g *smallGame) reached() map[structure]map[int]uint16 {
	all := map[structure]map[int]uint16{}
	for s := range g.play() {
		k := structure{s.pawns, s.knights}
		if all[k] == nil {
			all[k] = map[int]uint16{}
		}
		if s.x >= 0 {
			bit := uint16(1) << 8
			if s.born >= 0 {
				bit = 1 << (s.born % 8)
			}
			all[k][int(s.x)] |= bit
		}
	}
	return all
}

// TestExcludesNothingThatGamesReach: in the games of a few files no theorem on projections excludes a square of x, or a promotion square, that
// a game has. It also counts what is excluded of the squares that no game reaches: the test is of use only if some are.
func TestExcludesNothingThatGamesReach(t *testing.T) {
	testkit.LongInFull(t)
	type want struct{ structures, excluded, barred int }
	for _, c := range []struct {
		game smallGame
		want want
	}{
		{smallGame{2, [2]int{1, 1}, 0, 'B', 2, 1e6}, want{4000, 20, 0}},
		{smallGame{2, [2]int{1, 0}, 0, 'Q', -1, 1e6}, want{1000, 20, 1}},
		{smallGame{2, [2]int{1, 1}, 1, 'N', -1, 1e6}, want{4000, 20, 1}},
	} {
		g := &c.game
		all := g.reached()
		excluded, missed, barred := 0, 0, 0
		for k, at := range all {
			if h := (k.pawns[0]*0x9e3779b97f4a7c15 ^ k.pawns[1]*0xbf58476d1ce4e5b9) >> 40; len(all) > 0 && h%uint64(max(1, len(all)/testkit.Size(60, 1000))) > 0 {
				continue
			}
			full := g.walls() | k.pawns[0] | k.pawns[1]
			for x := range 64 {
				if x%8 > 3 || full>>x&1 == 1 || g.role == 'B' && g.start >= 0 && (x%8+x/8)%2 != (g.start%8+g.start/8)%2 {
					continue
				}
				s := g.setup(t, smallState{pawns: k.pawns, knights: k.knights}, x)
				if s == nil {
					continue
				}
				p := projector{Limit: 3000}
				p.open(s)
				sq, shut := p.shutOutMan(s)
				from, can := at[x]
				switch {
				case shut && can:
					t.Errorf("%v, of a game: the man on %v is shut out", s, sq)
				case shut:
					excluded++
				case !can:
					missed++
				}
				if !can || g.start >= 0 || from&0xff == 0 {
					continue
				}
				b := p.barredSquares(s, nil)
				bits := map[byte][2]uint8{'N': b.Knights, 'B': b.Bishops, 'Q': b.Others}[g.role][g.color]
				if b != (proofkernel.Barred{}) {
					barred++
				}
				if bits&uint8(from) != 0 {
					t.Errorf("%v: a game has a promotion on files %08b, and %08b are barred", s, from, bits)
				}
			}
		}
		if missed > excluded/4 {
			t.Errorf("%c: %d squares that no game reaches are not excluded, and %d are", g.role, missed, excluded)
		}
		if w := c.want; len(all) < w.structures || excluded < w.excluded || barred < w.barred {
			t.Errorf("%c: %d structures, %d excluded, %d barred, want at least %+v", g.role, len(all), excluded, barred, w)
		}
	}
}
