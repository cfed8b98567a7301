package kernelspace

import (
	"math/bits"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// A choice is what the first digits of a rank decide: all but the kinds of the officers that are not bishops, the squares of the
// officers, and the side to move. These are in index.
type choice struct {
	pattern   pattern      // canonical
	symmetry  symmetry     // that maps the canonical setup to the element
	dark      int          // pawns on dark squares
	rowChoice uint64       // index of the choice of rows for the pawns, see placePawns
	officers  [2]*officers // of the canonical setup, by color
	index     arith.U192   // of the element among those with the same choice
}

// choose sets ch to the choice of the element with the given rank.
//
// Invariant: rest is the rank among the elements that agree with all that is chosen so far.
func (s *Space) choose(ch *choice, rank *arith.U192) {
	groupNumber := s.groupAt(rank)
	g := &s.groups[groupNumber]
	rest := arith.Sub192(rank, s.starts.bound(groupNumber))
	perImage := s.sizePerImage(groupNumber)
	imageNumber, rest := quoRem192(&rest, &perImage)
	ch.pattern, ch.symmetry = s.patternAt(groupNumber, uint32(imageNumber))

	c := s.cells[g.cell]
	rowChoices := &s.rowPolynomials[g.rows] // how many, by the number of dark pawns
	for ch.dark = 0; ; ch.dark++ {
		n := arith.MulAdd192(&c.byDark[ch.dark].bySet[g.set], rowChoices[ch.dark], 0)
		if arith.Less192(&rest, &n) {
			break
		}
		rest = arith.Sub192(&rest, &n)
	}
	ch.rowChoice = arith.DivMod192(&rest, rowChoices[ch.dark]) // rest becomes the quotient, the number of the officers
	s.chooseOfficers(ch, c, c.sets[g.set], rest)
}

// chooseOfficers sets officers and index of a choice. The argument set is the number of a set of requirements in the tables. The
// number rest is the rank among the elements of the cell with the pawns of the choice whose requirements are in this set. Both searches
// end, since rest is below the sum of the counts that they subtract.
func (s *Space) chooseOfficers(ch *choice, c *cell, set uint16, rest arith.U192) {
	accepted := &s.tables.sets[set]
	counts := &c.byDark[ch.dark]
	whiteRequirement, blackRequirement := 0, 0
search:
	for whiteSet := c.present[white]; ; whiteSet &= whiteSet - 1 {
		whiteRequirement = bits.TrailingZeros16(whiteSet)
		for blackSet := accepted[whiteRequirement] & c.present[black]; blackSet != 0; blackSet &= blackSet - 1 {
			blackRequirement = bits.TrailingZeros16(blackSet)
			n := counts.countOf(c, whiteRequirement, blackRequirement)
			if arith.Less192(&rest, n) {
				break search
			}
			rest = arith.Sub192(&rest, n)
		}
	}
	for i := c.firstOfficers[white][whiteRequirement]; ; i++ {
		for j := c.firstOfficers[black][blackRequirement]; j < c.firstOfficers[black][blackRequirement+1]; j++ {
			ch.officers = [2]*officers{&c.officers[white][i], &c.officers[black][j]}
			n := c.ways(ch.officers[white], ch.officers[black], ch.dark)
			if arith.Less192(&rest, &n) {
				ch.index = rest
				return
			}
			rest = arith.Sub192(&rest, &n)
		}
	}
}

// quoRem192 returns quotient and remainder of x by d. The quotient must be below 2^64. Unlike arith.DivMod192 it leaves x as it is.
func quoRem192(x, d *arith.U192) (uint64, arith.U192) {
	q, r := arith.Div256(&arith.U256{x[0], x[1], x[2]}, &arith.U256{d[0], d[1], d[2]})
	return q, arith.Low192(&r)
}

// squaresByShade holds the light squares at index 0 and the dark ones at index 1.
var squaresByShade = [2]chess.Bitboard{^chess.DarkSquares, chess.DarkSquares}

// Unrank sets d to the element with the given rank; see [sampler.Space]. It allocates nothing.
//
// The digits of the number inside a choice are, the least significant first: side to move; for
// White and Black the code of the officers that are not bishops (see placeOfficers); White's and Black's
// light, then their dark bishops; the squares of White's and of Black's other officers.
func (s *Space) Unrank(d *sampler.Draw, rank *uint256.Int) {
	var ch choice
	s.choose(&ch, s.rank192(rank))
	index := &ch.index
	turn := chess.Color(arith.DivMod192(index, 2))
	codes := [2]uint64{arith.DivMod192(index, ch.officers[white].orders), arith.DivMod192(index, ch.officers[black].orders)}
	var m men
	m.setPawns(&ch)
	free := ^m.pawns()
	for shade, squares := range squaresByShade {
		for c, officers := range ch.officers {
			n, on := int(officers.bishops[shade]), free&squares
			if n == 0 {
				continue
			}
			set := arith.UnrankSet(arith.DivMod192(index, arith.Binomials[n][on.Count()]), n, on)
			m[c][chess.Bishop] |= set
			free &^= set
		}
	}
	for c, officers := range ch.officers {
		n := int(officers.others)
		set := arith.UnrankSet(arith.DivMod192(index, arith.Binomials[n][free.Count()]), n, free)
		free &^= set
		m.placeOfficers(c, set, officers, codes[c])
	}
	m.fillDraw(d, ch.symmetry, turn)
}

// setPawns places the pawns of a choice.
func (m *men) setPawns(ch *choice) {
	pawns := placePawns(ch.pattern, ch.dark, ch.rowChoice)
	m[white][chess.Pawn], m[black][chess.Pawn] = pawns[white], pawns[black]
}
