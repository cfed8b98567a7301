package kings_test

import (
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/kings"
	"chesscensus/sampler/ranked"
)

// drawWithoutRights returns the next setup of a stream without castling rights and en passant square, and
// adds the number of draws to i.
func drawWithoutRights(stream *sampler.Stream, i *uint64) chess.Setup {
	var d sampler.Draw
	for {
		stream.Draw(&d, *i)
		*i++
		if d.Setup.Castling == 0 && d.Setup.EP == chess.NoSquare {
			return d.Setup
		}
	}
}

// randomSetup returns a setup with up to 15 men a side besides the kings. The men have random roles
// and stand anywhere, pawns on the last rows included.
func randomSetup(src *rand.Rand) chess.Setup {
	s := chess.EmptySetup()
	squares := src.Perm(64)
	place := func(p chess.Piece) {
		s.Board.Place(chess.Square(squares[0]), p)
		squares = squares[1:]
	}
	for c := chess.White; c <= chess.Black; c++ {
		place(chess.NewPiece(c, chess.King))
		for range src.IntN(kings.MaxMen + 1) {
			place(chess.NewPiece(c, chess.Pawn+chess.Role(src.IntN(5))))
		}
	}
	return s
}

// setups calls f for n draws of the repaired ranked set and n random setups.
func setups(seed uint64, n int, f func(s chess.Setup)) {
	src := rand.New(rand.NewPCG(seed, 0))
	stream, next := sampler.NewStream(ranked.NewRepaired(), seed), uint64(0)
	for range n {
		f(drawWithoutRights(stream, &next))
		f(randomSetup(src))
	}
}

// placements lists all placements by number of checkers, by brute force: the kings on any two free
// squares, with either side to move, such that the king that has just moved is not attacked, not even
// by the other king. The last list has those with more than MostCheckers checkers.
func placements(s chess.Setup) (list [kings.MostCheckers + 2]map[chess.Setup]bool) {
	for k := range list {
		list[k] = map[chess.Setup]bool{}
	}
	for p := range testkit.Kings(s) {
		us, them := p.Turn, p.Turn.Other()
		b := &p.Board
		if b.Attackers(b.King(them), us, b.Occupied()) != 0 {
			continue
		}
		k := b.Attackers(b.King(us), them, b.Occupied()).Count()
		list[min(k, kings.MostCheckers+1)][p] = true
	}
	return list
}
