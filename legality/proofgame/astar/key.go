package astar

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// key returns the sort key of a node; smaller keys come first. From the highest bits:
//
//	22  A*ply + B*guess, with Options.Dynamic less
//	10  larger ply
//	 5  fewer men
//	 5  smaller sum of the kings' distances to their goal squares, each at least 1
//	 5  fewer pawns
//	 7  more steps made by pawns
//	10  random
func (s *Search) key(p *chess.Position, ply, guess int, number uint32) uint64 {
	b := p.Board()
	rank := s.opt.A*ply + s.opt.B*guess
	if s.opt.Dynamic && s.startBound > 0 && s.opt.B > s.opt.A {
		played := min(ply-len(s.opening), s.startBound)
		rank -= (s.opt.B - s.opt.A) * guess * played / s.startBound
	}
	kings := 0
	for c := chess.White; c <= chess.Black; c++ {
		kings += max(1, steps(b.King(c), s.kings[c]))
	}
	pawns := b.Of(chess.Pawn)
	white, black := pawns&b.Colored(chess.White), pawns&b.Colored(chess.Black)
	pawnSteps := rows(white) - white.Count() + 6*black.Count() - rows(black) // white pawns start on row 1, black ones on row 6
	k := uint64(min(rank, 1<<22-1))
	k = k<<10 | uint64(1023-min(ply, 1023))
	k = k<<5 | uint64(min(b.Men()-s.men, 31))
	k = k<<5 | uint64(min(kings, 31))
	k = k<<5 | uint64(min(pawns.Count(), 31))
	k = k<<7 | uint64(127-min(pawnSteps, 127))
	return k<<10 | base.Mix(s.opt.Seed+uint64(number)*0x9e3779b97f4a7c15)>>54
}

// steps returns the number of king moves between two squares on the empty board.
func steps(a, b chess.Square) int {
	x, y := a.File()-b.File(), a.Row()-b.Row()
	return max(x, -x, y, -y)
}

// rows returns the sum of the rows, 0 to 7, of the squares.
func rows(bb chess.Bitboard) int {
	// The rows whose numbers have bit 0, 1 or 2.
	const bit0, bit1, bit2 = 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000
	return (bb & bit0).Count() + 2*(bb&bit1).Count() + 4*(bb&bit2).Count()
}
