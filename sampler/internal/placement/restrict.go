package placement

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// Restrict returns the table of the elements for which a predicate holds. Ok is false if the predicate is not about
// cases or limits, or is a lower bound of one kind of men. The name is used in errors only.
func (t *Table) Restrict(name string, p sampler.Predicate) (smaller *Table, ok bool) {
	l, cases := t.limits, t.cases
	keepCases := func(count func(c Case) int) {
		cases = slices.Clone(cases)
		cases = slices.DeleteFunc(cases, func(c Case) bool { return count(c) < p.Least || count(c) > p.Most })
	}
	lower := func(k *uint8) { *k = uint8(max(0, min(int(*k), p.Most))) }
	switch p.Subject {
	case sampler.Men:
		l.Fewest, l.Both = max(l.Fewest, p.Least-2), min(l.Both, p.Most-2)
	case sampler.MostPawns:
		l.Pawns = min(l.Pawns, p.Most)
	case sampler.MostKnights:
		lower(&l.Most.Knights)
	case sampler.MostBishops:
		lower(&l.Most.Bishops)
	case sampler.MostRooks:
		lower(&l.Most.Rooks)
	case sampler.MostQueens:
		lower(&l.Most.Queens)
	case sampler.CastlingRights:
		keepCases(func(c Case) int { return c.Rights.Count() })
	case sampler.EnPassant:
		keepCases(func(c Case) int {
			if c.EP == chess.NoSquare {
				return 0
			}
			return 1
		})
	case sampler.Turn:
		keepCases(func(c Case) int { return int(c.Turn) })
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
