// Package astar searches for moves from one chess position to another, over single moves:
// weighted A* with the lower bound of package bound. It is for short games, which it can
// prove shortest, and the last resort where a game is not found by planning.
//
// [Search.Find] is one search, with all that can be asked of it in [Options].
// [Search.Solve] makes many short ones, of two kinds in turn, and only wants some line.
// [Shortener] makes a game shorter, piece by piece.
//
// # Search
//
// A node is a position with the best way known to it. Of all that wait, the one with the
// least A*plies + B*bound is expanded: the positions after all its moves are entered
// (expand.go), with ties broken as key.go says. With A = B and a bound that never exceeds
// the truth, nodes come in the order of the least length of a line through them, and the
// first line is a shortest one; with B > A longer lines are found sooner.
//
// Whatever the weights, the least plies + bound of the nodes that wait is a lower bound on
// the length of lines not found yet, Progress.Least. A line as short as that is proven
// shortest, and when nothing waits any more there is none. Both are theorems if the bound
// is one: nodes are merged by comparing positions, a hash only says where to look (table.go).
//
// # What makes it quick where B > A
//
// Three things are done for the order only and change no theorem. Together they
// find lines of some hundred plies in a twentieth of the time that the same searches need
// without the first two, and more of them; docs/BENCHMARKS.md has the figures of BenchmarkPlans.
//
//   - Instead of the bound, twice the moves of the side that needs more, the moves of both
//     are added up. Else nothing tells the other side where to go (guess in expand.go).
//   - Of a node only the promising moves are looked at first (promising.go); the node then
//     waits again as if its bound had grown. Four fifths of all bounds are never computed.
//   - With Options.NonAdmissible, men that stand where they belong but in the way of others
//     count as two moves (detour.go).
//
// Where shortest lines are wanted, all children are bounded: a child that may have the same
// plies + bound comes before everything else, so that nothing could be put off.
//
// # Memory
//
// A node takes 48 bytes, its place in the table 11 to 21, its entry in the queue 16. Nodes
// name the one before by number. All memory comes in chunks, is never copied and is kept for
// the next search. At the limit the search stops with what it has.
//
// # Names
//
//	ply      moves made from the start, the opening included
//	left     lower bound on those to come; total is ply + left
//	guess    what stands for left in the order
//	opening  moves that every line begins with
//	last     moves after the goal that end every line
//	closest  the node with the least bound
//	walls    blocked squares, see package bound
//	window   the moves between two positions of a game that is made shorter
//	saving   one or two moves that one side can do without
//	round    every means to make a game shorter once
package astar
