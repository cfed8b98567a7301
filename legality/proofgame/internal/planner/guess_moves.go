package planner

import (
	"cmp"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// push moves a pawn on its file if nothing is in the way.
func (g *guesser) push(from, to chess.Square) bool {
	if from == to {
		return true
	}
	way := base.FilePath(from, to) &^ from.BB()
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
		to := chess.Square(int(sq.Ahead(p.color)) + side)
		left := base.Abs(p.to.File() - to.File())
		spare := (p.to.Row()-to.Row())*p.color.Forward() - left
		k := g.victim(them, to)
		pawn := chess.NoSquare
		if k == base.NoKind || g.rng.N(4) == 0 {
			pawn = g.pawnVictim(them, to)
		}
		blocked := pawn == chess.NoSquare && g.at[to] != chess.NoPiece
		promoted, came := chess.NoSquare, false
		if k == base.NoKind && pawn == chess.NoSquare && !blocked {
			promoted = g.promotedVictim(them)
			if g.wide && (promoted == chess.NoSquare || g.rng.N(2) == 0) {
				if came = g.come(them, to); came {
					pawn, promoted = to, chess.NoSquare
				}
			}
		}
		none := blocked || k == base.NoKind && pawn == chess.NoSquare && promoted == chess.NoSquare
		if next := sq.Ahead(p.color); spare > 0 && !came && (late || none || g.rng.N(4) == 0) && g.push(sq, next) {
			sq = next
			continue
		}
		if none || to.Row() == p.color.LastRow() {
			return false
		}
		m := search.Move{Color: p.color, Pawn: true}
		switch {
		case pawn != chess.NoSquare:
			if !g.push(pawn, to) {
				return false
			}
			m.Victim = search.Pawn
			g.left[to] = false
		case promoted != chess.NoSquare:
			m.Victim, m.VictimFile = search.Promoted, int8(promoted.File())
			last := g.promote(promoted)
			g.k.Extended = append(g.k.Extended, search.Step{Color: them, Role: chess.Queen, From: last, To: to})
		default:
			m.Victim = g.officer(them, k, to)
		}
		g.capture(m, sq, to)
		sq = to
	}
	return true
}

// officer brings an officer of a kind to a square, where it is captured, and returns its name.
func (g *guesser) officer(c chess.Color, k base.Kind, to chess.Square) search.Man {
	g.excess[c][k]--
	if from := g.homeOf(c, k); from != to {
		g.k.Extended = append(g.k.Extended, search.Step{Color: c, Role: k.Role(), From: from, To: to})
	}
	return manOf(k)
}

// capture makes the capture of a pawn whose color and victim are known.
func (g *guesser) capture(m search.Move, from, to chess.Square) {
	m.File, m.Index, m.ToFile = int8(from.File()), g.index(from), int8(to.File())
	g.at[from], g.at[to] = chess.NoPiece, g.at[from]
	m.ToIndex = g.index(to)
	g.add(m, search.Step{Color: m.Color, Role: chess.Pawn, From: from, To: to, Capture: true})
}

// come brings a pawn of a color, which has to fall to a pawn, from another file to a square by captures of officers, and reports whether it
// succeeded. Where it fails the kernel may be spoilt, but not the board: the pawn then stands elsewhere.
func (g *guesser) come(c chess.Color, to chess.Square) bool {
	best, ties := chess.NoSquare, 0
	for i, left := range g.left {
		sq := chess.Square(i)
		df, dy := base.Abs(sq.File()-to.File()), (to.Row()-sq.Row())*c.Forward()
		if left && g.at[sq].Color() == c && df > 0 && df <= min(dy, sum(g.excess[c.Other()])) {
			if ties++; g.rng.N(ties) == 0 {
				best = sq
			}
		}
	}
	for sq := best; best != chess.NoSquare; {
		df, dy := to.File()-sq.File(), (to.Row()-sq.Row())*c.Forward()
		if dy == 0 {
			return true
		}
		next := sq.Ahead(c)
		if dy > base.Abs(df) && (df == 0 || g.rng.N(2) == 0) {
			if !g.push(sq, next) {
				return false
			}
			sq = next
			continue
		}
		if next = chess.Square(int(next) + cmp.Compare(df, 0)); g.at[next] != chess.NoPiece {
			return false
		}
		k := g.victim(c.Other(), next)
		if k == base.NoKind {
			return false
		}
		g.capture(search.Move{Color: c, Pawn: true, Victim: g.officer(c.Other(), k, next)}, sq, next)
		g.left[next], g.left[sq] = true, false
		sq = next
	}
	return false
}

// pawnVictim returns a pawn of a color, to be captured by a pawn, that can fall on a square;
// NoSquare if there is none.
func (g *guesser) pawnVictim(c chess.Color, to chess.Square) chess.Square {
	for sq := to; ; sq = sq.Ahead(c.Other()) {
		if g.left[sq] && g.at[sq].Color() == c {
			return sq
		}
		if g.at[sq] != chess.NoPiece || sq.Row() == c.BackRow() {
			return chess.NoSquare
		}
	}
}

// promotedVictim returns a pawn of a color that is to be captured by a pawn and can promote first, so that it may fall anywhere, as a
// queen; NoSquare if there is none.
func (g *guesser) promotedVictim(c chess.Color) chess.Square {
	best, ties := chess.NoSquare, 0
	for i := range g.at {
		sq := chess.Square(i)
		if g.at[sq] == chess.NoPiece || !g.left[sq] || g.at[sq].Color() != c {
			continue
		}
		free := true
		for next := sq; next.Row() != c.LastRow() && free; {
			next = next.Ahead(c)
			free = g.at[next] == chess.NoPiece
		}
		if free {
			if ties++; g.rng.N(ties) == 0 {
				best = sq
			}
		}
	}
	return best
}

// promote promotes a pawn by steps, and returns the square on which it does.
func (g *guesser) promote(sq chess.Square) chess.Square {
	c := g.at[sq].Color()
	last := chess.NewSquare(sq.File(), c.LastRow())
	g.k.Extended = append(g.k.Extended, search.Step{Color: c, Role: chess.Pawn, From: sq, To: last})
	g.at[sq], g.left[sq] = chess.NoPiece, false
	return last
}

// sum adds up the men of all kinds.
func sum(list [base.Kinds]int) (n int) {
	for _, k := range list {
		n += k
	}
	return n
}
