// Package chesscounter has the spaces of ChessCounter, four ways to draw a diagram at
// random, and for each of them three smaller spaces that leave out what can be
// counted to be impossible.
//
// # The spaces
//
// ChessCounter (Lech Mazur, github.com/lechmazur/ChessCounter, under the GPL; its
// source was not opened for this package) puts an ordered pair of kings that do not
// touch on the board, 3612 ways, then men on distinct squares of the other 62, and
// doubles for the side to move:
//
//	counter-general          up to 30 men of ten kinds              3.58e51
//	counter-split            up to 15 men of five kinds a side      5.68e50
//	counter-restricted       counts of the initial position, but    1.10e46
//	                         up to 3 queens and 15 men a side
//	counter-very-restricted  counts of the initial position         2.13e43
//
// Pawns stand on any square. Castling rights and en passant are no part of an
// element; [sampler.Draw.Weight] says how many positions the diagram
// could stand for at most,
//
//	w = 2^k (1 + E)
//
// with k the pairs of a king and a rook of its side on their home squares and E the
// enemy pawns that may just have made a double step beside a pawn of the side to move.
// ChessCounter's estimate is size times the mean of w over the draws that its rules
// (package legality/chesscounter) accept. It is an estimate of legal positions
// as far as rights and en passant square of an accepted diagram are all legal.
//
// # Levels
//
// Each space has three subsets, every one of which holds all of the legal diagrams:
//
//	-conditioned   no pawn on row 1 or 8
//	-feasible      and the material can have come about: at most 15 men a side besides
//	               the king, pawns and promoted men at most 8, and the captures that
//	               promotions need (package placement)
//	-positions     the same, with castling rights and en passant square as parts of
//	               the element, so that elements are positions and weights are 1
//
// In -positions a setup with an en passant square and two pawns that might capture is
// two elements, multiplicity 2. It is the level to ask the engine about: what it
// estimates is exactly the number of legal positions whose material the space admits.
// The draws of the others have weights that the engine does not check.
//
// The restricted spaces mean positions without promoted knights, bishops and rooks.
// ChessCounter's rule 10 sees a promoted bishop in two bishops of a side on squares of
// one color, and in a bishop outside when its own pawns still shut in the one that
// started on such squares. From -feasible on such an element has weight 0: it is in
// the space, since its squares are not worth counting, and stands for no position.
//
// # Reading order
//
// counter.go names the spaces, weight.go has the weights; the work is done in package
// placement.
package chesscounter
