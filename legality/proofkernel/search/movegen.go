package search

import "chesscensus/chess"

// A child is a move with the state after it.
type child struct {
	state state
	move  Move
	need  uint8  // captures that the columns still need at the least (P1)
	key   uint32 // random, for the order of the children
}

// A generator lists the captures of a state.
//
// It applies P1 before it makes children, to all captures with the same effect on the columns at once, whatever officer they
// take.
type generator struct {
	*problem
	s        *state
	dst      []child
	most     uint8 // captures that the columns may need after this one
	mask     uint8 // incomplete files of the state
	physical bool  // any pawn that can promote may be a promoted victim
	full     bool  // a pawn was left out because a column has no room for it
	withheld bool  // a promoted victim was left out for want of physical
}

// generate appends the captures of the state in the order of the reference: by pawns first, then by officers, with pawns as
// victims first.
func (g *generator) generate() {
	for c := chess.White; c <= chess.Black; c++ {
		if g.s.left(c) == 0 {
			continue
		}
		if g.s.rest&officersOnly == 0 {
			g.addByPawns(c)
			g.addOfPawns(c)
		}
		for v := Queen; v <= Knight; v++ {
			// After a capture of an officer by an officer nothing changes the columns any more.
			if g.canBeTaken(c.Other(), v) && (g.mask == 0 || g.most == unpruned) {
				g.add(Move{Color: c, Victim: v}, g.mask)
			}
		}
	}
}

// unpruned is the value of generator.most that lets everything pass.
const unpruned = 8

// fits reports whether a child with these incomplete files passes P1.
func (g *generator) fits(mask uint8) bool { return leastCapturesOf[mask] <= g.most }

// maskAfter returns the incomplete files after the file has got the column c.
func (g *generator) maskAfter(mask uint8, file int8, c column) uint8 {
	if g.columnTables[file][c].complete {
		return mask &^ (1 << file)
	}
	return mask | 1<<file
}

// add appends the child of a move that leaves the given files incomplete.
func (g *generator) add(m Move, mask uint8) {
	g.dst = append(g.dst, child{state: g.s.apply(m), move: m, need: leastCapturesOf[mask]})
}

// canBeTaken reports whether an officer of color c may be captured: there is one, and it is not a rook that must still be able to
// castle.
func (g *generator) canBeTaken(c chess.Color, v Man) bool {
	n := g.s.count(c, v)
	return n > 0 && (v != Rook || n > int(g.castlingRooks[c]))
}

// movable reports whether the pawn at index i of the column may leave or be taken: it is none that never leaves home.
func (p *problem) movable(file int, c column, i int) bool {
	return !(p.fixed[chess.White][file] && i == 0 || p.fixed[chess.Black][file] && i == c.len()-1)
}

// addOfPawns adds the captures of pawns by officers and kings of color c.
func (g *generator) addOfPawns(c chess.Color) {
	for file := range 8 {
		col := g.s.column(file)
		for i := range col.len() {
			if col.at(i) == c || !g.movable(file, col, i) {
				continue
			}
			if mask := g.maskAfter(g.mask, int8(file), col.without(i)); g.fits(mask) {
				g.add(Move{Color: c, Victim: Pawn, ToFile: int8(file), ToIndex: int8(i)}, mask)
			}
		}
	}
}

// addByPawns adds the captures by pawns of color c.
func (g *generator) addByPawns(c chess.Color) {
	for file := range 8 {
		col := g.s.column(file)
		for i := range col.len() {
			if col.at(i) != c || !g.movable(file, col, i) {
				continue
			}
			for side := range 2 {
				if to := file - 1 + 2*side; to >= 0 && to < 8 {
					g.addByPawn(Move{Color: c, Pawn: true, File: int8(file), Index: int8(i), ToFile: int8(to)}, side)
				}
			}
		}
	}
}

// addByPawn adds the captures of one pawn to one side, 0 for left and 1 for right. The move m says which pawn it is.
func (g *generator) addByPawn(m Move, side int) {
	them := m.Color.Other()
	from, to := g.s.column(int(m.File)), g.s.column(int(m.ToFile))
	mask := g.maskAfter(g.mask, m.File, from.without(int(m.Index)))
	for i := range to.len() {
		if to.at(i) == them && g.movable(int(m.ToFile), to, i) {
			if after := g.maskAfter(mask, m.ToFile, to.recolored(i)); g.fits(after) {
				v := m
				v.Victim, v.ToIndex = Pawn, int8(i)
				g.add(v, after)
			}
		}
	}
	promotes := int(m.Index) == from.foremost(m.Color) && g.aside[m.Color][m.File][side]
	slots := g.slots(m.Color, m.ToFile, to, mask)
	for v := Queen; v <= Knight; v++ {
		if g.canBeTaken(them, v) {
			m.Victim = v
			g.addInsertions(m, slots, to, mask)
			// The square has the color opposite to the one ahead.
			if promotes && v != bishopOn(promotesDark(m.Color, int(m.File))) {
				g.addPromotions(m, mask)
			}
		}
	}
	m.Victim = Promoted
	for f := int8(0); f < 8; f++ {
		if g.canPromote(them, int(f)) {
			g.addOfPromoted(m, f, promotes)
		}
	}
}

// addOfPromoted adds the captures of one pawn to one side in which the victim has just promoted on file f. The victim has left
// its column before.
func (g *generator) addOfPromoted(m Move, f int8, promotes bool) {
	them := m.Color.Other()
	victims := g.s.column(int(f))
	victims = victims.without(victims.foremost(them))
	mask := g.maskAfter(g.mask, f, victims)
	from, to := g.s.column(int(m.File)), g.s.column(int(m.ToFile))
	if f == m.File {
		if from = victims; them == chess.Black {
			m.Index-- // a pawn below it has gone
		}
	} else if f == m.ToFile {
		to = victims
	}
	mask = g.maskAfter(mask, m.File, from.without(int(m.Index)))
	m.VictimFile = f
	g.addInsertions(m, g.slots(m.Color, m.ToFile, to, mask), to, mask)
	if promotes {
		g.addPromotions(m, mask)
	}
}

// canPromote reports whether a pawn of color c may promote on the file to be captured afterwards.
func (g *generator) canPromote(c chess.Color, file int) bool {
	col := g.s.column(file)
	end := col.foremost(c)
	if end < 0 || !g.ahead[c][file] || !g.movable(file, col, end) {
		return false
	}
	if g.physical || g.columnTables[file][col].available[c] > 0 {
		return true
	}
	g.withheld = true
	return false
}

// slots returns the indices, as bits, at which a pawn of color c may be inserted into the column of a file: not behind a pawn
// that never leaves its home, and not against P1.
func (g *generator) slots(c chess.Color, file int8, to column, mask uint8) (set uint8) {
	lo, hi := 0, to.len()
	if hi == maxColumn {
		g.full = g.full || g.fits(mask&^(1<<file))
		return 0
	}
	if g.fixed[chess.White][file] {
		lo++
	}
	if g.fixed[chess.Black][file] {
		hi--
	}
	for i := lo; i <= hi; i++ {
		if g.fits(g.maskAfter(mask, file, to.with(i, c))) {
			set |= 1 << i
		}
	}
	return set
}

// addInsertions adds m with each of the given indices of the column that it comes to.
func (g *generator) addInsertions(m Move, slots uint8, to column, mask uint8) {
	for i := 0; slots>>i != 0; i++ {
		if slots>>i&1 != 0 {
			m.ToIndex = int8(i)
			g.add(m, g.maskAfter(mask, m.ToFile, to.with(i, m.Color)))
		}
	}
}

// addPromotions adds m with every promotion.
func (g *generator) addPromotions(m Move, mask uint8) {
	if !g.fits(mask) {
		return
	}
	for _, promotion := range [...]Man{Queen, Rook, bishopOn(!promotesDark(m.Color, int(m.File))), Knight} {
		if promotion > Rook || g.heavyAside[m.Color][m.File] {
			m.Promotion = promotion
			g.add(m, mask)
		}
	}
}
