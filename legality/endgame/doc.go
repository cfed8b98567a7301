// Package endgame classifies all setups of a small material by their predecessors, the setups from which a legal
// move leads to them: the illegality of positions in simple endgames, by exhaustion. It follows M. Maliković,
// "SAT-based Analysis of the Legality of Chess Endgame Positions", with the terms of D. Lippold.
//
// # Classes
//
// A setup is initially illegal ([Initial]) exactly if
//
//   - a pawn stands on row 1 or 8;
//   - or the kings are adjacent;
//   - or the side not to move is in check;
//   - or it has castling rights or an en passant square that chess.Setup.Violations refuses,
//     such as an en passant square without a legal capture.
//
// Two men on one square are no setup at all. Of KRK 399112 setups are initially legal.
//
// An initially legal setup is n times derivedly illegal if each predecessor is initially illegal or fewer than n
// times derivedly illegal, and n = 1 or one of them is n-1 times. All other setups are [Rest]: they have an
// infinite chain of predecessors. Rest does not imply legal: with a white bishop on a1 and a white pawn on b2 there
// is an infinite chain, but the bishop can never have entered a1 (isolatedly illegal in the article).
//
// # Two readings
//
// In reading [Within] only setups of the same material are predecessors, so that the last move was no capture and
// no promotion. The article calls this the restriction to an endgame. A setup that is derivedly illegal in this
// reading may be legal, as figure 7 of the article is.
//
// In reading [Beyond] all setups are predecessors, with uncaptures and unpromotions. The exact classes would need
// tables of up to 32 men, so this reading is a bound. A predecessor of another material is followed back
// Options.Lookback moves, and counts as not illegal if there is a chain of so many initially legal setups. So
//
//	derivedly illegal with lookback d  ⊆  with lookback d+1  ⊆  illegal
//
// By the last inclusion the tables can be compared with the legality engine. Proof: suppose a game leads to a
// derivedly illegal setup. The setup before the last move is initially legal and among the predecessors, and so is
// derivedly illegal with a smaller n. If it is of another material, the lookback has followed all chains back, and
// none is the game. By induction the game has a setup without predecessors, or begins with a derivedly illegal
// setup. But the initial position, which has more than 5 men, always counts as not illegal. For all materials of 3
// men lookbacks from 1 to 4 give the same counts (TestLookbackConverges).
//
// # Castling and en passant
//
// Both are treated exactly. The setups counted by [Table.Counts] have no castling rights and no en passant square.
// Special setups, which have, are classified as well and counted by [Table.SpecialCounts]. They are predecessors in
// both readings: the last move may have been castling, may have lost a right, or may have left an en passant
// capture unused. A setup has an en passant square exactly if the last move was a double step that can be answered
// by a legal capture en passant.
//
// # Method
//
// Placements are numbered: 3612 for kings that are not adjacent, times C(64, n) for each group of n equal men. The
// table has a byte for each placement and side to move. First every initially legal setup is Rest. Then a
// predecessor of class Rest is searched for each setup, and the setup is marked if there is none; the successors of
// marked setups are searched again. The setups left are the largest set in which each has a predecessor in the set.
// Nearly always the first unmove tried leads to one, so that 15 million setups take a second. Quiet unmoves are
// tried first, by code in this package. Only if none of them leads to Rest, package retro lists all unmoves, with
// captures, promotions, castling and en passant.
//
// # Files
//
// material.go has names of materials, index.go numbers of placements. enumerate.go is the main loop,
// predecessors.go the search for a predecessor, lookback.go the search beyond the material, special.go the special
// setups. table.go, sample.go and derivation.go read a finished [Table].
//
// # Names
//
//	m, t, ix  Material, Table, index
//	p         placement: squares of all men
//	c, n      Class, times derivedly illegal
//	quiet     an unmove that keeps the material
//	special   with castling rights or en passant square; plain is without
package endgame
