package kernelspace

import (
	"flag"
	"iter"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	solver "chesscensus/legality/proofkernel"
	"chesscensus/sampler"
)

var (
	playouts = flag.Int("playouts", 0, "games of TestEveryPlayoutIsInTheSpace, instead of some hundreds")
	full     = flag.Bool("full", false, "tests and benchmarks take the space of the default parameters, from the cache, and more pawns")
)

// withoutRights returns a setup without its castling rights and en passant square. If a legal game leads to
// the setup, the theorem also holds for the result, since its proof depends on neither.
func withoutRights(s chess.Setup) chess.Setup {
	s.Castling, s.EP = 0, chess.NoSquare
	return s
}

// TestEveryPlayoutIsInTheSpace plays games and looks up every position in the region, without its rights.
// Games of random moves never reach the region; those of crowdedGame do. Game i depends on i alone.
//
// With -playouts N -full it is a long run that reports its progress.
func TestEveryPlayoutIsInTheSpace(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	games, space := testkit.Size(100, 400), (*Space)(nil)
	if *playouts > 0 {
		games = *playouts
	}
	if *full {
		tables := testkit.Must(new(Cache).Open(t.Context(), Default))(t)
		space = New(tables)
	} else {
		space = small()
	}
	var next, positions, inside atomic.Int64
	var byPawns [MaxPawns + 1]atomic.Int64
	report := time.Now()
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(games) && !t.Failed(); i = next.Add(1) - 1 {
				src := rand.New(rand.NewPCG(15, uint64(i)))
				for p := range crowdedGame(src) {
					s := withoutRights(p.Setup())
					positions.Add(1)
					if !space.InRegion(&s) {
						continue
					}
					inside.Add(1)
					byPawns[s.Board.Of(chess.Pawn).Count()].Add(1)
					if !space.Contains(&s) {
						t.Errorf("game %d reaches %v, which is not in the space", i, s)
						return
					}
				}
				mu.Lock()
				if time.Since(report) > time.Minute {
					report = time.Now()
					t.Logf("%d games, %d positions, %d in the region", next.Load(), positions.Load(), inside.Load())
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	t.Logf("%d games, %d positions, %d in the region", games, positions.Load(), inside.Load())
	for n := range byPawns {
		t.Logf("%d pawns: %d", n, byPawns[n].Load())
	}
	if inside.Load() < 3*int64(games) {
		t.Errorf("only %d positions in the region", inside.Load())
	}
}

// crowdedGame yields the positions of a random game with 4 to 6 captures, most of them by pawns that open
// the way for others, and with many promotions. So most men stay on the board.
func crowdedGame(src *rand.Rand) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		p := chess.InitialPosition()
		left := 4 + src.IntN(3)                            // captures that may still be made
		otherWeight := 0.3 * src.Float64() * src.Float64() // of captures that open no way for pawns
		var moves []chess.Move
		for range 700 {
			if !yield(p) {
				return
			}
			moves = p.Moves(moves[:0])
			s := p.Setup()
			m, ok := chooseMove(src, &s, moves, left, otherWeight)
			if !ok {
				return
			}
			if m.Captured() != chess.NoRole {
				left--
			}
			p = p.Play(m)
		}
	}
}

// chooseMove returns a random move, which is no capture if none are left. It prefers captures of a pawn by a pawn where
// both files have their first pawns: after such a capture four pawns can pass. Ok is false if there is no move.
func chooseMove(src *rand.Rand, s *chess.Setup, moves []chess.Move, left int, otherWeight float64) (best chess.Move, ok bool) {
	pattern := patternOf([2]chess.Bitboard{s.Board.Pieces(chess.White, chess.Pawn), s.Board.Pieces(chess.Black, chess.Pawn)})
	most := 0.0
	for _, m := range moves {
		weight := 1.0
		takes, pawn := m.Captured() != chess.NoRole, m.Role() == chess.Pawn
		switch {
		case takes && left <= 0:
			continue
		case takes && pawn && m.Captured() == chess.Pawn &&
			pattern.column(m.From().File()) == startColumn && pattern.column(m.To().File()) == startColumn:
			weight = 300
		case takes && pawn:
			weight = 20 * otherWeight
		case takes:
			weight = otherWeight
		case m.Promotion() != chess.NoRole:
			weight = 15
		case pawn:
			weight = 5
		}
		// The largest of these is each with a probability in proportion to its weight.
		if x := -src.ExpFloat64() / weight; !ok || x > most {
			best, most, ok = m, x, true
		}
	}
	return best, ok
}

// TestTheSpaceAgreesWithTheSolver draws setups of the region, some of them in the space and some not. It
// compares with the solver of package legality/proofkernel, which shares no code with this package. A
// setup for which the solver finds a kernel must be in the space. The converse must hold for setups about
// which the solver has no further conditions, see hasNoExtraConditions.
func TestTheSpaceAgreesWithTheSolver(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	space := small()
	var s solver.Solver
	src := rand.New(rand.NewPCG(2, 9))
	stream := sampler.NewDividedStream(byRanks{space}, 1)
	hasKernel, onlyInSpace, neither := 0, 0, 0
	n := 30000
	if testing.Short() {
		n = 5000
	}
	for i := range n {
		var d sampler.Draw
		stream.Draw(&d, i%len(space.strata), uint64(i))
		if i%2 == 0 {
			perturb(&d.Setup, src)
		}
		if !space.InRegion(&d.Setup) {
			continue
		}
		result, _ := s.Kernel(&d.Setup, 0)
		has, contains := result == solver.Has, space.Contains(&d.Setup)
		switch {
		case result == solver.GaveUp:
		case has && !contains:
			t.Fatalf("%v has a kernel and is not in the space", d.Setup)
		case contains && !has && hasNoExtraConditions(&d.Setup, space.params().BishopCap):
			t.Fatalf("%v is in the space and has no kernel", d.Setup)
		case has:
			hasKernel++
		case contains:
			onlyInSpace++
		default:
			neither++
		}
	}
	t.Logf("%d with a kernel, %d without: %d of them in the space", hasKernel, onlyInSpace+neither, onlyInSpace)
	if hasKernel < n/4 || neither < n/50 {
		t.Errorf("too few of a kind: %d with a kernel, %d without", hasKernel, neither)
	}
}

// perturb changes up to three men: it moves pawns to random squares with a random color, and officers become others.
func perturb(s *chess.Setup, src *rand.Rand) {
	for range 1 + src.IntN(3) {
		from := chess.Square(src.IntN(64))
		switch man := s.Board.At(from); man.Role() {
		case chess.Pawn:
			to := chess.NewSquare(src.IntN(8), 1+src.IntN(6))
			if s.Board.At(to) == chess.NoPiece {
				s.Board.Put(from, chess.NoPiece)
				s.Board.Put(to, chess.NewPiece(chess.Color(src.IntN(2)), chess.Pawn))
			}
		case chess.Knight, chess.Bishop, chess.Rook, chess.Queen:
			s.Board.Put(from, chess.NewPiece(man.Color(), chess.Knight+chess.Role(src.IntN(4))))
		}
	}
}

// hasNoExtraConditions reports whether the solver decides about the setup by the conditions of the space
// alone: no pawn stands on its first row, and no more bishops are promoted than the cap counts.
func hasNoExtraConditions(s *chess.Setup, bishopCap int) bool {
	for c := chess.White; c <= chess.Black; c++ {
		if s.Board.Pieces(c, chess.Pawn)&chess.RowBB(1+5*int(c)) != 0 {
			return false
		}
		b := s.Board.Pieces(c, chess.Bishop)
		if dark := (b & chess.DarkSquares).Count(); max(dark, b.Count()-dark)-1 > bishopCap {
			return false
		}
	}
	return true
}
