// Package astar searches for moves from one chess position to another, over single moves: weighted A* with the lower bound of
// package bound. It is for short games, which it can prove shortest, and the last resort where planning finds no game.
//
// [Search.Find] is one search, with all [Options]. [Search.Solve] makes many short ones, of three kinds in turn, to find any line.
// [Shortener] makes a game shorter, piece by piece.
//
// # Search
//
// A node is a position with the shortest known way to it. Of all waiting nodes the one with the least A*plies + B*bound is expanded:
// the positions after all its moves are entered (expand.go). Ties are broken as in key.go. With A = B and a bound that never
// exceeds the true number of plies, nodes come in the order of the least length of a line through them, and the first line is a
// shortest one. With B > A longer lines are found sooner.
//
// With any weights, the least plies + bound of the waiting nodes is a lower bound on the length of lines not found yet,
// Progress.Least. A line as short as that is proven shortest, and when no node waits any more there is no further line. Both are
// theorems if the bound is one: nodes are merged by comparing positions, and a hash is only used to find them (table.go).
//
// # What makes it quick where B > A
//
// Three means change the order only, and no theorem. Together they find lines of some hundred plies in a twentieth of the time that
// the same searches need without the first two, and more of them; docs/BENCHMARKS.md has the figures of BenchmarkPlans.
//
//   - The bound, twice the moves of the side that needs more, is replaced by the sum of the moves of both sides. Otherwise nothing
//     guides the other side (guess in expand.go).
//   - Of a node only the promising moves are tried at first (promising.go); the node then waits again as if its bound had grown.
//     Four fifths of all bounds are never computed.
//   - With Options.NonAdmissible, men on their goal squares, but in the way of others, count as two moves (detour.go).
//
// Where shortest lines are wanted, all children are bounded: a child that may have the same plies + bound comes before all other
// nodes, so that nothing could be put off.
//
// # Memory
//
// A node takes 48 bytes, its slot in the table 11 to 21, its entry in the queue 16. Nodes name the one before by number. All memory
// comes in chunks, is never copied and is kept for the next search. At the memory limit the search stops with the result so far.
//
// # Names
//
//	ply        moves made from the start, the opening included
//	remaining  lower bound on those to come; total is ply + remaining
//	guess      replaces remaining in the order
//	opening    moves that every line begins with
//	last       moves after the goal that end every line
//	closest    the node with the least bound
//	walls      blocked squares, see package bound
//	window     the moves between two positions of a game that is made shorter
//	saving     one or two moves that one side can do without
//	round      one use of every means to make a game shorter
package astar
