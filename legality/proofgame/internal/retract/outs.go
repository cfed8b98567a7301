package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// How far men are from the open. Some men never go back: pawns on the rows where they began, and men at home that these
// and each other leave no move. They are fixed. All others may have come from somewhere else, so they are in the way only for a
// while. The way out of a man is its cheapest path, around fixed men and through others at a price, to where it has
// free squares between the pawns as they stand, or to its home; or to its last row, where it becomes a pawn again, which has to get to a file
// on which its color shows no pawn. A man without a way out can never have come to its square: such a setup is illegal. In
//
//	5b1r/4p1p1/4KpPp/8/4P3/1P3PpP/b3P1Pr/2q1QBBk w - -
//
// the rook on h2 does not get out over h3: before h2-h3 that pawn stood where the rook is, and shut it in. It was promoted, on g1, when king and
// bishop were elsewhere. That it was on h1 would take two captures more.

// What a way out costs.
const (
	wayStep    = 1
	wayOfficer = 1 // an officer or king on the way, which has to leave first
	wayPawn    = 3 // a pawn on the way; or an enemy pawn that attacks a square that a king enters
	wayPromote = 7 // of an officer on its last row that becomes a pawn
	wayCapture = 2 // of a pawn that can go back only where it gives a man back
	wayTake    = 2 // of a capture that brought a pawn to where it was promoted
	noWay      = 60
)

// A wayFinder computes the ways out of men on a board.
type wayFinder struct {
	b               *chess.Board
	fixed           chess.Bitboard
	pawns, officers chess.Bitboard // not fixed; kings count as officers
	empty           chess.Bitboard
	filesFromFree   [2][8]int32       // by color and file: how many files away is one without a pawn of the color
	strict          bool              // no man passes a pawn that can go back to one square alone, if it comes from there
	source, taken   int               // of the last way out: the file on which the man was a pawn, or -1, and what it captured when it promoted
	onlyFromBehind  [2]chess.Bitboard // pawns not fixed, by color, that can have come only from the square behind
}

// set makes s the setup of the finder.
func (z *wayFinder) set(s *chess.Setup) {
	z.b = &s.Board
	z.fixed = fixed(s)
	pawns, occ := z.b.Of(chess.Pawn), z.b.Occupied()
	z.pawns, z.officers, z.empty = pawns&^z.fixed, occ&^pawns&^z.fixed, ^occ
	for c := chess.White; c <= chess.Black; c++ {
		z.setFilesFromFree(c)
		z.onlyFromBehind[c] = z.pawns & z.b.Colored(c) &^ chess.AllPawnAttacks(c, ^z.fixed&^chess.RowBB(c.Other().LastRow()))
	}
}

// sum returns the sum of all ways out: of officers and kings, and of pawns one step back.
func (z *wayFinder) sum() (total int32) {
	for c := chess.White; c <= chess.Black; c++ {
		for bb := z.officers & z.b.Colored(c); bb != 0; bb &= bb - 1 {
			total += z.officerWay(bb.First(), c, false)
		}
		for bb := z.pawns & z.b.Colored(c); bb != 0; bb &= bb - 1 {
			total += z.pawnWay(bb.First(), c)
		}
	}
	return total
}

// fixed returns the men that never go back: the largest set of pawns on their first row and men at home, with the kings that may castle,
// in which no officer has a move to a square outside it.
func fixed(s *chess.Setup) chess.Bitboard {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	var set, kings chess.Bitboard
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Pawn; role <= chess.King; role++ {
			set |= b.Pieces(c, role) & initial.Pieces(c, role)
		}
		if s.Castling.Of(c).Count() > 0 {
			kings |= b.King(c).BB()
		}
	}
	for {
		before := set
		for bb := set &^ pawns &^ kings; bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if chess.Steps(b.At(sq).Role(), sq.BB())&^set != 0 {
				set &^= sq.BB()
			}
		}
		if set == before {
			return set
		}
	}
}

// officerWay returns the cost of the cheapest way out of an officer or king, noWay if there is none; with demote set only of those to where it
// becomes a pawn. It sets source and taken. It is Dijkstra's algorithm with a bucket of squares for each cost.
func (z *wayFinder) officerWay(from chess.Square, c chess.Color, demote bool) int32 {
	role, them := z.b.At(from).Role(), c.Other()
	walls, never := z.pawns|z.fixed, z.fixed
	var attacked, last chess.Bitboard
	if role == chess.King {
		theirs := z.b.Pieces(them, chess.Pawn)
		attacked = chess.AllPawnAttacks(them, theirs)
		never |= chess.AllPawnAttacks(them, theirs&z.fixed)
		walls |= attacked
	} else if z.b.Pieces(c, chess.Pawn).Count() < 8 {
		last = chess.RowBB(c.LastRow())
	}
	home := initial.Pieces(c, role)
	var at [8]chess.Bitboard // squares by cost, modulo 8: a step costs less
	at[0] = from.BB()
	var seen, inside chess.Bitboard
	best, empty := int32(noWay), 0
	z.source = -1
	for d := int32(0); d < best && empty < len(at); d++ {
		now := at[d%8] &^ seen
		at[d%8] = 0
		if empty++; now == 0 {
			continue
		}
		empty = 0
		seen |= now
		for bb := now &^ walls &^ inside; bb != 0 && !demote; bb &^= inside {
			reach := chess.Flood(role, bb&-bb, walls)
			if !base.Small(role, reach) || reach&home != 0 {
				z.source = -1
				return d
			}
			inside |= reach
		}
		for bb := now & last; bb != 0; bb &= bb - 1 {
			if cost, file := z.unpromotion(bb.First(), c); d+cost < best {
				best, z.source, z.taken = d+cost, file, min(max(file-bb.First().File(), bb.First().File()-file), 1)
			}
		}
		next := chess.Steps(role, now) &^ seen &^ never
		next = z.withoutLocked(role, now, next)
		slow := next & attacked
		next &^= attacked
		at[(d+wayStep)%8] |= next & z.empty
		at[(d+wayStep+wayOfficer)%8] |= next & z.officers
		at[(d+wayStep+wayPawn)%8] |= next&z.pawns | slow&z.empty
		at[(d+wayStep+wayPawn+wayOfficer)%8] |= slow & z.officers
		at[(d+wayStep+2*wayPawn)%8] |= slow & z.pawns
	}
	return best
}

// withoutLocked removes from next, the squares to which men on the squares now go, those of pawns that can only have come from the
// square of the man right behind them: such a pawn goes back to where the man was, and stands before it again.
func (z *wayFinder) withoutLocked(role chess.Role, now, next chess.Bitboard) chess.Bitboard {
	if z.strict {
		return z.withoutLockedStrict(role, now, next)
	}
	for c := chess.White; c <= chess.Black; c++ {
		for bb := next & z.onlyFromBehind[c]; bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if behind := sq.Ahead(c.Other()).BB(); chess.Steps(role, now&^behind)&sq.BB() == 0 {
				next &^= sq.BB()
			}
		}
	}
	return next
}

// withoutLockedStrict removes what withoutLocked does, and the squares of all other pawns whose single square to go back to is that of the man.
func (z *wayFinder) withoutLockedStrict(role chess.Role, now, next chess.Bitboard) chess.Bitboard {
	for c := chess.White; c <= chess.Black; c++ {
		for bb := next & z.pawns & z.b.Colored(c); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			back := (chess.PawnAttacks(c.Other(), sq) | sq.Ahead(c.Other()).BB()) &^ z.fixed &^ chess.RowBB(c.Other().LastRow())
			if !back.Many() && chess.Steps(role, now&^back)&sq.BB() == 0 {
				next &^= sq.BB()
			}
		}
	}
	return next
}

// unpromotion returns the least cost at which an officer on a square of its last row becomes a pawn, and the file of that pawn; noWay and -1
// if it cannot.
func (z *wayFinder) unpromotion(sq chess.Square, c chess.Color) (best int32, file int) {
	best, file = noWay, -1
	them := c.Other()
	for bb := (chess.PawnAttacks(them, sq) | sq.Ahead(them).BB()) &^ z.fixed; bb != 0; bb &= bb - 1 {
		from := bb.First()
		captures := z.filesFromFree[c][from.File()]
		if from.File() != sq.File() {
			captures++
		}
		if cost := wayPromote + z.enterCost(from) + wayTake*captures; cost < best {
			best, file = cost, from.File()
		}
	}
	return best, file
}

// setFilesFromFree sets filesFromFree of a color: another pawn on a file made at least as many captures.
func (z *wayFinder) setFilesFromFree(c chess.Color) {
	pawns := z.b.Pieces(c, chess.Pawn)
	for f := range 8 {
		z.filesFromFree[c][f] = 8
		for g := range 8 {
			if pawns&chess.FileBB(g) == 0 {
				z.filesFromFree[c][f] = min(z.filesFromFree[c][f], int32(max(f-g, g-f)))
			}
		}
	}
}

// pawnWay returns the cost of one step back of a pawn, noWay if it has none.
func (z *wayFinder) pawnWay(sq chess.Square, c chess.Color) int32 {
	best := int32(noWay)
	if to := sq.Ahead(c.Other()); !z.fixed.Has(to) {
		best = z.enterCost(to)
	}
	for bb := chess.PawnAttacks(c.Other(), sq) &^ z.fixed; bb != 0 && best > 0; bb &= bb - 1 {
		best = min(best, wayCapture+z.enterCost(bb.First()))
	}
	return best
}

// enterCost returns the cost of the man on a square, 0 if it is empty.
func (z *wayFinder) enterCost(sq chess.Square) int32 {
	switch {
	case z.pawns.Has(sq):
		return wayPawn
	case z.officers.Has(sq):
		return wayOfficer
	}
	return 0
}
