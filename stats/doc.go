// Package stats turns judged draws into estimates. It knows no chess and imports no other package of this module.
//
// # The pipeline
//
//  1. A space S of exactly N members is sampled: n draws, independent, uniform,
//     with replacement. One object of interest (a position) may be drawn as any
//     of m >= 1 members of S; m is its multiplicity. One member may also stand
//     for several objects; their number is its weight w (usually 1).
//  2. Each draw is judged: [In], [Out] or [Open] (undecided).
//  3. A [Tally] counts the draws by (outcome, w, m). Tallies merge exactly, so
//     eight workers give what one gives, bit for bit.
//  4. [Tally.Estimate] scales the counts to a [Result]. [Histogram] does so for
//     parts of S (by number of men), [Table] for named categories (by reason),
//     [Trace] along the run (for a convergence figure).
//
// # The estimator
//
// A draw that is In contributes y = w/m, any other 0. The expectation of y is
// L/N, with L the number of objects that are In, so
//
//	mu       = sum of y / n                  Mean
//	V        = sum of (y - mu)^2 / (n - 1)   Variance
//	estimate = N * mu                        Value
//	std err  = N * sqrt(V / n)               StdErr
//
// is unbiased for L (Hansen and Hurwitz 1943). The tests prove it by listing every sample of a small space.
//
// # Interval and bounds are two different things
//
// The interval [Estimate.Lo, Estimate.Hi] allows for chance: it would cover the true value in the stated share of
// repetitions. It narrows as n grows. The bounds allow for undecided draws: the low estimate counts every Open draw
// as Out, the high one as In. They narrow only if draws are decided, not if more are drawn. A [Result] has both:
// two estimates, each with its interval, and the outer limits Lo and Hi.
//
// # Exactness
//
// Counts are integers; sums of w/m are formed from the sorted counts with 1024 bits and rounded to float64 once. No
// result depends on the order in which draws were added or tallies merged. JSON keeps the counts exactly. Numbers
// shown in a data frame are only a view.
//
// Name key: n draws, N or size the size of the space, w weight, m or mult
// multiplicity, y contribution, b the largest possible y, k hits.
//
// Words are explained in docs/GLOSSARY.md.
package stats
