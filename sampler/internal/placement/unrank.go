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
	blockIndex := t.blockAt(&rest)
	rest = arith.Sub192(&rest, &t.starts[blockIndex])
	b := t.blocks[blockIndex]
	g := &t.groups[b.group]

	// DivMod192 returns the least significant digit and takes it off rest.
	c := &t.cases[g.firstCase+int(arith.DivMod192(&rest, uint64(g.caseCount)))]
	var digits [4]uint64 // of the sets of squares
	for i, radix := range t.radices(b, g) {
		digits[i] = arith.DivMod192(&rest, radix)
	}
	s, closed, _ := c.setup()
	zone := t.limits.PawnSquares &^ closed
	whitePawns := arith.UnrankSet(digits[0], int(b.whitePawns), zone)
	blackPawns := arith.UnrankSet(digits[1], int(b.blackPawns), zone&^whitePawns)
	free := ^(closed | whitePawns | blackPawns)
	whiteOfficers := arith.UnrankSet(digits[2], int(b.whiteOfficers), free)
	blackOfficers := arith.UnrankSet(digits[3], int(b.blackOfficers), free&^whiteOfficers)
	white, black := t.armies(b)
	whiteCode, blackCode := t.split(rest[0], white, black) // what is left is the pair of codes
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
// code stands for. The digits of the arrangement are, the least significant first, the sets of squares of
// knights, bishops and rooks; each is chosen from the squares that are left. Queens get the rest.
func placeOfficers(b *chess.Board, set chess.Bitboard, c chess.Color, table *officerTable, code uint64) {
	counts, arrangement := table.vectorAt(code)
	left := counts.total() // size of set
	for _, kind := range [...]struct {
		role  chess.Role
		count uint8
	}{{chess.Knight, counts.Knights}, {chess.Bishop, counts.Bishops}, {chess.Rook, counts.Rooks}} {
		ways, count := arith.Binomials[kind.count][left], int(kind.count)
		chosen := arith.UnrankSet(arrangement%ways, count, set)
		placeAll(b, chosen, c, kind.role)
		set &^= chosen
		arrangement /= ways
		left -= count
	}
	placeAll(b, set, c, chess.Queen)
}
