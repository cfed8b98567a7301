package recheck

import "chesscensus/recheck/internal/board"

// # NoProofKernel, NoExtendedKernel
//
// Rooks and queens that are shut in at home, in the counts of these theorems. Held squares are those of men that have never moved
// (deadlock.go). Call a pawn low if it is a row beyond its pawn row, and pawns of its side are at home on the files beside. The room of a queen
// or rook is what it reaches from where it began by steps past low pawns and held squares, if that lies on the first two rows. If S shows no
// man of its kind there, it fell: it was taken in its room. Of its kind those that S shows beyond the ones that began and did not fall were
// promoted.
//
// If the squares from which pawns capture in the room are held, no pawn took it: pawns took one man less. Let k be the others who fell. Of the captures that sequences hold, leave out some of those by pawns in these rooms, k at most. The rest is at most what
// the side captured, less k.
//
// Proof. A low pawn has stood on one of two squares throughout: on its pawn row, and then before that, for the pawns beside it have never moved,
// and it can have come from nowhere else. Nobody steps from one square to the other. The one before is not in the room; and
// behind it the way ends, between two pawns at home. So the man never left its room. (A rook that castles makes steps over empty squares to
// one, but for the king.) Each of the k was taken by a pawn in its room, which is left out; or by another man, and then sequences do not
// hold that capture.
//
//	illegal  rnbqkbnr/pppppppp/8/8/P7/R6P/1PPPPPP1/RNBQKB2 w Qkq -
//	legal    rnbqkbnr/pppppppp/8/8/P6P/R7/1PPPPPP1/RNBQKB2 w Qkq -
//	game     1. Nf3 Nc6 2. Nd4 Nxd4 3. a4 Nc6 4. h4 Nb8 5. Rh3 Nc6 6. Rha3 Nb8

// shutIn counts queens and rooks that were taken in their rooms.
func (n *needs) shutIn() {
	s, held := n.setup, still(n.setup)
	for i, c := range sides {
		n.fell[i] = map[byte]int{}
		row := board.HomeRow(c)
		walls := held | board.PawnsOf(s, c)&board.RowSet(row+2*board.Ahead(c))&n.cages[i]
		for _, role := range []byte("QR") {
			homes, shown := board.Homes(role, c), s.Of(board.Man(role, c))
			for _, sq := range board.Squares(homes) {
				room := board.Flood(role, 1<<sq, walls&^(1<<sq))
				if room&(shown|^(board.RowSet(row)|board.RowSet(row+board.Ahead(c)))) != 0 {
					continue // it may have left, or is there
				}
				if n.fell[i][role]++; board.Covered(room, c)&^held == 0 { // no pawn captured there
					n.captures[1-i]--
				} else {
					n.free[1-i]++
					n.prey[1-i] |= room
				}
			}
			n.spare[i] -= n.made(i, role) - max(0, board.Size(shown)-board.Size(homes))
		}
	}
}

// made is how many men of a role, no bishops, must have been promoted.
func (n *needs) made(i int, role byte) int {
	return max(0, n.setup.Count(board.Man(role, sides[i]))-board.Size(board.Homes(role, sides[i]))+n.fell[i][role])
}

// takings returns a cost after a capture by a pawn of side i on one of some squares; and if that can be, as if it had taken one of those men.
func (n *needs) takings(c cost, i int, squares set) []cost {
	freed := c
	if freed.freed[i]++; int(freed.freed[i]) > n.free[i] || n.prey[i]&squares == 0 {
		return []cost{c}
	}
	return []cost{c, freed}
}
