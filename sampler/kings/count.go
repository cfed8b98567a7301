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

// A Counter counts the placements of the kings, given all other men, and sets a placement with a given number. The zero
// value is ready for [Counter.Count] and [Counter.CountSafe]. It allocates nothing and is for one goroutine at a time.
type Counter struct {
	free     chess.Bitboard
	men      [2]attackMap
	rows     [2 * 64]kingRow
	rowCount int
	counts   [MostCheckers + 1]int
	safe     int
}

// An attackMap holds the squares that the men of one color attack on the board without the kings.
type attackMap struct {
	// The number of attackers of a square is ones + 2 twos, or at least 4 where many is set.
	ones, twos, many chess.Bitboard
	// The men that attack from afar: their number, squares and attacks.
	sliders       int
	sliderSquares [maxMen]chess.Square
	sliderAttacks [maxMen]chess.Bitboard
	// behind[o] is the set of squares that lose an attacker to a king on o.
	behind [64]chess.Bitboard
}

// A kingRow holds the placements with one square for the king that has just moved.
type kingRow struct {
	partners  chess.Bitboard // for the king to move
	otherKing chess.Square   // of the king that has just moved
	us        chess.Color    // to move
	counts    [MostCheckers + 1]uint8
}

// shadow[a][o] is the set of squares behind o as seen from a, empty if a and o are not on one line.
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

// Count counts the placements of the kings among the other men of a board, wherever its own kings stand. It panics
// if a side has more than 15 men besides its kings. It costs 0.6 to 1.2 us.
func (c *Counter) Count(b *chess.Board) { c.count(b, true) }

// CountSafe is [Counter.Count] without the numbers of checkers. After it, [Counter.Safe] and
// [Counter.PlaceSafe] may be called, and [Counter.Placements] and [Counter.Place] may not.
func (c *Counter) CountSafe(b *chess.Board) { c.count(b, false) }

// count fills the maps and rows. It counts the placements by number of checkers, or else all safe ones together.
func (c *Counter) count(b *chess.Board, byCheckers bool) {
	kings := b.Of(chess.King)
	occupied := b.Occupied() &^ kings
	c.free = ^occupied
	c.rowCount, c.counts, c.safe = 0, [MostCheckers + 1]int{}, 0
	for color := range c.men {
		c.men[color].fill(b, chess.Color(color), occupied, byCheckers)
	}
	for us := chess.White; us <= chess.Black; us++ {
		c.countSide(us)
	}
	for j := range c.rows[:c.rowCount] {
		r := &c.rows[j]
		if byCheckers {
			c.countCheckers(r)
		} else {
			c.safe += r.partners.Count()
		}
	}
}

// fill computes the map of one color. Without withBehind the field behind is left as it is.
func (m *attackMap) fill(b *chess.Board, color chess.Color, occupied chess.Bitboard, withBehind bool) {
	men := b.Colored(color) &^ b.Of(chess.King)
	if men.Count() > maxMen {
		panic("kings: a side has more than 15 men besides its king")
	}
	m.ones, m.twos, m.many, m.sliders = 0, 0, 0, 0
	if withBehind {
		m.behind = [64]chess.Bitboard{}
	}
	pawns, knights := men&b.Of(chess.Pawn), men&b.Of(chess.Knight)
	for bb := pawns; bb != 0; bb &= bb - 1 {
		m.addAttacks(chess.PawnAttacks(color, bb.First()))
	}
	for bb := knights; bb != 0; bb &= bb - 1 {
		m.addAttacks(chess.KnightAttacks(bb.First()))
	}
	bishops, rooks := b.Of(chess.Bishop), b.Of(chess.Rook)
	for bb := men &^ (pawns | knights); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		var attacks chess.Bitboard
		if !rooks.Has(sq) {
			attacks = chess.BishopAttacks(sq, occupied)
		}
		if !bishops.Has(sq) {
			attacks |= chess.RookAttacks(sq, occupied)
		}
		m.addAttacks(attacks)
		m.sliderSquares[m.sliders], m.sliderAttacks[m.sliders] = sq, attacks
		m.sliders++
		if !withBehind {
			continue
		}
		for squares := attacks &^ occupied; squares != 0; squares &= squares - 1 {
			o := squares.First() & 63
			m.behind[o] |= attacks & shadow[sq&63][o]
		}
	}
}

// addAttacks counts the attacks of one man.
func (m *attackMap) addAttacks(attacks chess.Bitboard) {
	carry := m.ones & attacks
	m.ones ^= attacks
	m.many |= m.twos & carry
	m.twos ^= carry
}

// squaresByCheckers returns the sets of squares that no, one and two men attack if a king on o blocks some of them.
func (m *attackMap) squaresByCheckers(o chess.Square) [MostCheckers + 1]chess.Bitboard {
	hidden := m.behind[o&63]
	ones := m.ones ^ hidden
	twos := m.twos ^ hidden&^m.ones
	// Four or more attackers less one are still too many.
	few := ^m.many
	return [MostCheckers + 1]chess.Bitboard{few &^ (ones | twos), few & ones &^ twos, few & twos &^ ones}
}

// countSide adds the rows with one side to move.
func (c *Counter) countSide(us chess.Color) {
	guards := &c.men[us]
	safe := c.free &^ (guards.ones | guards.twos | guards.many)
	for squares := safe; squares != 0; squares &= squares - 1 {
		o := squares.First()
		c.addRow(us, o, c.free&^(chess.KingAttacks(o)|o.BB()))
	}
	once := c.free & guards.ones &^ (guards.twos | guards.many)
	for i := range guards.sliders {
		for squares := guards.sliderAttacks[i] & once; squares != 0; squares &= squares - 1 {
			o := squares.First()
			if shield := chess.Between(guards.sliderSquares[i], o) &^ chess.KingAttacks(o); shield != 0 {
				c.addRow(us, o, shield)
			}
		}
	}
}

// addRow adds the placements with the king that has just moved on o and the king to move on one of partners.
func (c *Counter) addRow(us chess.Color, o chess.Square, partners chess.Bitboard) {
	c.rows[c.rowCount] = kingRow{partners: partners, otherKing: o, us: us}
	c.rowCount++
}

// countCheckers counts the placements of a row by number of checkers.
func (c *Counter) countCheckers(r *kingRow) {
	for k, squares := range c.men[r.us.Other()].squaresByCheckers(r.otherKing) {
		n := bits.OnesCount64(uint64(squares & r.partners))
		r.counts[k] = uint8(n)
		c.counts[k] += n
	}
}

// All returns the number of all placements, a = 2 e (e-1).
func (c *Counter) All() int {
	e := c.free.Count()
	return 2 * e * (e - 1)
}

// Placements returns the number of placements with so many checkers, from 0 to [MostCheckers], in which the kings
// do not touch and the king that has just moved is not attacked.
func (c *Counter) Placements(checkers int) int { return c.counts[checkers] }

// Safe returns the number of placements in which the kings do not touch and the king that has just
// moved is not attacked, with any number of checkers. It must follow [Counter.CountSafe].
func (c *Counter) Safe() int { return c.safe }

// Place sets the kings and the side to move of a setup to placement i of those with so many checkers. The other men
// must be those that were counted. It panics if i is not from 0 to Placements(checkers) - 1. It costs 0.1 us.
func (c *Counter) Place(s *chess.Setup, checkers, i int) {
	for j := range c.rows[:c.rowCount] {
		r := &c.rows[j]
		if n := int(r.counts[checkers]); i >= n {
			i -= n
			continue
		}
		r.place(s, r.partners&c.men[r.us.Other()].squaresByCheckers(r.otherKing)[checkers], i)
		return
	}
	panic("kings: placement out of range")
}

// PlaceSafe sets the kings and the side to move to placement i of the [Counter.Safe] ones, as [Counter.Place] does.
func (c *Counter) PlaceSafe(s *chess.Setup, i int) {
	for j := range c.rows[:c.rowCount] {
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

// place puts the king that has just moved on its square, and the king to move on square i of a set.
func (r *kingRow) place(s *chess.Setup, squares chess.Bitboard, i int) {
	for range i {
		squares &= squares - 1
	}
	for kings := s.Board.Of(chess.King); kings != 0; kings &= kings - 1 {
		s.Board.Put(kings.First(), chess.NoPiece)
	}
	s.Board.Place(squares.First(), chess.NewPiece(r.us, chess.King))
	s.Board.Place(r.otherKing, chess.NewPiece(r.us.Other(), chess.King))
	s.Turn = r.us
}
