package planner

import (
	"container/heap"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Kernels guessed backwards: the pawns of the goal are taken back on a board of pawns alone, with officers counted, until each is on a file of its own and
// no white one stands above a black one there. Where pawns have captured nearly all men that are missing, a kernel that is put together at random rarely
// comes out, and the search of package search runs out of states; backwards every capture taken back is bounded by how many the pawns need yet, and rows
// are those of the board. What has not been given back by then is captured at home.

// An unstep is how a skeleton came from the one after it: a pawn goes back from `from` to at, and from there to before by giving a man back, or on to
// before where it gives none back; or an officer becomes a pawn on before.
type unstep struct {
	color            chess.Color
	from, at, before chess.Square
	gives            giving
	promoted         base.Kind // what becomes a pawn again, or noKind
}

// A giving says what is given back to the enemy.
type giving uint8

const (
	nobody giving = iota
	anOfficer
	aPawn
	aPromoted
)

// noKind stands for unsteps of pawns, anyKind for a man that was promoted and captured.
const (
	anyKind = base.Kinds
	noKind  = base.Kinds + 1
)

// A skeletonNode is a skeleton that was reached.
type skeletonNode struct {
	skeleton
	by   unstep
	from int32 // the node after it in the game, -1 for the goal
	cost int32 // so far
	left int32 // what has to be taken back yet, by weight: 0 at the end
}

// pawnsBack is the scratch space of guesses backwards.
type pawnsBack struct {
	*guesser
	missing [2][base.Kinds]int8        // officers that were captured, by kind
	ways    [2][base.Kinds + 1][8]int8 // captures that bring a pawn from a file to where it promotes, by kind
	fixed   [2]chess.Bitboard          // pawns of the goal that never moved
	root    skeleton                   // that of the goal

	owedWeight int32
	noise      int
	nodes      []skeletonNode
	queue      skeletonQueue
	seen       map[skeleton]bool
	needs      map[needKey]int8 // answers of need
}

type needKey struct {
	pawns chess.Bitboard
	owed  [base.Kinds + 1]int8
	color chess.Color
}

type skeletonItem struct{ rank, node int32 }

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

const never = 100

// Weights by which the search orders skeletons: of a capture that pawns need yet, of two pawns in the wrong order on a file, and the range of the noise.
const (
	needWeight  = 8
	wrongWeight = 6
	backNoise   = 10
	backRun     = 200 // skeletons expanded before the search begins anew
)

// owedWeights are for a promotion that is to be taken back, one for each guess.
var owedWeights = [...]int32{1, 4, 8, 12}

// begin prepares the search for the skeleton of a goal. It returns false if pawns have captured more men than are missing, or none is left that can have
// promoted.
func (z *pawnsBack) begin() (ok bool) {
	if z.seen == nil {
		z.seen, z.needs = map[skeleton]bool{}, map[needKey]int8{}
	}
	clear(z.needs)
	z.noise = 1
	ok = z.setRoot()
	if ok {
		z.restart()
	}
	return ok && len(z.nodes) > 0
}

// restart enters the skeleton of the goal.
func (z *pawnsBack) restart() {
	clear(z.seen)
	z.nodes, z.queue = z.nodes[:0], z.queue[:0]
	z.enter(skeletonNode{skeleton: z.root, from: -1})
}

// takeBack takes the pawns back until all are on files of their own, and makes a kernel of that. It expands some so many skeletons at most.
func (z *pawnsBack) takeBack(most int) bool {
	z.owedWeight = owedWeights[z.rng.N(len(owedWeights))]
	z.noise = backNoise << z.rng.N(3)
	wide := 3 + 3*z.rng.N(2)
	z.restart()
	for n := 0; len(z.queue) > 0 && n < most; n++ {
		z.expanded++
		at := 0
		if n%wide == 0 {
			at = z.rng.N(len(z.queue))
		}
		i := heap.Remove(&z.queue, at).(skeletonItem).node
		if z.nodes[i].left == 0 {
			if z.emit(i, false) || z.emit(i, true) {
				return true
			}
			continue
		}
		z.expand(i)
	}
	return false
}

// enter notes a skeleton if it is new and can have been.
func (z *pawnsBack) enter(n skeletonNode) {
	if z.seen[n.skeleton] {
		return
	}
	z.seen[n.skeleton] = true
	owed := int32(0)
	for c := chess.White; c <= chess.Black; c++ {
		need := z.need(&n.skeleton, c)
		if need == never || int(need) > z.canGiveBack(&n.skeleton, c.Other()) || !z.fitsOfficers(&n.skeleton, c) {
			return
		}
		n.left += int32(need) * needWeight
		for _, m := range n.owed[c] {
			owed += int32(m)
		}
	}
	n.left += wrongWeight*n.wrong() + z.owedWeight*owed
	z.nodes = append(z.nodes, n)
	heap.Push(&z.queue, skeletonItem{n.cost + 2*n.left + int32(z.rng.N(z.noise)), int32(len(z.nodes) - 1)})
}

// expand enters the skeletons before one.
func (z *pawnsBack) expand(i int32) {
	n := z.nodes[i]
	occ := n.pawns[0] | n.pawns[1]
	for c := chess.White; c <= chess.Black; c++ {
		for bb := n.pawns[c] &^ chess.RowBB(c.PawnRow()); bb != 0; bb &= bb - 1 {
			from := bb.First()
			z.pawnBack(i, &n, c, from, occ)
		}
		for k := range base.Kinds + 1 {
			if n.owed[c][k] > 0 {
				z.demote(i, &n, c, k, occ)
			}
		}
	}
}

// pawnBack takes moves of one pawn back.
func (z *pawnsBack) pawnBack(i int32, n *skeletonNode, c chess.Color, from chess.Square, occ chess.Bitboard) {
	for at, steps := from, int32(0); at.Row() != c.PawnRow(); steps++ {
		for bb := chess.PawnAttacks(c.Other(), at) &^ occ; bb != 0; bb &= bb - 1 {
			z.give(i, n, unstep{c, from, at, bb.First(), nobody, noKind}, steps)
		}
		next := at.Ahead(c.Other())
		if occ.Has(next) {
			break
		}
		if at = next; at.Row() == c.PawnRow() || steps == 0 || occ.Has(at.Ahead(c.Other())) {
			m := skeletonNode{skeleton: n.skeleton, by: unstep{c, from, at, at, nobody, noKind}, from: i, cost: n.cost + 1 + steps}
			m.pawns[c] ^= from.BB() ^ at.BB()
			z.enter(m)
		}
	}
}

// give takes a capture back, with each man that may have been captured.
func (z *pawnsBack) give(i int32, n *skeletonNode, u unstep, steps int32) {
	them := u.color.Other()
	m := skeletonNode{skeleton: n.skeleton, by: u, from: i, cost: n.cost + 1 + steps}
	if u.promoted == noKind {
		m.pawns[u.color] ^= u.from.BB()
	} else {
		m.owed[u.color][u.promoted]--
	}
	m.pawns[u.color] |= u.before.BB()
	for g := anOfficer; g <= aPromoted; g++ {
		o := m
		o.by.gives = g
		switch {
		case g == anOfficer:
			dark := 0
			if u.at.Dark() {
				dark = 1
			}
			o.officers[them][dark]++
		case n.spare[them] == 0 || g == aPawn && (u.promoted != noKind || u.at.Row() == them.BackRow()):
			continue
		case g == aPawn:
			o.spare[them]--
			o.pawns[them] |= u.at.BB()
		default:
			o.spare[them]--
			o.owed[them][anyKind]++
		}
		z.enter(o)
	}
}

// demote has men of a kind become pawns again.
func (z *pawnsBack) demote(i int32, n *skeletonNode, c chess.Color, k base.Kind, occ chess.Bitboard) {
	for file := range 8 {
		before := chess.NewSquare(file, c.Other().PawnRow())
		if occ.Has(before) {
			continue
		}
		for side := -1; side <= 1; side++ {
			if !z.promotes(c, k, file, side) {
				continue
			}
			u := unstep{c, chess.NoSquare, chess.NewSquare(file+side, c.LastRow()), before, nobody, k}
			if side != 0 {
				z.give(i, n, u, 0)
				continue
			}
			m := skeletonNode{skeleton: n.skeleton, by: u, from: i, cost: n.cost + 1}
			m.owed[c][k]--
			m.pawns[c] |= before.BB()
			z.enter(m)
		}
	}
}

// possible reports whether pawns have captured no more men than are missing.
func (g *guesser) possible(start, goal *chess.Setup) bool {
	if g.back == nil {
		g.back = &pawnsBack{guesser: g}
	}
	g.start, g.goal = start, goal
	return g.back.begin()
}

// Guesses reports whether a kernel from the initial position to a goal is guessed, where a guess backwards may expand some so many skeletons, and how
// many it has. That none is proves nothing.
func (pl *Planner) Guesses(goal *chess.Setup, deep int) (ok bool, expanded int) {
	start := chess.InitialSetup()
	g := &pl.guesser
	before := g.expanded
	g.deep = deep
	if deep == 0 {
		return g.possible(&start, goal), 0
	}
	_, ok = g.guess(&start, goal, 0)
	return ok, g.expanded - before
}
