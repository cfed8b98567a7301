package kernelspace

import (
	"math/bits"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/subset"
	"chesscensus/sampler/internal/wide"
)

// A question is what the condition asks of a setup, in the view in which its words are canonical.
type question struct {
	men   men
	view  view
	orbit int
	words words
	pawns [2]int
	means int // number
	needs [2]int
}

// lacks says why a setup is not even in the region, "" if it is. It returns a format and its
// arguments.
func (s *Space) lacks(setup *chess.Setup) (format string, args []any) {
	p := s.params()
	b := &setup.Board
	switch pawns := b.Of(chess.Pawn); {
	case setup.Castling != 0:
		return "castling rights %v", []any{setup.Castling}
	case setup.EP != chess.NoSquare:
		return "en passant square %v", []any{setup.EP}
	case pawns.Count() > p.Pawns:
		return "%d pawns, more than %d", []any{pawns.Count(), p.Pawns}
	case b.Men() < 2*initialMen-p.Captures:
		return "%d men are missing, more than %d", []any{2*initialMen - b.Men(), p.Captures}
	case pawns&(chess.Row1|chess.Row8) != 0:
		return "a pawn on row 1 or 8", nil
	}
	for c := chess.White; c <= chess.Black; c++ {
		switch {
		case b.Pieces(c, chess.King).Count() != 1:
			return "%v has %d kings", []any{c, b.Pieces(c, chess.King).Count()}
		case b.Colored(c).Count() > initialMen:
			return "%v has %d men", []any{c, b.Colored(c).Count()}
		case b.Pieces(c, chess.Pawn).Count() > initialPawns:
			return "%v has %d pawns", []any{c, b.Pieces(c, chess.Pawn).Count()}
		}
	}
	return "", nil
}

// InRegion reports whether a setup is one of those that the space decides about: one king and at
// most 16 men and eight pawns a side, no pawn on row 1 or 8, neither castling rights nor an en
// passant square, and no more men missing and pawns on the board than [Params] say. Every legal
// setup in the region is in the space.
func (s *Space) InRegion(setup *chess.Setup) bool {
	format, _ := s.lacks(setup)
	return format == ""
}

// Contains reports whether a setup is in the space. It takes half a microsecond and allocates
// nothing for setups in the region.
func (s *Space) Contains(setup *chess.Setup) bool {
	if !s.InRegion(setup) {
		return false
	}
	var q question
	if !s.ask(&q, setup) {
		return false
	}
	_, set := s.answer(&q)
	return s.accepts(set, q.needs)
}

// ask reads a setup of the region. Ok is false if more men are promoted than pawns are gone.
func (s *Space) ask(q *question, setup *chess.Setup) (ok bool) {
	b := &setup.Board
	ws := wordsOf([2]chess.Bitboard{b.Pieces(chess.White, chess.Pawn), b.Pieces(chess.Black, chess.Pawn)})
	q.words, q.orbit, q.view = ws.canonical()
	q.men = menOf(b)
	if q.view != asIs {
		q.men = q.men.seen(q.view)
	}
	var missing, spare [2]int
	for c := range 2 {
		m := &q.men[c]
		men := 0
		for _, set := range m {
			men += set.Count()
		}
		missing[c] = initialMen - men
		q.pawns[c] = m[chess.Pawn].Count()
		dark := (m[chess.Bishop] & chess.DarkSquares).Count()
		n0, n1 := max(0, m[chess.Bishop].Count()-dark-1), max(0, dark-1)
		q.needs[c] = needsOf(n0, n1, s.params().Clip)
		spare[c] = initialPawns - q.pawns[c] - n0 - n1 - promotedOthers(m)
		if spare[c] < 0 {
			return false
		}
	}
	// A man that is missing is a spare pawn or an officer fewer than at the start.
	q.means = int(s.number[missing[black]][missing[white]][spare[white]][spare[black]])
	return true
}

// promotedOthers returns how many knights, rooks and queens must be promoted pawns.
func promotedOthers(m *[chess.King + 1]chess.Bitboard) int {
	return max(0, m[chess.Knight].Count()-2) + max(0, m[chess.Rook].Count()-2) + max(0, m[chess.Queen].Count()-1)
}

// Rank returns the rank of a setup; see [sampler.Space]. It allocates nothing unless it fails.
func (s *Space) Rank(d *sampler.Draw) (rank uint256.Int, err error) {
	if format, args := s.lacks(&d.Setup); format != "" {
		return rank, sampler.NotInSpace(s.Name(), format, args...)
	}
	var q question
	if !s.ask(&q, &d.Setup) {
		return rank, sampler.NotInSpace(s.Name(), "more men are promoted than pawns are gone")
	}
	word, set := s.answer(&q)
	switch {
	case word < 0:
		return rank, sampler.NotInSpace(s.Name(), "no captures and promotions by %d captures or fewer lead to these pawns", s.params().Captures)
	case !s.accepts(set, q.needs):
		return rank, sampler.NotInSpace(s.Name(), "the captures and promotions of these men do not lead to these pawns")
	}
	x := s.rank(&q, word, set, d.Setup.Turn)
	d.Index, d.Equivalents, d.Multiplicity, d.Weight = 0, 1, 1, 1
	copy(rank[:], x[:])
	return rank, nil
}

// rank returns the rank of the setup of a question that the set accepts.
func (s *Space) rank(q *question, word int, set uint16, turn chess.Color) wide.U192 {
	t := s.tables
	typ := s.typeOf(word)
	c := s.of[q.pawns[white]][q.pawns[black]][q.means]
	k := s.group(c, t.types[typ].lengths, set)
	g := &s.groups[k]

	number := s.wordsBefore(k, typ) + (uint32(word)-s.first[typ])*uint32(q.orbit)
	switch {
	case q.orbit == 4:
		number += uint32(q.view)
	case q.orbit == 2 && q.view != asIs:
		number++
	}
	x := wide.Mul192(&g.each, uint64(number))
	rank := wide.Low192(&x)
	rank = wide.Add192(&rank, s.starts.at(k))

	ways := &s.rows[g.rows]
	dark, rows := numberRows(q.words, q.men.pawns())
	for i := range dark {
		x = wide.Mul192(&c.dark[i].sets[g.set], ways[i])
		low := wide.Low192(&x)
		rank = wide.Add192(&rank, &low)
	}
	y := s.insideRank(q, c, set, dark, turn)
	y = wide.MulAdd192(&y, ways[dark], rows)
	return wide.Add192(&rank, &y)
}

// insideRank returns the number of the setup among those of the cell whose pawns stand where they
// do and whose needs are in the set.
func (s *Space) insideRank(q *question, c *cell, set uint16, dark int, turn chess.Color) (rank wide.U192) {
	accepted := &s.tables.sets[set]
	for w := range q.needs[white] + 1 {
		m := accepted[w]
		if w == q.needs[white] {
			m &= 1<<q.needs[black] - 1
		}
		for ; m != 0; m &= m - 1 {
			rank = wide.Add192(&rank, &c.dark[dark].needs[w*s.pairs+bits.TrailingZeros16(m)])
		}
	}
	var mine [2]*crew
	for c1 := range 2 {
		b := q.men[c1][chess.Bishop]
		n := [2]int8{int8((b &^ chess.DarkSquares).Count()), int8((b & chess.DarkSquares).Count())}
		i := c.start[c1][q.needs[c1]]
		for c.crews[c1][i].bishops != n {
			i++
		}
		mine[c1] = &c.crews[c1][i]
	}
	for i := c.start[white][q.needs[white]]; ; i++ {
		for j := c.start[black][q.needs[black]]; j < c.start[black][q.needs[black]+1]; j++ {
			w, b := &c.crews[white][i], &c.crews[black][j]
			if w == mine[white] && b == mine[black] {
				digits := s.digits(q, mine, turn)
				return wide.Add192(&rank, &digits)
			}
			n := c.ways(w, b, dark)
			rank = wide.Add192(&rank, &n)
		}
	}
}

// digits returns the number inside a choice; see [Space.Unrank].
func (s *Space) digits(q *question, crews [2]*crew, turn chess.Color) (x wide.U192) {
	var values, radices [9]uint64
	n := 0
	digit := func(value, radix uint64) {
		values[n], radices[n] = value, radix
		n++
	}
	if q.view&flipped != 0 {
		turn = turn.Other()
	}
	digit(uint64(turn), 2)
	digit(q.men.code(white, crews[white]), crews[white].codes)
	digit(q.men.code(black, crews[black]), crews[black].codes)
	free := ^q.men.pawns()
	choose := func(set, from chess.Bitboard) {
		digit(subset.Rank(set, from), subset.Binomials[set.Count()][from.Count()])
		free &^= set
	}
	for _, squares := range colorSquares {
		for c := range 2 {
			choose(q.men[c][chess.Bishop]&squares, free&squares)
		}
	}
	for c := range 2 {
		m := &q.men[c]
		choose(m[chess.King]|m[chess.Knight]|m[chess.Rook]|m[chess.Queen], free)
	}
	for n--; n >= 0; n-- {
		x = wide.MulAdd192(&x, radices[n], values[n])
	}
	return x
}
