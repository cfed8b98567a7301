package astar

import (
	"context"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// classics are positions with known shortest games.
var classics = []struct {
	name, fen string
	plies     int
}{
	{"initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
	{"texel's example", "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1", 9},
	{"texel's example of kernels", "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1", 6},
	// The seven moves that Spassky and Fischer began with in 1972.
	{"Najdorf with Bg5", "rnbqkb1r/1p3ppp/p2ppn2/6B1/3NPP2/2N5/PPP3PP/R2QKB1R b KQkq - 0 1", 13},
	// T. Orban, Die Schwalbe 1976: 1.e4 e6 2.Bb5 Ke7 3.Bxd7 c6 4.Be8 Kxe8 and no other game.
	{"Orban", "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w KQ - 0 1", 8},
	{"fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1", 4},
}

// TestClassics finds the shortest games of classical positions. Orban's is unique.
func TestClassics(t *testing.T) {
	var s Search
	for _, c := range classics {
		goal := testkit.Position(t, c.fen)
		r, err := s.Find(context.Background(), chess.InitialPosition(), goal, Options{First: true})
		if err != nil {
			t.Fatal(err)
		}
		replay(t, chess.InitialPosition(), goal, r.Moves)
		if r.Outcome != Shortest || len(r.Moves) != c.plies {
			t.Errorf("%s: %s, %d plies, want %d: %v", c.name, r.Outcome, len(r.Moves), c.plies, r.Moves)
		}
		if c.name == "Orban" && !slices.Equal(r.Moves, testkit.Line(t, chess.InitialPosition(), "e4 e6 Bb5 Ke7 Bxd7 c6 Be8 Kxe8")) {
			t.Errorf("another game for Orban's position: %v", r.Moves)
		}
	}
}

// TestKRK: full games, 29 captures long, to the position PFix of Malikovic and Janicic's article on KRK, both sides to move, by search
// alone.
func TestKRK(t *testing.T) {
	var s Search
	for _, turn := range []string{"w", "b"} {
		goal := testkit.Position(t, "8/8/8/2k1K3/8/8/8/7R "+turn+" - - 0 1")
		r, err := s.Solve(context.Background(), chess.InitialPosition(), goal, Options{Nodes: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Outcome.Solved() {
			t.Fatalf("%s to move: %s after %d expansions", turn, r.Outcome, r.Expanded)
		}
		replay(t, chess.InitialPosition(), goal, r.Moves)
		t.Logf("%s to move: %d plies, %d expansions", turn, len(r.Moves), r.Expanded)
	}
}

// TestOpening: every line begins with the opening, whose repetitions are cut out, and may come back to its positions.
func TestOpening(t *testing.T) {
	start := chess.InitialPosition()
	goal := testkit.Position(t, "rnbqkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR b KQkq - 0 1")
	var s Search
	for _, c := range []struct {
		opening, want string
		plies         int
	}{
		{"", "", 1},
		{"Nf3", "Nf3", 5},
		{"Nf3 Nf6 Ng1 Ng8", "", 1},
		{"Nf3 Nf6 Ng1 Ng8 Nc3", "Nc3", 5},
		{"b3", "b3", 1},
		{"b3 Nf6 Nf3", "b3 Nf6 Nf3", 5},
	} {
		r, err := s.Find(context.Background(), start, goal, Options{Opening: testkit.Line(t, start, c.opening)})
		if err != nil {
			t.Fatal(err)
		}
		want := testkit.Line(t, start, c.want)
		if r.Outcome != Shortest || len(r.Moves) != c.plies || !slices.Equal(r.Moves[:len(want)], want) {
			t.Errorf("%q: %s %v, want %d plies", c.opening, r.Outcome, r.Moves, c.plies)
			continue
		}
		replay(t, start, goal, r.Moves)
	}
	raised := 0
	r, err := s.Find(context.Background(), start, goal, Options{Opening: testkit.Line(t, start, "b4"),
		Raised: func(p Progress) { raised = p.Least }})
	if err != nil || raised != bound.Infinite || r.Outcome != NoSolution || r.Least != bound.Infinite || r.Failure.String() == "" {
		t.Errorf("after b4: %s, at least %d plies, %q, %v", r.Outcome, r.Least, r.Failure, err)
	}
}

// TestLastMoves: forced last moves are found, appended and counted.
func TestLastMoves(t *testing.T) {
	start := chess.InitialPosition()
	goal := testkit.Position(t, "rnbqkbnr/p1pppppp/8/8/1pP5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1")
	var st retro.Stage
	chain := st.Forced(context.Background(), goal.Setup(), verdict.Budget{})
	before, last, err := LastMoves(&chain, start, nil, goal)
	if err != nil || len(last) == 0 {
		t.Fatalf("%v last moves of %v, %v", last, chain.Moves, err)
	}
	replay(t, before, goal, last)
	var s Search
	var lengths []int
	r, err := s.Find(context.Background(), start, before, Options{Last: last,
		Improved: func(l Line) { lengths = append(lengths, len(l.Moves)) }})
	if err != nil {
		t.Fatal(err)
	}
	replay(t, start, goal, r.Moves)
	whole, err := s.Find(context.Background(), start, goal, Options{})
	if err != nil || len(whole.Moves) != len(r.Moves) || r.Least != len(r.Moves) || r.Outcome != Shortest {
		t.Errorf("%s %v, at least %d, want as many as %v; %v", r.Outcome, r.Moves, r.Least, whole.Moves, err)
	}
	if len(lengths) == 0 || lengths[len(lengths)-1] != len(r.Moves) {
		t.Errorf("lengths reported: %v", lengths)
	}

	// From a position within the chain only the moves after it are left.
	if b, l, err := LastMoves(&chain, start, r.Moves[:len(r.Moves)-len(last)], goal); err != nil || b != before || !slices.Equal(l, last) {
		t.Errorf("from %s: %v, %v", before, l, err)
	}
	if b, l, err := LastMoves(&chain, start, r.Moves, goal); err != nil || b != goal || len(l) != 0 {
		t.Errorf("from the goal: %v, %v", l, err)
	}
	// From another start nothing is forced.
	if b, l, err := LastMoves(&chain, before, nil, goal); err != nil || b != goal || len(l) != 0 {
		t.Errorf("from %s with -i: %v, %v", before, l, err)
	}
	if _, _, err := LastMoves(&chain, start, r.Moves[1:], goal); err == nil {
		t.Error("no error for an opening that is not legal")
	}
	if _, _, err := LastMoves(&chain, start, nil, testkit.Position(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")); err == nil {
		t.Error("no error for a chain of another goal")
	}
}

// TestCallbacks: the least cost rises from the bound of the start, lines get shorter, and positions closer.
func TestCallbacks(t *testing.T) {
	goal := testkit.Position(t, classics[4].fen)
	start := chess.InitialPosition()
	g := bound.NewGoal(goal, nil)
	least, length, closest := 0, 1000, 1000
	var s Search
	r, err := s.Find(context.Background(), start, goal, Options{A: 1, B: 9,
		Raised: func(p Progress) {
			if least == 0 && p.Least != g.Bound(&start) || p.Least <= least {
				t.Errorf("least cost %d after %d", p.Least, least)
			}
			least = p.Least
		},
		Improved: func(l Line) {
			if len(l.Moves) >= length || l.Bound != 0 {
				t.Errorf("%d plies after %d", len(l.Moves), length)
			}
			length = len(l.Moves)
			replay(t, start, goal, l.Moves)
		},
		Closer: func(l Line) {
			p := start
			for _, m := range l.Moves {
				p = p.Play(m)
			}
			if l.Bound >= closest || g.Bound(&p) > l.Bound {
				t.Errorf("bound %d after %d, of %s it is %d", l.Bound, closest, p, g.Bound(&p))
			}
			closest = l.Bound
		}})
	if err != nil || r.Outcome != Shortest || length != 8 || least < 8 || closest > 6 {
		t.Errorf("%s, length %d, least %d, closest %d, %v", r.Outcome, length, least, closest, err)
	}
}

// TestLimits: each limit ends the search with its name, a lower bound and the closest line.
func TestLimits(t *testing.T) {
	testkit.Medium(t)
	start, goal := chess.InitialPosition(), goals(t, 1)[0]
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	var s Search
	for _, c := range []struct {
		want verdict.Stop
		ctx  context.Context
		opt  Options
	}{
		{verdict.NodeLimit, context.Background(), Options{Nodes: 50}},
		{verdict.Memory, context.Background(), Options{memory: 3 << 20}},
		{verdict.Canceled, canceled, Options{}},
	} {
		r, err := s.Find(c.ctx, start, goal, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		g := bound.NewGoal(goal, nil)
		if r.Outcome != GaveUp || r.Stop != c.want || r.Moves != nil || r.Least < g.Bound(&start) || r.Least == bound.Infinite {
			t.Errorf("%s: %s %s, at least %d, %v", c.want, r.Outcome, r.Stop, r.Least, r.Moves)
		}
		p := start
		for _, m := range r.Closest {
			p = p.Play(m)
		}
		if b := g.Bound(&p); b > r.Bound {
			t.Errorf("%s: bound %d of the closest line, in fact %d", c.want, r.Bound, b)
		}
		if c.want == verdict.NodeLimit && r.Expanded != 50 {
			t.Errorf("%d expansions, want 50", r.Expanded)
		}
		if c.want == verdict.Memory && (s.table.bytes()+s.queue.bytes() > c.opt.memory || r.Nodes < 10_000) {
			t.Errorf("%d bytes in use for %d nodes, allowed are %d", s.table.bytes()+s.queue.bytes(), r.Nodes, c.opt.memory)
		}
	}
}

// TestBelow: lines that are not shorter are not looked for.
func TestBelow(t *testing.T) {
	start, goal := chess.InitialPosition(), testkit.Position(t, classics[1].fen)
	var s Search
	for below, want := range map[int]Outcome{8: NoSolution, 9: NoSolution, 10: Shortest, 30: Shortest} {
		r, err := s.Find(context.Background(), start, goal, Options{Below: below})
		if err != nil || r.Outcome != want || want == Shortest && len(r.Moves) != 9 || r.Least > 9 {
			t.Errorf("below %d: %s %v, at least %d, want %s; %v", below, r.Outcome, r.Moves, r.Least, want, err)
		}
	}
}

// TestSameSeedSameSearch: results depend on the task, the options and the seed alone, not on what was searched before.
func TestSameSeedSameSearch(t *testing.T) {
	goal := goals(t, 1)[0]
	start, _ := scramble(t, testkit.Rand(t.Name()), goal, 60)
	var used, fresh Search
	if _, err := used.Find(context.Background(), chess.InitialPosition(), goal, Options{Nodes: 500}); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		a, err := used.Solve(context.Background(), start, goal, Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		fresh = Search{}
		b, err := fresh.Solve(context.Background(), start, goal, Options{Seed: seed})
		if err != nil || !slices.Equal(a.Moves, b.Moves) || a.Expanded != b.Expanded || a.Bounded != b.Bounded {
			t.Errorf("seed %d: %v and %v, %v", seed, a, b, err)
		}
	}
}

func TestErrors(t *testing.T) {
	start := chess.InitialPosition()
	e4 := testkit.Line(t, start, "e4")
	many := testkit.Position(t, "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	for name, c := range map[string]struct {
		start, goal chess.Position
		opt         Options
		text        string
	}{
		"opening":  {start, start, Options{Opening: []chess.Move{e4[0], e4[0]}}, "move 2 of the opening"},
		"last":     {start, many, Options{Last: []chess.Move{e4[0], e4[0]}}, "move 2 of those after the goal"},
		"weights":  {start, start, Options{A: 0, B: 1}, "weights 0:1"},
		"weight":   {start, start, Options{A: 1, B: MaxWeight + 1}, "out of range"},
		"no start": {chess.Position{}, start, Options{}, "no position"},
		"men":      {many, start, Options{}, "33 men"},
	} {
		if _, err := new(Search).Find(context.Background(), c.start, c.goal, c.opt); err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.text)
		}
	}
}

// TestImprove: the search for shorter lines ends when it has taken as long as was allowed, and what is proven stays true.
func TestImprove(t *testing.T) {
	start := chess.InitialPosition()
	goal := testkit.Position(t, "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6")
	shortest, err := new(Search).Find(context.Background(), start, goal, Options{})
	if err != nil || shortest.Outcome != Shortest {
		t.Fatalf("%v, %v", shortest.Outcome, err)
	}
	for _, improve := range []int64{1, 100} {
		first := int64(0)
		r, err := new(Search).Find(context.Background(), start, goal, Options{A: 1, B: 20, Improve: improve, Improved: func(l Line) {
			if first == 0 {
				first = l.Expanded
			}
		}})
		if err != nil || !r.Outcome.Solved() || r.Least > len(shortest.Moves) || len(r.Moves) < len(shortest.Moves) {
			t.Fatalf("%s, %d plies, at least %d, shortest %d, %v", r.Outcome, len(r.Moves), r.Least, len(shortest.Moves), err)
		}
		most := first + max(leastImprove, improve*first)
		if r.Expanded > most || r.Outcome == Found && r.Expanded < most {
			t.Errorf("Improve %d: the first line after %d expansions, %d in all, %s", improve, first, r.Expanded, r.Outcome)
		}
		replay(t, start, goal, r.Moves)
	}
}
