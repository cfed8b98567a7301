package games

import (
	"bufio"
	"context"
	"io"
	"strings"
	"sync"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/retro"
)

// runList finds games for a list of goals.
func (g *proofGame) runList(ctx context.Context, args []string) error {
	if err := g.check(); err != nil {
		return err
	}
	in, err := g.app.ArgumentOrFileInput(args)
	if err != nil {
		return err
	}
	defer in.Close()
	l := cli.LineFilter{Batch: listBatch, Do: cli.WithoutSide(g.goals(ctx))}
	return g.app.FilterInput(ctx, in, l)
}

// listBatch is how many goals a worker takes at a time: one may take some seconds.
const listBatch = 8

// goals returns what handles one line. Several goroutines may call it at once.
func (g *proofGame) goals(ctx context.Context) cli.LineFunc {
	stages := sync.Pool{New: func() any { return legality.LastMoves() }}
	return func(dst []byte, line string) ([]byte, error) {
		read, err := cli.ReadLine(line, false)
		l := &read.Line
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
