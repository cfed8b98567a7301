// Package material is the space of setups whose material is possible, and two codecs
// that write a position of it in 156 bits.
//
// # The set
//
// In November 1999 Ratko V. Tomic described in the Computer Chess Club how to code any position in 155 bits
// ("Algorithm for Encoding Any Position in 155 bits", part 1/2). A state is the material of one side. Its excess x
// must come from promoted pawns, so x + P <= 8: there are 8694 states. With d the missing pieces and 8-x-P = p the
// missing pawns, a pair of states is possible only if
//
//	x_W <= 2 p_B + d_B + d_W + p_W  and  x_B <= 2 p_W + d_W + d_B + p_B.
//
// 58 084 310 of the 75 585 636 pairs are, 62 096 507 if only the first is asked for (counted by a test). The men may
// stand anywhere, pawns on the rows 2 to 7: 2.4639e46 diagrams, at most 3.0678e42 for one pair. To these the space adds
//
//   - the side to move: exactly twice as many, one bit;
//   - castling rights, each with king and rook at home, and an en passant square
//     with the pawn that passed it, two empty squares behind it and an enemy pawn
//     beside it: 1.9 % more, 0.027 bits.
//
// Every setup is present once. N = 50209325007364940764539843570679669387641891674, 5.02e46, is 5.75 times the
// ranked set: the pair condition is the u_W, u_B >= 0 of package sampler/ranked, and its proof that every legal
// position fulfills it holds here too; what is missing here are the opposing pairs of pawns. So the space contains
// the repaired ranked set and every legal position.
//
// # Ranks
//
// Black to move is the mirror image of White to move. In each half come 18 cases, by the number of rooks that
// castling rights fix (fw, fb) and en passant (e), then couples of classes, then pairs of states, then the
// placements. The states of a class differ in the product q! r! b! n! only, and the placements of a pair are those
// of different men divided by the two products. So a couple's size is a sum of integer weights over lambda squared,
// and 1.7 million couples of classes stand for some 700 million pairs, as in package sampler/ranked.
//
// A placement is a number in mixed radix, the article's (9): one digit for the white pawns, one for the black ones, one
// for each kind of piece, kings first, then the others by their numbers. A digit is the index of a set of squares among
// those still empty, in the combinatorial number system, the article's (8). With en passant the first digit also counts
// the 14 ways to choose the file and the capturer; if there are two capturers, the one on the left counts.
//
// # The codecs
//
// [RankCodec] writes the rank: ceil(log2 N) = 156 bits.
//
// [TomicCodec] is the article's: a prefix code for the material, then the index of the placement among the s(m) of
// this material in b(m) = ceil(log2 s(m)) bits, together always L bits. Part 3 of the article, with the lengths of
// the prefix code, was not at hand; they can only be L - b(m), and by Kraft's inequality a prefix code with these
// lengths exists exactly if
//
//	sum over m of 2^-(L - b(m)) <= 1,  that is  U = sum over m of 2^b(m) <= 2^L.
//
// For the 58 084 310 pairs U = 2^154.62, so L = 155 suffices, and 2.46e46 > 2^154 diagrams need as many in any code
// of fixed length: 155 bits are optimal, as the title claims. (Rounding s(m) up to powers of two loses half a bit
// in the mean, and 154.11 bits leave 0.89.)
//
// The code is the canonical one: materials sorted by b, the longest index and shortest code first, so the code
// words follow each other as binary numbers, and material and index together are the number
//
//	start(b) + m' 2^b + index,  start(b) = sum of 2^b' over the materials with b' > b,
//
// with m' the number of the material among those with the same b. That is the rank of
// a space in which all sizes are rounded up to powers of two.
//
// Castling and en passant are 17 further materials, one for each case other than e = fw = fb = 0, with the rank in
// the case as index. U = 2^154.65 then (TomicCodec.used), still below 2^155: castling and en passant cost no bit at
// all, the side to move costs one, and a position takes 156 bits. The article says "around 157".
//
// [Code.AppendText] writes 156 bits as 26 characters.
//
// # Differences from the article
//
//   - Its largest material, "a 30 piece MC={QRBNP=3,3,2,4; qrbnp=3,3,2,4}", has
//     lost a number: 3,3,2,2,4 on both sides, 30 men, is meant. It is one of 68 pairs
//     with 3067752978693606427195570508992642560000000 placements.
//   - To decode, the largest {x;M} <= I is sought, as in its examples, not < I.
//   - "wc (bc)" for the defects is wd (bd), and "(4a) and (4b)" is (4w) and (4b).
//
// # Reading the code
//
// state.go has states, classes and the pair condition, table.go the sizes of couples
// and blocks, placement.go the digits (sets of squares are those of sampler/internal/arith).
// material.go and locate.go put the space together, codec.go and tomic.go the codecs.
//
//	state          the material of one side
//	class          states with equal pawns, excess and piece defect
//	product class  states of a class with equal products q! r! b! n!
//	couple         a white and a black class or product class
//	case           the numbers of rooks that castling rights fix, and whether there is an en passant square
//	block          all setups of a case with a given pair of states
package material
