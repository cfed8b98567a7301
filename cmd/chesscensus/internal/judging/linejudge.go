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

// A lineJudge judges lines of lists. The zero value is ready to use. Several goroutines may call Line at
// once, each with an engine of its own; the fields must not change meanwhile.
type lineJudge struct {
	// Options of the engines. The seed of Games and RandomKernel count for Kernels as well.
	Options legality.Options
	// Retry ignores the results of earlier attempts in the lines.
	Retry bool
	// Kernels adds a proof kernel and an extended kernel to undecided lines.
	Kernels bool
	// OnNotes, if not nil, is called with the corrections of each line, by several goroutines at once.
	OnNotes func(...string)

	isQuery    bool      // the lines are arguments, see [cli.ReadLine]
	isLastPass bool      // no attempt will follow, so undecided lines are marked as given up
	workers    sync.Pool // of *worker
	stop       context.CancelCauseFunc
}

// A result is a judged line.
type result struct {
	// Line is the line with its new groups. Judged is false for comments, for lines that cannot be parsed,
	// and for lines that were decided before; Verdict is then zero.
	Line    lines.Line
	Judged  bool
	Verdict verdict.Verdict
	// Attempt is the last attempt to construct a game, if it failed.
	Attempt *proofgame.Attempt
	// Notes are the corrections of the input.
	Notes []string
}

// A worker holds the engine and other tools of one goroutine.
type worker struct {
	engine    *legality.Engine
	lastMoves *retro.Stage
	namer     named.Namer
}

// worker returns an idle worker or a new one.
func (j *lineJudge) worker() (*worker, error) {
	if w, ok := j.workers.Get().(*worker); ok {
		return w, nil
	}
	engine, err := legality.New(j.Options)
	return &worker{engine: engine, lastMoves: legality.LastMoves()}, err
}

// Stoppable runs f until it ends or an engine finds a fault in itself. The fault is then the error.
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

// Line judges one line and appends it to dst as [lines.Line.Append] writes it. It copies comments. It appends a line that cannot be
// parsed behind "# unreadable: ", with an error marked by [cli.Passed]. Other errors are those of the options or of the context, or
// a fault of the engine, which also ends the function that Stoppable runs.
func (j *lineJudge) Line(ctx context.Context, dst []byte, text string) (out []byte, r result, err error) {
	if strings.HasPrefix(text, "#") {
		return append(dst, text...), r, nil
	}
	parsed, err := cli.ReadLine(text, j.isQuery)
	if err != nil {
		return append(append(dst, "# unreadable: "...), strings.ToValidUTF8(text, "?")...), r, cli.Passed(err)
	}
	l := parsed.Line
	if j.Retry {
		l.Retry()
	}
	if r.Line, r.Notes = l, parsed.Notes; l.Done() {
		return l.Append(dst), r, nil
	}
	if parsed.GameMoves != nil && j.Options.Stages == nil {
		err = settleByGame(&r, parsed.GameMoves)
	} else if parsed.NoTurn {
		err = j.judgeEitherTurn(ctx, &r)
	} else {
		err = j.judgeResult(ctx, &r)
	}
	if err != nil {
		return dst, r, err
	}
	if j.OnNotes != nil {
		j.OnNotes(append(lines.OtherNote(&r.Verdict), r.Notes...)...)
	}
	return r.Line.Append(dst), r, ctx.Err()
}

// settleByGame proves the position of a line legal by the game in the text of the line, which two other programs replay.
func settleByGame(r *result, game []chess.Move) error {
	var v replay.Verifier
	proof, err := v.Prove(&replay.Game{Moves: game, Goal: goalPosition(&r.Line.Setup)})
	if err != nil {
		return err
	}
	r.Judged, r.Verdict = true, verdict.Proven("given game", proof)
	r.Notes = append(r.Notes, "the moves that are given lead to the position, and so prove it legal")
	r.Line.Settle(&r.Verdict)
	return nil
}

// judgeEitherTurn judges a line that does not say who is to move: with White to move, and unless that is legal with Black to move.
// It keeps the result for Black if that is legal, or undecided where White to move is illegal.
func (j *lineJudge) judgeEitherTurn(ctx context.Context, r *result) error {
	r.Line.Setup.Turn = chess.White
	r.Line.FEN = r.Line.Setup.String() + " 0 1"
	black := *r
	black.Line.Setup.Turn = chess.Black
	black.Line.FEN = black.Line.Setup.String() + " 0 1"
	if err := j.judgeResult(ctx, r); err != nil {
		return err
	}
	if r.Verdict.Outcome == verdict.Legal {
		r.Notes = append(forms.WithoutTurn(r.Notes), "the side to move is not given: the answer is for White")
		return nil
	}
	if err := j.judgeResult(ctx, &black); err != nil {
		return err
	}
	side := "White"
	if o := black.Verdict.Outcome; o == verdict.Legal || o == verdict.Unknown && r.Verdict.Outcome == verdict.Illegal {
		*r, side = black, "Black"
	}
	r.Notes = append(forms.WithoutTurn(r.Notes), "the side to move is not given: both were judged, the answer is for "+side)
	return nil
}

// judgeResult judges the position of a result and sets its verdict and groups.
func (j *lineJudge) judgeResult(ctx context.Context, r *result) error {
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

// setAttempt adds groups about a failed attempt to a line: its kernel, its path, its cost and the closest line.
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
		if j.isLastPass {
			l.Set("fail")
		}
	}
}

// nameKernel adds a kernel and an extended kernel to a line. As in texelutil they lead to
// the position before the forced last moves. If none is found in time the line does not change.
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
