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
	for _, row := range classics {
		goal := testkit.Position(t, row.fen)
		result := testkit.Must(s.Find(context.Background(), chess.InitialPosition(), goal, Options{First: true}))(t)
		replay(t, chess.InitialPosition(), goal, result.Moves)
		if result.Outcome != Shortest || len(result.Moves) != row.plies {
			t.Errorf("%s: %s, %d plies, want %d: %v", row.name, result.Outcome, len(result.Moves), row.plies, result.Moves)
		}
		if row.name == "Orban" && !slices.Equal(result.Moves, testkit.Line(t, chess.InitialPosition(), "e4 e6 Bb5 Ke7 Bxd7 c6 Be8 Kxe8")) {
			t.Errorf("another game for Orban's position: %v", result.Moves)
		}
	}
}

// TestSolveKRK finds games with 29 captures, by search alone, to the position PFix of the article on KRK by Malikovic and Janicic, with
// both sides to move.
func TestSolveKRK(t *testing.T) {
	var s Search
	for _, turn := range []string{"w", "b"} {
		goal := testkit.Position(t, "8/8/8/2k1K3/8/8/8/7R "+turn+" - - 0 1")
		result := testkit.Must(s.Solve(context.Background(), chess.InitialPosition(), goal, Options{Nodes: 20_000}))(t)
		if !result.Outcome.Solved() {
			t.Fatalf("%s to move: %s after %d expansions", turn, result.Outcome, result.Expanded)
		}
		replay(t, chess.InitialPosition(), goal, result.Moves)
		t.Logf("%s to move: %d plies, %d expansions", turn, len(result.Moves), result.Expanded)
	}
}

// TestOpening checks that every line begins with the opening, without its repetitions, and may return to its positions.
func TestOpening(t *testing.T) {
	start := chess.InitialPosition()
	goal := testkit.Position(t, "rnbqkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR b KQkq - 0 1")
	var s Search
	for _, row := range []struct {
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
		result := testkit.Must(s.Find(context.Background(), start, goal, Options{Opening: testkit.Line(t, start, row.opening)}))(t)
		want := testkit.Line(t, start, row.want)
		if result.Outcome != Shortest || len(result.Moves) != row.plies || !slices.Equal(result.Moves[:len(want)], want) {
			t.Errorf("%q: %s %v, want %d plies", row.opening, result.Outcome, result.Moves, row.plies)
			continue
		}
		replay(t, start, goal, result.Moves)
	}
	raised := 0
	result, err := s.Find(context.Background(), start, goal, Options{Opening: testkit.Line(t, start, "b4"),
		Raised: func(p Progress) { raised = p.Least }})
	if err != nil || result.Outcome != NoSolution || result.Failure.String() == "" {
		t.Errorf("after b4: %s, %q, error %v, want no solution with its reason", result.Outcome, result.Failure, err)
	}
	if raised != bound.Infinite || result.Least != bound.Infinite {
		t.Errorf("after b4: the bound was raised to %d, at least %d plies, want no end", raised, result.Least)
	}
}

// TestLastMoves checks that forced last moves are found, appended and counted.
func TestLastMoves(t *testing.T) {
	start := chess.InitialPosition()
	goal := testkit.Position(t, "rnbqkbnr/p1pppppp/8/8/1pP5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1")
	var stage retro.Stage
	chain := stage.Forced(context.Background(), goal.Setup(), verdict.Budget{})
	before, last, err := LastMoves(&chain, start, nil, goal)
	if err != nil || len(last) == 0 {
		t.Fatalf("%v last moves of %v, %v", last, chain.Moves, err)
	}
	replay(t, before, goal, last)
	var s Search
	var lengths []int
	result, err := s.Find(context.Background(), start, before, Options{Last: last,
		Improved: func(l Line) { lengths = append(lengths, len(l.Moves)) }})
	if err != nil {
		t.Fatal(err)
	}
	replay(t, start, goal, result.Moves)
	whole, err := s.Find(context.Background(), start, goal, Options{})
	if err != nil || len(whole.Moves) != len(result.Moves) || result.Least != len(result.Moves) || result.Outcome != Shortest {
		t.Errorf("%s %v, at least %d, want as many as %v; %v", result.Outcome, result.Moves, result.Least, whole.Moves, err)
	}
	if len(lengths) == 0 || lengths[len(lengths)-1] != len(result.Moves) {
		t.Errorf("lengths reported: %v", lengths)
	}

	// From a position within the chain only the moves after it are left.
	if b, l, err := LastMoves(&chain, start, result.Moves[:len(result.Moves)-len(last)], goal); err != nil || b != before ||
		!slices.Equal(l, last) {
		t.Errorf("from %s: %v, %v", before, l, err)
	}
	if b, l, err := LastMoves(&chain, start, result.Moves, goal); err != nil || b != goal || len(l) != 0 {
		t.Errorf("from the goal: %v, %v", l, err)
	}
	// From another start nothing is forced.
	if b, l, err := LastMoves(&chain, before, nil, goal); err != nil || b != goal || len(l) != 0 {
		t.Errorf("from %s with -i: %v, %v", before, l, err)
	}
	if _, _, err := LastMoves(&chain, start, result.Moves[1:], goal); err == nil {
		t.Error("no error for an opening that is not legal")
	}
	if _, _, err := LastMoves(&chain, start, nil, testkit.Position(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")); err == nil {
		t.Error("no error for a chain of another goal")
	}
}

// TestCallbacks checks that the least cost rises from the bound of the start, lines get shorter, and bounds of positions smaller.
func TestCallbacks(t *testing.T) {
	goal := testkit.Position(t, classics[4].fen)
	start := chess.InitialPosition()
	goalBound := bound.NewGoal(goal, nil)
	least, length, closest := 0, 1000, 1000
	var s Search
	result, err := s.Find(context.Background(), start, goal, Options{A: 1, B: 9,
		Raised: func(p Progress) {
			if least == 0 && p.Least != goalBound.Bound(&start) || p.Least <= least {
				t.Errorf("least cost %d after %d", p.Least, least)
			}
			least = p.Least
		},
		Improved: func(line Line) {
			if len(line.Moves) >= length || line.Bound != 0 {
				t.Errorf("%d plies after %d", len(line.Moves), length)
			}
			length = len(line.Moves)
			replay(t, start, goal, line.Moves)
		},
		Closer: func(line Line) {
			p := start.PlayAll(line.Moves)
			if line.Bound >= closest || goalBound.Bound(&p) > line.Bound {
				t.Errorf("bound %d after %d, of %s it is %d", line.Bound, closest, p, goalBound.Bound(&p))
			}
			closest = line.Bound
		}})
	if err != nil || result.Outcome != Shortest {
		t.Errorf("%s, error %v, want a shortest line", result.Outcome, err)
	}
	if length != 8 || least < 8 || closest > 6 {
		t.Errorf("length %d, least %d, closest %d, want 8, 8 or more, 6 or less", length, least, closest)
	}
}

// TestLimits checks that each limit ends the search with its name, a lower bound and the closest line.
func TestLimits(t *testing.T) {
	testkit.Medium(t)
	start, goal := chess.InitialPosition(), goals(t, 1)[0]
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	var s Search
	for _, row := range []struct {
		want verdict.Stop
		ctx  context.Context
		opt  Options
	}{
		{verdict.NodeLimit, context.Background(), Options{Nodes: 50}},
		{verdict.Memory, context.Background(), Options{memory: 3 << 20}},
		{verdict.Canceled, canceled, Options{}},
	} {
		result := testkit.Must(s.Find(row.ctx, start, goal, row.opt))(t)
		goalBound := bound.NewGoal(goal, nil)
		if result.Outcome != GaveUp || result.Stop != row.want || result.Moves != nil {
			t.Errorf("%s: %s %s, moves %v, want none", row.want, result.Outcome, result.Stop, result.Moves)
		}
		if result.Least < goalBound.Bound(&start) || result.Least == bound.Infinite {
			t.Errorf("%s: at least %d plies, want %d or more, with an end", row.want, result.Least, goalBound.Bound(&start))
		}
		p := start.PlayAll(result.Closest)
		if endBound := goalBound.Bound(&p); endBound > result.Bound {
			t.Errorf("%s: bound %d of the closest line, in fact %d", row.want, result.Bound, endBound)
		}
		if row.want == verdict.NodeLimit && result.Expanded != 50 {
			t.Errorf("%d expansions, want 50", result.Expanded)
		}
		if row.want == verdict.Memory && (s.table.bytes()+s.queue.bytes() > row.opt.memory || result.Nodes < 10_000) {
			t.Errorf("%d bytes in use for %d nodes, allowed are %d", s.table.bytes()+s.queue.bytes(), result.Nodes, row.opt.memory)
		}
	}
}

// TestBelow checks that lines of Below plies or more are not found.
func TestBelow(t *testing.T) {
	start, goal := chess.InitialPosition(), testkit.Position(t, classics[1].fen)
	var s Search
	for below, want := range map[int]Outcome{8: NoSolution, 9: NoSolution, 10: Shortest, 30: Shortest} {
		result, err := s.Find(context.Background(), start, goal, Options{Below: below})
		if err != nil || result.Outcome != want {
			t.Errorf("below %d: %s, error %v, want %s", below, result.Outcome, err, want)
		}
		if want == Shortest && len(result.Moves) != 9 || result.Least > 9 { // the shortest line has 9 plies
			t.Errorf("below %d: %v, at least %d plies, want 9 plies, and at most 9", below, result.Moves, result.Least)
		}
	}
}

// TestSameSeedSameSearch checks that results depend on the arguments alone, not on earlier searches.
func TestSameSeedSameSearch(t *testing.T) {
	goal := goals(t, 1)[0]
	start, _ := scramble(t, testkit.Rand(t.Name()), goal, 60)
	var used, fresh Search
	if _, err := used.Find(context.Background(), chess.InitialPosition(), goal, Options{Nodes: 500}); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		first := testkit.Must(used.Solve(context.Background(), start, goal, Options{Seed: seed}))(t)
		fresh = Search{}
		second, err := fresh.Solve(context.Background(), start, goal, Options{Seed: seed})
		if err != nil || !slices.Equal(first.Moves, second.Moves) || first.Expanded != second.Expanded || first.Bounded != second.Bounded {
			t.Errorf("seed %d: %v and %v, %v", seed, first, second, err)
		}
	}
}

// TestErrors checks the errors of Find.
func TestErrors(t *testing.T) {
	start := chess.InitialPosition()
	e4 := testkit.Line(t, start, "e4")
	many := testkit.Position(t, "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	for name, row := range map[string]struct {
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
		if _, err := new(Search).Find(context.Background(), row.start, row.goal, row.opt); err == nil ||
			!strings.Contains(err.Error(), row.text) {
			t.Errorf("%s: error %v, want one with %q", name, err, row.text)
		}
	}
}

// TestImprove checks that the search for shorter lines ends after the given multiple of expansions, with true bounds.
func TestImprove(t *testing.T) {
	start := chess.InitialPosition()
	goal := testkit.Position(t, "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6")
	shortest, err := new(Search).Find(context.Background(), start, goal, Options{})
	if err != nil || shortest.Outcome != Shortest {
		t.Fatalf("a shortest game: %v, %v", shortest.Outcome, err)
	}
	for _, improve := range []int64{1, 100} {
		first := int64(0)
		result, err := new(Search).Find(context.Background(), start, goal, Options{A: 1, B: 20, Improve: improve, Improved: func(line Line) {
			if first == 0 {
				first = line.Expanded
			}
		}})
		if err != nil || !result.Outcome.Solved() || result.Least > len(shortest.Moves) || len(result.Moves) < len(shortest.Moves) {
			t.Fatalf("%s, %d plies, at least %d, shortest %d, %v", result.Outcome, len(result.Moves), result.Least, len(shortest.Moves), err)
		}
		limit := first + max(leastImprove, improve*first)
		if result.Expanded > limit || result.Outcome == Found && result.Expanded < limit {
			t.Errorf("Improve %d: the first line after %d expansions, %d in all, %s", improve, first, result.Expanded, result.Outcome)
		}
		replay(t, start, goal, result.Moves)
	}
}
