package cage

import (
	"cmp"
	"slices"

	"chesscensus/chess"
)

const (
	maxReach  = 10 // squares that the first man of a group may reach among the pawns
	maxPocket = 15 // squares of a pocket
)

// incompatibleMen returns men of the setup that was opened who cannot have come to their squares all of them, so that it is illegal by Lemma 14, or
// none: those in and around the region of a man whom pawns leave few squares.
func (g *projector) incompatibleMen(s *chess.Setup) chess.Bitboard {
	pawns := s.Board.Of(chess.Pawn)
	var tried []chess.Bitboard
	for bb := s.Board.Occupied() &^ pawns; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		pocket := pocketOf(s, sq)
		if pocket == 0 {
			continue
		}
		men := neighbors(s, sq, pocket)
		set := squares(men)
		if slices.Contains(tried, set) || !g.incompatible(s, pocket, men) {
			tried = append(tried, set)
			continue
		}
		for i := len(men) - 1; i > 0; i-- { // who is not needed?
			if fewer := slices.Delete(slices.Clone(men), i, i+1); g.incompatible(s, pocket, fewer) {
				men = fewer
			}
		}
		return squares(men)
	}
	return 0
}

// pocketOf returns the squares that the man on a square reaches among the pawns of the setup, and those around them; none if they are many.
func pocketOf(s *chess.Setup, sq chess.Square) chess.Bitboard {
	reach := chess.Flood(s.Board.At(sq).Role(), sq.BB(), s.Board.Of(chess.Pawn))
	if reach.Count() > maxReach {
		return 0
	}
	pocket := reach | chess.Steps(chess.King, reach)
	if pocket.Count() > maxPocket {
		pocket = reach | chess.Steps(chess.King, sq.BB())
	}
	if pocket.Count() > maxPocket {
		return 0
	}
	return pocket
}

// neighbors returns the square of a man and those of others of the pocket: kings first, then who is in its region, then who stands beside most squares of
// it, knights after others, as they leap; then who has the smallest region.
func neighbors(s *chess.Setup, sq chess.Square, pocket chess.Bitboard) []chess.Square {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	reach := chess.Flood(b.At(sq).Role(), sq.BB(), pawns)
	var others []chess.Square
	for bb := pocket & b.Occupied() &^ pawns &^ sq.BB(); bb != 0; bb &= bb - 1 {
		others = append(others, bb.First())
	}
	priority := func(o chess.Square) int {
		role := b.At(o).Role()
		n := chess.Flood(role, o.BB(), pawns).Count() - 128*(chess.Steps(chess.King, o.BB())&reach).Count()
		switch {
		case role == chess.King:
			n -= 1 << 12
		case reach.Has(o):
			n -= 1 << 11
		case role == chess.Knight:
			n += 64
		}
		return n
	}
	slices.SortStableFunc(others, func(p, q chess.Square) int { return cmp.Compare(priority(p), priority(q)) })
	return append([]chess.Square{sq}, others[:min(len(others), maxMen-1)]...)
}

// incompatible reports whether the men on some squares cannot have come there, whatever is followed in the pocket; in windows from its files on.
func (g *projector) incompatible(s *chess.Setup, pocket chess.Bitboard, men []chess.Square) bool {
	lo, hi := 7, 0
	for bb := pocket; bb != 0; bb &= bb - 1 {
		f := bb.First().File()
		lo, hi = min(lo, f), max(hi, f)
	}
	for ; hi-lo < windowFiles; lo, hi = max(lo-1, 0), min(hi+1, 7) {
		if !g.prepare(s, lo, hi) {
			return false
		}
		z, ok := g.newJoint(s, pocket, men)
		if !ok {
			return false
		}
		ok = z.excludes()
		g.spent += int64(len(z.nodes))
		g.search.projectionMemory, g.jointSets = z.projectionMemory, z.arrangementSets
		if ok || !z.reachedGoal {
			return ok
		}
	}
	return false
}

// squares returns a list of squares as a set.
func squares(list []chess.Square) (set chess.Bitboard) {
	for _, sq := range list {
		set |= sq.BB()
	}
	return set
}
