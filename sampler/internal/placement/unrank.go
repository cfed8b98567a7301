package placement

import (
	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

// Unrank returns the setup of the element with the given rank, and the pawn that is
// singled out to capture en passant, if there is one. It panics if the rank is not
// below [Table.Size]. It allocates nothing.
func (t *Table) Unrank(rank *uint256.Int) (chess.Setup, chess.Square) {
	r := arith.U192{rank[0], rank[1], rank[2]}
	if rank[3] != 0 || !arith.Less192(&r, &t.starts[len(t.blocks)]) {
		panic("placement: rank out of range")
	}
	i := t.find(&r)
	r = arith.Sub192(&r, &t.starts[i])
	b := t.blocks[i]
	g := &t.groups[b.group]

	c := &t.cases[g.first+int(arith.DivMod192(&r, uint64(g.n)))]
	s, closed, _ := c.setup()
	n := t.radices(b, g)
	zone := t.limits.PawnSquares &^ closed
	wp := arith.UnrankSet(arith.DivMod192(&r, n[0]), int(b.wp), zone)
	bp := arith.UnrankSet(arith.DivMod192(&r, n[1]), int(b.bp), zone&^wp)
	free := ^(closed | wp | bp)
	wo := arith.UnrankSet(arith.DivMod192(&r, n[2]), int(b.wo), free)
	bo := arith.UnrankSet(arith.DivMod192(&r, n[3]), int(b.bo), free&^wo)
	w, sw, bl, sb := t.sides(b)
	cw, cb := t.split(r[0], w, sw, bl, sb)
	placeAll(&s.Board, wp, chess.White, chess.Pawn)
	placeAll(&s.Board, bp, chess.Black, chess.Pawn)
	placeShare(&s.Board, wo, chess.White, sw, cw)
	placeShare(&s.Board, bo, chess.Black, sb, cb)
	return s, c.From
}

// placeAll puts a man of one kind on every square of the set.
func placeAll(b *chess.Board, set chess.Bitboard, c chess.Color, r chess.Role) {
	for p := chess.NewPiece(c, r); set != 0; set &= set - 1 {
		b.Place(set.First(), p)
	}
}

// placeShare shares out the squares among the officers as a code says.
func placeShare(b *chess.Board, set chess.Bitboard, c chess.Color, s *share, code uint64) {
	v, x := s.find(code)
	left := v.total()
	for i, k := range v.first() {
		n := arith.Binomials[k][left]
		chosen := arith.UnrankSet(x%n, k, set)
		placeAll(b, chosen, c, chess.Knight+chess.Role(i))
		set &^= chosen
		x /= n
		left -= k
	}
	placeAll(b, set, c, chess.Queen)
}

// first returns the numbers of knights, bishops and rooks.
func (v Officers) first() [3]int { return [3]int{int(v.Knights), int(v.Bishops), int(v.Rooks)} }
