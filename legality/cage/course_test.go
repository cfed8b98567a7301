package cage

import (
	"math/rand/v2"
	"os"
	"testing"

	"chesscensus/chess"
	"chesscensus/chess/chesstest"
	"chesscensus/legality/kernel"
)

// courseOf plays a game on the window of a siege as the package documentation says, and reports
// whether every configuration passes what the search asks of it.
func courseOf(t *testing.T, z *siege, moves []chess.Move) bool {
	st := siegeState{pawns: [2]chess.Bitboard{chess.RowBB(1) & z.files, chess.RowBB(6) & z.files}}
	st.course.Left, st.course.Right = kernel.NoCrossings, kernel.NoCrossings
	p := chess.InitialPosition()
	for i, m := range moves {
		before := st
		from, to, c := m.From(), m.To(), p.Turn()
		o := c.Other()
		inside := func(sq chess.Square) bool { return z.files.Has(sq) }
		board := p.Board()
		pawn := board.At(from).Role() == chess.Pawn
		if on := m.CapturedOn(); on != chess.NoSquare {
			victim := board.At(on).Role() == chess.Pawn
			if inside(on) && victim {
				st.pawns[o] &^= on.BB()
				st.course.Lost[o]++
			}
			// Who pays: captures that touch columns of the window, crossings of its left boundary apart.
			switch {
			case pawn && m.Promotion() != chess.NoRole:
				if inside(from) {
					st.course.Captures[c]++
					st.course.Officers[o][dark(to)]++
				}
			case pawn && (inside(from) || inside(to)):
				switch {
				case !inside(from) && from.File() < z.lo:
					st.course.Left = st.course.Left.Add(c, false)
				case !inside(to) && to.File() < z.lo:
					st.course.Left = st.course.Left.Add(c, true)
				default:
					st.course.Captures[c]++
					if !inside(from) {
						st.course.Right = st.course.Right.Add(c, true)
					} else if !inside(to) {
						st.course.Right = st.course.Right.Add(c, false)
					}
				}
				if inside(to) && !victim {
					st.course.Officers[o][dark(to)]++
				}
			case !pawn && inside(on) && victim:
				st.course.Captures[c]++
			}
		}
		if pawn {
			st.pawns[c] &^= from.BB()
			switch {
			case m.Promotion() != chess.NoRole:
				if inside(from) {
					z.window.Promote(&st.course, c, dark(to))
				}
			case inside(to):
				st.pawns[c] |= to.BB()
			}
		}
		p = p.Play(m)
		if st != before && !z.window.Gone() && (!z.possible(&st) || !z.window.Allows(&st.course, z.incomplete(&st))) && !z.window.Gone() {
			t.Errorf("files %d to %d, after %d of %d moves: %+v with %#x is not allowed, possible %v, incomplete %d",
				z.lo, z.hi, i+1, len(moves), st.course, [2]uint64{uint64(st.pawns[0]), uint64(st.pawns[1])}, z.possible(&st), z.incomplete(&st))
			return false
		}
	}
	if !z.window.Gone() && (st.pawns != z.goal || !z.window.Ends(&st.course)) && !z.window.Gone() {
		t.Errorf("files %d to %d: %+v with %x, want %x, does not end the game", z.lo, z.hi, st.course, st.pawns, z.goal)
		return false
	}
	return true
}

// courses asks about all windows of a game to a position, and returns how many there were.
func courses(t *testing.T, g *Besieger, moves []chess.Move) int {
	p := chess.InitialPosition()
	for _, m := range moves {
		p = p.Play(m)
	}
	s := p.Setup()
	g.Open(&s)
	n := 0
	for lo := range 8 {
		for hi := lo; hi < min(8, lo+siegeFiles); hi++ {
			if !g.prepare(&s, lo, hi) {
				continue
			}
			n++
			if !courseOf(t, &g.z, moves) {
				t.Errorf("position: %v", p)
				return n
			}
		}
	}
	return n
}

// TestCoursesOfGames projects games onto windows: each course must be one that the search
// allows, at every move.
func TestCoursesOfGames(t *testing.T) {
	games := 40
	if *playouts > 0 {
		games = *playouts
	}
	rnd := rand.New(rand.NewPCG(7, 7))
	var g Besieger
	n, all := 0, 0
	for range games {
		opt := chesstest.RandomOptions(rnd)
		opt.Plies = 20 + rnd.IntN(300)
		var moves []chess.Move
		for m := range chesstest.Moves(rnd, opt) {
			moves = append(moves, m)
		}
		for range 4 {
			all++
			n += courses(t, &g, moves[:rnd.IntN(len(moves)+1)])
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d windows of %d positions of random games", n, all)

	f, err := os.Open("../../docs/data/hard.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	hard := 0
	for game, err := range chess.ReadPGN(f, "hard.pgn") {
		if err != nil {
			t.Fatal(err)
		}
		for k := range 3 {
			hard += courses(t, &g, game.Moves[:len(game.Moves)-k*len(game.Moves)/7])
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d windows of hard games", hard)
	if n < all || hard < 100 {
		t.Error("too few windows")
	}
}
