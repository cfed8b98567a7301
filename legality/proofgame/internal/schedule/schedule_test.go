package schedule

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/proofkernel/search"
)

// problem returns a problem from the initial position, with its RNG keyed by goal and seed.
func problem(goal *chess.Setup, seed uint64, revise bool) *Problem {
	p := &Problem{Board: chess.InitialSetup().Board, Goal: goal, Options: Options{Revise: revise}, RNG: new(base.RNG)}
	p.NumberMen(&p.Board)
	p.RNG.Key(base.Hash(goal), seed, 1)
	return p
}

// A testCase is a goal with a seed and a kernel.
type testCase struct {
	goal   chess.Setup
	seed   uint64
	kernel search.Kernel
	hard   bool // needs rules of its own
}

// The test cases are made once: their kernels cost more than the schedules.
var (
	testCases     []testCase
	testCasesOnce sync.Once
)

func makeTestCases(t *testing.T) {
	var goals []plantest.Goal
	for i, g := range plantest.Goals(t) {
		if g.Class != "hard" && i%3 == 0 || g.Class == "hard" && !testing.Short() {
			goals = append(goals, g)
		}
	}
	for _, fen := range slices.Concat(plantest.Closing, plantest.Crowded) {
		goals = append(goals, plantest.Goal{Position: testkit.Position(t, fen)})
	}
	for _, g := range goals {
		goal := g.Position.Setup()
		for seed := uint64(0); seed < 10; seed += 2 {
			k, ok := plantest.Kernel(t, &goal, seed/2+1)
			if seed%4 == 0 && goal.Board.Men() >= 22 { // half of them by the explicit search, which has other ways
				s := search.Searcher{Options: search.Options{Nodes: 20_000, Random: rand.NewPCG(seed/2, 1)}}
				res := s.First(t.Context(), chess.InitialSetup(), goal)
				k, ok = res.Kernel, res.Status == search.Found
			}
			if ok {
				hard := g.Class == "hard"
				testCases = append(testCases, testCase{goal, seed, k, hard}, testCase{goal, seed + 1, k, hard})
			}
		}
	}
}

// checkSchedules calls check with the schedules of all test cases, every other one with Revise.
func checkSchedules(t *testing.T, check func(s *Schedule, k *search.Kernel)) {
	t.Helper()
	testCasesOnce.Do(func() { makeTestCases(t) })
	var s Schedule
	made, misfits := 0, 0
	for i := range testCases {
		p := testCases[i]
		if s.Make(problem(&p.goal, p.seed, p.seed%2 == 1), &p.kernel) != nil {
			misfits++
			continue
		}
		made++
		check(&s, &p.kernel)
		if t.Failed() {
			t.Fatalf("goal %v, seed %d, tasks %+v", p.goal, p.seed, s.Tasks)
		}
	}
	if made < 100 {
		t.Errorf("%d schedules only, %d misfits", made, misfits)
	}
}

// carryOut lets pawns carry out the tasks in the given order, by the rules of chess alone, and returns the pawn on each square after
// them.
func carryOut(t *testing.T, s *Schedule, order []int) (pawns [64]int8) {
	t.Helper()
	for sq := range pawns {
		pawns[sq] = base.NoMan
		if s.Board.RoleAt(chess.Square(sq)) == chess.Pawn {
			pawns[sq] = s.At[sq]
		}
	}
	for _, i := range order {
		task := &s.Tasks[i]
		if task.Act == Capture && task.Man != base.NoMan && s.Men[task.Man].Role == chess.Pawn {
			for sq, u := range pawns { // a pawn that is captured as one; others have been promoted
				if u == task.Man {
					if chess.Square(sq) != task.To && chess.Square(sq) != task.To^8 {
						t.Errorf("task %d: the victim is on %v", i, chess.Square(sq))
					}
					pawns[sq] = base.NoMan
				}
			}
		}
		if task.Pawn == base.NoMan {
			continue
		}
		if pawns[task.From] != task.Pawn || s.Men[task.Pawn].Color != task.Color {
			t.Errorf("task %d: pawn %d is not on %v", i, task.Pawn, task.From)
			return pawns
		}
		pawns[task.From] = base.NoMan
		rows := (task.To.Row() - task.From.Row()) * task.Color.Forward()
		files := base.Abs(task.To.File() - task.From.File())
		switch {
		case task.Act == Push && files == 0 && rows > 0:
			for sq := task.From; sq != task.To; {
				if sq = sq.Ahead(task.Color); pawns[sq] != base.NoMan {
					t.Errorf("task %d: pawn %d on %v is in the way", i, pawns[sq], sq)
				}
			}
		case task.Act == Capture && files == 1 && rows == 1:
			if pawns[task.To] != base.NoMan {
				t.Errorf("task %d captures on %v, where pawn %d stands", i, task.To, pawns[task.To])
			}
		default:
			t.Errorf("task %d is no move of a pawn: %+v", i, *task)
		}
		if task.To.Row() != task.Color.LastRow() {
			pawns[task.To] = task.Pawn
		}
	}
	return pawns
}

// TestSchedulesStayTheSame compares a hash of the schedules of all cases but the hard ones with that of those that were made when the
// test was written: games stay the same from version to version (package planner), and each choice that changes shows here.
func TestSchedulesStayTheSame(t *testing.T) {
	const want = 0xa2e0ae94dfbc7a17
	testCasesOnce.Do(func() { makeTestCases(t) })
	hash := fnv.New64a()
	var s Schedule
	for _, c := range testCases {
		if c.hard {
			continue
		}
		for variant := range uint64(8) {
			p := problem(&c.goal, 8*c.seed+variant, variant&1 != 0)
			p.Options.Patient = variant&2 != 0
			err := s.Make(p, &c.kernel)
			fmt.Fprintln(hash, err, s.Tasks)
			if err == nil {
				fmt.Fprintln(hash, s.End, s.RowsShort, s.PromotionRole, s.PromotionSquare, s.ProtectedMen, s.StuckMen, s.ClearedSquares)
			}
		}
	}
	if got := hash.Sum64(); got != want {
		t.Errorf("the schedules have the hash %#x, want %#x: undo the change, "+
			"or measure what it gains (BenchmarkBuild of package proofgame) and store the new hash", got, uint64(want))
	}
}

// TestSchedulesCanBeCarriedOut carries schedules out in the order of the list, and in a random order of which Conflict allows. The
// pawns have to stand where the schedule says.
func TestSchedulesCanBeCarriedOut(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	checkSchedules(t, func(s *Schedule, _ *search.Kernel) {
		n := len(s.Tasks)
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		testkit.Equal(t, carryOut(t, s, order), s.pawnsAfter, "the pawns end on")
		order = order[:0]
		done := make([]bool, n)
		for len(order) < n {
			var open []int
			for i := range n {
				free := !done[i]
				for j := 0; j < i && free; j++ {
					free = done[j] || !Conflict(&s.Tasks[i], &s.Tasks[j])
				}
				if free {
					open = append(open, i)
				}
			}
			i := open[rnd.IntN(len(open))]
			done[i] = true
			order = append(order, i)
		}
		testkit.Equal(t, carryOut(t, s, order), s.pawnsAfter, "in the order", order, "the pawns end on")
	})
}

// TestSchedulesKeepTheCaptures checks that each color captures the same kinds of men as in the kernel.
func TestSchedulesKeepTheCaptures(t *testing.T) {
	checkSchedules(t, func(s *Schedule, k *search.Kernel) {
		var want, got [2][search.Promoted + 1]int
		for _, m := range k.Moves {
			want[m.Color][m.Victim]++
		}
		for i := range s.Tasks {
			task := &s.Tasks[i]
			if task.Act != Capture {
				continue
			}
			victim := search.Promoted
			switch {
			case task.Kind != base.NoKind:
				for m := range search.Promoted {
					if kindOfMan(m) == task.Kind {
						victim = m
					}
				}
			case s.Men[task.Man].Role != chess.Pawn:
				for m := range search.Promoted {
					if kindOfMan(m) == base.KindOf(s.Men[task.Man].Role, s.Men[task.Man].Sq) {
						victim = m
					}
				}
			case want[task.Color][search.Pawn] > got[task.Color][search.Pawn]:
				victim = search.Pawn // as one or promoted: what fits
			}
			got[task.Color][victim]++
		}
		if got != want {
			t.Errorf("captures %v, in the kernel %v", got, want)
		}
	})
}

// TestSchedulesEndInTheGoal checks that the pawns end on the squares of the goal's pawns or promote, and that the officers that are
// left are those of the goal.
func TestSchedulesEndInTheGoal(t *testing.T) {
	checkSchedules(t, func(s *Schedule, _ *search.Kernel) {
		var left [2][base.Kinds]int
		for c := chess.White; c <= chess.Black; c++ {
			for k := range base.Kinds {
				left[c][k] = k.Of(&s.Board, c).Count()
			}
		}
		var pawns [2]chess.Bitboard
		captured := uint32(0) // men that started as pawns
		for i := range s.Tasks {
			task := &s.Tasks[i]
			if task.Act != Capture {
				continue
			}
			them := task.Color.Other()
			switch {
			case task.Kind != base.NoKind:
				left[them][task.Kind]--
			case s.Men[task.Man].Role != chess.Pawn:
				left[them][base.KindOf(s.Men[task.Man].Role, s.Men[task.Man].Sq)]--
			default:
				captured |= 1 << task.Man
			}
		}
		for u := range int8(s.Size) {
			m := &s.Men[u]
			if m.Role != chess.Pawn || captured>>u&1 != 0 {
				continue
			}
			if end := s.End[u]; end != chess.NoSquare && s.PromotionRole[u] == chess.NoRole {
				pawns[m.Color] |= end.BB()
			} else if s.PromotionSquare[u].Row() != m.Color.LastRow() {
				t.Errorf("pawn %d promotes on %v", u, s.PromotionSquare[u])
			} else {
				left[m.Color][base.KindOf(s.PromotionRole[u], s.PromotionSquare[u])]++
			}
		}
		for c := chess.White; c <= chess.Black; c++ {
			if want := s.Goal.Board.Pieces(c, chess.Pawn); pawns[c] != want {
				t.Errorf("pawns of %v end on\n%v want\n%v", c, pawns[c], want)
			}
			for k := range base.Kinds {
				if want := k.Of(&s.Goal.Board, c).Count(); left[c][k] != want {
					t.Errorf("%v is left with %d men of kind %d, want %d", c, left[c][k], k, want)
				}
			}
		}
	})
}

// TestAddedTasks checks that officers settle on squares where the goal shows one, and leave a region for a square outside. The chain of
// WaitsFor from any task has an end.
func TestAddedTasks(t *testing.T) {
	settled, left, waiting := 0, 0, 0
	checkSchedules(t, func(s *Schedule, _ *search.Kernel) {
		for i := range s.Tasks {
			task := &s.Tasks[i]
			switch task.Act {
			case Settle:
				settled++
				if task.Kind == base.NoKind || !task.Kind.Squares().Has(task.To) || !task.Kind.Of(&s.Goal.Board, task.Color).Has(task.To) {
					t.Errorf("task %d: kind %d settles on %v", i, task.Kind, task.To)
				}
			case Leave:
				left++
				if task.Region.Has(task.To) || task.Man == base.NoMan {
					t.Errorf("task %d: man %d is to leave\n%v for %v", i, task.Man, task.Region, task.To)
				}
			}
			length := 0
			for next := task.WaitsFor; next >= 0; next = s.Tasks[next].WaitsFor {
				if int(next) >= len(s.Tasks) || length > len(s.Tasks) {
					t.Errorf("task %d waits for itself, or for task %d", i, next)
					break
				}
				length++
			}
			waiting += min(length, 1)
		}
	})
	if settled < 4 || left < 10 || waiting < 20 {
		t.Errorf("%d officers settle, %d leave, %d tasks wait, want at least 4, 10 and 20", settled, left, waiting)
	}
}

// TestInterimSquares checks that pawns stop on interim squares of their own, between their square after the tasks and their end.
func TestInterimSquares(t *testing.T) {
	held := 0
	checkSchedules(t, func(s *Schedule, _ *search.Kernel) {
		stops := map[chess.Square]int8{}
		for u := range int8(s.Size) {
			if s.End[u] == chess.NoSquare || s.PromotionRole[u] != chess.NoRole {
				continue
			}
			sq, color := s.InterimSquare(u), s.Men[u].Color
			if v, shared := stops[sq]; shared {
				t.Errorf("pawns %d and %d stop on %v", u, v, sq)
			}
			stops[sq] = u
			if (sq.Row()-s.pawnRow(u))*color.Forward() < 0 || (s.End[u].Row()-sq.Row())*color.Forward() < 0 || sq.File() != s.End[u].File() {
				t.Errorf("pawn %d stops on %v, on its way to %v", u, sq, s.End[u])
			}
			if s.RowsShort[u] > 0 {
				held++
			}
		}
	})
	if held < 10 {
		t.Errorf("%d pawns are held back, want at least 10", held)
	}
}

// TestProtectedMen checks that the goal shows protected men where they start, and that locked officers have no step.
func TestProtectedMen(t *testing.T) {
	protected := 0
	checkSchedules(t, func(s *Schedule, _ *search.Kernel) {
		locked := chess.Bitboard(0)
		for u := range int8(s.Size) {
			m := &s.Men[u]
			if s.ProtectedMen>>u&1 == 0 {
				continue
			}
			protected++
			if s.Goal.Board.At(m.Sq) != chess.NewPiece(m.Color, m.Role) {
				t.Errorf("man %d on %v is protected", u, m.Sq)
			}
			if s.LockedOfficers.Has(m.Sq) {
				locked |= m.Sq.BB()
				if steps := chess.Steps(m.Role, m.Sq.BB()); steps&^(s.LockedOfficers|s.Goal.Board.Of(chess.Pawn)) != 0 {
					t.Errorf("man %d on %v can move", u, m.Sq)
				}
			}
		}
		if locked != s.LockedOfficers {
			t.Errorf("locked are\n%v protected of these\n%v", s.LockedOfficers, locked)
		}
	})
	if protected == 0 {
		t.Error("no man is protected")
	}
}
