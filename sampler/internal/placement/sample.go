package placement

import (
	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/arith"
)

// Stops says when [Table.Sample] may end a draw early, as worth nothing. The zero
// value is never.
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
// pawn that is singled out to capture en passant, if there is one. If one of the stops
// applies, ok is false and s is undefined. It allocates nothing.
//
// The law is exactly uniform. A block is drawn as the one that holds a uniform rank,
// of which only the 64 leading bits are made unless they do not decide. Officers are
// shared out uniformly among the codes of each side, again until both together keep
// the limits. Men are placed on squares tried at random until one is free.
func (t *Table) Sample(s *chess.Setup, words *sampler.Words, stop Stops) (from chess.Square, ok bool) {
	b := t.blocks[t.sampleBlock(words)]
	g := &t.groups[b.group]
	c := &t.cases[g.first+int(words.Below(uint64(g.n)))]
	closed := c.Kings[0].BB() | c.Kings[1].BB()
	if c.Rights == 0 && c.EP == chess.NoSquare {
		*s = chess.Setup{Turn: c.Turn, EP: chess.NoSquare}
		s.Board.Place(c.Kings[0], chess.NewPiece(chess.White, chess.King))
		s.Board.Place(c.Kings[1], chess.NewPiece(chess.Black, chess.King))
	} else {
		*s, closed, _ = c.setup()
	}

	var pawns [2]chess.Bitboard
	taken := closed | ^t.limits.PawnSquares
	outer := chess.Bitboard(0)
	if stop.OuterPawns {
		outer = chess.Row1 | chess.Row8
	}
	w, sw, bl, sb := t.sides(b)
	for color, n := range [2]uint8{b.wp, b.bp} {
		files, spare := uint8(0), 64 // files with pawns, and captures that may still change one
		if stop.Doubled {
			spare = 15 - bl.pawns - bl.officers
			if color == 1 {
				spare = 15 - w.pawns - w.officers
			}
			if c.EP != chess.NoSquare {
				files = 1 << (s.Board.Pieces(chess.Color(color), chess.Pawn).First() & 7)
			}
		}
		for range n {
			sq := words.Square()
			for taken.Has(sq) {
				sq = words.Square()
			}
			if outer.Has(sq) {
				return c.From, false
			}
			file := uint8(1) << (sq & 7)
			if files&file != 0 {
				if spare--; spare < 0 {
					return c.From, false
				}
			}
			files |= file
			taken |= sq.BB()
			pawns[color] |= sq.BB()
		}
	}
	placeAll(&s.Board, pawns[0], chess.White, chess.Pawn)
	placeAll(&s.Board, pawns[1], chess.Black, chess.Pawn)

	v := t.sampleOfficers(g, w, sw, bl, sb, words)
	taken = closed | pawns[0] | pawns[1]
	for color := chess.White; color <= chess.Black; color++ {
		bishops := sampleSquares(&s.Board, &taken, v[color].Bishops, chess.NewPiece(color, chess.Bishop), words)
		if stop.AlikeBishops && v[color].Bishops == 2 && (bishops&chess.DarkSquares).Count() != 1 {
			return c.From, false
		}
	}
	for color := chess.White; color <= chess.Black; color++ {
		sampleSquares(&s.Board, &taken, v[color].Knights, chess.NewPiece(color, chess.Knight), words)
		sampleSquares(&s.Board, &taken, v[color].Rooks, chess.NewPiece(color, chess.Rook), words)
		sampleSquares(&s.Board, &taken, v[color].Queens, chess.NewPiece(color, chess.Queen), words)
	}
	return c.From, true
}

// sampleBlock returns a block in proportion to its size.
func (t *Table) sampleBlock(words *sampler.Words) int {
	size := &t.starts[len(t.blocks)]
	last := t.leads[len(t.blocks)]
	cut := uint(64 - min(64, arith.BitLen192(size)))
	for {
		lead := words.Uint64() >> cut
		if lead > last {
			continue
		}
		if first, i := t.near(min(lead, last)); first == i && lead < last {
			return i
		}
		rank := t.extend(lead, words)
		if arith.Less192(&rank, size) {
			return t.find(&rank)
		}
	}
}

// extend returns a number with the given lead and random bits below it.
func (t *Table) extend(lead uint64, words *sampler.Words) (rank arith.U192) {
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

// sampleOfficers returns the officers of both sides that are still to be placed.
func (t *Table) sampleOfficers(g *group, w side, sw *share, bl side, sb *share, words *sampler.Words) (v [2]Officers) {
	ew, eb := 30, 30 // most promoted
	if t.limits.Balanced {
		ew, eb = 8-w.pawns, 8-bl.pawns
	}
	for {
		v[0], _ = sw.find(words.Below(sw.upTo(ew)))
		v[1], _ = sb.find(words.Below(sb.upTo(eb)))
		if !t.limits.Balanced || balanced(w, v[0].withRooks(g.rooks[0]).promoted(), bl, v[1].withRooks(g.rooks[1]).promoted()) {
			return v
		}
	}
}

// sampleSquares places n equal men on random squares that are not taken.
func sampleSquares(b *chess.Board, taken *chess.Bitboard, n uint8, p chess.Piece, words *sampler.Words) (set chess.Bitboard) {
	for range n {
		sq := words.Square()
		for taken.Has(sq) {
			sq = words.Square()
		}
		*taken |= sq.BB()
		set |= sq.BB()
		b.Place(sq, p)
	}
	return set
}
