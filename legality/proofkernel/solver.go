package proofkernel

import (
	"math/rand/v2"

	"chesscensus/chess"
)

// defaultBudget is the number of states that a search may expand if its budget is 0.
// No position of the development sets needs a hundredth of it.
const defaultBudget = 1 << 20

// maxBudget is the largest budget that is honored, so that memory stays bounded
// whatever is asked for: larger budgets, and negative ones, mean this one.
const maxBudget = 1 << 21

// A Result answers the questions for a kernel and an extended kernel.
type Result uint8

// The results. The zero value is GaveUp.
const (
	GaveUp     Result = iota // the budget ran out, or Stop returned true
	NoKernel                 // no proof kernel exists: the setup is illegal
	NoExtended               // no extended proof kernel exists: the setup is illegal
	Has                      // neither could be refuted: an extended kernel exists, see [Solver.Class]
)

var resultNames = [...]string{"gave up", "no kernel", "no extended kernel", "has kernel"}

// String returns the result in words.
func (r Result) String() string {
	if int(r) >= len(resultNames) {
		return "invalid"
	}
	return resultNames[r]
}

// A Solver decides whether proof kernels and extended proof kernels exist. It keeps
// file tables from one setup to the next, which most setups share; they change the
// time of an answer, never the answer nor its cost. The zero value is ready. A Solver
// is for one goroutine at a time.
type Solver struct {
	// Stop, if not nil, is asked now and then during long searches; when it returns
	// true the search gives up.
	Stop func() bool

	// Random, if not nil, lets Exists find another class, or the same, from one call to
	// the next. The result is the same; its cost in states is not, and does not depend on
	// the setup alone any more.
	Random *rand.Rand

	// Barred says, by color, on which files no pawn that steps onto the promotion square
	// became a bishop, or a man of any role that is needed, that is still on the board. It is
	// the caller's theorem about the setup; the zero value says nothing.
	Barred Barred

	// Untaken says where pawns took no bishops.
	Untaken Untaken

	extension
}

// A chain is the question for a kernel: the files are gone through one after another, with what a file
// leaves to the next. It is charged for each step.
type chain struct {
	goal   goal
	demand requiredCapture // that pawns have to go, if any
	tableCache
	feasibleMemo set // answers of live
	stateBudget
	refutation
}

// A tableCache keeps file tables and makes those that it lacks.
type tableCache struct {
	builder
	tables map[tableKey]*table
	stored int64  // states of all tables, a measure of their memory
	search uint64 // number of the present search
}

// A stateBudget is a budget of states.
type stateBudget struct {
	limit     int64 // may be spent
	spent     int64
	exhausted bool // gave up
}

// A refutation is why the last search found no kernel, for Evidence.
type refutation struct {
	cause      cause
	least, has int  // captures needed and available, if cause is byBound
	byColor    bool // a class failed for want of bishops on the right color
	byHome     bool // a class failed by Lemmas 17 and 18
}

// An extension is the question for an extended kernel: histories of the files, made one after another along
// a chain, with rows for their pawns and roles for the men that they take.
type extension struct {
	chain
	order
	level             [8]level
	rows              rows
	officerCaptures   []officerCapture // by pawns, of officers, in the class under construction
	homeCaptures      []homeCapture    // captures beside bishops' homes
	promotionCaptures [2][2]int

	class          Class
	sparePawnsLeft [2]int8 // spare pawns that the class does not lose
}

// maxStored bounds the tables that are kept: a state takes some 40 bytes or less.
const maxStored = 1 << 20

// Exists decides about a setup, which must be valid, within a budget of states: 0
// means 2^20, a negative budget maxBudget. It returns the result and the
// number of states expanded. Both depend on the setup and the budget alone.
//
// A state is a point in the history of one file, expanded for a table, for the chain
// of the files, or for the rows of an extended kernel. A table that is there already
// is charged as if it had been built.
//
// Cost: a few microseconds if the tables are there, about ten times that if not.
func (s *Solver) Exists(setup *chess.Setup, budget int64) (Result, int64) {
	s.begin(setup, budget)
	whole := s.goal
	result := s.exists()
	if result == Has {
		result = s.existsByCase()
	}
	if result == GaveUp {
		s.goal = whole
		result = s.afterBudget()
	}
	return result, s.spent
}

// exists is Exists for the goal as it is, and GaveUp if the budget runs out.
func (s *Solver) exists() Result {
	s.feasibleMemo.clear()
	total, ok := s.leastCaptures()
	switch {
	case s.exhausted:
		return GaveUp
	case !ok:
		return NoKernel
	}
	s.byColor, s.byHome = false, false
	switch ok := s.extended(total, true); {
	case ok:
		return Has
	case s.exhausted:
		return GaveUp
	}
	switch s.cause = byRows; {
	case s.byHome:
		s.cause = byHomes
	case s.byColor:
		s.cause = byBishops
	}
	// Is it the rows, or a bishop to be taken by a promoting pawn on the wrong color?
	switch ok := s.extended(total, false); {
	case s.exhausted:
		return GaveUp
	case !ok:
		s.cause = byVictims
		return NoKernel
	}
	return NoExtended
}

// afterBudget is the result of a search whose budget ran out: NoExtended if counting refutes the goal
// (Lemma 15).
func (s *Solver) afterBudget() Result {
	if _, short := s.goal.refutedByCount(); !short {
		return GaveUp
	}
	s.cause = byPassing
	return NoExtended
}

// Kernel is Exists without types and rows, the cheap part of it: the result is
// NoKernel, Has or GaveUp, and there is no class. In a few setups with Has, Exists says
// NoKernel: officers taken by promoting pawns would have to be bishops of the other
// color of square.
func (s *Solver) Kernel(setup *chess.Setup, budget int64) (Result, int64) {
	s.begin(setup, budget)
	_, ok := s.leastCaptures()
	switch {
	case s.exhausted:
		return GaveUp, s.spent
	case !ok:
		return NoKernel, s.spent
	}
	return Has, s.spent
}

// begin prepares a search.
func (s *Solver) begin(setup *chess.Setup, budget int64) {
	switch {
	case budget == 0:
		budget = defaultBudget
	case budget < 0 || budget > maxBudget:
		budget = maxBudget
	}
	s.stop, s.random = s.Stop, s.Random
	s.limit, s.spent, s.exhausted = budget, 0, false
	s.search++
	s.feasibleMemo.clear()
	s.demand = requiredCapture{}
	if s.tables == nil || s.stored > maxStored {
		// Only between searches: within one the budget bounds what can be added, and a
		// table thrown away and built again would be charged twice.
		s.tables = make(map[tableKey]*table)
		s.stored = 0
	}
	s.goal.read(setup)
	s.goal.addBarred(&s.Barred)
	s.goal.untaken = s.Untaken
}

// Barred are promotion squares, a bit for each file, by color.
type Barred struct {
	Bishops [2]uint8 // no bishop promoted there is still on the board
	Knights [2]uint8 // no knight
	Others  [2]uint8 // neither rook nor queen
}

// Union returns what two theorems bar together.
func (b Barred) Union(a Barred) Barred {
	for c := range 2 {
		b.Bishops[c] |= a.Bishops[c]
		b.Knights[c] |= a.Knights[c]
		b.Others[c] |= a.Others[c]
	}
	return b
}

// addBarred adds what the caller knows, for Lemma 12. Squares on which the goal shows a bishop that must
// have been promoted there are not barred.
func (g *goal) addBarred(b *Barred) {
	for c := range 2 {
		g.locked[c] |= b.Bishops[c] &^ g.required[c]
		if b.Bishops[c]|b.Knights[c]|b.Others[c] == 0 {
			continue
		}
		others := g.promotedAtLeast[c][chess.Rook-chess.Knight] > 0 || g.promotedAtLeast[c][chess.Queen-chess.Knight] > 0
		for x := range 8 {
			q, bit := endColor(x, c), uint8(1)<<x
			useful := g.requiredBishops[c][q] > 0 && b.Bishops[c]&bit == 0 || g.men[c][0] > 2 && b.Knights[c]&bit == 0 ||
				others && b.Others[c]&bit == 0
			if !useful && g.required[c]&bit == 0 && g.mode[c][x] == byStep {
				g.barren[c] |= bit
			}
		}
	}
}

// spend charges states and reports whether the search may go on.
func (s *chain) spend(n int64) bool {
	if s.exhausted {
		return false
	}
	before := s.spent
	s.spent += n
	if s.spent > s.limit {
		s.spent = s.limit
		s.exhausted = true
		return false
	}
	if s.stop != nil && before>>10 != s.spent>>10 && s.stop() {
		s.exhausted = true
		return false
	}
	return true
}

// table returns the file table for the limits, or nil if the budget ran out.
func (s *chain) table(x int, in BoundaryWord, lim limits) *table {
	g := &s.goal
	mode := [2]mode{g.mode[white][x], g.mode[black][x]}
	key := newTableKey(in, g.column[x], g.fixed[x], mode, x == 7, lim)
	t := s.tables[key]
	if t == nil {
		b := &s.builder
		b.in, b.goal, b.fixed, b.mode, b.last, b.limits = in, g.column[x], g.fixed[x], mode, x == 7, lim
		if t = b.build(s.limit - s.spent); t == nil {
			s.spend(s.limit - s.spent + 1)
			return nil
		}
		s.tables[key] = t
		s.stored += t.states
	}
	if t.charged != s.search {
		t.charged = s.search
		if !s.spend(t.states) {
			return nil
		}
	}
	return t
}
