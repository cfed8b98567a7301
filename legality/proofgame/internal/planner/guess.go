package planner

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// A guesser makes proof kernels for goals with few men, by luck: kernels with rows that lead from a start to a goal. A failure
// proves nothing. Where most men have to fall there are so many kernels that the first guess will do, while a search loses itself.
//
//  1. Every pawn of the goal gets a pawn of the start that becomes it, near ones first.
//  2. Every officer that the start lacks gets a pawn that promotes, on the right color for a
//     bishop, with no pawn ahead that stays; if there is none, one that goes to another file for it.
//     Bishops that pawns of the goal keep at home are lacking, if the goal has them elsewhere: they fall there.
//  3. The other pawns are captured where they stand by officers, except those that pawns have to
//     capture for want of officers.
//  4. The pawns go to the files of their goals by captures, at once or as late as they can. Where no officer is left to
//     be taken on the way, a pawn that has to fall promotes and is. The officers that are left are captured at home.
//
// If one step fails, all begins anew with more noise, 400 times. For example, with king and pawn e5 against king the pawn e2 stays on its
// file, and officers capture the fifteen other pawns and all officers where they stand; no promotion is needed.
//
// Invariants: a kernel has as many captures as the start has men more than the goal, and what falls and promotes makes the start's officers the
// goal's. Its steps can be made one after the other on a board of pawns, and after them every pawn can go to its square in the goal without
// captures, see [base.Ends]. It depends on start, goal and the number of the guess alone.
//
// Ways of officers, checks and castling rights are not looked at: a kernel may be no game. The goal need not be legal, and with many men a guess
// mostly fails: search then.
//
// The zero value is ready, and for one goroutine at a time.
type guesser struct {
	rng         base.RNG
	start, goal *chess.Setup
	at          [64]chess.Piece    // pawns only
	home        [64]bool           // pawns that stay, or promote
	left        [64]bool           // pawns to be captured by pawns
	excess      [2][base.Kinds]int // officers that the goal does not show, to be captured
	caged       [2][base.Kinds]int // bishops behind pawns that never move, to be captured at home
	reserve     [2]int             // pawns that pawns will have to capture
	noise       int
	wide        bool // see wideAttempts
	k           search.Kernel
	back        *pawnsBack // nil before the first guess backwards
	deep        int        // how many skeletons a guess backwards may expand; none if 0
	expanded    int        // skeletons expanded so far
}

// A plan is a pawn of the goal and the pawn of the start that becomes it.
type plan struct {
	from, to chess.Square
	color    chess.Color
}

// Attempts in a guess. The noise in the choice of pawns grows with them. After these come wideAttempts in which pawns that fall to pawns may
// come to them by captures of their own, and pawns promote on files where others of their color end.
const (
	attempts     = 400
	wideAttempts = 200
)

// guess returns a kernel from the start to the goal, another one for each number k, or false
// if it has not found one in all attempts. It costs some 2 us an attempt.
func (g *guesser) guess(start, goal *chess.Setup, k uint64) (search.Kernel, bool) {
	g.rng.Key(base.Hash(goal), 1, k)
	g.start, g.goal = start, goal
	for i := range attempts + wideAttempts {
		g.noise, g.wide = 6+i%attempts/8, i >= attempts
		if g.attempt() && g.fits() {
			return g.k, true
		}
	}
	if g.deep > 0 && g.possible(start, goal) {
		for left := g.deep; left > 0; left -= backRun {
			if g.back.takeBack(min(left, backRun)) {
				return g.k, true
			}
		}
	}
	return search.Kernel{}, false
}

// attempt makes one kernel, and reports whether it came to its end.
func (g *guesser) attempt() bool {
	g.k = search.Kernel{}
	promotions, ok := g.count()
	if !ok {
		return false
	}
	plans, ok := g.plans()
	if ok {
		plans, ok = g.promoters(&promotions, plans)
	}
	if !ok {
		return false
	}
	for c := chess.White; c <= chess.Black; c++ {
		g.reserve[c] = -sum(g.excess[c])
		for _, p := range plans {
			if p.color != c {
				g.reserve[c] += base.Abs(p.to.File() - p.from.File())
			}
		}
	}
	g.fell()
	if !g.carryOut(plans) {
		return false
	}
	g.captureRest()
	return true
}

// count sets the pawns up, finds the officers in excess, and returns how many promotions to each kind
// are needed, and whether there are pawns for them.
func (g *guesser) count() (promotions [2][base.Kinds]int, ok bool) {
	for sq := range g.at {
		g.at[sq], g.home[sq] = chess.NoPiece, false
	}
	for c := chess.White; c <= chess.Black; c++ {
		for k := range base.Kinds {
			g.caged[c][k] = g.cagedAtHome(c, k).Count()
			have := k.Of(&g.start.Board, c).Count() - g.caged[c][k]
			want := k.Of(&g.goal.Board, c).Count()
			g.excess[c][k] = max(0, have-want)
			promotions[c][k] = max(0, want-have)
		}
		pawns := g.start.Board.Pieces(c, chess.Pawn)
		if pawns.Count()-g.goal.Board.Pieces(c, chess.Pawn).Count() < sum(promotions[c]) {
			return promotions, false
		}
		for sq := range pawns.All() {
			g.at[sq] = chess.NewPiece(c, chess.Pawn)
		}
	}
	return promotions, true
}

// promoters chooses a pawn for every promotion, those to bishops first, and adds the plans of those that change their file for it.
func (g *guesser) promoters(promotions *[2][base.Kinds]int, plans []plan) ([]plan, bool) {
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range [...]base.Kind{base.DarkBishop, base.LightBishop, base.Knight, base.Rook, base.Queen} {
			for range promotions[c][k] {
				if g.promoter(c, k, plans) {
					continue
				}
				p, ok := g.aside(c, k, plans)
				if !ok {
					return nil, false
				}
				plans = append(plans, p)
			}
		}
	}
	return plans, true
}

// aside chooses a pawn that goes to another file by captures, near ones first, to promote to a kind there: where none on a file of
// the right color is to spare.
func (g *guesser) aside(c chess.Color, k base.Kind, plans []plan) (best plan, ok bool) {
	least := 1 << 30
	for sq := range g.start.Board.Pieces(c, chess.Pawn).All() {
		for file := range 8 {
			df := base.Abs(sq.File() - file)
			if g.home[sq] || df == 0 || df > 5 || !g.makes(c, k, file) || slices.ContainsFunc(plans, func(p plan) bool { return p.to.File() == file && (p.color != c || !g.wide) }) {
				continue
			}
			if cost := 5*df + g.rng.N(g.noise); cost < least {
				best, least = plan{sq, chess.NewSquare(file, c.LastRow()-c.Forward()), c}, cost
			}
		}
	}
	if ok = least < 1<<30; ok {
		g.home[best.from] = true
	}
	return best, ok
}

// makes reports whether a pawn that promotes on a file can become a man of a kind: bishops need the right color, and a way out that no
// pawns at home bar.
func (g *guesser) makes(c chess.Color, k base.Kind, file int) bool {
	sq := chess.NewSquare(file, c.LastRow())
	if !k.Squares().Has(sq) || k != base.DarkBishop && k != base.LightBishop || g.goal.Board.At(sq) == chess.NewPiece(c, chess.Bishop) {
		return k.Squares().Has(sq)
	}
	them := c.Other()
	return chess.PawnAttacks(them, sq)&^(g.start.Board.Pieces(them, chess.Pawn)&g.goal.Board.Pieces(them, chess.Pawn)&chess.RowBB(them.PawnRow())) != 0
}

// carryOut brings the pawns to the files of their goals, in any order, in half of the attempts as
// late as they can, and reports whether it succeeded and all pawns that had to fall to pawns did.
func (g *guesser) carryOut(plans []plan) bool {
	late := g.rng.N(2) == 0
	for i := len(plans) - 1; i > 0; i-- {
		j := g.rng.N(i + 1)
		plans[i], plans[j] = plans[j], plans[i]
	}
	if late {
		for _, p := range plans {
			if p.from.File() == p.to.File() {
				g.push(p.from, p.to)
			}
		}
	}
	for _, p := range plans {
		if !g.cross(p, late) {
			return false
		}
	}
	for sq := range g.at {
		if g.at[sq] != chess.NoPiece && g.left[sq] {
			return false
		}
	}
	return true
}

// cagedAtHome returns bishops of the start that pawns of the goal keep where they are, if the goal has none there: both squares before
// them hold pawns that never move. They are taken at home.
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

// captureRest has the officers fall at home that are still in excess, or never left.
func (g *guesser) captureRest() {
	for c := chess.White; c <= chess.Black; c++ {
		for k := range base.Kinds {
			for n := g.excess[c][k] + g.caged[c][k]; n > 0; n-- {
				g.add(search.Move{Color: c.Other(), Victim: manOf(k)}, search.Step{Color: c.Other(), From: chess.NoSquare, To: g.homeOf(c, k), Capture: true})
			}
		}
	}
}

// plans chooses for every pawn of the goal a pawn of the start, near ones first.
func (g *guesser) plans() (list []plan, ok bool) {
	for c := chess.White; c <= chess.Black; c++ {
		free := g.start.Board.Pieces(c, chess.Pawn)
		goals := g.goal.Board.Pieces(c, chess.Pawn)
		// Those that can only be unmoved pawns first, then from the least advanced on.
		for i := range 6 {
			row := c.PawnRow() + i*c.Forward()
			for bb := goals & chess.RowBB(row); bb != 0; {
				to := g.rng.Pick(bb)
				bb &^= to.BB()
				best, least := chess.NoSquare, 1<<30
				for sq := range free.All() {
					df, dy := base.Abs(sq.File()-to.File()), (to.Row()-sq.Row())*c.Forward()
					if df > dy {
						continue
					}
					if cost := 5*df + g.rng.N(g.noise); cost < least {
						best, least = sq, cost
					}
				}
				if best == chess.NoSquare {
					return nil, false
				}
				free &^= best.BB()
				g.home[best] = true
				list = append(list, plan{best, to, c})
			}
		}
	}
	return list, true
}

// promoter chooses a pawn to promote to a kind, with no enemy pawn ahead that will stay on
// its file.
func (g *guesser) promoter(c chess.Color, k base.Kind, plans []plan) bool {
	best, ties := chess.NoSquare, 0
	for sq := range g.start.Board.Pieces(c, chess.Pawn).All() {
		if g.home[sq] || !g.makes(c, k, sq.File()) {
			continue
		}
		clear := true
		for _, p := range plans {
			if p.to.File() == sq.File() && p.color != c || p.from.File() == sq.File() && p.from.File() == p.to.File() && p.color == c && g.rng.N(4) > 0 {
				clear = false
			}
		}
		for enemy := range (g.start.Board.Pieces(c.Other(), chess.Pawn) & chess.FileBB(sq.File())).All() {
			clear = clear && !g.home[enemy]
		}
		if clear {
			if ties++; g.rng.N(ties) == 0 {
				best = sq
			}
		}
	}
	if best == chess.NoSquare {
		return false
	}
	g.home[best] = true
	return true
}

// fell has officers capture the pawns that are not needed, but for some that pawns will
// have to capture for want of officers.
func (g *guesser) fell() {
	var list []chess.Square
	for sq := range g.at {
		if g.at[sq] != chess.NoPiece && !g.home[sq] {
			list = append(list, chess.Square(sq))
		}
	}
	for i := len(list) - 1; i > 0; i-- {
		j := g.rng.N(i + 1)
		list[i], list[j] = list[j], list[i]
	}
	g.left = [64]bool{}
	for _, sq := range list {
		c := g.at[sq].Color().Other()
		if g.reserve[c.Other()] > 0 {
			g.reserve[c.Other()]--
			g.left[sq] = true
			continue
		}
		g.add(search.Move{Color: c, Victim: search.Pawn, ToFile: int8(sq.File()), ToIndex: g.index(sq)},
			search.Step{Color: c, From: chess.NoSquare, To: sq, Capture: true})
		g.at[sq] = chess.NoPiece
	}
}

// fits reports whether the pawns that are left can come to the goal's without captures.
func (g *guesser) fits() bool {
	for file := range 8 {
		var list [6]base.Pawn
		var ends [6]chess.Square
		n := 0
		for row := 1; row < 7; row++ {
			if sq := chess.NewSquare(file, row); g.at[sq] != chess.NoPiece {
				list[n] = base.Pawn{Sq: sq, Color: g.at[sq].Color()}
				n++
			}
		}
		if !base.Ends(file, list[:n], &g.goal.Board, &ends) {
			return false
		}
	}
	return true
}

// victim chooses an officer of a color that can fall on a square, base.NoKind if there is none.
func (g *guesser) victim(c chess.Color, sq chess.Square) base.Kind {
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

// add appends a capture, and the step that it is.
func (g *guesser) add(m search.Move, st search.Step) {
	g.k.Moves = append(g.k.Moves, m)
	g.k.Extended = append(g.k.Extended, st)
}

// index returns the number of pawns below a square on its file.
func (g *guesser) index(sq chess.Square) (n int8) {
	for s := int(sq) - 8; s >= 0; s -= 8 {
		if g.at[s] != chess.NoPiece {
			n++
		}
	}
	return n
}

// homeOf returns the first square on which the start has a man of a kind.
func (g *guesser) homeOf(c chess.Color, k base.Kind) chess.Square {
	if caged := g.cagedAtHome(c, k); caged != 0 && g.excess[c][k] == 0 {
		return caged.First()
	}
	return k.Of(&g.start.Board, c).First()
}

// manOf returns the name of a kind in kernels.
func manOf(k base.Kind) search.Man {
	return [...]search.Man{search.Knight, search.DarkBishop, search.LightBishop, search.Rook, search.Queen, 0, 0}[k]
}
