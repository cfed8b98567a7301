package base

import "chesscensus/chess"

// NoMan is the number that stands for no man.
const NoMan = int8(-1)

// A Man is one of the men of the start, up to its capture. It keeps its number when it promotes.
type Man struct {
	Sq    chess.Square // NoSquare once captured
	Role  chess.Role   // current role
	Color chess.Color
}

// A Roster numbers the men of a board, in the order of the squares on which they start.
//
// Men and At agree: At[sq] is u if and only if Men[u].Sq is sq, and NoMan if sq is empty.
type Roster struct {
	Men  [32]Man
	At   [64]int8 // number of the man on each square
	Size int      // number of men at the start
}

// NumberMen numbers the men of a board, at most 32.
func (r *Roster) NumberMen(b *chess.Board) {
	r.Size = 0
	for sq := range r.At {
		r.At[sq] = NoMan
	}
	for sq := range b.Occupied().All() {
		piece := b.At(sq)
		r.Men[r.Size] = Man{sq, piece.Role(), piece.Color()}
		r.At[sq] = int8(r.Size)
		r.Size++
	}
}

// Move moves the man on from to an empty square.
func (r *Roster) Move(from, to chess.Square) {
	u := r.At[from]
	r.At[from], r.At[to] = NoMan, u
	r.Men[u].Sq = to
}

// Remove removes the man on sq from the board.
func (r *Roster) Remove(sq chess.Square) {
	r.Men[r.At[sq]].Sq = chess.NoSquare
	r.At[sq] = NoMan
}
