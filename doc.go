// Package chesscensus is the front page of a toolkit that estimates how many chess positions
// are legal. It has no code; this is the story in the order of the data, with the package of
// each step.
//
// A space (chesscensus/sampler) is a finite set of exactly known size N. The default is the
// repaired ranked set (chesscensus/sampler/ranked), 8.7e45 urpositions that provably contain
// every legal position. A draw is a uniform element of it, number i of a seeded stream.
//
// Its setup (chesscensus/chess) is judged by an engine (chesscensus/legality) that asks its
// stages, cheapest first: static theorems (chesscensus/legality/rules), the wrong side to
// move (chesscensus/legality/parity), proof kernels (chesscensus/legality/kernel), a lower
// bound on the moves of a game (chesscensus/legality/bound), last moves
// (chesscensus/legality/retro), a proof game (chesscensus/legality/proofgame), and men whom
// pawns shut in or out (chesscensus/legality/cage). The answer is a verdict
// (chesscensus/legality/verdict): Legal with a certificate, Illegal with a reason, or
// Unknown.
//
// A survey (chesscensus/survey) does this for many draws on all cores and adds them up in
// tallies (chesscensus/stats), from which estimates follow: N times the mean of
// 1/multiplicity over the legal draws, with an interval for chance and bounds for what is
// undecided. Figures and board diagrams (chesscensus/plots) show them, in a notebook
// (notebooks/01-estimate.ipynb), or from the command line (chesscensus/cmd/chesscensus).
//
// docs/DESIGN.md says why things are as they are, docs/GLOSSARY.md what the words mean.
package chesscensus
