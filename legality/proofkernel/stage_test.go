package proofkernel

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// witnesses lists setups of every kind, with the reason and a part of the evidence.
var witnesses = []struct {
	name, fen string
	reason    verdict.Reason
	evidence  string
}{
	{"the initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, ""},
	{"bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, ""},
	{"a pawn on another file, nothing taken", "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1",
		verdict.NoProofKernel, "the white pawns need at least 1 capture to change files, and White has made 0: Pa2 Pc2"},
	{"a promotion, nothing taken", "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1", 0, ""},
	{"a cage", "1nbqkbnr/ppppppp1/8/7b/8/8/PPPPPPPP/RN1QK1NR w - - 0 1", verdict.NoProofKernel, ""},
	{"a bishop in the corner", "bnbqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", verdict.NoProofKernel,
		"a bishop between pawns that have never moved"},
	{"too many queens", "rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", verdict.NoProofKernel,
		"White needs at least 1 promotion and lacks 0 pawns"},
	{"a bishop of the wrong color taken on row 3", "rn1qkbnr/ppp1pppp/3p4/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq - 0 1", 0, ""},
	{"a bishop of the other color taken on row 3", "rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq - 0 1",
		verdict.NoExtendedKernel, "not with the missing bishops taken on their color"},
	{"a pawn from e2 to g3 in two captures", "3n1n2/ppp2ppp/q2pp3/1k2r1r1/2NB4/3P1KP1/PPP2PPP/R1N1RB1Q w - - 0 1",
		verdict.NoExtendedKernel, "2 captures by White and 0 by Black can make the pawn columns, but never on these rows"},
	{"a promoting pawn and the wrong bishop", "rqb1k2r/ppnB1pp1/5n2/2p1p1p1/1P2N3/P3P3/B1PPNPP1/R3KQ1R b KQkq - 0 1",
		verdict.NoProofKernel, "promoting pawns would have to take bishops on the wrong color"},
}

// TestStage checks verdicts and evidence for the witnesses.
func TestStage(t *testing.T) {
	var st Stage
	if st.Name() != "kernel" || st.Effort() != verdict.Kernel {
		t.Errorf("%s, %s", st.Name(), st.Effort())
	}
	for _, w := range witnesses {
		s := testkit.Setup(t, w.fen)
		v, decided := st.Judge(context.Background(), s, verdict.Budget{})
		if decided != (w.reason != 0) || v.Reasons != w.reason || v.Stop != verdict.Complete {
			t.Errorf("%s: %s: %v", w.name, w.fen, v)
		}
		if e := v.Evidence.Describe(&s); !strings.Contains(e, w.evidence) || decided && e == "" {
			t.Errorf("%s: %s: evidence %q, want %q", w.name, w.fen, e, w.evidence)
		}
	}
}

// TestFileNames checks the names of sets of files.
func TestFileNames(t *testing.T) {
	for set, want := range map[uint8]string{
		0: "no file", 1: "file a", 1 << 7: "file h", 3: "files a and b", 1 | 1<<7: "files a and h", 7: "files a to c",
		0b1101: "files a, c and d", 0b1111111: "files a to g", 0b11111110: "files b to h", 0b10111111: "all files but g", 0b10011111: "files a, b, c, d, e and h",
		0xff: "all files",
	} {
		if got := fileNames(set); got != want {
			t.Errorf("%08b: %q, want %q", set, got, want)
		}
	}
}

// TestStagePassesInvalidSetupsOn checks that invalid setups are not decided.
func TestStagePassesInvalidSetupsOn(t *testing.T) {
	var st Stage
	r := newRand(61)
	for range 3000 {
		s := chess.EmptySetup()
		for range r.IntN(64) {
			s.Board.Put(chess.Square(r.IntN(64)), chess.NewPiece(chess.Color(r.IntN(2)), chess.Role(1+r.IntN(6))))
		}
		s.Castling = chess.Castling(r.IntN(16))
		if _, err := s.Position(); err == nil {
			continue
		}
		if v, decided := st.Judge(context.Background(), s, verdict.Budget{}); decided || v.Decided() {
			t.Errorf("%v: %v", s, v)
		}
	}
}

// hardFEN is a goal whose refutation needs some 100 000 states.
const hardFEN = "2Q5/8/BpPpnP2/1p1Pp1p1/1r2PPP1/2k2P1p/r7/Kb3R2 w - - 0 1"

// TestStageGivesUp checks the limits of nodes and time and a context that is canceled.
func TestStageGivesUp(t *testing.T) {
	testkit.Medium(t)
	s := testkit.Setup(t, hardFEN)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name   string
		ctx    context.Context
		budget verdict.Budget
		want   verdict.Stop
	}{
		{"nodes", context.Background(), verdict.Budget{Nodes: 1000}, verdict.NodeLimit},
		{"time", context.Background(), verdict.Budget{Time: time.Nanosecond}, verdict.TimeLimit},
		{"context", done, verdict.Budget{}, verdict.Canceled},
	} {
		var st Stage
		v, decided := st.Judge(c.ctx, s, c.budget)
		if decided || v.Stop != c.want || v.Stage != StageName {
			t.Errorf("%s: %v, want undecided by %v", c.name, v, c.want)
		}
		if v, _ := st.Judge(context.Background(), s, verdict.Budget{}); v.Reasons != verdict.NoProofKernel {
			t.Errorf("after %s: %v", c.name, v)
		}
	}
}

// TestResultsDependOnNothingElse checks that result and cost do not depend on earlier setups, also with budgets that run out.
func TestResultsDependOnNothingElse(t *testing.T) {
	testkit.Medium(t)
	r := newRand(62)
	var setups []chess.Setup
	for i, row := range someRows(t) {
		if i%10 == 0 || !testing.Short() {
			setups = append(setups, row.setup)
		}
	}
	for range testkit.Size(2, 40) {
		setups = append(setups, randomSetup(r, 6, 4))
	}
	setups = append(setups, testkit.Setup(t, hardFEN))
	var used Solver
	order := rand.New(rand.NewPCG(1, 1)).Perm(len(setups))
	for round, budget := range []int64{0, 50, 500, -1} {
		for k, i := range order {
			if round > 0 && k%5 == 0 {
				used.stored = maxStored + 1 // the tables go
			}
			var fresh Solver
			want, cost := fresh.Exists(&setups[i], budget)
			got, n := used.Exists(&setups[i], budget)
			if got != want || n != cost {
				t.Fatalf("%v, budget %d: %v at %d states, fresh %v at %d", setups[i], budget, got, n, want, cost)
			}
			if budget > 0 && n > budget {
				t.Fatalf("%v: %d states, budget %d", setups[i], n, budget)
			}
			// A decided result stays with a larger budget.
			if more, _ := used.Exists(&setups[i], 2*max(budget, 0)); got != GaveUp && more != got {
				t.Fatalf("%v: %v, with more budget %v", setups[i], got, more)
			}
		}
	}
}

// TestMemoryIsBounded measures the memory of the solver for setups that need much.
func TestMemoryIsBounded(t *testing.T) {
	r := newRand(63)
	var s Solver
	var m runtime.MemStats
	worst := uint64(0)
	runtime.GC()
	runtime.ReadMemStats(&m)
	base := m.HeapAlloc
	asked := 0
	s.Stop = func() bool { // sees the peak
		if asked++; asked%20 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&m)
			worst = max(worst, m.HeapAlloc-min(base, m.HeapAlloc))
		}
		return false
	}
	for range testkit.Size(4, 100) {
		setup := randomSetup(r, 8, r.IntN(2))
		s.Exists(&setup, -1)
	}
	if worst > 300<<20 {
		t.Errorf("%d MB live", worst>>20)
	}
}
