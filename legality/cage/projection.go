package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// A projection is what is left of a game when all men are deleted but one and the pawns of a few
// neighboring files, the window. A search plays the pawns forward from the initial position, those
// included that are gone in the setup, and follows the man among them. Every game gives a path of the
// search (Lemma 6). So if no path answers a question, no game does.
type projection struct {
	area
	goal  [2]chess.Bitboard // pawns of the setup on the files, by color
	limit int               // configurations

	followed
	event
	secondMan
	extraPromotion

	projectionMemory
	reachedGoal bool
}

// An area is a few files beside each other.
type area struct {
	window *proofkernel.Window
	files  chess.Bitboard
	lo, hi int
}

// Followed is the man whose squares the search keeps track of.
type followed struct {
	color             chess.Color
	role              chess.Role
	start             chess.Bitboard // where it can be when the game begins; it may come in from outside at any time
	outsidePromotions chess.Bitboard // where it can be promoted by pawns from outside the window
	end               chess.Bitboard // where the man has to be in the end
	extraIfPromoted   bool           // promotions to the role in the window may be beyond what is needed
	neverPromoted     bool           // it is no promoted man
	takenOn           chess.Bitboard // a pawn takes it on one of these squares, without promoting; none if nobody takes it
}

// An event is a promotion by a step that a path must contain.
type event struct {
	promotion chess.Square
	promoter  chess.Color
	isMan     bool // the man is the one promoted there; else it is elsewhere at that time
}

// SecondMan is the man that the event makes, if it is not the followed one. It is followed as well, while
// it stays in an area.
type secondMan struct {
	secondRole chess.Role
	secondArea chess.Bitboard // these squares
	secondEnd  chess.Bitboard // where it may be in the end, of these
}

// ExtraPromotion is a promotion beyond those needed.
type extraPromotion struct {
	hasExtra   bool
	extraColor chess.Color // its color
}

// ProjectionMemory is reused from one question to the next.
type projectionMemory struct {
	index       map[[2]uint64]int32 // numbers of nodes
	nodes       []configuration
	reach       []chess.Bitboard
	stack       []int32
	costNumbers map[proofkernel.PathCost]int32
	costs       []pathCost
}

// reset forgets everything and keeps the memory of the slices and, unless they are large, the maps.
func (m *projectionMemory) reset() {
	m.nodes, m.reach, m.stack, m.costs = m.nodes[:0], m.reach[:0], m.stack[:0], m.costs[:0]
	if m.index == nil || len(m.index) > 1<<12 {
		m.index, m.costNumbers = map[[2]uint64]int32{}, map[proofkernel.PathCost]int32{}
	}
	clear(m.index)
	clear(m.costNumbers)
}

// A configuration is a state of the search but for the squares of the followed man. These are a set,
// reach, one for each configuration.
type configuration struct {
	pawns        [2]chess.Bitboard
	cost         int32        // number of the path cost
	eventDone    bool         // the event has been
	secondSquare chess.Square // where the second man is, or NoSquare
}

// excludes reports whether it is proven that no game leads to the setup in which the man ends where it
// has to, and the event, if there is one, takes place. False means that there may be one, or that the
// search was too large.
//
// Invariant: for each path, the configuration that it ends in is in nodes, and the square of the man is
// in its reach, or both follow from an entry of the stack. Configurations are left out only if no path
// from them reaches the goal within the costs of Lemma 7 (nodeOf).
func (z *projection) excludes() bool {
	z.reset()
	z.reachedGoal = false
	nothing := proofkernel.PathCost{Left: proofkernel.EmptyWord, Right: proofkernel.EmptyWord}
	first := configuration{pawns: [2]chess.Bitboard{chess.RowBB(1) & z.files, chess.RowBB(6) & z.files}, secondSquare: chess.NoSquare, cost: z.numberOf(&nothing)}
	if z.hasExtra {
		first.cost = z.pay(first.cost, survives+price(z.extraColor))
	}
	if z.takenOn != 0 {
		first.cost = z.pay(first.cost, officerOn(z.color, z.takenOn.First())) // paid before it falls
	}
	z.addReach(&first, z.start)
	for len(z.stack) > 0 && !z.reachedGoal && len(z.nodes) <= z.limit {
		i := z.stack[len(z.stack)-1]
		z.stack = z.stack[:len(z.stack)-1]
		st, reach := z.nodes[i], z.reach[i]
		z.moveSecondMan(&st, reach)
		for c := chess.White; c <= chess.Black; c++ {
			for bb := st.pawns[c]; bb != 0; bb &= bb - 1 {
				z.moves(&st, reach, c, bb.First())
			}
			z.arrivals(&st, reach, c)
		}
	}
	return len(z.stack) == 0 && len(z.nodes) <= z.limit && !z.reachedGoal && !z.window.Gone()
}

// moveSecondMan adds the steps of the second man. Once it leaves its area it is no longer followed.
func (z *projection) moveSecondMan(st *configuration, reach chess.Bitboard) {
	if st.secondSquare == chess.NoSquare {
		return
	}
	for to := chess.Steps(z.secondRole, st.secondSquare.BB()) &^ (st.pawns[0] | st.pawns[1]); to != 0; to &= to - 1 {
		next := *st
		if next.secondSquare = to.First(); !z.secondArea.Has(next.secondSquare) {
			next.secondSquare = chess.NoSquare
		}
		z.addReach(&next, reach&^chess.Square(to.First()).BB())
	}
}

// moves enters what a pawn of the window can do, and that an officer takes it.
func (z *projection) moves(st *configuration, reach chess.Bitboard, c chess.Color, sq chess.Square) {
	o := c.Other()
	without := *st // the window without the pawn
	without.pawns[c] &^= sq.BB()
	to := sq.Ahead(c)
	last := to.Row() == 0 || to.Row() == 7
	pawns := st.pawns[0] | st.pawns[1]

	taken := without
	taken.cost = z.pay(z.pay(taken.cost, loses+price(c)), captures+price(o))
	z.addReach(&taken, reach)

	switch {
	case last:
		z.promote(without, reach, c, to, true)
	case !pawns.Has(to):
		next := without
		next.pawns[c] |= to.BB()
		z.addReach(&next, reach&^to.BB())
	}
	for _, side := range [...]int{-1, 1} {
		f, t, next := sq.File()+side, chess.Square(int(to)+side), without
		switch {
		case f < 0 || f > 7:
		case last:
			next.cost = z.pay(z.pay(next.cost, captures+price(c)), officerOn(o, t))
			z.promote(next, reach, c, t, false)
		case f < z.lo:
			next.cost = z.pay(next.cost, leavesLeft+price(c))
			z.addReach(&next, reach)
		case f > z.hi:
			next.cost = z.pay(next.cost, leavesRight+price(c))
			z.addReach(&next, reach)
		case !st.pawns[c].Has(t):
			next.cost = z.pay(next.cost, captures+price(c))
			z.land(&next, reach, c, t)
		}
	}
}

// dark returns 1 for a dark square, 0 for a light one.
func dark(sq chess.Square) int { return 1 &^ (sq.File() + sq.Row()) }

// land enters a configuration after a pawn has captured onto a square of the window, what it
// costs apart.
func (z *projection) land(next *configuration, reach chess.Bitboard, c chess.Color, t chess.Square) {
	o := c.Other()
	pawn := next.pawns[o].Has(t)
	next.pawns[o] &^= t.BB()
	next.pawns[c] |= t.BB()
	if pawn {
		next.cost = z.pay(next.cost, loses+price(o))
	} else {
		if o == z.color {
			z.takeMan(*next, reach, t)
		}
		next.cost = z.pay(next.cost, officerOn(o, t))
	}
	z.addReach(next, reach&^t.BB())
}

// arrivals enters the captures of pawns that come in from other files.
func (z *projection) arrivals(st *configuration, reach chess.Bitboard, c chess.Color) {
	arrive := func(f int, p price) {
		next := *st
		next.cost = z.pay(next.cost, p+price(c))
		if !z.allows(next.cost, 0) {
			return
		}
		for bb := chess.FileBB(f) &^ (st.pawns[c] | chess.RowBB(0) | chess.RowBB(7) | chess.RowBB(c.PawnRow())); bb != 0; bb &= bb - 1 {
			n := next
			z.land(&n, reach, c, bb.First())
		}
	}
	if z.lo > 0 {
		arrive(z.lo, comesLeft)
	}
	if z.hi < 7 {
		arrive(z.hi, comesRight)
	}
}

// promote enters what can come of a promotion on a square, of a pawn that is taken off already.
func (z *projection) promote(next configuration, reach chess.Bitboard, c chess.Color, t chess.Square, step bool) {
	next.cost = z.pay(next.cost, promotionOn(c, t))
	event := step && t == z.promotion && c == z.promoter
	if event && !next.eventDone {
		n := next
		n.eventDone = true
		switch {
		case z.isMan:
			z.addReach(&n, t.BB())
		case z.secondRole != chess.NoRole:
			n.secondSquare = t
			fallthrough
		default:
			z.addReach(&n, reach&^t.BB())
		}
	}
	z.addReach(&next, reach&^t.BB()) // another man was promoted; the followed one is not on its square
	if z.isMan || z.neverPromoted || c != z.color || z.role == chess.King || z.role == chess.Bishop && colorOf(t)&z.end == 0 {
		return
	}
	// The followed man was promoted.
	next.eventDone = next.eventDone || event && (z.secondRole == chess.NoRole || z.secondRole == z.role || z.secondRole == chess.Queen && z.role == chess.Rook)
	if z.extraIfPromoted {
		next.cost = z.pay(next.cost, survives+price(c))
		if int(z.costs[next.cost].Lost[c]) >= z.window.Captures(c.Other()) {
			return // no man of its kind was taken: the captures by the other color all took pawns
		}
	}
	z.addReach(&next, t.BB())
}

// nodeOf returns the number of a configuration, and whether it is new. It returns -1 if no path from it
// reaches the goal: by Lemma 7, or by what possible and incomplete say.
func (z *projection) nodeOf(st *configuration) (i int, fresh bool) {
	if !z.allows(st.cost, 0) {
		return -1, false
	}
	key := z.key(st)
	if i, old := z.index[key]; old {
		return int(i), false
	}
	if !z.possible(st, z.costs[st.cost].capturesLeft) || !z.allows(st.cost, z.incomplete(st)) {
		return -1, false
	}
	z.nodes = append(z.nodes, *st)
	i = len(z.nodes) - 1
	z.index[key] = int32(i)
	return i, true
}

// addReach adds squares of the followed man to a configuration, and all that it reaches from there. If
// some are new, the configuration goes on the stack (again).
func (z *projection) addReach(st *configuration, set chess.Bitboard) {
	walls := st.pawns[0] | st.pawns[1]
	if z.manTaken(st) {
		set = 1 // any square
	}
	if st.secondSquare != chess.NoSquare {
		if walls.Has(st.secondSquare) {
			return
		}
		walls |= st.secondSquare.BB()
		set &^= walls
	}
	if set == 0 && (!z.isMan || st.eventDone) {
		return
	}
	i, fresh := z.nodeOf(st)
	switch {
	case i < 0:
		return
	case fresh:
		z.reach = append(z.reach, 0)
	case set&^z.reach[i] == 0:
		return
	}
	if z.manTaken(st) {
		z.reach[i] = set
	} else {
		z.reach[i] = chess.Flood(z.role, z.reach[i]|set|z.outsidePromotions&^walls, walls)
	}
	if st.pawns == z.goal && z.reach[i]&z.end != 0 && (st.eventDone || z.promotion == chess.NoSquare && z.takenOn == 0) &&
		(st.secondSquare == chess.NoSquare || z.secondEnd.Has(st.secondSquare)) &&
		z.window.Ends(&z.costs[st.cost].PathCost) {
		z.reachedGoal = true
	}
	z.stack = append(z.stack, int32(i))
}

// key returns a configuration in two words.
func (z *projection) key(st *configuration) [2]uint64 {
	last := uint64(st.cost)<<8 | uint64(st.secondSquare)<<1
	if st.eventDone {
		last |= 1
	}
	return [2]uint64{uint64(z.pack(st.pawns[0]))<<32 | uint64(z.pack(st.pawns[1])), last}
}

// pack returns the pawns of the window in 24 bits.
func (z *projection) pack(pawns chess.Bitboard) (n uint32) {
	pawns >>= z.lo
	for row := 1; row < 7; row++ {
		n = n<<windowFiles | uint32(pawns>>(8*row))&(1<<windowFiles-1)
	}
	return n
}
