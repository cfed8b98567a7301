package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/kernel"
)

// A projection is one question about what is left of a game when all but the pawns of a few
// neighboring files, the window, and one man are deleted. It is answered by a search for a path:
// the pawns are played forward from the initial position, those included that are gone in the
// setup, and the man is followed among them. Every game gives a path, by Lemma 6.
type projection struct {
	window *kernel.Window
	files  chess.Bitboard
	lo, hi int
	goal   [2]chess.Bitboard // pawns of the setup on the files, by color
	limit  int               // configurations

	// The man that is followed.
	color chess.Color
	role  chess.Role
	start chess.Bitboard // where it can be when the game begins; it may come in from outside at any time
	spare bool           // promotions to the role in the window may be beyond what is needed
	old   bool           // it is no promoted man

	// The event: a pawn of the color steps onto the square, or NoSquare.
	event    chess.Square
	eventOf  chess.Color
	promoted bool // the man is the one promoted there; else it is elsewhere at that time

	// The man that the event makes, followed besides until it leaves some squares or for good; or NoRole.
	second chess.Role
	room   chess.Bitboard // these squares
	stay   chess.Bitboard // where it may be in the end, of these

	sparePromotion bool // a pawn of color kept is promoted, beyond those needed
	kept           chess.Color

	edges chess.Bitboard // where it can be promoted by pawns from outside the window
	end   chess.Bitboard // where the man has to be in the end

	projectionMemory
	found bool
}

// projectionMemory is what is kept from one question to the next.
type projectionMemory struct {
	index   map[projectionKey]int32
	nodes   []configuration
	reach   []chess.Bitboard
	stack   []int32
	costs   map[kernel.PathCost]int32
	allowed [][]int8 // by path cost and the captures that the window needs: 1 yes, -1 no, 0 not asked
}

// A projectionKey is a configuration in sixteen bytes.
type projectionKey struct {
	pawns  [2]uint32
	cost   int32
	done   bool
	second chess.Square
}

// A configuration is the pawns of the window, with what the path to it has cost.
type configuration struct {
	pawns  [2]chess.Bitboard
	cost   kernel.PathCost
	done   bool         // the event has been
	second chess.Square // where the second man is, or NoSquare
}

// excludes reports whether no game leads to the setup in which the man ends where it has to, and the
// event, if there is one, takes place. False means that there may be one, or that the search
// was too large.
func (z *projection) excludes() bool {
	if z.index == nil {
		z.index, z.costs = map[projectionKey]int32{}, map[kernel.PathCost]int32{}
	}
	clear(z.index)
	clear(z.costs)
	z.nodes, z.reach, z.stack, z.allowed, z.found = z.nodes[:0], z.reach[:0], z.stack[:0], z.allowed[:0], false
	first := configuration{pawns: [2]chess.Bitboard{chess.RowBB(1) & z.files, chess.RowBB(6) & z.files}, second: chess.NoSquare}
	if z.sparePromotion {
		first.cost.Kept[z.kept]++
	}
	first.cost.Left, first.cost.Right = kernel.EmptyWord, kernel.EmptyWord
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
	taken.cost.Lost[c]++
	taken.cost.Captures[o]++
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
			next.cost.Left = next.cost.Left.Add(c, true)
			z.enter(&next, reach)
			continue
		}
		next.cost.Captures[c]++
		switch {
		case last:
			next.cost.Officers[o][dark(t)]++
			z.promote(next, reach, c, t, false)
		case f > z.hi:
			next.cost.Right = next.cost.Right.Add(c, false)
			z.enter(&next, reach)
		case !st.pawns[c].Has(t):
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
	if next.pawns[o].Has(t) {
		next.pawns[o] &^= t.BB()
		next.cost.Lost[o]++
	} else {
		next.cost.Officers[o][dark(t)]++
	}
	next.pawns[c] |= t.BB()
	z.enter(next, reach&^t.BB())
}

// arrivals enters the captures of pawns that come in from other files.
func (z *projection) arrivals(st *configuration, reach chess.Bitboard, c chess.Color) {
	for _, f := range [...]int{z.lo, z.hi} {
		next := *st
		switch {
		case f == z.lo && f > 0:
			next.cost.Left = next.cost.Left.Add(c, false)
		case f == z.hi && f < 7:
			next.cost.Right = next.cost.Right.Add(c, true)
			next.cost.Captures[c]++
		default:
			continue
		}
		z.arrive(&next, st, reach, c, f)
		if z.lo == z.hi && f > 0 && f < 7 { // from the right as well
			next = *st
			next.cost.Right = next.cost.Right.Add(c, true)
			next.cost.Captures[c]++
			z.arrive(&next, st, reach, c, f)
			return
		}
	}
}

func (z *projection) arrive(next, st *configuration, reach chess.Bitboard, c chess.Color, f int) {
	if !z.allows(z.cost(next), next, 0) {
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
	z.window.Promote(&next.cost, c, dark(t))
	event := step && t == z.event && c == z.eventOf
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
	z.enter(&next, reach)
	if z.promoted || z.old || c != z.color || z.role == chess.King || z.role == chess.Bishop && colorOf(t)&z.end == 0 {
		return
	}
	// It may be the man.
	next.done = next.done || event
	if z.spare {
		next.cost.Kept[c]++
		if int(next.cost.Lost[c]) >= z.window.Captures(c.Other()) {
			return // of its kind none can have been taken
		}
	}
	z.enter(&next, t.BB())
}

// enter adds squares of the man to a configuration, and all it can reach from there.
func (z *projection) enter(st *configuration, set chess.Bitboard) {
	walls := st.pawns[0] | st.pawns[1]
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
	cost := z.cost(st)
	if !z.allows(cost, st, 0) {
		return
	}
	key := projectionKey{[2]uint32{z.pack(st.pawns[0]), z.pack(st.pawns[1])}, cost, st.done, st.second}
	i, ok := z.index[key]
	if !ok {
		if !z.possible(st) || !z.allows(cost, st, z.incomplete(st)) {
			return
		}
		i = int32(len(z.nodes))
		z.index[key] = i
		z.nodes, z.reach = append(z.nodes, *st), append(z.reach, 0)
	} else if set&^z.reach[i] == 0 {
		return
	}
	z.reach[i] = chess.Flood(z.role, z.reach[i]|set|z.edges&^walls, walls)
	if st.pawns == z.goal && z.reach[i]&z.end != 0 && (st.done || z.event == chess.NoSquare) &&
		(st.second == chess.NoSquare || z.stay.Has(st.second)) &&
		z.window.Ends(&st.cost) {
		z.found = true
	}
	z.stack = append(z.stack, i)
}

// cost returns a number for the path cost of a configuration.
func (z *projection) cost(st *configuration) int32 {
	i, ok := z.costs[st.cost]
	if !ok {
		i = int32(len(z.allowed))
		z.costs[st.cost] = i
		z.allowed = append(z.allowed, make([]int8, windowFiles+1))
	}
	return i
}

// allows is [kernel.Window.Allows], Lemma 7, with a memory.
func (z *projection) allows(cost int32, st *configuration, more int) bool {
	a := &z.allowed[cost][more]
	if *a == 0 {
		*a = -1
		if z.window.Allows(&st.cost, more) {
			*a = 1
		}
	}
	return *a > 0
}

// pack returns the pawns of the window in 24 bits.
func (z *projection) pack(pawns chess.Bitboard) (n uint32) {
	pawns >>= z.lo
	for row := 1; row < 7; row++ {
		n = n<<windowFiles | uint32(pawns>>(8*row))&(1<<windowFiles-1)
	}
	return n
}
