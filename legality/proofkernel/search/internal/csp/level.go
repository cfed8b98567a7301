package csp

// A savedVariable is the state of a variable before its first change in a level.
type savedVariable struct {
	v      Var
	lo, hi int8
	parity uint8
	stamp  uint64
}

// A level holds the lengths of the slices at the time of its Push.
type level struct {
	vars, edges, trail int
	stamp              uint64
	failed             bool
}

// Push opens a level: [System.Pop] will take back everything added from now on. It propagates first, so that the work is not
// repeated after each Pop.
func (s *System) Push() {
	s.Propagate()
	s.levels = append(s.levels, level{len(s.vars), len(s.edges), len(s.trail), s.stamp, s.failed})
	s.stamps++
	s.stamp = s.stamps
}

// Pop closes the newest level and restores the system as it was after the propagation of its Push. It panics if there is no
// level.
func (s *System) Pop() {
	if len(s.levels) == 0 {
		panic("csp: pop without push")
	}
	s.clearQueue()
	l := s.levels[len(s.levels)-1]
	s.levels = s.levels[:len(s.levels)-1]
	for i := len(s.edges) - 1; i >= l.edges; i-- {
		e := &s.edges[i]
		s.vars[e.v].in, s.vars[e.u].out = e.nextIn, e.nextOut
	}
	for i := len(s.trail) - 1; i >= l.trail; i-- {
		old := &s.trail[i]
		x := &s.vars[old.v]
		x.lo, x.hi, x.parity, x.stamp = old.lo, old.hi, old.parity, old.stamp
	}
	s.vars, s.edges, s.trail = s.vars[:l.vars], s.edges[:l.edges], s.trail[:l.trail]
	s.stamp, s.failed = l.stamp, l.failed
}

// save puts the state of v on the trail unless the current level has done so already.
func (s *System) save(v Var, x *variable) {
	if x.stamp != s.stamp {
		s.trail = append(s.trail, savedVariable{v, x.lo, x.hi, x.parity, x.stamp})
		x.stamp = s.stamp
	}
}
