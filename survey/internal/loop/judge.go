package loop

import (
	"context"
	"fmt"
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
)

// A Judgement is the result of a phase for a draw.
type Judgement struct {
	// Outcome is how the draw is counted: Out if it is refuted, In if it is proven legal, Open if it is not decided.
	Outcome stats.Outcome
	// Label is the reason.
	Label Label
	// Verdict is that of the engine, nil if no engine judged the draw. It is valid until the next judgement.
	Verdict *verdict.Verdict
}

// A Judge decides draws, for one goroutine at a time.
type Judge interface {
	// Judge judges a draw. It may give the draw another weight, never another setup. An error, such as that two
	// stages contradict each other, ends the survey.
	Judge(ctx context.Context, d *sampler.Draw) (Judgement, error)
}

// A JudgeFunc is a function as a judge.
type JudgeFunc func(context.Context, *sampler.Draw) (Judgement, error)

// Judge calls the function.
func (f JudgeFunc) Judge(ctx context.Context, d *sampler.Draw) (Judgement, error) { return f(ctx, d) }

// Engine returns a judge that asks an engine, whatever the weight of the draw.
func Engine(e *legality.Engine) Judge {
	v := new(verdict.Verdict) // that of the last judgement
	return JudgeFunc(func(ctx context.Context, d *sampler.Draw) (Judgement, error) {
		*v = e.Judge(ctx, d.Setup)
		return JudgementOf(v), e.Err()
	})
}

// OutcomeJudge returns a judge that calls a function. Its refutations have the label [Filtered], because no theorem supports them.
// If the function panics, the error names the setup.
func OutcomeJudge(f func(chess.Setup) verdict.Outcome) Judge {
	return JudgeFunc(func(_ context.Context, d *sampler.Draw) (j Judgement, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("the judge panics at %s: %.200v", d.Setup, p)
			}
		}()
		switch v := (verdict.Verdict{Outcome: f(d.Setup)}); v.Outcome {
		case verdict.Illegal:
			return Judgement{Label: Filtered}, nil
		case verdict.Legal, verdict.Unknown:
			return JudgementOf(&v), nil
		default:
			return j, fmt.Errorf("the judge says %d of %s, want Legal, Illegal or Unknown", v.Outcome, d.Setup)
		}
	})
}

// SkipWeightless returns a judge that leaves draws of weight 0, which contribute nothing, unjudged: they are Out with
// label [Filtered].
func SkipWeightless(j Judge) Judge {
	return JudgeFunc(func(ctx context.Context, d *sampler.Draw) (Judgement, error) {
		if d.Weight == 0 {
			return Judgement{Label: Filtered}, nil
		}
		return j.Judge(ctx, d)
	})
}

// JudgementOf returns the judgement for a verdict: Out for Illegal, In for Legal, Open for Unknown.
func JudgementOf(v *verdict.Verdict) Judgement {
	j := Judgement{Outcome: stats.Open, Label: Unknown, Verdict: v}
	switch {
	case v.Outcome == verdict.Illegal:
		j.Outcome, j.Label = stats.Out, Refuted(v.Reasons)
	case v.Outcome == verdict.Legal:
		j.Outcome, j.Label = stats.In, Legal
	case v.Stop != verdict.Complete:
		j.Label = GaveUp
	}
	return j
}

// A Label is the reason for the outcome of a draw. The label of a refutation is the number of the bit of its first
// reason, below 64; the labels of other outcomes follow from 64 on.
type Label uint8

// Labels of draws that no reason refutes.
const (
	Unknown  Label = 64 + iota // no stage has decided
	GaveUp                     // no stage has decided, and one ran out of its budget
	Legal                      // a game was found
	Filtered                   // refuted without a reason that is counted
	Labels   = int(Filtered) + 1
)

// Names of the labels that are no reasons.
const (
	UnknownName  = "Unknown"
	GaveUpName   = "GaveUp"
	LegalName    = "Legal"
	filteredName = "Filtered"
)

// Refuted returns the label of the first of some reasons, at least one.
func Refuted(r verdict.Reason) Label { return Label(bits.TrailingZeros64(uint64(r)) & 63) }

// String returns the name: that of the reason, such as "NoProofKernel", or "Unknown", "GaveUp", "Legal", "Filtered".
func (l Label) String() string {
	switch l {
	case Unknown:
		return UnknownName
	case GaveUp:
		return GaveUpName
	case Legal:
		return LegalName
	case Filtered:
		return filteredName
	}
	return verdict.Reason(1 << l).String()
}

// Text returns the meaning of the label in words, "" for Filtered.
func (l Label) Text() string {
	switch l {
	case Unknown:
		return "not refuted"
	case GaveUp:
		return "undecided, as a stage ran out of its budget"
	case Legal:
		return "proven legal by a game"
	case Filtered:
		return ""
	}
	return verdict.Reason(1 << l).Text()
}
