package placement

import (
	"slices"
	"sort"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// Rank returns the rank of a setup as an element of the given case, whose kings,
// side to move, rights and en passant square must be those of the setup. The error
// names the first condition that fails and wraps [sampler.ErrNotInSpace].
func (t *Table) Rank(s *chess.Setup, c Case) (rank uint256.Int, err error) {
	if p := sampler.FirstBroken(t.given, s); p != nil {
		return rank, t.no("%v does not hold", *p)
	}
	closed, key, ok := t.groupOf(&c)
	gi := slices.IndexFunc(t.groups, func(g group) bool { return compareGroups(g, key) == 0 })
	if !ok || gi < 0 {
		return rank, t.no("there is no such case: %v", c)
	}
	g := &t.groups[gi]
	ci, ok := slices.BinarySearchFunc(t.cases[g.first:g.first+g.n], c, order)
	if !ok {
		return rank, t.no("there is no such case: %v", c)
	}
	if s.Board.Of(chess.Pawn)&^t.limits.PawnSquares != 0 {
		return rank, t.no("a pawn stands on row 1 or 8")
	}
	fixed, _, _ := c.setup()
	var pawns, officers [2]chess.Bitboard
	var cards [2]Officers
	for color := chess.White; color <= chess.Black; color++ {
		if err := t.army(s, color); err != nil {
			return rank, err
		}
		pawns[color] = s.Board.Pieces(color, chess.Pawn) &^ fixed.Board.Of(chess.Pawn)
		officers[color] = s.Board.Colored(color) &^ s.Board.Of(chess.Pawn) &^ s.Board.Of(chess.King) &^ closed
		cards[color] = count(&s.Board, color)
		cards[color].Rooks -= uint8(g.rooks[color])
	}
	if men := s.Board.Men() - 2; men > t.limits.Both || men < t.limits.Fewest {
		return rank, t.no("%d men, want %d to %d", men+2, t.limits.Fewest+2, t.limits.Both+2)
	}
	b := block{uint16(gi), uint8(pawns[0].Count()), uint8(officers[0].Count()), uint8(pawns[1].Count()), uint8(officers[1].Count())}
	w, sw, bl, sb := t.sides(b)
	cw, okw := sw.code(cards[0], arrangement(&s.Board, officers[0]))
	cb, okb := sb.code(cards[1], arrangement(&s.Board, officers[1]))
	code, okc := t.join(cw, cb, w, sw, bl, sb)
	if !okw || !okb || !okc {
		return rank, t.no("promoted men need more captures, or captured pawns, than there are")
	}
	bi := g.blocks + sort.Search(g.end-g.blocks, func(i int) bool { return t.blocks[g.blocks+i].key() >= b.key() })
	zone := t.limits.PawnSquares &^ closed
	free := ^(closed | pawns[0] | pawns[1])
	n := t.radices(b, g)
	r := arith.U192{code}
	r = arith.MulAdd192(&r, n[3], arith.RankSet(officers[1], free&^officers[0]))
	r = arith.MulAdd192(&r, n[2], arith.RankSet(officers[0], free))
	r = arith.MulAdd192(&r, n[1], arith.RankSet(pawns[1], zone&^pawns[0]))
	r = arith.MulAdd192(&r, n[0], arith.RankSet(pawns[0], zone))
	r = arith.MulAdd192(&r, uint64(g.n), uint64(ci))
	r = arith.Add192(&r, &t.starts[bi])
	return uint256.Int{r[0], r[1], r[2]}, nil
}

// army tests the limits on one side.
func (t *Table) army(s *chess.Setup, c chess.Color) error {
	l := &t.limits
	pawns := s.Board.Pieces(c, chess.Pawn).Count()
	if pawns > l.Pawns {
		return t.no("%v has %d pawns, more than %d", c, pawns, l.Pawns)
	}
	if men := s.Board.Colored(c).Count() - 1; men > l.Side {
		return t.no("%v has %d men besides the king, more than %d", c, men, l.Side)
	}
	v := count(&s.Board, c)
	for _, k := range []struct {
		have, most uint8
		name       chess.Role
	}{{v.Knights, l.Most.Knights, chess.Knight}, {v.Bishops, l.Most.Bishops, chess.Bishop}, {v.Rooks, l.Most.Rooks, chess.Rook}, {v.Queens, l.Most.Queens, chess.Queen}} {
		if k.have > k.most {
			return t.no("%v has %d %vs, more than %d", c, k.have, k.name, k.most)
		}
	}
	if e := v.promoted(); l.Balanced && pawns+e > 8 {
		return t.no("%v has %d pawns and %d promoted men, more than 8 together", c, pawns, e)
	}
	return nil
}

// count returns the officers of a color.
func count(b *chess.Board, c chess.Color) Officers {
	n := func(r chess.Role) uint8 { return uint8(b.Pieces(c, r).Count()) }
	return Officers{n(chess.Knight), n(chess.Bishop), n(chess.Rook), n(chess.Queen)}
}

// arrangement is the inverse of what placeShare does within a vector.
func arrangement(b *chess.Board, set chess.Bitboard) (x uint64) {
	radix := uint64(1)
	for r := chess.Knight; r <= chess.Rook; r++ {
		chosen := set & b.Of(r)
		x += radix * arith.RankSet(chosen, set)
		radix *= arith.Binomials[chosen.Count()][set.Count()]
		set &^= chosen
	}
	return x
}

func (t *Table) no(format string, args ...any) error {
	return sampler.NotInSpace(t.name, format, args...)
}
