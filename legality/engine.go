package legality

import (
	"context"
	"fmt"
	"slices"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
)

// Options of an [Engine] select the methods and their budgets. The zero value is one pass at
// [DefaultEffort] with the budgets that the stages document.
type Options struct {
	// Effort selects the stages: all whose own effort is not higher. The zero value, Unset, means [DefaultEffort]
	// or, if Stages is set, the highest effort of these stages that is not above it.
	Effort verdict.Effort
	// Budget is the budget of every stage; a zero field means the stage's default. Its Pass
	// is the number of the first pass.
	Budget verdict.Budget
	// Passes is the number of passes over an undecided setup, each with twice the nodes of
	// the one before; see [verdict.Budget]. 0 means [DefaultPasses] at effort exhaustive and
	// otherwise one. Only stages above effort kernel judge in later passes.
	Passes int
	// Games are the options of the stages that build games.
	Games proofgame.Options
	// CrossCheck runs every stage of a pass on every setup, also after one has decided, and
	// stops the engine for good when one returns Legal and another Illegal.
	CrossCheck bool
	// Stages returns new instances of the stages, cheapest first; nil means [StagesWith] Games.
	Stages func() []Stage
}

// DefaultPasses is the number of passes at effort exhaustive: the last has 32 times the nodes of the first.
const DefaultPasses = 6

// An EffortError is the error of an effort for which the build has no stage.
type EffortError struct {
	Effort    verdict.Effort
	Available []verdict.Effort // in ascending order
}

// Error returns a message with the effort and the available ones.
func (e *EffortError) Error() string {
	return fmt.Sprintf("legality: effort %s is not available in this build, only %v", e.Effort, e.Available)
}

// A ContradictionError is the error of two stages that contradict each other. At least one has
// an error, and no verdict of either can be trusted.
type ContradictionError struct {
	Setup          chess.Setup
	Legal, Illegal verdict.Verdict
}

// Error returns a message with the setup, both stages, and both certificates in full.
func (e *ContradictionError) Error() string {
	s := fmt.Sprintf("legality: stages contradict each other about %s\n%s says %s\n%s says %s",
		e.Setup, e.Legal.Stage, e.Legal, e.Illegal.Stage, e.Illegal)
	if c := e.Illegal.Certificate; c != nil {
		s += "\n" + c.Kind() + ": " + c.String()
	}
	return s
}

// Efforts returns the efforts of the stages in ascending order, and with game also exhaustive, which is the same
// stages in several passes. [New] refuses other efforts, which would silently be lower ones.
func Efforts(stages []Stage) []verdict.Effort {
	var levels []verdict.Effort
	for _, st := range stages {
		levels = append(levels, st.Effort())
	}
	if slices.Contains(levels, verdict.Game) {
		levels = append(levels, verdict.Exhaustive)
	}
	slices.Sort(levels)
	return slices.Compact(levels)
}

// An Engine judges setups by calling stages, cheapest first, until one decides.
//
// An engine is for one goroutine at a time, since stages keep scratch space: make one for every worker, with equal
// options. The verdicts are the same whichever engine judges.
type Engine struct {
	stages []Stage
	opt    Options
	err    error
	memory memory
}

// New returns an engine. It fails with an [*EffortError] if no stage of the build joins at the effort asked for.
func New(opt Options) (*Engine, error) {
	if opt.Stages == nil {
		opt.Stages = func() []Stage {
			if opt.CrossCheck { // search games also for setups that cages refute
				return makeStages(opt.Games)
			}
			return StagesWith(opt.Games)
		}
	}
	stages := opt.Stages()
	available := Efforts(stages)
	if opt.Effort == verdict.Unset {
		opt.Effort = highestUpToKernel(available)
	}
	if !slices.Contains(available, opt.Effort) {
		return nil, &EffortError{opt.Effort, available}
	}
	if opt.Passes <= 0 {
		opt.Passes = 1
		if opt.Effort == verdict.Exhaustive {
			opt.Passes = DefaultPasses
		}
	}
	if opt.Effort <= verdict.Kernel {
		opt.Passes = 1 // all passes are alike
	}
	e := &Engine{opt: opt}
	for _, st := range stages {
		if st.Effort() <= opt.Effort {
			e.stages = append(e.stages, st)
		}
	}
	return e, nil
}

// highestUpToKernel returns the highest of the levels that is not above kernel.
func highestUpToKernel(levels []verdict.Effort) (effort verdict.Effort) {
	for _, l := range levels {
		if l <= verdict.Kernel {
			effort = l
		}
	}
	return effort
}

// Effort returns the effort of the engine.
func (e *Engine) Effort() verdict.Effort { return e.opt.Effort }

// Stages returns the names of the stages that take part, in order.
func (e *Engine) Stages() []string {
	var names []string
	for _, st := range e.stages {
		names = append(names, st.Name())
	}
	return names
}

// Err returns the error that has stopped the engine for good, or nil: a [*ContradictionError], or the error that a
// stage found in itself, such as a proof game that another program refuses to replay.
func (e *Engine) Err() error { return e.err }

// Judge returns the verdict on any setup. An invalid setup is Illegal with the rule that it
// violates. Judge returns the verdict of the first stage that decides, with the cost of all
// stages called. If none decides, the verdict is Unknown, with the last Attempt at a game. If
// limits stopped stages in the last pass, Stage and Stop are those of the first of them.
//
// When the context is done, no further stage is called, and stages end early. When the
// memory limit of the Go runtime is close, only static stages are called, see the package
// documentation. After a contradiction every verdict is Unknown with Stop Contradiction, so
// that a run that does not check [Engine.Err] counts nothing as decided.
//
// Judge allocates nothing at effort static.
func (e *Engine) Judge(ctx context.Context, s chess.Setup) verdict.Verdict {
	if e.err != nil {
		return verdict.Verdict{Stop: verdict.Contradiction}
	}
	budget := e.opt.Budget
	var cost verdict.Cost
	for pass := 1; ; pass++ {
		v := e.pass(ctx, s, &budget, pass == 1)
		cost = cost.Add(v.Cost)
		v.Cost = cost
		if v.Decided() || pass == e.opt.Passes || v.Stop > verdict.TimeLimit {
			return v
		}
		budget.Pass++
	}
}

// pass makes one pass: it calls the stages above effort kernel, or all stages, until one decides.
func (e *Engine) pass(ctx context.Context, s chess.Setup, budget *verdict.Budget, all bool) verdict.Verdict {
	var first verdict.Verdict   // the first that is decided
	var stopped verdict.Verdict // that of the first stage that a limit stopped
	stopAt := func(st Stage, stop verdict.Stop) {
		if stop != verdict.Complete && stopped.Stop == verdict.Complete {
			stopped = verdict.GaveUp(st.Name(), stop)
		}
	}
	var attempt any
	var cost verdict.Cost
	memoryChecked := false
	for _, st := range e.stages {
		if !all && st.Effort() <= verdict.Kernel {
			continue
		}
		if st.Effort() > verdict.Static {
			if ctx.Err() != nil {
				stopAt(st, verdict.Canceled)
				break
			}
			if !memoryChecked && !e.memory.enough(e.stages) {
				stopAt(st, verdict.Memory)
				break
			}
			memoryChecked = true
		}
		v, decided := e.ask(ctx, st, s, budget)
		cost = cost.Add(v.Cost)
		if v.Attempt != nil {
			attempt = v.Attempt
		}
		switch {
		case v.Stop == verdict.Contradiction:
			if e.err = v.Fault; e.err == nil {
				e.err = fmt.Errorf("legality: stage %s found an error in itself and does not say which", st.Name())
			}
			return verdict.Faulty(st.Name(), e.err)
		case !decided:
			stopAt(st, v.Stop)
			continue
		case !first.Decided():
			first = v
		case first.Outcome != v.Outcome:
			return e.contradict(s, first, v)
		}
		if !e.opt.CrossCheck {
			break
		}
	}
	if !first.Decided() {
		first = stopped
	}
	first.Cost, first.Attempt = cost, attempt
	return first
}

// ask returns the verdict of one stage, with its time. It panics if the stage breaks its contract.
func (e *Engine) ask(ctx context.Context, st Stage, s chess.Setup, budget *verdict.Budget) (verdict.Verdict, bool) {
	static := st.Effort() == verdict.Static
	var start time.Time
	if !static {
		start = time.Now()
	}
	v, decided := st.Judge(ctx, s, *budget)
	if !static {
		v.Cost.Time = time.Since(start)
	}
	if !decided {
		return v, false
	}
	if v.Outcome == verdict.Illegal && v.Reasons == 0 || v.Outcome == verdict.Legal && v.Certificate == nil ||
		!v.Decided() {
		panic("legality: stage decided without reason or certificate")
	}
	return v, true
}

// contradict stops the engine with the error of two contradicting verdicts.
func (e *Engine) contradict(s chess.Setup, v, w verdict.Verdict) verdict.Verdict {
	if v.Outcome == verdict.Illegal {
		v, w = w, v
	}
	e.err = &ContradictionError{Setup: s, Legal: v, Illegal: w}
	return verdict.Verdict{Stop: verdict.Contradiction}
}
