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
// kings have free squares. Two of three ways to disentangle also draw every other setup from a pool (kinds.go), and
// keep officers beside a king in the outline. Half of the tries bring the kings to their own half, since the planner rarely
// finds a way for a king across the board past enemies that are placed already.

// What counts in the measure of a setup that is not loose.
const (
	roomForMan  = 3 // moves that an officer away from home should have
	roomForKing = 4 // safe squares beside a king
	kingWeight  = 2
	checkWeight = 4

	halfWeight = 2 // a row on which a king is away from its half, in half of the ways

	looseWeight = 4 // of the measure, against what unmoves cost
	wideWeight  = 2 // the same in one of three ways, which goes less straight

	looseRight = 4 // a right to castle that a king and rook at home have lost
)

// What it costs to take a move back.
const (
	freeStepCost = 1
	loosePawn    = 2
	looseCapture = 8 // besides
	loosePromote = 8
	looseCastle  = 20
	looseRights  = 40
	looseNoise   = 8
)

// freeVictims are the roles of men that officers have taken, by seed: those that walk away soonest, or all.
var freeVictims = [...]uint8{1 << chess.Knight, 1<<chess.Queen | 1<<chess.Pawn, 1<<chess.Knight | 1<<chess.Rook | 1<<chess.Bishop, 0xff}

// A disentangling is the scratch space of Disentangle.
type disentangling struct {
	outlines      map[uint64]struct{} // hashes of outlines seen; if two collide, one setup is skipped, and no result is wrong
	victims       uint8               // roles that officers have taken
	kingNeighbors bool                // officers beside a king are never free
	inWay         bool                // nor are those in the way of men that are not free, in one of three ways to disentangle few men
	drawFromPool  bool                // every other setup is drawn from the pool
	weight        int32               // of the measure against the cost of unmoves
	pool          pool
	states        int64 // what kernels and Shut have spent
	kingsHome     bool  // kings have to come to their own half
	stateBudget   int64 // what the kernels may spend on the next setup
	cluster       cluster
	extraction    extraction
}

// chooseWay chooses one of twelve ways to disentangle by seed. In half of the tries the kings have to come home.
func (z *disentangling) chooseWay(seed uint64) {
	victims, way := seed%uint64(len(freeVictims)), seed/uint64(len(freeVictims))%3
	z.victims = freeVictims[victims]
	z.kingNeighbors, z.drawFromPool, z.weight = way < 2, way < 2, looseWeight
	if way == 1 {
		z.weight = wideWeight
	}
	if z.outlines == nil {
		z.outlines = map[uint64]struct{}{}
	}
	clear(z.outlines)
	z.pool.reset()
	z.extraction.on, z.extraction.finder.strict, z.extraction.unraveling = false, false, unraveling{}
	z.inWay = way == 2
	z.stateBudget = kernelSteps
	z.kingsHome = bits.OnesCount64(seed)%2 == 1
}

// Disentangle takes moves of all kinds back from a goal until all men have free squares: in another way for each seed. It measures about
// the given number of setups, less one for every 25 states of the kernels; the successors of one node may come on top. The second result is
// false if the goal is not a position, or if there is nothing to take back that the kernels do not refute. Kernels may be nil. The result
// depends on the goal, the seed, setups and the answers of the kernels alone.
func (x *Retractor) Disentangle(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels) (Line, bool) {
	x.chooseWay(seed)
	return x.search(ctx, goal, seed, setups, kernels)
}

// search is Disentangle in the way that was chosen.
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
	for look := setups / 2; ctx.Err() == nil; {
		if len(*q) == 0 || spent() > look {
			best, look = x.confirm(best), setups
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
		if x.nodes[i].expanded || x.onRefutedLine(i) {
			continue
		}
		x.nodes[i].expanded = true
		if n := &x.nodes[i]; i > 0 && (best < 0 || n.shut < x.nodes[best].shut) && acceptable(&n.setup) {
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

// loose reports whether nothing is left to do.
func (n *node) loose() bool { return n.untilFree == 0 && n.captures <= fewCaptures }

// statesPerSetup is how many states of the kernels take as long as the measure of a setup.
const statesPerSetup = 25

// expandOutlines enters the setups before a node.
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

// unmovePrice returns what it costs to take a move back that leads to a setup.
func (x *Retractor) unmovePrice(u retro.Unmove, s *chess.Setup) int32 {
	if x.extraction.on {
		return x.extraction.price(u, s)
	}
	return loosePrice(u, s.Castling)
}

// loosePrice returns what it costs to take a move back.
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

// measure sets what a setup lacks: to be loose, and until its men are disentangled.
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

// untilFree measures how far a setup is from loose: who is shut in, and what free squares men and kings lack. How men come out
// is not priced here: entanglement knows better.
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

// lostRights returns how many rooks at home of a color have no right to castle; the king is at home, too.
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
