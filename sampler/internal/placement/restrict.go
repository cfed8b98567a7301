package placement

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// Restrict returns the table of the elements for which a predicate holds. Ok is false if the predicate is not about
// cases or limits, or is a lower bound of one kind of men. The name is used in errors only.
func (t *Table) Restrict(name string, predicate sampler.Predicate) (smaller *Table, ok bool) {
	limits, cases := t.limits, t.cases
	keepCases := func(count func(c Case) int) {
		cases = slices.Clone(cases)
		cases = slices.DeleteFunc(cases, func(c Case) bool { return count(c) < predicate.Least || count(c) > predicate.Most })
	}
	lower := func(k *uint8) { *k = uint8(max(0, min(int(*k), predicate.Most))) }
	switch predicate.Subject {
	case sampler.Men:
		// limits do not count the kings
		limits.Fewest, limits.Both = max(limits.Fewest, predicate.Least-2), min(limits.Both, predicate.Most-2)
	case sampler.MostPawns:
		limits.Pawns = min(limits.Pawns, predicate.Most)
	case sampler.MostKnights:
		lower(&limits.Most.Knights)
	case sampler.MostBishops:
		lower(&limits.Most.Bishops)
	case sampler.MostRooks:
		lower(&limits.Most.Rooks)
	case sampler.MostQueens:
		lower(&limits.Most.Queens)
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
	if predicate.Subject >= sampler.MostPawns && predicate.Subject <= sampler.MostQueens && predicate.Least > 0 {
		return nil, false // limits have no lower bounds
	}
	smaller = NewTable(name, cases, limits)
	smaller.given = append(slices.Clone(t.given), predicate)
	return smaller, true
}
