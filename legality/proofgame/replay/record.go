package replay

import (
	"fmt"
)

// StageName is the stage that records of proof games name.
const StageName = "proofgame"

// A Record is a proof game that can be rechecked, as a line of JSON in the style of
// package certificate, whose records are refutations.
type Record struct {
	// FEN is the position proven legal, in its first four fields.
	FEN string `json:"fen"`
	// Stage is StageName.
	Stage string `json:"stage"`
	// Rules that the game keeps.
	Rules Rules `json:"rules,omitempty"`
	// Proof is the game, from the initial position, in short algebraic notation.
	Proof string `json:"proof"`
}

// Check rechecks a record by both programs and the rules that it names, or those of the
// verifier if they are stricter. The error is that of [Verifier.Verify].
func (v *Verifier) Check(r *Record) error {
	if r.Stage != StageName {
		return fmt.Errorf("replay: stage %.40q, want %s", r.Stage, StageName)
	}
	defer func(rules Rules) { v.Rules = rules }(v.Rules)
	v.Rules = max(v.Rules, r.Rules)
	return v.VerifyText("", 0, r.Proof, r.FEN)
}
