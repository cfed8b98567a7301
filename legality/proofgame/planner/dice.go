package planner

import (
	"math/rand/v2"

	"chesscensus/chess"
)

// dice is the randomness of one restart: a stream keyed by goal, seed and restart.
type dice struct {
	pcg rand.PCG
}

// key starts the stream of a restart. The words are mixed, since streams of
// neighboring seeds of PCG resemble each other.
func (d *dice) key(goal uint64, seed, restart uint64) {
	a := mix(goal ^ mix(seed+0x9e3779b97f4a7c15))
	b := mix(a + mix(restart+1))
	d.pcg.Seed(a^mix(restart), b)
}

// n returns a number from 0 to k-1.
func (d *dice) n(k int) int {
	return int(uint64(uint32(d.pcg.Uint64())) * uint64(k) >> 32)
}

// chance is true in p of 100 cases.
func (d *dice) chance(p int) bool { return d.n(100) < p }

// pick returns a square of a set that is not empty.
func (d *dice) pick(bb chess.Bitboard) chess.Square {
	for k := d.n(bb.Count()); k > 0; k-- {
		bb &= bb - 1
	}
	return bb.First()
}

// mix is the finalizer of splitmix64, a bijection.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// hash returns a number that belongs to a setup, for keys only: collisions do no harm.
func hash(s *chess.Setup) uint64 {
	h := uint64(s.Turn) | uint64(s.Castling)<<1 | uint64(s.EP)<<8
	for _, bb := range []chess.Bitboard{
		s.Board.Colored(chess.White), s.Board.Colored(chess.Black),
		s.Board.Of(chess.Pawn) | s.Board.Of(chess.Bishop) | s.Board.Of(chess.Queen),
		s.Board.Of(chess.Knight) | s.Board.Of(chess.Bishop) | s.Board.Of(chess.King),
		s.Board.Of(chess.Rook) | s.Board.Of(chess.Queen) | s.Board.Of(chess.King),
	} {
		h = mix(h + uint64(bb))
	}
	return h
}
