// Package verdict is the vocabulary of judging: what a stage of the legality
// engine is asked with ([Effort], [Budget]) and what it answers ([Verdict]). It
// decides nothing itself.
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
// All types are plain values that may be copied, compared where Go allows, and used
// by many goroutines.
package verdict
