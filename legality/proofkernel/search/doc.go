// Package search finds proof kernels by explicit search: sequences of captures with named moves that lead from the material of
// one position to that of another. It is slow and general where package proofkernel is fast and answers one question: it knows
// any start position, lists all kernels as the reference (texelutil proofkernel) does, and serves as the oracle of the other.
//
// [Searcher.All] lists kernels, [Searcher.First] finds one or proves that there is none. [Searcher.Extend] tests and extends a
// kernel that was found by other means.
//
// This is a hard package. Read the question in the documentation of package proofkernel, or the chapters on proof kernels in
// texel's doc/proofgame.md, before the code.
//
// # The kernel game
//
// A state is the eight pawn columns (which pawns, in which order; no rows), the number of officers of each type, and the captures
// that each color still has to make. The moves are the captures: a pawn or an unnamed officer takes a pawn or an officer. Moves
// without capture change nothing; promotions ahead are left to the end, where the goal test counts them. So every game has a
// kernel, and where there is no kernel there is no game.
//
// An extended kernel adds rows: each pawn has a variable for its row whenever something happens to it, and order in the columns,
// direction of pawns, color of bishops' squares and rows of the goal are constraints (package csp). A kernel is reported only if
// there are rows that fit.
//
// # Data layout
//
// A state is two words, a byte for each column and four bits for each count; states are copied, never changed back, and the table
// of hopeless states compares all bits. A move is a small struct that prints itself. A problem holds what is constant: blocked
// squares and what follows from them, the goal, and for each file a table of what can become of each of the 255 columns.
//
// # The search loop
//
// Searcher.visit goes depth first. At a state with captures left it looks the state up among the hopeless ones, makes the
// children (generator, which applies P1 at once), drops those that P2 to P4 refute, orders the rest by P1 and visits each. If
// there was no goal below, it remembers the state. At a goal it brings the system of rows up to the end of the path. The levels
// of the common prefix are kept, so that a run of goals that differ in the last moves costs a few constraints each. If a prefix
// of the path already has no rows, the search goes back to where that prefix ends. States on the way are not remembered as
// hopeless, since the failure depends on the path.
//
// # Which file does what
//
//	man.go      types of men, with bishops by color; rows from either side
//	move.go     kernel moves and their notation; step.go, the extended ones
//	kernel.go   the result: Kernel
//	state.go    states, columns, making a move
//	blocked.go  squares that are proven blocked
//	problem.go  the constants of a search
//	column.go   what promotions ahead make of a column
//	movegen.go  all captures of a state
//	prune.go    goal test and P1 to P4
//	table.go    hopeless states
//	search.go   options and the loop; result.go, First
//	rows.go     the extended kernel as a system of constraints
//	extend.go   at a goal: solves the rows of the path, also en passant, and yields the kernel
//	read.go     from solved rows to the steps of an extended kernel
//	replay.go   Extend: a kernel made elsewhere, tested and extended
//
// # Soundness
//
// Refutations rest on seven lemmas (proofs.go), each with a goal that it refutes and a neighbor with a game. P1 to P4 are
// Lemmas 3 to 6. A state in the table had no goal below it, whatever the path; an entry is compared bit by bit.
//
// TestSearchAcceptsPlayouts searches between positions of random games; TestListsEqualBruteForce compares with a program that
// tries all captures and shares only the blocked squares; TestListsEqualReference with lists of the reference.
//
// # Where the reference is wrong
//
// Two defects of the reference concern this package, called D2 and D3 in the code, with the witnesses in search_test.go:
//
//   - D2. It lets a pawn promote in order to be captured only if the goal's column can be seen in what the pawn leaves behind. By
//     g1R+ Kf2 Rg8 Ke1 Rg4 fxg4 a game leads from 4k3/8/8/8/8/5P2/6p1/4K3 b to 4k3/8/8/8/6P1/8/8/4K3 b; the reference finds no
//     kernel. With Options.Physical all such pawns are admitted. It is off for lists, which would otherwise differ from the
//     reference's (6 of 25 lists of the development file become longer), and First turns it on by itself before it refutes.
//   - D3. It has no en passant captures. One matters only as the first move of all, since any other pawn could have been taken
//     before its double step. Here kernels that begin with it are found, by bxc3 from
//     rnbqkbnr/p1pppppp/8/8/1pP5/8/PP1PPPPP/RNBQKBNR b KQkq c3 for example: lists from a start with an en passant square may have
//     more lines than the reference's. Options.NoEnPassant leaves them out.
//
// A third difference is no defect of verdicts, only of lists: see Options.StepAside, and TestStepAside for its witness. Proof
// that the reference's rule loses no goal: let the white pawn p, behind its white neighbor q, capture from a row that q must
// first step beyond. Take the foremost q for which that is so. It passes that row, so it can make the capture, and p can go on as
// q: the columns are the same, and p is nowhere further advanced than q was.
//
// # Limits
//
// The number of kernels can be astronomic (few men left, many captures); the budget of nodes ends such searches with an error. A
// column of more than seven pawns also ends a search, as in the reference. It needs at least two pawns that have promoted
// meanwhile but are kept in the column.
//
// # Names
//
//	s, st     Searcher; state, or Step in step.go and read.go
//	p         problem
//	g         generator
//	r, rd     rows, reader
//	m         Move, or Man where no move is near
//	c         Color; column where a file is near
//	i, j      indices in a column
//	them      the color of the victim
//	left      captures left
//	ahead     promotion without capture; aside: with one
//	mask      incomplete files, a bit each
//	effect    pawnEffect: one move in rows
package search
