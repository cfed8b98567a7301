package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// This file measures how far men are from the open. Some men never go back: pawns on the rows where they began, and men at home that
// have no move because of these and each other. They are fixed. All others may have come from elsewhere, so that they block a way only
// for a while.
//
// The way out of a man is its cheapest path, around fixed men and through others at a price, to one of three ends: where it has free
// squares between the pawns as they stand; its home; or its last row, where it becomes a pawn again, which has to get to a file on
// which its color shows no pawn. A man without a way out can never have come to its square: such a setup is illegal. In
//
//	5b1r/4p1p1/4KpPp/8/4P3/1P3PpP/b3P1Pr/2q1QBBk w - -
//
// the rook on h2 does not get out over h3: before h2-h3 that pawn stood where the rook is, and shut it in. The rook was promoted on g1,
// when king and bishop were elsewhere. A promotion on h1 would take two captures more.

// Costs of a way out.
const (
	wayStep    = 1
	wayOfficer = 1  // in addition, for an officer or king on the way, which has to leave first
	wayPawn    = 3  // in addition, for a pawn on the way, or for an attacked square that a king enters
	wayPromote = 7  // of an officer on its last row that becomes a pawn
	wayCapture = 2  // of a pawn that can go back only by giving a man back
	wayTake    = 2  // of each capture that brought a pawn to its promotion square
	noWay      = 60 // larger than the cost of any way
)

// A wayFinder computes the ways out of men on a board.
type wayFinder struct {
	board                       *chess.Board
	fixed                       chess.Bitboard // men that never go back
	pawns, officers             chess.Bitboard // not fixed; kings count as officers
	empty                       chess.Bitboard
	filesFromFree               [2][8]int32       // by color and file, distance to the nearest file without a pawn of the color
	strict                      bool              // no man passes a pawn that can go back to one square alone, if it comes from there
	pawnFile, promotionCaptures int               // of the last officerWay: the man's file as a pawn, or -1, and its captures when it promoted
	onlyFromBehind              [2]chess.Bitboard // by color, pawns not fixed that can have come only from the square behind
}

// setSetup makes s the setup of the finder.
func (w *wayFinder) setSetup(s *chess.Setup) {
	w.board = &s.Board
	w.fixed = fixedMen(s)
	pawns, occ := w.board.Of(chess.Pawn), w.board.Occupied()
	w.pawns, w.officers, w.empty = pawns&^w.fixed, occ&^pawns&^w.fixed, ^occ
	for c := chess.White; c <= chess.Black; c++ {
		w.setFilesFromFree(c)
		w.onlyFromBehind[c] = w.pawns & w.board.Colored(c) &^ chess.AllPawnAttacks(c, ^w.fixed&^chess.RowBB(c.Other().LastRow()))
	}
}

// totalCost returns the sum of the costs of all ways out: of officers and kings, and of pawns one step back.
func (w *wayFinder) totalCost() (total int32) {
	for c := chess.White; c <= chess.Black; c++ {
		for bb := w.officers & w.board.Colored(c); bb != 0; bb &= bb - 1 {
			total += w.officerWay(bb.First(), c, false)
		}
		for bb := w.pawns & w.board.Colored(c); bb != 0; bb &= bb - 1 {
			total += w.pawnWay(bb.First(), c)
		}
	}
	return total
}

// fixedMen returns the squares of men that never go back: the largest set of pawns on their first row and men at home, with the kings
// that may castle, in which no officer has a move to a square outside the set.
func fixedMen(s *chess.Setup) chess.Bitboard {
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

// officerWay returns the cost of the cheapest way out of an officer or king, or noWay. With demote only ways to a square where it
// becomes a pawn count. It sets pawnFile and promotionCaptures. It is Dijkstra's algorithm with a bucket of squares for each cost.
func (w *wayFinder) officerWay(from chess.Square, c chess.Color, demote bool) int32 {
	role, them := w.board.At(from).Role(), c.Other()
	walls, forbidden := w.pawns|w.fixed, w.fixed
	var attacked, lastRow chess.Bitboard
	if role == chess.King {
		enemyPawns := w.board.Pieces(them, chess.Pawn)
		attacked = chess.AllPawnAttacks(them, enemyPawns)
		forbidden |= chess.AllPawnAttacks(them, enemyPawns&w.fixed)
		walls |= attacked
	} else if w.board.Pieces(c, chess.Pawn).Count() < 8 {
		lastRow = chess.RowBB(c.LastRow())
	}
	home := initial.Pieces(c, role)
	var buckets [8]chess.Bitboard // squares by cost, modulo 8: a step costs less
	buckets[0] = from.BB()
	var seen, small chess.Bitboard
	best, emptyBuckets := int32(noWay), 0
	w.pawnFile = -1
	for cost := int32(0); cost < best && emptyBuckets < len(buckets); cost++ {
		current := buckets[cost%8] &^ seen
		buckets[cost%8] = 0
		if emptyBuckets++; current == 0 {
			continue
		}
		emptyBuckets = 0
		seen |= current
		for bb := current &^ walls &^ small; bb != 0 && !demote; bb &^= small {
			reach := chess.Flood(role, bb&-bb, walls)
			if !base.IsCage(role, reach) || reach&home != 0 {
				w.pawnFile = -1
				return cost
			}
			small |= reach
		}
		for bb := current & lastRow; bb != 0; bb &= bb - 1 {
			if extra, file := w.unpromotion(bb.First(), c); cost+extra < best {
				best, w.pawnFile, w.promotionCaptures = cost+extra, file, min(max(file-bb.First().File(), bb.First().File()-file), 1)
			}
		}
		next := chess.Steps(role, current) &^ seen &^ forbidden
		next = w.dropLocked(role, current, next)
		attackedNext := next & attacked
		next &^= attacked
		buckets[(cost+wayStep)%8] |= next & w.empty
		buckets[(cost+wayStep+wayOfficer)%8] |= next & w.officers
		buckets[(cost+wayStep+wayPawn)%8] |= next&w.pawns | attackedNext&w.empty
		buckets[(cost+wayStep+wayPawn+wayOfficer)%8] |= attackedNext & w.officers
		buckets[(cost+wayStep+2*wayPawn)%8] |= attackedNext & w.pawns
	}
	return best
}

// dropLocked removes squares from next, to which men go from the squares from: those of pawns that can only have come from the square
// of the man, right behind them. Such a pawn would go back to where the man was, and stand before it again.
func (w *wayFinder) dropLocked(role chess.Role, from, next chess.Bitboard) chess.Bitboard {
	if w.strict {
		return w.dropLockedStrict(role, from, next)
	}
	for c := chess.White; c <= chess.Black; c++ {
		for bb := next & w.onlyFromBehind[c]; bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if behind := sq.Ahead(c.Other()).BB(); chess.Steps(role, from&^behind)&sq.BB() == 0 {
				next &^= sq.BB()
			}
		}
	}
	return next
}

// dropLockedStrict removes from next what dropLocked removes, and also the squares of all other pawns that can go back only to the
// square of the man.
func (w *wayFinder) dropLockedStrict(role chess.Role, from, next chess.Bitboard) chess.Bitboard {
	for c := chess.White; c <= chess.Black; c++ {
		for bb := next & w.pawns & w.board.Colored(c); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			back := (chess.PawnAttacks(c.Other(), sq) | sq.Ahead(c.Other()).BB()) &^ w.fixed &^ chess.RowBB(c.Other().LastRow())
			if !back.Many() && chess.Steps(role, from&^back)&sq.BB() == 0 {
				next &^= sq.BB()
			}
		}
	}
	return next
}

// unpromotion returns the least cost at which an officer on sq, on its last row, becomes a pawn, and the file of that pawn; noWay and
// -1 if it cannot.
func (w *wayFinder) unpromotion(sq chess.Square, c chess.Color) (best int32, file int) {
	best, file = noWay, -1
	them := c.Other()
	for bb := (chess.PawnAttacks(them, sq) | sq.Ahead(them).BB()) &^ w.fixed; bb != 0; bb &= bb - 1 {
		from := bb.First()
		captures := w.filesFromFree[c][from.File()]
		if from.File() != sq.File() {
			captures++
		}
		if cost := wayPromote + w.enterCost(from) + wayTake*captures; cost < best {
			best, file = cost, from.File()
		}
	}
	return best, file
}

// setFilesFromFree fills in filesFromFree of a color. A promoted pawn made at least as many captures, since another pawn stands on each
// nearer file.
func (w *wayFinder) setFilesFromFree(c chess.Color) {
	pawns := w.board.Pieces(c, chess.Pawn)
	for f := range 8 {
		w.filesFromFree[c][f] = 8
		for g := range 8 {
			if pawns&chess.FileBB(g) == 0 {
				w.filesFromFree[c][f] = min(w.filesFromFree[c][f], int32(max(f-g, g-f)))
			}
		}
	}
}

// pawnWay returns the cost of one step back of a pawn, or noWay if it has none.
func (w *wayFinder) pawnWay(sq chess.Square, c chess.Color) int32 {
	best := int32(noWay)
	if to := sq.Ahead(c.Other()); !w.fixed.Has(to) {
		best = w.enterCost(to)
	}
	for bb := chess.PawnAttacks(c.Other(), sq) &^ w.fixed; bb != 0 && best > 0; bb &= bb - 1 {
		best = min(best, wayCapture+w.enterCost(bb.First()))
	}
	return best
}

// enterCost returns the cost of the man on a square that is not fixed, 0 if the square is empty.
func (w *wayFinder) enterCost(sq chess.Square) int32 {
	switch {
	case w.pawns.Has(sq):
		return wayPawn
	case w.officers.Has(sq):
		return wayOfficer
	}
	return 0
}
