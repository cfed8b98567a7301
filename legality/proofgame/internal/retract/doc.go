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
//	Retractor.Extract      the same with another measure: how far each man is from the open, around men that never go back, or
//	                       from its last row, where it becomes a pawn again that came there by captures (way_out.go)
//	    with demote        until no man is left that must have been promoted: a kernel to such a setup is soon found (demote.go)
//	Retractor.Unravel      the same until pawns are back on files of their own, with no more men given back than were missing
//	                       (unravel.go)
//
// All but Targets choose a variant by seed: weights, prices, or the random numbers of the search.
//
// Targets asks package retro for a forced chain of last moves, and tries other moves in the order of their likelihood. Open is a
// beam search. Its measure is how much is shut in (shut.go): for each man behind pawns the cost of its cheapest way out, where
// pawns on the way go back first (exits.go).
//
// Disentangle is a best-first search by cost and by a measure of what is not loose yet (disentangle.go). The measure includes which
// man has to leave before which (cluster.go). Of setups that differ only in the squares of free men it enters the first
// (outline.go). An officer that stands in the way of a man without free squares is not free. Every other setup is drawn from a pool
// in which all arrangements of pawns have the same chance (pool.go), since the most promising setups may all lie behind one move
// that should not have been taken back. During the search kernels have a small budget, and a large one for a setup that is about to
// be planned for (prune.go). Extract and Unravel run the same search.
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
//   - The moves of a line are legal from its setup on and lead to the goal, in every field: the side to move, castling rights and en
//     passant. They are replayed before they are returned.
//   - The result depends on the goal, the seed and the kernels' answers alone.
//   - The setups of Targets and Open may be planned for as they are: the side to move is not in check, and an officer or king may
//     have moved last. If Targets finds no such setup it returns the one after the forced chain.
//
// # Pitfalls
//
//   - Weights, prices and chances were chosen by hand; no measurement of single ones is stored.
//   - A setup before the goal need not be reachable: captures that are taken back use up promotions. Kernels check that. Their answer
//     depends on the pawns and the numbers of officers only, and is stored by these (skeleton).
//   - Men at home are not shut in; nor are more men where the start has as many.
//   - An officer between pawns and other officers may have no square of its own though no pawn shuts it in: such men count as walls
//     for each other (jammedOfficers).
//   - Open does not take captures by officers back unless the side to move is in check: there are too many of them, and they open nothing.
//   - At goals with few men, long tries find less than more tries: with tries that double at most twice, not up to eight times, six
//     hard problems in four forms (colors, files) are solved 16 times in 24, not 14, at less cost.
//   - Whether a hard goal is solved is chance: one try in two to one in a hundred finds the way. Neighboring seeds share tries, since
//     try i of seed s is the same as try i-1 of seed s+1: compare seeds that are far apart, and both colors.
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
