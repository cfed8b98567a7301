package astar

import "chesscensus/chess"

// A packed position holds everything that two positions can differ in, so that they are equal exactly if their packed forms are: the
// three bits of the roles (1 to 6) and the color as sets of squares, where an empty square in the last one is that of en passant, and
// the side to move with the castling rights.
type packed struct {
	plane [4]uint64
	state uint8
}

// pack returns the packed form of p.
func pack(p *chess.Position) packed {
	b := p.Board()
	pawns, knights, bishops := b.Of(chess.Pawn), b.Of(chess.Knight), b.Of(chess.Bishop)
	rooks, queens, kings := b.Of(chess.Rook), b.Of(chess.Queen), b.Of(chess.King)
	return packed{
		[4]uint64{
			uint64(pawns | bishops | queens),
			uint64(knights | bishops | kings),
			uint64(rooks | queens | kings),
			uint64(b.Colored(chess.Black) | p.EP().BB()),
		},
		uint8(p.Turn()) | uint8(p.Castling())<<1,
	}
}

// setup returns the position as a setup.
func (k *packed) setup() chess.Setup {
	s := chess.Setup{Turn: chess.Color(k.state & 1), Castling: chess.Castling(k.state >> 1), EP: chess.NoSquare}
	occupied := chess.Bitboard(k.plane[0] | k.plane[1] | k.plane[2])
	for bb := occupied; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		r := chess.Role(k.plane[0]>>sq&1 | k.plane[1]>>sq&1<<1 | k.plane[2]>>sq&1<<2)
		s.Board.Place(sq, chess.NewPiece(chess.Color(k.plane[3]>>sq&1), r))
	}
	if ep := chess.Bitboard(k.plane[3]) &^ occupied; ep != 0 {
		s.EP = ep.First()
	}
	return s
}

// hash returns 32 bits that depend on all of k. Equal hashes prove nothing.
func (k *packed) hash() uint32 {
	h := k.plane[0]*0x9e3779b97f4a7c15 ^ k.plane[1]*0xc2b2ae3d27d4eb4f
	h ^= h >> 29
	h = (h ^ k.plane[2]) * 0xd6e8feb86659fd93
	h ^= h >> 32
	h = (h ^ k.plane[3] ^ uint64(k.state)<<57) * 0xff51afd7ed558ccd
	return uint32(h >> 32)
}
