// Package devdata has the known answers that tests compare with, computed by the reference
// programs or published. A file has tab-separated columns; its first line names the columns
// and the origin.
//
// The files are compressed in the folder data and embedded in the test binary, so that a
// clone can run every test without other files; gzip -dc data/NAME.gz shows one. [Rows] reads
// a file, [Candidates] and [Listings] read one into structs. [AtMost] returns a small part of
// the rows with all kinds.
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
	// Unmoves holds the output of texelutil revmoves: columns source, FEN, number, unmoves.
	Unmoves = "revmoves-dev.tsv"
	// Kernels holds the output of texelutil proofkernel, see [Listing].
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
	// illegal; or legal, for the one to which a game was found since. These programs make
	// errors now and then, so a row is no proof.
	Disputed = "illegal-unknown-dev.tsv"
	// Open holds legal positions to which the first pass at effort game found no game on
	// 2026-11-22: columns FEN of four fields, source of its legality. None may be refuted.
	Open = "open-first-pass-dev.tsv"
	// KernelMembers holds setups of the space kernel that its tables lacked before 2026-11-26: columns FEN, stratum,
	// legal (a game leads to it) or illegal.
	KernelMembers = "kernel-members-dev.tsv"
)
