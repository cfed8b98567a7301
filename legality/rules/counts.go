package rules

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// menRule: a side has at most 16 men.
//
// Proof: it starts with 16, and no move adds one.
var menRule = Rule{
	Name:     "Men",
	Reasons:  verdict.ManyMen,
	Theorem:  "A side has at most 16 men.",
	Refuted:  "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1",
	Accepted: "4k3/8/8/8/8/N7/PPPPPPPP/R1BQKBNR w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		for c := chess.White; c <= chess.Black; c++ {
			if n := f.Setup.Board.Colored(c).Count(); n > 16 {
				return verdict.ManyMen, verdict.Count(colorText(c, "white men", "black men"), n, 16)
			}
		}
		return accept()
	},
}

// pawnsRule: a side has at most 8 pawns.
//
// Proof: it starts with 8, and no move adds one.
var pawnsRule = Rule{
	Name:     "Pawns",
	Reasons:  verdict.ManyPawns,
	Theorem:  "A side has at most 8 pawns.",
	Refuted:  "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
	Accepted: "4k3/8/8/8/8/P7/1PPPPPPP/4K3 w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		for c := chess.White; c <= chess.Black; c++ {
			if n := f.statistics().Army[c].Pawns; n > 8 {
				return verdict.ManyPawns, verdict.Count(colorText(c, "white pawns", "black pawns"), n, 8)
			}
		}
		return accept()
	},
}

// promotionsRule: the pawns of a side and its men that must be promoted are at most 8.
//
// The promoted men are at least the queens but one, the rooks but two, the knights but
// two and the bishops but one on each color of square, plus what [cagesRule] proves.
//
// Proof: bishops never change the color of their square, so at most one of each color
// is original; every other man beyond the original ones was one of the 8 pawns.
var promotionsRule = Rule{
	Name:     "Promotions",
	Reasons:  verdict.ManyPromotions,
	Theorem:  "Pawns and promoted men of a side are at most 8.",
	Refuted:  "4k3/8/8/B1B5/8/3P4/PPP1PPPP/4K3 w - - 0 1",
	Accepted: "4k3/8/8/B1B5/8/3P4/1PP1PPPP/4K3 w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		for c := chess.White; c <= chess.Black; c++ {
			if a := &f.statistics().Army[c]; a.LostPawns < 0 {
				return verdict.ManyPromotions, verdict.Count(
					colorText(c, "promoted white men and white pawns missing", "promoted black men and black pawns missing"),
					a.Promotions, 8-a.Pawns)
			}
		}
		return accept()
	},
}

// balanceRule: the promotions of a side are at most the captures by pawns that did not
// promote with them, of both sides, plus the enemy pawns captured as pawns.
//
// The captures by pawns are at most the enemy men missing. They are also at most one for every
// row that the pawns on the board have left behind, plus five for each pawn that is missing.
//
// Proof: this is [pairsRule] with the fact that the files with an opposing pair are at
// most the pawns P of the side: 8 - x - y - captures <= P, where x pawns of the side
// and y of the enemy are captured as pawns, and the side has promoted 8 - P - x.
var balanceRule = Rule{
	Name:     "Balance",
	Reasons:  verdict.PromotionBalance,
	Theorem:  "Promotions of a side are at most the captures by pawns plus the enemy pawns captured as pawns.",
	Refuted:  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKQNR w - - 0 1",
	Accepted: "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKQNR w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		st := f.statistics()
		idle := st.Captures - f.pawnCaptures // captures that cannot be those of pawns without promotion
		for c := chess.White; c <= chess.Black; c++ {
			if a := &st.Army[c]; a.LostPawns >= 0 && a.Unopposed < idle {
				return verdict.PromotionBalance, verdict.Count(
					colorText(c, "promoted white men and events that can make way", "promoted black men and events that can make way"),
					a.Promotions, a.Promotions+a.Unopposed-idle)
			}
		}
		return accept()
	},
}

// pairsRule: of the 8 files at most as many lack an opposing pair as pawns have captured,
// without promoting, or have been captured.
//
// An opposing pair is a black pawn above a white pawn of the same file. With F files that have one, n captures by
// pawns that did not promote with them, and x white and y black pawns captured as pawns,
//
//	8 - F <= n + x + y
//
// Proof: initially F = 8. A pawn cannot pass another by a step, so only captures and promotions change F. A capture
// by an officer or king removes a pawn from at most one file and lowers F by at most 1, and by 0 if the victim is
// no pawn. A pawn that captures leaves one file, and its victim, if a pawn, another; each lowers F by at most 1. A
// pawn that promotes has no enemy pawn in front of it, so that its leaving lowers F by 0, with or without a
// capture.
//
// The rule uses the greatest n as [balanceRule] does, and for x and y the pawns missing
// less the promoted men that [promotionsRule] counts.
var pairsRule = Rule{
	Name:     "Pairs",
	Reasons:  verdict.OpposingPairs,
	Theorem:  "At most as many files lack a black pawn above a white one as pawns have captured or been captured.",
	Refuted:  "rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - - 0 1",
	Accepted: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		st := f.statistics()
		if st.Army[0].LostPawns < 0 || st.Army[1].LostPawns < 0 {
			return accept() // refuted by Promotions
		}
		if need := st.MinPairs + st.Captures - f.pawnCaptures; st.Pairs < need {
			return verdict.OpposingPairs, verdict.Count("files with an opposing pair and needed",
				st.Pairs, need).At(f.Setup.Board.Of(chess.Pawn))
		}
		return accept()
	},
}

// colorText returns the text for a color.
func colorText(c chess.Color, white, black string) string {
	if c == chess.White {
		return white
	}
	return black
}
