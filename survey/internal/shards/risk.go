package shards

import (
	"math"

	"chesscensus/chess"
)

// RiskName is the name of the classes in a plan.
const RiskName = "home and crossed pawns"

// RiskClasses is the number of classes.
const RiskClasses = 4

// RiskClass returns the class of a setup: the number of pawns on their initial rank, plus two for each crossed pawn, at most
// RiskClasses-1. A white pawn is crossed if a black pawn stands on a lower rank of the same file: the two can have passed
// each other only by captures, of which such setups have few. It costs a dozen instructions.
func RiskClass(s *chess.Setup) int {
	white, black := s.Board.Pieces(chess.White, chess.Pawn), s.Board.Pieces(chess.Black, chess.Pawn)
	home := (white & rankSquares(1)).Count() + (black & rankSquares(6)).Count()
	return min(home+2*countCrossed(white, black), RiskClasses-1)
}

// rankSquares returns the squares of a rank, from 0.
func rankSquares(r int) chess.Bitboard { return 0xff << (8 * r) }

// countCrossed counts the white pawns that have a black pawn on a lower rank of their file.
func countCrossed(white, black chess.Bitboard) int {
	above := black << 8 // all squares above black pawns, filled in three steps
	above |= above << 8
	above |= above << 16
	above |= above << 32
	return (white & above).Count()
}

// RiskOfLoss returns about the probability that a last phase of effort exhaustive and three passes leaves a draw undecided that has
// a number of pawns and a class. pawns may be an average.
func RiskOfLoss(pawns float64, class int) float64 {
	return math.Min(mostRisk, riskWithFour[class]*math.Exp(riskPerPawn*(pawns-4)))
}

// MeanRisk returns the mean of RiskOfLoss over the classes of legal positions.
func MeanRisk(pawns float64) (mean float64) {
	for class, s := range riskShares {
		mean += s * RiskOfLoss(pawns, class)
	}
	return mean
}

// riskShares are the shares of the classes among the legal positions, by 49 000 draws of the cover.
var riskShares = [RiskClasses]float64{0.473, 0.335, 0.135, 0.057}

// mostRisk is the largest risk that is assumed, since there are no data for larger ones.
const mostRisk = 0.2

// riskPerPawn is the slope of the logarithm of the risk per pawn, and riskWithFour the risk with four pawns by class. They are fitted
// by the likelihood of Poisson counts to the 225 listed draws that the last phase of the first record left open, in one pass, by
// class and pawns. Of these 30 are still open and 76 were refuted since. The other 119, for which games were found, count a fifth,
// which is about the share that three passes leave open. The counts are divided by the legal positions of each class, by 49 000 draws
// of the cover. Of 49 436 searches in the cover in November 2026, three passes each, they predicted 17.8 without success (0.7, 2.7,
// 4.2, 10.2 by class); there were 16 (0, 4, 7, 5). TestRisksAreThoseOfTheRecord in package campaign computes the table anew.
const riskPerPawn = 0.45

var riskWithFour = [RiskClasses]float64{3.8e-5, 1.33e-4, 3.2e-4, 1.06e-3}
