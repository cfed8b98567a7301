package placement

import (
	"slices"
	"sort"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// Rank returns the rank of a setup as an element of the given case, whose kings, side to move, rights and en passant
// square must be those of the setup. The error names the first condition that fails and wraps [sampler.ErrNotInSpace].
func (t *Table) Rank(s *chess.Setup, c Case) (rank uint256.Int, err error) {
	if p := sampler.FirstBroken(t.given, s); p != nil {
		return rank, t.notInSpace("%v does not hold", *p)
	}
	closed, key, ok := t.groupOf(&c)
	groupIndex := slices.IndexFunc(t.groups, func(g group) bool { return compareGroups(g, key) == 0 })
	if !ok || groupIndex < 0 {
		return rank, t.notInSpace("there is no such case: %v", c)
	}
	g := &t.groups[groupIndex]
	caseIndex, ok := slices.BinarySearchFunc(t.cases[g.firstCase:g.firstCase+g.caseCount], c, compareCases)
	if !ok {
		return rank, t.notInSpace("there is no such case: %v", c)
	}
	if s.Board.Of(chess.Pawn)&^t.limits.PawnSquares != 0 {
		return rank, t.notInSpace("a pawn stands on row 1 or 8")
	}
	fixed, _, _ := c.setup()
	var pawns, officers [2]chess.Bitboard
	var counts [2]Officers
	for color := chess.White; color <= chess.Black; color++ {
		if err := t.checkArmy(s, color); err != nil {
			return rank, err
		}
		pawns[color] = s.Board.Pieces(color, chess.Pawn) &^ fixed.Board.Of(chess.Pawn)
		officers[color] = s.Board.Colored(color) &^ s.Board.Of(chess.Pawn) &^ s.Board.Of(chess.King) &^ closed
		counts[color] = officersOf(&s.Board, color)
		counts[color].Rooks -= uint8(g.rooks[color])
	}
	if men := s.Board.Men() - 2; men > t.limits.Both || men < t.limits.Fewest {
		return rank, t.notInSpace("%d men, want %d to %d", men+2, t.limits.Fewest+2, t.limits.Both+2)
	}
	b := block{group: uint16(groupIndex),
		whitePawns: uint8(pawns[0].Count()), whiteOfficers: uint8(officers[0].Count()),
		blackPawns: uint8(pawns[1].Count()), blackOfficers: uint8(officers[1].Count())}
	white, black := t.armies(b)
	whiteCode, hasWhite := white.table.codeOf(counts[0], arrangement(&s.Board, officers[0]))
	blackCode, hasBlack := black.table.codeOf(counts[1], arrangement(&s.Board, officers[1]))
	code, isBalanced := t.join(whiteCode, blackCode, white, black)
	if !hasWhite || !hasBlack || !isBalanced {
		return rank, t.notInSpace("promoted men need more captures, or captured pawns, than there are")
	}
	blockIndex := g.firstBlock + sort.Search(g.endBlock-g.firstBlock, func(i int) bool { return t.blocks[g.firstBlock+i].key() >= b.key() })
	zone := t.limits.PawnSquares &^ closed
	free := ^(closed | pawns[0] | pawns[1])
	ways := t.radices(b, g)
	result := arith.U192{code}
	result = arith.MulAdd192(&result, ways[3], arith.RankSet(officers[1], free&^officers[0]))
	result = arith.MulAdd192(&result, ways[2], arith.RankSet(officers[0], free))
	result = arith.MulAdd192(&result, ways[1], arith.RankSet(pawns[1], zone&^pawns[0]))
	result = arith.MulAdd192(&result, ways[0], arith.RankSet(pawns[0], zone))
	result = arith.MulAdd192(&result, uint64(g.caseCount), uint64(caseIndex))
	result = arith.Add192(&result, &t.starts[blockIndex])
	return uint256.Int{result[0], result[1], result[2]}, nil
}

// checkArmy returns an error if one side exceeds the limits.
func (t *Table) checkArmy(s *chess.Setup, c chess.Color) error {
	limits := &t.limits
	pawns := s.Board.Pieces(c, chess.Pawn).Count()
	if pawns > limits.Pawns {
		return t.notInSpace("%v has %d pawns, more than %d", c, pawns, limits.Pawns)
	}
	if men := s.Board.Colored(c).Count() - 1; men > limits.Side {
		return t.notInSpace("%v has %d men besides the king, more than %d", c, men, limits.Side)
	}
	officers := officersOf(&s.Board, c)
	for _, kind := range []struct {
		role        chess.Role
		count, most uint8
	}{
		{chess.Knight, officers.Knights, limits.Most.Knights}, {chess.Bishop, officers.Bishops, limits.Most.Bishops},
		{chess.Rook, officers.Rooks, limits.Most.Rooks}, {chess.Queen, officers.Queens, limits.Most.Queens},
	} {
		if kind.count > kind.most {
			return t.notInSpace("%v has %d %vs, more than %d", c, kind.count, kind.role, kind.most)
		}
	}
	if promoted := officers.promoted(); limits.Balanced && pawns+promoted > 8 {
		return t.notInSpace("%v has %d pawns and %d promoted men, more than 8 together", c, pawns, promoted)
	}
	return nil
}

// officersOf returns the numbers of officers of a color, the fixed rooks included.
func officersOf(b *chess.Board, c chess.Color) Officers {
	n := func(r chess.Role) uint8 { return uint8(b.Pieces(c, r).Count()) }
	return Officers{Knights: n(chess.Knight), Bishops: n(chess.Bishop), Rooks: n(chess.Rook), Queens: n(chess.Queen)}
}

// arrangement returns the number of the arrangement of the officers on a set of squares, as placeOfficers reads it.
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

// notInSpace returns an error that names the space and wraps [sampler.ErrNotInSpace].
func (t *Table) notInSpace(format string, args ...any) error {
	return sampler.NotInSpace(t.name, format, args...)
}
