package search

import "chesscensus/chess"

// A child is a move and what comes of it.
type child struct {
	state state
	move  Move
	need  uint8  // captures that the columns still need, by P1
	key   uint32 // random order
}

// A generator appends the captures of a state.
type generator struct {
	*problem
	s        *state
	dst      []child
	physical bool // any pawn that can promote may be a promoted victim
	full     bool // a pawn was left out because a column has no room for it
}

// moves appends all captures of the state in the order of the reference: by pawns first,
// then by officers, with pawns as victims first.
func (p *problem) moves(dst []child, s *state, physical bool) ([]child, bool) {
	g := generator{problem: p, s: s, dst: dst, physical: physical}
	for c := chess.White; c <= chess.Black; c++ {
		if s.left(c) == 0 {
			continue
		}
		if s.rest&officersOnly == 0 {
			g.byPawns(c)
			g.ofPawns(c)
		}
		for v := Queen; v <= Knight; v++ {
			if g.present(c.Other(), v) {
				g.add(Move{Color: c, Victim: v})
			}
		}
	}
	return g.dst, g.full
}

func (g *generator) add(m Move) { g.dst = append(g.dst, child{state: g.s.apply(m), move: m}) }

// present reports whether an officer of color c may be captured: there is one, and it is
// not a rook that must still be able to castle.
func (g *generator) present(c chess.Color, v Man) bool {
	n := g.s.count(c, v)
	return n > 0 && (v != Rook || n > int(g.rooks[c]))
}

// movable reports whether the pawn at index i of the column has not to stay at home.
func (p *problem) movable(file int, c column, i int) bool {
	return !(p.fixed[chess.White][file] && i == 0 || p.fixed[chess.Black][file] && i == c.len()-1)
}

// ofPawns generates captures of pawns by officers and kings.
func (g *generator) ofPawns(c chess.Color) {
	for x := range 8 {
		col := g.s.column(x)
		for i := range col.len() {
			if col.at(i) != c && g.movable(x, col, i) {
				g.add(Move{Color: c, Victim: Pawn, ToFile: int8(x), ToIndex: int8(i)})
			}
		}
	}
}

// byPawns generates captures by pawns of color c.
func (g *generator) byPawns(c chess.Color) {
	for x := range 8 {
		col := g.s.column(x)
		for i := range col.len() {
			if col.at(i) != c || !g.movable(x, col, i) {
				continue
			}
			for side := range 2 {
				if to := x - 1 + 2*side; to >= 0 && to < 8 {
					g.byPawn(Move{Color: c, Pawn: true, File: int8(x), Index: int8(i), ToFile: int8(to)}, side)
				}
			}
		}
	}
}

// byPawn generates the captures of one pawn to one side; m says which.
func (g *generator) byPawn(m Move, side int) {
	them := m.Color.Other()
	from, to := g.s.column(int(m.File)), g.s.column(int(m.ToFile))
	for i := range to.len() {
		if to.at(i) == them && g.movable(int(m.ToFile), to, i) {
			v := m
			v.Victim, v.ToIndex = Pawn, int8(i)
			g.add(v)
		}
	}
	promotes := int(m.Index) == from.end(m.Color) && g.aside[m.Color][m.File][side]
	for v := Queen; v <= Knight; v++ {
		if g.present(them, v) {
			m.Victim = v
			g.insert(m, to)
			// The square has the color opposite to the one ahead.
			if promotes && v != bishopOn(promotesDark(m.Color, int(m.File))) {
				g.promote(m)
			}
		}
	}
	m.Victim = Promoted
	for f := range 8 {
		if !g.canPromote(them, f) {
			continue
		}
		v, w := m, to
		v.VictimFile = int8(f)
		switch {
		case f == int(m.File) && them == chess.Black:
			v.Index-- // a pawn below it has gone
		case f == int(m.ToFile):
			w = to.without(to.end(them))
		}
		g.insert(v, w)
		if promotes {
			g.promote(v)
		}
	}
}

// canPromote reports whether a pawn of color c may promote on the file to be captured
// afterwards.
func (g *generator) canPromote(c chess.Color, file int) bool {
	col := g.s.column(file)
	end := col.end(c)
	if end < 0 || !g.ahead[c][file] || !g.movable(file, col, end) {
		return false
	}
	return g.physical || g.files[file][col].avail[c] > 0
}

// insert generates m at every index of the column that it comes to.
func (g *generator) insert(m Move, to column) {
	n := to.len()
	if n == maxColumn {
		g.full = true
		return
	}
	lo, hi := 0, n
	if g.fixed[chess.White][m.ToFile] {
		lo++
	}
	if g.fixed[chess.Black][m.ToFile] {
		hi--
	}
	for i := lo; i <= hi; i++ {
		m.ToIndex = int8(i)
		g.add(m)
	}
}

// promote generates m with every promotion.
func (g *generator) promote(m Move) {
	for _, p := range [...]Man{Queen, Rook, bishopOn(!promotesDark(m.Color, int(m.File))), Knight} {
		if p > Rook || g.heavy[m.Color][m.File] {
			m.Promotion = p
			g.add(m)
		}
	}
}
