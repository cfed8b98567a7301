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

// strip returns a setup without castling rights and en passant square. What legal games lead to,
// but for these two, is in the space as well: the theorem asks for neither.
func strip(s chess.Setup) chess.Setup {
	s.Castling, s.EP = 0, chess.NoSquare
	return s
}

// TestEveryPlayoutIsInTheSpace plays games and asks for every position in the region, rights
// aside. Games of random moves never come there: these do, see crowded. Game i depends on i
// alone.
//
// With -playouts N -full it is the long run, and reports.
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
				for p := range crowded(src) {
					s := strip(p.Setup())
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

// crowded yields the positions of a game in which pawns take what lets pawns by, up to some
// captures, then step and promote, and nothing else is taken.
func crowded(src *rand.Rand) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		p := chess.InitialPosition()
		left := 4 + src.IntN(3)
		others := 0.3 * src.Float64() * src.Float64()
		var moves []chess.Move
		for range 700 {
			if !yield(p) {
				return
			}
			moves = p.Moves(moves[:0])
			s := p.Setup()
			m, ok := pick(src, &s, moves, left, others)
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

// pick chooses a move at random. Pawns that take pawns of untouched files are preferred: so a
// capture lets four pawns by.
func pick(src *rand.Rand, s *chess.Setup, moves []chess.Move, left int, others float64) (best chess.Move, ok bool) {
	words := patternOf([2]chess.Bitboard{s.Board.Pieces(chess.White, chess.Pawn), s.Board.Pieces(chess.Black, chess.Pawn)})
	most := 0.0
	for _, m := range moves {
		weight := 1.0
		takes, pawn := m.Captured() != chess.NoRole, m.Role() == chess.Pawn
		switch {
		case takes && left <= 0:
			continue
		case takes && pawn && m.Captured() == chess.Pawn && words.file(m.From().File()) == startColumn && words.file(m.To().File()) == startColumn:
			weight = 300
		case takes && pawn:
			weight = 20 * others
		case takes:
			weight = others
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

// TestTheSpaceAgreesWithTheSolver draws setups of the region, some of them in the space and some
// not, and asks the solver of package legality/proofkernel, which shares no code with this one,
// whether they have a kernel. What the solver accepts must be in the space. Conversely, what is
// in the space must be accepted if nothing is asked that this space does not: no pawn at home,
// requirements within the cap.
func TestTheSpaceAgreesWithTheSolver(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	space := small()
	var s solver.Solver
	src := rand.New(rand.NewPCG(2, 9))
	stream := sampler.NewDividedStream(byRanks{space}, 1)
	both, in, out := 0, 0, 0
	n := 30000
	if testing.Short() {
		n = 5000
	}
	for i := range n {
		var d sampler.Draw
		stream.Draw(&d, i%len(space.strata), uint64(i))
		if i%2 == 0 {
			shake(&d.Setup, src)
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
		case contains && !has && plain(&d.Setup, space.params().BishopCap):
			t.Fatalf("%v is in the space and has no kernel", d.Setup)
		case has:
			both++
		case contains:
			in++
		default:
			out++
		}
	}
	t.Logf("%d with a kernel, %d without: %d of them in the space", both, in+out, in)
	if both < n/4 || out < n/50 {
		t.Errorf("too few of a kind: %d with a kernel, %d without", both, out)
	}
}

// shake moves some pawns to other files and changes the color of some, or the kind of some
// officers.
func shake(s *chess.Setup, src *rand.Rand) {
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

// plain reports whether no pawn of the setup stands at home and no bishops beyond the cap are
// asked for.
func plain(s *chess.Setup, clip int) bool {
	for c := chess.White; c <= chess.Black; c++ {
		if s.Board.Pieces(c, chess.Pawn)&chess.RowBB(1+5*int(c)) != 0 {
			return false
		}
		b := s.Board.Pieces(c, chess.Bishop)
		if dark := (b & chess.DarkSquares).Count(); max(dark, b.Count()-dark)-1 > clip {
			return false
		}
	}
	return true
}
