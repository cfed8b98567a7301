package ranked

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// kingLevels is the number of levels of [Space.Recast]. With finer ones the variance
// of a contribution hardly falls.
const kingLevels = 16

var _ sampler.Recaster = (*Space)(nil)

// Recast redraws the kings and the side to move of a uniform draw without
// castling rights and en passant; see [sampler.Recaster].
//
// Given all other men, every placement of the two kings on free squares with either
// side to move belongs to equally many urpositions (their number, the multiplicity,
// depends on the pawns), so in a uniform draw it is uniform among all a = 2 e (e-1), e
// the number of free squares. Of these, g leave the king of the side that has just
// moved unattacked and not beside the other; no other can be legal. Recast counts them exactly
// and chooses one of them uniformly, to stand for g of a: with L = 16 levels and
// level = ceil(L g / a), it accepts the choice with probability L g / (a level), and an
// accepted one counts level/L. So a given good placement counts
//
//	g/a L/level * 1/g * level/L = 1/a
//
// in the mean, as in a plain draw, but one draw in three is a candidate instead of
// one in twelve, and contributions vary less: their relative variance falls from 11
// to 2.5, for 0.9 us of work.
//
// Draws with castling rights or en passant are left as they are and count 1.
func (s *Space) Recast(d *sampler.Draw, src sampler.Source) (level, levels int) {
	if d.Setup.Castling != 0 || d.Setup.EP != chess.NoSquare {
		return kingLevels, kingLevels
	}
	b := &d.Setup.Board
	kings := b.Of(chess.King)
	free := ^(b.Occupied() &^ kings)
	var p [2]placement
	p[chess.White].count(b, chess.White, free)
	p[chess.Black].count(b, chess.Black, free)
	e := free.Count()
	all := 2 * e * (e - 1)
	good := p[0].total() + p[1].total()
	if good == 0 {
		return 0, kingLevels
	}
	level = (kingLevels*good + all - 1) / all
	x := int(below(src, uint64(all*level))) / kingLevels
	if x >= good {
		return 0, kingLevels
	}
	side := chess.White
	if x >= p[side].total() {
		x -= p[side].total()
		side = chess.Black
	}
	king, other := p[side].nth(x)
	for ; kings != 0; kings &= kings - 1 {
		b.Put(kings.First(), chess.NoPiece)
	}
	b.Place(king, chess.NewPiece(side, chess.King))
	b.Place(other, chess.NewPiece(1-side, chess.King))
	d.Setup.Turn = side
	return level, kingLevels
}

// A placement counts and finds the ways to place the kings, given all other men
// and the side to move, such that the king of the side that has just moved is not
// attacked and the kings do not touch. It uses maps of the attacks of the side to
// move with both kings taken away: a king on a square outside is safe wherever
// the other king stands; on a square attacked by exactly one man, from afar, it is
// safe if the other king stands between; on any other it is not, as one king cannot
// stand in the way of two men that attack the same square.
type placement struct {
	board *chess.Board
	us    chess.Color    // the side to move
	occ   chess.Bitboard // without kings
	free  chess.Bitboard // squares for kings
	safe  chess.Bitboard // squares of free that are not attacked
	once  chess.Bitboard // squares of free attacked by exactly one man

	direct, shielded int // numbers of placements with the other king on safe, on once
}

// sliders are the roles that attack from afar.
var sliders = [...]chess.Role{chess.Bishop, chess.Rook, chess.Queen}

// rings[d][sq] are the squares at distance d from sq in king moves.
var rings = func() (r [8][64]chess.Bitboard) {
	for a := range 64 {
		for b := range 64 {
			df, dr := a&7-b&7, a>>3-b>>3
			r[max(df, -df, dr, -dr)][a] |= 1 << b
		}
	}
	return r
}()

// count fills the maps and numbers for one side to move.
func (p *placement) count(b *chess.Board, us chess.Color, free chess.Bitboard) {
	p.board, p.us, p.free = b, us, free
	p.occ = b.Occupied() &^ b.Of(chess.King)
	var one, two chess.Bitboard
	add := func(attacks chess.Bitboard) {
		two |= one & attacks
		one |= attacks
	}
	for bb := b.Pieces(us, chess.Pawn); bb != 0; bb &= bb - 1 {
		add(chess.PawnAttacks(us, bb.First()))
	}
	for bb := b.Pieces(us, chess.Knight); bb != 0; bb &= bb - 1 {
		add(chess.KnightAttacks(bb.First()))
	}
	for bb := b.Pieces(us, chess.Bishop) | b.Pieces(us, chess.Queen); bb != 0; bb &= bb - 1 {
		add(chess.BishopAttacks(bb.First(), p.occ))
	}
	for bb := b.Pieces(us, chess.Rook) | b.Pieces(us, chess.Queen); bb != 0; bb &= bb - 1 {
		add(chess.RookAttacks(bb.First(), p.occ))
	}
	p.safe, p.once = free&^one, free&one&^two
	p.direct, p.shielded = 0, 0
	for bb := p.safe; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		p.direct += (free &^ (chess.KingAttacks(sq) | 1<<sq)).Count()
	}
	p.eachSlider(func(from chess.Square, attacks chess.Bitboard) bool {
		if attacks &= p.once; attacks != 0 {
			for d := 3; d < 8; d++ {
				p.shielded += (d - 2) * (attacks & rings[d][from]).Count()
			}
		}
		return true
	})
}

// eachSlider calls f with the attacks of every man of the side to move that attacks from
// afar, a queen's once.
func (p *placement) eachSlider(f func(from chess.Square, attacks chess.Bitboard) bool) {
	for _, r := range sliders {
		for bb := p.board.Pieces(p.us, r); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			var a chess.Bitboard
			if r != chess.Rook {
				a = chess.BishopAttacks(sq, p.occ)
			}
			if r != chess.Bishop {
				a |= chess.RookAttacks(sq, p.occ)
			}
			if !f(sq, a) {
				return
			}
		}
	}
}

// total returns the number of placements.
func (p *placement) total() int { return p.direct + p.shielded }

// nth returns placement i: the king to move and the other.
func (p *placement) nth(i int) (king, other chess.Square) {
	if i >= p.direct {
		return p.nthShielded(i - p.direct)
	}
	for bb := p.safe; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		squares := p.free &^ (chess.KingAttacks(sq) | 1<<sq)
		if n := squares.Count(); i >= n {
			i -= n
			continue
		}
		return nthSquare(squares, i), sq
	}
	panic("ranked: placement out of range")
}

// nthShielded returns shielded placement i.
func (p *placement) nthShielded(i int) (king, other chess.Square) {
	p.eachSlider(func(from chess.Square, attacks chess.Bitboard) bool {
		for bb := attacks & p.once; bb != 0; bb &= bb - 1 {
			sq := bb.First()
			squares := chess.Between(from, sq) &^ chess.KingAttacks(sq)
			if n := squares.Count(); i >= n {
				i -= n
				continue
			}
			king, other = nthSquare(squares, i), sq
			return false
		}
		return true
	})
	return king, other
}

// nthSquare returns member i of a set.
func nthSquare(bb chess.Bitboard, i int) chess.Square {
	for range i {
		bb &= bb - 1
	}
	return bb.First()
}

// below returns a uniform number below n < 2^32, exactly, by Lemire's method of
// multiplying and rejecting.
func below(src sampler.Source, n uint64) uint64 {
	limit := -n % n // of the low word: 2^64 mod n
	for {
		hi, lo := bits.Mul64(src.Uint64(), n)
		if lo >= limit {
			return hi
		}
	}
}
