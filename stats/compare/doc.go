// Package compare tests whether several samples agree, and compares their costs.
//
// The same quantity, such as the number of legal positions, can be estimated from samples of different spaces; so
// can the shares of positions with so many men. If the spaces, their multiplicities and the judge are right, the
// results differ by chance alone. [Estimates] answers two questions about the values:
//
//   - Do they agree? Pairs are tested by z, and all together by
//
//     X2 = sum of (value_i - pooled)^2 / se_i^2,
//
//     pooled = (sum of value_i/se_i^2) / (sum of 1/se_i^2),
//
//     which has the chi-squared law with k-1 degrees of freedom for k samples.
//
//   - What does precision cost? Variance falls as 1/cost, so variance times cost is
//     a property of the method: n se^2 per draw, and se^2 times the seconds of
//     processor time, both divided by value^2. The relative efficiency of a method is
//     the quotient of the first sample's figure and its own: 4 means a quarter of the
//     cost for the same precision.
//
// [Distributions] answers whether the shares of categories agree. A draw that counts has a category k and
// contributes y = weight/mult. Let S_k and Q_k be the sums of y and y^2 in a category, S and Q their totals. The
// share is p_k = S_k/S, and by linearization of the quotient
//
//	cov(p_k, p_l) = ([k=l] Q_k - p_k Q_l - p_l Q_k + p_k p_l Q) / S^2.
//
// The weighted chi-squared statistic is the quadratic form of the differences with the inverse of the sum of both
// covariances (Wald). With equal contributions it is the usual test of two multinomial samples. Its law is
// chi-squared if every category has enough hits, so neighboring categories are merged until enough are expected.
// Expected numbers decide, not observed ones, so that a category which one sample lacks is not merged away. Where a
// sample has too few hits for a variance, that of the common shares is used.
//
// The weighted statistic of Kolmogorov and Smirnov is the largest difference of the cumulative shares. With weights
// and few categories its law is not a standard one; it is estimated by a Poisson bootstrap. In each of 2000
// repetitions every count c of equal draws is replaced by a Poisson number of mean c, and the statistic is the
// largest deviation of the difference from the observed difference.
//
// The level of a test is the probability to reject a true hypothesis. It is set in the options. Pairwise tests of
// estimates are adjusted for their number by [Holm]; for those of distributions the level is divided by their
// number (Bonferroni). So all tests together keep the level.
//
// A test that rejects nothing proves little by itself, so each pair has two more numbers: the difference that would
// have been detected with probability 0.8 (power), and a limit of the difference (equivalence, two one-sided tests
// at 5 %). [Pair.Times], [Pair.TimesWithin] and [Pair.Apart] compute from these how many draws are needed.
//
// Where values differ, [Causes] compares the categories of all draws, such as the theorems that refute them. An
// object that one estimate lacks is in another category there, or not in the space.
//
// Name key: k a number of samples or a category, z and x2 statistics, p probabilities of a
// result at least as extreme, y contributions, S and Q (sum, squares) sums of y and y^2.
package compare
