// Package endgame classifies all setups of a small material by what can have come before:
// the illegality of positions in simple endgames, by exhaustion. It follows M. Maliković,
// "SAT-based Analysis of the Legality of Chess Endgame Positions", who takes the words
// from D. Lippold.
//
// # Classes
//
// Initially illegal ([Initial]) are setups that break a rule of the board, exactly:
//
//   - a pawn stands on row 1 or 8;
//   - the kings touch;
//   - the side not to move is in check;
//   - and of setups with castling rights or an en passant square, any that
//     chess.Setup.Violations refuses, such as an en passant square that nobody can use.
//
// Two men on one square are no setup at all. Of KRK 399112 setups are initially legal.
//
// N times derivedly illegal is an initially legal setup if every setup from which a legal
// move leads to it is initially illegal or fewer than n times derivedly illegal, and n = 1
// or one of them is n-1 times. All else is [Rest]: one can go back for ever. Rest is not
// the same as legal: a bishop on a1 behind its own pawn on b2 goes back for ever and has
// never entered (isolatedly illegal in the article).
//
// # Two readings
//
// In reading [Within] only setups of the same material are predecessors. So the last
// move captured nothing and promoted nothing. This is what the article calls the
// restriction to an endgame. What it makes illegal may be legal: its figure 7 is.
//
// In reading [Beyond] all setups are predecessors, with uncaptures and unpromotions. To
// be exact one would need tables up to 32 men, so this reading is a bound: a predecessor
// of another material is followed back Options.Lookback moves, and is taken for not
// illegal if there is a chain of so many initially legal setups. So
//
//	derivedly illegal with lookback d  ⊆  with lookback d+1  ⊆  illegal
//
// The last inclusion is why the tables may be held against the legality engine. Proof:
// suppose a game leads to a derivedly illegal setup. The setup before the last move is
// initially legal, is among the predecessors, and so is derivedly illegal with a smaller
// n; for one of another material the lookback has listed all chains back, and the game
// is none of them. By induction we come to a setup without predecessors, or to the
// initial position, which has more than 5 men and is never taken for illegal. For all materials of 3 men lookbacks from 1 to
// 4 give the same classes (TestLookbackConverges).
//
// # Castling and en passant
//
// Both are treated exactly. The setups counted by [Table.Counts] have no castling rights
// and no en passant square; those that have are classified as well, and counted by
// [Table.SpecialCounts]. As predecessors they count in both readings: the last move may
// have been castling, have lost a right, or have left an en passant capture unused. A
// setup after a double step that can be answered en passant is one with that square, and
// only then is there such a square.
//
// # Method
//
// Placements are numbered: 3612 for kings apart, times C(64, n) for each group of n like
// men; a byte for each and side to move. First every initially legal setup is Rest. Then
// each is asked for a predecessor that is Rest, and is marked if there is none; whoever
// follows a marked setup is asked again. What is left is the greatest set in which
// everybody has a predecessor. Nearly always the first unmove tried is one, which is why
// 15 million setups take a second. The first answer comes from quiet unmoves computed
// here; only what they leave is put to package retro, with captures, promotions, castling
// and en passant.
//
// # Where to look
//
// material.go names, index.go numbers; enumerate.go is the loop, predecessors.go the
// question it asks, lookback.go the search beyond the material, special.go the setups with
// rights. table.go, sample.go and derivation.go read a finished [Table].
//
// # Names
//
//	m, t, x   Material, Table, index
//	p         placement: squares of all men
//	c, n      Class, times derivedly illegal
//	quiet     an unmove that leaves the material as it is
//	special   with castling rights or en passant square; plain is without
package endgame
