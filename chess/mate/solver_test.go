package mate

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestDepthErrors: every question refuses numbers of moves out of the range, which begins at 0 for Mated and at 1 for the others.
func TestDepthErrors(t *testing.T) {
	s := New(Options{})
	p := chess.InitialPosition()
	for _, n := range []int{-1, 0, 31, 50} {
		var depth *DepthError
		if _, err := s.Solve(context.Background(), p, n); !errors.As(err, &depth) || depth.Moves != n || !strings.Contains(err.Error(), "want a number from 1 to 30") {
			t.Errorf("Solve %d: error %v, want a DepthError with the range", n, err)
		}
		if _, err := s.Tries(context.Background(), p, n, 1); !errors.As(err, &depth) {
			t.Errorf("Tries %d: error %v, want a DepthError", n, err)
		}
		if _, err := s.Tree(context.Background(), p, p.Moves(nil)[0], n, false); !errors.As(err, &depth) {
			t.Errorf("Tree %d: error %v, want a DepthError", n, err)
		}
		if _, err := s.Mated(context.Background(), p, n); (n == 0) != (err == nil) {
			t.Errorf("Mated %d: error %v, want none for 0 alone", n, err)
		}
	}
}

// TestBudgetIsHonest: with ever larger budgets the answer goes from undecided to the right one and is never wrong on the way; what
// it says of fewer moves is right as well.
func TestBudgetIsHonest(t *testing.T) {
	problems, halves := harrodProblems, int64(3)
	if testing.Short() {
		problems, halves = harrodProblems[:3], 8 // fewer problems, and fewer budgets on the way
	}
	for _, c := range problems {
		p := position(t, c.fen)
		last := -1
		for nodes := int64(1); ; nodes = nodes*halves/2 + 1 {
			r, _ := New(Options{Nodes: nodes}).Solve(context.Background(), p, 4)
			if r.NoneWithin >= c.moves || r.NoneWithin < last || r.Outcome == NoMate {
				t.Fatalf("%s, %d nodes: %v, none within %d", c.name, nodes, r.Outcome, r.NoneWithin)
			}
			if last = r.NoneWithin; r.Outcome == Mate {
				if r.Moves != c.moves {
					t.Fatalf("%s, %d nodes: mate in %d, want %d", c.name, nodes, r.Moves, c.moves)
				}
				for _, k := range r.Keys {
					if !strings.Contains(c.keys, p.SAN(k)) {
						t.Fatalf("%s, %d nodes: key %s, want one of %s", c.name, nodes, p.SAN(k), c.keys)
					}
				}
				if r.AllKeys {
					break
				}
			}
		}
	}
}

// TestContextEndsTheSearch: with a canceled context the answer is Undecided, and no error.
func TestContextEndsTheSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := New(Options{}).Solve(ctx, chess.InitialPosition(), 6)
	if err != nil || r.Outcome != Undecided {
		t.Errorf("outcome %v, error %v, want undecided and none", r.Outcome, err)
	}
}

// TestAnswersDoNotDependOnTheTable: neither earlier questions nor the size of the table change an answer, and the former no count
// of nodes either.
func TestAnswersDoNotDependOnTheTable(t *testing.T) {
	testkit.Medium(t)
	used, large := New(Options{TableBits: 8}), New(Options{TableBits: 18})
	rnd := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		p, ok := randomSparse(rnd)
		if !ok {
			continue
		}
		a, _ := used.Solve(context.Background(), p, 3)
		b, _ := New(Options{TableBits: 8}).Solve(context.Background(), p, 3)
		c, _ := large.Solve(context.Background(), p, 3)
		if a.Nodes != b.Nodes || sanOfLine(p, a.Line) != sanOfLine(p, b.Line) {
			t.Fatalf("%v: %d nodes after other questions, %d at first", p, a.Nodes, b.Nodes)
		}
		if a.Outcome != c.Outcome || a.Moves != c.Moves || sanOfEach(p, a.Keys) != sanOfEach(p, c.Keys) {
			t.Fatalf("%v: %v in %d by %s, with a large table %v in %d by %s", p, a.Outcome, a.Moves, sanOfEach(p, a.Keys), c.Outcome, c.Moves, sanOfEach(p, c.Keys))
		}
	}
}

// TestTableKeepsWhatItKnows stores and probes more positions than there is room for.
func TestTableKeepsWhatItKnows(t *testing.T) {
	var table table
	table.init(6)
	table.clear()
	rnd := rand.New(rand.NewPCG(9, 9))
	known := map[chess.Position]int{}
	for range 500 {
		if p, ok := randomSparse(rnd); ok {
			n := 1 + rnd.IntN(5)
			table.store(&p, n, 0, 0)
			known[p] = n
		}
	}
	found := 0
	for p, n := range known {
		if e := table.probe(&p); e != nil {
			if found++; int(e.noneWithin) != n || e.mateIn != 0 {
				t.Fatalf("%v: none in %d, want %d", p, e.noneWithin, n)
			}
		}
	}
	if found < 32 || found > 64 {
		t.Errorf("%d of 64 entries are found, want 32 to 64", found)
	}
	p := chess.InitialPosition()
	table.store(&p, 0, 9, 1)
	table.store(&p, 3, 0, 0)
	if e := table.probe(&p); e == nil || e.noneWithin != 3 || e.mateIn != 9 || e.move != 1 {
		t.Errorf("a mate is forgotten: %+v", e)
	}
	table.clear()
	if table.probe(&p) != nil {
		t.Error("an entry is found after clear")
	}
}

// TestCheckFindsFaults spoils a sound tree in one way after the other. Tree itself refuses a move that does not mate, and reports
// that its budget ran out.
func TestCheckFindsFaults(t *testing.T) {
	p := position(t, harrodProblems[0].fen)
	s := New(Options{})
	r, _ := s.Solve(context.Background(), p, 3)
	for name, spoil := range map[string]func(*Tree){
		"a defense is missing":  func(t *Tree) { t.Replies = t.Replies[1:] },
		"an answer is missing":  func(t *Tree) { t.Replies[0].Answers = nil },
		"another defense":       func(t *Tree) { t.Replies[0].Move = t.Replies[1].Move },
		"the last move is bad":  func(t *Tree) { t.Replies[0].Answers[0].Replies[0].Answers[0].Move = t.Move },
		"it does not mate":      func(t *Tree) { t.Replies[0].Answers[0].Replies = nil },
		"it takes longer":       func(t *Tree) { t.Moves = 2 },
		"an answer takes later": func(t *Tree) { t.Replies[0].Answers[0].Moves = 5 },
		"it is not legal":       func(t *Tree) { t.Move = 0 },
	} {
		tree, err := s.Tree(context.Background(), p, r.Keys[0], 3, false)
		if err != nil || tree.Check(p) != nil {
			t.Fatal(err, tree.Check(p))
		}
		spoil(&tree)
		if tree.Check(p) == nil {
			t.Errorf("%s: not found", name)
		}
	}
	testkit.Fails(s.Tree(context.Background(), p, p.Moves(nil)[0], 2, false))(t, errNoMate, "a move that does not mate")
	testkit.Fails(New(Options{Nodes: 50}).Tree(context.Background(), p, r.Keys[0], 3, false))(t, ErrBudget, "out of budget")
}
