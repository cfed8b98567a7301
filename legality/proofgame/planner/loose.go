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
	excess      [2][kinds]int
	doomed      [2]int
	k           search.Kernel
}

// A plan is a pawn of the goal and the pawn of the start that becomes it.
type plan struct {
	from, to chess.Square
	color    chess.Color
}

// guess returns a kernel, or false if it has not found one in some attempts. The pawns of
// the files may not fit yet: that is for run.columns to see.
func (g *guesser) guess(start, goal *chess.Setup) (search.Kernel, bool) {
	g.start, g.goal = start, goal
	for range 40 {
		if g.attempt() {
			return g.k, true
		}
	}
	return search.Kernel{}, false
}

func (g *guesser) attempt() bool {
	g.k = search.Kernel{}
	promotions := [2]int{}
	for sq := range g.at {
		g.at[sq], g.home[sq] = chess.NoPiece, false
	}
	for c := chess.White; c <= chess.Black; c++ {
		for k := range kinds {
			have := (g.start.Board.Pieces(c, k.role()) & k.squares()).Count()
			want := (g.goal.Board.Pieces(c, k.role()) & k.squares()).Count()
			g.excess[c][k] = max(0, have-want)
			promotions[c] += max(0, want-have)
		}
		pawns := g.start.Board.Pieces(c, chess.Pawn)
		g.doomed[c] = pawns.Count() - g.goal.Board.Pieces(c, chess.Pawn).Count() - promotions[c]
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
		for range promotions[c] {
			if !g.promoter(c, plans) {
				return false
			}
		}
	}
	g.fell()
	for i := len(plans) - 1; i > 0; i-- {
		j := g.n(i + 1)
		plans[i], plans[j] = plans[j], plans[i]
	}
	for _, p := range plans {
		if !g.cross(p) {
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
					if cost := 5*df + g.n(6); cost < least {
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

// promoter chooses a pawn with no enemy pawn ahead that will stay on its file.
func (g *guesser) promoter(c chess.Color, plans []plan) bool {
	best, ties := chess.NoSquare, 0
	for sq := range g.start.Board.Pieces(c, chess.Pawn).All() {
		if g.home[sq] {
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
	for _, sq := range list {
		c := g.at[sq].Color().Other()
		g.add(search.Move{Color: c, Victim: search.Pawn, ToFile: int8(sq.File()), ToIndex: g.index(sq)},
			search.Step{Color: c, From: chess.NoSquare, To: sq, Capture: true})
		g.at[sq] = chess.NoPiece
	}
}

// cross moves a pawn to the file of its goal, capturing officers.
func (g *guesser) cross(p plan) bool {
	sq := p.from
	for sq.File() != p.to.File() {
		side := 1
		if p.to.File() < sq.File() {
			side = -1
		}
		to := chess.Square(int(ahead(p.color, sq)) + side)
		left := abs(p.to.File() - to.File())
		spare := (p.to.Row()-to.Row())*(1-2*int(p.color)) - left
		k := g.victim(p.color.Other(), to)
		if next := ahead(p.color, sq); spare > 0 && g.at[next] == chess.NoPiece && (k == noKind || g.n(3) == 0) {
			g.k.Extended = append(g.k.Extended, search.Step{Color: p.color, Role: chess.Pawn, From: sq, To: next})
			g.at[sq], g.at[next] = chess.NoPiece, g.at[sq]
			sq = next
			continue
		}
		if k == noKind || g.at[to] != chess.NoPiece || to.Row() == lastRow(p.color) {
			return false
		}
		g.excess[p.color.Other()][k]--
		m := search.Move{Color: p.color, Pawn: true, File: int8(sq.File()), Index: g.index(sq), Victim: manOf(k), ToFile: int8(to.File())}
		g.at[sq], g.at[to] = chess.NoPiece, g.at[sq]
		m.ToIndex = g.index(to)
		if from := g.homeOf(p.color.Other(), k); from != to {
			g.k.Extended = append(g.k.Extended, search.Step{Color: p.color.Other(), Role: k.role(), From: from, To: to})
		}
		g.add(m, search.Step{Color: p.color, Role: chess.Pawn, From: sq, To: to, Capture: true})
		sq = to
	}
	return true
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
