// Package placement counts, ranks and draws placements of two armies on the board:
// the arithmetic that the spaces of packages counter and rndfen have in common.
//
// # What a space is made of
//
// A [Case] says what is decided first: the side to move, the squares of the kings,
// castling rights (which fix rooks in the corners) and an en passant square (which
// fixes two pawns and two empty squares). Cases in which the same numbers of squares
// are left form a group. In a group the numbers of white and black pawns and
// officers that are still to be placed make a block. With Z squares where pawns may
// stand and F free squares in all, a block has
//
//	cases * C(Z,wp) C(Z-wp,bp) * C(F-wp-bp,wo) C(F-wp-bp-wo,bo) * codes
//
// elements; codes counts how the chosen squares of the officers can be shared out
// among knights, bishops, rooks and queens,
//
//	codes = sum over pairs of count vectors of wo!/(n!b!r!q!) * bo!/(n!b!r!q!)
//
// over the pairs that the [Limits] of the space allow. Those depend on few numbers
// of a vector, its officers and how many of them must be promoted (e), so that
// vectors are kept by e and the sum runs over at most 81 pairs of e.
//
// All numbers of a block but its size fit in 64 bits. Blocks stand in a fixed order
// with their prefix sums, hence [Table.Size], [Table.Unrank] and [Table.Rank].
//
// # Drawing without ranks
//
// [Table.Sample] draws a block from its exact law with one word of 64 bits (and
// more in the one of 2^40 or so draws that a word does not decide), and then places
// the men one after another on random squares: exactly the same law as unranking a
// uniform rank, three to ten times as fast. It can stop at once when a draw is
// known to be worth nothing.
//
// # Reading order
//
//	table.go     cases, groups, blocks, sizes
//	officers.go  count vectors, codes
//	unrank.go    rank to element
//	rank.go      element to rank, and which condition fails
//	sample.go    drawing
//
// # Names
//
//	z, f     squares for pawns, free squares of a group
//	wp, bp   pawns to be placed;  wo, bo  officers to be placed
//	p, o     pawns and officers of one side, the fixed ones included
//	e, g, l  officers that must be promoted, pawns that are gone, officers that are gone
//	code     number of a sharing-out of officers' squares, below codes
package placement
