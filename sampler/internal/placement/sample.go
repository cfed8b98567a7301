package placement

import (
	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// Stops tells under which conditions [Table.Sample] ends a draw early. A space sets those whose elements stand for
// no legal position or have weight 0. With the zero value no draw ends early.
type Stops struct {
	// OuterPawns: a pawn stands on row 1 or 8.
	OuterPawns bool
	// Doubled: pawns of a side share files more often than enemy men are missing.
	// All pawns of a file but one have changed files, each time by a capture.
	Doubled bool
	// AlikeBishops: the two bishops of a side with just two stand on squares of one
	// color, so that one of them is a promoted pawn.
	AlikeBishops bool
}

// Sample sets s to a uniform element of the table, drawn from words, and returns the
// square of the pawn that is singled out to capture en passant, if there is one. If one
// of the stops applies, ok is false and s is undefined. It allocates nothing.
//
// The law is exactly uniform. First a block is drawn, then one of its cases, the squares of the pawns, the kinds of
// the officers, and their squares. A square is drawn again until it is free.
func (t *Table) Sample(s *chess.Setup, words *sampler.Words, stop Stops) (from chess.Square, ok bool) {
	b := t.blocks[t.sampleBlock(words)]
	g := &t.groups[b.group]
	c := &t.cases[g.firstCase+int(words.Below(uint64(g.caseCount)))]
	closed := c.Kings[0].BB() | c.Kings[1].BB()
	if c.Rights == 0 && c.EP == chess.NoSquare {
		*s = chess.Setup{Turn: c.Turn, EP: chess.NoSquare}
		s.Board.Place(c.Kings[0], chess.NewPiece(chess.White, chess.King))
		s.Board.Place(c.Kings[1], chess.NewPiece(chess.Black, chess.King))
	} else {
		*s, closed, _ = c.setup()
	}

	white, black := t.armies(b)
	occupied := closed | ^t.limits.PawnSquares
	var pawns [2]chess.Bitboard
	for color, n := range [2]uint8{b.whitePawns, b.blackPawns} {
		files, spare := uint8(0), 64 // files with pawns, and captures that may still change one
		if stop.Doubled {
			spare = 15 - black.pawns - black.officers
			if color == 1 {
				spare = 15 - white.pawns - white.officers
			}
			if c.EP != chess.NoSquare {
				files = 1 << (s.Board.Pieces(chess.Color(color), chess.Pawn).First() & 7)
			}
		}
		if pawns[color], ok = samplePawns(n, &occupied, stop, files, spare, words); !ok {
			return c.From, false
		}
	}
	placeAll(&s.Board, pawns[0], chess.White, chess.Pawn)
	placeAll(&s.Board, pawns[1], chess.Black, chess.Pawn)

	officers := t.sampleOfficers(g, white, black, words)
	occupied = closed | pawns[0] | pawns[1]
	for color := chess.White; color <= chess.Black; color++ {
		bishops := sampleSquares(&s.Board, &occupied, officers[color].Bishops, chess.NewPiece(color, chess.Bishop), words)
		if stop.AlikeBishops && officers[color].Bishops == 2 && (bishops&chess.DarkSquares).Count() != 1 {
			return c.From, false
		}
	}
	for color := chess.White; color <= chess.Black; color++ {
		sampleSquares(&s.Board, &occupied, officers[color].Knights, chess.NewPiece(color, chess.Knight), words)
		sampleSquares(&s.Board, &occupied, officers[color].Rooks, chess.NewPiece(color, chess.Rook), words)
		sampleSquares(&s.Board, &occupied, officers[color].Queens, chess.NewPiece(color, chess.Queen), words)
	}
	return c.From, true
}

// samplePawns returns n random squares that are not occupied, and adds them to occupied. Ok is false if a
// pawn stands on row 1 or 8 and this is a stop, or if more than spare pawns stand on one of the given files
// or on a file of another pawn.
func samplePawns(n uint8, occupied *chess.Bitboard, stop Stops, files uint8, spare int,
	words *sampler.Words) (set chess.Bitboard, ok bool) {
	for range n {
		sq := words.Square()
		for occupied.Has(sq) {
			sq = words.Square()
		}
		if stop.OuterPawns && (chess.Row1 | chess.Row8).Has(sq) {
			return 0, false
		}
		file := uint8(1) << (sq & 7)
		if files&file != 0 {
			if spare--; spare < 0 {
				return 0, false
			}
		}
		files |= file
		*occupied |= sq.BB()
		set |= sq.BB()
	}
	return set, true
}

// sampleBlock returns a random block with a probability proportional to its size: the block that holds a
// uniform rank. One word gives the lead, which are the 64 highest bits of the rank; the other bits are
// drawn only if the lead does not decide.
func (t *Table) sampleBlock(words *sampler.Words) int {
	size := &t.starts[len(t.blocks)]
	last := t.leads[len(t.blocks)]
	cut := uint(64 - min(64, arith.BitLen192(size)))
	for {
		lead := words.Uint64() >> cut
		if lead > last {
			continue
		}
		if first, i := t.blockRange(min(lead, last)); first == i && lead < last {
			return i
		}
		rank := t.randomRank(lead, words)
		if arith.Less192(&rank, size) {
			return t.blockAt(&rank)
		}
	}
}

// randomRank returns a rank with the given lead and random bits below it.
func (t *Table) randomRank(lead uint64, words *sampler.Words) (rank arith.U192) {
	for i := range 2 { // the lead covers the third word
		if n := min(64, t.shift-64*i); n > 0 {
			rank[i] = words.Uint64() >> (64 - n)
		}
	}
	i, s := t.shift/64, uint(t.shift%64)
	rank[i] |= lead << s
	if i < 2 && s > 0 {
		rank[i+1] = lead >> (64 - s)
	}
	return rank
}

// sampleOfficers returns the counts of the officers of both sides that are still to be placed: a uniform
// code of each side, again until both together are balanced, if that is a limit.
func (t *Table) sampleOfficers(g *group, white, black army, words *sampler.Words) (v [2]Officers) {
	if !t.limits.Balanced {
		v[0], _ = white.table.vectorAt(words.Below(white.table.countUpTo(mostOfficers)))
		v[1], _ = black.table.vectorAt(words.Below(black.table.countUpTo(mostOfficers)))
		return v
	}
	for {
		v[0], _ = white.table.vectorAt(words.Below(white.table.countUpTo(8 - white.pawns)))
		v[1], _ = black.table.vectorAt(words.Below(black.table.countUpTo(8 - black.pawns)))
		if balanced(white.side, v[0].withRooks(g.rooks[0]).promoted(), black.side, v[1].withRooks(g.rooks[1]).promoted()) {
			return v
		}
	}
}

// sampleSquares places n equal men on random squares that are not occupied, and adds them to occupied.
func sampleSquares(b *chess.Board, occupied *chess.Bitboard, n uint8, p chess.Piece, words *sampler.Words) (set chess.Bitboard) {
	for range n {
		sq := words.Square()
		for occupied.Has(sq) {
			sq = words.Square()
		}
		*occupied |= sq.BB()
		set |= sq.BB()
		b.Place(sq, p)
	}
	return set
}
