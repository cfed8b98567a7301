package shards

import (
	"math"

	"chesscensus/chess"
)

// RiskName is the name of the classes in a plan.
const RiskName = "home and crossed pawns"

// RiskClasses is the number of classes.
const RiskClasses = 4

// RiskClass returns the class of a setup: the number of pawns on the pawn row of their color, plus two for each crossed pawn,
// at most RiskClasses-1. A white pawn is crossed if a black one stands below it on its file: they cannot have met without a
// capture, and captures are what such setups lack. It costs a dozen instructions.
func RiskClass(s *chess.Setup) int {
	white, black := s.Board.Pieces(chess.White, chess.Pawn), s.Board.Pieces(chess.Black, chess.Pawn)
	home := (white & rowOf(1)).Count() + (black & rowOf(6)).Count()
	return min(home+2*crossed(white, black), RiskClasses-1)
}

// rowOf is the set of squares of a row, from 0.
func rowOf(r int) chess.Bitboard { return 0xff << (8 * r) }

// crossed counts the white pawns that have a black one below them on their file.
func crossed(white, black chess.Bitboard) int {
	above := black << 8
	above |= above << 8
	above |= above << 16
	above |= above << 32
	return (white & above).Count()
}

// RiskOfLoss returns the probability that a draw with so many pawns on the board and of a class is lost in a last phase of
// effort exhaustive and three passes, as far as it is known beforehand. pawns may be an average.
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

// riskShares are those of the classes among the legal positions, by 49 000 draws of the cover.
var riskShares = [RiskClasses]float64{0.473, 0.335, 0.135, 0.057}

// mostRisk bounds the risk, as extrapolation is no evidence.
const mostRisk = 0.2

// riskPerPawn is the slope of the logarithm of the risk per pawn, and riskWithFour the risk with four pawns by class. They are fitted,
// by the likelihood of Poisson counts, to the 225 listed draws that the last phase of the first record left open (one
// pass; 30 are open to this day, 76 were refuted since, and the 119 for which games were found count a fifth, as three passes leave
// about so many), by class and pawns, over the legal positions of each class by 49 000 draws of the cover. Of 49 436 games of
// the cover in November 2026, three passes each, they predicted 17.8 without success (0.7, 2.7, 4.2, 10.2 by class); 16 were
// (0, 4, 7, 5). See TestRisksAreThoseOfTheRecord in package campaign, which makes the table anew.
const riskPerPawn = 0.45

var riskWithFour = [RiskClasses]float64{3.8e-5, 1.33e-4, 3.2e-4, 1.06e-3}
