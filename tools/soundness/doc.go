// Soundness searches for legal positions that a stage refutes. Such a position would make the census wrong without a visible
// sign. It plays games and tries every refuting stage on their positions, also with colors exchanged. It tries each stage alone, since
// an earlier stage that decides first may hide a faulty one.
//
// # Kinds
//
//	one for each style of chesstest   random games: castling rights kept, many promotions, en passant, few men ...
//	steered                           random games steered at what theorems speak of (steer.go)
//	proof                             positions of games from the input, such as proof games of uniform draws
//	beside                            positions after another move than the one played in these games
//	unmoved                           positions before another quiet move than the one played (near.go)
//	uncaptured, unpromoted            positions of a game in which a capture, or a promotion, is left out
//	ends                              positions from the input, such as ends of compositions
//	before                            the converse: setups before draws that the engine refutes must be refuted, too (before.go)
//
// Game i of a kind depends on i and the seed alone. Chunks of [ChunkGames] games are lines of the file
// (file.go), so that an interrupted run can be continued.
//
// # Intervals
//
// A stage is tried on every n-th position of a game, where n depends on its cost (interval): 1 for rules, 64 for cages. The engine uses
// Lemmas 14, 16 and 17 of package cage rarely, so each is a stage of its own here: "several men", "fallen bishops"
// and "pairs let in" (lemmas.go). The parity theorem is not symmetric in colors, so its stage does not get positions with colors
// exchanged. Rules and kernels also get positions with files exchanged, if they have no castling rights and no check.
//
// # Forged claims
//
// With -forge only the steered games are played, and package recheck is asked to confirm claims that their positions are illegal (forge.go):
// by each theorem; by ShutOut with bishops and groups of men as evidence; by trees that name no last move, or all: as exhausted, as refuted,
// and with those before them; and by the certificates of similar setups that a stage refutes. A claim that is confirmed is a fault. The
// answers are counted by theorem, so that one sees which theorems were asked, and how often the limit of states left a claim open.
//
//	go run ./tools/soundness -o FILE [-n POSITIONS] [-seed N] [-settled FILE] [-ends FILE] [-draws SPACE] [-forge STATES]
//
// It continues where FILE ends. Progress, with the rate and the remaining time, goes to standard error, and the
// counts by kind and stage go to standard output at the end. The status is 1 if a stage has refuted a position,
// or a forged claim was confirmed.
package main
