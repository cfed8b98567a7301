package survey

import (
	"chesscensus/chess"
	"chesscensus/legality/rules"
)

// A Property assigns a whole number to every setup. Estimates are divided by its values.
type Property struct {
	Name string // such as "men"
	Of   func(*chess.Setup) int
}

// Properties by which estimates are divided.
var (
	// men is the number of men on the board, kings included.
	men = Property{"men", func(s *chess.Setup) int { return s.Board.Men() }}
	// captures is the number of captures that White has made: 16 less the black men.
	// (Those of both sides are 32 less Men.)
	captures = Property{"captures by White", func(s *chess.Setup) int { return 16 - s.Board.Colored(chess.Black).Count() }}
	// Promotions is the least number of promoted men of both sides, by the counts of men and the colors of bishops: knights
	// and rooks beyond 2, queens and bishops of either color of square beyond 1. In this module "promotions" means this
	// number unless another one is named.
	Promotions = Property{"promotions", func(s *chess.Setup) int { st := rules.Stats(s); return st.Promotions() }}
	// PromotionsByKind is the same without the colors of bishops: knights, bishops and rooks beyond 2, queens beyond 1.
	// It is at most as large. Spaces that count men by kind alone, such as ranked, know only this number.
	PromotionsByKind = Property{"promotions by kind",
		func(s *chess.Setup) int { return byKind(&s.Board, chess.White) + byKind(&s.Board, chess.Black) }}
)

// byKind returns the number of officers of a side beyond those of the initial position, kind by kind.
func byKind(b *chess.Board, c chess.Color) int {
	count := func(r chess.Role) int { return b.Pieces(c, r).Count() }
	return chess.LeastPromoted(count(chess.Queen), count(chess.Rook), count(chess.Bishop), count(chess.Knight))
}
