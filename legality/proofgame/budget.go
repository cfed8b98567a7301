package proofgame

// noLimit is a budget that does not end. Its parts do: what is tried before the rest gets a part of
// defaultPlies.
const noLimit = -1

// part is a budget divided by of.
func part(budget, of int64) int64 {
	if budget < 0 {
		budget = defaultPlies
	}
	return budget / of
}

// less is what a budget leaves when some of it is spent.
func less(budget, spent int64) int64 {
	if budget < 0 {
		return budget
	}
	return budget - spent
}
