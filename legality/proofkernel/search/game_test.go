package search

import (
	"cmp"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// kernelOf returns the kernel of a game as it was played: its captures, those of officers by officers last. It reports false if a
// pawn promotes after the start, since kernels of such games have other moves.
func kernelOf(start chess.Position, game []chess.Move) (moves []Move, ok bool) {
	board := start.Board()
	var cols [8][]chess.Square // the pawns of each file, row 1 first
	for file := range 8 {
		cols[file] = slices.Collect((board.Of(chess.Pawn) & chess.FileBB(file)).All())
	}
	index := func(sq chess.Square) int { return slices.Index(cols[sq.File()], sq) }
	remove := func(sq chess.Square) {
		cols[sq.File()] = slices.Delete(cols[sq.File()], index(sq), index(sq)+1)
	}
	insert := func(sq chess.Square) {
		i, _ := slices.BinarySearchFunc(cols[sq.File()], sq, func(a, b chess.Square) int { return cmp.Compare(a, b) })
		cols[sq.File()] = slices.Insert(cols[sq.File()], i, sq)
	}
	var late []Move
	p := start
	for _, m := range game {
		if m.Promotion() != chess.NoRole {
			return nil, false
		}
		k := Move{Color: p.Turn(), Pawn: m.Role() == chess.Pawn}
		captured := m.CapturedOn()
		if k.Victim = manOn(m.Captured(), m.To()); k.Victim == Pawn {
			k.ToFile, k.ToIndex = int8(captured.File()), int8(index(captured))
		}
		if k.Pawn {
			from := m.From()
			k.File, k.Index = int8(from.File()), int8(index(from))
			remove(from)
		}
		if k.Victim == Pawn {
			remove(captured)
		}
		if k.Pawn {
			insert(m.To())
			if k.Victim != Pawn {
				k.ToFile, k.ToIndex = int8(m.To().File()), int8(index(m.To()))
			}
		}
		switch {
		case k.Victim == NoMan:
		case !k.Pawn && k.Victim != Pawn:
			late = append(late, k)
		default:
			moves = append(moves, k)
		}
		p = p.Play(m)
	}
	return append(moves, late...), true
}

// followKernel plays a kernel by the rules of the search. It returns the reason why the search would not find it, or "".
func followKernel(t *testing.T, s *Searcher, start, goal chess.Setup, moves []Move) string {
	t.Helper()
	if err := s.problem.reset(&start, &goal); err != nil || s.impossible {
		return "impossible"
	}
	// Dead bishops are captured first.
	for _, m := range s.forced {
		i := slices.Index(moves, m)
		if i < 0 {
			return "does not make the forced capture " + m.String()
		}
		moves = slices.Delete(slices.Clone(moves), i, i+1)
	}
	s.rows.stepAside = s.StepAside
	s.rows.reset(&s.problem)
	s.path = append(s.path[:0], s.forced...)
	st := s.first
	if s.leastCaptures(&st) > st.totalLeft() || s.hopeless(&st) {
		return "start pruned"
	}
	for _, m := range moves {
		g := generator{problem: &s.problem, s: &st, physical: true, mask: s.incomplete(&st), most: uint8(st.totalLeft() - 1)}
		g.generate()
		i := slices.IndexFunc(g.dst, func(c child) bool { return c.move == m })
		switch {
		case i < 0:
			return m.String() + " not generated"
		case g.dst[i].need != uint8(s.leastCaptures(&g.dst[i].state)):
			return m.String() + ": wrong P1"
		case s.hopeless(&g.dst[i].state):
			return m.String() + " pruned"
		}
		st = g.dst[i].state
		s.path = append(s.path, m)
	}
	if !s.isGoal(&st) {
		return "no goal"
	}
	accepted := ""
	s.yield = func(k Kernel) bool {
		accepted = k.String()
		checkExtended(t, start, goal, k)
		return true
	}
	s.extendOrReturn()
	s.rows.clear()
	if want := (Kernel{Moves: s.path}).String(); accepted != want {
		return "no rows for " + want
	}
	return ""
}

// TestSearchAcceptsKernelsOfGames checks that the search finds the kernel that was played: each of its captures is generated and
// survives all prunings, its end is a goal, and there are rows for it.
func TestSearchAcceptsKernelsOfGames(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(500, 3000)
	src := testkit.Rand("kernels of games")
	s := Searcher{Options: Options{StepAside: true}}
	weights := chesstest.Weights{Promote: -1, PawnTakesMan: 10, EnPassant: 30, OfferEP: 5}
	for range n {
		opt := chesstest.Options{Plies: 10 + src.IntN(150), Weights: weights}
		var game []chess.Move
		positions := []chess.Position{chess.InitialPosition()}
		for m, p := range chesstest.Moves(src, opt) {
			game, positions = append(game, m), append(positions, p)
		}
		first := 0 // the initial position, or a random one, or the next after it with an en passant square
		if src.IntN(2) == 0 {
			first = src.IntN(len(positions))
			hasSquare := func(p chess.Position) bool { return p.EP() != chess.NoSquare }
			first += max(0, slices.IndexFunc(positions[first:], hasSquare))
		}
		moves, ok := kernelOf(positions[first], game[first:])
		if !ok {
			continue
		}
		start, goal := positions[first].Setup(), positions[len(positions)-1].Setup()
		if why := followKernel(t, &s, start, goal, moves); why != "" {
			t.Fatalf("%v to %v by %v: %s\nkernel %v", start, goal, game[first:], why, Kernel{Moves: moves})
		}
	}
}

// TestPruningsAreBounds checks that along every capture of random states each bound sinks by no more than the capture can pay, so
// that no pruned state leads to a goal.
func TestPruningsAreBounds(t *testing.T) {
	src := testkit.Rand("bounds")
	var s Searcher
	states := 0
	corpus(src, 300, func(start, goal chess.Setup) {
		if err := s.problem.reset(&start, &goal); err != nil || s.impossible || s.first.totalLeft() == 0 {
			return
		}
		st := s.first
		g := generator{problem: &s.problem, s: &st, physical: true, mask: s.incomplete(&st), most: unpruned}
		g.generate()
		lost := s.hopeless(&st)
		for _, c := range g.dst {
			states++
			if s.leastCaptures(&c.state) < s.leastCaptures(&st)-1 {
				t.Errorf("%v to %v: %v lowers P1 from %d to %d", start, goal, c.move, s.leastCaptures(&st), s.leastCaptures(&c.state))
			}
			if c.state != st.apply(c.move) || c.state.totalLeft() != st.totalLeft()-1 {
				t.Errorf("%v: %v leads to %x", start, c.move, c.state)
			}
			if lost && !s.hopeless(&c.state) {
				t.Errorf("%v to %v: hopeless before %v and not after it", start, goal, c.move)
			}
		}
	})
	if states < 1000 {
		t.Errorf("%d states after a capture, want at least 1000", states)
	}
}

// TestLeastCapturesCoverFiles compares P1 with the least number of captures that cover the incomplete files, where a capture covers
// two neighbors.
func TestLeastCapturesCoverFiles(t *testing.T) {
	for mask := range leastCapturesOf {
		best := 8
		for pairs := range 1 << 7 {
			covered, n := 0, 0
			for file := range 7 {
				if pairs>>file&1 != 0 {
					covered |= 3 << file
					n++
				}
			}
			if mask&^covered == 0 {
				best = min(best, n)
			}
		}
		if int(leastCapturesOf[mask]) != best {
			t.Errorf("%08b: %d, want %d", mask, leastCapturesOf[mask], best)
		}
	}
}

// TestDistance compares distance with a trial of all files.
func TestDistance(t *testing.T) {
	for file := range 8 {
		for files := range 256 {
			want := maxCount + 1
			for f := range 8 {
				if files>>f&1 != 0 && f != file {
					want = min(want, max(f-file, file-f))
				}
			}
			if files>>file&1 == 0 {
				if got := distance(file, uint8(files)); got != want {
					t.Errorf("from %d to %08b: %d, want %d", file, files, got, want)
				}
			}
		}
	}
}
