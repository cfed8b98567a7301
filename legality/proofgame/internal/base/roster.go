package base

import "chesscensus/chess"

// Nobody stands for no man where a number of one is wanted.
const Nobody = int8(-1)

// A Man is one of the men of the start, from the first move to its capture. It keeps its number
// when it promotes.
type Man struct {
	Sq    chess.Square // NoSquare once captured
	Role  chess.Role   // as it is now
	Color chess.Color
}

// A Roster gives the men of a board numbers, in the order of the squares that they start on.
//
// Men and At agree: At[sq] is u if and only if Men[u].Sq is sq, and Nobody if no man is there.
type Roster struct {
	Men  [32]Man
	At   [64]int8 // who stands there
	Size int      // number of men at the start
}

// Number numbers the men of a board, at most 32.
func (r *Roster) Number(b *chess.Board) {
	r.Size = 0
	for sq := range r.At {
		r.At[sq] = Nobody
	}
	for sq := range b.Occupied().All() {
		m := b.At(sq)
		r.Men[r.Size] = Man{sq, m.Role(), m.Color()}
		r.At[sq] = int8(r.Size)
		r.Size++
	}
}

// Put puts the man on from on to, which must be empty.
func (r *Roster) Put(from, to chess.Square) {
	u := r.At[from]
	r.At[from], r.At[to] = Nobody, u
	r.Men[u].Sq = to
}

// Take takes the man on sq off the board.
func (r *Roster) Take(sq chess.Square) {
	r.Men[r.At[sq]].Sq = chess.NoSquare
	r.At[sq] = Nobody
}
