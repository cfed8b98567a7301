package surveys

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/endings"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame/sat"
	"chesscensus/survey/filter"
	"chesscensus/survey/remote"
	"chesscensus/survey/remote/access"
	"chesscensus/survey/remote/embedded"
)

// TestCasesOnAnEngine: what a worker on an engine makes of cases of the proof for KRK is what this process makes of them, and another program's question
// gets no answer.
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
	var want, lines bytes.Buffer
	for i, cube := range p.Cubes {
		part, err := sat.CertifyCase(p.Formula, cube)
		if err != nil {
			t.Fatal(err)
		}
		want.Write(part)
		fmt.Fprintf(&lines, "%d %s\n", i, p.Question())
	}
	engine, err := embedded.Serve(t.TempDir(), "127.0.0.1:0", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Stop)
	var out, errs bytes.Buffer
	a := &cli.App{Out: &out, Err: &errs, Workers: 1}
	endings.Commands(a)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	conn, err := remote.DialHere(engine, "worker", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	w := remote.Worker{Conn: conn, Name: "worker", Slots: 1, Folder: t.TempDir(), Work: answers(a)}
	go func() { ended <- w.Run(ctx) }()
	here := cli.OnlyOut(func(dst []byte, line string) ([]byte, error) {
		t.Errorf("%.30s... is not done by the worker", line)
		return dst, nil
	})
	ask := func(text string) error {
		return elsewhere(t.Context(), a, cli.Errand{Access: access.Access{URL: engine.URL()}, Command: "endgame", Options: []byte(`{"refute":true}`),
			Input: &cli.Input{Reader: strings.NewReader(text), Name: "cases"}, Lines: filter.Lines{Batch: 1, Do: here}})
	}
	if err := ask(lines.String()); err != nil || errs.Len() > 0 {
		t.Errorf("%v, %s", err, errs.String())
	}
	if !bytes.Equal(out.Bytes(), want.Bytes()) || want.Len() < 10_000 {
		t.Errorf("%d bytes from the worker, %d from this process, or others", out.Len(), want.Len())
	}
	out.Reset()
	if err := ask("0 KRK white 00\n"); err == nil || !strings.Contains(errs.String(), "another program has made it") || out.Len() > 0 {
		t.Errorf("%v, %s", err, errs.String())
	}
	cancel()
	<-ended
}
