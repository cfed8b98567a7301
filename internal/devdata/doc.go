// Package devdata reads the development files for tests: rows of known answers, made
// with the reference programs, in tab-separated columns that the first line of each file
// names.
//
// The files are kept outside the repository, in ../shared/data beside its root. A test
// that needs one asks [Path], and is skipped with a reason where the folder is missing;
// one that can do with a part kept in its own testdata asks [Either]. What these
// return, and any file of the same format, is read by [Rows], or row by row with names
// by [Candidates] and [Listings].
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
)
