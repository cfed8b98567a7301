package recheck

import "chesscensus/recheck/internal/board"

// # NoProofKernel, NoExtendedKernel
//
// Rooks and queens that are shut in at home, in the counts of these theorems.
//
// Definitions. Unmoved men have never moved (deadlock.go). A low pawn is a row beyond its pawn row, with pawns of its side at home on the
// files beside. The area of a queen or rook is what it reaches from where it began by steps past low pawns and unmoved men, if all of it
// lies on the first two rows. If S shows no man of its role and side in the area, it was taken at home.
//
//   - Of a role, the men that S shows beyond those that began and were not taken at home were promoted.
//   - If the squares from which pawns capture in the area hold unmoved men, no pawn took it. Pawns took one man less.
//   - Let k be the number of the other men taken at home. Of the captures in the sequences, some at most k captures by pawns in these areas
//     can be left out, such that the rest is at most what the side captured, less k.
//
// Proof. The pawns beside a low pawn have never moved. So the low pawn stood on its pawn row and then on the next square, and on no other.
// No man steps from one of these squares to the other. The second is not in the area. Behind it, between two pawns at home, the way ends.
// So the man never left its area. (A rook that castles passes empty squares and the king.) Each of the k was taken by a pawn in its area,
// which is left out; or by another man, and then the sequences do not hold that capture.
//
//	illegal  rnbqkbnr/pppppppp/8/8/P7/R6P/1PPPPPP1/RNBQKB2 w Qkq -
//	legal    rnbqkbnr/pppppppp/8/8/P6P/R7/1PPPPPP1/RNBQKB2 w Qkq -
//	game     1. Nf3 Nc6 2. Nd4 Nxd4 3. a4 Nc6 4. h4 Nb8 5. Rh3 Nc6 6. Rha3 Nb8

// countShutIn counts the queens and rooks that were captured in their areas, and corrects captures and spare pawns for them.
func (ct *counts) countShutIn() {
	s, unmoved := ct.setup, unmovedMen(ct.setup)
	for i, c := range sides {
		ct.takenAtHome[i] = map[byte]int{}
		row := board.HomeRow(c)
		blocked := unmoved | board.PawnsOf(s, c)&board.RowSet(row+2*board.Ahead(c))&ct.cages[i]
		for _, role := range []byte("QR") {
			homes, shown := board.Homes(role, c), s.SquaresWith(board.Man(role, c))
			for _, sq := range board.Squares(homes) {
				area := board.Flood(role, 1<<sq, blocked&^(1<<sq))
				if area&(shown|^(board.RowSet(row)|board.RowSet(row+board.Ahead(c)))) != 0 {
					continue // it may have left, or is there
				}
				if ct.takenAtHome[i][role]++; board.PawnAttacks(area, c)&^unmoved == 0 { // no pawn captured there
					ct.captures[1-i]--
				} else {
					ct.pawnMayHaveTaken[1-i]++
					ct.pawnTakingSquares[1-i] |= area
				}
			}
			ct.spare[i] -= ct.leastPromoted(i, role) - max(0, board.Size(shown)-board.Size(homes))
		}
	}
}

// leastPromoted returns how many men of a role other than bishops must have been promoted.
func (ct *counts) leastPromoted(i int, role byte) int {
	return max(0, ct.setup.Count(board.Man(role, sides[i]))-board.Size(board.Homes(role, sides[i]))+ct.takenAtHome[i][role])
}

// costsOfCapture returns the cost after a capture by a pawn of side i on one of some squares. If it may have taken one of the k men there,
// it also returns the cost with this capture left out.
func (ct *counts) costsOfCapture(c cost, i int, squares set) []cost {
	leftOut := c
	if leftOut.capturesAtHome[i]++; int(leftOut.capturesAtHome[i]) > ct.pawnMayHaveTaken[i] || ct.pawnTakingSquares[i]&squares == 0 {
		return []cost{c}
	}
	return []cost{c, leftOut}
}
