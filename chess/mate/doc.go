// Package mate solves mate problems exactly: can the side to move force
// checkmate in at most n moves, by which first moves, and how.
//
// # What is asked
//
// A mate in n is a position whose side to move, the attacker, has a move after which
// every defense runs into checkmate by the attacker's n-th move at the latest. The
// first moves that do it in the least n are the keys. This is the definition that
// D. A. Harrod gives in "Necessity and Sufficiency in Computer Chess Algorithms" (1980),
// where a program that solves all mates in three is called Shannon-complete. The
// axioms of that paper are tests of this package: all legal moves of both sides take
// part, castling, en passant and promotion to every officer among them; a defender
// without a move is mated only if in check; either color may have the move in any
// position.
//
// Draws by rule (repetition, 50 moves, dead positions) are no part of the question.
// Repetition could not matter, since a shortest mate repeats nothing.
//
// # How it is found
//
// The search is depth-first over an AND/OR tree, deepened one move at a time, so that
// what is found is least. Nothing is left out on the grounds of looking unlikely; only
// the order is a guess. Four things make it fast.
//
//   - The last move of the attacker is not searched. Which moves give check is known
//     from bitboards, only those are made, and a count of replies decides (one.go).
//   - One defense refutes most of what the attacker tries, so the defenses that worked
//     last on this ply are tried first (order.go). That turns the cost of "no" from the
//     number of moves to the power 2n-1 into that to the power n.
//   - A table keeps for positions with the attacker to move in how many moves there is
//     a mate or none (table.go). Positions are compared in full, so no
//     hash collision can spoil a proof, and the table is empty at the start of every
//     question, so no answer and no count of nodes depends on an earlier one.
//   - Every node deepens from 1 to its n by itself; the shallow searches cost a few per cent and
//     order the deep one.
//
// Proof-number search finds long narrow mates sooner, but is no help with what takes the time
// here: showing that there is no mate in three among sixty moves each.
//
// # What the answer is worth
//
// A budget counts nodes, positions made or examined, and never time: the same question gives
// the same answer on every machine. When it runs out, the answer is Undecided and says up to what
// number of moves there is certainly no mate. A [Tree] holds a solution in full, and
// [Tree.Check] replays it without any of the search: every legal defense must be in it and
// every branch must end in checkmate.
//
// # Where to look
//
//	solver.go   the questions: Solve, Mated, Classify
//	search.go   attack and defend
//	one.go      mate in one
//	order.go    which move first
//	table.go    what is known of positions
//	tree.go     solutions in full, and their check
//	tries.go    first moves that fail, and what refutes them
//
// # Names
//
//	p     position with the attacker to move
//	q     position with the defender to move
//	n, k  moves of the attacker that are left
//	m, r  a move of the attacker, a reply of the defender
package mate
