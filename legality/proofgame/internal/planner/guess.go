package planner

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// A guesser guesses proof kernels for goals with few men: kernels that name rows and lead from a start to a goal. A failure proves
// nothing. Where most men have to fall there are so many kernels that a random one will do, while a search runs out of states.
//
//  1. Every pawn of the goal gets a pawn of the start that becomes it, near ones first.
//  2. Every officer that the start lacks gets a pawn that promotes, on the right color for a bishop, with no pawn ahead that
//     stays; if there is none, a pawn that goes to another file for it. Bishops that pawns of the goal keep at home are
//     lacking if the goal has them elsewhere: they are captured at home.
//  3. The other pawns are captured where they stand by officers, except those that pawns have to capture for want of officers.
//  4. The pawns go to the files of their goals by captures, at once or as late as they can. Where no officer is left to be
//     captured on the way, a pawn that has to fall promotes and is captured. The officers that are left are captured at home.
//
// If one step fails, all begins anew with more noise: 400 times, and 200 times more with wider choices (wideAttempts). For example,
// with king and pawn e5 against king the pawn e2 stays on its file, and officers capture the fifteen other pawns and all officers where
// they stand; no promotion is needed.
//
// Invariants: a kernel has as many captures as the start has men more than the goal. Its victims and promotions turn the officers of
// the start into those of the goal. Its steps can be made one after the other on a board of pawns, and after them every pawn can go to
// its square in the goal without captures, see [base.Ends]. The kernel depends on start, goal and the number of the guess alone.
//
// The guesser does not look at ways of officers, checks and castling rights: a kernel may lead to no game. The goal need not be legal.
// With many men a guess mostly fails, and a search is better.
//
// The zero value is ready, and for one goroutine at a time.
type guesser struct {
	rng            base.RNG
	start, goal    *chess.Setup
	pawns          [64]chess.Piece    // pawn on each square, or NoPiece
	needed         [64]bool           // pawns that become one of the goal's, or promote
	forPawns       [64]bool           // pawns that pawns have to capture
	excess         [2][base.Kinds]int // officers that the goal does not show, to be captured
	caged          [2][base.Kinds]int // bishops behind pawns that never move, to be captured at home
	wantedForPawns [2]int             // how many pawns of a color pawns have to capture
	noise          int                // range of the noise in the choice of pawns
	wide           bool               // the attempt is one of wideAttempts
	kernel         search.Kernel
	backward       *backwardSearch // nil before the first guess backwards
	maxSkeletons   int             // skeletons that a guess may expand backwards
	expanded       int             // skeletons expanded so far, in all guesses
}

// A plan is a square of a goal's pawn, or the last square before a promotion, and the pawn of the start that goes to its file.
type plan struct {
	from, to chess.Square
	color    chess.Color
}

// Attempts in a guess. The noise in the choice of pawns grows with them.
const (
	attempts     = 400 // ordinary ones
	wideAttempts = 200 // later ones: pawns may capture on their way to their capture, and promote on files where others of their color end
)

// guess returns a kernel from the start to the goal, another one for each number k, or false if all attempts fail. An attempt costs
// some 2 us.
func (g *guesser) guess(start, goal *chess.Setup, k uint64) (search.Kernel, bool) {
	g.rng.Key(base.Hash(goal), 1, k)
	g.start, g.goal = start, goal
	for i := range attempts + wideAttempts {
		g.noise, g.wide = 6+i%attempts/8, i >= attempts
		if g.tryOnce() && g.fits() {
			return g.kernel, true
		}
	}
	if g.maxSkeletons > 0 && g.prepareBackward(start, goal) {
		for remaining := g.maxSkeletons; remaining > 0; remaining -= backRun {
			if g.backward.run(min(remaining, backRun)) {
				return g.kernel, true
			}
		}
	}
	return search.Kernel{}, false
}

// tryOnce makes one kernel, and reports whether it succeeded.
func (g *guesser) tryOnce() bool {
	g.kernel = search.Kernel{}
	promotions, ok := g.setUp()
	if !ok {
		return false
	}
	plans, ok := g.planGoalPawns()
	if ok {
		plans, ok = g.planPromotions(&promotions, plans)
	}
	if !ok {
		return false
	}
	for c := chess.White; c <= chess.Black; c++ {
		g.wantedForPawns[c] = -sumKinds(g.excess[c])
		for _, p := range plans {
			if p.color != c {
				g.wantedForPawns[c] += base.Abs(p.to.File() - p.from.File())
			}
		}
	}
	g.captureUnneeded()
	if !g.carryOut(plans) {
		return false
	}
	g.captureRest()
	return true
}

// setUp sets up the pawns, counts the officers in excess, and returns how many promotions to each kind are needed, and whether there
// are pawns for them.
func (g *guesser) setUp() (promotions [2][base.Kinds]int, ok bool) {
	for sq := range g.pawns {
		g.pawns[sq], g.needed[sq] = chess.NoPiece, false
	}
	for c := chess.White; c <= chess.Black; c++ {
		for k := range base.Kinds {
			g.caged[c][k] = g.cagedAtHome(c, k).Count()
			starting := k.Of(&g.start.Board, c).Count() - g.caged[c][k]
			wanted := k.Of(&g.goal.Board, c).Count()
			g.excess[c][k] = max(0, starting-wanted)
			promotions[c][k] = max(0, wanted-starting)
		}
		pawns := g.start.Board.Pieces(c, chess.Pawn)
		if pawns.Count()-g.goal.Board.Pieces(c, chess.Pawn).Count() < sumKinds(promotions[c]) {
			return promotions, false
		}
		for sq := range pawns.All() {
			g.pawns[sq] = chess.NewPiece(c, chess.Pawn)
		}
	}
	return promotions, true
}

// cagedAtHome returns the squares of bishops of the start that the goal does not show there, though pawns of the goal that never moved
// stand on both squares before them. They have to be captured at home.
func (g *guesser) cagedAtHome(c chess.Color, k base.Kind) (caged chess.Bitboard) {
	if k != base.DarkBishop && k != base.LightBishop {
		return 0
	}
	fixed := g.start.Board.Pieces(c, chess.Pawn) & g.goal.Board.Pieces(c, chess.Pawn) & chess.RowBB(c.PawnRow())
	for sq := range (k.Of(&g.start.Board, c) &^ g.goal.Board.Pieces(c, chess.Bishop) & chess.RowBB(c.BackRow())).All() {
		if chess.PawnAttacks(c, sq)&^fixed == 0 {
			caged |= sq.BB()
		}
	}
	return caged
}

// planGoalPawns chooses a pawn of the start for every pawn of the goal, near ones first.
func (g *guesser) planGoalPawns() (list []plan, ok bool) {
	for c := chess.White; c <= chess.Black; c++ {
		free := g.start.Board.Pieces(c, chess.Pawn)
		goals := g.goal.Board.Pieces(c, chess.Pawn)
		// The least advanced pawns of the goal come first: fewest pawns can become these.
		for i := range 6 {
			row := c.PawnRow() + i*c.Forward()
			for bb := goals & chess.RowBB(row); bb != 0; {
				to := g.rng.Pick(bb)
				bb &^= to.BB()
				best, leastCost := chess.NoSquare, 1<<30
				for sq := range free.All() {
					files, rows := base.Abs(sq.File()-to.File()), (to.Row()-sq.Row())*c.Forward()
					if files > rows {
						continue
					}
					if cost := 5*files + g.rng.N(g.noise); cost < leastCost {
						best, leastCost = sq, cost
					}
				}
				if best == chess.NoSquare {
					return nil, false
				}
				free &^= best.BB()
				g.needed[best] = true
				list = append(list, plan{best, to, c})
			}
		}
	}
	return list, true
}

// planPromotions chooses a pawn for every promotion, bishops first, and adds the plans of those that change their file for it. It
// reports whether there are enough.
func (g *guesser) planPromotions(promotions *[2][base.Kinds]int, plans []plan) ([]plan, bool) {
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range [...]base.Kind{base.DarkBishop, base.LightBishop, base.Knight, base.Rook, base.Queen} {
			for range promotions[c][k] {
				if g.choosePromoter(c, k, plans) {
					continue
				}
				p, ok := g.planPromotionElsewhere(c, k, plans)
				if !ok {
					return nil, false
				}
				plans = append(plans, p)
			}
		}
	}
	return plans, true
}

// choosePromoter chooses a pawn that promotes to kind k on its own file, with no pawn ahead that stays there, and reports whether there
// is one.
func (g *guesser) choosePromoter(c chess.Color, k base.Kind, plans []plan) bool {
	best, ties := chess.NoSquare, 0
	for sq := range g.start.Board.Pieces(c, chess.Pawn).All() {
		if g.needed[sq] || !g.canBecome(c, k, sq.File()) {
			continue
		}
		isClear := true
		for _, p := range plans {
			blocks := p.to.File() == sq.File() && p.color != c
			staysOnFile := p.from.File() == sq.File() && p.from.File() == p.to.File() && p.color == c
			if blocks || staysOnFile && g.rng.N(4) > 0 {
				isClear = false
			}
		}
		for enemy := range (g.start.Board.Pieces(c.Other(), chess.Pawn) & chess.FileBB(sq.File())).All() {
			isClear = isClear && !g.needed[enemy]
		}
		if isClear {
			if ties++; g.rng.N(ties) == 0 {
				best = sq
			}
		}
	}
	if best == chess.NoSquare {
		return false
	}
	g.needed[best] = true
	return true
}

// planPromotionElsewhere chooses a pawn that goes to another file by captures, near ones first, and promotes there to kind k.
func (g *guesser) planPromotionElsewhere(c chess.Color, k base.Kind, plans []plan) (best plan, ok bool) {
	leastCost := 1 << 30
	for sq := range g.start.Board.Pieces(c, chess.Pawn).All() {
		for file := range 8 {
			files := base.Abs(sq.File() - file)
			if g.needed[sq] || files == 0 || files > 5 || !g.canBecome(c, k, file) {
				continue
			}
			if slices.ContainsFunc(plans, func(p plan) bool { return p.to.File() == file && (p.color != c || !g.wide) }) {
				continue
			}
			if cost := 5*files + g.rng.N(g.noise); cost < leastCost {
				best, leastCost = plan{sq, chess.NewSquare(file, c.LastRow()-c.Forward()), c}, cost
			}
		}
	}
	if ok = leastCost < 1<<30; ok {
		g.needed[best.from] = true
	}
	return best, ok
}

// canBecome reports whether a pawn of color c that promotes on a file can become a man of kind k: a bishop needs the right color, and a
// way out past enemy pawns at home, unless the goal shows one there.
func (g *guesser) canBecome(c chess.Color, k base.Kind, file int) bool {
	sq := chess.NewSquare(file, c.LastRow())
	if !k.Squares().Has(sq) || k != base.DarkBishop && k != base.LightBishop || g.goal.Board.At(sq) == chess.NewPiece(c, chess.Bishop) {
		return k.Squares().Has(sq)
	}
	them := c.Other()
	unmoved := g.start.Board.Pieces(them, chess.Pawn) & g.goal.Board.Pieces(them, chess.Pawn) & chess.RowBB(them.PawnRow())
	return chess.PawnAttacks(them, sq)&^unmoved != 0
}

// captureUnneeded adds captures by officers of the pawns that are not needed, but for some that pawns will have to capture for want of
// officers.
func (g *guesser) captureUnneeded() {
	var list []chess.Square
	for sq := range g.pawns {
		if g.pawns[sq] != chess.NoPiece && !g.needed[sq] {
			list = append(list, chess.Square(sq))
		}
	}
	base.Shuffle(&g.rng, list)
	g.forPawns = [64]bool{}
	for _, sq := range list {
		c := g.pawns[sq].Color().Other()
		if g.wantedForPawns[c.Other()] > 0 {
			g.wantedForPawns[c.Other()]--
			g.forPawns[sq] = true
			continue
		}
		g.addCapture(search.Move{Color: c, Victim: search.Pawn, ToFile: int8(sq.File()), ToIndex: g.fileIndex(sq)},
			search.Step{Color: c, From: chess.NoSquare, To: sq, Capture: true})
		g.pawns[sq] = chess.NoPiece
	}
}

// carryOut moves the pawns to the files of their goals, in random order, in half of the attempts as late as they can. It reports
// whether all pawns arrived, and all pawns of forPawns were captured.
func (g *guesser) carryOut(plans []plan) bool {
	late := g.rng.N(2) == 0
	base.Shuffle(&g.rng, plans)
	if late {
		for _, p := range plans {
			if p.from.File() == p.to.File() {
				g.push(p.from, p.to)
			}
		}
	}
	for _, p := range plans {
		if !g.moveToFile(p, late) {
			return false
		}
	}
	for sq := range g.pawns {
		if g.pawns[sq] != chess.NoPiece && g.forPawns[sq] {
			return false
		}
	}
	return true
}

// captureRest adds captures at home of the officers that are still in excess, or never left.
func (g *guesser) captureRest() {
	for c := chess.White; c <= chess.Black; c++ {
		for k := range base.Kinds {
			for n := g.excess[c][k] + g.caged[c][k]; n > 0; n-- {
				g.addCapture(search.Move{Color: c.Other(), Victim: manOfKind(k)},
					search.Step{Color: c.Other(), From: chess.NoSquare, To: g.homeOf(c, k), Capture: true})
			}
		}
	}
}

// homeOf returns the first square on which the start has a man of kind k that is to be captured.
func (g *guesser) homeOf(c chess.Color, k base.Kind) chess.Square {
	if caged := g.cagedAtHome(c, k); caged != 0 && g.excess[c][k] == 0 {
		return caged.First()
	}
	return k.Of(&g.start.Board, c).First()
}

// fits reports whether the remaining pawns can go to those of the goal without captures.
func (g *guesser) fits() bool {
	for file := range 8 {
		var list [6]base.Pawn
		var ends [6]chess.Square
		count := 0
		for row := 1; row < 7; row++ {
			if sq := chess.NewSquare(file, row); g.pawns[sq] != chess.NoPiece {
				list[count] = base.Pawn{Sq: sq, Color: g.pawns[sq].Color()}
				count++
			}
		}
		if !base.Ends(file, list[:count], &g.goal.Board, &ends) {
			return false
		}
	}
	return true
}

// chooseVictim chooses an officer of a color that can be captured on sq, or base.NoKind if there is none. Kinds are weighted by their
// number in excess.
func (g *guesser) chooseVictim(c chess.Color, sq chess.Square) base.Kind {
	best, ties := base.NoKind, 0
	for k := range base.Kinds {
		if n := g.excess[c][k]; n > 0 && k.Squares().Has(sq) {
			if ties += n; g.rng.N(ties) < n {
				best = k
			}
		}
	}
	return best
}

// addCapture appends a capture and its step to the kernel.
func (g *guesser) addCapture(m search.Move, st search.Step) {
	g.kernel.Moves = append(g.kernel.Moves, m)
	g.kernel.Extended = append(g.kernel.Extended, st)
}

// fileIndex returns the number of pawns below a square on its file.
func (g *guesser) fileIndex(sq chess.Square) (n int8) {
	for s := int(sq) - 8; s >= 0; s -= 8 {
		if g.pawns[s] != chess.NoPiece {
			n++
		}
	}
	return n
}

// manOfKind returns the name of a kind in kernels.
func manOfKind(k base.Kind) search.Man {
	return [...]search.Man{search.Knight, search.DarkBishop, search.LightBishop, search.Rook, search.Queen, 0, 0}[k]
}
