// Package census estimates how many chess positions are legal. It is the one package that a notebook needs: thin functions over the
// packages below it, with defaults that never do less than is possible. Type it into a cell, with no other line:
//
//	census.Estimate(census.Plan{})
//
// # The story, in the order of the data
//
// A space is a finite set of exactly known size N; [Spaces] lists them. Most functions draw from the repaired ranked set
// unless told otherwise, 8.7e45 urpositions that provably contain every legal position; [Estimate] takes a smaller cover. A draw is a
// uniform element of a space, number i of a seeded stream: [Draws].
//
// Its setup is judged by an engine: [Judge]. Static theorems come first, then proof kernels, a lower bound on moves, last moves, a proof
// game, and men whom pawns shut in or out. The answer is a [Verdict]: Legal with a game, Illegal with a reason, or Unknown.
//
// [Survey] does this for many draws on all cores, and counts: N times the mean of 1/multiplicity over the legal draws, with an interval for
// chance and bounds for what is undecided. [Estimate] plans it in phases, so that few draws need the expensive tests; [Compare] asks
// several spaces the same question. What they computed is kept on disk: the same question is answered at once the next time, also after a
// restart.
//
// Then there is what one does with positions: [ProofGame], [ShortestGame], [FindKernel], [LegalPositions], [RandomPosition], [Mate],
// [MateShares], [Endgame], [Play]; what the engine thinks of them: [Ask], [LastMoves], [Theorems], [Find]; [Board], [Boards] and [Player]
// to look at them, and [SetupBoard], [Sliders] and [RandomPositions] to play with. [Record] reads what a long survey has stored. In a
// notebook of our kernel all of these show themselves if they stand last in a cell.
//
// # Functions and packages
//
// A function of this package takes a FEN record, a [Setup] or a [Position] wherever a position is wanted, and returns an error, never a
// panic, for what is no such thing. Types with a name of another package are that package's; it can do more, for instance stop, report
// progress, and judge to another effort:
//
//	chess                    Setup, Position, Move, Game; FEN, SAN, PGN
//	sampler, sampler/...     spaces, streams, conditions
//	legality, legality/...   the engine and its stages; lemmas with their proofs
//	stats, stats/...         estimates, intervals, designs; knows no chess
//	survey, survey/...       runs; planned surveys and their record
//	plots, plots/boards      figures and boards
//
// docs/DESIGN.md says why things are as they are, docs/GLOSSARY.md what the words mean.
package census
