// Package chesscounter judges diagrams by the ten cheap rules of the program ChessCounter. A
// diagram that passes all rules counts as possible, with a weight for castling and en passant.
//
// The package exists for comparison. ChessCounter estimates the number of legal positions as
//
//	size of a space * mean weight of uniform draws, rejected ones weighing 0
//
// and this package gives, draw by draw, the verdicts and the weights from which its
// published figures come. The verdicts on legality are those of package legality.
//
// # Origin
//
// ChessCounter is a program by Lech Mazur, github.com/lechmazur/ChessCounter; the subject is commit cc95163. It is
// under the GPL, and its source was not opened for this package: the rules are reimplemented from a description of
// the diagrams that it accepts, which another implementation had tested against it on 261,116 diagrams. [Rules]
// lists the rules. Their names and texts are ours; the numbers are the order in which the program tests them, which
// differs from the order in its README.
//
// # What it gets right
//
// By counting men, by the files of pawns, and by simple tests of checks it rejects all but
// seven in a million draws of its split space, at a cost of nanoseconds. Rules 1, 3, 5, 6
// and 7 are sound: they reject no legal position. So is rule 2, except for a detail (B below).
//
// # What it gets wrong
//
// Four rules each reject some legal positions, such as those at the end of these games:
//
//	A  rule 4  a4 b5 axb5 a5 Ra3 a4 Rh3 a3 Rh4 a2 Rh3 a1=B
//	           the caged bishop was promoted
//	B  rule 2  e3 c6 Bc4 Qb6 Be6 dxe6 d4 Qa6 d5 Kd7 h4 Kc7 d6+ Kb6 d7 Kb5 d8=B g6 Bc7 h5
//	           two bishops on dark squares: the light-square one was captured, which allowed this
//	C  rule 8  e4 e5 d4 exd4 Nf3 d5 exd5 Nf6 Nxd4 Bd6 Nb3 O-O Bc4 Be5 Nc3 Re8 a3 Qd6 h4 Qa6
//	           Rb1 Qa5 Ra1 Bxc3+
//	           a queen stands behind the bishop, but a knight had stood in between
//	D  rule 9  a3 e6 b3 Be7 c3 Bh4 e3 Bxf2+
//	           the bishop came along the line of its check, by capturing what closed it
//
// With [Options.Mended] the four are repaired, each by one condition, and of 30 million positions of random games
// none is rejected. In the split space this adds 12% to the accepted weight, most of it by B. In the restricted
// spaces, whose definition excludes A and B (promoted bishops fail rule 10), it adds 2%. So the estimates are no
// strict upper bounds. But the illegal diagrams that it accepts weigh more. As its author states, it does not look
// for games. It accepts
//
//	4k3/8/8/P7/8/8/PPPP4/4K3                      no home square is left for the pawn on a5
//	r1bqkbnr/pppppppp/8/8/1P6/8/PPP1PPPP/RNBQKBNR  d2 to b4 takes two captures
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKQNR   the h pawn cannot have promoted
//	k6b/8/8/8/8/8/8/K7                            no last move; distant checks pass
//	4k3/8/8/3pP3/8/8/8/r3K3                       weighs 2 for an en passant that is illegal
//
// And the program doubles all weights, while the sizes of its spaces count the side to move already: the published
// 8.7E+45, 6.6E+41 and 8.3E+38 are twice the values by its own definition, [Verdict.Weight].
//
// # Compared with our engine
//
// The theorems of package legality/rules reject every draw that the mended rules 1 to 9 reject
// (TestTheoremsRefuteMore, CHESSCENSUS_TESTS=20). Of the accepted draws they reject 87% in the split space, 70% in
// the restricted one, and 1% in the very restricted one. Proof kernels, last moves and proof games reject more.
//
// # Reading order
//
//	judge.go     spaces, verdicts, the order of the rules, weights
//	rules.go     the rules as data, with witnesses and examples
//	material.go  rules 2 and 10
//	pawns.go     rules 4, 5, 6
//	checks.go    rules 7, 8, 9
//
// The tests hold the rules a second time, square by square from the description (oracle_test.go). ChessCounter's
// table of what survives each stage is repeated by the tests of package sampler/internal/placement.
//
// # Names
//
//	d        diagram, White to move
//	mover    in rule 8, the checker that may have moved last, out of the line of the other
//	checker  in rule 9, the only man that gives check
//	mended   the repaired rule
package chesscounter
