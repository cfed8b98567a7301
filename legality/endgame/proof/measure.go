package proof

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"chesscensus/chess"
)

// A term is the part of a measure for one man: its weighted distances to its target.
type term struct {
	Target chess.Square
	// The weights of three distances to the target: the moves of a king, the moves of a king
	// without diagonal ones, and the moves of the man itself on an empty board.
	Chebyshev, Manhattan, Moves int
}

// A measure maps a position to the sum of the terms of its men, in the order of
// Material.Men. It is 0 if and only if all are on their targets.
type measure []term

// describe returns the measure as a formula in text.
func (m measure) describe(mat *Material) string {
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
		for set := reachable(vectors, slides, queue[0]); set != 0; set &= set - 1 {
			if sq := bits.TrailingZeros64(set); d[sq] < 0 {
				d[sq] = d[queue[0]] + 1
				queue = append(queue, sq)
			}
		}
	}
	return d
}

// A scale is a measure as a table: the value of each man's term by square.
type scale [][64]int

// scale returns the measure as a table for the men of a material.
func (m measure) scale(mat *Material) scale {
	s := make(scale, len(m))
	for i, t := range m {
		s[i] = t.values(mat.Men[i].Role())
	}
	return s
}

// closer returns the literal "the measure is less on the places in to than on those in from". The
// places in to are shifted from those of the same men in from.
func (r *rules) closer(s scale, from, to []place) literal {
	var men []map[int]literal // for each man that has moved: change of its value -> from a square with that change
	for i, p := range to {
		if p.dx == 0 && p.dy == 0 {
			continue
		}
		squares := map[int][]literal{}
		for sq := range 64 {
			if x, y := sq&7+p.dx, sq>>3+p.dy; x >= 0 && x < 8 && y >= 0 && y < 8 {
				change := s[i][8*y+x] - s[i][sq]
				squares[change] = append(squares[change], from[i].square[sq])
			}
		}
		changes := map[int]literal{}
		for _, change := range slices.Sorted(maps.Keys(squares)) {
			changes[change] = r.or(squares[change]...)
		}
		men = append(men, changes)
	}
	return r.atMost(men, -1)
}

// atMost returns the literal "the sum of the men's values is at most t". Each man is a map from a
// value to the literal that the man has it.
func (r *rules) atMost(men []map[int]literal, t int) literal {
	if len(men) == 0 {
		if t >= 0 {
			return constTrue
		}
		return constFalse
	}
	var cases []literal
	for _, value := range slices.Sorted(maps.Keys(men[0])) {
		cases = append(cases, r.and(men[0][value], r.atMost(men[1:], t-value)))
	}
	return r.or(cases...)
}
