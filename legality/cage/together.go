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

// incompatibleMen returns men that cannot all have come to their squares, or none. The setup, which was opened, is illegal then,
// by Lemma 14. It tries the men in and around the region of each man that reaches few squares.
func (p *projector) incompatibleMen(s *chess.Setup) chess.Bitboard {
	pawns := s.Board.Of(chess.Pawn)
	var tried []chess.Bitboard
	for bb := s.Board.Occupied() &^ pawns; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		pocket := pocketOf(s, sq)
		if pocket == 0 {
			continue
		}
		men := menToFollow(s, sq, pocket)
		set := squareSet(men)
		if slices.Contains(tried, set) || !p.incompatible(s, pocket, men) {
			tried = append(tried, set)
			continue
		}
		for i := len(men) - 1; i > 0; i-- { // leave out men that the refutation does not need
			if fewer := slices.Delete(slices.Clone(men), i, i+1); p.incompatible(s, pocket, fewer) {
				men = fewer
			}
		}
		return squareSet(men)
	}
	return 0
}

// pocketOf returns the squares that the man on a square reaches among the pawns of the setup, and squares around them. It returns
// none if they are too many.
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

// menToFollow returns the square center of a man and those of at most maxMen-1 others of the pocket. Those that limit the man
// most come first: kings, then men in its region, then men beside many squares of the region, knights after others, then men with
// a small region.
func menToFollow(s *chess.Setup, center chess.Square, pocket chess.Bitboard) []chess.Square {
	b := &s.Board
	pawns := b.Of(chess.Pawn)
	reach := chess.Flood(b.At(center).Role(), center.BB(), pawns)
	var candidates []chess.Square
	for bb := pocket & b.Occupied() &^ pawns &^ center.BB(); bb != 0; bb &= bb - 1 {
		candidates = append(candidates, bb.First())
	}
	priority := func(sq chess.Square) int {
		role := b.At(sq).Role()
		n := chess.Flood(role, sq.BB(), pawns).Count() - 128*(chess.Steps(chess.King, sq.BB())&reach).Count()
		switch {
		case role == chess.King:
			n -= 1 << 12
		case reach.Has(sq):
			n -= 1 << 11
		case role == chess.Knight:
			n += 64
		}
		return n
	}
	slices.SortStableFunc(candidates, func(p, q chess.Square) int { return cmp.Compare(priority(p), priority(q)) })
	return append([]chess.Square{center}, candidates[:min(len(candidates), maxMen-1)]...)
}

// incompatible reports whether the men on some squares cannot all have come there, if they are followed in the pocket. It begins
// with the window of the pocket's files and widens it while a path is found.
func (p *projector) incompatible(s *chess.Setup, pocket chess.Bitboard, men []chess.Square) bool {
	for lo, hi := fileSpan(pocket); hi-lo < windowFiles; lo, hi = max(lo-1, 0), min(hi+1, 7) {
		if !p.prepare(s, lo, hi) {
			return false
		}
		joint, ok := p.newJointProjection(s, pocket, men)
		if !ok {
			return false
		}
		ok = joint.excludes()
		p.spent += int64(len(joint.nodes))
		p.search.projectionMemory, p.jointSets = joint.projectionMemory, joint.arrangementSets
		if ok || !joint.reachedGoal {
			return ok
		}
	}
	return false
}

// squareSet returns a list of squares as a set.
func squareSet(list []chess.Square) (set chess.Bitboard) {
	for _, sq := range list {
		set |= sq.BB()
	}
	return set
}
