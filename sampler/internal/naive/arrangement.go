package naive

import (
	"math/bits"

	"github.com/holiman/uint256"

	"chesscensus/chess"
)

// A squareList lists the free squares. When a square is removed, the last one takes its place.
type squareList struct {
	squares, placeOf [64]uint8
	count            int
}

func (l *squareList) fill() {
	for i := range l.squares {
		l.squares[i], l.placeOf[i] = uint8(i), uint8(i)
	}
	l.count = 64
}

// removeAt removes square number i of the list and returns it.
func (l *squareList) removeAt(i int) uint8 {
	sq := l.squares[i]
	l.count--
	last := l.squares[l.count]
	l.squares[i], l.placeOf[last] = last, uint8(i)
	return sq
}

// unrankPlaces sets the squares of kings and men from a number in mixed radix, see [Krinitskii.Unrank].
func (a *arrangement) unrankPlaces(x *uint256.Int) {
	var free squareList
	free.fill()
	next := func() chess.Square { return chess.Square(free.removeAt(int(divMod(x, uint64(free.count))))) }
	a.kings = [2]chess.Square{next(), next()}
	for labels := a.present; labels != 0; labels &= labels - 1 {
		a.squares[bits.TrailingZeros32(labels)] = next()
	}
}

// rankPlaces is the inverse of unrankPlaces.
func (a *arrangement) rankPlaces() (x uint256.Int) {
	var free squareList
	free.fill()
	var digits [otherMen + 2]uint64
	n := 0
	add := func(sq chess.Square) {
		digits[n] = uint64(free.placeOf[sq])
		free.removeAt(int(digits[n]))
		n++
	}
	add(a.kings[0])
	add(a.kings[1])
	for labels := a.present; labels != 0; labels &= labels - 1 {
		add(a.squares[bits.TrailingZeros32(labels)])
	}
	for n--; n >= 0; n-- {
		mulAdd(&x, uint64(64-n), digits[n])
	}
	return x
}

// index returns the index of the assignment of labels to squares among those with the same board, and their number. The
// digits of the index are, kind by kind and for squares in ascending order, the numbers of the labels among the unused
// ones of the kind. The first digit is the least significant.
func (a *arrangement) index(b *chess.Board) (index, number int) {
	var label [64]int
	for labels := a.present; labels != 0; labels &= labels - 1 {
		labelOf := bits.TrailingZeros32(labels)
		label[a.squares[labelOf]] = labelOf
	}
	number = 1
	for _, k := range kinds {
		used := uint32(0)
		left := k.count
		for sq := range b.Pieces(k.color, k.role).All() {
			bit := uint32(1) << (label[sq] - k.first)
			index += number * bits.OnesCount32((bit-1)&^used)
			used |= bit
			number *= left
			left--
		}
	}
	return index, number
}

// arrangementOf is the inverse of index.
func arrangementOf(b *chess.Board, index int) (a arrangement) {
	a.kings = [2]chess.Square{b.King(chess.White), b.King(chess.Black)}
	for _, k := range kinds {
		unused := uint32(1)<<k.count - 1
		left := k.count
		for sq := range b.Pieces(k.color, k.role).All() {
			candidates := unused
			for range index % left {
				candidates &= candidates - 1
			}
			lowest := bits.TrailingZeros32(candidates)
			unused &^= 1 << lowest
			a.present |= 1 << (k.first + lowest)
			a.squares[k.first+lowest] = sq
			index /= left
			left--
		}
	}
	return a
}
