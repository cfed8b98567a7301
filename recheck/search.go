package recheck

// A search visits every state that follows from the ones added first, the newest first. The map seen must not be nil.
type search[S comparable] struct {
	meter *meter
	seen  map[S]bool
	todo  []S
}

// add adds a state if it is new.
func (s *search[S]) add(state S) {
	if !s.seen[state] && s.meter.spend() {
		s.seen[state] = true
		s.todo = append(s.todo, state)
	}
}

// all yields every state once, also the ones that are added during the iteration. It ends when none is left, when yield returns false, or
// when the budget is spent.
func (s *search[S]) all(yield func(S) bool) {
	for len(s.todo) > 0 && s.meter.err == nil {
		state := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		if !yield(state) {
			return
		}
	}
}
