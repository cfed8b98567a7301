// Package survey estimates the number of legal positions from one sample: it draws
// from a space, judges every draw, and tallies the verdicts.
//
//	Space --Draw(seed,i)--> Draw --Engine.Judge--> Verdict --> Report
//
// A [Report] depends on (space, seed, number of draws, effort) alone. Draws are
// judged in blocks of fixed size by any number of workers; the blocks are merged
// in their order. An interrupted run reports the blocks up to the first one that
// is missing, which is the report of a shorter run.
//
// Package survey/internal/loop has the loop and the names of outcomes, property.go the
// properties by which estimates are divided.
//
// [Compare] runs samples of several spaces and tests whether their estimates agree.
//
// docs/GLOSSARY.md explains the terms.
package survey
