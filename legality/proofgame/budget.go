package proofgame

// noLimit is a budget without end. Its shares have an end: they are shares of defaultPlies.
const noLimit = -1

// share returns a budget divided by divisor.
func share(budget, divisor int64) int64 {
	if budget < 0 {
		budget = defaultPlies
	}
	return budget / divisor
}

// reduce returns a budget less what is spent.
func reduce(budget, spent int64) int64 {
	if budget < 0 {
		return budget
	}
	return budget - spent
}
