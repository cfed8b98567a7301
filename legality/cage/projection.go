package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// A projection is a game with most men deleted. What remains are the pawns of a few neighboring files, the window, and one man
// that is followed. The search plays the pawns forward from the initial position, with those that are gone in the setup, and
// keeps the squares where the man can be among them. Every game gives a path of the search (Lemma 6). So if no path answers a
// question, no game does.
type projection struct {
	fileRange
	goal  [2]chess.Bitboard // pawns of the setup on the files, by color
	limit int               // configurations that the search may visit

	followedMan
	event
	secondMan
	extraPromotion

	projectionMemory
	reachedGoal bool
}

// A fileRange is the files lo to hi of a window.
type fileRange struct {
	window *proofkernel.Window
	files  chess.Bitboard
	lo, hi int
}

// A followedMan is the man whose squares the search keeps track of, with what is asked about it.
type followedMan struct {
	color             chess.Color
	role              chess.Role
	start             chess.Bitboard // squares where it can be when the game begins; those outside stand for coming in later
	outsidePromotions chess.Bitboard // squares where pawns from outside the window can promote to it, at any time
	end               chess.Bitboard // squares where it has to be in the end
	extraIfPromoted   bool           // if it was promoted in the window, that promotion was beyond those needed
	neverPromoted     bool           // it is no promoted man
	takenOn           chess.Bitboard // a pawn must take it on one of these squares without promoting; 0 if it is not taken
}

// An event is a promotion by a step that a path must contain.
type event struct {
	promotion        chess.Square // NoSquare if no event is asked for
	promoter         chess.Color
	promotesFollowed bool // the followed man is the one promoted there; otherwise it is elsewhere at that time
}

// A secondMan is the man that the event makes, if it is not the followed one. The search follows it, too, while it stays in an
// area.
type secondMan struct {
	secondRole chess.Role     // NoRole if it is not followed
	secondArea chess.Bitboard // squares of the area
	secondEnd  chess.Bitboard // squares of the area where it may be in the end
}

// An extraPromotion is a promotion beyond those needed.
type extraPromotion struct {
	hasExtra   bool
	extraColor chess.Color // color of the promoted man
}

// A projectionMemory is the memory of a search. It is reused from one search to the next.
type projectionMemory struct {
	index       map[[2]uint64]int32 // numbers of configurations by key
	nodes       []configuration     // configurations by number
	reach       []chess.Bitboard    // squares where the followed man can be, by configuration
	stack       []int32             // numbers of configurations to expand
	costNumbers map[proofkernel.PathCost]int32
	costs       []pathCost // costs by number
}

// reset empties the memory. It keeps the slices and, unless they are large, the maps.
func (m *projectionMemory) reset() {
	m.nodes, m.reach, m.stack, m.costs = m.nodes[:0], m.reach[:0], m.stack[:0], m.costs[:0]
	if m.index == nil || len(m.index) > 1<<12 {
		m.index, m.costNumbers = map[[2]uint64]int32{}, map[proofkernel.PathCost]int32{}
	}
	clear(m.index)
	clear(m.costNumbers)
}

// A configuration is a state of the search without the squares of the followed man, which are in reach.
type configuration struct {
	pawns        [2]chess.Bitboard
	cost         int32        // number of the path cost
	eventDone    bool         // the event took place, or the followed man was taken
	secondSquare chess.Square // square of the second man, or NoSquare if it is not followed, or no longer
}

// excludes reports whether it is proven that no game leads to the setup in which the followed man ends on a square of end and the
// event, if there is one, takes place. False means that there may be such a game, or that the search was too large.
//
// Invariant: for each path, the configuration that it ends in is in nodes, and the square of the man is in its reach, or both
// follow from an entry of the stack. Configurations are left out only if no path from them reaches the goal within the costs of
// Lemma 7 (nodeOf).
func (p *projection) excludes() bool {
	p.reset()
	p.reachedGoal = false
	nothing := proofkernel.PathCost{Left: proofkernel.EmptyWord, Right: proofkernel.EmptyWord}
	first := configuration{
		pawns:        [2]chess.Bitboard{chess.RowBB(1) & p.files, chess.RowBB(6) & p.files},
		secondSquare: chess.NoSquare,
		cost:         p.numberOf(&nothing),
	}
	if p.hasExtra {
		first.cost = p.pay(first.cost, survives+price(p.extraColor))
	}
	if p.takenOn != 0 {
		first.cost = p.pay(first.cost, officerOn(p.color, p.takenOn.First())) // paid in advance
	}
	p.addReach(&first, p.start)
	for len(p.stack) > 0 && !p.reachedGoal && len(p.nodes) <= p.limit {
		i := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		st, reach := p.nodes[i], p.reach[i]
		p.addSecondManSteps(&st, reach)
		p.addPawnMoves(&st, reach)
	}
	return len(p.stack) == 0 && len(p.nodes) <= p.limit && !p.reachedGoal && !p.window.Gone()
}

// addSecondManSteps adds the steps of the second man. It is no longer followed once it leaves its area.
func (p *projection) addSecondManSteps(st *configuration, reach chess.Bitboard) {
	if st.secondSquare == chess.NoSquare {
		return
	}
	for to := chess.Steps(p.secondRole, st.secondSquare.BB()) &^ (st.pawns[0] | st.pawns[1]); to != 0; to &= to - 1 {
		next := *st
		if next.secondSquare = to.First(); !p.secondArea.Has(next.secondSquare) {
			next.secondSquare = chess.NoSquare
		}
		p.addReach(&next, reach&^chess.Square(to.First()).BB())
	}
}

// A pawnMove is a kind of moves of projections, with its letter in the section on them (proofspaths.go).
type pawnMove uint8

const (
	pawnSteps             pawnMove = iota // (a), to the target square
	pawnCaptures                          // (b) or (d), on the target square in the window
	pawnLeaves                            // (c), by a capture on the target square outside
	pawnIsTaken                           // (e), on the target square
	pawnPromotes                          // (f), by a step to the target square
	pawnPromotesByCapture                 // (f), by a capture on the target square
)

// A yieldPawnMove takes a move of a pawn of color c, with the configuration after it. A pawn that captures in the window or promotes
// is not yet on the target square there. The victim of pawnCaptures and the promotion itself are not paid yet.
type yieldPawnMove func(m pawnMove, c chess.Color, after configuration, target chess.Square)

// eachPawnMove yields the moves (a) to (f) that are possible in a configuration.
func (p *projection) eachPawnMove(st *configuration, yield yieldPawnMove) {
	for c := chess.White; c <= chess.Black; c++ {
		for bb := st.pawns[c]; bb != 0; bb &= bb - 1 {
			p.eachMoveFrom(st, c, bb.First(), yield)
		}
		p.eachArrival(st, c, yield)
	}
}

// eachMoveFrom is eachPawnMove for the pawn on one square of the window.
func (p *projection) eachMoveFrom(st *configuration, c chess.Color, sq chess.Square, yield yieldPawnMove) {
	o := c.Other()
	without := *st // the window without the pawn
	without.pawns[c] &^= sq.BB()
	taken := without
	taken.cost = p.pay(p.pay(taken.cost, loses+price(c)), captures+price(o))
	yield(pawnIsTaken, c, taken, sq)

	to := sq.Ahead(c)
	last := to.Row() == 0 || to.Row() == 7
	switch {
	case last:
		yield(pawnPromotes, c, without, to)
	case !(st.pawns[0] | st.pawns[1]).Has(to):
		next := without
		next.pawns[c] |= to.BB()
		yield(pawnSteps, c, next, to)
	}
	for _, side := range [...]int{-1, 1} {
		file, target, next := sq.File()+side, chess.Square(int(to)+side), without
		switch {
		case file < 0 || file > 7:
		case last:
			next.cost = p.pay(p.pay(next.cost, captures+price(c)), officerOn(o, target))
			yield(pawnPromotesByCapture, c, next, target)
		case file < p.lo:
			next.cost = p.pay(next.cost, leavesLeft+price(c))
			yield(pawnLeaves, c, next, target)
		case file > p.hi:
			next.cost = p.pay(next.cost, leavesRight+price(c))
			yield(pawnLeaves, c, next, target)
		case !st.pawns[c].Has(target):
			next.cost = p.pay(next.cost, captures+price(c))
			yield(pawnCaptures, c, next, target)
		}
	}
}

// eachArrival is eachPawnMove for the pawns of color c that come in from the files beside the window, move (d).
func (p *projection) eachArrival(st *configuration, c chess.Color, yield yieldPawnMove) {
	arrive := func(f int, crossing price) {
		next := *st
		next.cost = p.pay(next.cost, crossing+price(c))
		if !p.allows(next.cost, 0) {
			return
		}
		for bb := chess.FileBB(f) &^ (st.pawns[c] | chess.RowBB(0) | chess.RowBB(7) | chess.RowBB(c.PawnRow())); bb != 0; bb &= bb - 1 {
			yield(pawnCaptures, c, next, bb.First())
		}
	}
	if p.lo > 0 {
		arrive(p.lo, comesLeft)
	}
	if p.hi < 7 {
		arrive(p.hi, comesRight)
	}
}

// addPawnMoves adds what pawns can do in a configuration while the followed man is on the squares of reach.
func (p *projection) addPawnMoves(st *configuration, reach chess.Bitboard) {
	p.eachPawnMove(st, func(m pawnMove, c chess.Color, after configuration, target chess.Square) {
		switch m {
		case pawnIsTaken, pawnLeaves:
			p.addReach(&after, reach)
		case pawnSteps:
			p.addReach(&after, reach&^target.BB())
		case pawnCaptures:
			p.addCaptureOn(&after, reach, c, target)
		case pawnPromotes, pawnPromotesByCapture:
			p.addPromotion(after, reach, c, target, m == pawnPromotes)
		}
	})
}

// squareColor returns 1 for a dark square, 0 for a light one.
func squareColor(sq chess.Square) int { return 1 &^ (sq.File() + sq.Row()) }

// addCaptureOn adds the configuration after a pawn of color c has captured onto a target square of the window. The cost of the
// capture itself is paid already.
func (p *projection) addCaptureOn(next *configuration, reach chess.Bitboard, c chess.Color, target chess.Square) {
	o := c.Other()
	pawn := next.pawns[o].Has(target)
	next.pawns[o] &^= target.BB()
	next.pawns[c] |= target.BB()
	if pawn {
		next.cost = p.pay(next.cost, loses+price(o))
	} else {
		if o == p.color {
			p.addManTaken(*next, reach, target)
		}
		next.cost = p.pay(next.cost, officerOn(o, target))
	}
	p.addReach(next, reach&^target.BB())
}

// addPromotion adds what a promotion on the target square can lead to; byStep says that it is no capture. In next, the pawn has
// left the window already. There are three cases: the promotion is the event; the promoted man is not followed; the promoted man
// is the followed one.
func (p *projection) addPromotion(next configuration, reach chess.Bitboard, c chess.Color, target chess.Square, byStep bool) {
	next.cost = p.pay(next.cost, promotionOn(c, target))
	isEvent := byStep && target == p.promotion && c == p.promoter
	if isEvent && !next.eventDone {
		withEvent := next
		withEvent.eventDone = true
		if p.promotesFollowed {
			p.addReach(&withEvent, target.BB())
		} else {
			if p.secondRole != chess.NoRole {
				withEvent.secondSquare = target
			}
			p.addReach(&withEvent, reach&^target.BB())
		}
	}
	p.addReach(&next, reach&^target.BB()) // the promoted man is not followed; the followed one is elsewhere
	mayBePromoted := !p.neverPromoted && p.role != chess.King
	wrongSquareColor := p.role == chess.Bishop && sameColorSquares(target)&p.end == 0
	if p.promotesFollowed || c != p.color || !mayBePromoted || wrongSquareColor {
		return // the event has covered this case, or the promoted man cannot be the followed one
	}
	// The followed man was promoted here. It may be the man of the event, if it has the role that is asked for.
	hasEventRole := p.secondRole == chess.NoRole || p.secondRole == p.role || p.secondRole == chess.Queen && p.role == chess.Rook
	next.eventDone = next.eventDone || isEvent && hasEventRole
	if p.extraIfPromoted {
		next.cost = p.pay(next.cost, survives+price(c))
		if int(p.costs[next.cost].Lost[c]) >= p.window.Captures(c.Other()) {
			return // no man of its kind was taken, as the captures by the other color all took pawns
		}
	}
	p.addReach(&next, target.BB())
}

// nodeOf returns the number of a configuration, and whether it is new. It returns -1 if no path from the configuration reaches
// the goal, by Lemma 7 or by mayReachGoal.
func (p *projection) nodeOf(st *configuration) (i int, fresh bool) {
	if !p.allows(st.cost, 0) {
		return -1, false
	}
	key := p.key(st)
	if i, old := p.index[key]; old {
		return int(i), false
	}
	if !p.mayReachGoal(st, p.costs[st.cost].remaining) || !p.allows(st.cost, p.leastCaptures(st)) {
		return -1, false
	}
	p.nodes = append(p.nodes, *st)
	i = len(p.nodes) - 1
	p.index[key] = int32(i)
	return i, true
}

// addReach adds squares of the followed man to a configuration, with all squares that it reaches from there. If some are new, the
// configuration goes on the stack, again if it was expanded before. It sets reachedGoal if the configuration is a goal.
func (p *projection) addReach(st *configuration, set chess.Bitboard) {
	walls := st.pawns[0] | st.pawns[1]
	if p.manTaken(st) {
		set = 1 // the man is no longer followed; one square stands for all
	}
	if st.secondSquare != chess.NoSquare {
		if walls.Has(st.secondSquare) {
			return
		}
		walls |= st.secondSquare.BB()
		set &^= walls
	}
	if set == 0 && (!p.promotesFollowed || st.eventDone) {
		return
	}
	i, fresh := p.nodeOf(st)
	switch {
	case i < 0:
		return
	case fresh:
		p.reach = append(p.reach, 0)
	case set&^p.reach[i] == 0:
		return
	}
	if p.manTaken(st) {
		p.reach[i] = set
	} else {
		p.reach[i] = chess.Flood(p.role, p.reach[i]|set|p.outsidePromotions&^walls, walls)
	}
	noEvent := p.promotion == chess.NoSquare && p.takenOn == 0
	allDone := st.eventDone || noEvent
	secondManEnds := st.secondSquare == chess.NoSquare || p.secondEnd.Has(st.secondSquare)
	menEnd := p.reach[i]&p.end != 0 && secondManEnds
	if st.pawns == p.goal && menEnd && allDone && p.window.Ends(&p.costs[st.cost].PathCost) {
		p.reachedGoal = true
	}
	p.stack = append(p.stack, int32(i))
}

// key packs a configuration in two words.
func (p *projection) key(st *configuration) [2]uint64 {
	last := uint64(st.cost)<<8 | uint64(st.secondSquare)<<1
	if st.eventDone {
		last |= 1
	}
	return [2]uint64{uint64(p.packPawns(st.pawns[0]))<<32 | uint64(p.packPawns(st.pawns[1])), last}
}

// packPawns packs pawns of the window in 24 bits: six rows of at most four files.
func (p *projection) packPawns(pawns chess.Bitboard) (n uint32) {
	pawns >>= p.lo
	for row := 1; row < 7; row++ {
		n = n<<windowFiles | uint32(pawns>>(8*row))&(1<<windowFiles-1)
	}
	return n
}
