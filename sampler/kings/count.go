package kings

import (
	"math/bits"

	"chesscensus/chess"
)

// MostCheckers is the largest number of men that can give check at once in a legal
// position. Placements with more are not counted.
const MostCheckers = 2

// maxMen is the largest number of men of a side besides its king.
const maxMen = 15

// A Counter counts and finds the placements of the kings, given all other men. The zero
// value is ready for [Counter.Count] and [Counter.CountSafe]. It allocates nothing and is for one goroutine at a
// time.
type Counter struct {
	free chess.Bitboard
	men  [2]menMap
	rows [2 * 64]row
	used int
	n    [MostCheckers + 1]int
	safe int
}

// A menMap is what the men of one color attack when both kings are taken away.
type menMap struct {
	// The number of attackers of a square is ones + 2 twos, or at least 4 where many.
	ones, twos, many chess.Bitboard
	// The men that attack from afar.
	sliders int
	from    [maxMen]chess.Square
	attacks [maxMen]chess.Bitboard
	// behind[o] are the squares that lose an attacker to a king on o.
	behind [64]chess.Bitboard
}

// A row holds the placements with one square for the king that has just moved.
type row struct {
	partners chess.Bitboard // for the king to move
	other    chess.Square   // of the king that has just moved
	us       chess.Color    // to move
	n        [MostCheckers + 1]uint8
}

// shadow[a][o] are the squares behind o as seen from a, for squares on one line.
var shadow = func() (t [64][64]chess.Bitboard) {
	for a := chess.Square(0); a < 64; a++ {
		for o := chess.Square(0); o < 64; o++ {
			for x := chess.Square(0); x < 64; x++ {
				if chess.Between(a, x).Has(o) {
					t[a][o] |= x.BB()
				}
			}
		}
	}
	return t
}()

// Count counts the placements of the kings among the other men of a board, wherever its
// own kings stand. It panics if a side has more than 15 men besides its kings. It costs 0.6 to 1.2
// us.
func (c *Counter) Count(b *chess.Board) { c.count(b, true) }

// CountSafe is [Counter.Count] for those who do not ask for checkers: [Counter.Safe] and
// [Counter.PlaceSafe] are ready then, [Counter.Placements] and [Counter.Place] are not.
func (c *Counter) CountSafe(b *chess.Board) { c.count(b, false) }

func (c *Counter) count(b *chess.Board, checkers bool) {
	kings := b.Of(chess.King)
	occ := b.Occupied() &^ kings
	c.free = ^occ
	c.used, c.n, c.safe = 0, [MostCheckers + 1]int{}, 0
	for color := range c.men {
		c.men[color].fill(b, chess.Color(color), occ, checkers)
	}
	for us := chess.White; us <= chess.Black; us++ {
		c.countSide(us)
	}
	for j := range c.rows[:c.used] {
		r := &c.rows[j]
		if checkers {
			c.countCheckers(r)
		} else {
			c.safe += r.partners.Count()
		}
	}
}

// fill makes the map of one color, what is behind squares only if it is asked for.
func (m *menMap) fill(b *chess.Board, color chess.Color, occ chess.Bitboard, behind bool) {
	men := b.Colored(color) &^ b.Of(chess.King)
	if men.Count() > maxMen {
		panic("kings: a side has more than 15 men besides its king")
	}
	m.ones, m.twos, m.many, m.sliders = 0, 0, 0, 0
	if behind {
		m.behind = [64]chess.Bitboard{}
	}
	pawns, knights := men&b.Of(chess.Pawn), men&b.Of(chess.Knight)
	for bb := pawns; bb != 0; bb &= bb - 1 {
		m.add(chess.PawnAttacks(color, bb.First()))
	}
	for bb := knights; bb != 0; bb &= bb - 1 {
		m.add(chess.KnightAttacks(bb.First()))
	}
	bishops, rooks := b.Of(chess.Bishop), b.Of(chess.Rook)
	for bb := men &^ (pawns | knights); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		var a chess.Bitboard
		if !rooks.Has(sq) {
			a = chess.BishopAttacks(sq, occ)
		}
		if !bishops.Has(sq) {
			a |= chess.RookAttacks(sq, occ)
		}
		m.add(a)
		m.from[m.sliders], m.attacks[m.sliders] = sq, a
		m.sliders++
		if !behind {
			continue
		}
		for squares := a &^ occ; squares != 0; squares &= squares - 1 {
			o := squares.First() & 63
			m.behind[o] |= a & shadow[sq&63][o]
		}
	}
}

// add counts the attacks of one man.
func (m *menMap) add(attacks chess.Bitboard) {
	carry := m.ones & attacks
	m.ones ^= attacks
	m.many |= m.twos & carry
	m.twos ^= carry
}

// checked returns the squares that are attacked by no, one and two men with a king on o
// who stands in their way.
func (m *menMap) checked(o chess.Square) [MostCheckers + 1]chess.Bitboard {
	less := m.behind[o&63]
	ones := m.ones ^ less
	twos := m.twos ^ less&^m.ones
	// Four or more less one are too many still.
	few := ^m.many
	return [MostCheckers + 1]chess.Bitboard{few &^ (ones | twos), few & ones &^ twos, few & twos &^ ones}
}

// countSide adds the rows of one side to move.
func (c *Counter) countSide(us chess.Color) {
	guards := &c.men[us]
	safe := c.free &^ (guards.ones | guards.twos | guards.many)
	for bb := safe; bb != 0; bb &= bb - 1 {
		o := bb.First()
		c.addRow(us, o, c.free&^(chess.KingAttacks(o)|o.BB()))
	}
	once := c.free & guards.ones &^ (guards.twos | guards.many)
	for i := range guards.sliders {
		for bb := guards.attacks[i] & once; bb != 0; bb &= bb - 1 {
			o := bb.First()
			if shield := chess.Between(guards.from[i], o) &^ chess.KingAttacks(o); shield != 0 {
				c.addRow(us, o, shield)
			}
		}
	}
}

// addRow adds the placements with the king that has just moved on o and the other on
// one of partners.
func (c *Counter) addRow(us chess.Color, o chess.Square, partners chess.Bitboard) {
	c.rows[c.used] = row{partners: partners, other: o, us: us}
	c.used++
}

// countCheckers counts the placements of a row by number of checkers.
func (c *Counter) countCheckers(r *row) {
	for k, squares := range c.men[r.us.Other()].checked(r.other) {
		n := bits.OnesCount64(uint64(squares & r.partners))
		r.n[k] = uint8(n)
		c.n[k] += n
	}
}

// All returns the number of all placements, a = 2 e (e-1).
func (c *Counter) All() int {
	e := c.free.Count()
	return 2 * e * (e - 1)
}

// Placements returns the number of placements with so many checkers, from 0 to
// [MostCheckers], in which the kings do not touch and the king that has just moved is not
// attacked.
func (c *Counter) Placements(checkers int) int { return c.n[checkers] }

// Safe returns the number of placements in which the kings do not touch and the king that has just
// moved is not attacked, with any number of checkers. It is known after [Counter.CountSafe].
func (c *Counter) Safe() int { return c.safe }

// Place puts the kings and the side to move of a setup, whose other men are those that
// were counted, to placement i of those with so many checkers. It panics if i is not
// from 0 to Placements(checkers) - 1. It costs 0.1 us.
func (c *Counter) Place(s *chess.Setup, checkers, i int) {
	for j := range c.rows[:c.used] {
		r := &c.rows[j]
		if n := int(r.n[checkers]); i >= n {
			i -= n
			continue
		}
		r.place(s, r.partners&c.men[r.us.Other()].checked(r.other)[checkers], i)
		return
	}
	panic("kings: placement out of range")
}

// PlaceSafe is [Counter.Place] for placement i of the [Counter.Safe] ones.
func (c *Counter) PlaceSafe(s *chess.Setup, i int) {
	for j := range c.rows[:c.used] {
		r := &c.rows[j]
		if n := r.partners.Count(); i >= n {
			i -= n
			continue
		}
		r.place(s, r.partners, i)
		return
	}
	panic("kings: placement out of range")
}

// place puts the king that has just moved to its square, and the other to member i of a set.
func (r *row) place(s *chess.Setup, squares chess.Bitboard, i int) {
	for range i {
		squares &= squares - 1
	}
	for kings := s.Board.Of(chess.King); kings != 0; kings &= kings - 1 {
		s.Board.Put(kings.First(), chess.NoPiece)
	}
	s.Board.Place(squares.First(), chess.NewPiece(r.us, chess.King))
	s.Board.Place(r.other, chess.NewPiece(r.us.Other(), chess.King))
	s.Turn = r.us
}
