// Package survey runs a sample through the whole of chesscensus: it draws from a
// space, judges every draw, and tallies the verdicts. It is what the estimate
// command and the notebooks call.
//
//	Space --Draw(seed,i)--> Draw --Engine.Judge--> Verdict --> Report
//
// A [Report] depends on (space, seed, number of draws, effort) alone. Draws are
// judged in blocks of fixed size by any number of workers; the blocks are merged
// in their order. An interrupted run reports the blocks up to the first one that
// is missing, which is the report of a shorter run.
//
// The loop itself, and the words for outcomes, are those of package survey/internal/loop; properties to
// divide estimates by stand in property.go, each defined once for all surveys.
//
// [Compare] does so for several spaces and tests whether what they say agrees.
//
// Words are explained in docs/GLOSSARY.md.
package survey
