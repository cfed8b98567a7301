// Package retract takes moves back from a goal, to setups that a planner that looks forward reaches more easily. From a goal it
// computes setups before it, each with legal moves that lead from there to the goal. A game to such a setup, followed by those
// moves, is a game to the goal.
//
// # Methods
//
//	Finder.Targets         a move or two, until an officer may have moved last: for every goal
//	Retractor.Open         up to 48 moves, until no man is shut in by pawns: for crowded goals
//	Retractor.Disentangle  moves of all kinds, until all men and kings have free squares: for men that stand so close together
//	                       that the order in which they came is a puzzle, and for goals for which [Retractor.IsTight] is true
//	Retractor.Extract      the same, but measures only how far each man is from the open (way_out.go). With demote it goes on until
//	                       no man is left that must have been promoted: a kernel to such a setup is soon found (demote.go)
//	Retractor.Unravel      the same with demote, until pawns, too, need two captures at most to be on files of their own (unravel.go)
//
// All but Targets choose a variant by seed: weights, prices, or the random numbers of the search.
//
// Targets asks package retro for a forced chain of last moves, and tries other moves in the order of their likelihood.
//
// Open is a beam search. It measures how much is shut in (shut.go). A man behind pawns counts with the cost of its cheapest way out,
// for which pawns on the way have to go back first (exits.go).
//
// Disentangle is a best-first search (disentangle.go). A setup is ordered by its cost and by what is left to do: the men without free
// squares, and which man has to leave before which (cluster.go). Many setups differ only in the squares of free men; the first of them
// alone is searched on (outline.go). An officer that stands in the way of a man without free squares is not free.
//
// The setups that look best may all follow one move that should not have been taken back. So two of three variants draw every other setup at
// random, such that all arrangements of pawns have the same chance (pool.go). Setups that kernels refute are pruned. Kernels have a
// small budget for that, and a large one when a setup is about to be planned for (prune.go). Extract and Unravel run the same search.
//
// # Example
//
// The goal
//
//	rn1qkbnr/ppp1pp1b/3p2p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//
// has a black bishop on h7, behind pawns on f7 and g6, that can move to g8 only: it is shut in. It came before g6 was closed. Open
// takes g7-g6 back. Then g6 leads out, nothing is shut in, and Open stops. A planner finds a game to the setup before, and g7-g6 is
// its last move. See the package example.
//
// # Invariants
//
//   - The moves of a line are legal from its setup on and lead to the goal in every field: side to move, castling rights, en passant.
//     They are replayed before they are returned.
//   - The result depends on the goal, the seed and the kernels' answers alone.
//   - In the setups of Targets and Open the side to move is not in check, and an officer or king may have moved last, so that they
//     may be planned for as they are. If Targets finds no such setup, it returns the one after the forced chain.
//
// # Pitfalls
//
//   - Weights, prices and chances were chosen by hand; no measurement of single ones is stored.
//   - A setup before the goal need not be reachable: captures that are taken back use up promotions. Kernels check that. Their answer
//     depends on the pawns and the numbers of officers only, and is stored by these (skeleton).
//   - Men in a closed region are not shut in if as many of their kind stand there in the initial position.
//   - Officers may shut each other in behind pawns: only a pawn's move frees them (jammedOfficers). Each is a wall for the others.
//   - Open takes captures by officers back only in check: there are too many of them, and they open nothing.
//   - At goals with few men many short tries find more than few long ones. With tries that double at most twice, instead of eight
//     times, six hard problems in four forms (colors, files) were solved 16 times in 24 instead of 14, at less cost.
//   - Whether a hard goal is solved is chance: one try in two to one in a hundred finds the way. Try i of seed s is the same as
//     try i-1 of seed s+1, so compare seeds that are far apart, and both colors.
//   - If one color does worse than the other with every seed, something depends on the order of the squares. In
//     8/1p2p2p/8/8/7P/P1PP1PPR/P1PkpKpp/B1brnRnr b the queen that left b1 was first seen on b2, before the bishop on c1, and had the
//     same outline on b3: no way was found with White below, and mostly one with White above.
//
// # Adding a method
//
// A method that takes moves back by the search of Disentangle is added like Unravel:
//
//  1. a function that chooses the variant by seed (chooseExtraction, or what Unravel adds to it), and a method of Retractor that
//     calls it and then Retractor.search;
//  2. branches where the search depends on the method: measure, unmovePrice, expandOutlines (which men are never free), search
//     (Line.Remaining) and prune (which setups the kernels are asked about first);
//  3. chooseVariant resets what the method sets, so that the next search of the Retractor does not inherit it;
//  4. the list above; in package proofgame a bit and a word in methods.go, and a retreat that calls the method (disentangle.go,
//     long.go).
//
// # Names
//
//	x          a Retractor; d, e its parts disentangling and extraction
//	u          an unmove
//	n          a node: a setup before the goal
//	w          a wayFinder
//	cl         a cluster
//	variant    choices that a seed makes in a method
//	measure    number by which nodes are compared
//	reach      squares that a man can reach around walls
//	untilFree  part of the measure that is left until a setup is loose
//	way        path of a man to the open, around fixed men, which never go back (wayFinder)
//	leaveCost  moves that have to be taken back until a man has left its square, weighted
//	beam       nodes of a ply that Open keeps
package retract
