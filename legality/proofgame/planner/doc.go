// Package planner builds proof games without search. From a start position, a goal and a
// proof kernel it plans one move ahead, both colors helping each other, and tries again
// with other random choices when it is stuck. A candidate with 25 to 32 men takes about
// 2 ms, a thousand planned plies in all.
//
// [Planner.Find] is all there is to call; [Problem], [Options] and [Result] say what goes
// in and out. Every game is replayed before it is returned. A failure proves nothing.
//
// # Why no search
//
// The length of a proof game does not matter. Moves of officers can be taken back, so
// that nothing is lost by a bad one; pawns have no choice once it is settled who captures
// whom; and both sides want the same. What makes single moves hard to find is that kings
// may not walk into attacks, and men stand in each other's way. So every color has
// tasks of its own, and states wishes, which the other color fulfills first: leave these
// squares; attack none of those, for my king has to pass there. With that a look of one
// ply suffices nearly everywhere.
//
// # The way of a restart
//
//  1. Target. The goal itself if an officer may have moved last, else the goal with its
//     last moves taken back until that is so (lastmoves.go). Forced chains come from
//     package retro, others are tried in the order of their likelihood.
//  2. Kernel. The one given, or of a source; for goals with few men a guess (loose.go).
//     It is read as a list of tasks: pawn moves and captures (tasks.go). A task waits
//     for earlier ones that share a pawn or a square with it, and for nothing else.
//  3. Columns. Without captures the order of pawns in a file is fixed, so that where each
//     pawn ends is known from the beginning, and so is who promotes (columns.go).
//     To what, is drawn at random from what the goal lacks.
//  4. Cages. Squares of the goal that pawns shut in (cages.go) and that are reached only
//     before they do: a pawn is held back short of its end; a capture of the kernel is
//     moved to another row (repair.go); an officer is sent ahead.
//     A king and rook that the goal shows as castled, behind pawns at home, wait at home
//     until they can castle (castle.go).
//  5. Path, up to the last capture (path.go, bind.go, help.go): make captures that are
//     ready, answer checks, fulfill wishes, walk the king out of the danger zone, bring
//     pawns, victims and capturers on, lose time.
//  6. Pawns, to their ends or where they are held back, by the same rules.
//  7. Officers (assign.go, officers.go, place.go): a matching says which goes where; then
//     one after the other takes the cheapest way through the others, who move aside.
//     Pawns held back go last.
//  8. Parity (parity.go): if everything stands but the wrong side is to move, an odd
//     number of moves that lead back to the same board.
//
// The boards after the path and after the pawns are kept, so that a failure does not
// repeat what came before (stages.go): up to three tries of the pawns a restart, with up
// to three of the officers each.
//
// # Bold
//
// With [Planner.Bold], in later passes, a restart changes the list further. It is off in the
// first pass, whose games stay the same from version to version.
//
//   - A door waits (postpone.go): the step that shuts a square of the goal and all that
//     need it go to the end of the list; before it pawns pass that square, and the officer
//     enters. In a third of the restarts pawns that would be held back are such doors too.
//   - An officer leaves (leave.go): who would be shut in where it is not wanted, at home or
//     where it is promoted, is out before the door closes; if need be its pawn promotes first.
//   - Squares on which pawns promote are cleared, even of officers that the goal shows there.
//   - Captures exchange their victims, as far as bishops fit the squares; who can never leave
//     home falls there.
//   - Knights and bishops come from squares that the goal's pawns leave open, if they can.
//
// # Unwinding
//
// [Planner.Unwind] goes the other way: from a crowded goal it takes moves back, by a beam
// search for the setup in which least is shut in by pawns, and by men that these leave no
// square (unwind.go, unwindshut.go). A door that closed last opens first, and the men walk out. A game to that setup, with the moves
// taken back at its end, is one to the goal.
//
// [Planner.Loosen] does so with goals in which a side runs out of quiet moves to take back
// ([Planner.Tight]), mostly with few men: it takes captures back until both sides have quiet
// moves, and sides with castling rights two men that may make them (loosen.go).
//
// # Reproducibility and budget
//
// All choices come from a stream keyed by goal, seed and number of the restart. The
// budget counts planned plies, 2 us each; searches for kernels are charged at 5 nodes
// a ply. A try is not interrupted for the budget, which may be exceeded by some 1000
// plies, and by one search for a kernel.
//
// # Pitfalls
//
// Each of these was a class of failures once:
//
//   - A king at home when enemy pawns come down around it is mated. It leaves the zone:
//     squares that pawns have to pass or will attack, and its home while enemy pawns are
//     to arrive there; these wait for it.
//   - Squares that enemy pawns attack for good are walls for a king, not expensive. A king
//     on the wrong side of them is stuck, so that it has to be on the right side
//     before the pawns are.
//   - A wish must name all squares of the king's way. If it names the next one only, the
//     enemy attacks again what it has just released.
//   - Give no check except in need: the side in check has to play noise.
//   - A victim or its capturer may be shut out by the pawn that captures. It is found
//     by a flood around the square with the pawns as they then stand (gates).
//   - A bishop promoted in a corner behind a pawn is dead unless the goal shows it there,
//     and then it must be the last promotion on its file.
//   - A man that has moved aside returns at once, unless it is ranked behind the mover.
//   - In a corridor moving aside off the whole way is impossible; then along it.
//   - Kings and rooks with rights cannot capture. The last man that can is not captured
//     while its color still has to.
//
// # Variants tried
//
// The first 600 lines without refutation of fresh-dev.tsv, 50 000 plies each, CPU time of
// the planner with its replay (go test -run TestVariants -survey FILE -max 600 -plies 50000):
//
//	variant                              solved   mean ms   99% ms   plies   restarts
//	full                                    600      1.54      8.5     967       0.55
//	without wishes to vacate                600      3.60     24.7    2189       0.91
//	without wishes for the king's way       589      8.54     82.5    5375       1.86
//	without the danger zone                 600      1.61     10.0    1197       0.96
//	without holding pawns back              593      2.64     43.3    1751       3.89
//	without repairs of the kernel           599      1.44      8.3    1050       0.82
//	without early victims                   599      1.47      8.3    1042       1.31
//	without snapshots                       600      1.34      7.0     988       1.75
//
// Wishes decide how fast, cages whether: repairs and early victims matter for one line in
// some hundreds, which no number of restarts solves without them. Snapshots gain nothing on
// the usual candidates; they are kept for long paths, with few men.
//
// # Limits
//
// Goals in which a side with castling rights has no other man that can move (real
// zugzwang: all its time comes from pawns) are mostly not found by Find alone, since the
// order of the last captures and the placing is not planned together: see Loosen. With
// castling rights most restarts fail by a check that only the king could answer, who may
// not move; with Bold none is given on purpose that no other man can answer.
//
// # Names
//
//	r, w       run, world: one restart; the board with names for its men
//	u, v       men by number, those of the start in the order of squares
//	t          task, in lastmoves.go and source.go target
//	k          kind, in find.go and source.go a kernel or its number
//	c          Color; us, them: the side to move, and the other
//	sq, bb     Square, Bitboard
//	ask        wishes by the color that is to fulfill them
//	ways       squares that a color is about to pass
//	busy       squares of kernel tasks not done; engaged: their pawns
//	end        last square of a pawn; hold: rows by which it stops short; interim: where
//	frozen     men that castling rights forbid to move; keep: not to be captured
//	gate       the task that one waits for; door: the task that shuts in a region
//	births     squares of promotion; doomed: officers that can never leave home
//	bound      chosen as victim or capturer; arrived: victims in place
//	zone       where a king is in danger
//	walls      squares no man can pass; region: what can be reached around them
//	shy, hot   stops that cost more: checks, attacked squares
package planner
