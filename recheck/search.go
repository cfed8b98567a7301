package recheck

// A search goes through all states that follow from some, in any order. Seen must be there.
type search[S comparable] struct {
	meter *meter
	seen  map[S]bool
	todo  []S
}

// add adds a state if it is new.
func (z *search[S]) add(s S) {
	if !z.seen[s] && z.meter.spend() {
		z.seen[s] = true
		z.todo = append(z.todo, s)
	}
}

// all yields every state once, also those that are added on the way, until none is left or the budget is spent.
func (z *search[S]) all(yield func(S) bool) {
	for len(z.todo) > 0 && z.meter.err == nil {
		s := z.todo[len(z.todo)-1]
		z.todo = z.todo[:len(z.todo)-1]
		if !yield(s) {
			return
		}
	}
}
