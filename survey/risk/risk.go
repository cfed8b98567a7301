// Package risk knows which draws the last phase of a survey is likely to lose: candidates, not refuted by all cheaper
// phases, for which it finds no game. They are few, two in ten thousand, and they are alike, so that a survey that asks more
// of them and fewer of the others has the same variance for fewer games.
//
// Nothing here decides anything of a setup. The class of a draw only says with which share of its like it is judged
// (plan.Plan, Classes), and the risks only where a plan spends its time: if they are wrong the variance is larger than
// predicted, and the estimate as unbiased as before.
package risk

import (
	"math"

	"chesscensus/chess"
)

// Name is the name of the classes in a plan.
const Name = "home and crossed pawns"

// Classes is the number of classes.
const Classes = 4

// Class returns the class of a setup: the number of pawns on the pawn row of their color, plus two for each crossed pawn,
// at most Classes-1. A white pawn is crossed if a black one stands below it on its file: they cannot have met without a
// capture, and captures are what such setups lack. It costs a dozen instructions.
func Class(s *chess.Setup) int {
	white, black := s.Board.Pieces(chess.White, chess.Pawn), s.Board.Pieces(chess.Black, chess.Pawn)
	home := (white & rowOf(1)).Count() + (black & rowOf(6)).Count()
	return min(home+2*crossed(white, black), Classes-1)
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

// Lost returns the probability that a draw with so many pawns on the board and of a class is lost in a last phase of
// effort exhaustive and three passes, as far as it is known beforehand. pawns may be an average.
func Lost(pawns float64, class int) float64 {
	return math.Min(mostLost, lost[class]*math.Exp(perPawn*(pawns-4)))
}

// Mean returns the mean of Lost over the classes of legal positions.
func Mean(pawns float64) (mean float64) {
	for class, s := range shares {
		mean += s * Lost(pawns, class)
	}
	return mean
}

// shares are those of the classes among the legal positions, by 49 000 draws of the cover.
var shares = [Classes]float64{0.473, 0.335, 0.135, 0.057}

// mostLost bounds the risk, as extrapolation is no evidence.
const mostLost = 0.2

// perPawn is the slope of the logarithm of the risk per pawn, and lost the risk with four pawns by class. They are fitted,
// by the likelihood of Poisson counts, to the 225 listed draws that the last phase of the first record left open (one
// pass; 30 are open to this day, 76 were refuted since, and the 119 for which games were found count a fifth, as three passes leave
// about so many), by class and pawns, over the legal positions of each class by 49 000 draws of the cover. Of 49 436 games of
// the cover in November 2026, three passes each, they predicted 17.8 without success (0.7, 2.7, 4.2, 10.2 by class); 16 were
// (0, 4, 7, 5). See TestRisksAreThoseOfTheRecord in package campaign, which makes the table anew.
const perPawn = 0.45

var lost = [Classes]float64{3.8e-5, 1.33e-4, 3.2e-4, 1.06e-3}
