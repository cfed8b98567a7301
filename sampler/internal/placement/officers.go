package placement

import (
	"slices"
	"sort"

	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

// Officers holds numbers of men other than kings and pawns, by kind.
type Officers struct{ Knights, Bishops, Rooks, Queens uint8 }

// total returns the number of men.
func (v Officers) total() int { return int(v.Knights + v.Bishops + v.Rooks + v.Queens) }

// promoted returns the least number of promoted pawns among the men, by their numbers alone: square colors
// of bishops are not considered.
func (v Officers) promoted() int {
	return chess.LeastPromoted(int(v.Queens), int(v.Rooks), int(v.Bishops), int(v.Knights))
}

// arrangements returns (n+b+r+q)!/(n! b! r! q!), the number of orders of the men on given squares.
func (v Officers) arrangements() uint64 {
	n, b, r := int(v.Knights), int(v.Bishops), int(v.Rooks)
	o := v.total()
	return arith.Binomials[n][o] * arith.Binomials[b][o-n] * arith.Binomials[r][o-n-b]
}

// An officerTable lists the ways to choose the kinds of o officers of a side, besides its fixed rooks.
// A code, below the sum of all arrangements, stands for a vector of counts and one of its arrangements.
type officerTable struct {
	vectors    []Officers // counts of the free officers, ascending by the number of promoted men
	starts     []uint64   // codes before each vector
	countsUpTo []uint64   // countsUpTo[e]: codes of the vectors with at most e promoted men
}

// newOfficerTable lists the vectors of o free officers beside the given number of fixed rooks that keep the limits.
func newOfficerTable(l *Limits, o, fixed int) officerTable {
	var t officerTable
	byPromoted := make([][]Officers, o+fixed+1)
	for knights := 0; knights <= min(o, int(l.Most.Knights)); knights++ {
		for bishops := 0; bishops <= min(o-knights, int(l.Most.Bishops)); bishops++ {
			for rooks := 0; rooks <= min(o-knights-bishops, int(l.Most.Rooks)-fixed); rooks++ {
				queens := o - knights - bishops - rooks
				if queens > int(l.Most.Queens) {
					continue
				}
				v := Officers{Knights: uint8(knights), Bishops: uint8(bishops), Rooks: uint8(rooks), Queens: uint8(queens)}
				promoted := v.withRooks(fixed).promoted()
				byPromoted[promoted] = append(byPromoted[promoted], v)
			}
		}
	}
	sum := uint64(0)
	for _, list := range byPromoted {
		for _, v := range list {
			t.vectors = append(t.vectors, v)
			t.starts = append(t.starts, sum)
			sum += v.arrangements()
		}
		t.countsUpTo = append(t.countsUpTo, sum)
	}
	return t
}

// withRooks returns the counts with n more rooks.
func (v Officers) withRooks(n int) Officers { v.Rooks += uint8(n); return v }

// countUpTo returns the number of codes with at most e promoted men.
func (t *officerTable) countUpTo(e int) uint64 {
	if e < 0 {
		return 0
	}
	return t.countsUpTo[min(e, len(t.countsUpTo)-1)]
}

// countWith returns the number of codes with exactly e promoted men.
func (t *officerTable) countWith(e int) uint64 { return t.countUpTo(e) - t.countUpTo(e-1) }

// vectorAt returns the vector of a code, and the arrangement.
func (t *officerTable) vectorAt(code uint64) (v Officers, arrangement uint64) {
	lo, hi := 0, len(t.starts)
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) / 2); t.starts[mid] <= code {
			lo = mid
		} else {
			hi = mid
		}
	}
	return t.vectors[lo], code - t.starts[lo]
}

// codeOf is the inverse of vectorAt. The result is false if the table lacks the vector.
func (t *officerTable) codeOf(v Officers, arrangement uint64) (code uint64, ok bool) {
	i := slices.Index(t.vectors, v)
	if i < 0 {
		return 0, false
	}
	return t.starts[i] + arrangement, true
}

// mostOfficers is the largest number of officers of a side, and so of promoted men.
const mostOfficers = 30

// A side holds the numbers of pawns and officers of one color, the fixed ones included.
type side struct{ pawns, officers int }

// An army is a side of a block with the ways to choose the kinds of its free officers.
type army struct {
	side
	table *officerTable
}

// balanced reports whether the captures suffice for the promotions. For a side of p pawns and o officers of
// which e are promoted, g = 8-p-e of its pawns are gone and l = 7-o+e of its first officers. A pawn
// promotes after it or an enemy pawn has left its file or was captured there. So each captured pawn allows
// two promotions of the other side and one of its own, each captured officer one of each side.
func balanced(w side, ew int, b side, eb int) bool {
	gw, gb := 8-w.pawns-ew, 8-b.pawns-eb
	lw, lb := 7-w.officers+ew, 7-b.officers+eb
	return gw >= 0 && gb >= 0 && ew <= 2*gb+gw+lw+lb && eb <= 2*gw+gb+lw+lb
}

// codes returns the number of pairs of codes of two armies that keep the limits. A code of the pair is a number
// below it: pairs are ordered by the promoted men of White, then of Black, then by White's code, then Black's.
func (t *Table) codes(white, black army) (sum uint64) {
	if !t.limits.Balanced {
		return white.table.countUpTo(mostOfficers) * black.table.countUpTo(mostOfficers)
	}
	for ew := range 9 - white.pawns {
		if n := white.table.countWith(ew); n > 0 {
			for eb := range 9 - black.pawns {
				if balanced(white.side, ew, black.side, eb) {
					sum += n * black.table.countWith(eb)
				}
			}
		}
	}
	return sum
}

// split returns the codes of the two armies that a code of the pair stands for.
func (t *Table) split(code uint64, white, black army) (whiteCode, blackCode uint64) {
	if !t.limits.Balanced {
		n := black.table.countUpTo(mostOfficers)
		return code / n, code % n
	}
	for ew := range 9 - white.pawns {
		whiteCount := white.table.countWith(ew)
		if whiteCount == 0 {
			continue
		}
		for eb := range 9 - black.pawns {
			if !balanced(white.side, ew, black.side, eb) {
				continue
			}
			blackCount := black.table.countWith(eb)
			if n := whiteCount * blackCount; code >= n {
				code -= n
				continue
			}
			return white.table.countUpTo(ew-1) + code/blackCount, black.table.countUpTo(eb-1) + code%blackCount
		}
	}
	panic("placement: code out of range")
}

// join is the inverse of split; ok is false if the pair is not balanced.
func (t *Table) join(whiteCode, blackCode uint64, white, black army) (code uint64, ok bool) {
	if !t.limits.Balanced {
		return whiteCode*black.table.countUpTo(mostOfficers) + blackCode, true
	}
	promotedBy := func(table *officerTable, code uint64) int {
		return sort.Search(len(table.countsUpTo), func(e int) bool { return code < table.countsUpTo[e] })
	}
	whitePromoted, blackPromoted := promotedBy(white.table, whiteCode), promotedBy(black.table, blackCode)
	if !balanced(white.side, whitePromoted, black.side, blackPromoted) {
		return 0, false
	}
	for ew := range whitePromoted + 1 {
		for eb := range 9 - black.pawns {
			if ew == whitePromoted && eb == blackPromoted {
				whiteIndex, blackIndex := whiteCode-white.table.countUpTo(ew-1), blackCode-black.table.countUpTo(eb-1)
				return code + whiteIndex*black.table.countWith(eb) + blackIndex, true
			}
			if balanced(white.side, ew, black.side, eb) {
				code += white.table.countWith(ew) * black.table.countWith(eb)
			}
		}
	}
	return 0, false
}
