package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

// TestTrivialGoals checks that a goal that needs no captures has the empty kernel, and goals that nothing reaches have none.
func TestTrivialGoals(t *testing.T) {
	check := func(start, goal string, want ...string) {
		t.Helper()
		got, err := kernelLines(new(Searcher), testkit.Setup(t, start), testkit.Setup(t, goal))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s to %s: %q, %v, want %q", start, goal, got, err, want)
		}
	}
	check(initialFEN, initialFEN, "")
	check(initialFEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "")
	check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1", "")
	check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/P7/8/8/4K3 b - - 0 1")           // backwards
	check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")            // out of nothing
	check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")           // another type
	check("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "4k3/8/8/8/8/8/8/1B2K3 b - - 0 1")          // another color
	check("4k3/2p5/8/8/8/8/2P5/4K3 w - - 0 1", "4k3/8/2P5/8/8/2p5/8/4K3 b - - 0 1")     // through each other
	check("4k3/2p5/8/8/8/8/2P5/4K3 w - - 0 1", "4k3/2p5/2P5/8/8/8/8/4K3 b - - 0 1", "") // against each other
	check("rn2k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "wxN wxR", "wxR wxN")
	check("4k3/2p5/8/8/8/8/1P6/4K3 w - - 0 1", "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1") // on row 2 it has not moved
}

// TestPromotedVictims checks the witness of defect D2 of the reference: g1R+ Kf2 Rg8 Ke1 Rg4 fxg4.
func TestPromotedVictims(t *testing.T) {
	start := testkit.Setup(t, "4k3/8/8/8/8/5P2/6p1/4K3 b - - 0 1")
	goal := testkit.Setup(t, "4k3/8/8/8/6P1/8/8/4K3 b - - 0 1")
	var s Searcher
	if got, err := kernelLines(&s, start, goal); err != nil || len(got) > 0 {
		t.Errorf("by the reference's rule: %q, %v", got, err)
	}
	s.Physical = true
	if got, err := kernelLines(&s, start, goal); err != nil || !slices.Equal(got, []string{"wPf0xgg0"}) {
		t.Errorf("by the physical rule: %q, %v", got, err)
	}
	for _, s.Physical = range []bool{false, true} {
		r := s.First(context.Background(), start, goal)
		if r.Status != Found || r.Kernel.ExtendedString() != "bPg2-g1N bNg1-g4 wPf3xg4" {
			t.Errorf("First: %v %v %q", r.Status, r.Kernel, r.Kernel.ExtendedString())
		}
	}
}

// TestStepAside checks the kernel of g4-g3, g5-g4, g4xf3, in which the pawn behind takes the bishop, on a light square, after the
// one in front has stepped on. The reference lists only the kernel in which the pawn in front takes it.
func TestStepAside(t *testing.T) {
	start, goal := testkit.Setup(t, "4k3/8/8/6p1/6p1/8/8/4KB2 b - - 0 1"), testkit.Setup(t, "4k3/8/8/8/8/5p2/6p1/4K3 w - - 0 1")
	for aside, want := range map[bool][]string{false: nil, true: {"bPg1xLBf0"}} {
		s := Searcher{Options: Options{StepAside: aside}}
		got, err := kernelLines(&s, start, goal)
		got = slices.DeleteFunc(got, func(k string) bool { return k != "bPg1xLBf0" })
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("step aside %v: %q, %v", aside, got, err)
		}
		if r := s.First(context.Background(), start, goal); r.Status != Found {
			t.Errorf("step aside %v: %v", aside, r.Status)
		}
	}
}

// TestEnPassantAtStart checks witnesses of defect D3 of the reference.
func TestEnPassantAtStart(t *testing.T) {
	check := func(start, goal, kernel, extended string) {
		t.Helper()
		p := testkit.Setup(t, start)
		r := new(Searcher).First(context.Background(), p, testkit.Setup(t, goal))
		if r.Status != Found || r.Kernel.String() != kernel || r.Kernel.ExtendedString() != extended {
			t.Errorf("%s to %s: %v %q %q", start, goal, r.Status, r.Kernel, r.Kernel.ExtendedString())
		}
		s := Searcher{Options: Options{NoEnPassant: true}}
		if got, err := kernelLines(&s, p, testkit.Setup(t, goal)); err != nil || len(got) > 0 {
			t.Errorf("%s to %s without en passant: %q, %v", start, goal, got, err)
		}
		p.EP = chess.NoSquare
		if got, err := kernelLines(new(Searcher), p, testkit.Setup(t, goal)); err != nil || len(got) > 0 {
			t.Errorf("%s to %s without the square: %q, %v", start, goal, got, err)
		}
	}
	check("rnbqkbnr/p1pppppp/8/8/1pP5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1",
		"rnbqkbnr/p1pppppp/8/8/8/2p5/PP1PPPPP/RNBQKBNR w KQkq - 0 1", "bPb1xPc0", "bPb4xc3")
	check("4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1", "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "wPf0xPe0", "wPf5xe6")
	// The capture must come first, whatever follows.
	start, goal := testkit.Setup(t, "4k1n1/8/8/4pP2/8/8/8/4K1N1 w - e6 0 1"), testkit.Setup(t, "4k3/4P3/8/8/8/8/8/4K1N1 w - - 0 1")
	got, err := kernelLines(new(Searcher), start, goal)
	if err != nil || !slices.Contains(got, "wPf0xPe0 wxN") || slices.Contains(got, "wxN wPf0xPe0") {
		t.Errorf("kernels %q, %v, want the capture en passant first in all", got, err)
	}
}

// TestEnPassantPlayouts checks that there is a kernel for every en passant capture of random games.
func TestEnPassantPlayouts(t *testing.T) {
	seen := 0
	var s Searcher
	drawPairs(testkit.Rand("en passant"), 4000, 0, func(p pair) bool {
		for _, m := range p.start.Moves(nil) {
			if !m.EnPassant() {
				continue
			}
			seen++
			q := p.start.Play(m)
			capture := func(k string) bool { return k[1] == 'P' && strings.Contains(k, "xP") }
			if got, err := kernelLines(&s, p.start.Setup(), q.Setup()); err != nil || !slices.ContainsFunc(got, capture) {
				t.Errorf("%v by %v to %v: %q, %v", p.start, m, q, got, err)
			}
		}
		return seen < 200
	})
	if seen == 0 {
		t.Error("no en passant capture seen")
	}
}

// TestAgreesWithReference compares verdicts on candidates of the ranked set with those of the reference.
func TestAgreesWithReference(t *testing.T) {
	testkit.Medium(t)
	most := 5
	if testkit.Brief() {
		most = 4
	}
	s := Searcher{Options: Options{Nodes: 1_000_000}}
	var status [4]int
	for i, c := range candidates(t, 0, most) {
		if i%min(4, testkit.Stride()) > 0 {
			continue
		}
		r := s.First(context.Background(), initial, c.Setup)
		if status[r.Status]++; r.Status != Unknown && contradicts(r, c) {
			t.Errorf("%v: %v, reference %s %s", c.Setup, r.Status, c.Truth, c.Reason)
		}
	}
	if status[Unknown] > 20 {
		t.Errorf("%d candidates are unknown, want at most 20", status[Unknown])
	}
}

// TestColorMirror checks that exchanging the colors does not change the number of kernels.
func TestColorMirror(t *testing.T) {
	var s Searcher
	for _, l := range devdata.Listings(t) {
		got, err := kernelLines(&s, l.Start.Mirror(), l.Goal.Mirror())
		if err != nil || len(got) != l.Count {
			t.Errorf("mirror of %s to %s: %d kernels, want %d (%v)", l.Start, l.Goal, len(got), l.Count, err)
		}
	}
}

// TestFileMirror checks that exchanging the files does not change the number of kernels without castling rights.
func TestFileMirror(t *testing.T) {
	testkit.Medium(t)
	var s Searcher
	for _, l := range devdata.Listings(t) {
		start, goal := l.Start, l.Goal
		start.Castling, goal.Castling = 0, 0
		want, err1 := kernelLines(&s, start, goal)
		got, err2 := kernelLines(&s, testkit.FlipFiles(start), testkit.FlipFiles(goal))
		if err1 != nil || err2 != nil || len(got) != len(want) {
			t.Errorf("%s to %s: %d kernels, %d with the files exchanged", l.Start, l.Goal, len(want), len(got))
		}
	}
}

// TestRandomOrder checks that the order of the search does not change the kernels, and that a seed fixes the first.
func TestRandomOrder(t *testing.T) {
	firsts := map[string]bool{}
	for seed := range uint64(8) {
		for _, l := range devdata.Listings(t) {
			start, goal := l.Start, l.Goal
			run := func() (r Result) {
				s := Searcher{Options: Options{Random: rand.NewPCG(seed, 77)}}
				return s.First(context.Background(), start, goal)
			}
			r := run()
			if again := run(); again.Kernel.String() != r.Kernel.String() || again.Nodes != r.Nodes {
				t.Errorf("%s: %q, and then %q", l.Goal, r.Kernel, again.Kernel)
			}
			if (r.Status == Found) != (l.Count > 0) {
				t.Errorf("%s: %v with %d kernels", l.Goal, r.Status, l.Count)
			}
			if l.Count == 1152 { // the longest list
				firsts[r.Kernel.String()] = true
			}
			if seed == 0 {
				s := Searcher{Options: Options{Random: rand.NewPCG(seed, 77)}}
				if got, err := kernelLines(&s, start, goal); err != nil || encode(got) != l.Kernels {
					t.Errorf("%s: %d kernels in random order, want %d", l.Goal, len(got), l.Count)
				}
			}
		}
	}
	if len(firsts) < 4 {
		t.Errorf("8 seeds give %d different kernels of 1152, want at least 4", len(firsts))
	}
}

// hardFEN is a goal for which the search without pruning does not end. It has hardKernels kernels.
const (
	hardFEN     = "R2q2B1/1R1R2N1/r3r3/1KR1pQ2/2rb1nn1/kN1P1Pn1/1Q2Pn1Q/3n2bb b - - 0 1"
	hardKernels = 912
)

// TestBudget checks that the budget of nodes ends a search, and that the next search is not affected.
func TestBudget(t *testing.T) {
	start, goal := initial, testkit.Setup(t, hardFEN)
	s := Searcher{exhaustive: true, Options: Options{Nodes: 1000}}
	r := s.First(context.Background(), start, goal)
	if r.Status != Unknown || !errors.Is(r.Err, errNodes) || r.Nodes <= 1000 || r.Nodes > 3000 {
		t.Errorf("%v after %d nodes, %v, want %v soon after 1000, %v", r.Status, r.Nodes, r.Err, Unknown, errNodes)
	}
	testkit.Fails(kernelLines(&s, start, goal))(t, errNodes)
	s.Options = Options{}
	if r := s.First(context.Background(), start, goal); r.Status != Found || r.Err != nil {
		t.Errorf("the search has not recovered: %v, %v", r.Status, r.Err)
	}
}

// TestContext checks that a canceled context ends a search.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := Searcher{exhaustive: true, Options: Options{Nodes: -1}}
	n := 0
	for _, err := range s.All(ctx, initial, testkit.Setup(t, hardFEN)) {
		n++
		cancel()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if n < 2 {
		t.Errorf("%d pairs, want a kernel and then the error", n)
	}
	if r := s.First(ctx, initial, testkit.Setup(t, hardFEN)); r.Status != Unknown || !errors.Is(r.Err, context.Canceled) {
		t.Errorf("First after cancel: %v, %v, want %v, %v", r.Status, r.Err, Unknown, context.Canceled)
	}
}

// TestBreak checks that the consumer may stop at any kernel, and start again.
func TestBreak(t *testing.T) {
	var s Searcher
	seq := s.All(context.Background(), initial, testkit.Setup(t, hardFEN))
	for _, stop := range []int{1, 5, hardKernels - 1, hardKernels, hardKernels + 1} {
		n := 0
		for _, err := range seq {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == stop {
				break
			}
		}
		if want := min(stop, hardKernels); n != want {
			t.Errorf("stopped at kernel %d: %d kernels, want %d", stop, n, want)
		}
	}
}

// TestKernelsMayBeKept checks that no kernel changes when others are found.
func TestKernelsMayBeKept(t *testing.T) {
	var kept []Kernel
	var lines, steps []string
	for k, err := range new(Searcher).All(context.Background(), initial, testkit.Setup(t, hardFEN)) {
		if err != nil {
			t.Fatal(err)
		}
		kept, lines, steps = append(kept, k), append(lines, k.String()), append(steps, k.ExtendedString())
	}
	for i, k := range kept {
		if k.String() != lines[i] || k.ExtendedString() != steps[i] {
			t.Errorf("%q has become %q", lines[i], k)
		}
	}
}

// TestBadSetups checks the error for setups that have no state.
func TestBadSetups(t *testing.T) {
	pawnOnLast, army := initial, initial
	pawnOnLast.Board.Put(chess.A8, chess.NewPiece(chess.White, chess.Pawn))
	army.Board.Put(chess.A4, chess.NewPiece(chess.White, chess.Queen))
	for _, bad := range []chess.Setup{pawnOnLast, army} {
		if r := new(Searcher).First(context.Background(), initial, bad); !errors.Is(r.Err, errSetup) {
			t.Errorf("goal %v: %v, %v", bad, r.Status, r.Err)
		}
		if r := new(Searcher).First(context.Background(), bad, initial); !errors.Is(r.Err, errSetup) {
			t.Errorf("start %v: %v, %v", bad, r.Status, r.Err)
		}
	}
	if r := new(Searcher).First(context.Background(), chess.EmptySetup(), chess.EmptySetup()); r.Status != Found {
		t.Errorf("from nothing to nothing: %v, %v", r.Status, r.Err)
	}
}

// TestColumnLimit checks that an eighth pawn in a column ends the search with an error.
func TestColumnLimit(t *testing.T) {
	s := Searcher{exhaustive: true}
	kernels := func(start, goal string) ([]string, error) {
		return kernelLines(&s, testkit.Setup(t, start), testkit.Setup(t, goal))
	}
	const pawns = "/1P1P1P2/1P1P1P2/1p1p1p2/1p1p1p2/1p1p1p2/4K3 w - - 0 1" // six on the b-, d- and f-file, with those of row 7
	if got, err := kernels("4k3/pPpPpPp1"+pawns, "4k3/1PpPpPp1"+pawns); err != nil || !slices.Equal(got, []string{"wxPa0"}) {
		t.Errorf("columns of six: %q, %v", got, err)
	}
	if _, err := kernels("nn2k3/pPpPpPp1"+pawns, "4k3/1PpPpPp1"+pawns); err != nil {
		t.Errorf("columns of seven: %v", err)
	}
	const crowded = "/2P5/2P5/1PPP4/2P5/2P5/2P5/4K3 w - - 0 1" // six on the c-file, and one on each side
	testkit.Fails(kernels("nnn1k3"+crowded, "4k3"+crowded))(t, errColumn, "eight in a column")
}

// TestForced checks that the captures of dead bishops are reported also if there is no kernel.
func TestForced(t *testing.T) {
	goal := testkit.Setup(t, "3rRQ2/1P2q1q1/NK2brn1/1q3b2/B3k3/1BB4N/RbrrP1Pq/n2br3 w - - 0 1")
	r := new(Searcher).First(context.Background(), initial, goal)
	if len(r.Forced) != 1 || r.Forced[0].String() != "bxLB" || r.Status != NoKernel {
		t.Errorf("%v, forced %v, want %v and bxLB", r.Status, r.Forced, NoKernel)
	}
}

// FuzzSearch compares with the brute force on random placements.
func FuzzSearch(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(seed)
	}
	s := &Searcher{}
	f.Fuzz(func(t *testing.T, seed uint64) {
		corpus(rand.New(rand.NewPCG(seed, 0)), 1, func(start, goal chess.Setup) {
			s.Options = Options{Nodes: -1, Physical: seed%2 == 0, NoEnPassant: true}
			got, err := kernelLines(s, start, goal)
			want := naive{p: &s.problem, physical: s.Physical, maxVisits: 3000} // a fuzzed input has ten seconds, on a machine that may be slow
			want.listKernels()
			slices.Sort(want.lines)
			if want.visits <= want.maxVisits && err != errColumn && (err != nil || !slices.Equal(got, want.lines)) {
				t.Errorf("%v to %v: %q, %v, want %q", start, goal, got, err, want.lines)
			}
		})
	})
}

// TestSearchForgets checks that a search takes the same nodes whatever was searched for before: a large search must leave no larger
// table behind.
func TestSearchForgets(t *testing.T) {
	testkit.Medium(t)
	large := testkit.Setup(t, "rr1Nk1K1/N1Qq1N2/1q2b2N/2Q2rr1/4qB2/2rN2N1/n1N1BR2/4nr1q w q - 0 1")
	small := testkit.Setup(t, "b1B5/3Bp3/2Q2n1N/2bK1B1b/q3Pk2/2R1qPq1/1rp2q1P/1BRB3R w - - 0 1")
	limit := Options{Nodes: 150_000}
	fresh := Searcher{Options: limit}
	want := fresh.First(t.Context(), chess.InitialSetup(), small)
	used := Searcher{Options: limit}
	if r := used.First(t.Context(), chess.InitialSetup(), large); r.Nodes < 10_000 {
		t.Fatalf("the large search took %d nodes only, want 10 000", r.Nodes)
	}
	got := used.First(t.Context(), chess.InitialSetup(), small)
	if got.Nodes != want.Nodes || got.Status != want.Status || len(used.table.buckets) > len(fresh.table.buckets) {
		t.Errorf("after a large search %v in %d nodes, from fresh %v in %d", got.Status, got.Nodes, want.Status, want.Nodes)
	}
}
