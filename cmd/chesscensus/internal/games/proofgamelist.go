package games

import (
	"bufio"
	"context"
	"io"
	"sync"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/retro"
)

// runList finds games for a list of goals, one per line.
func (g *proofGame) runList(ctx context.Context, args []string) error {
	if err := g.checkFlags(); err != nil {
		return err
	}
	in, err := g.app.ArgumentOrFileInput(args)
	if err != nil {
		return err
	}
	defer in.Close()
	return g.app.FilterInput(ctx, in, cli.LineFilter{Batch: listBatch, Do: g.goalFunc(ctx)})
}

// listBatch is the number of goals in a batch. It is small because one goal may take some seconds.
const listBatch = 8

// goalFunc returns the function that answers one line of a list. Several goroutines may call it at once.
func (g *proofGame) goalFunc(ctx context.Context) cli.LineFunc {
	stages := sync.Pool{New: func() any { return legality.LastMoves() }}
	return func(dst []byte, line string) ([]byte, error) {
		parsed, err := cli.ReadLine(line, false)
		l := &parsed.Line
		if err != nil || l.Done() && !g.json {
			return l.Append(dst), err // after an error the filter drops the line
		}
		g.app.CountNotes(parsed.Notes...)
		task := &proofGame{proofGameFlags: g.proofGameFlags, app: &cli.App{Out: io.Discard, Err: io.Discard}, out: bufio.NewWriter(io.Discard),
			gameRules: g.gameRules, pliesWeight: g.pliesWeight, boundWeight: g.boundWeight, onlySearch: g.onlySearch}
		task.start = chess.InitialPosition()
		task.searchStart, task.goalSetup = task.start, l.Setup
		if err = task.setGoal(); err != nil {
			return dst, err
		}
		task.lastMoves = stages.Get().(*retro.Stage)
		defer stages.Put(task.lastMoves)
		result, err := task.find(ctx)
		switch {
		case err != nil:
			return dst, err
		case g.json:
			return cli.AppendJSON(dst, task.record(result))
		}
		dst = append(dst, l.FEN...)
		switch result.outcome {
		case illegal:
			return append(append(dst, ' '), result.lastLine()...), nil
		case found:
			return append(append(dst, " legal: proof: "...), result.text...), nil
		}
		return append(dst, " unknown:"...), nil
	}
}
