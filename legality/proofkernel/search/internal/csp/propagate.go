package csp

// Bits of variable.dirty.
const (
	loMoved = 1 << iota
	hiMoved
)

// Propagate narrows all bounds to the fixpoint and reports whether the system has a solution; if so, every bound is exact, see
// the package documentation. It starts from the variables that have changed since the last call.
func (s *System) Propagate() bool {
	// Invariant: a difference that could move a bound has one of its variables in
	// queue[i:] with the dirty bit of the bound that asks for it.
	for i := 0; i < len(s.queue) && !s.failed; i++ {
		x := &s.vars[s.queue[i]]
		dirty := x.dirty
		x.dirty = 0
		if dirty&loMoved != 0 {
			for e := x.out; e != none && !s.failed; {
				c := &s.edges[e]
				s.raise(c.v, int(x.lo)-int(c.k))
				e = c.nextOut
			}
		}
		if dirty&hiMoved != 0 {
			for e := x.in; e != none && !s.failed; {
				c := &s.edges[e]
				s.lower(c.u, int(x.hi)+int(c.k))
				e = c.nextIn
			}
		}
	}
	s.clearQueue()
	return !s.failed
}

// clearQueue empties the queue.
func (s *System) clearQueue() {
	for _, v := range s.queue {
		if int(v) < len(s.vars) {
			s.vars[v].dirty = 0
		}
	}
	s.queue = s.queue[:0]
}

// raise sets the lower bound of v to lo, rounded up to its parity, if that is greater.
func (s *System) raise(v Var, lo int) {
	x := &s.vars[v]
	if lo <= int(x.lo) {
		return
	}
	if x.parity != free {
		lo += (lo ^ int(x.parity-even)) & 1
	}
	if lo > int(x.hi) {
		s.failed = true
		return
	}
	s.save(v, x)
	x.lo = int8(lo)
	s.enqueue(v, x, loMoved)
}

// lower sets the upper bound of v to hi, rounded down to its parity, if that is less.
func (s *System) lower(v Var, hi int) {
	x := &s.vars[v]
	if hi >= int(x.hi) {
		return
	}
	if x.parity != free {
		hi -= (hi ^ int(x.parity-even)) & 1
	}
	if hi < int(x.lo) {
		s.failed = true
		return
	}
	s.save(v, x)
	x.hi = int8(hi)
	s.enqueue(v, x, hiMoved)
}

// enqueue marks a bound of v as moved and puts v into the queue if it is not there.
func (s *System) enqueue(v Var, x *variable, bound uint8) {
	if x.dirty == 0 {
		s.queue = append(s.queue, v)
	}
	x.dirty |= bound
}
