package ranked

import (
	"math/bits"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
	"chesscensus/sampler/ranked/internal/sequence"
)

// readingOrder returns a set of squares as a set in reading order.
func readingOrder(bb chess.Bitboard) uint64 { return bits.ReverseBytes64(uint64(bb)) }

// Rank returns the rank of the urposition that d describes; see [sampler.Space]. For a setup with several
// urpositions, d's Index is used if d's Equivalents is their number, as printed by the reference; otherwise the
// lowest index that has a rank. It allocates nothing unless it fails.
func (s *Space) Rank(d *sampler.Draw) (rank uint256.Int, err error) {
	t, white, black, err := s.classify(&d.Setup)
	if err != nil {
		return rank, err
	}
	if s.limits != nil {
		if p := sampler.FirstBroken(s.limits.predicates, &d.Setup); p != nil {
			return rank, s.notInSpace("%v does not hold", *p)
		}
	}
	whiteStat, blackStat := t.white.statOf[white.army.id()][white.pawns], t.black.statOf[black.army.id()][black.pawns]
	if whiteStat < 0 || blackStat < 0 {
		return rank, s.notInSpace("a side has more promoted men than missing pawns")
	}
	b, start, ok := t.blockOf(int(whiteStat), int(blackStat))
	if !ok {
		return rank, s.notInSpace("too few captures for the promotions")
	}

	e := element{side: int(d.Setup.Turn & 1), victim: -1, required: b.p,
		white: readingOrder(d.Setup.Board.Pieces(chess.White, chess.Pawn)),
		black: readingOrder(d.Setup.Board.Pieces(chess.Black, chess.Pawn))}
	number, index, err := s.chooseEquivalent(&e, d)
	if err != nil {
		return rank, err
	}
	structure, ok := e.rankStructure(&b)
	if !ok {
		return rank, s.notInSpace("pawns that no structure holds")
	}

	// The free pieces, and rest as in Unrank.
	rights := [2]chess.Castling{d.Setup.Castling.Of(chess.White), d.Setup.Castling.Of(chess.Black)}
	taken := e.white | e.black | e.reserved | readingOrder(d.Setup.Castling.Squares())
	rest := t.castlingIndex(rights)*uint64(len(b.white.armies)) + uint64(t.white.index[white.army.id()])
	rest = rest*uint64(len(b.black.armies)) + uint64(t.black.index[black.army.id()])

	var sym [64]uint8
	occupied := freePieces(&d.Setup.Board, taken, &sym)
	stringCount := b.pieceStrings()
	counts := pieceCounts(&b, white.army, black.army)
	pieces := sequence.RankPieces(stringCount, ^taken, occupied, &counts, &sym)

	offset := arith.Mul192(&b.perStructure, structure)
	restOffset := arith.Mul192(&stringCount, rest)
	offset = arith.Add256(&offset, &restOffset)
	sum := arith.Low192(&offset)
	for _, part := range []arith.U192{pieces, start, s.starts[e.side][t.number()]} {
		sum = arith.Add192(&sum, &part)
	}
	if e.side == 1 {
		sum = arith.Add192(&sum, &s.half)
	}
	copy(rank[:], sum[:])
	d.Index, d.Equivalents = index, number
	_, _, d.Multiplicity = s.equivalents(&e)
	d.Weight = 1
	return rank, nil
}

// castlingIndex returns the index of the castling rights of White and Black among those of the case. Only with one
// right of a side there is a choice.
func (t *caseTable) castlingIndex(rights [2]chess.Castling) (index uint64) {
	if t.whiteRooks == 1 && rights[chess.White] == chess.WhiteKingside {
		index = castlings(t.blackRooks)
	}
	if t.blackRooks == 1 && rights[chess.Black] == chess.BlackKingside {
		index++
	}
	return index
}

// freePieces returns the squares of the pieces outside a set, in reading order, and writes their symbols to sym.
func freePieces(board *chess.Board, taken uint64, sym *[64]uint8) (occupied uint64) {
	for symbol := 1; symbol < sequence.Symbols; symbol++ {
		for bb := readingOrder(board.Pieces(men[symbol].Color(), men[symbol].Role())) &^ taken; bb != 0; bb &= bb - 1 {
			sym[bits.TrailingZeros64(bb)&63] = uint8(symbol)
			occupied |= bb & -bb
		}
	}
	return occupied
}

// number returns the number of the case, 0 to 17.
func (t *caseTable) number() int { return 6*t.whiteRooks + 2*t.blackRooks + t.enPassant }

// notInSpace returns an error that names the space and wraps [sampler.ErrNotInSpace].
func (s *Space) notInSpace(format string, args ...any) error {
	return sampler.NotInSpace(s.Name(), format, args...)
}

// A material value holds the men of one side that are not fixed, by which its tables are looked up.
type material struct {
	army  army
	pawns int
}

// classify returns the case of a setup and the men of both sides that are not fixed. An error
// names a condition that fails, other than those on the pawn structure.
func (s *Space) classify(setup *chess.Setup) (t *caseTable, white, black material, err error) {
	board := &setup.Board
	if board.Of(chess.Pawn)&(chess.Row1|chess.Row8) != 0 {
		return nil, white, black, s.notInSpace("a pawn on row 1 or 8")
	}
	if setup.Castling&^chess.AllCastling != 0 || setup.Turn > chess.Black {
		return nil, white, black, s.notInSpace("a side to move or castling right that does not exist")
	}
	enPassant := 0
	if setup.EP != chess.NoSquare {
		if setup.Violations()&chess.BadEnPassant != 0 {
			return nil, white, black, s.notInSpace("en passant square %v: no pawn can just have passed over it", setup.EP)
		}
		enPassant = 1
	}
	atHome := board.CastlingAtHome()
	var fixedRooks [2]int
	var materials [2]material
	for c := chess.White; c <= chess.Black; c++ {
		if n := board.Pieces(c, chess.King).Count(); n != 1 {
			return nil, white, black, s.notInSpace("%d %v kings, want 1", n, c)
		}
		right := setup.Castling.Of(c)
		fixedRooks[c] = right.Count()
		if right&^atHome != 0 {
			return nil, white, black, s.notInSpace("castling right of %v without king and rook at home", c)
		}
		queens, rooks := board.Pieces(c, chess.Queen).Count(), board.Pieces(c, chess.Rook).Count()-fixedRooks[c]
		bishops, knights := board.Pieces(c, chess.Bishop).Count(), board.Pieces(c, chess.Knight).Count()
		pawns := board.Pieces(c, chess.Pawn).Count()
		if queens > 9 || max(rooks, bishops, knights) > 10 || pawns > 8 || board.Colored(c).Count() > 16 {
			return nil, white, black, s.notInSpace("too many %v men", c)
		}
		materials[c] = material{army{uint8(queens), uint8(rooks), uint8(bishops), uint8(knights)}, pawns - enPassant}
		if materials[c].pawns < 0 {
			return nil, white, black, s.notInSpace("en passant square without a pawn of each side")
		}
	}
	return s.cases[setup.Turn][6*fixedRooks[0]+2*fixedRooks[1]+enPassant], materials[0], materials[1], nil
}

// chooseEquivalent sets the capturer and the pair list of e to those of the urposition that
// d describes. It returns the number of urpositions of the setup and the index of this one.
func (s *Space) chooseEquivalent(e *element, d *sampler.Draw) (number, index int, err error) {
	capturerCount := 1
	var caps [2]int
	if d.Setup.EP != chess.NoSquare {
		passed := int(d.Setup.EP ^ 56)
		e.victim = passed + 8 - 16*e.side
		caps, capturerCount = capturers(e.victim, e.side, e.white, e.black)
		if capturerCount == 0 {
			return 0, 0, s.notInSpace("en passant square %v without a pawn that could capture", d.Setup.EP)
		}
		e.reserved = 1<<passed | 1<<(passed-8+16*e.side)
		e.capturer = caps[0]
	}
	if e.required == 0 {
		number = capturerCount
		if d.Equivalents == number && d.Index >= 0 && d.Index < number {
			index = d.Index
		}
		e.capturer = caps[index]
		return number, index, nil
	}
	columns := newColumns(e.white, e.black)
	counts := countLists(e.required, &columns.count)
	lists := counts[e.required][0]
	number = capturerCount * lists
	if number == 0 {
		return 0, 0, s.notInSpace("fewer than %d files with an opposing pair of pawns", e.required)
	}
	given := d.Equivalents == number && d.Index >= 0 && d.Index < number
	if given {
		e.capturer = caps[d.Index/lists]
		e.list = columns.list(&counts, d.Index%lists, e.required)
		if s.member(e) {
			return number, d.Index, nil
		}
	}
	for capturerIndex, sq := range caps[:capturerCount] {
		e.capturer = sq
		restricted := columns
		if s.version == reference && e.victim >= 0 {
			restricted.restrict(e.victim&7, e.victim>>3)
			restricted.restrict(sq&7, sq>>3)
		}
		restrictedCounts := countLists(e.required, &restricted.count)
		if restrictedCounts[e.required][0] == 0 {
			continue
		}
		if given {
			return 0, 0, s.notInSpace("index %d of %d stands for a pair list that the set lacks", d.Index, number)
		}
		e.list = restricted.list(&restrictedCounts, 0, e.required)
		return number, capturerIndex*lists + columns.index(&counts, &e.list, e.required), nil
	}
	return 0, 0, s.notInSpace("the required pairs use the file of an en passant pawn without that pawn")
}

// member reports whether the pair list of e belongs to the set: in the reference
// set, a pair on the file of an en passant pawn must contain that pawn.
func (s *Space) member(e *element) bool {
	if s.version == repaired || e.victim < 0 {
		return true
	}
	for _, sq := range [2]int{e.victim, e.capturer} {
		if p := e.list[sq&7]; p != (pair{}) && int(p.black) != sq>>3 && int(p.white) != sq>>3 {
			return false
		}
	}
	return true
}

// rankStructure is the inverse of unrankStructure.
func (e *element) rankStructure(b *block) (index uint64, ok bool) {
	structures := b.structures
	files := allFiles
	gw, gb, gap := 0, 0, 0
	var filesIndex int
	var white, black int
	if e.victim >= 0 {
		white, black = e.enPassantPawns()
		leftFile := min(white&7, black&7)
		filesIndex = 2*leftFile + (white&7 - leftFile)
		files = otherFiles[leftFile][:]
		if p := e.list[white&7]; p != (pair{}) && int(p.white) == white>>3 {
			gw = 1
		}
		if p := e.list[black&7]; p != (pair{}) && int(p.black) == black>>3 {
			gb = 1
		}
	}
	free := e.pawnSquares()
	freeWhite, freeBlack := e.white&free, e.black&free
	for _, p := range e.list {
		if p != (pair{}) {
			gap += p.gap()
		}
	}
	row := structures.rowOf(gw, gb, gap)
	if row == nil {
		return 0, false
	}
	var pairs uint64
	p := e.required
	if e.victim >= 0 {
		for _, option := range b.table.variant.options(gw, gb) {
			if option.white == e.list[white&7] && option.black == e.list[black&7] {
				p, gap = p-option.pairs, gap-option.gap
				break
			}
			pairs += ways(p-option.pairs, gap-option.gap, 6)
		}
	}
	pairs += e.list.rankPairs(files, p, gap)
	return uint64(filesIndex)*structures.total + row.start + pairs*row.strings +
		sequence.RankPawns(row.strings, free, freeWhite, freeBlack), true
}
