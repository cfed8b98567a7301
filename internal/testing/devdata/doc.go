// Package devdata holds the known answers that tests compare with: facts, made with the
// reference programs or published, in tab-separated columns that the first line of each
// file names together with its origin.
//
// The files lie compressed in data and are part of the test binary, so that a clone with
// nothing beside it runs every test; gzip -dc data/NAME.gz shows one. They are read by
// [Rows], or row by row with names by [Candidates] and [Listings]. [AtMost] takes a small
// part of a file that still holds every kind of row.
//
// To replace or add a file: gzip -9 -n it into data, and name it below.
package devdata

// Names of the files.
const (
	// Known holds candidates of the ranked set whose truth is known: columns FEN, legal or
	// illegal, reason, forced captures.
	Known = "candidates-dev.tsv"
	// Fresh holds candidates with the reference's verdict: columns FEN, illegal or unknown,
	// reason. Unknown means that an extended kernel exists.
	Fresh = "fresh-dev.tsv"
	// Unmoves holds what texelutil revmoves lists: columns source, FEN, number, unmoves.
	Unmoves = "revmoves-dev.tsv"
	// Kernels holds what texelutil proofkernel lists, see [Listing].
	Kernels = "kernels-dev.tsv"
	// Prefilter holds uniform draws of the ranked set: columns FEN, category.
	Prefilter = "prefilter-dev.tsv"
	// RankedPairs holds the same draws: columns rank, FEN.
	RankedPairs = "ranked-pairs-dev.tsv"
	// RankedCases holds such draws of every case of the ranked set, its ends and examples:
	// columns rank, FEN, multiplicity if it differs from the published one.
	RankedCases = "ranked-cases.tsv"
	// Disputed holds positions that problemists' programs for retrograde analysis call
	// illegal and that this program left unknown on 2026-11-22: columns FEN of four fields,
	// illegal; or legal, for the one to which a game was found since. The programs err now
	// and then, so a row is a question and not an answer.
	Disputed = "illegal-unknown-dev.tsv"
	// Open holds legal positions to which the first pass at effort game found no game on
	// 2026-11-22: columns FEN of four fields, how it is known. None may be refuted.
	Open = "open-first-pass-dev.tsv"
	// KernelMembers holds setups of the space kernel that its tables lacked before 2026-11-26: columns FEN, stratum,
	// legal (a game leads to it) or illegal.
	KernelMembers = "kernel-members-dev.tsv"
)
