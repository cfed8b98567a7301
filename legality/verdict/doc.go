// Package verdict has the types by which the legality engine and its stages communicate: the arguments ([Effort],
// [Budget]) and the result ([Verdict]) of judging. It decides nothing itself.
//
// The contract of every verdict:
//
//   - [Illegal] is a theorem: no sequence of legal moves leads from the initial
//     position to the setup. It names at least one [Reason].
//   - [Legal] holds a [Certificate] that a verifier can recheck without the stage
//     that found it.
//   - [Unknown] is everything else, running out of budget included; [Stop] says
//     why. It is the zero value and never a guess.
//
// All types are plain values that may be copied, compared where Go allows, and used by many goroutines.
package verdict
