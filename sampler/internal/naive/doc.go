// Package naive has two sets of positions with which earlier estimates began, for comparison with better sets. Both
// have an exact size, ranks and draws. Hardly any of their elements are legal, which tests measure.
//
// # 13^64 boards
//
// [Space] is the set that the description of texelutil starts from: any of 13 things (twelve men or nothing) on
// each square, the side to move, an en passant file or none, and any castling flags,
//
//	N = 13^64 * 2 * 9 * 2^4 = 5.6e73.
//
// It contains every position, each once. One draw in 1320 has one king of each color; one in 3e21 also has at most
// 16 men a side and its pawns on the rows 2 to 7. A legal position is one in 1e29.
//
// # Krinitskii's placements
//
// [Krinitskii] is the set behind the bound that D. A. Harrod's essay on Wikipedia
// ("Krinitskii's Upper Bound", added on 2009-04-12) gives as 1.54e55: the two kings
// and k of the 30 other men of the initial position, all different, on any squares,
//
//	N = sum over k of C(30,k) * P(64,k+2),  P(n,m) = n (n-1) ... (n-m+1).
//
// A test recomputes the rows of its table, which is off by one: the column P(k+2,64) has P(64,k+3), the ways to
// place one man more than the row is about. So two kings are said to have 249984 placements, which three men have,
// and not 64*63 = 4032; each product is 62-k times too large, 32 times in the last row, and the bound with it. The
// row of 28 men has 1.23e47 for 1.23e49, a misprint only, as its product is right; and the headings C(k,30) and
// P(k+2,64) stand for C(30,k) and P(64,k+2). As the essay words the bound, it is N = 1.168e54.
//
// Equal men being told apart, a setup is present c!/(c-n)! times for each kind of man of which there were c and n
// are left: 8!^2 2^6 = 1.04e11 times with all men on the board. There are no promoted men in it and no side to
// move, castling rights or en passant. A draw has White to move and weight 2, since its mirror image with Black to
// move is as legal as it is; so what it estimates are the legal positions without castling rights, en passant
// squares and more men of a kind than the game starts with.
//
// # Names
//
//	annotation  side to move, en passant file and castling flags as one number
//	label       0 to 29, a man other than the kings
//	kind        men of one color and role; their labels follow each other
//	way         how the labels of a kind go to its squares
package naive
