package survey

import (
	"chesscensus/chess"
	"chesscensus/legality/rules"
)

// A Property is a whole number that every setup has, to divide estimates by.
type Property struct {
	Name string // such as "men"
	Of   func(*chess.Setup) int
}

// Properties that samples of different spaces are compared by.
var (
	// men is the number of men on the board, kings included.
	men = Property{"men", func(s *chess.Setup) int { return s.Board.Men() }}
	// captures is the number of captures that White has made: 16 less the black men.
	// (Those of both sides are 32 less Men.)
	captures = Property{"captures by White", func(s *chess.Setup) int { return 16 - s.Board.Colored(chess.Black).Count() }}
	// Promotions is the least number of promoted men, of both sides, that the counts of men tell of, with the colors of
	// bishops: knights and rooks beyond 2, queens and bishops of either color of square beyond 1. Wherever this module
	// speaks of promotions without another word, it means this number.
	Promotions = Property{"promotions", func(s *chess.Setup) int { st := rules.Stats(s); return st.Promotions() }}
	// PromotionsByKind is the same without the colors of bishops: knights, bishops and rooks beyond 2, queens beyond 1.
	// It is never more. Spaces that count armies by kind alone, such as ranked, know only this number.
	PromotionsByKind = Property{"promotions by kind", func(s *chess.Setup) int { return byKind(&s.Board, chess.White) + byKind(&s.Board, chess.Black) }}
)

// byKind counts the officers of a side beyond those that every game begins with, each kind by itself.
func byKind(b *chess.Board, c chess.Color) int {
	count := func(r chess.Role) int { return b.Pieces(c, r).Count() }
	return chess.LeastPromoted(count(chess.Queen), count(chess.Rook), count(chess.Bishop), count(chess.Knight))
}
