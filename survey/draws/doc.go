// Package draws judges a sample draw by draw, and keeps the draws: every draw of a space is a [Row] with its verdict, where a survey only counts. It is for
// data frames, for judges of one's own, and for comparing two judges.
//
//	for row, err := range draws.All(ctx, draws.Config{Space: space, Draws: 1000, Judge: mine}) { ... }
//
// Rows come in the order of the draws, and depend on space, seed and judge alone, but for the time that each took.
//
// # A judge of one's own
//
// A [Judge] is a function of a setup. Several goroutines call it at once, each with draws of its own. One that panics has said nothing of that draw: its
// answer is [Failed] with what it panicked with.
//
// # A space of one's own
//
// A space is any type with the four methods of [sampler.Space]. [CheckSpace] tries the law that they must obey. It is enough to find slips of counting
// and of inverse maps; it is no proof.
//
// # Estimates of one's own
//
// With y the weight divided by the multiplicity of a legal draw, and 0 for any other, size times the mean of y over all draws estimates the
// number of legal positions. [Mean] estimates the mean of any other value over the legal positions, as a ratio; [Weighted] is that of
// numbers that the caller has drawn by another law than the one of interest, and [Strata] puts together strata that the caller has sampled.
package draws
