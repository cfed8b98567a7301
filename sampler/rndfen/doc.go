// Package rndfen has the set from which texelutil's command rndfen draws, and a conditioned
// set without those elements that counts of men show to be illegal. From the latter it makes
// lists of candidates with the same law as that command, a hundred thousand times faster.
//
// # The set
//
// An element of the raw set, [New], is
//
//	2          side to move
//	3969       kings that do not touch, and castling rights of kings on e1 and e8
//	2^62       which of the other squares are occupied
//	2^30 5^30  a color and one of five types for each of 30 slots
//	6          en passant: none, or the j-th file where it is possible
//
// so that its size is 2*3969*2^62*2^30*5^30*6, about 2.2e53. The k occupied squares, from a1 on, get the colors and
// types of the first k slots. An element counts only if k is at most 30 and all other slots are white pawns, 0; then it
// stands for one setup, and every setup with at most 30 men besides the kings has one element at most. Nearly all
// elements are invalid: they have a rank and stand for no setup. As draws they show an empty board and have weight 0.
//
// # The conditioned set
//
// [Conditioned] holds the positions of the raw set in which at most 15 men a side are placed besides the kings, no
// pawn stands on row 1 or 8, rights have their rooks, an en passant square has its pawns and empty squares, pawns
// and promoted men are at most 8, and captures can have made the promotions possible (package placement). Its size
// is known exactly, and draws need no rejection. It has one element for 5e6 of the raw set, and holds every legal
// position. A setup with an en passant square is present once for each pawn that stands ready to capture.
//
// # The list of candidates
//
// Texelutil draws T = floor(S n / 4.8e44) elements of the raw set of S elements, drops those that cheap tests
// refute, and prints the rest. Each printed position that is legal stands for S/T positions. With L legal positions
// it prints TL/S of them on average, and the estimate is unbiased.
//
// A [Plan] makes such a list without the invalid elements. Let C be the number of elements of the conditioned set.
// K elements of it are drawn, where K is TC/S rounded down or up at random such that its mean is exactly TC/S. An
// element whose singled-out pawn is not the first of its setup is dropped, since the raw set has only one element
// for each setup. So any given setup is listed K/C times, which is T/S on average, as in the raw process. With L
// legal positions, S/T times the number of legal lines has the mean
//
//	S/T * E(K) * L/C = S/T * TC/S * L/C = L
//
// (TestMiniature verifies it on sets that are enumerated.) K varies less than the binomial
// number of the raw process, which makes the variance a little smaller.
//
// The caller may drop candidates by any sound rule. Texelutil also drops by a kernel test whose blocked squares are
// wrong (those of the goal against itself), and so loses about 0.6 % of the legal positions, such as
//
//	1Q3bR1/1N2bRr1/2kpN1b1/Q2r1B1b/2b1K1p1/1nb1B3/Rp1P1N1P/n1r5 b - -
//
// in which a white pawn stands on row 7 or a black one on row 2. Here they are kept.
//
// # Origin
//
// Texelutil is part of texel by Peter Österlund (GPL); its source was not opened for
// this package, which is written from a description of what the command does.
//
// # Reading order
//
//	element.go      the raw set and its ranks
//	raw.go          the raw set as a space
//	conditioned.go  the conditioned set
//	plan.go         how many draws; the candidates
package rndfen
