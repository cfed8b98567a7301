package retract

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
)

// Extraction is the search of Disentangle with another measure, for goals with few men or hardly any last move. Disentangle measures
// which man has to leave before which, and the free squares of each man; Extract measures only how far men are from the open (way_out.go).
// So a rook may become a pawn again and give back a man beside it, as long as that man has a way out. In
//
//	1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -
//
// that has to be done: the rooks on d8 and e8 were promoted on d8, one after the other, with captures from c7, and the king came the
// same way. Each of these is nearer to its way out when the one before it has gone back.

// Weights of the measure, and prices of unmoves in addition to 1, by variant.
var (
	extractWeights   = [...]int32{8, 16, 24, 6}
	extractCaptures  = [...]int32{3, 6, 10, 20}
	extractSurpluses = [...]int32{0, 5, 10, 20} // of a capture that gives back a man that must have been promoted
	extractPawns     = [...]int32{1, 2}
)

// extractCheck is the weight of a check in the measure.
const extractCheck = 1

// An extraction is a variant of Extract or Unravel.
type extraction struct {
	active                                bool  // the method is Extract or Unravel, not Disentangle
	demote                                bool  // men that must have been promoted have to become pawns again
	capturePrice, surplusPrice, pawnPrice int32 // prices of this variant
	unraveling
	finder wayFinder
}

// Extract does the same as Disentangle, but measures only how far men are from the open. The seed chooses a variant. With demote no man
// may be left that must have been promoted, since a kernel to such a setup is soon found. ShutMeasure of the Line is the remaining
// measure: 0 if all men are in the open, and demoted.
func (x *Retractor) Extract(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels,
	demote bool) (Line, bool) {
	x.chooseExtraction(seed, demote)
	return x.search(ctx, goal, seed, setups, kernels)
}

// chooseExtraction chooses a variant of Extract by seed.
func (d *disentangling) chooseExtraction(seed uint64, demote bool) {
	d.chooseVariant(seed)
	h := base.Mix(seed)
	d.extraction.active, d.extraction.demote = true, demote
	d.weight = extractWeights[h%4]
	d.extraction.capturePrice, d.extraction.surplusPrice = extractCaptures[h>>8%4], extractSurpluses[h>>16%4]
	d.extraction.pawnPrice = extractPawns[h>>24%2]
	d.stateBudget = kernelSteps / 4
}

// measure returns how far the men of a setup are from the open.
func (e *extraction) measure(s *chess.Setup) int32 {
	e.finder.setSetup(s)
	total := e.finder.totalCost()
	if e.demote {
		total += e.finder.demotionCost()
	}
	occ := s.Board.Occupied()
	for c := chess.White; c <= chess.Black; c++ {
		if s.Board.Attackers(s.Board.King(c), c.Other(), occ) != 0 {
			total += extractCheck
		}
	}
	return total
}

// price returns the cost of an unmove from setup s for Extract.
func (e *extraction) price(u retro.Unmove, s *chess.Setup) int32 {
	cost := int32(freeStepCost)
	if u.Role() == chess.Pawn {
		cost += e.pawnPrice
	}
	if u.Captured() != chess.NoRole {
		cost += e.capturePrice
		if k := base.KindOf(u.Captured(), u.To()); k != base.NoKind && k.Of(&s.Board, s.Turn).Count() >= k.Of(&initial, s.Turn).Count() {
			cost += e.surplusPrice
		}
	}
	if u.Castling() != s.Castling {
		cost += looseRights
	}
	return cost
}
