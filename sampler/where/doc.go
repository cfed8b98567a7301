// Package where reads conditions on positions, such as
//
//	men<=10 and check
//	white.queens>=2 and not (castling or en-passant)
//	material=KRPvKR and white-to-move
//	each.pawns=0 and moves=1..3
//
// A [Condition] tells whether it holds of a setup, and, where positions are drawn, what to draw from:
// [Condition.Predicates] are limits on counts that every position with the condition keeps, as far as spaces
// can be restricted to them (package sampler).
//
// # The language
//
//	condition  = term { "or" term }
//	term       = factor { "and" factor }
//	factor     = "not" factor | "(" condition ")" | word | number-of comparison | "material=" armies
//	number-of  = [ "white." | "black." | "each." ] count
//	comparison = ( "<=" | ">=" | "<" | ">" | "=" | "!=" ) ( number | number-of ) | "=" number ".." number
//	armies     = such as KQPvKR, White's first
//
// The counts are
//
//	men          men on the board, kings included
//	pawns        knights, bishops, rooks and queens likewise
//	promotions   the least number of promoted men: knights and rooks beyond two of a side, queens beyond one,
//	             bishops beyond one on squares of either color
//	captures     captures made: of white., the black men that are missing
//	rights       castling rights
//	checkers     men that give check, 0 to 2
//	moves        legal moves
//
// A count with "white." is that of White, with "each." that of either side: each.queens<=1 holds if it holds of
// both. Without a side it is that of both together. (In the conditions of --space, queens<=1 means each.queens<=1.)
// Checkers and moves have no side but the one to move.
//
// Two counts can be compared, such as white.men=black.men, but for those with "each.".
//
// The words are check, double-check, mate, stalemate, castling, no-castling, en-passant, no-en-passant, no-promotions, white-to-move,
// black-to-move and dead; no.castling and so on are other spellings. Dead is a position in which no side can ever mate as far as the men tell: kings
// alone, with one knight, or with bishops on squares of one color. The others stand for counts: mate is checkers>=1 and moves=0.
// "no-promotions" is promotions=0, no man promoted as far as counts tell.
//
// # What a condition excludes
//
// "Not" is pushed down to the comparisons, so that a condition is a tree of "and" and "or" over statements that a
// count lies between two numbers. Its box is a pair of limits for every count, such that all positions with
// the condition lie inside: for "and" the common part of the boxes, for "or" the least box around them. Boxes are then
// narrowed by what every position keeps (box.go): men are kings, pawns and officers, eight pawns and promoted men at most a side,
// and so on. An empty box proves that nothing satisfies the condition.
package where
