package judging

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"sync"

	"chesscensus/chess"
	"chesscensus/chess/notation/forms"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/lines"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/proofkernel/named"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// A lineJudge judges lines of lists. The zero value is ready. Line may be called by many
// goroutines at once, each of which has an engine; the fields may not be changed meanwhile.
type lineJudge struct {
	// Options of the engines. The seed of Games and RandomKernel count for Kernels as well.
	Options legality.Options
	// Retry drops what lines hold of earlier tries, given up or not.
	Retry bool
	// Kernels names a proof kernel and an extended kernel of what stays undecided.
	Kernels bool
	// Note, if not nil, is told what was taken otherwise than written, by many goroutines at once.
	Note func(...string)

	asked   bool      // the lines are arguments, so that somebody asks about each
	last    bool      // no try will follow: what is left is marked as given up
	workers sync.Pool // of *worker
	stop    context.CancelCauseFunc
}

// A result is what became of a line.
type result struct {
	// Line as it was written. Judged is false for comments, for lines that cannot be read,
	// and for those that were decided before; the rest is zero then.
	Line    lines.Line
	Judged  bool
	Verdict verdict.Verdict
	// Attempt is the last try to build a game, if there was one and it failed.
	Attempt *proofgame.Attempt
	// Notes say what was taken otherwise than written.
	Notes []string
}

// A worker is what one goroutine needs.
type worker struct {
	engine    *legality.Engine
	lastMoves *retro.Stage
	namer     named.Namer
}

// worker returns what one goroutine needs.
func (j *lineJudge) worker() (*worker, error) {
	if w, ok := j.workers.Get().(*worker); ok {
		return w, nil
	}
	engine, err := legality.New(j.Options)
	return &worker{engine: engine, lastMoves: legality.LastMoves()}, err
}

// Stoppable runs f until an engine finds a fault in itself, which ends the run with that error.
func (j *lineJudge) Stoppable(ctx context.Context, f func(context.Context) error) error {
	sub, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	j.stop = stop
	err := f(sub)
	if cause := context.Cause(sub); cause != nil && ctx.Err() == nil {
		return cause
	}
	return err
}

// Line judges one line and appends it to dst as [lines.Line.Append] writes it. Comments are
// copied. A line that cannot be read is appended behind "# unreadable: ", and its error is one
// of [cli.Passed]. Other errors are those of the options, of the context, or a fault of the
// engine, which also ends what Stoppable runs.
func (j *lineJudge) Line(ctx context.Context, dst []byte, text string) ([]byte, result, error) {
	var r result
	if strings.HasPrefix(text, "#") {
		return append(dst, text...), r, nil
	}
	read, err := cli.ReadLine(text, j.asked)
	if err != nil {
		return append(append(dst, "# unreadable: "...), strings.ToValidUTF8(text, "?")...), r, cli.Passed(err)
	}
	l := read.Line
	if j.Retry {
		l.Retry()
	}
	if r.Line, r.Notes = l, read.Notes; l.Done() {
		return l.Append(dst), r, nil
	}
	if read.GameMoves != nil && j.Options.Stages == nil {
		err = played(&r, read.GameMoves)
	} else if read.NoTurn {
		err = j.eitherTurn(ctx, &r)
	} else {
		err = j.judge(ctx, &r)
	}
	if err != nil {
		return dst, r, err
	}
	if j.Note != nil {
		j.Note(append(lines.OtherNote(&r.Verdict), r.Notes...)...)
	}
	return r.Line.Append(dst), r, ctx.Err()
}

// played settles the line of a result by the game that its text gives, which two other programs replay.
func played(r *result, game []chess.Move) error {
	var v replay.Verifier
	proof, err := v.Prove(&replay.Game{Moves: game, Goal: goalOf(&r.Line.Setup)})
	if err != nil {
		return err
	}
	r.Judged, r.Verdict = true, verdict.Proven("given game", proof)
	r.Notes = append(r.Notes, "the moves that are given lead to the position, and so prove it legal")
	r.Line.Settle(&r.Verdict)
	return nil
}

// eitherTurn judges the line of a result that does not say who is to move, for White, and for Black unless there is a game then. The answer is for the side
// for which it is the better one.
func (j *lineJudge) eitherTurn(ctx context.Context, r *result) error {
	r.Line.Setup.Turn = chess.White
	r.Line.FEN = r.Line.Setup.String() + " 0 1"
	black := *r
	black.Line.Setup.Turn = chess.Black
	black.Line.FEN = black.Line.Setup.String() + " 0 1"
	if err := j.judge(ctx, r); err != nil {
		return err
	}
	if r.Verdict.Outcome == verdict.Legal {
		r.Notes = append(forms.WithoutTurn(r.Notes), "the side to move is not given: the answer is for White")
		return nil
	}
	if err := j.judge(ctx, &black); err != nil {
		return err
	}
	side := "White"
	if o := black.Verdict.Outcome; o == verdict.Legal || o == verdict.Unknown && r.Verdict.Outcome == verdict.Illegal {
		*r, side = black, "Black"
	}
	r.Notes = append(forms.WithoutTurn(r.Notes), "the side to move is not given: both were judged, the answer is for "+side)
	return nil
}

// judge judges the line of a result.
func (j *lineJudge) judge(ctx context.Context, r *result) error {
	w, err := j.worker()
	if err != nil {
		return err
	}
	defer j.workers.Put(w)
	l := &r.Line
	v := w.engine.Judge(ctx, l.Setup)
	if err := w.engine.Err(); err != nil {
		if j.stop != nil {
			j.stop(err)
		}
		return err
	}
	r.Judged, r.Verdict = true, v
	l.Settle(&v)
	if v.Decided() {
		return nil
	}
	if r.Attempt, _ = v.Attempt.(*proofgame.Attempt); r.Attempt != nil && ctx.Err() == nil {
		j.setAttempt(l, r.Attempt)
	}
	if j.Kernels && v.Stop != verdict.Memory && (!l.Has("extKernel") || j.Options.Games.RandomKernel) {
		j.nameKernel(ctx, w, l)
	}
	return nil
}

// setAttempt records in a line how far a try came.
func (j *lineJudge) setAttempt(l *lines.Line, a *proofgame.Attempt) {
	if a.HasKernel {
		l.Set("kernel", strings.Fields(a.Kernel.String())...)
		l.Set("extKernel", strings.Fields(a.Kernel.ExtendedString())...)
	}
	if path := a.Path(); path != nil {
		l.Set("path", strings.Fields(string(a.Start.AppendSANs(nil, path, chess.CompactSAN)))...)
	}
	l.Set("status", fmt.Sprintf("N=%d", a.Plies))
	if j.Options.Effort >= verdict.Game {
		l.Set("info", strings.Fields(a.Info())...)
		if j.last {
			l.Set("fail")
		}
	}
}

// nameKernel gives the line a kernel and an extended kernel, as texelutil does: of
// the goal before the forced last moves. Without one in time the line stays as it is.
func (j *lineJudge) nameKernel(ctx context.Context, w *worker, l *lines.Line) {
	chain := w.lastMoves.Forced(ctx, l.Setup, verdict.Budget{})
	var rnd rand.Source
	if j.Options.Games.RandomKernel {
		// The kernel depends on the seed and the position alone, not on the worker.
		h := fnv.New64a()
		h.Write([]byte(l.FEN))
		rnd = rand.NewPCG(j.Options.Games.Seed, h.Sum64())
	}
	if k, err := w.namer.Name(ctx, chain.Goal, rnd); err == nil {
		l.Set("kernel", strings.Fields(k.String())...)
		l.Set("extKernel", strings.Fields(k.ExtendedString())...)
	}
}
