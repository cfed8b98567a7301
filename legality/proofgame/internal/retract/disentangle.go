package retract

import (
	"container/heap"
	"context"
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// Disentangling is for goals where men stand so close together that the order in which they came is a puzzle of its own, as in problems
// of the last move. A planner that looks forward does not find that order. Backwards, each side needs moves to take back; captured men
// that are given back have some. Then one man after the other can leave. So moves of all kinds are taken back, the most promising setup
// first, until all men and kings have free squares.
//
// Two of three variants also draw every other setup from a pool (pool.go), and keep officers beside a king in the outline. Half of the
// variants bring the kings to their own half, since the planner rarely brings a king across the board past enemies that are placed
// already.

// Weights of the measure of a setup.
const (
	roomForMan  = 3 // moves that an officer away from home should have
	roomForKing = 4 // safe squares beside a king
	kingWeight  = 2
	checkWeight = 4

	halfWeight = 2 // of a row between a king and its own half, in half of the variants

	looseWeight = 4 // of the measure, against the cost of unmoves
	wideWeight  = 2 // the same in one of three variants, which searches more broadly

	rightWeight = 4 // of a right to castle that a king and rook at home have lost
)

// Costs of taking a move back: freeStepCost, and the others in addition.
const (
	freeStepCost = 1
	loosePawn    = 2  // of a pawn's move
	looseCapture = 8  // of a capture
	loosePromote = 8  // of a promotion
	looseCastle  = 20 // of castling
	looseRights  = 40 // of a move that lost rights to castle
	looseNoise   = 8  // a random number below it is added to the key of a node
)

// freeVictims holds, by variant, the roles of men that uncaptures by officers give back, as bits: some, or all.
var freeVictims = [...]uint8{1 << chess.Knight, 1<<chess.Queen | 1<<chess.Pawn, 1<<chess.Knight | 1<<chess.Rook | 1<<chess.Bishop, 0xff}

// A disentangling holds the variant and the data of a search.
type disentangling struct {
	outlines      map[uint64]struct{} // hashes of outlines entered; a collision skips a setup, which makes no result wrong
	victims       uint8               // roles that uncaptures by officers give back, as bits
	kingNeighbors bool                // outlines keep officers beside a king
	inWay         bool                // outlines keep officers in the way of men that are not free; in one of three variants, for few men
	drawFromPool  bool                // every other node is drawn from the pool
	weight        int32               // of the measure, against the cost of unmoves
	pool          pool
	states        int64 // states that kernels and RefuteSetup have spent
	kingsHome     bool  // a setup is loose only if kings are in their own half
	stateBudget   int64 // states that the kernels may spend on the next setup
	cluster       cluster
	extraction    extraction
}

// chooseVariant chooses one of twelve variants of Disentangle by seed, four choices of victims with three searches, and for every seed
// whether the kings have to go to their own half. It resets all settings of the previous search.
func (d *disentangling) chooseVariant(seed uint64) {
	victims, search := seed%uint64(len(freeVictims)), seed/uint64(len(freeVictims))%3
	d.victims = freeVictims[victims]
	d.inWay = search == 2
	d.kingNeighbors, d.drawFromPool, d.weight = !d.inWay, !d.inWay, looseWeight
	if search == 1 {
		d.weight = wideWeight
	}
	if d.outlines == nil {
		d.outlines = map[uint64]struct{}{}
	}
	clear(d.outlines)
	d.pool.reset()
	d.extraction.active, d.extraction.finder.strict, d.extraction.unraveling = false, false, unraveling{}
	d.stateBudget = kernelSteps
	d.kingsHome = bits.OnesCount64(seed)%2 == 1
}

// Disentangle takes moves of all kinds back from a goal until all men have free squares, by a variant that the seed chooses. It
// measures about the given number of setups, less one for every statesPerSetup states of the kernels. It may exceed that by the setups
// before one node.
//
// The second result is false if the goal is not a position, or if nothing can be taken back that the kernels do not refute. Kernels may
// be nil. The result depends on the goal, the seed, setups and the answers of the kernels alone.
func (x *Retractor) Disentangle(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels) (Line, bool) {
	x.chooseVariant(seed)
	return x.search(ctx, goal, seed, setups, kernels)
}

// search takes moves back by the chosen method and variant. It returns the line to the plannable node of least measure among those
// visited, and stops at once at a loose one.
//
// Invariants of the loop:
//
//   - Node 0 is the goal, and next leads from every node to it.
//   - No outline is entered twice. That of the goal is not in the set, so it may be entered once more.
//   - A node is visited, or on a refuted line, or in the heap. With drawFromPool it is in the pool then too, but for the goal.
//   - best is -1 or a visited, plannable node that the kernels with the small budget did not refute when it was chosen. It then
//     measured less than the best node before it, or was the runner-up of one that was refuted.
func (x *Retractor) search(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels) (Line, bool) {
	if _, err := goal.Position(); err != nil {
		return Line{}, false
	}
	x.kernels = kernels
	x.reset(&goal, Opening{Seed: seed})
	x.inWay = x.inWay && goal.Board.Men() <= inWayMen
	x.measure(&x.nodes[0])
	x.ranked = append(x.ranked[:0], ranked{})
	queue := (*nodeHeap)(&x.ranked)
	best := int32(-1)
	expanded := 0
	costSoFar := func() int { return len(x.nodes) + int(x.states/statesPerSetup) }
	for confirmAt := setups / 2; ctx.Err() == nil; { // the best node is confirmed halfway and at the end
		if len(*queue) == 0 || costSoFar() > confirmAt {
			best, confirmAt = x.confirm(best), setups
			if len(*queue) == 0 || costSoFar() > setups {
				break
			}
		}
		i := int32(-1)
		if x.drawFromPool && expanded%2 == 1 {
			i = x.pool.draw(&x.rng)
		}
		if i < 0 {
			i = heap.Pop(queue).(ranked).node
		}
		if x.nodes[i].visited || x.onRefutedLine(i) {
			continue
		}
		x.nodes[i].visited = true
		// A new best node, unless it is refuted. A refuted loose node may refute the best node so far with it.
		if n := &x.nodes[i]; i > 0 && x.measuresLess(i, best) && isPlannable(&n.setup) {
			if x.prune(i) {
				continue
			}
			if n.isLoose() && x.pruneFully(i) {
				if best >= 0 && x.onRefutedLine(best) {
					best = x.runnerUp()
				}
				continue
			}
			if best = i; n.isLoose() {
				break
			}
		}
		expanded++
		x.expandOutlines(i, queue)
	}
	if best < 0 {
		return Line{Nodes: expanded, Measured: len(x.nodes), States: x.states}, false
	}
	line, ok := x.line(best)
	line.Nodes, line.Measured, line.States, line.ShutMeasure = expanded, len(x.nodes), x.states, int(x.nodes[best].untilFree)
	if line.Remaining = line.ShutMeasure; x.extraction.captureWeight > 0 {
		line.Remaining += captureLeft*int(x.nodes[best].pawnCaptures) + int(x.entanglement(&line.Setup))/2
	}
	return line, ok
}

// isLoose reports whether the search is done at this node.
func (n *node) isLoose() bool { return n.untilFree == 0 && n.pawnCaptures <= fewCaptures }

// statesPerSetup is the number of states of the kernels that take as long as the measure of a setup.
const statesPerSetup = 25

// expandOutlines enters the setups before node i whose outlines are new into the heap, and with drawFromPool into the pool.
func (x *Retractor) expandOutlines(i int32, queue *nodeHeap) {
	x.unmoves = retro.Unmoves(x.unmoves[:0], x.nodes[i].setup, retro.Options{})
	for _, u := range x.unmoves {
		n := &x.nodes[i]
		if u.Role() != chess.Pawn && u.Captured() != chess.NoRole && x.victims>>u.Captured()&1 == 0 {
			continue
		}
		before := retro.Undo(n.setup, u)
		var keep chess.Bitboard
		if x.extraction.active && x.extraction.demote {
			keep = surplusOfficers(&before.Board, nil)
		}
		outline := outlineOf(before, x.kingNeighbors, x.inWay, keep)
		key := outline.hash()
		if _, seen := x.outlines[key]; seen {
			continue
		}
		x.outlines[key] = struct{}{}
		next := node{setup: before, next: i, unmove: u, cost: n.cost + x.unmovePrice(u, &n.setup), mustCheck: u.Irreversible()}
		if x.measure(&next); next.measure == prunedMeasure {
			continue
		}
		x.nodes = append(x.nodes, next)
		heap.Push(queue, ranked{next.cost + x.weight*next.measure + int32(x.rng.N(looseNoise)), int32(len(x.nodes) - 1)})
		if x.drawFromPool {
			x.pool.add(kindOf(&next), int32(len(x.nodes)-1))
		}
	}
}

// unmovePrice returns the cost of an unmove from setup s by the chosen method.
func (x *Retractor) unmovePrice(u retro.Unmove, s *chess.Setup) int32 {
	if x.extraction.active {
		return x.extraction.price(u, s)
	}
	return loosePrice(u, s.Castling)
}

// loosePrice returns the cost of an unmove for Disentangle; rights are those after the move.
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

// measure sets untilFree and measure of a node by the chosen method. The measure may be prunedMeasure.
func (x *Retractor) measure(n *node) {
	if x.extraction.active {
		n.untilFree = x.extraction.measure(&n.setup)
		n.measure = n.untilFree
		if x.extraction.captureWeight > 0 {
			x.addUnraveling(n)
		}
		return
	}
	n.untilFree = x.untilFree(&n.setup)
	n.measure = n.untilFree + x.entanglement(&n.setup)
}

// untilFree measures how far a setup is from loose: men shut in, and free squares that men and kings lack. It does not price how men
// get out; entanglement does.
func (x *Retractor) untilFree(s *chess.Setup) (total int32) {
	total = x.shutMeasure(s, false)
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
			total += rightWeight * int32(lostRights(s, c))
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

// rowsFromHalf returns the number of rows between a king and its own half.
func rowsFromHalf(king chess.Square, c chess.Color) int32 {
	return int32(max(0, king.For(c).Row()-3))
}

// lostRights returns how many rooks at home of a color, whose king is at home, have no right to castle.
func lostRights(s *chess.Setup, c chess.Color) int {
	corners := initial.Pieces(c, chess.Rook) & s.Board.Pieces(c, chess.Rook)
	return max(0, corners.Count()-s.Castling.Of(c).Count())
}

// A nodeHeap is a heap of nodes, the one with the least key first.
type nodeHeap []ranked

func (q nodeHeap) Len() int           { return len(q) }
func (q nodeHeap) Less(i, j int) bool { return q[i].key < q[j].key }
func (q nodeHeap) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *nodeHeap) Push(x any)        { *q = append(*q, x.(ranked)) }

func (q *nodeHeap) Pop() any {
	n := len(*q) - 1
	x := (*q)[n]
	*q = (*q)[:n]
	return x
}
