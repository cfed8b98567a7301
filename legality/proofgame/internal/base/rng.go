package base

import (
	"math/rand/v2"

	"chesscensus/chess"
)

// An RNG makes the random numbers of one restart: a stream keyed by goal, seed and restart. The
// zero value draws from a stream of its own, but is meant to be keyed first.
type RNG struct {
	pcg rand.PCG
}

// Key starts the stream of a restart. The words are mixed, since streams of
// neighboring seeds of PCG resemble each other.
func (d *RNG) Key(goal uint64, seed, restart uint64) {
	a := Mix(goal ^ Mix(seed+0x9e3779b97f4a7c15))
	b := Mix(a + Mix(restart+1))
	d.pcg.Seed(a^Mix(restart), b)
}

// N returns a number from 0 to k-1.
func (d *RNG) N(k int) int {
	return int(uint64(uint32(d.pcg.Uint64())) * uint64(k) >> 32)
}

// Chance is true in p of 100 cases.
func (d *RNG) Chance(p int) bool { return d.N(100) < p }

// Pick returns a square of a set that is not empty.
func (d *RNG) Pick(bb chess.Bitboard) chess.Square {
	for k := d.N(bb.Count()); k > 0; k-- {
		bb &= bb - 1
	}
	return bb.First()
}

// Mix is the finalizer of SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014), a bijection:
// neighboring numbers give unrelated ones.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Hash returns a number that belongs to a setup, for keys only: collisions do no harm.
func Hash(s *chess.Setup) uint64 {
	h := uint64(s.Turn) | uint64(s.Castling)<<1 | uint64(s.EP)<<8
	for _, bb := range []chess.Bitboard{
		s.Board.Colored(chess.White), s.Board.Colored(chess.Black),
		s.Board.Of(chess.Pawn) | s.Board.Of(chess.Bishop) | s.Board.Of(chess.Queen),
		s.Board.Of(chess.Knight) | s.Board.Of(chess.Bishop) | s.Board.Of(chess.King),
		s.Board.Of(chess.Rook) | s.Board.Of(chess.Queen) | s.Board.Of(chess.King),
	} {
		h = Mix(h + uint64(bb))
	}
	return h
}
