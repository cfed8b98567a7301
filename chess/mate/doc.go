// Package mate solves mate problems exactly: can the side to move force checkmate in at most n moves, by which first moves, and
// how.
//
// # The question
//
// A mate in n is a position whose side to move, the attacker, has a move after which every defense ends in checkmate by the
// attacker's n-th move at the latest. The first moves that force mate in the least n are the keys. This is the definition that D.
// A. Harrod gives in "Necessity and Sufficiency in Computer Chess Algorithms" (1980), where a program that solves all mates in
// three is called Shannon-complete. The axioms of that paper are tests of this package: all legal moves of both sides take part,
// castling, en passant and promotion to every officer among them; a defender without a move is mated only if in check; either color
// may have the move in any position.
//
// Draws by rule (repetition, 50 moves, dead positions) are no part of the question. Repetition could not matter, since a shortest
// mate repeats nothing.
//
// # Algorithm
//
// The search is depth-first over an AND/OR tree, with iterative deepening, so that it finds the least n. It never leaves out a move
// because it looks unlikely; heuristics only order the moves. Four techniques make it fast.
//
//   - The last move of the attacker is not searched. Which moves give check is known from bitboards, only those are made, and a
//     count of replies decides (one.go).
//   - One defense refutes most moves of the attacker, so the defenses that refuted last on this ply are tried first (order.go).
//     With b moves in a position, the cost of "no mate" falls from about b to the power 2n-1 to about b to the power n.
//   - A table holds, for positions with the attacker to move, in how many moves there is a mate or none (table.go). Positions are
//     compared in full, so no hash collision can spoil a proof. The table is empty at the start of every question, so no answer and
//     no count of nodes depends on an earlier one.
//   - Every node deepens from 1 to its n by itself. The shallow searches cost a few per cent and order the deep one.
//
// Proof-number search finds long narrow mates sooner. It does not help with the most expensive task here, which is to show that
// there is no mate in three among sixty moves each.
//
// # Reliability
//
// The budget counts nodes (positions made or examined) and never time, so that the same question has the same answer on every
// machine. When it runs out, the answer is Undecided, with the largest number of moves in which there certainly is no mate. A
// [Tree] holds a whole solution, and [Tree.Check] replays it without the search: every legal defense must be in it and every branch
// must end in checkmate.
//
// # Where to look
//
//	solver.go   the questions: Solve, Mated, Classify
//	search.go   attack and defend
//	one.go      mate in one
//	order.go    which move first
//	table.go    the transposition table
//	tree.go     whole solutions, and their check
//	text.go     solutions as text and for JSON
//	class.go    Classify
//	tries.go    first moves that fail, and their refutations
//
// # Names
//
//	p     position with the attacker to move
//	q     position with the defender to move
//	n, k  moves of the attacker that are left
//	m, r  a move of the attacker, a reply of the defender
package mate
