package proofkernel

import (
	"math/rand/v2"

	"chesscensus/chess"
)

// defaultBudget is the number of states that a search may expand if its budget is 0. No position of the development sets needs a
// hundredth of it.
const defaultBudget = 1 << 20

// maxBudget is the largest budget. Larger and negative budgets mean this one, so that memory stays bounded.
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

// Refutes reports whether the result proves that the setup is illegal: it has no kernel or no extended one.
func (r Result) Refutes() bool { return r == NoKernel || r == NoExtended }

// String returns the result in words.
func (r Result) String() string {
	if int(r) >= len(resultNames) {
		return "invalid"
	}
	return resultNames[r]
}

// A Solver decides whether proof kernels and extended proof kernels exist. It keeps file tables from one setup to the next, which
// most setups share; they change the time of an answer, never the answer nor its cost. The zero value is ready. A Solver is for
// one goroutine at a time.
type Solver struct {
	// Stop, if not nil, is called now and then during long searches. If it returns true, the search gives up.
	Stop func() bool

	// Random, if not nil, lets Exists find different classes from one call to the next. The result does not
	// depend on it, but the number of states does.
	Random *rand.Rand

	// Barred holds the barred squares of the setup, as far as the caller has proven them (Lemma 12).
	Barred Barred

	// Untaken says where pawns took no bishops, as far as the caller has proven it.
	Untaken Untaken

	extension
}

// A chain is the search for a kernel. It goes through the files one after another, with the resources that each leaves to the
// next.
type chain struct {
	goal     goal
	required requiredCapture // capture that the kernel must contain, if any (Lemma 19)
	tableCache
	feasibleMemo set // answers of feasible
	stateBudget
	refutation
}

// A tableCache keeps file tables and builds those that it lacks.
type tableCache struct {
	builder
	tables       map[tableKey]*table
	stored       int64  // states of all tables, a measure of their memory
	searchNumber uint64 // number of the present search
}

// A stateBudget is a number of states that a search may expand.
type stateBudget struct {
	limit     int64
	spent     int64
	exhausted bool // the search gave up: no more than limit states, or stop returned true
}

// A refutation is the reason why the last search found no kernel, for the evidence.
type refutation struct {
	cause             cause
	needed, available int  // captures, if cause is byBound
	byColor           bool // some class failed for lack of bishops on the right color
	byHome            bool // some class failed by Lemmas 17 and 18
}

// An extension is the search for an extended kernel. Along a chain it makes a history for each file, one after another, with rows
// for the pawns and roles for the men that they take.
type extension struct {
	chain
	tryOrder
	level             [8]level
	rows              rows
	officerCaptures   []officerCapture // captures of officers by pawns that do not promote, in the class so far
	homeCaptures      []homeCapture    // captures before bishops' homes, in the class so far
	promotionCaptures [2][2]int        // captures by pawns that promote, by color of the victim and of the square

	class          Class
	sparePawnsLeft [2]int8 // spare pawns that the class does not lose
}

// maxStored bounds the states of the tables that are kept. A state takes some 40 bytes or less.
const maxStored = 1 << 20

// Exists decides about a setup, which must be valid, within a budget of states: 0 means 2^20, a negative budget maxBudget. It
// returns the result and the number of states expanded. Both depend on the setup and the budget alone.
//
// A state is a point in the history of one file, expanded for a table, for the chain of the files, or for the rows of an extended
// kernel. A table that exists already is charged as if it had been built.
//
// A call takes a few microseconds if the tables exist, about ten times that if not.
func (s *Solver) Exists(setup *chess.Setup, budget int64) (Result, int64) {
	s.begin(setup, budget)
	setupGoal := s.goal
	result := s.existsForGoal()
	if result == Has {
		result = s.existsByCase()
	}
	if result == GaveUp {
		s.goal = setupGoal
		result = s.resultAfterBudget()
	}
	return result, s.spent
}

// existsForGoal is Exists for the present goal. It returns GaveUp if the budget runs out.
func (s *Solver) existsForGoal() Result {
	s.feasibleMemo.clear()
	total, ok := s.leastCaptures()
	switch {
	case s.exhausted:
		return GaveUp
	case !ok:
		return NoKernel
	}
	s.byColor, s.byHome = false, false
	switch ok := s.findExtended(total, true); {
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
	switch ok := s.findExtended(total, false); {
	case s.exhausted:
		return GaveUp
	case !ok:
		s.cause = byVictims
		return NoKernel
	}
	return NoExtended
}

// resultAfterBudget returns the result of a search whose budget ran out: NoExtended if counting refutes the goal (Lemma 15), else
// GaveUp.
func (s *Solver) resultAfterBudget() Result {
	if _, refuted := s.goal.refutedColor(); !refuted {
		return GaveUp
	}
	s.cause = byPassing
	return NoExtended
}

// Kernel is the cheap part of Exists, without the officers that are taken and without rows. The result is NoKernel, Has or
// GaveUp, and there is no class. In a few setups with Has, Exists returns NoKernel: promoting pawns would have to take bishops of
// the wrong color of square.
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

// begin prepares a search for a setup.
func (s *Solver) begin(setup *chess.Setup, budget int64) {
	switch {
	case budget == 0:
		budget = defaultBudget
	case budget < 0 || budget > maxBudget:
		budget = maxBudget
	}
	s.stop, s.random = s.Stop, s.Random
	s.limit, s.spent, s.exhausted = budget, 0, false
	s.searchNumber++
	s.feasibleMemo.clear()
	s.required = requiredCapture{}
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

// A Barred is a set of promotion squares, a bit for each file, by color of the promoting side.
type Barred struct {
	Bishops [2]uint8 // no bishop promoted there is still on the board
	Knights [2]uint8 // no knight
	Others  [2]uint8 // neither rook nor queen
}

// Union returns the squares that are in b or in a.
func (b Barred) Union(a Barred) Barred {
	for c := range 2 {
		b.Bishops[c] |= a.Bishops[c]
		b.Knights[c] |= a.Knights[c]
		b.Others[c] |= a.Others[c]
	}
	return b
}

// addBarred adds the squares that the caller has barred (Lemma 12). Squares on which the goal shows a bishop that must have been
// promoted there are not barred.
func (g *goal) addBarred(b *Barred) {
	for c := range 2 {
		g.locked[c] |= b.Bishops[c] &^ g.required[c]
		if b.Bishops[c]|b.Knights[c]|b.Others[c] == 0 {
			continue
		}
		needsKnight := g.men[c][chess.Knight] > 2
		needsOther := g.promotedAtLeast[c][chess.Rook] > 0 || g.promotedAtLeast[c][chess.Queen] > 0
		for file := range 8 {
			bit := uint8(1) << file
			bishop := g.requiredBishops[c][endColor(file, c)] > 0 && b.Bishops[c]&bit == 0
			knight := needsKnight && b.Knights[c]&bit == 0
			other := needsOther && b.Others[c]&bit == 0
			isUseful := bishop || knight || other || g.required[c]&bit != 0
			if !isUseful && g.mode[c][file] == byStep {
				g.barren[c] |= bit
			}
		}
	}
}

// spend charges n states and reports whether the search may go on.
func (ch *chain) spend(n int64) bool {
	if ch.exhausted {
		return false
	}
	before := ch.spent
	ch.spent += n
	if ch.spent > ch.limit {
		ch.spent = ch.limit
		ch.exhausted = true
		return false
	}
	if ch.stop != nil && before>>10 != ch.spent>>10 && ch.stop() {
		ch.exhausted = true
		return false
	}
	return true
}

// table returns the file table for the limits, or nil if the budget ran out.
func (ch *chain) table(file int, in BoundaryWord, limit limits) *table {
	g := &ch.goal
	mode := [2]mode{g.mode[white][file], g.mode[black][file]}
	key := newTableKey(in, g.column[file], g.fixed[file], mode, file == 7, limit)
	t := ch.tables[key]
	if t == nil {
		b := &ch.builder
		b.in, b.goal, b.fixed, b.mode, b.last, b.limits = in, g.column[file], g.fixed[file], mode, file == 7, limit
		if t = b.build(ch.limit - ch.spent); t == nil {
			ch.spend(ch.limit - ch.spent + 1)
			return nil
		}
		ch.tables[key] = t
		ch.stored += t.states
	}
	if t.charged != ch.searchNumber {
		t.charged = ch.searchNumber
		if !ch.spend(t.states) {
			return nil
		}
	}
	return t
}
