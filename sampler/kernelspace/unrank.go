package kernelspace

import (
	"math/bits"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/subset"
	"chesscensus/sampler/internal/wide"
)

// A choice is what an element is made of, down to the numbers of bishops. It is told in the view
// in which the words are canonical.
type choice struct {
	words  words
	view   view      // in which the element itself is seen
	dark   int       // pawns on dark squares
	rows   uint64    // number of the choice of rows
	crews  [2]*crew  //
	inside wide.U192 // number of the element among those that are alike so far
}

// choose finds the choice of the element with the given rank.
func (s *Space) choose(e *choice, rank *wide.U192) {
	k := s.groupAt(rank)
	g := &s.groups[k]
	x := wide.Sub192(rank, s.starts.at(k))
	number, x := divMod192(&x, &g.each)
	e.words, e.view = s.wordsAt(k, uint32(number))

	c := s.cells[g.cell]
	ways := &s.rows[g.rows]
	for e.dark = 0; ; e.dark++ {
		n := wide.Mul192(&c.dark[e.dark].sets[g.set], ways[e.dark])
		low := wide.Low192(&n)
		if wide.Less192(&x, &low) {
			break
		}
		x = wide.Sub192(&x, &low)
	}
	e.rows = wide.DivMod192(&x, ways[e.dark])
	s.chooseCrews(e, c, c.sets[g.set], x)
}

// chooseCrews finds the crews of element x among those of a cell whose needs are in the set.
func (s *Space) chooseCrews(e *choice, c *cell, set uint16, x wide.U192) {
	accepted := &s.tables.sets[set]
	needs := c.dark[e.dark].needs
	w, b := 0, 0
search:
	for ; ; w++ {
		for m := accepted[w]; m != 0; m &= m - 1 {
			b = bits.TrailingZeros16(m)
			n := &needs[w*s.pairs+b]
			if wide.Less192(&x, n) {
				break search
			}
			x = wide.Sub192(&x, n)
		}
	}
	for i := c.start[white][w]; ; i++ {
		for j := c.start[black][b]; j < c.start[black][b+1]; j++ {
			e.crews = [2]*crew{&c.crews[white][i], &c.crews[black][j]}
			n := c.ways(e.crews[white], e.crews[black], e.dark)
			if wide.Less192(&x, &n) {
				e.inside = x
				return
			}
			x = wide.Sub192(&x, &n)
		}
	}
}

// divMod192 returns quotient and remainder; the quotient must be below 2^64.
func divMod192(x, d *wide.U192) (uint64, wide.U192) {
	q, r := wide.Div256(&wide.U256{x[0], x[1], x[2]}, &wide.U256{d[0], d[1], d[2]})
	return q, wide.Low192(&r)
}

// colorSquares are the light and the dark squares.
var colorSquares = [2]chess.Bitboard{^chess.DarkSquares, chess.DarkSquares}

// Unrank sets d to the element with the given rank; see [sampler.Space]. It allocates nothing.
//
// The digits of the number inside a choice are, the least significant first: side to move; for
// White and Black the order of the men that are no bishops; White's and Black's light, then their
// dark bishops; the squares of White's and of Black's other men.
func (s *Space) Unrank(d *sampler.Draw, rank *uint256.Int) {
	var e choice
	s.choose(&e, s.rank192(rank))
	x := &e.inside
	turn := chess.Color(wide.DivMod192(x, 2))
	codes := [2]uint64{wide.DivMod192(x, e.crews[white].codes), wide.DivMod192(x, e.crews[black].codes)}
	var m men
	m.setPawns(&e)
	free := ^m.pawns()
	for q, squares := range colorSquares {
		for c, crew := range e.crews {
			n, on := int(crew.bishops[q]), free&squares
			if n == 0 {
				continue
			}
			set := subset.Unrank(wide.DivMod192(x, subset.Binomials[n][on.Count()]), n, on)
			m[c][chess.Bishop] |= set
			free &^= set
		}
	}
	for c, crew := range e.crews {
		n := int(crew.others)
		set := subset.Unrank(wide.DivMod192(x, subset.Binomials[n][free.Count()]), n, free)
		free &^= set
		m.shareOut(c, set, crew, codes[c])
	}
	m.draw(d, e.view, turn)
}

// setPawns places the pawns of a choice.
func (m *men) setPawns(e *choice) {
	pawns := placePawns(e.words, e.dark, e.rows)
	m[white][chess.Pawn], m[black][chess.Pawn] = pawns[white], pawns[black]
}
