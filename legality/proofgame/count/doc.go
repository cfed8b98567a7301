// Package count counts and lists the games that lead from one position to another in a given number of plies: all of them,
// where package astar finds one. A problemist calls a shortest proof game sound ("C+") if a program has found that there is
// exactly one.
//
// # How games are counted
//
// Let n be the number of plies. Layer k is the set of the positions that the first k plies can reach and from which, as far as
// a lower bound can tell (package bound), the goal is at most n-k plies away. Layer 0 is the start. Layer k+1 is made by
// playing every legal move in every position of layer k. Equal positions are merged, and the number of games to a position is
// the sum of the numbers of the positions before it. Layer n holds goals and nothing else, and the numbers of games to them are
// the answer.
//
// Nothing is lost: all positions of a game of n plies to the goal are in their layers, since the bound never exceeds the plies
// that are left. Nothing is counted twice: two games differ in a move, so that they are two ways through the layers. Positions
// are compared whole, not by a hash.
//
// A game of the list is a way back from a goal to the start. Every way back is a game, so that the list costs no search.
//
// # Cost
//
// A position of a layer costs some 5 microseconds, most of it for the bounds of the moves from it, and several times that if
// there are many goals. While a layer is made, it and the one before take up to 300 bytes a position. Of earlier layers only
// the edges remain, 12 bytes a move. [Forecast] estimates the number of positions before.
package count
