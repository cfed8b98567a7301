package spaces

import (
	"bytes"
	"context"
	"errors"
	"strings"
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
