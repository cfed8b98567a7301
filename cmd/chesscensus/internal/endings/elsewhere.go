package endings

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/endgame"
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
	_, err := e.check([]string{"KRK"})
	return e, err
}

// elsewhere has the materials done by workers. A line is a number and a material: the text of all but the first begins with an empty line.
func (e *endgameRun) elsewhere(ctx context.Context, list []endgame.Material) error {
	var text strings.Builder
	for i, m := range list {
		fmt.Fprintf(&text, "%d %v\n", i, m)
	}
	in := &cli.Input{Reader: strings.NewReader(text.String()), Name: "materials"}
	return e.engine.Filter(ctx, e.app, in, e.filter(ctx), commandName, asked{Reading: e.reading, Lookback: e.lookback, Memory: e.memory, Examples: e.examples,
		JSON: e.json, Program: cli.Version(), TSV: e.tsv, Verbose: e.verbose})
}

// filter handles one material at a time.
func (e *endgameRun) filter(ctx context.Context) filter.Lines {
	return filter.Lines{Batch: 1, Do: cli.OnlyOut(func(dst []byte, line string) ([]byte, error) {
		number, name, _ := strings.Cut(line, " ")
		m, err := endgame.ParseMaterial(name)
		if err != nil {
			return dst, err
		}
		var out bytes.Buffer
		one := *e
		one.app = &cli.App{Out: &out, Err: io.Discard, Workers: 1}
		if err := one.material(ctx, m, number == "0"); err != nil {
			return dst, err
		}
		return append(dst, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...), nil
	})}
}

// answers enumerates materials for others.
func answers(options []byte) (filter.Answerer, error) {
	var o asked
	if err := cli.ParseJSON(options, &o); err != nil {
		return nil, err
	}
	e, err := o.run()
	return func(ctx context.Context, c *filter.Chunk) (*filter.Answer, error) {
		l := e.filter(ctx)
		return l.Answer(c), ctx.Err()
	}, err
}
