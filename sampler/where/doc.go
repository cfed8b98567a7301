// Package where parses conditions on positions, such as
//
//	men<=10 and check
//	white.queens>=2 and not (castling or en-passant)
//	material=KRPvKR and white-to-move
//	each.pawns=0 and moves=1..3
//
// A [Condition] tells whether it holds for a setup. [Condition.Predicates] are limits on counts that every
// position with the condition keeps, as far as spaces can be restricted to them (package sampler): where
// positions are drawn, it suffices to draw within these limits.
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
// A count with "white." is that of White. A comparison with "each." must hold for both sides, such as
// each.queens<=1. Without a side a count is that of both sides together. (In the conditions of --space,
// queens<=1 means each.queens<=1.) Checkers and moves are those of the side to move and take no prefix.
//
// Two counts can be compared, such as white.men=black.men, except counts with "each.".
//
// The words are check, double-check, mate, stalemate, castling, no-castling, en-passant, no-en-passant,
// no-promotions, white-to-move, black-to-move and dead; no.castling and so on are other spellings. Dead is a
// position whose men cannot mate: kings alone, with one knight, or with bishops on squares of one color. The
// other words stand for comparisons: mate is checkers>=1 and moves=0, no-promotions is promotions=0.
//
// # What a condition excludes
//
// "Not" is moved inwards to the comparisons, so a condition is a tree of "and" and "or" over statements that a
// count lies between two numbers. Its box is a pair of limits for every count such that all positions with the
// condition are inside: for "and" the common part of the boxes, for "or" the least box around them. Boxes are
// narrowed by rules that hold for every position (box.go): men are kings, pawns and officers; a side has at most
// eight pawns and promoted men; and so on. An empty box proves that no position satisfies the condition.
package where
