// Package draws judges a sample and returns every draw as a [Row] with its verdict, while a survey only counts. It is for data frames, for
// judges of the caller, and for comparing two judges.
//
//	for row, err := range draws.All(ctx, draws.Config{Space: space, Draws: 1000, Judge: mine}) { ... }
//
// Rows come in the order of the draws, and depend on space, seed and judge alone, but for the time that each took.
//
// # Judges of the caller
//
// A [Judge] is a function of a setup. Several goroutines call it at once, each with draws of its own. If it panics, the answer for that draw is
// [Failed] with the text of the panic.
//
// # Spaces of the caller
//
// A space is any type with the four methods of [sampler.Space]. [CheckSpace] tests the law that they must obey. It finds errors of counting and
// of inverse maps; it is no proof.
//
// # Estimates
//
// With y the weight divided by the multiplicity of a legal draw, and 0 for any other, size times the mean of y over all draws estimates the
// number of legal positions. [Mean] estimates the mean of any other value over the legal positions, as a ratio. [Weighted] estimates the mean
// of numbers that the caller has drawn from another distribution than the one of interest, and [Strata] combines strata that the caller has
// sampled.
package draws
