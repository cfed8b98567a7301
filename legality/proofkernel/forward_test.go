package proofkernel

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// This file plays all games up to a few captures, or some with more, in which only pawns of the files g and h, or f to h, White's
// rook of h1, the knights and promoted men move. The setups that they lead to have kernels. It knows squares 0 to 63 and shares
// no code with the package; setups are made as FEN.
//
// All other men stand still: the kings, queens and bishops, Black's rook on h8, the other pawns of files b to f at home, those of
// file a on a4 and a5. Behind these the rooks of the a-file lose as many moves as a game needs (a1, a2, a3, a1 are three).
// Knights, and promoted men that come out, are wherever they are needed, if they come there by moves over empty squares on which
// they give no check. Pawns do not give check either. So every setup found has a game.

// A homeGame is a moment of a game.
type homeGame struct {
	pawns     [2]uint64          // of the files whose pawns move
	rook      int8               // White's of h1: its square, rookAway or rookTaken
	standing  uint8              // a bit for each of stillMen that is not taken
	captures  [2]int8            // by color
	freeMen   [2][freeKinds]int8 // by color and kind, without men of the start that never move
	firstFile int8               // the first file whose pawns move
}

// The kinds of free men.
const (
	freeKnight = iota
	freeQueen
	freeLightBishop
	freeDarkBishop
	freeKinds
)

// mayStandOn reports whether free men of a kind stand on squares of the color of a square.
func mayStandOn(kind, sq int) bool {
	isLight := (sq%8+sq/8)%2 == 1
	return kind <= freeQueen || isLight == (kind == freeLightBishop)
}

const (
	rookAway  = 64 // in the middle of the board, wherever it is needed
	rookTaken = 65
)

// stillMen are the squares of the men that stand still and may be taken, by bit of standing: the bishops f1 and f8, the rook h8.
var stillMen = [3]int{5, 61, 63}

// The moves of men by one step or leap, from each square.
var (
	knightLeaps = movesBy([][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
	queenSteps  = movesBy(eightWays[:])
	rookSteps   = movesBy(eightWays[:4])
	bishopSteps = movesBy(eightWays[4:])
)

// movesBy returns for each square those at some distances, by file and row.
func movesBy(distances [][2]int) (moves [64][]int) {
	for sq := range moves {
		for _, d := range distances {
			if file, y := sq%8+d[0], sq/8+d[1]; file >= 0 && file < 8 && y >= 0 && y < 8 {
				moves[sq] = append(moves[sq], 8*y+file)
			}
		}
	}
	return moves
}

var eightWays = [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

// occupied returns the squares that are not empty.
func (g *homeGame) occupied() uint64 {
	set := g.pawns[0] | g.pawns[1]
	if g.firstFile > 5 {
		set |= 1<<13 | 1<<53
	}
	for _, sq := range []int{0, 2, 3, 4, 9, 10, 11, 12, 24, 32, 49, 50, 51, 52, 56, 58, 59, 60} {
		set |= 1 << sq
	}
	for i, sq := range stillMen {
		if g.standing>>i&1 == 1 {
			set |= 1 << sq
		}
	}
	if g.rook < rookAway {
		set |= 1 << g.rook
	}
	return set
}

// inSight returns the squares from which a queen, or a knight, attacks a king.
func inSight(king int, full uint64, knight bool) (set uint64) {
	if knight {
		for _, to := range knightLeaps[king] {
			set |= 1 << to
		}
		return set
	}
	for _, d := range eightWays {
		for file, y := king%8+d[0], king/8+d[1]; file >= 0 && file < 8 && y >= 0 && y < 8; file, y = file+d[0], y+d[1] {
			set |= 1 << (8*y + file)
			if full>>(8*y+file)&1 == 1 {
				break
			}
		}
	}
	return set
}

// reachableFromMiddle returns the squares to which a free man of a kind and color comes from the middle of the board over empty
// squares, without giving check.
func reachableFromMiddle(kind, color int, full uint64) (set uint64) {
	shut := full | inSight([2]int{60, 4}[color], full, kind == freeKnight)
	var list []int
	for _, sq := range []int{27, 28, 35, 36} { // d4, e4, d5, e5
		if mayStandOn(kind, sq) {
			list = append(list, sq)
		}
	}
	moves := [freeKinds]*[64][]int{&knightLeaps, &queenSteps, &bishopSteps, &bishopSteps}
	return flood(list, shut, moves[kind])
}

// flood returns the squares to which moves from square to square lead from a list, without those of shut.
func flood(list []int, shut uint64, moves *[64][]int) (set uint64) {
	for len(list) > 0 {
		sq := list[len(list)-1]
		if list = list[:len(list)-1]; (set|shut)>>sq&1 == 0 {
			set |= 1 << sq
			list = append(list, moves[sq]...)
		}
	}
	return set
}

// playGames returns the moments of games with at most so many captures of both colors. If thin is above 1, it plays only games
// all of whose moments are among one in thin, chosen by a hash.
func playGames(lo, captures int8, thin uint64) map[homeGame]bool {
	files := uint64(0xff<<lo) & 0xff
	first := homeGame{pawns: [2]uint64{files << 8, files << 48}, rook: 7, standing: 7, freeMen: [2][freeKinds]int8{{freeKnight: 2}, {freeKnight: 2}}, firstFile: lo}
	seen := map[homeGame]bool{first: true}
	list := []homeGame{first}
	for i := 0; i < len(list); i++ {
		list[i].eachMove(func(n homeGame) {
			h := n.pawns[0]*0x9e3779b97f4a7c15 + n.pawns[1]*0xbf58476d1ce4e5b9 + uint64(n.rook)*0x94d049bb133111eb
			isDrawn := (h^h>>29)*0xbf58476d1ce4e5b9>>40%thin == 0
			pawnChecks := lo <= 5 && (n.pawns[0]>>53&1 == 1 || n.pawns[1]>>13&1 == 1) // on f7 or f2
			if n.captures[0]+n.captures[1] <= captures && !seen[n] && isDrawn && !pawnChecks {
				seen[n] = true
				list = append(list, n)
			}
		})
	}
	return seen
}

// eachMove yields the moments after each move that changes a moment, of either color. A capture by a knight includes its way there
// and back.
func (g homeGame) eachMove(yield func(homeGame)) {
	full := g.occupied()
	knights := [2]uint64{reachableFromMiddle(freeKnight, white, full), reachableFromMiddle(freeKnight, black, full)}
	if g.rook < rookAway { // White's rook steps, and is away once it has come out
		for _, to := range rookSteps[g.rook] {
			if (full|inSight(60, full, false))>>to&1 == 1 {
				continue
			}
			n := g
			if n.rook = int8(to); to%8 < 5 || to/8 > 2 {
				n.rook = rookAway
			}
			yield(n)
		}
	}
	for sq := range 64 { // a knight takes a man that stands there, and leaves again
		for c := range 2 {
			n := g
			if !n.capture(sq, c) || g.freeMen[c][freeKnight] == 0 || inSight([2]int{60, 4}[c], full, true)>>sq&1 == 1 {
				continue
			}
			for _, from := range knightLeaps[sq] {
				if knights[c]>>from&1 == 1 {
					n.captures[c]++
					yield(n)
					break
				}
			}
		}
	}
	for c := range 2 { // pawns step, capture and promote
		for sq := 8; sq < 56; sq++ {
			if g.pawns[c]>>sq&1 == 0 {
				continue
			}
			left := g
			left.pawns[c] &^= 1 << sq
			ahead := sq + 8 - 16*c
			if full>>ahead&1 == 0 {
				left.arrive(c, ahead, yield)
			}
			for _, side := range [2]int{-1, 1} {
				if f := sq%8 + side; f < int(g.firstFile) || f > 7 {
					continue
				}
				n := left
				n.captures[c]++
				if n.capture(ahead+side, c) {
					n.arrive(c, ahead+side, yield)
					continue
				}
				for kind := range freeKinds { // a free man comes to the empty square and is taken
					if full>>(ahead+side)&1 == 0 && g.freeMen[1-c][kind] > 0 && reachableFromMiddle(kind, 1-c, full)>>(ahead+side)&1 == 1 {
						m := n
						m.freeMen[1-c][kind]--
						m.arrive(c, ahead+side, yield)
					}
				}
				if n.rook == rookAway && c == 1 && rookComes(full, ahead+side) {
					n.rook = rookTaken
					n.arrive(c, ahead+side, yield)
				}
			}
		}
	}
}

// rookComes reports whether White's rook comes to a square from d4 or e4 by steps along rows and files.
func rookComes(full uint64, to int) bool {
	return flood([]int{27, 28}, full|inSight(60, full, false), &rookSteps)>>to&1 == 1
}

// capture removes the man, unless it is a free one, that a color takes on a square, and reports whether there is one.
func (g *homeGame) capture(sq, c int) bool {
	for i, still := range stillMen {
		if still == sq && g.standing>>i&1 == 1 && (i == 0) == (c == 1) {
			g.standing &^= 1 << i
			return true
		}
	}
	if g.pawns[1-c]>>sq&1 == 1 {
		g.pawns[1-c] &^= 1 << sq
		return true
	}
	if int(g.rook) == sq && c == 1 {
		g.rook = rookTaken
		return true
	}
	return false
}

// arrive yields the moments after a pawn comes to a square, or after a man that was promoted there comes out.
func (g homeGame) arrive(c, to int, yield func(homeGame)) {
	if to/8 > 0 && to/8 < 7 {
		g.pawns[c] |= 1 << to
		yield(g)
		return
	}
	full := g.occupied()
	for kind := range freeKinds {
		if reachableFromMiddle(kind, c, full)>>to&1 == 1 {
			n := g
			n.freeMen[c][kind]++
			yield(n)
		}
	}
}

// A visibleState is the part of a moment that a setup shows.
type visibleState struct {
	pawns     [2]uint64
	rook      int8
	standing  uint8
	freeMen   [2][freeKinds]int8
	firstFile int8
}

// setup returns the setup, White to move, or nil if there are too few squares for the free men. These, and a rook that is away, are
// put on the first empty squares from b3 to e6.
func (s *visibleState) setup(t *testing.T) *chess.Setup {
	t.Helper()
	board := []byte(strings.Repeat(".", 64))
	copy(board, "R.BQK....PPPP...")
	copy(board[48:], ".pppp...r.bqk...")
	board[24], board[32] = 'P', 'p'
	if s.firstFile > 5 {
		board[13], board[53] = 'P', 'p'
	}
	for i, sq := range stillMen {
		if s.standing>>i&1 == 1 {
			board[sq] = "Bbr"[i]
		}
	}
	for sq := range 64 {
		for c := range 2 {
			if s.pawns[c]>>sq&1 == 1 {
				board[sq] = "Pp"[c]
			}
		}
	}
	put := func(letter byte, kind int) bool {
		for sq := 17; sq < 48; sq++ {
			if board[sq] == '.' && sq%8 < 5 && mayStandOn(kind, sq) {
				board[sq] = letter
				return true
			}
		}
		return false
	}
	ok := s.rook != rookAway || put('R', freeQueen) // on squares of either color, as a queen
	if s.rook < rookAway {
		board[s.rook] = 'R'
	}
	for c := range 2 {
		for kind, n := range s.freeMen[c] {
			for range n {
				ok = ok && put("NQBB"[kind]|byte(32*c), kind)
			}
		}
	}
	if !ok {
		return nil
	}
	var rows []string
	for row := 7; row >= 0; row-- {
		rows = append(rows, string(board[8*row:8*row+8]))
	}
	f := testkit.Setup(t, strings.ReplaceAll(strings.Join(rows, "/"), ".", "1")+" w - - 0 1")
	return &f
}

// TestGamesFromHomeHaveKernels checks that setups of games with at most two captures have kernels, for pawns of the files g and h. At
// least a tenth of other setups, which differ from them by one man, must have none: else the test would be of no use.
func TestGamesFromHomeHaveKernels(t *testing.T) {
	checkKernels(t, 6, 2, 2, 1500)
}

// TestMoreGamesFromHomeHaveKernels is the same for pawns of three files, and half of the moments.
func TestMoreGamesFromHomeHaveKernels(t *testing.T) {
	testkit.Medium(t)
	checkKernels(t, 5, 1, 2, testkit.LongSizes(2000, 5000, 20_000))
}

// TestGamesWithThreeCapturesHaveKernels is the same with three captures. It takes a minute.
func TestGamesWithThreeCapturesHaveKernels(t *testing.T) {
	testkit.Long(t)
	checkKernels(t, 6, 3, 1, testkit.Size(20_000, 20_000))
}

// checkKernels checks some n setups of playGames(lo, captures, thin), and neighbors of these that no game reaches.
func checkKernels(t *testing.T, lo, captures int8, thin uint64, n int) {
	t.Helper()
	all := map[visibleState]bool{}
	for g := range playGames(lo, captures, thin) {
		all[visibleState{g.pawns, g.rook, g.standing, g.freeMen, g.firstFile}] = true
	}
	var x Solver
	hasNone := func(s *chess.Setup) bool {
		r, _ := x.Exists(s, 0)
		return r.Refutes()
	}
	asked, refuted, others, outnumbered := 0, 0, 0, 0
	step := uint64(max(1, len(all)/n))
	for v := range all {
		if h := (v.pawns[0]*0x9e3779b97f4a7c15 ^ v.pawns[1]*0xbf58476d1ce4e5b9 ^ uint64(v.standing)<<44) >> 40; h%step > 0 {
			continue
		}
		if s := v.setup(t); s != nil {
			if asked++; hasNone(s) || Outnumbered(s) {
				t.Errorf("%v, of a game, has no kernel, or is refuted by Lemma 15: %v", s, Outnumbered(s))
			}
		}
		for i := range 2*freeKinds + 1 { // change the rook, or the number of men of a color and kind
			neighbor := v
			switch {
			case i == 2*freeKinds:
				if neighbor.rook = rookAway; v.rook == rookAway {
					neighbor.rook = rookTaken
				}
			case neighbor.freeMen[i/freeKinds][i%freeKinds] > 0:
				neighbor.freeMen[i/freeKinds][i%freeKinds]--
			default:
				neighbor.freeMen[i/freeKinds][i%freeKinds]++
			}
			if s := neighbor.setup(t); !all[neighbor] && s != nil {
				if others++; hasNone(s) {
					refuted++
				}
				if Outnumbered(s) {
					outnumbered++
				}
			}
		}
	}
	if asked < 300 || refuted < others/10 || outnumbered < 10 {
		t.Errorf("%d setups asked, want 300; of %d neighbors %d are refuted, want a tenth, and %d by Lemma 15, want 10", asked, others, refuted, outnumbered)
	}
}
