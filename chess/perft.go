package chess

// Perft returns the number of sequences of depth legal moves from p, the usual test of move generators. It is 1 for depth 0 and, by
// convention, for negative depths. It stores no positions, and counts the last moves without making them.
//
// The number is taken modulo 2^64. From the initial position it is exact up to depth 13, with 2 10^18 sequences; depth 14 has too
// many. To count so far takes centuries on one core.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(depth, make([]Move, 0, 64*depth))
}

// perft needs depth >= 1. It uses the free capacity of stack.
func (p *Position) perft(depth int, stack []Move) (n uint64) {
	if depth == 1 {
		return uint64(p.CountMoves())
	}
	var q Position
	top := p.Moves(stack)
	for _, m := range top[len(stack):] {
		p.play(m, &q)
		n += q.perft(depth-1, top)
	}
	return n
}
