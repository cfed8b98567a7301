package legality

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/cage"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

// newEngine returns an engine with the options.
func newEngine(t testing.TB, opt Options) *Engine {
	t.Helper()
	return testkit.Must(New(opt))(t)
}

// A fakeStage is a stage that returns the same verdict on every setup, and counts its calls.
type fakeStage struct {
	name    string
	effort  verdict.Effort
	verdict verdict.Verdict
	calls   *int
}

func (f fakeStage) Name() string           { return f.name }
func (f fakeStage) Effort() verdict.Effort { return max(f.effort, verdict.Static) }
func (f fakeStage) Forget()                {}
func (f fakeStage) Judge(context.Context, chess.Setup, verdict.Budget) (verdict.Verdict, bool) {
	if f.calls != nil {
		*f.calls++
	}
	return f.verdict, f.verdict.Decided()
}

// stagesOf returns Options.Stages for the given stages.
func stagesOf(stages ...Stage) func() []Stage { return func() []Stage { return stages } }

// TestUnavailableEffortIsRefused checks that New returns an EffortError with the efforts available, and an error
// without stages.
func TestUnavailableEffortIsRefused(t *testing.T) {
	for _, effort := range []verdict.Effort{verdict.Path, verdict.Game, verdict.Exhaustive, 17} {
		e, err := New(Options{Effort: effort, Stages: stagesOf(
			fakeStage{name: "a"}, fakeStage{name: "b", effort: verdict.Kernel}, fakeStage{name: "c", effort: verdict.Kernel})})
		var refused *EffortError
		if e != nil || !errors.As(err, &refused) {
			t.Errorf("New(%v) = %v, %v, want an EffortError", effort, e, err)
			continue
		}
		want := EffortError{Effort: effort, Available: []verdict.Effort{verdict.Static, verdict.Kernel}}
		if !reflect.DeepEqual(*refused, want) || !strings.Contains(err.Error(), "static kernel") {
			t.Errorf("New(%v): %+v, %q, want %+v", effort, *refused, err, want)
		}
	}
	if _, err := New(Options{Stages: stagesOf()}); err == nil {
		t.Error("an engine without stages is made")
	}
}

// TestDefaultEfforts checks that New returns engines of exactly the efforts of this build.
func TestDefaultEfforts(t *testing.T) {
	available := Efforts(DefaultStages())
	for _, effort := range []verdict.Effort{verdict.Static, verdict.Kernel, verdict.Path, verdict.Game, verdict.Exhaustive} {
		e, err := New(Options{Effort: effort})
		if (err == nil) != slices.Contains(available, effort) {
			t.Errorf("New(%v): %v, but available are %v", effort, err, available)
		}
		if err == nil && (e.Effort() != effort || len(e.Stages()) == 0 || e.Stages()[0] != rules.StageName) {
			t.Errorf("%v: engine has effort %v, stages %v", effort, e.Effort(), e.Stages())
		}
	}
}

// TestUnsetEffort checks that the zero Options judge at the default effort, and with given stages at the highest of
// their efforts up to it.
func TestUnsetEffort(t *testing.T) {
	if got := newEngine(t, Options{}).Effort(); got != DefaultEffort() || got != verdict.Kernel {
		t.Errorf("effort %v, want that of DefaultEffort, %v", got, DefaultEffort())
	}
	if v := newEngine(t, Options{}).Judge(t.Context(), testkit.Setup(t, "kR6/8/8/8/8/8/8/7K b - - 0 1")); v.Outcome != verdict.Unknown {
		t.Errorf("at the default effort %v, want unknown", v)
	}
	path := fakeStage{name: "c", effort: verdict.Path}
	if got := newEngine(t, Options{Stages: stagesOf(fakeStage{name: "a"}, path)}).Effort(); got != verdict.Static {
		t.Errorf("effort %v of stages static and path, want static", got)
	}
	if _, err := New(Options{Stages: stagesOf(path)}); err == nil {
		t.Error("an effort above the default is chosen without being asked for")
	}
}

// A passStage records the budgets of its calls, and decides in one pass.
type passStage struct {
	fakeStage
	decisivePass int
	budgets      *[]verdict.Budget
}

func (p passStage) Judge(_ context.Context, _ chess.Setup, b verdict.Budget) (verdict.Verdict, bool) {
	*p.budgets = append(*p.budgets, b)
	if b.Pass == p.decisivePass {
		return verdict.Proven(p.name, verdict.ProofGame("e4")), true
	}
	v := verdict.GaveUp(p.name, verdict.NodeLimit)
	v.Attempt = attempt{b.Pass}
	v.Cost.Nodes = 1
	return v, false
}

// An attempt has the number of its pass.
type attempt struct{ n int }

// TestPasses checks that an undecided setup is judged again with the next number of the pass, by the stages above
// kernel only.
func TestPasses(t *testing.T) {
	for _, c := range []struct {
		opt     Options
		decides int
		want    []int // passes asked for
	}{
		{Options{Effort: verdict.Game}, 9, []int{0}},
		{Options{Effort: verdict.Game, Passes: 3}, 9, []int{0, 1, 2}},
		{Options{Effort: verdict.Game, Passes: 3}, 1, []int{0, 1}},
		{Options{Effort: verdict.Game, Passes: 2, Budget: verdict.Budget{Pass: 4}}, 9, []int{4, 5}},
		{Options{Effort: verdict.Exhaustive}, 9, []int{0, 1, 2, 3, 4, 5}},
		{Options{Effort: verdict.Exhaustive, Passes: 1}, 9, []int{0}},
		{Options{Effort: verdict.Kernel, Passes: 3}, 9, nil},
	} {
		kernelCalls, budgets := 0, []verdict.Budget{}
		c.opt.Stages = stagesOf(fakeStage{name: "a"}, fakeStage{name: "b", effort: verdict.Kernel, calls: &kernelCalls},
			passStage{fakeStage{name: "c", effort: verdict.Game}, c.decides, &budgets})
		v := newEngine(t, c.opt).Judge(t.Context(), chess.InitialSetup())
		var got []int
		for _, b := range budgets {
			got = append(got, b.Pass)
		}
		if !slices.Equal(got, c.want) || kernelCalls != 1 {
			t.Errorf("effort %v, %d passes: asked %v, want %v; stage kernel %d times", c.opt.Effort, c.opt.Passes, got, c.want, kernelCalls)
		}
		if v.Decided() != slices.Contains(got, c.decides) || !v.Decided() && v.Cost.Nodes != int64(len(got)) {
			t.Errorf("%v at a cost of %d", v, v.Cost.Nodes)
		}
		if a, ok := v.Attempt.(attempt); !v.Decided() && len(got) > 0 && (!ok || a.n != got[len(got)-1]) {
			t.Errorf("attempt %v, want that of the last pass", v.Attempt)
		}
	}
}

// TestPassesEnd checks that a fault or a canceled context ends all passes.
func TestPassesEnd(t *testing.T) {
	fault := errors.New("replay differs")
	e := newEngine(t, Options{Effort: verdict.Exhaustive, Stages: stagesOf(
		fakeStage{name: "a", effort: verdict.Game, verdict: verdict.Faulty("a", fault)})})
	if v := e.Judge(t.Context(), chess.InitialSetup()); v.Stop != verdict.Contradiction || v.Fault != fault || e.Err() != fault {
		t.Errorf("%+v, engine error %v, want the fault of the stage in both", v, e.Err())
	}
	e = newEngine(t, Options{Effort: verdict.Exhaustive, Stages: stagesOf(
		fakeStage{name: "a", effort: verdict.Game, verdict: verdict.Verdict{Stop: verdict.Contradiction}})})
	if e.Judge(t.Context(), chess.InitialSetup()); e.Err() == nil {
		t.Error("a fault without an error does not stop the engine")
	}
	ctx, cancel := context.WithCancel(t.Context())
	budgets := []verdict.Budget{}
	st := passStage{fakeStage{name: "c", effort: verdict.Game}, 9, &budgets}
	e = newEngine(t, Options{Effort: verdict.Exhaustive, Stages: stagesOf(cancelStage{st, cancel})})
	if v := e.Judge(ctx, chess.InitialSetup()); v.Stop != verdict.Canceled || len(budgets) != 1 {
		t.Errorf("%v after %d passes", v, len(budgets))
	}
}

// A cancelStage cancels the context.
type cancelStage struct {
	passStage
	cancel func()
}

func (c cancelStage) Judge(ctx context.Context, s chess.Setup, b verdict.Budget) (verdict.Verdict, bool) {
	c.cancel()
	return c.passStage.Judge(ctx, s, b)
}

// shutOut is an illegal setup that only a projection search refutes; see README.
const shutOut = "kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - - 0 1"

// TestGameAsksProjectionSearches checks that the setup of the README is refuted at effort game without other
// options.
func TestGameAsksProjectionSearches(t *testing.T) {
	testkit.Long(t)
	for _, effort := range []verdict.Effort{verdict.Game, verdict.Exhaustive} {
		v := newEngine(t, Options{Effort: effort}).Judge(t.Context(), testkit.Setup(t, shutOut))
		if v.Outcome != verdict.Illegal || v.Stage != cage.StageName {
			t.Errorf("%v: %v", effort, v)
		}
	}
	if v := newEngine(t, Options{Effort: verdict.Kernel}).Judge(t.Context(), testkit.Setup(t, shutOut)); v.Outcome != verdict.Unknown {
		t.Errorf("kernel: %v; the example shows nothing", v)
	}
}

// TestJudgeAnySetup checks verdicts at effort static on valid and invalid setups. Only legal ones have a
// certificate.
func TestJudgeAnySetup(t *testing.T) {
	e := newEngine(t, Options{Effort: verdict.Static})
	for _, tc := range []struct {
		fen     string
		outcome verdict.Outcome
		reasons verdict.Reason
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", verdict.Legal, 0},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", verdict.Unknown, 0},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", verdict.Illegal, verdict.MoveParity},
		{"8/8/8/8/8/8/8/8 w - - 0 1", verdict.Illegal, verdict.NoWhiteKing | verdict.NoBlackKing},
		{"kk6/8/8/8/8/8/8/KK6 b - - 0 1", verdict.Illegal, verdict.ManyWhiteKings | verdict.ManyBlackKings},
		{"k7/8/8/8/8/8/8/K6P w - - 0 1", verdict.Illegal, verdict.PawnOnEndRow},
		{"k7/8/8/8/8/8/8/K7 w KQkq - 0 1", verdict.Illegal, verdict.BadCastling},
		{"k7/8/8/8/8/8/8/K7 w - e4 0 1", verdict.Illegal, verdict.BadEnPassant},
		{"k7/8/8/3p4/8/8/8/K7 w - d6 0 1", verdict.Illegal, verdict.IdleEnPassant},
		{"k7/8/8/8/8/8/8/K7 w - - 0 1", verdict.Unknown, 0},
	} {
		v := e.Judge(context.Background(), testkit.Setup(t, tc.fen))
		if v.Outcome != tc.outcome || v.Reasons != tc.reasons || e.Err() != nil {
			t.Errorf("%s: %v, want %v %v", tc.fen, v, tc.outcome, tc.reasons)
		}
		if (v.Outcome == verdict.Legal) != (v.Certificate != nil) {
			t.Errorf("%s: certificate %v", tc.fen, v.Certificate)
		}
	}
}

// TestFirstDecisionWins checks that stages after the one that decides are not asked, and that the costs of those
// before are added.
func TestFirstDecisionWins(t *testing.T) {
	calls := 0
	refuted := verdict.Refuted("b", verdict.PawnHomes, verdict.Evidence{})
	refuted.Cost.Nodes = 5
	unknown := verdict.Verdict{Cost: verdict.Cost{Nodes: 2}}
	e := newEngine(t, Options{Stages: stagesOf(
		fakeStage{name: "a", verdict: unknown}, fakeStage{name: "b", verdict: refuted}, fakeStage{name: "c", calls: &calls})})
	v := e.Judge(context.Background(), chess.InitialSetup())
	if v.Stage != "b" || v.Cost.Nodes != 7 || calls != 0 {
		t.Errorf("%+v, third stage asked %d times", v, calls)
	}
}

// TestUnknownNamesTheFirstStageThatGaveUp checks the stage and cause of an unknown verdict, and that stages of
// higher effort are left out.
func TestUnknownNamesTheFirstStageThatGaveUp(t *testing.T) {
	e := newEngine(t, Options{Effort: verdict.Kernel, Stages: stagesOf(
		fakeStage{name: "a"},
		fakeStage{name: "b", effort: verdict.Kernel, verdict: verdict.GaveUp("b", verdict.NodeLimit)},
		fakeStage{name: "c", effort: verdict.Kernel, verdict: verdict.GaveUp("c", verdict.TimeLimit)},
		fakeStage{name: "d", effort: verdict.Game})})
	if got := e.Stages(); !reflect.DeepEqual(got, []string{"a", "b", "c"}) {
		t.Errorf("stages %v", got)
	}
	v := e.Judge(context.Background(), chess.InitialSetup())
	if v.Outcome != verdict.Unknown || v.Stage != "b" || v.Stop != verdict.NodeLimit {
		t.Errorf("%+v, want unknown by the node limit in stage b", v)
	}
}

// TestCanceledContext checks that with a canceled context only static stages are asked.
func TestCanceledContext(t *testing.T) {
	calls := 0
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := newEngine(t, Options{Effort: verdict.Kernel, Stages: func() []Stage {
		return []Stage{new(rules.Stage), fakeStage{name: "slow", effort: verdict.Kernel, calls: &calls}}
	}})
	v := e.Judge(ctx, testkit.Setup(t, "k7/8/8/8/8/8/8/K7 w - - 0 1"))
	if v.Outcome != verdict.Unknown || v.Stop != verdict.Canceled || v.Stage != "slow" || calls != 0 {
		t.Errorf("%+v, stage slow asked %d times, want canceled and never asked", v, calls)
	}
	// Static stages still decide.
	if v := e.Judge(ctx, testkit.Setup(t, "8/8/8/3kK3/8/8/8/8 w - - 0 1")); v.Outcome != verdict.Illegal {
		t.Errorf("adjacent kings: %+v, want illegal", v)
	}
}

// TestStagesAcceptPlayouts checks that no stage of the build refutes a position of a random game. The refuting
// stages judge every position, those that build games one in a hundred, since a game costs as much as a thousand
// refutations.
func TestStagesAcceptPlayouts(t *testing.T) {
	testkit.Medium(t)
	available := Efforts(DefaultStages())
	refute := newEngine(t, Options{Effort: verdict.Kernel, CrossCheck: true})
	all := newEngine(t, Options{Effort: available[len(available)-1], CrossCheck: true})
	src := testkit.Rand("engine")
	least := testkit.Size(1_000, 20_000)
	for n := 0; n < least; {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			n++
			e := refute
			if n%100 == 0 {
				e = all
			}
			if v := e.Judge(context.Background(), p.Setup()); v.Outcome == verdict.Illegal || e.Err() != nil {
				t.Fatalf("reached by play: %s\n%v\n%v", p, v, e.Err())
			}
		}
	}
}

// TestEnginesAgree checks that several engines in parallel give the same verdicts.
func TestEnginesAgree(t *testing.T) {
	var setups []chess.Setup
	for p := range chesstest.Playout(rand.New(rand.NewPCG(1, 2)), chesstest.Options{}) {
		s := p.Setup()
		setups = append(setups, s)
		s.Turn ^= 1
		setups = append(setups, s)
	}
	results := make([][]verdict.Verdict, 4)
	var wg sync.WaitGroup
	for i := range results {
		e := newEngine(t, Options{Effort: verdict.Static})
		wg.Go(func() {
			for _, s := range setups {
				results[i] = append(results[i], e.Judge(context.Background(), s))
			}
		})
	}
	wg.Wait()
	for i, r := range results[1:] {
		if !reflect.DeepEqual(r, results[0]) {
			t.Fatalf("engine %d differs from engine 0", i+1)
		}
	}
}

// TestStaticJudgingAllocatesNothing checks that Judge at effort static allocates nothing, whatever the verdict.
func TestStaticJudgingAllocatesNothing(t *testing.T) {
	e := newEngine(t, Options{Effort: verdict.Static})
	ctx := context.Background()
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"k6R/8/8/8/8/8/8/K6r w - - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1",
		"k6b/8/8/8/8/8/8/K7 w - - 0 1",
		"4k3/8/8/P7/8/8/PPPP4/4K3 w - - 0 1",
	} {
		s := testkit.Setup(t, fen)
		if n := testing.AllocsPerRun(100, func() { e.Judge(ctx, s) }); n != 0 {
			t.Errorf("%s: %v allocations", fen, n)
		}
	}
}
