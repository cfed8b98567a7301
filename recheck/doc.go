// Package recheck confirms verdicts of the project, or says that it does not. It is for those
// who doubt: it imports nothing of packages chess, legality and sampler (tools/archtest
// keeps it so), so that a fault there does not hide here. Its board, its reading of FEN
// records and its moves stand in package board beside it; every theorem has a file of its own
// here, with what it says, why it is true, and two setups, one that it refutes and a legal
// neighbor that it does not. The format of certificates stands in docs/CERTIFICATES.md, so
// that others can write a third checker.
//
// # What is checked
//
//	game.go      a game is played again, move by move
//	faults.go    no position: kings, checks, castling rights, en passant
//	men.go       too many men or pawns
//	promotions.go  more promoted men than pawns are gone
//	caged.go     a bishop behind pawns that have never moved
//	pairs.go     pawns that have passed each other: two theorems, and a count before those of columns.go
//	homes.go     pawns that have no homes, or whose homes are too many captures away: two theorems
//	crossed.go   pawns that have passed each other, counted by captures
//	checks.go    three checkers
//	lastmove.go  no last move: for checks, en passant squares, and in general by a tree
//	columns.go   no captures lead to these columns of pawns: no proof kernel
//	squares.go   nor to these squares: no extended proof kernel
//	counts.go    what both ask of a setup
//	rookshome.go  and rooks and queens that were taken at home, in the counts of both
//	bishopshome.go  solutions of squares.go left out for bishops that were still at home
//	parity.go    the wrong side to move
//	deadlock.go  men of which none can have come last
//	trapped.go   a man that the pawns can never have let in
//	promotedmen.go  more men must have been promoted than pawns are gone, or cannot have been, than began
//	athome.go    men that were taken before pawns let them out
//	shutout.go   the same with pawns that are gone; projection.go what can happen next there
//	together.go  a few men at once; letin.go one man or two who need pawns away that then still kept a bishop at home
//	fallen.go    a bishop that a pawn took; barred.go promotion squares that men cannot have left
//	bound.go     men that never left home
//	search.go    how all of them go through states
//	certificate.go  a line, as it is read; tree.go, its tree of last moves; check.go, which theorem is asked
//
// Where the project counts, bounds, or follows classes of positions at once, this package
// goes through them one by one as far as that can be done, with no more pruning than a proof
// of a few lines allows. It is slower, and there is less to believe.
//
// # Answers
//
// [Checker.Check] confirms a certificate, or returns an error that wraps one of four:
// [ErrForm], the certificate cannot be read; [ErrWrong], the claim is false as far as this
// package can see, so that one of the two programs is wrong; [ErrLimit], the budget is spent;
// [ErrUnable], this package finds no proof of the claim. Nothing but nil means confirmed.
//
// # Size
//
// With its board it has less than 3200 lines of code, counted without blank lines and comments (TestSize); statements, proofs and examples
// are a third more. That is larger than the limit of docs/DESIGN.md. All theorems read one setup by the same few terms (men, counts,
// regions, a meter of the work), and a reader who doubts wants them in one place, with nothing to follow elsewhere.
package recheck
