package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// A projection is one question about what is left of a game when all but the pawns of a few
// neighboring files, the window, and one man are deleted. It is answered by a search for a path:
// the pawns are played forward from the initial position, those included that are gone in the
// setup, and the man is followed among them. Every game gives a path, by Lemma 6.
type projection struct {
	area
	goal  [2]chess.Bitboard // pawns of the setup on the files, by color
	limit int               // configurations

	followed
	event
	made
	spared

	projectionMemory
	found bool
}

// An area is a few files beside each other.
type area struct {
	window *proofkernel.Window
	files  chess.Bitboard
	lo, hi int
}

// followed is the man that is followed.
type followed struct {
	color chess.Color
	role  chess.Role
	start chess.Bitboard // where it can be when the game begins; it may come in from outside at any time
	edges chess.Bitboard // where it can be promoted by pawns from outside the window
	end   chess.Bitboard // where the man has to be in the end
	spare bool           // promotions to the role in the window may be beyond what is needed
	old   bool           // it is no promoted man
	falls chess.Bitboard // a pawn takes it on one of these squares, without promoting; none if nobody takes it
}

// An event: a pawn of the color steps onto the square, or NoSquare.
type event struct {
	at       chess.Square
	eventOf  chess.Color
	promoted bool // the man is the one promoted there; else it is elsewhere at that time
}

// made is the man that the event makes, followed besides until it leaves some squares or for good; or NoRole.
type made struct {
	second chess.Role
	room   chess.Bitboard // these squares
	stay   chess.Bitboard // where it may be in the end, of these
}

// spared is a pawn that is promoted beyond those needed, if there is one.
type spared struct {
	sparePromotion bool
	kept           chess.Color // its color
}

// projectionMemory is what is kept from one question to the next.
type projectionMemory struct {
	index   keyTable[[2]uint64] // of nodes
	nodes   []configuration
	reach   []chess.Bitboard
	stack   []int32
	numbers keyTable[[4]uint64] // of path costs
	costs   []pathCost
}

// A configuration is the pawns of the window, with what the path to it has cost.
type configuration struct {
	pawns  [2]chess.Bitboard
	cost   int32        // number of the path cost
	done   bool         // the event has been
	second chess.Square // where the second man is, or NoSquare
}

// excludes reports whether no game leads to the setup in which the man ends where it has to, and the
// event, if there is one, takes place. False means that there may be one, or that the search
// was too large.
func (z *projection) excludes() bool {
	z.index.reset()
	z.numbers.reset()
	z.nodes, z.reach, z.stack, z.costs, z.found = z.nodes[:0], z.reach[:0], z.stack[:0], z.costs[:0], false
	nothing := proofkernel.PathCost{Left: proofkernel.EmptyWord, Right: proofkernel.EmptyWord}
	first := configuration{pawns: [2]chess.Bitboard{chess.RowBB(1) & z.files, chess.RowBB(6) & z.files}, second: chess.NoSquare, cost: z.number(&nothing)}
	if z.sparePromotion {
		first.cost = z.pay(first.cost, keeps+price(z.kept))
	}
	if z.falls != 0 {
		first.cost = z.pay(first.cost, officerOn(z.color, z.falls.First())) // paid before it falls
	}
	z.enter(&first, z.start)
	for len(z.stack) > 0 && !z.found && len(z.nodes) <= z.limit {
		i := z.stack[len(z.stack)-1]
		z.stack = z.stack[:len(z.stack)-1]
		st, reach := z.nodes[i], z.reach[i]
		z.moveSecond(&st, reach)
		for c := chess.White; c <= chess.Black; c++ {
			for bb := st.pawns[c]; bb != 0; bb &= bb - 1 {
				z.moves(&st, reach, c, bb.First())
			}
			z.arrivals(&st, reach, c)
		}
	}
	return len(z.stack) == 0 && len(z.nodes) <= z.limit && !z.found && !z.window.Gone()
}

// moveSecond enters the steps of the second man. Beyond its room it is looked after no more.
func (z *projection) moveSecond(st *configuration, reach chess.Bitboard) {
	if st.second == chess.NoSquare {
		return
	}
	for to := chess.Steps(z.second, st.second.BB()) &^ (st.pawns[0] | st.pawns[1]); to != 0; to &= to - 1 {
		next := *st
		if next.second = to.First(); !z.room.Has(next.second) {
			next.second = chess.NoSquare
		}
		z.enter(&next, reach&^chess.Square(to.First()).BB())
	}
}

// moves enters what a pawn of the window can do, and that an officer takes it.
func (z *projection) moves(st *configuration, reach chess.Bitboard, c chess.Color, sq chess.Square) {
	o := c.Other()
	left := *st // the window without the pawn
	left.pawns[c] &^= sq.BB()
	to := sq.Ahead(c)
	last := to.Row() == 0 || to.Row() == 7
	walls := st.pawns[0] | st.pawns[1]

	taken := left
	taken.cost = z.pay(z.pay(taken.cost, loses+price(c)), captures+price(o))
	z.enter(&taken, reach)

	switch {
	case last:
		z.promote(left, reach, c, to, true)
	case !walls.Has(to):
		next := left
		next.pawns[c] |= to.BB()
		z.enter(&next, reach&^to.BB())
	}
	for _, side := range [...]int{-1, 1} {
		f := sq.File() + side
		if f < 0 || f > 7 {
			continue
		}
		t := chess.Square(int(to) + side)
		next := left
		if f < z.lo && !last {
			next.cost = z.pay(next.cost, leavesLeft+price(c))
			z.enter(&next, reach)
			continue
		}
		switch {
		case last:
			next.cost = z.pay(z.pay(next.cost, captures+price(c)), officerOn(o, t))
			z.promote(next, reach, c, t, false)
		case f > z.hi:
			next.cost = z.pay(next.cost, leavesRight+price(c))
			z.enter(&next, reach)
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
			z.fell(*next, reach, t)
		}
		next.cost = z.pay(next.cost, officerOn(o, t))
	}
	z.enter(next, reach&^t.BB())
}

// arrivals enters the captures of pawns that come in from other files.
func (z *projection) arrivals(st *configuration, reach chess.Bitboard, c chess.Color) {
	for _, f := range [...]int{z.lo, z.hi} {
		next := *st
		switch {
		case f == z.lo && f > 0:
			next.cost = z.pay(next.cost, comesLeft+price(c))
		case f == z.hi && f < 7:
			next.cost = z.pay(next.cost, comesRight+price(c))
		default:
			continue
		}
		z.arrive(&next, st, reach, c, f)
		if z.lo == z.hi && f > 0 && f < 7 { // from the right as well
			next = *st
			next.cost = z.pay(next.cost, comesRight+price(c))
			z.arrive(&next, st, reach, c, f)
			return
		}
	}
}

func (z *projection) arrive(next, st *configuration, reach chess.Bitboard, c chess.Color, f int) {
	if !z.allows(next.cost, 0) {
		return
	}
	for row := 2; row < 7; row++ { // for Black 5 to 1
		t := chess.Square(8*row + f)
		if c == chess.Black {
			t = chess.Square(8*(7-row) + f)
		}
		if !st.pawns[c].Has(t) {
			n := *next
			z.land(&n, reach, c, t)
		}
	}
}

// promote enters what can come of a promotion on a square, of a pawn that is taken off already.
func (z *projection) promote(next configuration, reach chess.Bitboard, c chess.Color, t chess.Square, step bool) {
	next.cost = z.pay(next.cost, promotionOn(c, t))
	event := step && t == z.at && c == z.eventOf
	if event && !next.done {
		n := next
		n.done = true
		switch {
		case z.promoted:
			z.enter(&n, t.BB())
		case z.second != chess.NoRole:
			n.second = t
			fallthrough
		default:
			z.enter(&n, reach&^t.BB())
		}
	}
	z.enter(&next, reach&^t.BB()) // the man is not where a pawn promotes, though others may be
	if z.promoted || z.old || c != z.color || z.role == chess.King || z.role == chess.Bishop && colorOf(t)&z.end == 0 {
		return
	}
	// It may be the man.
	next.done = next.done || event && (z.second == chess.NoRole || z.second == z.role || z.second == chess.Queen && z.role == chess.Rook)
	if z.spare {
		next.cost = z.pay(next.cost, keeps+price(c))
		if int(z.costs[next.cost].Lost[c]) >= z.window.Captures(c.Other()) {
			return // of its kind none can have been taken
		}
	}
	z.enter(&next, t.BB())
}

// node returns the number of a configuration, and whether it is a new one; -1 if nothing can come of it.
func (z *projection) node(st *configuration) (i int, fresh bool) {
	if !z.allows(st.cost, 0) {
		return -1, false
	}
	key := z.key(st)
	i, old := z.index.find(&key)
	if old {
		return i, false
	}
	if !z.possible(st, z.costs[st.cost].rest) || !z.allows(st.cost, z.incomplete(st)) {
		return -1, false
	}
	z.nodes = append(z.nodes, *st)
	return z.index.enter(i, &key), true
}

// enter adds squares of the man to a configuration, and all it can reach from there.
func (z *projection) enter(st *configuration, set chess.Bitboard) {
	walls := st.pawns[0] | st.pawns[1]
	if z.gone(st) {
		set = 1 // any square
	}
	if st.second != chess.NoSquare {
		if walls.Has(st.second) {
			return
		}
		walls |= st.second.BB()
		set &^= walls
	}
	if set == 0 && (!z.promoted || st.done) {
		return
	}
	i, fresh := z.node(st)
	switch {
	case i < 0:
		return
	case fresh:
		z.reach = append(z.reach, 0)
	case set&^z.reach[i] == 0:
		return
	}
	if z.gone(st) {
		z.reach[i] = set
	} else {
		z.reach[i] = chess.Flood(z.role, z.reach[i]|set|z.edges&^walls, walls)
	}
	if st.pawns == z.goal && z.reach[i]&z.end != 0 && (st.done || z.at == chess.NoSquare && z.falls == 0) &&
		(st.second == chess.NoSquare || z.stay.Has(st.second)) &&
		z.window.Ends(&z.costs[st.cost].PathCost) {
		z.found = true
	}
	z.stack = append(z.stack, int32(i))
}

// key returns a configuration in two words.
func (z *projection) key(st *configuration) [2]uint64 {
	last := uint64(st.cost)<<8 | uint64(st.second)<<1
	if st.done {
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
