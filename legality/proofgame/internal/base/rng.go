package base

import (
	"math/rand/v2"

	"chesscensus/chess"
)

// An RNG generates the random numbers of one restart: a stream keyed by goal, seed and restart. The zero value draws from a stream of
// its own, but is meant to be keyed first.
type RNG struct {
	pcg rand.PCG
}

// Key starts the stream of a restart. It mixes the words, since PCG streams of neighboring seeds resemble each other.
func (r *RNG) Key(goal uint64, seed, restart uint64) {
	a := Mix(goal ^ Mix(seed+0x9e3779b97f4a7c15))
	b := Mix(a + Mix(restart+1))
	r.pcg.Seed(a^Mix(restart), b)
}

// N returns a number from 0 to k-1.
func (r *RNG) N(k int) int {
	return int(uint64(uint32(r.pcg.Uint64())) * uint64(k) >> 32)
}

// Chance returns true in p of 100 cases.
func (r *RNG) Chance(p int) bool { return r.N(100) < p }

// Pick returns a random square of a set that is not empty.
func (r *RNG) Pick(bb chess.Bitboard) chess.Square {
	for k := r.N(bb.Count()); k > 0; k-- {
		bb &= bb - 1
	}
	return bb.First()
}

// Take removes a random square from a set that is not empty, and returns it.
func (r *RNG) Take(set *chess.Bitboard) chess.Square {
	sq := r.Pick(*set)
	*set &^= sq.BB()
	return sq
}

// Shuffle puts a list in random order.
func Shuffle[E any](r *RNG, list []E) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.N(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// Mix is the finalizer of SplitMix64, a bijection that maps neighboring numbers to unrelated ones (Steele, Lea, Flood, "Fast Splittable
// Pseudorandom Number Generators", OOPSLA 2014).
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Hash returns a hash of a setup, for keys only: collisions do no harm.
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
