package kernelspace

import "slices"

// A cost is the total cost of one history for each of some files. It has eight components of a byte, and
// less is better in each of them:
//
//	0, 1   captures by White, by Black
//	2, 3   pawns lost by White, by Black
//	4, 5   white pawns: promotions by a step on light, on dark squares that are missing to the cap
//	6, 7   black pawns: the same
type cost uint64

// The first component of each kind.
const (
	captureByte = 0
	lostByte    = 2
	missingByte = 4
)

const (
	topBits       = 0x8080808080808080 // of all components, which are below 128
	additiveBytes = 0x00000000ffffffff // captures and lost pawns
)

// component returns component k.
func (c cost) component(k int) int { return int(c >> (8 * k) & 0xff) }

// captures returns the captures of both colors together.
func (c cost) captures() int { return c.component(captureByte) + c.component(captureByte+1) }

// dominates reports whether no component of c is more than that of d. A cost dominates itself.
//
// With its top bit set, each component of d is at least 128, so no difference borrows from the component
// above. The top bit of a difference is still set exactly if the component of d is not less.
func (c cost) dominates(d cost) bool {
	return (uint64(d)|topBits-uint64(c))&topBits == topBits
}

// plus returns the cost of two disjoint sets of files together. Captures and lost pawns are added. Each
// set has cap - missing promotions, so together max(0, missing + missing - cap) are missing to the cap.
func (c cost) plus(d cost, bishopCap int) cost {
	sum := c&additiveBytes + d&additiveBytes
	for k := missingByte; k < 8; k++ {
		sum |= cost(max(0, c.component(k)+d.component(k)-bishopCap)) << (8 * k)
	}
	return sum
}

// zeroCost is the cost of no files: all promotions are missing.
func zeroCost(bishopCap int) cost { return cost(bishopCap) * 0x0101010100000000 }

// mirrored returns the cost with light and dark squares exchanged.
func (c cost) mirrored() cost {
	const light = 0x00ff00ff00000000
	return c&additiveBytes | c&light<<8 | c>>8&light
}

// outcomeCost returns the cost of an outcome on the file, 0 to 7.
func outcomeCost(file int, o *outcome, bishopCap int) cost {
	sum := zeroCost(bishopCap)
	for color := range 2 {
		sum += cost(o.captures[color]) << (8 * (captureByte + color))
		sum += cost(o.lost[color]) << (8 * (lostByte + color))
		sum -= cost(min(bishopCap, int(o.extra[color]))) << (8 * (missingByte + 2*color + squareColor(file, color)))
	}
	return sum
}

// squareColor returns the color of the square on which pawns of a color promote on the file: 0 for light, 1 for dark.
func squareColor(file, color int) int {
	if color == white {
		return file & 1 // a8 is light
	}
	return 1 - file&1
}

// addUndominated returns the list with a cost added and all costs removed that it dominates. If the list has a cost
// that dominates the new one, the list is returned unchanged. So no cost of the list dominates another.
func addUndominated(list []cost, c cost) []cost {
	for _, d := range list {
		if d.dominates(c) {
			return list
		}
	}
	list = slices.DeleteFunc(list, func(d cost) bool { return c.dominates(d) })
	return append(list, c)
}
