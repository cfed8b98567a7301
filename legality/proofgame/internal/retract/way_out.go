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
	noWay      = 60 // there is no way; a way that costs as much counts as none
)

// A wayFinder computes the ways out of men on a board.
type wayFinder struct {
	board           *chess.Board
	fixed           chess.Bitboard // men that never go back
	pawns, officers chess.Bitboard // not fixed; kings count as officers
	empty           chess.Bitboard
	filesFromFree   [2][8]int32       // by color and file, distance to the nearest file without a pawn of the color
	strict          bool              // no man passes a pawn that can go back to one square alone, if it comes from there
	onlyFromBehind  [2]chess.Bitboard // by color, pawns not fixed that can have come only from the square behind

	// Results of the last officerWay, if it ended on the last row.
	pawnFile          int // the file of the man as a pawn; -1 for other ways, and if there is none
	promotionCaptures int // 1 if the pawn promoted by a capture, otherwise 0
}

// setSetup prepares the finder for the board of s. Castling rights of s fix kings.
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

// fixedMen returns the squares of men that never go back: the largest set of pawns on their first row and men at home in which no officer
// or king has a move to a square outside the set. Kings that may castle are in it whatever moves they have.
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

// officerWay returns the cost of the cheapest way out of an officer or king of color c, or noWay. With demote only ways to a square where
// it becomes a pawn count. It sets pawnFile and promotionCaptures.
//
// It is Dijkstra's algorithm with a bucket of squares for each cost. The ends are tested for the squares of a bucket; squares from which
// too few others are free are remembered in small.
func (w *wayFinder) officerWay(from chess.Square, c chess.Color, demote bool) int32 {
	role, them := w.board.At(from).Role(), c.Other()
	walls, forbidden := w.pawns|w.fixed, w.fixed
	var attacked, lastRow chess.Bitboard
	if role == chess.King {
		enemyPawns := w.board.Pieces(them, chess.Pawn)
		attacked = chess.AllPawnAttacks(them, enemyPawns)
		forbidden |= chess.AllPawnAttacks(them, enemyPawns&w.fixed)
		walls |= attacked
	} else if w.board.Pieces(c, chess.Pawn).Count() < 8 { // else no man was promoted
		lastRow = chess.RowBB(c.LastRow())
	}
	home := initial.Pieces(c, role)
	var buckets [8]chess.Bitboard // squares by cost, modulo 8: a step costs 7 at most
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
			sq := bb.First()
			if extra, file := w.unpromotion(sq, c); cost+extra < best {
				best, w.pawnFile, w.promotionCaptures = cost+extra, file, 0
				if file != sq.File() {
					w.promotionCaptures = 1
				}
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

// dropLocked returns the squares of next, which a man enters from the squares in from, without those of pawns that shut it in. Such a
// pawn can have come only from the square behind it, and that is the only one of from next to it. The pawn would go back to where the man
// was, and stand before it again. If the finder is strict, more pawns shut a man in.
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

// dropLockedStrict does the same as dropLocked for all pawns that can go back to one square at most, also by taking a capture back, if
// the man enters from no other square.
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

// unpromotion returns the least cost at which an officer on sq, on its last row, becomes a pawn and gets to a file without pawns of its
// color, and the file on which it becomes a pawn; noWay and -1 if it cannot.
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

// setFilesFromFree fills in filesFromFree of a color; 8 if no file is without a pawn. A pawn that came to a file and promoted there made
// at least as many captures on its way, since another pawn stands on each nearer file.
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

// pawnWay returns the cost of the cheapest way of a pawn one row back, or noWay if it has none.
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

// enterCost returns the cost of passing the man on a square that is not fixed, 0 if the square is empty.
func (w *wayFinder) enterCost(sq chess.Square) int32 {
	switch {
	case w.pawns.Has(sq):
		return wayPawn
	case w.officers.Has(sq):
		return wayOfficer
	}
	return 0
}
