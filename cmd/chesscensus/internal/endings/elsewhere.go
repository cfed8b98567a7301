package endings

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/endgame"
	"chesscensus/legality/endgame/sat"
	"chesscensus/legality/verdict"
	"chesscensus/survey/filter"
)

// An asked is what a worker is told of a run: all that the answer about a material depends on.
type asked struct {
	Reading  string `json:"reading"`
	Lookback int    `json:"lookback"`
	Memory   int    `json:"memory"` // MB
	Examples int    `json:"examples"`
	JSON     bool   `json:"json"`
	Program  string `json:"program"` // which records name
	TSV      bool   `json:"tsv"`
	Verbose  bool   `json:"verbose"`
	Prove    bool   `json:"prove"`
	SAT      bool   `json:"sat"`
	Parts    bool   `json:"parts"`            // lines are questions of proofs
	Seed     uint64 `json:"seed"`             // of the games of a proof
	Refute   bool   `json:"refute,omitempty"` // lines are cases of a proof, and nothing else counts
}

// mostMemory is the most MB that a worker makes tables of for others.
const mostMemory = 2048

// run is the run that a worker was told of.
func (o *asked) run() (*endgameRun, error) {
	if o.Memory > mostMemory {
		return nil, fmt.Errorf("tables of %d MB, a worker makes at most %d", o.Memory, mostMemory)
	}
	if o.JSON && o.Program != cli.Version() {
		return nil, fmt.Errorf("records of %.80q are wanted, this is %s", o.Program, cli.Version())
	}
	e := &endgameRun{}
	e.reading, e.lookback, e.memory, e.forms = o.Reading, o.Lookback, o.Memory, forms{examples: o.Examples, json: o.JSON, tsv: o.TSV, verbose: o.Verbose}
	e.effort, e.passes = verdict.Kernel.String(), 1 // of no account
	e.prove, e.sat, e.parts, e.seed = o.Prove, o.SAT, o.Parts, o.Seed
	if o.Prove && (o.JSON || o.TSV) {
		return nil, errors.New("proofs as records or a table")
	}
	_, err := e.check([]string{"KRK"})
	return e, err
}

// elsewhere has the materials done by workers. A line is a number and a material: the text of all but the first begins with an empty line.
func (e *endgameRun) elsewhere(ctx context.Context, materials []string) error {
	var text strings.Builder
	for i, m := range materials {
		fmt.Fprintf(&text, "%d %s\n", i, m)
	}
	in := &cli.Input{Reader: strings.NewReader(text.String()), Name: "materials"}
	return e.engine.Filter(ctx, e.app, in, e.filter(ctx), commandName, e.asked())
}

// asked is what workers are told.
func (e *endgameRun) asked() asked {
	return asked{Reading: e.reading, Lookback: e.lookback, Memory: e.memory, Examples: e.examples,
		JSON: e.json, Program: cli.Version(), TSV: e.tsv, Verbose: e.verbose, Prove: e.prove, SAT: e.sat, Parts: e.parts, Seed: e.seed}
}

// filter handles one material at a time.
func (e *endgameRun) filter(ctx context.Context) filter.Lines {
	return filter.Lines{Batch: 1, Do: cli.OnlyOut(func(dst []byte, line string) ([]byte, error) {
		number, name, _ := strings.Cut(line, " ")
		var out bytes.Buffer
		one := *e
		one.app = &cli.App{Out: &out, Err: io.Discard, Workers: 1}
		if err := one.named(ctx, name, number == "0"); err != nil {
			return dst, err
		}
		return append(dst, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...), nil
	})}
}

// named prints what is asked of a material by its name.
func (e *endgameRun) named(ctx context.Context, name string, first bool) error {
	if !e.prove {
		m, err := endgame.ParseMaterial(name)
		if err != nil {
			return err
		}
		return e.material(ctx, m, first)
	}
	t, err := sat.NewTheorem(name)
	if err != nil {
		return err
	}
	if !first {
		fmt.Fprintln(e.app.Out)
	}
	return e.proveOne(ctx, t)
}

// answers enumerates materials, or proves theorems about them or parts of these, for others.
func answers(options []byte) (filter.Answerer, error) {
	var o asked
	if err := cli.ParseJSON(options, &o); err != nil {
		return nil, err
	}
	if o == (asked{Refute: true}) {
		return func(ctx context.Context, c *filter.Chunk) (*filter.Answer, error) {
			l := refutes()
			return l.Answer(c), ctx.Err()
		}, nil
	}
	if o.Refute {
		return nil, errors.New("refutations of cases, and something besides")
	}
	e, err := o.run()
	return func(ctx context.Context, c *filter.Chunk) (*filter.Answer, error) {
		l := e.filter(ctx)
		if e.parts {
			l = e.questions(ctx)
		}
		return l.Answer(c), ctx.Err()
	}, err
}
