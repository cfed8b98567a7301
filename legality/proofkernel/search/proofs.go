// # Words of the proofs
//
// S is the start, G the goal. A game is one from S to G. k is the number of captures that a color has left. A column is complete
// if it becomes that of G by promotions of its outer pawns alone, where these are possible.
//
// # Lemma 1: every game has a kernel
//
// Take the captures of a game, in order, with promotions ahead left to the end. They are a sequence of moves of the kernel game
// from the state of S to one in which all columns are complete and the promotions give the officers of G. So if there is no such
// sequence, there is no game.
//
// Proof. Other moves change neither columns nor numbers of men. That promotions can wait is shown in package proofkernel: a pawn
// that has promoted is kept in its column, outermost of all. A promoted man that is taken leaves its column then
// (Options.Physical admits all such pawns). En passant is a capture like others; as the first move it is tried apart.
//
//	illegal  rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	legal    r1bqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	game     1. Nc3 Nf6 2. Nb1 Nd5 3. a3 Nb4 4. axb4 a5 5. b5 Na6 6. bxa6
//
// # Lemma 2: blocked squares and what follows
//
// The men on the squares that blockedSquares finds never move and are never taken. So no pawn promotes on them or goes through
// them, and a bishop locked in by two pawns at home is there or was taken there by an officer.
//
// Proof. Function by function in blocked.go. The theorems are those of package bound, found and written independently, on
// purpose: one is an oracle of the other.
//
//	illegal  rnbqkbnr/pppp1ppp/4p3/8/8/8/PPPPPPPP/RNBQK1NB b Qkq -
//	legal    rnbqkbnr/pppp1ppp/4p3/8/8/6P1/PPPPPP1P/RNBQK1NB b Qkq -
//	game     1. Nc3 Nf6 2. Na4 Ne4 3. Nc5 Ng3 4. Nf3 Nxh1 5. Na6 e6 6. Ng1 Ng3 7. Nc5 Ne4 8. Na4 Nf6 9. Nc3 Ng8 10. Nb1 Qg5 11. g3
//	         Qf6 12. Bg2 Qd8 13. Bh1
//
// # Lemma 3: incomplete columns (P1)
//
// The captures left are at least the number of incomplete columns, counted from the a-file, each of which excuses its right
// neighbor.
//
// Proof. A capture changes one column or two neighbors; promotions ahead complete a column without changing its state. A promoted
// victim leaves a third column, from its end, where it could promote ahead. If the column is complete without it, it was so
// before, with one promotion more. So each capture completes two neighbors at most.
//
//	illegal  rnbqkb1r/pppppppp/8/8/8/2P4P/P1PPPP1P/RNBQKBNR b KQkq -
//	legal    r1bqkb1r/pppppppp/8/8/8/2P4P/P1PPPP1P/RNBQKBNR b KQkq -
//	game     1. Nh3 Nc6 2. Ng1 Nd4 3. Nc3 Nb5 4. Nb1 Nc3 5. bxc3 Nf6 6. Bb2 Nh5 7. Ba3 Nf4 8. Bc1 Nh3 9. gxh3
//
// # Lemma 4: spare pawns (P2)
//
// A color has at least as many pawns as G together with the promotions that it still needs.
//
// Proof. A promotion takes one from both sides. A capture takes pawns, which are not replaced, or officers, which are then
// missing. So the balance never gets better, and at G it is not below zero.
//
//	illegal  rnbqkbnr/1ppppppp/1p6/8/3Q4/8/PPPPPPPP/1NBQKBNR b Kk -
//	legal    rnbqkbnr/1ppppppp/1p6/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nc6 2. Ra3 Nb8 3. Rb3 Na6 4. Rb6 axb6 5. a5 Nc5 6. a6 Nh6 7. a7 Rb8 8. a8=Q Ng8 9. Qa4 Ra8 10. Qd4 Na6 11. Qf6 Nb8
//	         12. Qd4
//
// # Lemma 5: steps to other files (P3)
//
// For each own pawn that a file has too few, add the distance to the nearest file with too many. The sum is at most k.
//
// Proof. Pawns change files one at a time, each time by a capture of their color. In the end no file has too few. Follow the
// surplus back that fills a gap: it comes, file by file, from one with too many, and different gaps use different steps.
//
//	illegal  r1bqkb1r/pppp1ppp/4p3/3P4/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	legal    r1b1kb1r/pppp1ppp/4p3/3P4/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	game     1. Nh3 e6 2. Ng1 Nc6 3. Nh3 Qh4 4. Ng1 Nd4 5. Nh3 Ne7 6. Ng1 Nb3 7. axb3 Qc4 8. bxc4 Nd5 9. cxd5
//
// # Lemma 6: bishops of a color (P4)
//
// Each bishop of G, by the color of its square, is there, or comes from a pawn that is not needed on a file that promotes to this
// color, or costs a capture. So if the first two kinds fall short by more than k, there is no kernel.
//
// Proof. A pawn that steps to its promotion does so on the color of its file. To promote on the other color it captures, and so
// does a pawn that comes to the file first. Different bishops are different pawns, and make different captures.
//
//	illegal  rnbqkbnr/pp2pppp/3p4/3p4/7B/8/PP1PPPPP/R1BQKBNR b KQkq -
//	legal    rnbqkbnr/pp2pppp/3p4/3p4/6B1/8/PP1PPPPP/R1BQKBNR b KQkq -
//	game     1. c4 d6 2. Nc3 c6 3. Nd5 cxd5 4. c5 Qb6 5. c6 Qd8 6. c7 Bf5 7. c8=B Bd3 8. Bg4 Bf5 9. Bf3 Bc8 10. Bg4
//
// # Lemma 7: rows
//
// If the constraints on rows of the first moves of a kernel have no solution, no extended kernel begins with these moves.
//
// Proof. Each constraint holds in every game with these captures (neighbors of one color exchanged where one would have to step
// aside, see below). Constraints are only added along a path. A state without a goal below it, whatever the rows, is remembered
// with all its bits; what failed for rows depends on the path and is not.
//
//	illegal  rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -
//	legal    rnbqk1nr/pppp1ppp/4p3/8/1P6/8/1PPPPPPP/RNBQKBNR w KQkq -
//	game     1. a3 e6 2. Nc3 Bb4 3. axb4 Qf6 4. Nb1 Qd8
//
// The a-pawn took the bishop on a dark square of the b-file, b4 at the earliest.
package search
