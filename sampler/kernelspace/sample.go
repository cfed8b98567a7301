package kernelspace

import (
	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// Sample sets d to a uniform element of the space; see [sampler.Direct]. It never returns false.
// The law is exactly that of unranking a uniform rank, the draws are others. It allocates
// nothing.
func (s *Space) Sample(d *sampler.Draw, words *sampler.Words) bool {
	s.sample(d, 0, s.size(), words)
	return true
}

// SampleStratum sets d to a uniform element of stratum h; see [sampler.Divided]. It
// panics if there is no stratum h. It allocates nothing.
func (s *Space) SampleStratum(d *sampler.Draw, h int, words *sampler.Words) {
	s.sample(d, s.strata[h].first, s.strata[h].last, words)
}

// sample draws from the groups first to last-1. What decides how many of which men there are, on
// which patterns, is a uniform rank; then men are placed one after another on random squares.
func (s *Space) sample(d *sampler.Draw, first, last int, words *sampler.Words) {
	from := s.starts.at(first)
	n := arith.Sub192(s.starts.at(last), from)
	x := below192(words, &n)
	x = arith.Add192(&x, from)
	var e choice
	s.choose(&e, &x)
	var m men
	m.setPawns(&e)
	taken := m.pawns()
	for q, squares := range colorSquares {
		for c, officers := range e.officers {
			m[c][chess.Bishop] |= scatter(&taken, ^squares, int(officers.bishops[q]), words)
		}
	}
	for c, officers := range e.officers {
		share := officers.randomSplit(words)
		m[c][chess.King] = scatter(&taken, 0, 1, words)
		m[c][chess.Knight] = scatter(&taken, 0, share.knights, words)
		m[c][chess.Rook] = scatter(&taken, 0, share.rooks, words)
		m[c][chess.Queen] = scatter(&taken, 0, share.queens, words)
	}
	m.draw(d, e.symmetry, chess.Color(words.Below(2)))
}

// randomSplit returns a random split of the officers that are not bishops, with a probability in
// proportion to its orders.
func (c *officers) randomSplit(words *sampler.Words) *split {
	list := splits[c.others-1][c.promoted]
	code, k := words.Below(c.orders), 0
	for ; code >= list[k].orders; k++ {
		code -= list[k].orders
	}
	return &list[k]
}

// scatter returns n random squares that are neither taken nor barred, and takes them.
func scatter(taken *chess.Bitboard, barred chess.Bitboard, n int, words *sampler.Words) (set chess.Bitboard) {
	for range n {
		sq := words.Square()
		for (*taken | barred).Has(sq) {
			sq = words.Square()
		}
		set |= sq.BB()
		*taken |= sq.BB()
	}
	return set
}

// below192 returns a uniform number below n, which is not 0: numbers with as many bits as n-1
// needs, until one is small enough.
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
