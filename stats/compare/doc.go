// Package compare tells whether several samples agree, and which is the cheapest.
//
// The same quantity, such as the number of legal positions, can be estimated from
// samples of different spaces; so can the shares of positions with so many men. If
// the spaces, their multiplicities and the judge are right, the results differ by
// chance alone. Two questions are asked of the values ([Estimates]):
//
//   - Do they agree? Pairwise by z, and all together by
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
// and one of the distributions ([Distributions]): do the shares agree? A draw that
// counts has a category k and contributes y = weight/mult. With S_k and Q_k the sums
// of y and y^2 in a category, S and Q their totals, the share is p_k = S_k/S, and by
// linearization of the quotient
//
//	cov(p_k, p_l) = ([k=l] Q_k - p_k Q_l - p_l Q_k + p_k p_l Q) / S^2.
//
// The weighted chi-squared statistic is the quadratic form of the differences with
// the inverse of the sum of both covariances (Wald). With equal contributions it is
// the usual test of two multinomial samples. Its law is chi-squared if every category
// has enough hits, so neighboring categories are merged until it is expected to. What is
// expected decides, so that a category which one sample lacks altogether stays visible; where
// a sample has too few hits for a variance, that of the common shares is taken.
//
// The weighted statistic of Kolmogorov and Smirnov is the largest difference of the
// cumulative shares. With weights and few categories its law is no standard one; it
// is found by a Poisson bootstrap: every count c of equal draws is replaced by a
// Poisson number of mean c, in each of 2000 repetitions, and the largest
// deviation of the difference from the observed difference is what chance does.
//
// The level of a test is the probability to reject what is true. It is stated in the
// options. Pairwise tests of estimates are adjusted for their number by [Holm], and for
// those of distributions the level is divided by it (Bonferroni), so that all of them
// together keep it.
//
// A test that rejects nothing says little by itself, so each pair has two figures more: the
// difference that would have been seen with probability 0.8 (power), and the one that the
// values stay within (equivalence, two one-sided tests at 5 %). [Pair.Times], [Pair.TimesWithin] and [Pair.Apart] plan from these
// how many draws more it takes.
//
// Where values differ, [Causes] compares the categories of all draws, such as the theorems that refute them: what one sample's estimate lacks is in another
// category there, or not in its space.
//
// Nothing here prints.
//
// Name key: k samples or a category, z and x2 statistics, p probabilities of a result
// at least as extreme, y contributions, S and Q sums of y and y^2.
package compare
