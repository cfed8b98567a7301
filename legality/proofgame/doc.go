// Package proofgame proves setups legal: it constructs a game from the initial position
// to the one in question, has it replayed by independent programs, and returns it as
// the certificate of the verdict Legal.
//
// # How a game is found
//
//	kernel   a proof kernel with rows: which captures and promotions       package kernel
//	path     moves up to the last capture, planned one ply ahead           package planner
//	rest     officers to their places, pawns, last moves                   package planner
//	retreat  moves of a hard goal taken back first, in later passes        package retract
//	search   A* over single moves, for near goals and as the last resort   package astar
//	shorten  on request                                                    package shorten
//	replay   by two programs that share no code with the above             package replay
//
// What that leaves open, some goal in two thousand, is mostly crowded: men behind pawns that came
// last. In later passes ([Request.Pass]) moves are taken back from the goal until nothing is shut
// in, and a game to what comes out is looked for; kernels do without promotions on squares
// that package cage bars. Of goals with few men some are tight: a king and rook with the
// right to castle and else pawns only have no move to wait. There captures are taken back
// until both sides have quiet moves.
//
// A [Builder] does all this for one goroutine. [Stages] makes stages of the legality
// engine of it: effort path goes to the last capture and decides nothing but the trivial,
// effort game decides.
//
// # Budgets
//
// The unit is the planned ply, about 2 us of the planner; an expansion of the search counts
// as [PliesPerExpansion]. What is found depends on the goal, the options and the budget
// alone, never on time, workers or earlier goals. Failing proves nothing.
//
// # Rules of play
//
// By default games are those of the rules of chess as they define legal moves: a game may
// go on after a position has occurred five times or after 75 moves without a capture or
// pawn move, as texel's games do. With [Options.Rules] FIDE those that would have ended
// are made again and shortened, or else given up.
//
// # Names
//
//	goal     what the game has to reach
//	attempt  what is known after a try
//	path     the moves up to the last capture
//	retreat  a way to take moves back from a goal, and a game to what comes out
//	closest  the position of the best try that failed
//
// Words are explained in docs/GLOSSARY.md.
package proofgame
