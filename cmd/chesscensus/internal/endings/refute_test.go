package endings

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame/sat"
)

// TestCasesElsewhere: what a worker makes of cases of the proof for KRK is what this process makes of them; a worker that makes something else of a case is
// found by the verification of the whole (TestCases of package sat), or by a second opinion. Package surveys has a test on an engine.
func TestCasesElsewhere(t *testing.T) {
	testkit.Long(t)
	th, err := sat.NewTheorem("KRK")
	if err != nil {
		t.Fatal(err)
	}
	p, err := sat.Prove(t.Context(), &th.Assertions()[0].Claim, chess.White, sat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Cubes = p.Cubes[:4] // of 64
	var want bytes.Buffer
	for _, cube := range p.Cubes {
		part, err := sat.CertifyCase(p.Formula, cube)
		if err != nil {
			t.Fatal(err)
		}
		want.Write(part)
	}
	var errs, got bytes.Buffer
	e := &endgameRun{app: &cli.App{Err: &errs, Workers: 1, Elsewhere: offered}}
	if err := e.refute(t.Context(), &got, p); err != nil || errs.Len() > 0 {
		t.Errorf("%v, %s", err, errs.String())
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) || want.Len() < 10_000 {
		t.Errorf("%d bytes from the worker, %d from this process, or others", got.Len(), want.Len())
	}
	// Another program's question gets no answer, and the command fails.
	p.Patterns = p.Patterns[1:]
	got.Reset()
	question := p.Question()
	p.Formula.Vars++
	if err := e.refute(t.Context(), &got, p); err == nil || !strings.Contains(errs.String(), "another program has made it") || got.Len() > 0 {
		t.Errorf("%v, %s, for %.60s", err, errs.String(), question)
	}
}

// offered does an errand by what the room offers to workers, without a network.
func offered(ctx context.Context, a *cli.App, e cli.Errand) (err error) {
	if e.Lines.Elsewhere, err = answers(e.Options); err != nil {
		return err
	}
	return a.FilterInput(ctx, e.Input, e.Lines)
}
