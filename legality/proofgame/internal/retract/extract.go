package retract

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
)

// Extraction: the search of Disentangle with another measure, for goals with few men or hardly any last move. Disentangle counts who
// has to leave before whom, and the free squares of each man; Extract counts only how far men are from the open (outs.go). So a rook may
// become a pawn again and give back a man beside it, as long as that man has a way out. In
//
//	1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -
//
// that is what has to be done: the rooks on d8 and e8 were promoted on d8, one after the other, with captures from c7, and the
// king came the same way. Each of these is nearer to its way out when the one before it has gone back.

// By variant: the weight of the measure against the cost of unmoves, and what an unmove costs besides 1.
var (
	extractWeights   = [...]int32{8, 16, 24, 6}
	extractCaptures  = [...]int32{3, 6, 10, 20}
	extractSurpluses = [...]int32{0, 5, 10, 20} // of a capture that gives back a man who must have been promoted
	extractPawns     = [...]int32{1, 2}
)

// extractCheck is what a check counts in the measure.
const extractCheck = 1

// An extraction is the variant of Extract that was chosen.
type extraction struct {
	on                      bool  // the method is Extract or Unravel, not Disentangle
	demote                  bool  // men that must have been promoted have to become pawns again
	capture, surplus, pawns int32 // prices of this variant
	unraveling
	finder wayFinder
}

// Extract does what Disentangle does, but measures only how far men are from the open; the seed chooses a variant. With demote no man may be left
// that must have been promoted, since to such a setup a kernel is soon found. Shut of the Line is what is left of that measure: 0 if all men are in
// the open, and demoted.
func (x *Retractor) Extract(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels, demote bool) (Line, bool) {
	x.chooseExtraction(seed, demote)
	return x.search(ctx, goal, seed, setups, kernels)
}

// chooseExtraction chooses a variant of Extract by seed.
func (z *disentangling) chooseExtraction(seed uint64, demote bool) {
	z.chooseVariant(seed)
	h := base.Mix(seed)
	z.extraction.on, z.extraction.demote = true, demote
	z.weight = extractWeights[h%4]
	z.extraction.capture, z.extraction.surplus, z.extraction.pawns = extractCaptures[h>>8%4], extractSurpluses[h>>16%4], extractPawns[h>>24%2]
	z.stateBudget = kernelSteps / 4
}

// measure returns how far the men of a setup are from the open.
func (z *extraction) measure(s *chess.Setup) int32 {
	z.finder.set(s)
	total := z.finder.sum()
	if z.demote {
		total += z.finder.demotions()
	}
	occ := s.Board.Occupied()
	for c := chess.White; c <= chess.Black; c++ {
		if s.Board.Attackers(s.Board.King(c), c.Other(), occ) != 0 {
			total += extractCheck
		}
	}
	return total
}

// price returns what it costs Extract to take back a move that leads to a setup.
func (z *extraction) price(u retro.Unmove, s *chess.Setup) int32 {
	cost := int32(freeStepCost)
	if u.Role() == chess.Pawn {
		cost += z.pawns
	}
	if u.Captured() != chess.NoRole {
		cost += z.capture
		if k := base.KindOf(u.Captured(), u.To()); k != base.NoKind && k.Of(&s.Board, s.Turn).Count() >= k.Of(&initial, s.Turn).Count() {
			cost += z.surplus
		}
	}
	if u.Castling() != s.Castling {
		cost += looseRights
	}
	return cost
}
