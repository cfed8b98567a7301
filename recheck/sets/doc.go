// Package sets computes the exact size of every set of the project a second time. It checks package sampler as package recheck checks the
// engine: it imports nothing of it, and uses other algorithms.
//
// # Definitions
//
// Package sampler/internal/kernelspace defines the kernel spaces: columns and patterns, crossings and losses to officers, histories of a file,
// chains, k(c), l(c), s(c,q) of a chain, K(c), n(c,q), D(c), S(c) of a setup, the two conditions, the cap, and why every legal setup of the
// region is a member. This package uses these definitions and a few terms of its own:
//
//	slot     the place of a pawn in a column, kept when an enemy pawn takes its place
//	kind     columns of a setup that are alike for histories: numbers of pawns by color, and which orders occur
//	cost     k and l of both colors, and s by color of pawn and of square, counted up to the cap
//	item     what crosses a boundary, in order, and the cost of all files to the left of it
//	cell     the limits that a pair of armies sets: K, S and n of both colors
//
// # Method for the kernel spaces
//
//  1. A file begins with two slots, White below Black. A pawn that is inserted makes a new slot, and it may be inserted anywhere.
//     So a history is: the crossings of both boundaries in order, losses to officers, what the two initial slots hold, and how
//     many other slots hold each color. histories lists all with up to C events, about 332 000 for C = 6.
//  2. A history can end with a column exactly if no color has fewer pawns than the column and the order of the initial slots
//     fits. The order matters only if both are held, by different colors. White below Black: a white pawn of the column must stand
//     below a black one, as extra black pawns are below all and extra white ones above all. Black below White: the column has
//     this order, or there is an extra pawn. So there are 57 kinds of columns of up to six pawns.
//  3. Files are gone over from left to right. After each file the set of all items is kept: no item is dropped because
//     another is better, and no halves are joined. An item is left out only if no columns of the files to come, with the pawns that are
//     left, can end a chain within C captures. The costs of a pattern are those of its items after the last file, where nothing crosses.
//  4. Prefixes (columns of the first files) with equal sets of items are merged for five files. The placements of their pawns are
//     counted by white pawns and by pawns on dark squares. A file of n pawns has C(3,d) C(3,n-d) placements with d on dark squares.
//     For each pattern, the cells that one of its costs is enough for are found. There are 17 010 cells for C = 6.
//  5. For each cell: the placements of pawns of all patterns that it accepts, times those of the armies of the cell. Bishops stand on
//     free squares of their color, all other men on any free squares, and either side is to move.
//
// Membership of one setup is needed in tests alone. It is step 3 for its pattern, within K and S, and the condition for each cost.
//
// # Example
//
// No pawn stands on the board, and four men are missing. White's pawn of a takes Black's pawn of b in its place: a is left with a black
// pawn, b with two white ones, all extra. The histories of a and b share the crossing "White to the right". The cost is k(white) = 1,
// l(black) = 1. The same on c and d, e and f, g and h leaves all other pawns to promote: K(white) = 4 and S(black) = 4 are enough. Without
// a fourth capture some file keeps White below Black, which no pawnless column ends. So no stratum without pawns has fewer than four
// captures.
//
// # Method for the other sets
//
// A file can be filled with pawns in 3^6 = 729 ways. fileWays lists them by numbers of pawns and opposing pairs; the eighth power of this
// polynomial has the placements of all pawns with their lists of pairs, for any numbers. With en passant two or three files have
// polynomials of their own. Armies are count vectors, added up by officers, promotions and missing men; kings that are placed first are
// listed pair by pair with rights and en passant (countFixedMen). Sums are over pairs of such groups, in integers.
//
// # Reading the code
//
//	files.go      histories of a file, kinds of columns (steps 1 and 2)
//	chains.go     costs, items, one file after the other (step 3)
//	condition.go  cells, and which of them a cost is enough for (step 4)
//	kernel.go     all patterns, sizes of strata (steps 4 and 5)
//	armies.go     armies and their placements (step 5)
//	others.go     the ranked sets and Tomic's, in which kings are placed like other men
//	counters.go   ChessCounter's sets and texelutil's, in which kings are placed first; krinitskii and naive
//	check.go      comparison with the sizes that the project claims
//	members_test.go  membership of one setup
package sets
