package verdict

import (
	"fmt"
	"strings"
)

// A Verdict is the result of a stage, or of the whole engine, for one setup. The zero value is
// Unknown, from no stage.
type Verdict struct {
	Outcome Outcome `json:"outcome"`
	// Reasons are theorems that refute the setup: at least one if it is Illegal, and none
	// otherwise. Usually it is the first that was found, not all.
	Reasons Reason `json:"reasons,omitempty"`
	// Stage is the name of the stage that decided or gave up.
	Stage string `json:"stage,omitempty"`
	Stop  Stop   `json:"stop,omitempty"`
	// Evidence is that of the first of the Reasons.
	Evidence Evidence `json:"evidence,omitzero"`
	// Certificate is never nil for Legal. For Illegal it is set by stages whose
	// refutation can be written out and rechecked.
	Certificate Certificate `json:"-"`
	Cost        Cost        `json:"cost,omitzero"`
	// Attempt describes the attempt of a stage that builds games, in a type of that stage. It is nil from other stages and if an
	// earlier stage decided.
	Attempt any `json:"-"`
	// Fault is the error that a stage has found in itself, with Stop [Contradiction].
	Fault error `json:"-"`
}

// A Certificate is a proof that a small separate verifier can recheck, such as a proof game. Stages define their
// own types; callers switch on the type or store Kind and String.
type Certificate interface {
	// Kind returns the name of the format, such as "proof game".
	Kind() string
	// String returns the text for the verifier of this kind.
	String() string
}

// ProofGame is the certificate of a legal position: moves in short algebraic notation without numbers, separated by
// blanks, that lead to it from the initial position. The initial position itself has the empty game.
type ProofGame string

// Kind returns "proof game".
func (g ProofGame) Kind() string { return "proof game" }

// String returns the moves.
func (g ProofGame) String() string { return string(g) }

// Refuted returns the verdict Illegal of a stage. It panics if there is no reason.
func Refuted(stage string, r Reason, e Evidence) Verdict {
	if r == 0 {
		panic("verdict: illegal without a reason")
	}
	return Verdict{Outcome: Illegal, Reasons: r, Stage: stage, Evidence: e}
}

// Proven returns the verdict Legal of a stage. It panics if c is nil.
func Proven(stage string, c Certificate) Verdict {
	if c == nil {
		panic("verdict: legal without a certificate")
	}
	return Verdict{Outcome: Legal, Stage: stage, Certificate: c}
}

// GaveUp returns the verdict Unknown of a stage that stopped for the given cause.
func GaveUp(stage string, s Stop) Verdict { return Verdict{Stage: stage, Stop: s} }

// Faulty returns the verdict Unknown of a stage that has found an error in itself. It panics if the error is nil.
func Faulty(stage string, fault error) Verdict {
	if fault == nil {
		panic("verdict: contradiction without an error")
	}
	return Verdict{Stage: stage, Stop: Contradiction, Fault: fault}
}

// Decided reports whether the outcome is not Unknown.
func (v *Verdict) Decided() bool { return v.Outcome != Unknown }

// String returns the outcome and its reason in words, such as
//
//	illegal: more than two men give check (a1 b4 h8)
func (v Verdict) String() string {
	switch v.Outcome {
	case Illegal:
		s := "illegal: " + v.Reasons.Text()
		if e := v.Evidence.String(); e != "" {
			s += " (" + e + ")"
		}
		return s
	case Legal:
		if v.Certificate == nil {
			return "legal"
		}
		return strings.TrimRight("legal: "+v.Certificate.Kind()+": "+v.Certificate.String(), ": ")
	}
	if v.Stop != Complete {
		return fmt.Sprintf("unknown: %s in stage %s", v.Stop, v.Stage)
	}
	return v.Outcome.String()
}
