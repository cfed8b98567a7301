// Package proofkernel decides whether a setup has a proof kernel and an extended proof kernel from the initial position. A proof
// kernel is the captures and promotions that turn the initial men and columns of pawns into those of the goal. An extended one
// also has rows for these pawns, so that none goes back or jumps. A setup that lacks one of them is illegal. The goal is the
// setup that is judged. No sequence of captures is ever searched: what happens is enumerated file by file, and the orders of
// different files always fit together.
//
// This is a hard engine. Read the question and the method below first, then the files in the order given under Files.
// [Solver.Exists] is the entry point, [Stage] makes verdicts of it, a [Class] is a set of kernels that was found. Nineteen lemmas
// at the end (proofs.go, proofsrows.go, proofshome.go) prove that a refutation is sound. Each has a setup that it refutes and a
// neighbor with a game. Terms are defined where they are first used.
//
// # The question
//
// The pawns of a file form a column, ordered from row 1 up; all files start with a white pawn below a black one. A kernel is a
// sequence of captures
//
//	A  a pawn takes a pawn on a neighboring file, and takes its place in the column
//	B  a pawn takes an officer on a neighboring file, and is inserted anywhere
//	C  an officer takes a pawn
//	D  the outermost pawn of a column takes an officer and promotes
//	E  an officer takes an officer
//
// and of promotions, such that the columns and the numbers of all men come out right, bishops apart by the color of their
// squares. An extended kernel is one for which there are rows: each capture of a pawn goes one row forward, pawns only advance,
// the order of each column holds, a bishop is taken on its color, and the goal is not passed.
//
// # The method
//
// Look at one file alone. What it sees of the rest are two boundary words: the pawns that cross its left and its right boundary,
// in order. A file table answers: given the goal column and the word on the left, which words on the right are possible, and at
// which cost (captures and pawns lost, by color)? The file on the left of a boundary pays for its crossings.
//
// For example, let White's a-pawn take a man on the b-file, pass Black's a-pawn there, and take another on the a-file. The word
// between the two files is: white to the right, white to the left. The a-file pays two white captures.
//
// A chain is eight entries of such tables, with equal words at each boundary and empty words at both ends. If a kernel exists, so
// does a chain that costs no more than the men that are missing and the pawns that can be spared (Lemma 8). The search for a
// chain is depth first, for a growing number of captures in all, since most setups need few. It remembers failures.
//
// The search for the extended kernel goes through all histories of a file behind each table entry, with one growing system of
// constraints for the rows (rows.go). Rows depend on the order within the files only. So a class, one history for each file such
// that neighbors agree on the words, is feasible or not as a whole (Lemma 10).
//
// A new constraint on rows belongs in extension.finishFile if it concerns one file, and in extension.assignColor, like
// constrainHomeCaptures, if it concerns the whole class. Each needs its lemma.
//
// # Reading a refutation
//
// The evidence of a verdict is one of these sentences. Below each stand the lemma that it rests on, whose neighbor shows what
// such a setup lacks, and what to try to make the setup legal.
//
//	a bishop between pawns that have never moved, which did not start there
//	    Lemma 6: one of the two pawns gone or advanced
//	more bishops were taken at home ... than men are missing
//	    Lemma 6: another man missing, or the bishop on the board
//	White needs at least N promotions and lacks M pawns
//	    Lemma 4: fewer officers beyond those of the start, or fewer pawns
//	... N man of White fell at home, shut in by men that never moved
//	    Lemma 19: a pawn, or a bishop, that let it out
//	a bishop ... must have promoted there, and no pawn can
//	    Lemma 6: a file of the right color that an enemy pawn can have left
//	the white pawns need at least N captures to change files, and White has made M
//	    Lemma 9a: another black man missing
//	the pawn columns of FILES need at least N captures, and both sides ... made M
//	    Lemma 9b: another man missing, or one of these files untouched
//	N captures by White and M by Black cannot make the pawn columns ... in any order
//	    Lemmas 8, 16: another man missing on the side that has to pass
//	... but promoting pawns would have to take bishops on the wrong color
//	    Lemma 11: a missing man that is no bishop, or one of the other color
//	... but never on these rows
//	    Lemma 10: a pawn that captured on a row further on
//	... but not past bishops that still stood at home
//	    Lemmas 17, 18: a pawn beside the bishop's home advanced
//	... but not with the missing bishops taken on their color
//	    Lemma 11: the other bishop missing instead
//	White needs N promotions, M of them by captures, and ... do not make way for so many
//	    Lemma 15: another man missing, or a file where a pawn can step to a square of the color
//
// For example, rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq - has the evidence "1 capture by White and 0 by Black cannot
// make the pawn columns of file a in any order". White's pawn stands beyond Black's on one file, so it has left the file and come
// back: two captures, but one black man is missing. Take another black man away and the setup is legal: in the neighbor of
// Lemma 1 it is the knight b8.
//
// # Where an acceptance says less
//
// [Has] means not refuted, and mostly that there is an extended kernel. The exchange of victims in Lemma 4 needs original
// officers to take. Spare pawns that are not taken promote beyond need; their number must not exceed the sum over queen, rook and
// knight of min(start, goal), less rooks kept for castling. [Class.Exact] says whether this holds. It fails with few men, and
// then the setup is passed on, never refuted. Some facts are not modeled, and so are never a reason to refute: squares that are
// never empty for other reasons than those of Lemmas 6, 7 and 18, a rook or queen promoted beside a king that may not move where
// Lemma 16 does not hold, checks, ways of officers other than those of Lemma 17, and last moves.
//
// # Budgets
//
// Work is counted in states, in the same way whether a table was built or existed, so that result and cost depend on setup and
// budget alone. The tables are released all at once, between two setups, when they have grown large.
//
// Measured on 3230 candidates, one core of a shared machine, extended kernel included: mean 0.006 ms, median 0.004, 99% 0.04,
// worst 0.35 with existing tables (0.007, 0.004, 0.06 and 0.7 without), 140 states. The worst setups are artificial: seven or
// eight pawns a side and eight captures take up to the whole default budget, 0.4 s. See bench_test.go.
//
// # Files, in reading order
//
//	column.go    ordered pawns of a file
//	word.go      boundary words
//	goal.go      what is read from a setup: columns, counts, promotions, locks
//	chain.go     the chain of files and its bounds: is there a kernel
//	table.go     all histories of one file, up to what matters outside
//	solver.go    Solver, budget, the tables kept
//	extend.go    classes: is there an extended kernel
//	history.go   histories of one file with rows
//	possible.go  which histories can end well, rows aside
//	rows.go      the constraints
//	takenbishops.go bishops among the officers that pawns take (Lemma 11)
//	bishopshome.go  what bishops that still stand at home keep from others (Lemmas 17 and 18)
//	rookshome.go    rooks and queens shut in at home (Lemma 19)
//	passing.go   a count for setups that exceed the budget (Lemma 15)
//	window.go    what the other files allow a few of them (Lemmas 13 and 14)
//	class.go     classes, the answers; officers.go, what a class leaves open
//	set.go       sets of exact keys
//	evidence.go  refutations in words; stage.go, verdicts
//
// The package is larger than the limit of docs/ARCHITECTURE.md. All of it but evidence and stage is one search, in two types: a chain
// is the search for a kernel, an extension the search for histories with rows along the chain. Both need the same events, columns
// and boundary words, and the brute force of the tests stands between them.
//
// # Names
//
//	file      0 to 7; boundary, the one on the right of the file with this number
//	c         color, 0 or 1 for White or Black
//	o         outcome of a table; in lemmas the color other than c
//	col       column; i, j index in it, 0 the lowest
//	in, out   boundary words on the left, on the right; l letter
//	left      resources that are left to the files from some file on
//	q         color of a square, 0 light, 1 dark
//	extra     pawns outside the goal column, to promote
//	spare     spare pawns less pawns lost so far; lost: pawns taken
//	lv        level, the part of the class that concerns one file
//	u, v      variables of rows
//	cr        crossing: a letter that a history is to use
//
// Source: the question is that of P. Österlund, texel, doc/proofgame.md (proof kernel, extended proof kernel, blocked squares);
// the method is this project's.
package proofkernel
