package judging

import (
	"context"
	"fmt"
	"sync"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/verdict"
	"chesscensus/survey/filter"
)

// An asked is what a worker is told of a request: all that the answer to a line depends on.
type asked struct {
	Effort       string        `json:"effort"`
	Nodes        int64         `json:"nodes"`
	Passes       int           `json:"passes"`
	Seed         uint64        `json:"seed"`
	RandomKernel bool          `json:"random_kernel"`
	Kernels      bool          `json:"kernels"`
	Retry        bool          `json:"retry"`
	Verbose      bool          `json:"verbose"`
	JSON         bool          `json:"json"`
	Program      string        `json:"program"` // which records name
	Certify      bool          `json:"certify"`
	Style        cli.MoveStyle `json:"style"`
}

// asked returns what a worker is told.
func (r *request) asked() asked {
	return asked{Effort: r.Options.Effort.String(), Nodes: r.nodes, Passes: r.passes, Seed: r.Options.Games.Seed, RandomKernel: r.Options.Games.RandomKernel,
		Kernels: r.Kernels, Retry: r.Retry, Verbose: r.verbose, JSON: r.json, Program: cli.Version(), Certify: r.certify, Style: r.style}
}

// request is the reverse. The error is that of the command line that would ask it.
func (o *asked) request() (*request, error) {
	if o.JSON && o.Program != cli.Version() {
		return nil, fmt.Errorf("records of %.80q are wanted, this is %s", o.Program, cli.Version())
	}
	r := &request{app: new(cli.App), effort: o.Effort, by: "engine", nodes: o.Nodes, passes: o.Passes}
	r.Options.Games.Seed, r.Options.Games.RandomKernel = o.Seed, o.RandomKernel
	r.Kernels, r.Retry, r.verbose, r.json, r.certify, r.style = o.Kernels, o.Retry, o.Verbose, o.JSON, o.Certify, o.Style
	return r, r.check(false, r.effort == verdict.Exhaustive.String())
}

// answering judges chunks of lines for others. Each that is judged at a time has judges of its own.
func answering(options []byte) (filter.Answerer, error) {
	var o asked
	if err := cli.ParseJSON(options, &o); err != nil {
		return nil, err
	}
	if _, err := o.request(); err != nil {
		return nil, err
	}
	var free sync.Pool
	return func(ctx context.Context, c *filter.Chunk) (a *filter.Answer, err error) {
		r, ok := free.Get().(*request)
		if !ok {
			if r, err = o.request(); err != nil {
				return nil, err
			}
		}
		defer free.Put(r)
		err = r.Stoppable(ctx, func(ctx context.Context) error {
			l := r.lines(ctx)
			a = l.Answer(c)
			return ctx.Err()
		})
		return a, err
	}, nil
}
