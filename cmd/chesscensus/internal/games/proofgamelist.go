package games

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/lines"
	"chesscensus/legality/retro"
	"chesscensus/survey/filter"
)

// commandName is how workers know what to do with lines.
const commandName = "proofgame"

// An asked is what a worker is told of a list of goals: all that the answer to a line depends on.
type asked struct {
	Weights       string `json:"weights"`
	Rules         string `json:"rules"`
	Dynamic       bool   `json:"dynamic"`
	NonAdmissible bool   `json:"non_admissible"`
	NoKernel      bool   `json:"no_kernel"`
	Short         bool   `json:"short"`
	First         bool   `json:"first"`
	Search        bool   `json:"search"`
	Nodes         int64  `json:"nodes"`
	Seed          uint64 `json:"seed"`
	JSON          bool   `json:"json"`
	Program       string `json:"program"` // which records name
}

// asked returns what a worker is told.
func (g *proofGame) asked() asked {
	return asked{g.weights, g.rules, g.dynamic, g.nonAdmissible, g.noKernel, g.short, g.first, g.search, g.nodes, g.seed, g.json, cli.Version()}
}

// run is the reverse. The error is that of the command line that would ask it.
func (o *asked) run() (*proofGame, error) {
	if o.JSON && o.Program != cli.Version() {
		return nil, fmt.Errorf("records of %.80q are wanted, this is %s", o.Program, cli.Version())
	}
	g := &proofGame{app: new(cli.App), search: o.Search}
	g.weights, g.rules, g.dynamic, g.nonAdmissible, g.noKernel, g.short, g.first = o.Weights, o.Rules, o.Dynamic, o.NonAdmissible, o.NoKernel, o.Short, o.First
	g.nodes, g.seed, g.json, g.list = o.Nodes, o.Seed, o.JSON, true
	return g, g.check()
}

// runList finds games for a list of goals, here or elsewhere.
func (g *proofGame) runList(ctx context.Context, args []string) error {
	if err := g.check(); err != nil {
		return err
	}
	in, err := g.app.Files(args)
	if err != nil {
		return err
	}
	defer in.Close()
	l := filter.Lines{Batch: listBatch, Do: cli.OnlyOut(g.goals(ctx))}
	if g.engine.Access.URL != "" {
		return g.engine.Filter(ctx, g.app, in, l, commandName, g.asked())
	}
	return g.app.FilterInput(ctx, in, l)
}

// listBatch is how many goals are sent at a time: one may take some seconds.
const listBatch = 8

// goals returns what handles one line. Several goroutines may call it at once.
func (g *proofGame) goals(ctx context.Context) cli.LineFunc {
	stages := sync.Pool{New: func() any { return legality.LastMoves() }}
	return func(dst []byte, line string) ([]byte, error) {
		l, err := lines.Parse(line)
		if err != nil || l.Done() && !g.json {
			return l.Append(dst), err // of an error the filter takes the line away again
		}
		one := &proofGame{proofGameFlags: g.proofGameFlags, app: &cli.App{Out: io.Discard, Err: io.Discard}, out: bufio.NewWriter(io.Discard),
			law: g.law, a: g.a, b: g.b, search: g.search}
		one.start = chess.InitialPosition()
		one.from, one.setup = one.start, l.Setup
		if err = one.aim(); err != nil {
			return dst, err
		}
		one.lastMoves = stages.Get().(*retro.Stage)
		defer stages.Put(one.lastMoves)
		last, err := one.find(ctx)
		switch {
		case err != nil:
			return dst, err
		case g.json:
			return cli.AppendJSON(dst, one.record(last))
		}
		dst = append(dst, l.FEN...)
		reason, refuted := strings.CutPrefix(last, "illegal: ")
		switch {
		case refuted:
			return append(append(dst, " illegal: "...), reason...), nil
		case last == noSolution || strings.HasPrefix(last, noneExists):
			return append(dst, " unknown:"...), nil
		}
		return append(append(dst, " legal: proof: "...), last...), nil
	}
}

// answers finds games for others.
func answers(options []byte) (filter.Answerer, error) {
	var o asked
	if err := cli.ParseJSON(options, &o); err != nil {
		return nil, err
	}
	g, err := o.run()
	return func(ctx context.Context, c *filter.Chunk) (*filter.Answer, error) {
		l := filter.Lines{Do: cli.OnlyOut(g.goals(ctx))}
		return l.Answer(c), ctx.Err()
	}, err
}
