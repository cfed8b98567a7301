package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/lines"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
)

// worker returns what one worker needs, with the options of the present pass.
func (j *judge) worker() (*judgeWorker, error) {
	if w, ok := j.workers.Get().(*judgeWorker); ok {
		return w, nil
	}
	engine, err := legality.New(j.options)
	return &judgeWorker{engine: engine, lastMoves: legality.LastMoves()}, err
}

// setPass makes the engines of one pass over a list, the first of which is 0.
func (j *judge) setPass(pass int, last bool) {
	j.options.Budget.Pass, j.options.Passes = pass, 1
	j.last = last
	j.workers = sync.Pool{}
}

// begin returns the path that a line holds, nil if there is none that is legal.
func begin(l *lines.Line) []chess.Move {
	initial := chess.InitialPosition()
	path, err := initial.ParseSANs(l.Words("path"))
	if err != nil {
		return nil
	}
	return path
}

// setAttempt records in a line how far a try came.
func (j *judge) setAttempt(l *lines.Line, a *proofgame.Attempt) {
	if a.HasKernel {
		l.Set("kernel", strings.Fields(a.Kernel.String())...)
		l.Set("extKernel", strings.Fields(a.Kernel.ExtendedString())...)
	}
	if path := a.Path(); path != nil {
		l.Set("path", strings.Fields(string(a.Start.AppendSANs(nil, path, chess.CompactSAN)))...)
	}
	l.Set("status", fmt.Sprintf("N=%d", a.Plies))
	if j.options.Effort >= verdict.Game {
		l.Set("info", strings.Fields(a.Info())...)
		if j.last {
			l.Set("fail")
		}
	}
}

// appendAttempt appends comment lines that show the best position of a try.
func appendAttempt(dst []byte, a *proofgame.Attempt) []byte {
	s := a.Closest.Setup()
	text := fmt.Sprintf("no game within %d planned plies: %s\nclosest position, men out of place in brackets: %s\n%s",
		a.Plies, a.Why, s.String(), board(&s, a.Misplaced))
	for line := range strings.Lines(text) {
		dst = append(append(dst, "\n#   "...), strings.TrimRight(line, " \n")...)
	}
	return dst
}

// batch returns how many lines a worker takes at a time: few if a line may take long.
func (j *judge) batch() int {
	if j.options.Effort >= verdict.Path {
		return passBatch
	}
	return batchLines
}

// stoppable runs f until an engine finds a fault in itself, which ends the run.
func (j *judge) stoppable(ctx context.Context, f func(context.Context) error) error {
	sub, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	j.stop = stop
	err := f(sub)
	if cause := context.Cause(sub); cause != nil && ctx.Err() == nil {
		return cause
	}
	return err
}

// judgePasses makes the passes of a run over the arguments or standard input.
func (a *app) judgePasses(ctx context.Context, j *judge, r *passRun, args []string) error {
	var in io.Reader = a.in
	if len(args) > 0 {
		in = strings.NewReader(strings.Join(args, "\n"))
	}
	r.judge = func(ctx context.Context, dst []byte, line string) ([]byte, error) {
		dst, _, err := j.line(ctx, dst, nil, line)
		return dst, err
	}
	r.begin = func(pass int) { j.setPass(pass, pass == r.passes-1) }
	return r.run(ctx, in)
}
