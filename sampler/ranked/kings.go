package ranked

import (
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// kingLevels is the number of levels of [Space.Redraw]. With finer ones the variance
// of a contribution hardly falls.
const kingLevels = 16

// Redraw redraws the kings and the side to move of a uniform draw without
// castling rights and en passant, and says that the result counts level/levels. For every function
// that is 0 for illegal setups, such as Weight/Multiplicity of the legal ones, the mean of the function
// times level/levels is that over plain draws. With level 0 there is nothing to judge, and d is not to be
// used. Nothing that makes a stratum is changed; Index is no longer that of the element drawn.
//
// Given all other men, every placement of the two kings on free squares with either
// side to move belongs to equally many urpositions (their number, the multiplicity,
// depends on the pawns), so in a uniform draw it is uniform among all a = 2 e (e-1), e
// the number of free squares. Of these, g leave the king of the side that has just
// moved unattacked and not beside the other; no other can be legal. Redraw counts them exactly
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
func (s *Space) Redraw(d *sampler.Draw, src rand.Source) (level, levels int) {
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
	x := int(sampler.Below(src, uint64(all*level))) / kingLevels
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
	occ  chess.Bitboard // without kings
	free chess.Bitboard // squares for kings
	safe chess.Bitboard // squares of free that are not attacked
	once chess.Bitboard // squares of free attacked by exactly one man

	direct, shielded int // numbers of placements with the other king on safe, on once

	// The men of the side to move that attack from afar, with their attacks on once.
	sliders int
	from    [15]chess.Square
	attacks [15]chess.Bitboard
}

// between[a][b] is the number of squares between a and b that are not next to b, for
// squares on one line; the king on b may not be touched by the one between.
var between [64][64]int8

func betweenTable() (n [64][64]int8) {
	for a := chess.Square(0); a < 64; a++ {
		for b := chess.Square(0); b < 64; b++ {
			n[a][b] = int8((chess.Between(a, b) &^ chess.KingAttacks(b)).Count())
		}
	}
	return n
}

// count fills p for one side to move.
func (p *placement) count(b *chess.Board, us chess.Color, free chess.Bitboard) {
	p.free = free
	p.occ = b.Occupied() &^ b.Of(chess.King)
	var one, two chess.Bitboard // attacked by at least so many
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
	bishops, rooks := b.Pieces(us, chess.Bishop), b.Pieces(us, chess.Rook)
	queens := b.Pieces(us, chess.Queen)
	p.sliders = 0
	for bb := bishops | rooks | queens; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		var a chess.Bitboard
		if !rooks.Has(sq) {
			a = chess.BishopAttacks(sq, p.occ)
		}
		if !bishops.Has(sq) {
			a |= chess.RookAttacks(sq, p.occ)
		}
		add(a)
		p.from[p.sliders], p.attacks[p.sliders] = sq, a
		p.sliders++
	}
	p.safe, p.once = free&^one, free&one&^two
	p.direct, p.shielded = 0, 0
	for bb := p.safe; bb != 0; bb &= bb - 1 {
		p.direct += p.partners(bb.First()).Count()
	}
	for i := range p.sliders {
		p.attacks[i] &= p.once
		for bb := p.attacks[i]; bb != 0; bb &= bb - 1 {
			p.shielded += int(between[p.from[i]][bb.First()])
		}
	}
}

// partners returns the squares for the king to move if the other stands on sq, which
// is not attacked.
func (p *placement) partners(sq chess.Square) chess.Bitboard {
	return p.free &^ (chess.KingAttacks(sq) | 1<<sq)
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
		squares := p.partners(sq)
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
	for k := range p.sliders {
		for bb := p.attacks[k]; bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if n := int(between[p.from[k]][sq]); i >= n {
				i -= n
				continue
			}
			return nthSquare(chess.Between(p.from[k], sq)&^chess.KingAttacks(sq), i), sq
		}
	}
	panic("ranked: placement out of range")
}

// nthSquare returns member i of a set.
func nthSquare(bb chess.Bitboard, i int) chess.Square {
	for range i {
		bb &= bb - 1
	}
	return bb.First()
}
