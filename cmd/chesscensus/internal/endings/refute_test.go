package endings

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/endgame/sat"
	"chesscensus/internal/survey/remote"
	"chesscensus/internal/testkit"
	"chesscensus/survey/filter"
)

// TestCasesOnAnEngine: what a worker makes of cases of the proof for KRK is what this process makes of them; a worker that makes something else of a case is
// found by the verification of the whole (TestCases of package sat), or by a second opinion.
func TestCasesOnAnEngine(t *testing.T) {
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
	engine, err := remote.Serve(t.TempDir(), "127.0.0.1:0", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Stop)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- work(ctx, engine, t.TempDir()) }()
	var errs, got bytes.Buffer
	e := &endgameRun{app: &cli.App{Err: &errs, Workers: 1}}
	e.engine.Access.URL = engine.URL()
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
	cancel()
	<-ended
}

// work is a worker in this process.
func work(ctx context.Context, engine *remote.Engine, folder string) error {
	conn, err := engine.Dial("worker")
	if err != nil {
		return err
	}
	defer conn.Close()
	w := remote.Worker{Conn: conn, Name: "worker", Slots: 1, Folder: folder, Work: func(w remote.Work) (filter.Answerer, error) { return answers(w.Options) }}
	return w.Run(ctx)
}
