package cage

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/chesstest"
	"chesscensus/internal/testkit"
	"chesscensus/legality/kernel"
)

// bishopsGone follows the bishops of the start in a game: where they are, and how those that are gone were taken.
type bishopsGone struct {
	from  origins64
	taken map[chess.Square]chess.Move // by home
}

func (g *bishopsGone) play(m chess.Move) {
	if home := g.from[m.To()]; m.Captured() != chess.NoRole && !m.EnPassant() && home != chess.NoSquare && (homes(0, chess.Bishop)|homes(1, chess.Bishop)).Has(home) {
		g.taken[home] = m
	}
	g.from.play(m)
}

// checkFallen asks Lemma 16 about a setup of a game, and about its parts: who is said to be taken was, and kernels and projections
// do not exclude how. It returns the number of bishops that pawns took, of which projections were asked, and of those taken otherwise.
func checkFallen(t *testing.T, st *Stage, s *chess.Setup, g *bishopsGone) (byPawns, otherwise int) {
	t.Helper()
	st.projector.open(s)
	if sq, ok, _ := st.fallen(s, 0); ok {
		t.Errorf("%v, of a game, is refuted: %v", s, sq)
	}
	for _, v := range st.victims(s, 0) {
		m, gone := g.taken[v.home]
		if !gone {
			t.Errorf("%v: the bishop of %v was not taken", s, v.home)
			continue
		}
		files := uint8(0xff)
		if m.Role() == chess.Pawn && m.Promotion() == chess.NoRole {
			files &^= 1 << m.To().File()
			byPawns++
			if st.projector.untaken(s, v, m.To().File()) {
				t.Errorf("%v: the bishop of %v was taken by %v", s, v.home, m)
			}
		} else {
			otherwise++
		}
		if r, _ := st.spared(s, v, files, 0); r == kernel.NoKernel || r == kernel.NoExtended {
			t.Errorf("%v: %v, though the bishop of %v was taken by %v", s, r, v.home, m)
		}
	}
	return byPawns, otherwise
}

// steered plays a random game in which pawns are keen on bishops, or on men that let them take one later.
func steered(rnd *rand.Rand, plies int, see func(chess.Move, *chess.Position)) {
	p := chess.InitialPosition()
	keen := []int{1, 8, 40, 200}[rnd.IntN(4)]
	shy := 1 + rnd.IntN(12) // of captures by officers
	var moves []chess.Move
	for range plies {
		if moves = p.Moves(moves[:0]); len(moves) == 0 {
			return
		}
		weight := func(m chess.Move) int {
			pawn, taken := m.Role() == chess.Pawn, m.Captured()
			switch {
			case pawn && taken == chess.Bishop:
				return 12 * keen
			case pawn && taken != chess.NoRole, m.Promotion() != chess.NoRole:
				return 6 * keen
			case taken != chess.NoRole:
				return 12 / shy
			case pawn, m.Role() == chess.Bishop:
				return 24
			}
			return 12
		}
		sum := 0
		for _, m := range moves {
			sum += weight(m)
		}
		if sum == 0 {
			return
		}
		n := rnd.IntN(sum)
		for _, m := range moves {
			if n -= weight(m); n < 0 {
				p = p.Play(m)
				see(m, &p)
				break
			}
		}
	}
}

// TestFallenAcceptsGames asks about positions of games: random ones, and those in which pawns take bishops.
func TestFallenAcceptsGames(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	st := Stage{projector: projector{Limit: 2000}}
	asked, byPawns, otherwise := 0, 0, 0
	for i := range testkit.Size(15, 4000) {
		g := bishopsGone{atHome64(), map[chess.Square]chess.Move{}}
		see := func(m chess.Move, p *chess.Position) {
			if g.play(m); rnd.IntN(8) > 0 {
				return
			}
			asked++
			s := p.Setup()
			n, k := checkFallen(t, &st, &s, &g)
			byPawns, otherwise = byPawns+n, otherwise+k
		}
		if i%3 > 0 {
			steered(rnd, 20+rnd.IntN(150), see)
			continue
		}
		for m, p := range chesstest.Moves(rnd, chesstest.RandomOptions(rnd)) {
			see(m, &p)
		}
	}
	t.Logf("%d positions, %d times a pawn had taken a bishop, %d times not", asked, byPawns, otherwise)
	if byPawns < 100 || otherwise < 100 {
		t.Errorf("%d and %d bishops only", byPawns, otherwise)
	}
}
