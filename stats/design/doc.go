// Package design estimates how many objects of a space are In from stratified multi-phase samples, and finds the
// cheapest such sample for a given precision. Like package stats it knows no chess.
//
// # Why phases and strata
//
// If a cheap test decides nine draws in ten, and an expensive one is needed for the rest, it is wasteful to apply
// the expensive one to every survivor. Multi-phase (double, triple) sampling judges many draws by a cheap test, a
// random part of the survivors by a more expensive one, and a part of its survivors by the most expensive one. If
// the space is divided into parts of exactly known sizes (strata), the variance between them vanishes from the
// estimate, and most draws go to the strata with the largest variance per cost. A [Design] has both. The estimates
// are unbiased whatever the allocation.
//
// # How a survey uses it
//
//  1. Make a [Design]: strata with sizes, number of phases, coefficients Known.
//  2. Judge a pilot into a [Sample]; [Design.Model] turns it, and measured costs,
//     into a [Model] of each stratum; [SetCosts] where they differ by stratum.
//  3. [Design.Allocate] finds draws and fractions for a budget of CPU time and predicts the standard error.
//  4. Every shard draws its part of each stratum and counts it in a [Sample]. [SystematicSample] chooses the draws for
//     the next phase independently of other shards. Samples merge exactly, in any order.
//  5. [Design.Estimate] computes the [Result]: estimate, interval, bounds, and the parts of the variance by stratum
//     and phase. [Design.Domain], [Design.Share] and [Design.MeanMultiplicity] estimate other quantities from the same
//     draws.
//
// # The estimator
//
// Take one stratum; totals of strata are independent and add up. Let n draws be judged at a node (a phase, and a
// class of draws that passed the phases before), and let m_g of them pass in class g, of which n_g are judged at
// the next node. A draw has the possible contribution y = weight/mult, and the true one z: y if it is In, 0 if it
// is Out. The mean of z is estimated by
//
//	mean = (sum of y over In draws + sum over g of m_g D_g) / n,   D_g = mean of node g
//
// (Cochran 1977, 12.2, with the stratum weights m_g/n estimated in the first phase; Neyman 1938). With coefficients
// K = Known, the estimator also uses the y of all draws that pass: node g estimates the mean of z - K y, and
//
//	mean = (sum of y over In draws + sum over g of (K * (sum of y passing in g) + m_g D_g)) / n
//
// which is the difference estimator (Cochran 1977, 7.11; Sarndal, Swensson, Wretman 1992, 9.7). Unbiasedness: draws
// are independent and identically distributed, and subsamples are chosen by place. So given all counts n_g, m_g the
// draws at node g are an independent sample of the draws of the stratum that pass in class g. Hence D_g is unbiased
// for their mean if n_g >= 1 whenever m_g >= 1, which [SystematicSample] ensures.
//
// The example of [Design.Estimate] computes an estimate from ten draws.
//
// # The variance
//
// Let spread be the variance of z - K y for a draw that reaches the node. The error of the mean is the sum of two
// uncorrelated errors: that of judging all n draws in all phases, and that of judging only a part of them further:
//
//	variance = spread/n + later
//	later    = sum over g of (m_g/n)^2 ((1/n_g - 1/m_g) spread_g + later_g)
//
// and spread has the unbiased estimator, from estimated mean squares,
//
//	spread = (mean of (z - K y)^2 - mean^2 + later) n/(n-1)
//
// since mean^2 - spread/n - later is unbiased for the square of the true mean. This is Rao's unbiased variance
// (Biometrika 60, 1973) in recursive form; without coefficients K it is never negative. It needs n_g >= 2 where m_g
// >= 2, which SystematicSample ensures. The tests list all samples of tiny populations: the means of estimate and
// variance are exact.
//
// # Which phase the variance comes from
//
// The terms with 1/n_g belong to the phase of node g, so its part for one draw is
//
//	B_g = spread_g - sum over its classes c of (m_c/n_g) spread_c
//
// and the variance is the sum of reach^2 B / n over the nodes, with reach the probability that a draw passes so
// far. These are the B that [Design.Allocate] weighs against costs.
//
// # Name key
//
//	h  stratum            N  size of the space     n  draws judged at a node
//	j  phase minus 1      N_h size of a stratum    m  draws that pass
//	g  class              y  possible contribution  z  true contribution
//	K, Known  coefficient of y for what passes
package design
