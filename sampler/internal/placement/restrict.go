package placement

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// Restrict returns the table of the elements of which a predicate holds. It can do so
// for every predicate, since all of them speak of cases or limits; ok is false for one
// that it does not know.
func (t *Table) Restrict(name string, p sampler.Predicate) (smaller *Table, ok bool) {
	l, cases := t.limits, t.cases
	keep := func(n func(c Case) int) {
		cases = slices.Clone(cases)
		cases = slices.DeleteFunc(cases, func(c Case) bool { return n(c) < p.Least || n(c) > p.Most })
	}
	most := func(k *uint8) { *k = uint8(max(0, min(int(*k), p.Most))) }
	switch p.Subject {
	case sampler.Men:
		l.Fewest, l.Both = max(l.Fewest, p.Least-2), min(l.Both, p.Most-2)
	case sampler.MostPawns:
		l.Pawns = min(l.Pawns, p.Most)
	case sampler.MostKnights:
		most(&l.Most.Knights)
	case sampler.MostBishops:
		most(&l.Most.Bishops)
	case sampler.MostRooks:
		most(&l.Most.Rooks)
	case sampler.MostQueens:
		most(&l.Most.Queens)
	case sampler.CastlingRights:
		keep(func(c Case) int { return c.Rights.Count() })
	case sampler.EnPassant:
		keep(func(c Case) int {
			if c.EP == chess.NoSquare {
				return 0
			}
			return 1
		})
	case sampler.Turn:
		keep(func(c Case) int { return int(c.Turn) })
	default:
		return nil, false
	}
	if p.Subject >= sampler.MostPawns && p.Subject <= sampler.MostQueens && p.Least > 0 {
		return nil, false // limits have no lower bounds
	}
	smaller = NewTable(name, cases, l)
	smaller.given = append(slices.Clone(t.given), p)
	return smaller, true
}
