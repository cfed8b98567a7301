package placement

import (
	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

// Unrank returns the setup of the element with the given rank, and the square of the pawn that is singled out to
// capture en passant, if there is one. It panics if the rank is not below [Table.Size]. It allocates nothing.
//
// The digits of the rank within its block are, the least significant first: the case, the sets of squares
// of white pawns, black pawns, white officers and black officers, and the pair of codes.
func (t *Table) Unrank(rank *uint256.Int) (chess.Setup, chess.Square) {
	rest := arith.U192{rank[0], rank[1], rank[2]}
	if rank[3] != 0 || !arith.Less192(&rest, &t.starts[len(t.blocks)]) {
		panic("placement: rank out of range")
	}
	i := t.blockAt(&rest)
	rest = arith.Sub192(&rest, &t.starts[i])
	b := t.blocks[i]
	g := &t.groups[b.group]

	c := &t.cases[g.firstCase+int(arith.DivMod192(&rest, uint64(g.caseCount)))]
	s, closed, _ := c.setup()
	ways := t.radices(b, g)
	zone := t.limits.PawnSquares &^ closed
	whitePawns := arith.UnrankSet(arith.DivMod192(&rest, ways[0]), int(b.whitePawns), zone)
	blackPawns := arith.UnrankSet(arith.DivMod192(&rest, ways[1]), int(b.blackPawns), zone&^whitePawns)
	free := ^(closed | whitePawns | blackPawns)
	whiteOfficers := arith.UnrankSet(arith.DivMod192(&rest, ways[2]), int(b.whiteOfficers), free)
	blackOfficers := arith.UnrankSet(arith.DivMod192(&rest, ways[3]), int(b.blackOfficers), free&^whiteOfficers)
	white, black := t.armies(b)
	whiteCode, blackCode := t.split(rest[0], white, black)
	placeAll(&s.Board, whitePawns, chess.White, chess.Pawn)
	placeAll(&s.Board, blackPawns, chess.Black, chess.Pawn)
	placeOfficers(&s.Board, whiteOfficers, chess.White, white.table, whiteCode)
	placeOfficers(&s.Board, blackOfficers, chess.Black, black.table, blackCode)
	return s, c.From
}

// placeAll puts a man of one kind on every square of the set.
func placeAll(b *chess.Board, set chess.Bitboard, c chess.Color, r chess.Role) {
	for p := chess.NewPiece(c, r); set != 0; set &= set - 1 {
		b.Place(set.First(), p)
	}
}

// placeOfficers puts officers of one side on all squares of the set: the kinds and the arrangement that a
// code stands for.
func placeOfficers(b *chess.Board, set chess.Bitboard, c chess.Color, table *officerTable, code uint64) {
	counts, arrangement := table.vectorAt(code)
	left := counts.total()
	for i, count := range counts.nonQueens() {
		ways := arith.Binomials[count][left]
		chosen := arith.UnrankSet(arrangement%ways, count, set)
		placeAll(b, chosen, c, chess.Knight+chess.Role(i))
		set &^= chosen
		arrangement /= ways
		left -= count
	}
	placeAll(b, set, c, chess.Queen)
}

// nonQueens returns the numbers of knights, bishops and rooks.
func (v Officers) nonQueens() [3]int { return [3]int{int(v.Knights), int(v.Bishops), int(v.Rooks)} }
