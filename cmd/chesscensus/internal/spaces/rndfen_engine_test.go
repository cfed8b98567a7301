package spaces

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler/rndfen"
)

// A faultyStage finds an error in itself.
type faultyStage struct{ fault error }

func (faultyStage) Name() string           { return "faulty" }
func (faultyStage) Effort() verdict.Effort { return verdict.Kernel }
func (faultyStage) Forget()                {}
func (st faultyStage) Judge(context.Context, chess.Setup, verdict.Budget) (verdict.Verdict, bool) {
	return verdict.Faulty("faulty", st.fault), false
}

// TestRndfenStopsAtFault: an engine that has found an error refutes nothing more. The list must end with that error, and not pass everything.
func TestRndfenStopsAtFault(t *testing.T) {
	fault := errors.New("a stage is wrong")
	engine := legality.Options{Effort: verdict.Kernel, Stages: func() []legality.Stage { return []legality.Stage{faultyStage{fault}} }}
	plan := testkit.Must(rndfen.NewPlan(conditionedSpace(), 20, 7))(t)
	var out, errs bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: &errs, Workers: 2}
	if err := printCandidates(t.Context(), a, conditionedSpace(), plan, candidateOptions{engine: engine}); !errors.Is(err, fault) || out.Len() > 0 {
		t.Errorf("error %v, want %v; output %.200q", err, fault, out.String())
	}
}

// A waitingStage waits in its first call until the context is done, and finds an error in itself in a later one.
type waitingStage struct {
	faultyStage
	calls   *atomic.Int64
	waiting chan struct{} // is closed when the first call waits
}

func (st waitingStage) Judge(ctx context.Context, s chess.Setup, b verdict.Budget) (verdict.Verdict, bool) {
	if st.calls.Add(1) > 1 {
		<-st.waiting
		return st.faultyStage.Judge(ctx, s, b)
	}
	close(st.waiting)
	<-ctx.Done()
	return verdict.GaveUp(st.Name(), verdict.Canceled), false
}

// TestRndfenPrintsNothingUnjudged: the error of one engine stops the others in the midst of their blocks. What they have not judged must not be
// printed. Whether a writer would get at them is a matter of chance, so the list is made several times.
func TestRndfenPrintsNothingUnjudged(t *testing.T) {
	fault := errors.New("a stage is wrong")
	plan := testkit.Must(rndfen.NewPlan(conditionedSpace(), 2000, 7))(t)
	for range 20 {
		st := waitingStage{faultyStage{fault}, new(atomic.Int64), make(chan struct{})}
		engine := legality.Options{Effort: verdict.Kernel, Stages: func() []legality.Stage { return []legality.Stage{st} }}
		var out, errs bytes.Buffer
		a := &cli.App{In: strings.NewReader(""), Out: &out, Err: &errs, Workers: 2}
		if err := printCandidates(t.Context(), a, conditionedSpace(), plan, candidateOptions{engine: engine}); !errors.Is(err, fault) || out.Len() > 0 {
			t.Fatalf("error %v, want %v; output %.200q", err, fault, out.String())
		}
	}
}
