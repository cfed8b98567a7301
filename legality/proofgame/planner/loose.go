package planner

import (
	"chesscensus/chess"
	"chesscensus/legality/kernel/search"
)

// Kernels for goals with few men. Where most men have to fall there are so many kernels
// that the first guess will do, while a search loses itself: pawns of the goal come
// from the nearest pawns of the start, by captures where they change files, the others
// are captured at home by officers, as far as they are not needed for promotions.

// A guesser makes kernels.
type guesser struct {
	dice
	start, goal *chess.Setup
	at          [64]chess.Piece // pawns only
	home        [64]bool        // pawns that stay, or promote
	left        [64]bool        // pawns to be captured by pawns
	excess      [2][kinds]int
	doomed      [2]int
	reserve     [2]int // doomed pawns that pawns will have to capture
	noise       int
	k           search.Kernel
}

// A plan is a pawn of the goal and the pawn of the start that becomes it.
type plan struct {
	from, to chess.Square
	color    chess.Color
}

// guess returns a kernel, or false if it has not found one in some attempts.
func (g *guesser) guess(start, goal *chess.Setup) (search.Kernel, bool) {
	g.start, g.goal = start, goal
	for i := range 400 {
		g.noise = 6 + i/8
		if g.attempt() && g.fits() {
			return g.k, true
		}
	}
	return search.Kernel{}, false
}

func (g *guesser) attempt() bool {
	g.k = search.Kernel{}
	promotions := [2][kinds]int{}
	for sq := range g.at {
		g.at[sq], g.home[sq] = chess.NoPiece, false
	}
	for c := chess.White; c <= chess.Black; c++ {
		for k := range kinds {
			have := (g.start.Board.Pieces(c, k.role()) & k.squares()).Count()
			want := (g.goal.Board.Pieces(c, k.role()) & k.squares()).Count()
			g.excess[c][k] = max(0, have-want)
			promotions[c][k] = max(0, want-have)
		}
		pawns := g.start.Board.Pieces(c, chess.Pawn)
		g.doomed[c] = pawns.Count() - g.goal.Board.Pieces(c, chess.Pawn).Count() - sum(promotions[c])
		if g.doomed[c] < 0 {
			return false
		}
		for sq := range pawns.All() {
			g.at[sq] = chess.NewPiece(c, chess.Pawn)
		}
	}
	plans, ok := g.plans()
	if !ok {
		return false
	}
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range [...]kind{darkBishop, lightBishop, knight, rook, queen} {
			for range promotions[c][k] {
				if !g.promoter(c, k, plans) {
					return false
				}
			}
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		g.reserve[c] = -sum(g.excess[c])
		for _, p := range plans {
			if p.color != c {
				g.reserve[c] += abs(p.to.File() - p.from.File())
			}
		}
	}
	g.fell()
	late := g.n(2) == 0
	for i := len(plans) - 1; i > 0; i-- {
		j := g.n(i + 1)
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
	for c := chess.White; c <= chess.Black; c++ {
		for k := range kinds {
			for ; g.excess[c][k] > 0; g.excess[c][k]-- {
				g.add(search.Move{Color: c.Other(), Victim: manOf(k)}, search.Step{Color: c.Other(), From: chess.NoSquare, To: g.homeOf(c, k), Capture: true})
			}
		}
	}
	return true
}

// plans chooses for every pawn of the goal a pawn of the start, near ones first.
func (g *guesser) plans() (list []plan, ok bool) {
	for c := chess.White; c <= chess.Black; c++ {
		free := g.start.Board.Pieces(c, chess.Pawn)
		goals := g.goal.Board.Pieces(c, chess.Pawn)
		// Those that can only be unmoved pawns first, then from the least advanced on.
		for i := range 6 {
			row := pawnRow(c) + i*(1-2*int(c))
			for bb := goals & chess.RowBB(row); bb != 0; {
				to := g.pick(bb)
				bb &^= to.BB()
				best, least := chess.NoSquare, 1<<30
				for sq := range free.All() {
					df, dy := abs(sq.File()-to.File()), (to.Row()-sq.Row())*(1-2*int(c))
					if df > dy {
						continue
					}
					if cost := 5*df + g.n(g.noise); cost < least {
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
func (g *guesser) promoter(c chess.Color, k kind, plans []plan) bool {
	best, ties := chess.NoSquare, 0
	for sq := range g.start.Board.Pieces(c, chess.Pawn).All() {
		if g.home[sq] || !k.squares().Has(chess.NewSquare(sq.File(), lastRow(c))) {
			continue
		}
		clear := true
		for _, p := range plans {
			if p.to.File() == sq.File() && p.color != c || p.from.File() == sq.File() && p.from.File() == p.to.File() && p.color == c && g.n(4) > 0 {
				clear = false
			}
		}
		for enemy := range (g.start.Board.Pieces(c.Other(), chess.Pawn) & chess.FileBB(sq.File())).All() {
			clear = clear && !g.home[enemy]
		}
		if clear {
			if ties++; g.n(ties) == 0 {
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
		j := g.n(i + 1)
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

// push moves a pawn on its file if nothing is in the way.
func (g *guesser) push(from, to chess.Square) bool {
	if from == to {
		return true
	}
	way := filePath(from, to) &^ from.BB()
	for sq := range way.All() {
		if g.at[sq] != chess.NoPiece {
			return false
		}
	}
	c := g.at[from].Color()
	g.k.Extended = append(g.k.Extended, search.Step{Color: c, Role: chess.Pawn, From: from, To: to})
	g.at[to], g.at[from] = g.at[from], chess.NoPiece
	g.left[to], g.left[from] = g.left[from], false
	return true
}

// cross moves a pawn to the file of its goal by captures, at once or as late as it can.
func (g *guesser) cross(p plan, late bool) bool {
	sq := p.from
	them := p.color.Other()
	for sq.File() != p.to.File() {
		side := 1
		if p.to.File() < sq.File() {
			side = -1
		}
		to := chess.Square(int(ahead(p.color, sq)) + side)
		left := abs(p.to.File() - to.File())
		spare := (p.to.Row()-to.Row())*(1-2*int(p.color)) - left
		k := g.victim(them, to)
		pawn := chess.NoSquare
		if k == noKind || g.n(4) == 0 {
			pawn = g.pawnVictim(them, to)
		}
		none := k == noKind && pawn == chess.NoSquare || pawn == chess.NoSquare && g.at[to] != chess.NoPiece
		if next := ahead(p.color, sq); spare > 0 && (late || none || g.n(4) == 0) && g.push(sq, next) {
			sq = next
			continue
		}
		if none || to.Row() == lastRow(p.color) {
			return false
		}
		m := search.Move{Color: p.color, Pawn: true, File: int8(sq.File()), Index: g.index(sq), ToFile: int8(to.File())}
		if pawn != chess.NoSquare {
			if !g.push(pawn, to) {
				return false
			}
			m.Victim = search.Pawn
			g.left[to] = false
		} else {
			g.excess[them][k]--
			m.Victim = manOf(k)
			if from := g.homeOf(them, k); from != to {
				g.k.Extended = append(g.k.Extended, search.Step{Color: them, Role: k.role(), From: from, To: to})
			}
		}
		g.at[sq], g.at[to] = chess.NoPiece, g.at[sq]
		m.ToIndex = g.index(to)
		g.add(m, search.Step{Color: p.color, Role: chess.Pawn, From: sq, To: to, Capture: true})
		sq = to
	}
	return true
}

// pawnVictim returns a pawn of a color, to be captured by a pawn, that can fall on a square;
// NoSquare if there is none.
func (g *guesser) pawnVictim(c chess.Color, to chess.Square) chess.Square {
	for sq := to; ; sq = ahead(c.Other(), sq) {
		if g.left[sq] && g.at[sq].Color() == c {
			return sq
		}
		if g.at[sq] != chess.NoPiece || sq.Row() == homeRow(c) {
			return chess.NoSquare
		}
	}
}

// fits reports whether the pawns that are left can come to the goal's without captures:
// see run.columns.
func (g *guesser) fits() bool {
	for file := range 8 {
		var list, want [8]chess.Square
		var n, m int
		var surplus [2]int
		for row := 1; row < 7; row++ {
			sq := chess.NewSquare(file, row)
			if g.at[sq] != chess.NoPiece {
				list[n&7] = sq
				n++
				surplus[g.at[sq].Color()]++
			}
			if p := g.goal.Board.At(sq); p.Role() == chess.Pawn {
				want[m&7] = sq
				m++
				surplus[p.Color()]--
			}
		}
		low := surplus[chess.Black]
		if low < 0 || surplus[chess.White] < 0 {
			return false
		}
		for i, sq := range list[:min(n, 8)] {
			c := g.at[sq].Color()
			switch {
			case i < low:
				if c != chess.Black {
					return false
				}
			case i >= low+m:
				if c != chess.White {
					return false
				}
			default:
				to := want[i-low]
				if g.goal.Board.At(to).Color() != c || (to.Row()-sq.Row())*(1-2*int(c)) < 0 {
					return false
				}
			}
		}
	}
	return true
}

func sum(list [kinds]int) (n int) {
	for _, k := range list {
		n += k
	}
	return n
}

// victim chooses an officer of a color that can fall on a square, noKind if there is none.
func (g *guesser) victim(c chess.Color, sq chess.Square) kind {
	best, ties := noKind, 0
	for k := range kinds {
		if n := g.excess[c][k]; n > 0 && k.squares().Has(sq) {
			if ties += n; g.n(ties) < n {
				best = k
			}
		}
	}
	return best
}

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

func (g *guesser) homeOf(c chess.Color, k kind) chess.Square {
	return (g.start.Board.Pieces(c, k.role()) & k.squares()).First()
}

func manOf(k kind) search.Man {
	return [...]search.Man{search.Knight, search.DarkBishop, search.LightBishop, search.Rook, search.Queen, 0, 0}[k]
}
