// Package placement has spaces of placements of two armies on the board: the four in which ChessCounter draws a
// diagram at random, for each of them three subsets that leave out what a count of men shows to be
// impossible, and such a subset of the set of texelutil rndfen (package rndfen).
//
// # What a space is made of
//
// A [Case] says what is decided first: the side to move, the squares of the kings, castling rights (which fix rooks
// in the corners) and an en passant square (which fixes two pawns and two empty squares). Cases in which the same
// numbers of squares are left form a group. In a group the numbers of white and black pawns and officers that are
// still to be placed make a block. With Z squares where pawns may stand and F free squares in all, a block has
//
//	cases * C(Z,wp) C(Z-wp,bp) * C(F-wp-bp,wo) C(F-wp-bp-wo,bo) * codes
//
// elements; codes counts how the chosen squares of the officers can be shared out
// among knights, bishops, rooks and queens (see [Table.Unrank] for their order),
//
//	codes = sum of wo!/(n_w! b_w! r_w! q_w!) * bo!/(n_b! b_b! r_b! q_b!)
//
// over the pairs of count vectors, (n_w, b_w, r_w, q_w) with sum wo and (n_b, b_b, r_b, q_b) with sum bo, that the
// [Limits] of the space allow. Whether a pair is allowed depends on few numbers of each vector, its officers and
// how many of them must be promoted (e), so that vectors are kept by e and the sum runs over at most 81 pairs of e.
//
// All numbers of a block but its size fit in 64 bits. Blocks stand in a fixed order
// with their prefix sums, hence [Table.Size], [Table.Unrank] and [Table.Rank].
//
// # Drawing without ranks
//
// [Table.Sample] draws a block from its exact law with one word of 64 bits (and more in the one of 2^40 or so draws
// that a word does not decide), and then places the men one after another on random squares: exactly the same law
// as unranking a uniform rank, three to ten times as fast (BenchmarkSample, BenchmarkDraw). It ends draws early
// that fulfill one of the conditions of [Stops].
//
// # ChessCounter's spaces
//
// ChessCounter (Lech Mazur, github.com/lechmazur/ChessCounter, under the GPL; its source was not opened for this
// package) puts an ordered pair of kings that do not touch on the board, 3612 ways, then men on distinct squares of
// the other 62, and doubles for the side to move:
//
//	counter-general          up to 30 men of ten kinds              3.58e51
//	counter-split            up to 15 men of five kinds a side      5.68e50
//	counter-restricted       counts of the initial position, but    1.10e46
//	                         up to 3 queens and 15 men a side
//	counter-very-restricted  counts of the initial position         2.13e43
//
// Pawns stand on any square. Castling rights and en passant are no part of an element; [sampler.Draw.Weight] is the
// largest number of positions for which the diagram could stand,
//
//	w = 2^k (1 + E)
//
// with k the pairs of a king and a rook of its side on their home squares and E the enemy pawns that may just have
// made a double step beside a pawn of the side to move. ChessCounter's estimate is size times the mean of w over
// the draws that its rules (package legality/chesscounter) accept. It is an estimate of legal positions as far as
// rights and en passant square of an accepted diagram are all legal.
//
// # Their levels
//
// Each space has three subsets, every one of which holds all of the legal diagrams:
//
//	-conditioned   no pawn on row 1 or 8
//	-feasible      and the material can have come about: at most 15 men a side besides
//	               the king, pawns and promoted men at most 8, and the captures that
//	               promotions need
//	-positions     the same, with castling rights and en passant square as parts of
//	               the element, so that elements are positions and weights are 1
//
// In -positions a setup with an en passant square and two pawns that might capture is two elements, multiplicity 2.
// With the verdicts of the engine this level estimates exactly the number of legal positions whose material the
// space admits. The draws of the other levels have weights that the engine does not check.
//
// The restricted spaces stand for positions without promoted knights, bishops and rooks. By ChessCounter's rule 10
// a bishop is promoted if the two bishops of a side stand on squares of one color, or if a bishop stands outside
// while its own pawns still shut in the bishop that started on squares of this color. From -feasible on, elements
// with such a bishop have weight 0. They are in the space because leaving them out would make counting harder.
//
// # Reading order
//
//	table.go     cases, groups, blocks, sizes
//	officers.go  count vectors, codes
//	unrank.go    rank to element
//	rank.go      element to rank, and which condition fails
//	sample.go    drawing
//	space.go     the space of a table
//	counter.go   ChessCounter's spaces; weight.go has their weights
//
// # Names
//
//	zone, free  Z and F: squares for pawns, free squares of a group
//	wp, bp      pawns to be placed;  wo, bo  officers to be placed
//	p, o        pawns and officers of one side, the fixed ones included
//	e, g, l     officers that must be promoted, pawns that are gone, officers that are gone; ew, eb by color
//	vector      numbers of knights, bishops, rooks and queens
//	code        number of a vector with an arrangement of its officers on their squares
package placement
