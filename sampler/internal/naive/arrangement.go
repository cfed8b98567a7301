package naive

import (
	"math/bits"

	"github.com/holiman/uint256"

	"chesscensus/chess"
)

// A list of the squares that are left: the square taken makes place for the last.
type squares struct {
	list, place [64]uint8
	n           int
}

func (l *squares) fill() {
	for i := range l.list {
		l.list[i], l.place[i] = uint8(i), uint8(i)
	}
	l.n = 64
}

// take removes square number i of the list and returns it.
func (l *squares) take(i int) uint8 {
	sq := l.list[i]
	l.n--
	last := l.list[l.n]
	l.list[i], l.place[last] = last, uint8(i)
	return sq
}

// arrange puts kings and men on the squares that the number says.
func (c *arrangement) arrange(x *uint256.Int) {
	var left squares
	left.fill()
	next := func() chess.Square { return chess.Square(left.take(int(divMod(x, uint64(left.n))))) }
	c.kings = [2]chess.Square{next(), next()}
	for on := c.on; on != 0; on &= on - 1 {
		c.at[bits.TrailingZeros32(on)] = next()
	}
}

// places is the inverse of arrange.
func (c *arrangement) places() (x uint256.Int) {
	var left squares
	left.fill()
	var digits [others + 2]uint64
	n := 0
	add := func(sq chess.Square) {
		digits[n] = uint64(left.place[sq])
		left.take(int(digits[n]))
		n++
	}
	add(c.kings[0])
	add(c.kings[1])
	for on := c.on; on != 0; on &= on - 1 {
		add(c.at[bits.TrailingZeros32(on)])
	}
	for n--; n >= 0; n-- {
		mulAdd(&x, uint64(64-n), digits[n])
	}
	return x
}

// index returns the number of the way in which the labels went to their squares, and
// the number of ways. Kind by kind, the last one the most significant, the squares
// are taken in ascending order, and each digit says which of the labels left stands there.
func (c *arrangement) index(b *chess.Board) (index, number int) {
	var label [64]int
	for on := c.on; on != 0; on &= on - 1 {
		l := bits.TrailingZeros32(on)
		label[c.at[l]] = l
	}
	number = 1
	for _, k := range kinds {
		used := uint32(0)
		left := k.n
		for sq := range b.Pieces(k.color, k.role).All() {
			own := uint32(1) << (label[sq] - k.first)
			index += number * bits.OnesCount32((own-1)&^used)
			used |= own
			number *= left
			left--
		}
	}
	return index, number
}

// arrangementOf is the inverse of index.
func arrangementOf(b *chess.Board, index int) (c arrangement) {
	c.kings = [2]chess.Square{b.King(chess.White), b.King(chess.Black)}
	for _, k := range kinds {
		free := uint32(1)<<k.n - 1
		left := k.n
		for sq := range b.Pieces(k.color, k.role).All() {
			rest := free
			for range index % left {
				rest &= rest - 1
			}
			own := bits.TrailingZeros32(rest)
			free &^= 1 << own
			c.on |= 1 << (k.first + own)
			c.at[k.first+own] = sq
			index /= left
			left--
		}
	}
	return c
}
