// Package sampler defines the spaces that positions are drawn from, and streams of draws.
//
// A [Space] is a finite set S of known size N together with a one-to-one map between S and the integers 0 to N-1
// ([Space.Rank] and [Space.Unrank]). Drawing a rank uniformly and unranking it draws uniformly from S. An element
// of S is a setup together with annotations that make its rank unique, so one setup may be present several times;
// how often is its multiplicity m. If y is the [Draw]'s Weight divided by m for a draw that is judged legal and 0
// for any other, then N times the mean of y is an unbiased estimate of the number of legal positions in S.
//
// A [Stream] is an endless sequence of independent uniform draws in which draw i depends on (space, seed, i) alone:
// not on the draws before it, the number of workers, the machine or the version of Go. Golden tests keep it so.
//
// A [Bulk] is such a sequence for spaces that can draw without ranks ([Direct]). Its draws have the same law as
// those of a stream, and are several times as fast. They depend on (space, seed, block).
//
// [Restrict] returns the part of a space in which conditions hold, such as "men<=10" or "no-promotions": with an
// exact size of its own if the space can count the part, else as a space in which all other elements have weight 0.
//
// A [Divided] set has strata of exactly known sizes, and a [DividedStream] draws in each of
// them. It need not be a space. [Union] joins such sets.
//
// The spaces themselves are in the packages below this one; package spaces opens them by name.
//
// Words are explained in docs/GLOSSARY.md.
package sampler
