package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

// corpus draws pairs with at most 3 captures and so little material that all sequences of captures can be tried: random
// placements of few men, many of them pawns, and later positions of random games from there. In about half of the pairs the goal
// is then changed at random, so that there may be no kernel.
func corpus(src *rand.Rand, n int, yield func(start, goal chess.Setup)) {
	for seen := 0; seen < n; {
		captures := src.IntN(4)
		start, ok := placement(src, []int{20, 20, 12, 8}[captures])
		if !ok {
			continue
		}
		var game []chess.Position
		for p := range chesstest.Playout(src, chesstest.Options{Start: start, Plies: 80, Weights: captureWeights}) {
			if menOnBoard(start)-menOnBoard(p) > captures {
				break
			}
			game = append(game, p)
		}
		goal := game[len(game)-1-src.IntN(1+len(game)/8)].Setup()
		for src.IntN(2) == 0 {
			mutate(src, &goal)
		}
		yield(start.Setup(), goal)
		seen++
	}
}

// placement returns a position with kings and at most so many other men on random squares.
func placement(src *rand.Rand, most int) (chess.Position, bool) {
	s := chess.EmptySetup()
	s.Turn = chess.Color(src.IntN(2))
	put := func(p chess.Piece) {
		sq := chess.Square(src.IntN(64))
		if s.Board.At(sq) == chess.NoPiece && (p.Role() != chess.Pawn || sq.Row()%7 != 0) {
			s.Board.Put(sq, p)
		}
	}
	put(chess.NewPiece(chess.White, chess.King))
	put(chess.NewPiece(chess.Black, chess.King))
	for range 1 + src.IntN(most) {
		role := chess.Pawn
		if src.IntN(2) == 0 {
			role += chess.Role(src.IntN(5))
		}
		put(chess.NewPiece(chess.Color(src.IntN(2)), role))
	}
	p, err := s.Canonical().Position()
	return p, err == nil && p.CountMoves() > 0
}

// mutate moves a man of the board to another square, or gives it another type or color.
func mutate(src *rand.Rand, s *chess.Setup) {
	men := slices.Collect((s.Board.Occupied() &^ s.Board.Of(chess.King)).All())
	if len(men) == 0 {
		return
	}
	from, to := men[src.IntN(len(men))], chess.Square(src.IntN(64))
	p := s.Board.At(from)
	if p.Role() == chess.Pawn && src.IntN(2) == 0 {
		to = chess.NewSquare(from.File(), 1+src.IntN(6))
	}
	if s.Board.At(to) != chess.NoPiece && to != from {
		return
	}
	if src.IntN(3) == 0 {
		p = chess.NewPiece(p.Color(), chess.Pawn+chess.Role(src.IntN(5)))
	}
	if src.IntN(8) == 0 {
		p = chess.NewPiece(p.Color().Other(), p.Role())
	}
	if p.Role() == chess.Pawn && (to.Row() == 0 || to.Row() == 7) {
		return
	}
	s.Board.Put(from, chess.NoPiece)
	s.Board.Put(to, p)
	*s = s.Canonical()
}

// TestListsEqualBruteForce checks that the search finds the kernels that trying everything finds, by both rules for promoted
// victims, and that First agrees.
func TestListsEqualBruteForce(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(50, 800)
	s := &Searcher{}
	var status [4]int
	corpus(testkit.Rand("brute force"), n, func(start, goal chess.Setup) {
		for _, physical := range []bool{false, true} {
			s.Options = Options{Nodes: -1, Physical: physical, StepAside: physical, NoEnPassant: true}
			got, err := kernelLines(s, start, goal)
			if err == errColumn {
				continue
			}
			hasKernels := s.reachedGoal
			want := naive{p: &s.problem, physical: physical, stepAside: physical}
			want.listKernels()
			slices.Sort(want.lines)
			if err != nil || !slices.Equal(got, want.lines) || hasKernels != (want.kernels > 0) {
				more, less := difference(got, want.lines)
				t.Fatalf("%v to %v, physical %v: error %v, %d kernels, want %d of %d\ntoo many: %q\nmissing: %q",
					start, goal, physical, err, len(got), len(want.lines), want.kernels, more, less)
			}
			if !physical {
				continue
			}
			r := s.First(context.Background(), start, goal)
			status[r.Status]++
			if (r.Status == Found) != (len(got) > 0) || r.Status == NoKernel && want.kernels > 0 {
				t.Errorf("%v to %v: %v with %d of %d kernels", start, goal, r.Status, len(got), want.kernels)
			}
		}
	})
	if status[NoKernel] < n/10 || status[Found] < n/10 || status[NoExtended] == 0 && n >= 800 {
		t.Errorf("the corpus has become one-sided: %v", status)
	}
}

// TestPruningChangesNothing checks that the search without P1 to P4 and without table lists the same kernels, on all lists of the
// development file and a larger corpus.
func TestPruningChangesNothing(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(20, 500)
	plain := &Searcher{exhaustive: true, Options: Options{Nodes: 3_000_000}}
	s := new(Searcher)
	compared := 0
	check := func(start, goal chess.Setup) {
		t.Helper()
		want, err := kernelLines(plain, start, goal)
		if err != nil {
			return
		}
		compared++
		got, err := kernelLines(s, start, goal)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v to %v: %d kernels, want %d (%v)", start, goal, len(got), len(want), err)
		}
	}
	for _, l := range devdata.Listings(t) {
		if l.Count < 12 || !testing.Short() {
			check(l.Start, l.Goal)
		}
	}
	corpus(testkit.Rand("pruning"), n, check)
	if compared < n {
		t.Errorf("only %d compared", compared)
	}
}

// captureWeights are weights of games that capture and promote early.
var captureWeights = chesstest.Weights{Take: 5, PawnTakesMan: 30, Promote: 5, PawnStep: 2}
