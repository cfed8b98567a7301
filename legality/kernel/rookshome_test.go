package kernel

import (
	"maps"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/chesstest"
	"chesscensus/internal/testkit"
)

// A fate is what has become of the queens and rooks of the start, by the squares that they stand on or were taken on.
type fate struct {
	began  map[chess.Square]chess.Square // where the man on a square began
	fallen [2][4]int                     // those taken, by color, and role less the knight
	pawns  [2][4]int                     // those of them that pawns took
}

func newFate() *fate {
	f := &fate{began: map[chess.Square]chess.Square{}}
	start := chess.InitialSetup()
	for sq := range (start.Board.Of(chess.Queen) | start.Board.Of(chess.Rook)).All() {
		f.began[sq] = sq
	}
	return f
}

// follow notes a move from one position to the next.
func (f *fate) follow(p, q *chess.Position, m chess.Move) {
	before, after := p.Setup(), q.Setup()
	us := before.Turn
	for sq := range f.began { // of the other side; who was taken is not there any more
		man := before.Board.At(sq)
		if man.Color() != us && after.Board.At(sq) != man {
			f.fallen[1-us][man.Role()-chess.Knight]++
			if m.Role() == chess.Pawn {
				f.pawns[1-us][man.Role()-chess.Knight]++
			}
			delete(f.began, sq)
		}
	}
	moved := map[chess.Square]chess.Square{}
	for sq, home := range f.began {
		man := before.Board.At(sq)
		if man.Color() != us || after.Board.At(sq) == man {
			continue
		}
		delete(f.began, sq)
		for to := range after.Board.Pieces(us, man.Role()).All() {
			if before.Board.At(to) != man {
				moved[to] = home
			}
		}
	}
	maps.Copy(f.began, moved)
}

// TestMenFellInGames follows queens and rooks through games in which few pawns move, and holds what is read from setups to what happened.
func TestMenFellInGames(t *testing.T) {
	src := testkit.Rand(t.Name())
	styles := []chesstest.Weights{
		{PawnStep: 0.02, Take: 2}, {PawnStep: 0.1, PawnTakesMan: 10, Take: 1, Promote: 5}, {PawnStep: 0.05, Take: 0.3, PawnTakesMan: 4},
		{PawnStep: 0.3, PawnTakesMan: 20, Take: 0.5, Promote: 9},
	}
	seen, open, byPawn, n := 0, 0, 0, 0
	var v Solver
	for seen < testkit.Size(300, 20_000) {
		f, at := newFate(), chess.InitialPosition()
		for m, next := range chesstest.Moves(src, chesstest.Options{Plies: 40 + src.IntN(200), Weights: styles[src.IntN(len(styles))]}) {
			f.follow(&at, &next, m)
			at = next
			if src.IntN(6) > 0 {
				continue
			}
			n++
			setup := at.Setup()
			var g goal
			g.set(&setup)
			fell := 0
			for c := range 2 {
				for r := range 4 {
					s := &g.shut[c]
					fell += int(s.fallen[r])
					if f.fallen[c][r] < int(s.fallen[r]) || f.fallen[c][r]-f.pawns[c][r] < int(s.buried[r]) {
						t.Fatalf("%v: %d and %d by pawns of color %d and role %d were taken, %d and %d by no pawn are said", setup, f.fallen[c][r], f.pawns[c][r], c, r, s.fallen[r], s.buried[r])
					}
				}
			}
			if fell == 0 {
				continue
			}
			seen++
			if c, ok := g.unburied(); ok {
				open++
				if f.pawns[c][chess.Rook-chess.Knight] > 0 {
					byPawn++
				}
			}
			accepts(t, &v, setup, "reached by a random game")
		}
	}
	t.Logf("%d of %d positions with men that fell, %d where pawns may have taken one, %d where pawns took a rook", seen, n, open, byPawn)
	if open < seen/20 || byPawn < seen/200 {
		t.Errorf("%d and %d of %d: too few to be a test", open, byPawn, seen)
	}
}
