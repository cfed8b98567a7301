// Package retract takes moves back from a goal, to setups that a planner that looks forward reaches
// more easily. From a goal it computes setups before it, each with legal moves that lead from there
// to the goal. A game to such a setup, followed by those moves, is a game to the goal.
//
// # Six methods
//
//	Finder.Targets    a move or two, until an officer may have moved last: for every goal
//	Retractor.Open    up to 48 moves, until no man is shut in by pawns: for crowded goals
//	Retractor.Disentangle  moves of all kinds, until all men and kings have free squares: for men that stand so
//	                  close together that the order in which they came is a puzzle, few or many, and for goals that are
//	                  [Retractor.Tight]
//	Retractor.Extract the same by another measure: how far each man is from the open, around men who never
//	                  go back, or from its last row, where it becomes a pawn again that came there by captures (outs.go)
//	    with demote   until no man is left that must have been promoted: a kernel to such a setup is soon found (demote.go)
//	Retractor.Unravel  the same until pawns are back on files of their own, with no more men given back than there were (unravel.go)
//
// All but Targets choose a variant by seed: weights, prices, or the random numbers of the search.
//
// Targets asks package retro for a forced chain of last moves, and tries others in the order of
// their likelihood. Open is a beam search, by a measure of how much is shut in (shut.go): for
// each man behind pawns the cost of its cheapest way out, pawns going back first (exits.go).
// Disentangle is a search by cost and by what is not loose yet; of setups that differ only in where free men stand it enters
// the first. Which man has to leave before which says which setup is promising (disentangle.go). Every other setup is drawn from a
// pool in which all arrangements of pawns have the same chance (kinds.go), as the most promising ones may all lie behind one
// move that should not have been taken back. Kernels are asked with a small budget during the search, and with a large one about what is about to be
// planned for (prune.go). An officer that stands in the way of a man without free squares is not free (outline.go).
// Extract and Unravel run the same search.
//
// # Example
//
// The goal
//
//	rn1qkbnr/ppp1pp1b/3p2p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//
// has a black bishop on h7, behind pawns on f7 and g6 and with nothing but g8 to go to: it is shut
// in. It came before g6 was closed. Open takes g7-g6 back. Now g6 leads out, nothing is shut in, and
// Open stops. A planner finds a game to the setup before, and g7-g6 is its last move. See the package
// example.
//
// # Invariants
//
//   - The moves of a line are legal from its setup on and lead to the goal, in every field: the
//     side to move, castling rights and en passant. They are replayed before they are returned.
//   - What comes out depends on the goal, the seed and the kernels' answers alone.
//   - The setups of Targets and Open may be planned for as they are: the
//     side to move is not in check, and an officer or king may have moved last. Targets alone
//     returns the setup after the forced chain if it finds none of them.
//
// # Pitfalls
//
//   - A setup before the goal need not be reachable: captures that are taken back use up
//     promotions. Kernels are asked about those, and answer for pawns and numbers of officers
//     only, so that the answer is kept by these (skeleton).
//   - Men at home are not shut in; nor are more men where the start has as many.
//   - An officer between pawns and other officers may have no square of its own though it is
//     no pawn that shuts it in: such men count as walls for each other (jammed).
//   - Open does not take captures by officers back unless the side is in check: there are too
//     many of them, and they open nothing.
//   - Long tries at goals with few men find less than more tries: with tries that double twice at most, not up to eight times, six hard
//     problems in four forms (colors, files) are solved 16 times in 24, not 14, with less.
//   - Whether a hard goal is solved is chance: one try in two to one in a hundred finds the way. Neighboring seeds share tries, since
//     try i of seed s is made as try i-1 of seed s+1: seeds have to be far apart to be compared, and both colors looked at.
//   - Where one color does worse than the other with every seed something depends on the order of the squares. In
//     8/1p2p2p/8/8/7P/P1PP1PPR/P1PkpKpp/B1brnRnr b the queen that left b1 was first seen on b2, before the bishop on c1, and on b3 taken
//     for the same: no way was found with White below, and mostly one with White above.
//
// # Adding a method
//
// A method that takes moves back by the search of Disentangle is added like Unravel:
//
//  1. a function that chooses the variant by seed (chooseExtraction, or what Unravel adds to it), and a method of Retractor that calls
//     it and then Retractor.search;
//  2. branches where the search depends on the method: measure, unmovePrice, expandOutlines (which men are never free), search (Line.Left) and
//     prune (which setups the kernels are asked about first);
//  3. chooseVariant resets what the method sets, so that the next search of the Retractor does not inherit it;
//  4. the list above; in package proofgame a bit and a word in methods.go, and a retreat that calls the method (disentangle.go, long.go).
//
// # Names
//
//	x        a Retractor
//	u        an unmove, or the Opening asked for
//	n        a node: a setup before the goal
//	visited  said of a node that the search has looked at, whether or not it then expanded it
//	variant  what a seed chooses among in a method
//	shut     measure of men shut in, of a setup
//	reach    what a man can reach around walls
//	untilFree  what of the measure is left until a setup is loose
//	way      path of a man to the open, around fixed men, who never go back (wayFinder)
//	leave    how many moves have to be taken back until a man has left its square (leaveCost)
//	beam     the nodes of a ply that are kept
package retract
