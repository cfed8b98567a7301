package ranked

import (
	"math/bits"
	"slices"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
	"chesscensus/sampler/ranked/internal/sequence"
)

// An element holds the side to move and the pawns of an urposition. Squares are in reading order (see equivalents.go).
type element struct {
	side             int
	white, black     uint64 // all pawns
	reserved         uint64 // squares that en passant keeps empty
	victim, capturer int    // en passant: the pawn that may be captured, and the capturer; victim < 0 without
	required         int    // number of required pairs
	list             pairList
}

// placeEnPassant sets the two pawns of an en passant placement, 0 to 13. They stand on the files placement/2 and the next one, White's on
// the left if placement is even.
func (e *element) placeEnPassant(placement int) {
	left := 8*(3+e.side) + placement/2
	white, black := left+placement%2, left+1-placement%2
	e.white, e.black = 1<<white, 1<<black
	if e.side == 0 {
		e.victim, e.capturer = black, white
		e.reserved = 1<<(black-8) | 1<<(black-16)
	} else {
		e.victim, e.capturer = white, black
		e.reserved = 1<<(white+8) | 1<<(white+16)
	}
}

// enPassantPawns returns the squares of the white and of the black pawn of the en passant situation.
func (e *element) enPassantPawns() (white, black int) {
	if e.side == 0 {
		return e.capturer, e.victim
	}
	return e.victim, e.capturer
}

// pawnSquares returns the squares on which free pawns may stand: rows 1 to 6 without en passant pawns, reserved
// squares, and the squares of the required pairs from the black to the white pawn.
func (e *element) pawnSquares() uint64 {
	squares := uint64(0x00ffffffffffff00) &^ e.reserved
	if e.victim >= 0 {
		squares &^= 1<<e.victim | 1<<e.capturer
	}
	if e.required > 0 {
		for f, p := range e.list {
			if p != (pair{}) {
				column := fileA & (1<<(8*(p.white-p.black)+8) - 1)
				squares &^= column << (8*int(p.black) + f)
			}
		}
	}
	return squares
}

// otherFiles[file] lists the files other than this one and the next.
var otherFiles = func() (t [7][6]int8) {
	for file := range t {
		copy(t[file][:], slices.Concat(allFiles[:file], allFiles[file+2:]))
	}
	return t
}()

var allFiles = []int8{0, 1, 2, 3, 4, 5, 6, 7}

// unrankStructure sets all pawns to those of the structure with the given index.
func (e *element) unrankStructure(b *block, index uint64) {
	structures := b.structures
	e.victim, e.required = -1, b.p
	files := allFiles
	if b.table.enPassant == 1 {
		filesIndex := index / structures.total
		index -= filesIndex * structures.total
		e.placeEnPassant(int(filesIndex))
		files = otherFiles[filesIndex/2][:]
	}
	row := structures.find(index)
	index -= row.start
	pairs := index / row.strings
	index -= pairs * row.strings
	p, gap := e.required, row.gap
	if b.table.enPassant == 1 {
		for _, option := range b.table.variant.options(row.gw, row.gb) {
			size := ways(p-option.pairs, gap-option.gap, 6)
			if pairs < size {
				white, black := e.enPassantPawns()
				e.list[white&7], e.list[black&7] = option.white, option.black
				p, gap = p-option.pairs, gap-option.gap
				break
			}
			pairs -= size
		}
	}
	e.list.unrankPairs(files, p, gap, pairs)
	free := e.pawnSquares()
	if e.required > 0 {
		for f, p := range e.list {
			if p != (pair{}) {
				e.black |= 1 << (8*int(p.black) + f)
				e.white |= 1 << (8*int(p.white) + f)
			}
		}
	}
	white, black := sequence.UnrankPawns(index, row.strings, free, row.freeWhite, row.freeBlack)
	e.white |= white
	e.black |= black
}

// A home holds the men of one side that castling rights fix.
type home struct {
	right chess.Castling
	rooks uint64 // reading order
}

// homes[color][f][i] are the men for f fixed rooks and castling index i.
var homes = [2][3][2]home{
	{{}, {{chess.WhiteQueenside, 1 << 56}, {chess.WhiteKingside, 1 << 63}},
		{{chess.WhiteQueenside | chess.WhiteKingside, 1<<56 | 1<<63}}},
	{{}, {{chess.BlackQueenside, 1 << 0}, {chess.BlackKingside, 1 << 7}},
		{{chess.BlackQueenside | chess.BlackKingside, 1<<0 | 1<<7}}},
}

// kingHomes are e1 and e8 in reading order.
var kingHomes = [2]int{60, 4}

// pieceCounts returns the counts of the free pieces of both sides.
func pieceCounts(b *block, white, black army) (c sequence.Counts) {
	c = sequence.Counts{uint8(b.empty), 0, white.q, white.r, white.b, white.n, 0, black.q, black.r, black.b, black.n}
	if b.table.whiteRooks == 0 {
		c[1] = 1
	}
	if b.table.blackRooks == 0 {
		c[6] = 1
	}
	return c
}

// pieceStrings returns M, the number of piece strings of the block.
func (b *block) pieceStrings() arith.U192 {
	x := arith.U256{b.fallingPower[0], b.fallingPower[1], b.fallingPower[2]}
	return arith.Quo192(&x, b.white.product*b.black.product)
}

// men maps the symbols of piece strings to men.
var men = [sequence.Symbols]chess.Piece{chess.NoPiece,
	chess.NewPiece(chess.White, chess.King), chess.NewPiece(chess.White, chess.Queen),
	chess.NewPiece(chess.White, chess.Rook), chess.NewPiece(chess.White, chess.Bishop), chess.NewPiece(chess.White, chess.Knight),
	chess.NewPiece(chess.Black, chess.King), chess.NewPiece(chess.Black, chess.Queen),
	chess.NewPiece(chess.Black, chess.Rook), chess.NewPiece(chess.Black, chess.Bishop), chess.NewPiece(chess.Black, chess.Knight),
}

// Unrank sets d to the urposition with the given rank. It panics if the rank is
// not less than [Space.Size]. It allocates nothing.
func (s *Space) Unrank(d *sampler.Draw, rank *uint256.Int) {
	if !rank.Lt(&s.size) {
		panic("ranked: rank out of range")
	}
	var e element
	x := arith.U192(rank[:3])
	if !arith.Less192(&x, &s.half) {
		e.side, x = 1, arith.Sub192(&x, &s.half)
	}
	caseNumber := search(s.starts[e.side][:], &x)
	x = arith.Sub192(&x, &s.starts[e.side][caseNumber])
	t := s.cases[e.side][caseNumber]
	b, structure, rest := t.findBlock(&x)
	e.unrankStructure(&b, structure)

	// rest = ((castling * white armies + white army) * black armies + black army) * string count + string
	stringCount := b.pieceStrings()
	dividend, divisor := arith.U256{rest[0], rest[1], rest[2]}, arith.U256{stringCount[0], stringCount[1], stringCount[2]}
	armies, pieceString := arith.Div256(&dividend, &divisor)
	blackArmy := armies % uint64(len(b.black.armies))
	armies /= uint64(len(b.black.armies))
	whiteArmy, castling := armies%uint64(len(b.white.armies)), armies/uint64(len(b.white.armies))
	whiteHome := homes[0][t.whiteRooks][castling/castlings(t.blackRooks)]
	blackHome := homes[1][t.blackRooks][castling%castlings(t.blackRooks)]

	setup := chess.Setup{Turn: chess.Color(e.side), Castling: whiteHome.right | blackHome.right, EP: chess.NoSquare}
	place(&setup.Board, e.white, chess.NewPiece(chess.White, chess.Pawn))
	place(&setup.Board, e.black, chess.NewPiece(chess.Black, chess.Pawn))
	taken := e.white | e.black | e.reserved | whiteHome.rooks | blackHome.rooks
	for c, h := range [2]home{whiteHome, blackHome} {
		if h.rooks != 0 {
			place(&setup.Board, h.rooks, chess.NewPiece(chess.Color(c), chess.Rook))
			place(&setup.Board, 1<<kingHomes[c], chess.NewPiece(chess.Color(c), chess.King))
			taken |= 1 << kingHomes[c]
		}
	}
	counts := pieceCounts(&b, b.white.armies[whiteArmy], b.black.armies[blackArmy])
	var symbols [64]uint8
	for bb := sequence.UnrankPieces(arith.Low192(&pieceString), stringCount, ^taken, &counts, &symbols); bb != 0; bb &= bb - 1 {
		sq := bits.TrailingZeros64(bb)
		setup.Board.Place(chess.Square(sq^56), men[symbols[sq&63]])
	}
	if e.victim >= 0 {
		setup.EP = chess.Square((e.victim - 8 + 16*e.side) ^ 56)
	}
	index, number, mult := s.equivalents(&e)
	*d = sampler.Draw{Setup: setup, Index: index, Equivalents: number, Multiplicity: mult, Weight: 1}
}

// place puts the same man on all squares of a set in reading order.
func place(b *chess.Board, squares uint64, p chess.Piece) {
	for ; squares != 0; squares &= squares - 1 {
		b.Place(chess.Square(bits.TrailingZeros64(squares)^56), p)
	}
}
