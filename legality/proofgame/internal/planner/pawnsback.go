package planner

import (
	"container/heap"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A kernel is guessed backwards as follows. The pawns of the goal are taken back, on a board of pawns with officers counted, until each
// is on a file of its own and no white pawn stands above a black one there. Men that have not been given back by then are captured at
// home.
//
// Where pawns have captured nearly all missing men, a kernel that is put together at random rarely succeeds, and the search of package
// search runs out of states. Backwards, the captures that the pawns still need bound every capture taken back.

// An unstep leads from a skeleton to one before it in the game. A pawn goes back on its file from `from` to via. If a man is returned,
// the pawn uncaptures from via to the neighboring file, to. Otherwise to is via. In an unstep of a promotion, an officer on via becomes
// a pawn on to.
type unstep struct {
	color         chess.Color
	from, via, to chess.Square
	returned      returnedMan
	promoted      base.Kind // kind that becomes a pawn again, or noKind
}

// A returnedMan says what kind of man an unstep gives back to the enemy.
type returnedMan uint8

const (
	returnsNothing returnedMan = iota
	returnsOfficer
	returnsPawn
	returnsPromoted
)

// Special kinds of unsteps.
const (
	anyKind = base.Kinds     // a man that was promoted and captured
	noKind  = base.Kinds + 1 // an unstep of a pawn
)

// A skeletonNode is a skeleton that was reached.
type skeletonNode struct {
	skeleton
	step      unstep // unstep that led here
	next      int32  // index of the node after it in the game, -1 for the goal
	cost      int32  // number of moves taken back so far
	remaining int32  // weighted estimate of what still has to be taken back; 0 at the end
}

// A backwardSearch holds the data of guesses backwards.
type backwardSearch struct {
	*guesser
	missing           [2][base.Kinds]int8        // officers that were captured, by kind
	capturesToPromote [2][base.Kinds + 1][8]int8 // by color, kind and file: least captures by which a pawn promotes
	fixedPawns        [2]chess.Bitboard          // pawns of the goal that never moved
	root              skeleton                   // skeleton of the goal

	promotionWeight  int32 // weight of a promotion that has to be taken back, one of promotionWeights
	noise            int   // range of the noise in ranks
	nodes            []skeletonNode
	queue            skeletonQueue
	seen             map[skeleton]bool
	minCapturesCache map[minCapturesKey]int8 // results of minCaptures
}

// A minCapturesKey holds the arguments of minCaptures on which its result depends.
type minCapturesKey struct {
	pawns      chess.Bitboard
	promotions [base.Kinds + 1]int8
	color      chess.Color
}

// A skeletonItem is a node in the queue with its rank, the least first.
type skeletonItem struct{ rank, node int32 }

// A skeletonQueue is a heap of nodes.
type skeletonQueue []skeletonItem

func (q skeletonQueue) Len() int           { return len(q) }
func (q skeletonQueue) Less(i, j int) bool { return q[i].rank < q[j].rank }
func (q skeletonQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *skeletonQueue) Push(x any)        { *q = append(*q, x.(skeletonItem)) }
func (q *skeletonQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// impossible stands for a number of captures where no captures will do.
const impossible = 100

// Weights by which the search ranks skeletons.
const (
	needWeight  = 8   // of a capture that pawns still need
	wrongWeight = 6   // of a file with pawns in the wrong order
	backNoise   = 10  // least range of the noise
	backRun     = 200 // skeletons expanded before the search begins anew
)

// promotionWeights are the weights of a promotion that has to be taken back. Each run draws one.
var promotionWeights = [...]int32{1, 4, 8, 12}

// reset prepares the search for a goal. It returns false if pawns have captured more men than are missing, or no pawn is left that can
// have promoted.
func (b *backwardSearch) reset() (ok bool) {
	if b.seen == nil {
		b.seen, b.minCapturesCache = map[skeleton]bool{}, map[minCapturesKey]int8{}
	}
	clear(b.minCapturesCache)
	b.noise = 1
	ok = b.setRoot()
	if ok {
		b.restart()
	}
	return ok && len(b.nodes) > 0
}

// restart makes the skeleton of the goal the only node.
func (b *backwardSearch) restart() {
	clear(b.seen)
	b.nodes, b.queue = b.nodes[:0], b.queue[:0]
	b.addNode(skeletonNode{skeleton: b.root, next: -1})
}

// run takes pawns back until all are on files of their own, makes a kernel of that, and reports whether it succeeded. It expands at
// most limit skeletons. Every third or sixth node is drawn at random, the others have the least rank.
func (b *backwardSearch) run(limit int) bool {
	b.promotionWeight = promotionWeights[b.rng.N(len(promotionWeights))]
	b.noise = backNoise << b.rng.N(3)
	randomEvery := 3 + 3*b.rng.N(2)
	b.restart()
	for n := 0; len(b.queue) > 0 && n < limit; n++ {
		b.expanded++
		position := 0
		if n%randomEvery == 0 {
			position = b.rng.N(len(b.queue))
		}
		i := heap.Remove(&b.queue, position).(skeletonItem).node
		if b.nodes[i].remaining == 0 {
			if b.buildKernel(i, false) || b.buildKernel(i, true) {
				return true
			}
			continue
		}
		b.expand(i)
	}
	return false
}

// addNode adds a skeleton if it is new and passes the bounds on captures and officers.
func (b *backwardSearch) addNode(node skeletonNode) {
	if b.seen[node.skeleton] {
		return
	}
	b.seen[node.skeleton] = true
	promotions := int32(0)
	for c := chess.White; c <= chess.Black; c++ {
		captures := b.minCaptures(&node.skeleton, c)
		if captures == impossible || int(captures) > b.returnableMen(&node.skeleton, c.Other()) || !b.officersFit(&node.skeleton, c) {
			return
		}
		node.remaining += int32(captures) * needWeight
		for _, count := range node.promotions[c] {
			promotions += int32(count)
		}
	}
	node.remaining += wrongWeight*node.countBlockedFiles() + b.promotionWeight*promotions
	b.nodes = append(b.nodes, node)
	heap.Push(&b.queue, skeletonItem{node.cost + 2*node.remaining + int32(b.rng.N(b.noise)), int32(len(b.nodes) - 1)})
}

// expand adds the skeletons before node i.
func (b *backwardSearch) expand(i int32) {
	node := b.nodes[i]
	occ := node.pawns[0] | node.pawns[1]
	for c := chess.White; c <= chess.Black; c++ {
		for bb := node.pawns[c] &^ chess.RowBB(c.PawnRow()); bb != 0; bb &= bb - 1 {
			from := bb.First()
			b.takeBackPawnMoves(i, &node, c, from, occ)
		}
		for k := range base.Kinds + 1 {
			if node.promotions[c][k] > 0 {
				b.takeBackPromotion(i, &node, c, k, occ)
			}
		}
	}
}

// takeBackPawnMoves adds the skeletons before node i in which the pawn on from was elsewhere: back on its file, or before a capture
// there.
func (b *backwardSearch) takeBackPawnMoves(i int32, node *skeletonNode, c chess.Color, from chess.Square, occ chess.Bitboard) {
	for sq, steps := from, int32(0); sq.Row() != c.PawnRow(); steps++ {
		for bb := chess.PawnAttacks(c.Other(), sq) &^ occ; bb != 0; bb &= bb - 1 {
			b.takeBackCapture(i, node, unstep{c, from, sq, bb.First(), returnsNothing, noKind}, steps)
		}
		next := sq.Ahead(c.Other())
		if occ.Has(next) {
			break
		}
		if sq = next; sq.Row() == c.PawnRow() || steps == 0 || occ.Has(sq.Ahead(c.Other())) {
			previous := skeletonNode{skeleton: node.skeleton, step: unstep{c, from, sq, sq, returnsNothing, noKind}, next: i,
				cost: node.cost + 1 + steps}
			previous.pawns[c] ^= from.BB() ^ sq.BB()
			b.addNode(previous)
		}
	}
}

// takeBackCapture adds the skeletons before a capture, one for each kind of man that may have been captured.
func (b *backwardSearch) takeBackCapture(i int32, node *skeletonNode, step unstep, steps int32) {
	them := step.color.Other()
	previous := skeletonNode{skeleton: node.skeleton, step: step, next: i, cost: node.cost + 1 + steps}
	if step.promoted == noKind {
		previous.pawns[step.color] ^= step.from.BB()
	} else {
		previous.promotions[step.color][step.promoted]--
	}
	previous.pawns[step.color] |= step.to.BB()
	for man := returnsOfficer; man <= returnsPromoted; man++ {
		variant := previous
		variant.step.returned = man
		switch {
		case man == returnsOfficer:
			dark := 0
			if step.via.Dark() {
				dark = 1
			}
			variant.officersReturned[them][dark]++
		case node.sparePawns[them] == 0 || man == returnsPawn && (step.promoted != noKind || step.via.Row() == them.BackRow()):
			continue
		case man == returnsPawn:
			variant.sparePawns[them]--
			variant.pawns[them] |= step.via.BB()
		default:
			variant.sparePawns[them]--
			variant.promotions[them][anyKind]++
		}
		b.addNode(variant)
	}
}

// takeBackPromotion adds the skeletons before a promotion to kind k.
func (b *backwardSearch) takeBackPromotion(i int32, node *skeletonNode, c chess.Color, k base.Kind, occ chess.Bitboard) {
	for file := range 8 {
		to := chess.NewSquare(file, c.Other().PawnRow())
		if occ.Has(to) {
			continue
		}
		for side := -1; side <= 1; side++ {
			if !b.canPromote(c, k, file, side) {
				continue
			}
			step := unstep{c, chess.NoSquare, chess.NewSquare(file+side, c.LastRow()), to, returnsNothing, k}
			if side != 0 {
				b.takeBackCapture(i, node, step, 0)
				continue
			}
			previous := skeletonNode{skeleton: node.skeleton, step: step, next: i, cost: node.cost + 1}
			previous.promotions[c][k]--
			previous.pawns[c] |= to.BB()
			b.addNode(previous)
		}
	}
}

// prepareBackward prepares a guess backwards, and reports whether pawns have captured no more men than are missing.
func (g *guesser) prepareBackward(start, goal *chess.Setup) bool {
	if g.backward == nil {
		g.backward = &backwardSearch{guesser: g}
	}
	g.start, g.goal = start, goal
	return g.backward.reset()
}

// CanGuess reports whether a kernel from the initial position to a goal can be guessed, and how many skeletons the guess expanded
// backwards, of at most deep. With deep 0 it only reports whether one may be. A failure proves nothing.
func (pl *Planner) CanGuess(goal *chess.Setup, deep int) (ok bool, expanded int) {
	start := chess.InitialSetup()
	g := &pl.guesser
	before := g.expanded
	g.maxSkeletons = deep
	if deep == 0 {
		return g.prepareBackward(&start, goal), 0
	}
	_, ok = g.guess(&start, goal, 0)
	return ok, g.expanded - before
}
