// Package recheck is an independent checker of the project's verdicts. It imports nothing of packages chess, legality and sampler
// (tools/archtest enforces this), so that a fault there cannot repeat itself here.
//
// Package board beside it has the board, FEN records and moves. Each theorem has its own file with its statement, its proof, and two
// setups: one that it refutes and a legal neighbor that it does not. In the comments S is the setup under check. The format of certificates
// is described in docs/CERTIFICATES.md, so that others can write a third checker.
//
// # What is checked
//
//	game.go         a proof game, replayed move by move
//	faults.go       setups that are no position: kings, checks, castling rights, en passant
//	men.go          too many men or pawns, or more promoted men than missing pawns
//	caged.go        a bishop behind pawns that have never moved
//	pairs.go        pawns that have passed each other, or changed their file: three theorems, and a count before columns.go
//	homes.go        pawns without possible home files, or too many captures away from them: two theorems
//	lastmove.go     no last move: for three checkers, for other checks, for en passant squares, and in general by a tree
//	columns.go      no captures lead to these columns of pawns: no proof kernel
//	squares.go      no captures lead to these squares of pawns: no extended proof kernel
//	counts.go       the numbers that columns.go and squares.go need from a setup
//	rookshome.go    rooks and queens captured at home, in these numbers; bishopshome.go has solutions that contradict a bishop at home
//	parity.go       the wrong side to move
//	deadlock.go     a set of men none of which can have arrived last
//	trapped.go      a man for which the pawns never opened a way in
//	promotedmen.go  too many men that must have been promoted, or that cannot have been
//	athome.go       men that were captured before pawns opened a way out
//	shutout.go      as trapped.go, with captured and promoted pawns too; projection.go has its moves
//	together.go     as shutout.go, for up to four men at once, and for a bishop that a pawn must have captured and cannot have
//	letin.go        as trapped.go, for one man or two while a bishop between two pawns is still at home
//	barred.go       promotion squares that the promoted man cannot have left
//	bound.go        men that need a way through men that never left home
//	check.go        the list of theorems, and the search through states that they use
//	certificate.go  the fields of a certificate; tree.go has its tree of last moves, which package format reads
//
// The project counts, bounds, or follows whole classes of positions at once. This package goes through the cases one by one where that is
// possible, and prunes only by rules whose proof takes a few lines. That is slower, and easier to trust. It is larger than docs/ARCHITECTURE.md
// allows: the theorems share a few terms (men, counts, regions, a meter), and a reader who checks them wants them in one place.
//
// A new theorem needs a file with a heading, statement, proof and two setups, an entry in theorems (check.go), its name in theoremNames
// (recheck_test.go), rows in testdata/hypotheses.tsv, and a row in docs/CERTIFICATES.md.
//
// # Answers
//
// [Checker.Check] confirms a certificate, or returns an error that wraps one of four: [ErrForm], the certificate cannot be read;
// [ErrWrong], the claim is false as far as this package can see, so that one of the two programs is wrong; [ErrLimit], the budget is spent;
// [ErrUnable], this package finds no proof of the claim. Nothing but nil means confirmed.
//
// # Names
//
//	i, side      number of a side, 0 for White and 1 for Black, unless a comment says otherwise
//	black, c     whether a side is Black
//	sq, on, to   square; x is the number of a file, 0 for a (in deadlock.go a source); set is a set of squares
//	q, ct, p, r  question, counts, projection, retraction; in a sweep w, p is a state
package recheck
