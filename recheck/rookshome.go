package recheck

import "chesscensus/recheck/internal/board"

// shutIn counts queens and rooks that were taken where they began, or near.
func (n *needs) shutIn() {
	s, held := n.setup, still(n.setup)
	for i, c := range sides {
		row, walls := board.HomeRow(c), held
		n.fell[i] = map[byte]int{}
		for _, sq := range board.Squares(board.PawnsOf(s, c) & board.RowSet(row+2*board.Ahead(c))) {
			if cage(s, c, board.File(sq)) {
				walls |= 1 << sq
			}
		}
		for _, role := range []byte("QR") {
			for _, sq := range board.Squares(board.Homes(role, c)) {
				room := board.Flood(role, 1<<sq, walls&^(1<<sq))
				small := room&^(board.RowSet(row)|board.RowSet(row+board.Ahead(c))) == 0
				if !small {
					room = board.Flood(role, 1<<sq, held&^(1<<sq))
				}
				if room&s.Of(board.Man(role, c)) != 0 {
					continue
				}
				n.fell[i][role]++
				if board.Covered(room, c)&^held == 0 { // no pawn captured there
					n.captures[1-i]--
				} else if small {
					n.free[1-i]++
					n.prey[1-i] |= room
				}
			}
			n.spare[i] -= n.made(i, role) - max(0, s.Count(board.Man(role, c))-board.Size(board.Homes(role, c)))
		}
	}
}

// made is how many men of a role, no bishops, must have been promoted.
func (n *needs) made(i int, role byte) int {
	return max(0, n.setup.Count(board.Man(role, sides[i]))-board.Size(board.Homes(role, sides[i]))+n.fell[i][role])
}

// takings returns a cost after a capture by a pawn of side i on one of some squares, and if that can be, as if of one who fell.
func (n *needs) takings(c cost, i int, squares set) []cost {
	freed := c
	if freed.freed[i]++; int(freed.freed[i]) > n.free[i] || n.prey[i]&squares == 0 {
		return []cost{c}
	}
	return []cost{c, freed}
}

// turns are the squares on which a pawn of side i captures when it promotes from a file.
func turns(i, x int) set {
	return board.Covered(1<<board.At(int8(x), board.HomeRow(!sides[i])-board.Ahead(sides[i])), sides[i])
}
