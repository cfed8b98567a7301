package kernelspace

import (
	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// Sample sets d to a uniform element of the space; see [sampler.Direct]. It never returns false. The law is exactly
// that of unranking a uniform rank, the draws are others. It allocates nothing.
func (s *Space) Sample(d *sampler.Draw, words *sampler.Words) bool {
	s.sample(d, 0, s.size(), words)
	return true
}

// SampleStratum sets d to a uniform element of stratum h; see [sampler.Divided]. It
// panics if there is no stratum h. It allocates nothing.
func (s *Space) SampleStratum(d *sampler.Draw, h int, words *sampler.Words) {
	s.sample(d, s.strata[h].first, s.strata[h].last, words)
}

// sample draws from the groups first to last-1. A uniform rank makes the choice of pawns and numbers of
// officers; then the officers are placed one after another on random squares.
func (s *Space) sample(d *sampler.Draw, first, last int, words *sampler.Words) {
	start := s.starts.bound(first)
	n := arith.Sub192(s.starts.bound(last), start)
	rank := below192(words, &n)
	rank = arith.Add192(&rank, start)
	var ch choice
	s.choose(&ch, &rank)
	var m men
	m.setPawns(&ch)
	occupied := m.pawns()
	for shade, squares := range squaresByShade {
		for c, officers := range ch.officers {
			m[c][chess.Bishop] |= scatter(&occupied, ^squares, int(officers.bishops[shade]), words)
		}
	}
	for c, officers := range ch.officers {
		kinds, _ := officers.splitAt(words.Below(officers.orders))
		m[c][chess.King] = scatter(&occupied, 0, 1, words)
		m[c][chess.Knight] = scatter(&occupied, 0, kinds.knights, words)
		m[c][chess.Rook] = scatter(&occupied, 0, kinds.rooks, words)
		m[c][chess.Queen] = scatter(&occupied, 0, kinds.queens, words)
	}
	m.fillDraw(d, ch.symmetry, chess.Color(words.Below(2)))
}

// scatter returns n random squares that are neither occupied nor barred, and adds them to occupied.
func scatter(occupied *chess.Bitboard, barred chess.Bitboard, n int, words *sampler.Words) (set chess.Bitboard) {
	for range n {
		sq := words.Square()
		for (*occupied | barred).Has(sq) {
			sq = words.Square()
		}
		set |= sq.BB()
		*occupied |= sq.BB()
	}
	return set
}

// below192 returns a uniform number below n, which must not be 0. It draws numbers with as many bits as
// n-1 has until one is below n.
func below192(words *sampler.Words, n *arith.U192) (x arith.U192) {
	last := arith.Sub192(n, &arith.U192{1})
	top := arith.BitLen192(&last)
	for {
		for k := range x {
			if x[k] = 0; top > 64*k {
				x[k] = words.Uint64() >> max(0, 64-(top-64*k))
			}
		}
		if arith.Less192(&x, n) {
			return x
		}
	}
}
