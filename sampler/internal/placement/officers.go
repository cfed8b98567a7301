package placement

import (
	"slices"
	"sort"

	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

// Officers counts men other than kings and pawns, by kind.
type Officers struct{ Knights, Bishops, Rooks, Queens uint8 }

// total returns the number of men.
func (v Officers) total() int { return int(v.Knights + v.Bishops + v.Rooks + v.Queens) }

// promoted returns the number of men that must be promoted pawns, which is certain whatever the square colors of the bishops are.
func (v Officers) promoted() int {
	return chess.LeastPromoted(int(v.Queens), int(v.Rooks), int(v.Bishops), int(v.Knights))
}

// arrangements returns (n+b+r+q)!/(n!b!r!q!).
func (v Officers) arrangements() uint64 {
	n, b, r := int(v.Knights), int(v.Bishops), int(v.Rooks)
	o := v.total()
	return arith.Binomials[n][o] * arith.Binomials[b][o-n] * arith.Binomials[r][o-n-b]
}

// A share lists how o officers of a side, besides fixed rooks, may be shared out
// among the kinds.
type share struct {
	vectors []Officers // free officers, by e
	starts  []uint64   // codes before each vector
	total   []uint64   // total[e]: codes of the vectors with up to e promoted men
}

// newShare lists the vectors of o free officers beside the given number of fixed
// rooks that keep the limits.
func newShare(l *Limits, o, fixed int) share {
	var s share
	byE := make([][]Officers, o+fixed+1)
	for n := 0; n <= min(o, int(l.Most.Knights)); n++ {
		for b := 0; b <= min(o-n, int(l.Most.Bishops)); b++ {
			for r := 0; r <= min(o-n-b, int(l.Most.Rooks)-fixed); r++ {
				q := o - n - b - r
				if q > int(l.Most.Queens) {
					continue
				}
				v := Officers{uint8(n), uint8(b), uint8(r), uint8(q)}
				e := v.withRooks(fixed).promoted()
				byE[e] = append(byE[e], v)
			}
		}
	}
	sum := uint64(0)
	for _, list := range byE {
		for _, v := range list {
			s.vectors = append(s.vectors, v)
			s.starts = append(s.starts, sum)
			sum += v.arrangements()
		}
		s.total = append(s.total, sum)
	}
	return s
}

func (v Officers) withRooks(n int) Officers { v.Rooks += uint8(n); return v }

// upTo returns the number of codes with at most e promoted men.
func (s *share) upTo(e int) uint64 {
	if e < 0 {
		return 0
	}
	return s.total[min(e, len(s.total)-1)]
}

// with returns the number of codes with exactly e promoted men.
func (s *share) with(e int) uint64 { return s.upTo(e) - s.upTo(e-1) }

// find returns the vector that a code belongs to, and the code within it.
func (s *share) find(code uint64) (v Officers, arrangement uint64) {
	lo, hi := 0, len(s.starts)
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) / 2); s.starts[mid] <= code {
			lo = mid
		} else {
			hi = mid
		}
	}
	return s.vectors[lo], code - s.starts[lo]
}

// code is the inverse of find.
func (s *share) code(v Officers, arrangement uint64) (uint64, bool) {
	i := slices.Index(s.vectors, v)
	if i < 0 {
		return 0, false
	}
	return s.starts[i] + arrangement, true
}

// A side is what the limits on both armies together know of one of them.
type side struct{ pawns, officers int }

// balanced reports whether promotions can have been paid for. For a side of p pawns
// and o officers of which e are promoted, g = 8-p-e of its pawns are gone and
// l = 7-o+e of its first officers. A pawn promotes after it or an enemy pawn has
// left its file or was captured there: each captured pawn pays for two promotions
// of the other side and for one of its own, each captured officer for one of each.
func balanced(w side, ew int, b side, eb int) bool {
	gw, gb := 8-w.pawns-ew, 8-b.pawns-eb
	lw, lb := 7-w.officers+ew, 7-b.officers+eb
	return gw >= 0 && gb >= 0 && ew <= 2*gb+gw+lw+lb && eb <= 2*gw+gb+lw+lb
}

// codes returns the number of pairs of codes of two sides.
func (t *Table) codes(w side, sw *share, b side, sb *share) (sum uint64) {
	if !t.limits.Balanced {
		return sw.upTo(30) * sb.upTo(30)
	}
	for ew := range 9 - w.pawns {
		if mw := sw.with(ew); mw > 0 {
			for eb := range 9 - b.pawns {
				if balanced(w, ew, b, eb) {
					sum += mw * sb.with(eb)
				}
			}
		}
	}
	return sum
}

// split returns the codes of the two sides that a code of the pair stands for.
func (t *Table) split(code uint64, w side, sw *share, b side, sb *share) (cw, cb uint64) {
	if !t.limits.Balanced {
		m := sb.upTo(30)
		return code / m, code % m
	}
	for ew := range 9 - w.pawns {
		mw := sw.with(ew)
		if mw == 0 {
			continue
		}
		for eb := range 9 - b.pawns {
			if !balanced(w, ew, b, eb) {
				continue
			}
			mb := sb.with(eb)
			if n := mw * mb; code >= n {
				code -= n
				continue
			}
			return sw.upTo(ew-1) + code/mb, sb.upTo(eb-1) + code%mb
		}
	}
	panic("placement: code out of range")
}

// join is the inverse of split; ok is false if the pair is not balanced.
func (t *Table) join(cw, cb uint64, w side, sw *share, b side, sb *share) (code uint64, ok bool) {
	if !t.limits.Balanced {
		return cw*sb.upTo(30) + cb, true
	}
	we := sort.Search(len(sw.total), func(e int) bool { return cw < sw.total[e] })
	be := sort.Search(len(sb.total), func(e int) bool { return cb < sb.total[e] })
	if !balanced(w, we, b, be) {
		return 0, false
	}
	for ew := range we + 1 {
		for eb := range 9 - b.pawns {
			if ew == we && eb == be {
				return code + (cw-sw.upTo(ew-1))*sb.with(eb) + cb - sb.upTo(eb-1), true
			}
			if balanced(w, ew, b, eb) {
				code += sw.with(ew) * sb.with(eb)
			}
		}
	}
	return 0, false
}
