package chess

import "iter"

// Perft returns the number of sequences of depth legal moves from p, the usual
// test of move generators. It is 1 for depth 0 and, by convention, for negative
// depths. Positions are not remembered, the last move of each sequence is counted
// and not made.
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

// Divide yields every legal move with the perft of depth-1 after it; the numbers
// add up to the perft of p. It yields nothing for depths below 1.
func (p *Position) Divide(depth int) iter.Seq2[Move, uint64] {
	return func(yield func(Move, uint64) bool) {
		if depth < 1 {
			return
		}
		for _, m := range p.Moves(nil) {
			q := p.Play(m)
			if !yield(m, q.Perft(depth-1)) {
				return
			}
		}
	}
}
