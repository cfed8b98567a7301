// Soundness looks for legal positions that a stage refutes: there must be none, or the census is wrong and nobody
// notices. It plays games and asks every stage that refutes about their positions, each stage alone, as a faulty one may hide
// behind another that answers first, and again with colors exchanged.
//
// # Kinds
//
//	one for each style of chesstest   random games: castling rights kept, many promotions, en passant, few men ...
//	proof                             the positions of given games, such as proof games of uniform draws
//	beside                            a position one other move away from each of these
//	unmoved                           one quiet move before these, another one than was played (near.go)
//	uncaptured, unpromoted            what a game comes to if a capture, or a promotion, is not made
//	ends                              given positions, such as ends of compositions
//	before                            the other way round: setups before draws that the engine refutes must be refuted, too (before.go)
//
// Game i of a kind depends on i and the seed alone. Games are counted in chunks of [ChunkGames], a line of the file each
// (file.go), so that a run that was broken off goes on where it was.
//
// # What is asked how often
//
// A stage is asked of every n-th position of a game, n by what it costs (every): rules always, cages of one in 64. Lemma 14
// of package cage, which verdicts come to in later passes only, is a stage of its own here, "several men", and so are Lemma 16, "fallen bishops", and Lemma 17, "pairs let in" (lemmas.go). The parity
// theorem is not symmetric in colors and is asked only of positions as they are. Rules and kernels are asked with files exchanged, too, where no
// right and no check forbids it.
//
//	go run ./tools/soundness -o FILE [-n POSITIONS] [-seed N] [-settled FILE] [-ends FILE] [-draws SPACE]
//
// It goes on where FILE ends. Progress, with the rate and the time that is left at this rate, goes to standard error, the
// counts by kind and stage to standard output in the end. The status is 1 if a stage has refuted a position.
package main
