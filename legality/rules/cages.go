package rules

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// cagesRule: no bishop stands on a home row behind pawns that have never moved, unless it
// began there or was promoted there.
//
// A square of row 1 is a cage if white pawns stand on the one or two squares diagonally in front of it (row 8:
// black pawns). In a cage of row 1 the rule refutes a white bishop that is not on its home square c1 or f1. It
// refutes a black bishop if a white pawn stands straight in front of it, too.
//
// Proof: a pawn on its second row has never moved, so nothing has ever passed through those squares. A bishop
// enters or leaves by them only. A black pawn can promote there only straight ahead, by the square in front.
//
// The same proof counts promotions for [promotionsRule], [balanceRule] and [pairsRule]. A black bishop that is not
// refuted in a cage of row 1 was promoted there. If a home square is a cage without its own bishop, then that
// bishop was captured there, and every bishop of the side on that color of squares is promoted.
var cagesRule = Rule{
	Name:     "Cages",
	Reasons:  verdict.CagedBishop,
	Theorem:  "No bishop is behind pawns that have never moved unless it began or was promoted there.",
	Refuted:  "4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1",
	Accepted: "4k3/8/8/8/8/8/1P6/b3K3 w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		if f.countMen(); f.cages.impossible != 0 {
			return verdict.CagedBishop, verdict.Men("bishops", f.cages.impossible)
		}
		return accept()
	},
}

// cageFacts holds what the pawns at home prove about bishops.
type cageFacts struct {
	impossible      chess.Bitboard // bishops that cannot stand where they stand
	extraPromotions [2]int         // promoted bishops of the color beyond Army.Promotions
}

// bishopHome is the file of the home square of the bishop of a color on light (0) and dark (1) squares.
var bishopHome = [2][2]uint{{5, 2}, {2, 5}}

// findCages finds the impossible bishops and the additional promoted ones, see [cagesRule].
func findCages(b *chess.Board) (facts cageFacts) {
	var caged [2]uint8     // files of cages on the home row of the color
	var promoted [2][2]int // bishops by color and square color that promoted in a cage
	var atHome [2]uint8    // files of home row squares with a bishop of the color
	for c := chess.White; c <= chess.Black; c++ {
		home, second := 8*c.BackRow(), 8*c.PawnRow() // first squares of the two rows
		pawns := uint8(b.Pieces(c, chess.Pawn) >> second)
		if pawns == 0 {
			continue
		}
		caged[c] = (pawns<<1 | 1) & (pawns>>1 | 0x80)
		own := uint8(b.Pieces(c, chess.Bishop) >> home)
		atHome[c] = own
		enemy := uint8(b.Pieces(c.Other(), chess.Bishop) >> home)
		impossible := caged[c] & (own&^(1<<2|1<<5) | enemy&pawns)
		facts.impossible |= chess.Bitboard(impossible) << home
		promotedBishops := chess.Bitboard(caged[c]&enemy&^pawns) << home
		promoted[c.Other()][1] = (promotedBishops & chess.DarkSquares).Count()
		promoted[c.Other()][0] = (promotedBishops &^ chess.DarkSquares).Count()
	}
	if caged == [2]uint8{} {
		return facts
	}
	for c := chess.White; c <= chess.Black; c++ {
		bishops := b.Pieces(c, chess.Bishop)
		dark := (bishops & chess.DarkSquares).Count()
		for shade, n := range [2]int{bishops.Count() - dark, dark} {
			need := max(n-1, promoted[c][shade])
			if h := uint8(1) << bishopHome[c][shade]; caged[c]&h != 0 && atHome[c]&h == 0 {
				need = n
			}
			facts.extraPromotions[c] += need - max(n-1, 0)
		}
	}
	return facts
}
