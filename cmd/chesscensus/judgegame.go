package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/lines"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
)

// maxPasses bounds the budget: pass 12 has 4096 times that of the first.
const maxPasses = 12

// worker returns what one worker needs, with the options of the present pass.
func (j *judge) worker() (*judgeWorker, error) {
	if w, ok := j.workers.Get().(*judgeWorker); ok {
		return w, nil
	}
	w := &judgeWorker{lastMoves: legality.LastMoves()}
	builder := new(proofgame.Builder)
	opt := j.options
	opt.Stages = func() []legality.Stage {
		stages := legality.StagesWith(builder)
		for _, st := range stages {
			if g, ok := st.(*proofgame.Stage); ok && g.Effort() <= opt.Effort {
				w.games = g
			}
		}
		return stages
	}
	var err error
	w.engine, err = legality.New(opt)
	return w, err
}

// prepare gives the builder the options of the pass and the path that a line holds. Again
// says that the line was given up at effort game before.
func (j *judge) prepare(w *judgeWorker, l *lines.Line, again bool) {
	if w.games == nil {
		return
	}
	w.games.SetPass(j.pass, j.seed)
	w.games.RandomKernel = w.games.RandomKernel || j.random
	w.games.Thorough = w.games.Thorough || again
	goal, err := l.Setup.Position()
	if err != nil {
		return
	}
	path, err := proofgame.ParseSAN(chess.InitialPosition(), l.Words("path"))
	if err == nil && len(path) > 0 {
		w.games.SetPath(goal, path)
	}
}

// setAttempt records in a line how far a try came.
func (j *judge) setAttempt(l *lines.Line, a *proofgame.Attempt) {
	if a.HasKernel {
		l.Set("kernel", strings.Fields(a.Kernel.String())...)
		l.Set("extKernel", strings.Fields(a.Kernel.ExtendedString())...)
	}
	if path := a.Path(); path != nil {
		l.Set("path", strings.Fields(string(proofgame.AppendSAN(nil, a.Start, path)))...)
	}
	l.Set("status", fmt.Sprintf("N=%d", a.Plies))
	if j.options.Effort == verdict.Game {
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
	r.begin = func(pass int) { j.pass, j.last = pass, pass == r.passes-1 }
	return r.run(ctx, in)
}
