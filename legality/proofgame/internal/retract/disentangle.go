package retract

import (
	"container/heap"
	"context"
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// Disentangling is for goals where men stand so close together that the order in which they came is a puzzle of its
// own, as in problems of the last move. A planner that looks forward does not find that order. Backwards, each side needs
// moves to take back; men that were taken and are given back have some. Then one man after the other can leave.
// So moves of all kinds are taken back, the most promising setup first, until all men and
// kings have free squares. Two of three variants also draw every other setup from a pool (kinds.go), and
// keep officers beside a king in the outline. Half of the variants bring the kings to their own half, since the planner rarely
// brings a king across the board past enemies that are placed already.

// What counts in the measure of a setup that is not loose.
const (
	roomForMan  = 3 // moves that an officer away from home should have
	roomForKing = 4 // safe squares beside a king
	kingWeight  = 2
	checkWeight = 4

	halfWeight = 2 // a row between a king and its own half, in half of the variants

	looseWeight = 4 // of the measure, against the cost of unmoves
	wideWeight  = 2 // the same in one of three variants, which searches more broadly

	looseRight = 4 // a right to castle that a king and rook at home have lost
)

// What it costs to take a move back: freeStepCost, and the others besides.
const (
	freeStepCost = 1
	loosePawn    = 2  // the move was a pawn's
	looseCapture = 8  // it captured
	loosePromote = 8  // it promoted
	looseCastle  = 20 // it was castling
	looseRights  = 40 // it lost rights to castle
	looseNoise   = 8  // a random number below it is added to the key of a node
)

// freeVictims are the roles of men that captures by officers give back, by seed: some, or all.
var freeVictims = [...]uint8{1 << chess.Knight, 1<<chess.Queen | 1<<chess.Pawn, 1<<chess.Knight | 1<<chess.Rook | 1<<chess.Bishop, 0xff}

// A disentangling is the scratch space of Disentangle.
type disentangling struct {
	outlines      map[uint64]struct{} // hashes of outlines entered; if two collide, one setup is skipped, and no result is wrong
	victims       uint8               // roles that captures by officers give back, as bits
	kingNeighbors bool                // officers beside a king are never free
	inWay         bool                // nor are those in the way of men that are not free, in one of three variants for few men
	drawFromPool  bool                // every other setup is drawn from the pool
	weight        int32               // of the measure against the cost of unmoves
	pool          pool
	states        int64 // states that kernels and Shut have spent
	kingsHome     bool  // a setup is loose only if kings are in their own half
	stateBudget   int64 // states that the kernels may spend on the next setup
	cluster       cluster
	extraction    extraction
}

// chooseVariant chooses one of twelve variants of Disentangle by seed, four choices of victims with three searches, and for every seed whether
// the kings have to come home. It resets what the search before has left.
func (z *disentangling) chooseVariant(seed uint64) {
	victims, search := seed%uint64(len(freeVictims)), seed/uint64(len(freeVictims))%3
	z.victims = freeVictims[victims]
	z.inWay = search == 2
	z.kingNeighbors, z.drawFromPool, z.weight = !z.inWay, !z.inWay, looseWeight
	if search == 1 {
		z.weight = wideWeight
	}
	if z.outlines == nil {
		z.outlines = map[uint64]struct{}{}
	}
	clear(z.outlines)
	z.pool.reset()
	z.extraction.on, z.extraction.finder.strict, z.extraction.unraveling = false, false, unraveling{}
	z.stateBudget = kernelSteps
	z.kingsHome = bits.OnesCount64(seed)%2 == 1
}

// Disentangle takes moves of all kinds back from a goal until all men have free squares, by a variant that the seed chooses. It measures about
// the given number of setups, less one for every 25 states of the kernels; the setups before one node may come on top. The second result is
// false if the goal is not a position, or if there is nothing to take back that the kernels do not refute. Kernels may be nil. The result
// depends on the goal, the seed, setups and the answers of the kernels alone.
func (x *Retractor) Disentangle(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels) (Line, bool) {
	x.chooseVariant(seed)
	return x.search(ctx, goal, seed, setups, kernels)
}

// search takes moves back by the method and variant that were chosen. It returns the line to the acceptable node that measures least of those
// visited, and stops at once at one that is loose.
//
// Invariants of the loop:
//
//   - Node 0 is the goal, and from leads from every node to it.
//   - No outline is entered twice. That of the goal is not in the set, so it may be entered once more.
//   - A node is visited, or on a refuted line, or it is in the heap q; with drawFromPool it is in the pool then too, but for the goal.
//   - best is -1 or a visited, acceptable node that the kernels with the small budget did not refute when it was chosen. It then measured less
//     than the best node before it, or was the runner-up of one that was refuted.
func (x *Retractor) search(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels) (Line, bool) {
	if _, err := goal.Position(); err != nil {
		return Line{}, false
	}
	x.kernels = kernels
	x.begin(&goal, Opening{Seed: seed})
	x.inWay = x.inWay && goal.Board.Men() <= inWayMen
	x.measure(&x.nodes[0])
	x.ranked = append(x.ranked[:0], ranked{})
	q := (*cheapest)(&x.ranked)
	best := int32(-1)
	expanded := 0
	spent := func() int { return len(x.nodes) + int(x.states/statesPerSetup) }
	for confirmAt := setups / 2; ctx.Err() == nil; { // halfway, and at the end
		if len(*q) == 0 || spent() > confirmAt {
			best, confirmAt = x.confirm(best), setups
			if len(*q) == 0 || spent() > setups {
				break
			}
		}
		i := int32(-1)
		if x.drawFromPool && expanded%2 == 1 {
			i = x.pool.draw(&x.rng)
		}
		if i < 0 {
			i = heap.Pop(q).(ranked).node
		}
		if x.nodes[i].visited || x.onRefutedLine(i) {
			continue
		}
		x.nodes[i].visited = true
		if n := &x.nodes[i]; i > 0 && x.measuresLess(i, best) && acceptable(&n.setup) {
			if x.prune(i) {
				continue
			}
			if n.loose() && x.pruneFully(i) {
				if best >= 0 && x.onRefutedLine(best) {
					best = x.runnerUp()
				}
				continue
			}
			if best = i; n.loose() {
				break
			}
		}
		expanded++
		x.expandOutlines(i, q)
	}
	if best < 0 {
		return Line{Nodes: expanded, Measured: len(x.nodes), States: x.states}, false
	}
	res, ok := x.line(best)
	res.Nodes, res.Measured, res.States, res.Shut = expanded, len(x.nodes), x.states, int(x.nodes[best].untilFree)
	if res.Left = res.Shut; x.extraction.captureWeight > 0 {
		res.Left += captureLeft*int(x.nodes[best].captures) + int(x.entanglement(&res.Setup))/2
	}
	return res, ok
}

// loose reports whether nothing of the measure is left that the search has to remove.
func (n *node) loose() bool { return n.untilFree == 0 && n.captures <= fewCaptures }

// statesPerSetup is how many states of the kernels take as long as the measure of a setup.
const statesPerSetup = 25

// expandOutlines enters the setups before a node whose outlines are new into the heap, and into the pool if it is drawn from.
func (x *Retractor) expandOutlines(i int32, q *cheapest) {
	x.list = retro.Unmoves(x.list[:0], x.nodes[i].setup, retro.Options{})
	for _, u := range x.list {
		n := &x.nodes[i]
		if u.Role() != chess.Pawn && u.Captured() != chess.NoRole && x.victims>>u.Captured()&1 == 0 {
			continue
		}
		before := retro.Undo(n.setup, u)
		var never chess.Bitboard
		if x.extraction.on && x.extraction.demote {
			never = surplus(&before.Board, nil)
		}
		o := withoutFree(before, x.kingNeighbors, x.inWay, never)
		key := o.hash()
		if _, seen := x.outlines[key]; seen {
			continue
		}
		x.outlines[key] = struct{}{}
		next := node{setup: before, from: i, by: u, cost: n.cost + x.unmovePrice(u, &n.setup), forced: u.Irreversible()}
		if x.measure(&next); next.shut == prunedMeasure {
			continue
		}
		x.nodes = append(x.nodes, next)
		heap.Push(q, ranked{next.cost + x.weight*next.shut + int32(x.rng.N(looseNoise)), int32(len(x.nodes) - 1)})
		if x.drawFromPool {
			x.pool.add(kindOf(&next), int32(len(x.nodes)-1))
		}
	}
}

// unmovePrice returns what it costs to take back a move that leads to a setup, by the method that was chosen.
func (x *Retractor) unmovePrice(u retro.Unmove, s *chess.Setup) int32 {
	if x.extraction.on {
		return x.extraction.price(u, s)
	}
	return loosePrice(u, s.Castling)
}

// loosePrice returns what it costs Disentangle to take back a move after which a setup has these rights.
func loosePrice(u retro.Unmove, rights chess.Castling) int32 {
	cost := int32(freeStepCost)
	if u.Role() == chess.Pawn {
		cost += loosePawn
	}
	if u.Captured() != chess.NoRole {
		cost += looseCapture
	}
	if u.Promotion() != chess.NoRole {
		cost += loosePromote
	}
	if u.Castles() {
		cost += looseCastle
	}
	if u.Castling() != rights {
		cost += looseRights
	}
	return cost
}

// measure sets untilFree and shut of a node, by the method that was chosen, or shut to prunedMeasure.
func (x *Retractor) measure(n *node) {
	if x.extraction.on {
		n.untilFree = x.extraction.measure(&n.setup)
		n.shut = n.untilFree
		if x.extraction.captureWeight > 0 {
			x.addUnraveling(n)
		}
		return
	}
	n.untilFree = x.untilFree(&n.setup)
	n.shut = n.untilFree + x.entanglement(&n.setup)
}

// untilFree measures how far a setup is from loose: the men shut in, and the free squares that men and kings lack. It does not price how
// men come out; entanglement does.
func (x *Retractor) untilFree(s *chess.Setup) (total int32) {
	total = x.shutIn(s, false)
	b := &s.Board
	occ := b.Occupied()
	for c := chess.White; c <= chess.Black; c++ {
		king := b.King(c)
		safe := 0
		for bb := chess.KingAttacks(king) &^ occ; bb != 0; bb &= bb - 1 {
			if b.Attackers(bb.First(), c.Other(), occ&^king.BB()) == 0 {
				safe++
			}
		}
		if king == chess.E1.For(c) {
			total += looseRight * int32(lostRights(s, c))
		} else {
			total += kingWeight * int32(max(0, roomForKing-safe))
		}
		if b.Attackers(king, c.Other(), occ) != 0 {
			total += checkWeight
		}
		if x.kingsHome {
			total += halfWeight * rowsFromHalf(king, c)
		}
		for role := chess.Knight; role <= chess.Queen; role++ {
			for bb := b.Pieces(c, role) &^ initial.Pieces(c, role); bb != 0; bb &= bb - 1 {
				free := chess.Attacks(chess.NewPiece(c, role), bb.First(), occ) &^ occ
				total += int32(max(0, roomForMan-free.Count()))
			}
		}
	}
	return total
}

// rowsFromHalf returns how many rows a king is away from its own half.
func rowsFromHalf(king chess.Square, c chess.Color) int32 {
	return int32(max(0, king.For(c).Row()-3))
}

// lostRights returns how many rooks at home of a color, whose king is at home, have no right to castle.
func lostRights(s *chess.Setup, c chess.Color) int {
	corners := initial.Pieces(c, chess.Rook) & s.Board.Pieces(c, chess.Rook)
	return max(0, corners.Count()-s.Castling.Of(c).Count())
}

// cheapest is a heap of nodes, the one with the least key first.
type cheapest []ranked

func (q cheapest) Len() int           { return len(q) }
func (q cheapest) Less(i, j int) bool { return q[i].key < q[j].key }
func (q cheapest) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *cheapest) Push(x any)        { *q = append(*q, x.(ranked)) }

func (q *cheapest) Pop() any {
	n := len(*q) - 1
	x := (*q)[n]
	*q = (*q)[:n]
	return x
}
