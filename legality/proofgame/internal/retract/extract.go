package retract

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
)

// Leading out: the search of Disentangle with another measure, for goals with few men or hardly any last move. There it counts who
// has to leave before whom, and what free squares each man has; here only how far men are from the open (outs.go). So it does not mind
// that a rook which becomes a pawn again gives a man back whom it stands beside, as long as that man has a way out. For
//
//	1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -
//
// that is what has to be done: the rooks on d8 and e8 were promoted on d8, one after the other, with captures from c7, and the
// king came the same way. Each of these is nearer to its way out when the one before it has gone back.

// What unmoves cost when men are extracted, besides one, is chosen by seed, and so is how much the measure counts against that.
var (
	leadWeights   = [...]int32{8, 16, 24, 6}
	leadCaptures  = [...]int32{3, 6, 10, 20}
	leadSurpluses = [...]int32{0, 5, 10, 20} // of a capture that gives back a man who must have been promoted
	leadPawns     = [...]int32{1, 2}
)

// leadCheck is what a check counts in the measure.
const leadCheck = 1

// A leading says how men are extracted.
type leading struct {
	on                      bool
	demote                  bool // men that must have been promoted have to become pawns again
	capture, surplus, pawns int32
	unraveling
	outs outs
}

// Extract is Disentangle by how far men are from the open alone, in another way for each seed. With demote no man may be left that must have been
// promoted, since to such a setup a kernel is soon found. Shut of the Line is what is left of that measure: 0 if all men are in the open, and demoted.
func (x *Retractor) Extract(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels, demote bool) (Line, bool) {
	x.chooseLead(seed, demote)
	return x.search(ctx, goal, seed, setups, kernels)
}

// chooseLead chooses a way to extract, by seed.
func (z *disentangling) chooseLead(seed uint64, demote bool) {
	z.choose(seed)
	h := base.Mix(seed)
	z.lead.on, z.lead.demote = true, demote
	z.weight = leadWeights[h%4]
	z.lead.capture, z.lead.surplus, z.lead.pawns = leadCaptures[h>>8%4], leadSurpluses[h>>16%4], leadPawns[h>>24%2]
	z.stateBudget = kernelSteps / 4
}

// measure returns how far the men of a setup are from the open.
func (z *leading) measure(s *chess.Setup) int32 {
	z.outs.set(s)
	total := z.outs.sum()
	if z.demote {
		total += z.outs.demotions()
	}
	occ := s.Board.Occupied()
	for c := chess.White; c <= chess.Black; c++ {
		if s.Board.Attackers(s.Board.King(c), c.Other(), occ) != 0 {
			total += leadCheck
		}
	}
	return total
}

// price returns what it costs to take a move back that leads to a setup.
func (z *leading) price(u retro.Unmove, s *chess.Setup) int32 {
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
