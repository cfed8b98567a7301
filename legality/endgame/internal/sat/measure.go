package sat

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"chesscensus/chess"
)

// A Term is the part of a measure that one man has: how far he is from his target.
type Term struct {
	Target chess.Square
	// Chebyshev, Manhattan and Moves are weights: of the moves that a king needs to the
	// target, of those that he needs without oblique ones, and of those that the man himself
	// needs on an empty board.
	Chebyshev, Manhattan, Moves int
}

// A Measure maps a position to the sum of the terms of its men, in the order of
// Material.Men. It is 0 if and only if all are on their targets.
type Measure []Term

// Formula writes the measure for people.
func (m Measure) Formula(mat *Material) string {
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
func (t Term) values(r chess.Role) (v [64]int) {
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
	reach := 1
	if slides {
		reach = 7
	}
	for queue := []int{int(from)}; len(queue) > 0; queue = queue[1:] {
		for _, v := range vectors {
			for k := 1; k <= reach; k++ {
				x, y := queue[0]&7+k*v.dx, queue[0]>>3+k*v.dy
				if x < 0 || x > 7 || y < 0 || y > 7 {
					break
				}
				if d[8*y+x] < 0 {
					d[8*y+x] = d[queue[0]] + 1
					queue = append(queue, 8*y+x)
				}
			}
		}
	}
	return d
}

// a scale is a measure with the values of its terms at hand.
type scale [][64]int

func (m Measure) scale(mat *Material) scale {
	s := make(scale, len(m))
	for i, t := range m {
		s[i] = t.values(mat.Men[i].Role())
	}
	return s
}

// of returns the measure of a placement.
func (s scale) of(p *Placement) (sum int) {
	for i := range s {
		sum += s[i][p.At[i]]
	}
	return sum
}

// A level is the set of squares, as a literal, on which something has one value.
type level struct {
	value int
	lit   lit
}

// levels sorts the squares of a man by the value that f has there; f says false for
// squares that do not count.
func (r *rules) levels(s *spot, f func(sq int) (int, bool)) []level {
	squares := map[int][]lit{}
	for sq := range 64 {
		if v, ok := f(sq); ok {
			squares[v] = append(squares[v], s.square[sq])
		}
	}
	var list []level
	for _, v := range slices.Sorted(maps.Keys(squares)) {
		l := yes
		if len(squares[v]) < 64 {
			l = r.or(squares[v]...)
		}
		list = append(list, level{v, l})
	}
	return list
}

// A total bounds the sum of the values of several men.
type total struct {
	*rules
	men   [][]level
	known map[[2]int]lit
}

func (r *rules) newTotal(men [][]level) *total {
	return &total{r, men, map[[2]int]lit{}}
}

// atMost says that the values of the men from i on have at most the sum t.
func (s *total) atMost(i, t int) lit {
	if i == len(s.men) {
		if t >= 0 {
			return yes
		}
		return no
	}
	if l, ok := s.known[[2]int{i, t}]; ok {
		return l
	}
	var cases []lit
	for _, v := range s.men[i] {
		cases = append(cases, s.and(v.lit, s.atMost(i+1, t-v.value)))
	}
	l := s.or(cases...)
	s.known[[2]int{i, t}] = l
	return l
}

// total is the measure of men on places that are not shifted.
func (r *rules) total(s scale, at []place) *total {
	var men [][]level
	for i, p := range at {
		men = append(men, r.levels(p.spot, func(sq int) (int, bool) { return s[i][sq], true }))
	}
	return r.newTotal(men)
}

// closer says that the measure is less on the places to than on the places from, which
// are those of the same men, not shifted.
func (r *rules) closer(s scale, from, to []place) lit {
	var men [][]level
	for i, p := range to {
		dx, dy := p.dx, p.dy
		if dx == 0 && dy == 0 {
			continue
		}
		men = append(men, r.levels(from[i].spot, func(sq int) (int, bool) {
			x, y := sq&7+dx, sq>>3+dy
			if x < 0 || x > 7 || y < 0 || y > 7 {
				return 0, false
			}
			return s[i][8*y+x] - s[i][sq], true
		}))
	}
	return r.newTotal(men).atMost(0, -1)
}
