package kernelspace

import "slices"

// A state is what some files cost together, a byte each, all of which are better if they are
// less: captures by White and by Black, pawns lost by White and by Black, and for white pawns on
// light and on dark squares, black pawns on light and on dark squares, how many promotions by a
// step are missing to the clip.
type state uint64

// The places of the bytes.
const (
	captureByte = 0
	lostByte    = 2
	missingByte = 4
)

const (
	stateTops  = 0x8080808080808080
	stateCosts = 0x00000000ffffffff
)

func (s state) byte(k int) int { return int(s >> (8 * k) & 0xff) }

// captures returns those of both colors.
func (s state) captures() int { return s.byte(captureByte) + s.byte(captureByte+1) }

// beats reports whether no byte of s is more than that of t. All are below 128.
func (s state) beats(t state) bool {
	return (uint64(t)|stateTops-uint64(s))&stateTops == stateTops
}

// plus returns what two sets of files cost together.
func (s state) plus(t state, clip int) state {
	sum := s&stateCosts + t&stateCosts
	for k := missingByte; k < 8; k++ {
		sum |= state(max(0, s.byte(k)+t.byte(k)-clip)) << (8 * k)
	}
	return sum
}

// nothing is the state of no files.
func nothing(clip int) state { return state(clip) * 0x0101010100000000 }

// mirrored exchanges light and dark squares.
func (s state) mirrored() state {
	const light = 0x00ff00ff00000000
	return s&stateCosts | s&light<<8 | s>>8&light
}

// stateOf returns the state of a file, 0 to 7, that is treated so.
func stateOf(x int, o *outcome, clip int) state {
	s := nothing(clip)
	for c := range 2 {
		s += state(o.captures[c]) << (8 * (captureByte + c))
		s += state(o.lost[c]) << (8 * (lostByte + c))
		s -= state(min(clip, int(o.extra[c]))) << (8 * (missingByte + 2*c + squareColor(x, c)))
	}
	return s
}

// squareColor returns 1 if the square on which pawns of a color promote on a file is dark, else
// 0.
func squareColor(x, color int) int {
	if color == white {
		return x & 1 // a8 is light
	}
	return 1 - x&1
}

// keep adds a state to a list of which none beats another, unless one beats it.
func keep(list []state, s state) []state {
	for _, t := range list {
		if t.beats(s) {
			return list
		}
	}
	list = slices.DeleteFunc(list, func(t state) bool { return s.beats(t) })
	return append(list, s)
}
