package proof

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"chesscensus/chess"
)

// A term is the part of a measure that one man has: how far he is from his target.
type term struct {
	Target chess.Square
	// Chebyshev, Manhattan and Moves are weights: of the moves that a king needs to the
	// target, of those that he needs without oblique ones, and of those that the man himself
	// needs on an empty board.
	Chebyshev, Manhattan, Moves int
}

// A measure maps a position to the sum of the terms of its men, in the order of
// Material.Men. It is 0 if and only if all are on their targets.
type measure []term

// text writes the measure for people.
func (m measure) text(mat *Material) string {
	var words []string
	for i, t := range m {
		for _, part := range []struct {
			weight int
			name   string
		}{{t.Chebyshev, "Chebyshev"}, {t.Manhattan, "Manhattan"}, {t.Moves, "moves"}} {
			switch part.weight {
			case 0:
			case 1:
				words = append(words, fmt.Sprintf("%s(%v, %v)", part.name, mat.Men[i], t.Target))
			default:
				words = append(words, fmt.Sprintf("%d %s(%v, %v)", part.weight, part.name, mat.Men[i], t.Target))
			}
		}
	}
	return strings.Join(words, " + ")
}

// values returns the term's value on every square. Squares that the man can never reach
// from the target have the value 99.
func (t term) values(r chess.Role) (v [64]int) {
	moves := distances(r, t.Target)
	for sq := range v {
		dx, dy := sq&7-int(t.Target)&7, sq>>3-int(t.Target)>>3
		dx, dy = max(dx, -dx), max(dy, -dy)
		v[sq] = t.Chebyshev*max(dx, dy) + t.Manhattan*(dx+dy) + t.Moves*moves[sq]
		if moves[sq] < 0 {
			v[sq] = 99
		}
	}
	return v
}

// distances returns the moves from one square to each on an empty board, -1 for none.
func distances(r chess.Role, from chess.Square) (d [64]int) {
	for i := range d {
		d[i] = -1
	}
	d[from] = 0
	vectors, slides := steps(r)
	for queue := []int{int(from)}; len(queue) > 0; queue = queue[1:] {
		for set := reach(vectors, slides, queue[0]); set != 0; set &= set - 1 {
			if sq := bits.TrailingZeros64(set); d[sq] < 0 {
				d[sq] = d[queue[0]] + 1
				queue = append(queue, sq)
			}
		}
	}
	return d
}

// a scale is a measure with the values of its terms at hand.
type scale [][64]int

func (m measure) scale(mat *Material) scale {
	s := make(scale, len(m))
	for i, t := range m {
		s[i] = t.values(mat.Men[i].Role())
	}
	return s
}

// of returns the measure of a placement.
func (s scale) of(p *placement) (sum int) {
	for i := range s {
		sum += s[i][p.At[i]]
	}
	return sum
}

// closer says that the measure is less on the places to than on the places from, which
// are those of the same men, not shifted.
func (r *rules) closer(s scale, from, to []place) lit {
	var men []map[int]lit // of each man who has moved: by how much his value changes, and the squares from which
	for i, p := range to {
		if p.dx == 0 && p.dy == 0 {
			continue
		}
		squares := map[int][]lit{}
		for sq := range 64 {
			if x, y := sq&7+p.dx, sq>>3+p.dy; x >= 0 && x < 8 && y >= 0 && y < 8 {
				change := s[i][8*y+x] - s[i][sq]
				squares[change] = append(squares[change], from[i].square[sq])
			}
		}
		changes := map[int]lit{}
		for _, change := range slices.Sorted(maps.Keys(squares)) {
			changes[change] = r.or(squares[change]...)
		}
		men = append(men, changes)
	}
	return r.atMost(men, -1)
}

// atMost says that the values of some men have at most the sum t.
func (r *rules) atMost(men []map[int]lit, t int) lit {
	if len(men) == 0 {
		if t >= 0 {
			return yes
		}
		return no
	}
	var cases []lit
	for _, value := range slices.Sorted(maps.Keys(men[0])) {
		cases = append(cases, r.and(men[0][value], r.atMost(men[1:], t-value)))
	}
	return r.or(cases...)
}
