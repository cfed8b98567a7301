package retract

import (
	"cmp"
	"context"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
)

// Open keeps OpenWidth setups in each ply, which take some 100 us each, and takes at most OpenPlies moves back.
const (
	OpenWidth = 12
	OpenPlies = 48
)

// An Opening says how Open takes moves back.
type Opening struct {
	// Seed keys the random numbers, which decide between setups of about the same key.
	Seed uint64
	// Depth is the least number of moves to take back.
	Depth int
	// SourcePercent is the chance with which Open also opens a square on which some man has to promote and that it could not leave.
	SourcePercent int
	// Crowds makes men with few free squares count.
	Crowds bool
}

// A promotionSource is a promotion square that a man must be able to leave.
type promotionSource struct {
	color chess.Color
	role  chess.Role
	sq    chess.Square
}

// Weights of the search, and costs of taking a move back: 0 for a quiet one of an officer or king.
const (
	shutWeight = 4  // of a unit of the measure
	noise      = 12 // a random number below it is added to a key

	pawnCost           = 6  // of a pawn's step
	uncaptureByPawn    = 12 // of a pawn's capture
	unpromote          = 20 // of a promotion
	uncastleCost       = 30 // of castling
	uncaptureByOfficer = 80 // of a capture by an officer or king, or of a move before which en passant was legal
	rightsCost         = 60 // in addition, of a move that lost rights to castle
)

// Open takes moves back from a crowded goal until no man is shut in by pawns, and at least opening.Depth moves are taken back. What is
// hard for a planner that looks forward, to bring a bishop behind pawns before they close, or to crowd officers into a corner, is easy
// backwards: the pawn that closed last goes back first, and the men walk out.
//
// The second result is false if the goal is not a position, or if nothing can be taken back that the kernels do not refute. Kernels may
// be nil. The result depends on the goal, the opening and the answers of the kernels alone.
func (x *Retractor) Open(ctx context.Context, goal chess.Setup, opening Opening, kernels retro.Kernels) (Line, bool) {
	if _, err := goal.Position(); err != nil {
		return Line{}, false
	}
	x.kernels = kernels
	x.reset(&goal, opening)
	best, expanded := int32(-1), 0
	for ply := 1; ply <= OpenPlies && len(x.beam) > 0 && ctx.Err() == nil; ply++ {
		expanded += len(x.beam)
		x.advanceBeam()
		if ply < opening.Depth {
			continue
		}
		for _, i := range x.beam {
			if x.measuresLess(i, best) && isPlannable(&x.nodes[i].setup) {
				best = i
			}
		}
		if best >= 0 && x.nodes[best].measure == 0 {
			break
		}
	}
	if best < 0 {
		return Line{Nodes: expanded}, false
	}
	line, ok := x.line(best)
	line.Nodes = expanded
	return line, ok
}

// advanceBeam replaces the beam by that of the next ply: the OpenWidth setups of least key that the kernels do not refute. It asks the
// kernels about at most 4*OpenWidth of them.
func (x *Retractor) advanceBeam() {
	x.ranked = x.ranked[:0]
	for _, i := range x.beam {
		x.expandBeamNode(i)
	}
	slices.SortFunc(x.ranked, func(a, b ranked) int { return cmp.Compare(a.key, b.key) })
	x.beam = x.beam[:0]
	asked := 0
	for _, r := range x.ranked {
		if len(x.beam) == OpenWidth {
			break
		}
		n := &x.nodes[r.node]
		if n.mustCheck {
			key := skeletonOf(&n.setup)
			refuted, known := x.kernelAnswers[key]
			if !known {
				if asked == 4*OpenWidth {
					continue
				}
				asked++
				refuted = x.kernelsRefute(&n.setup)
				x.kernelAnswers[key] = refuted
			}
			if refuted {
				continue
			}
			n.mustCheck = false
		}
		x.beam = append(x.beam, r.node)
	}
}

// chooseSources draws the promotion squares to open, each with a chance in percent. It looks at kinds of knights and bishops of which
// the goal shows more than the start has, and at squares that they cannot leave past the pawns of the goal.
func (x *Retractor) chooseSources(goal *chess.Setup, percent int) {
	x.sources = x.sources[:0]
	if percent == 0 {
		return
	}
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range [...]base.Kind{base.Knight, base.DarkBishop, base.LightBishop} {
			atStart := k.Of(&initial, c).Count()
			if k.Of(&goal.Board, c).Count() <= atStart {
				continue
			}
			for bb := chess.RowBB(c.LastRow()) & k.Squares(); bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if base.IsCage(k.Role(), chess.Flood(k.Role(), sq.BB(), goal.Board.Of(chess.Pawn))) && x.rng.Chance(percent) {
					x.sources = append(x.sources, promotionSource{c, k.Role(), sq})
				}
			}
		}
	}
}

// expandBeamNode adds the new setups before node i to the nodes and to ranked.
func (x *Retractor) expandBeamNode(i int32) {
	x.unmoves = retro.Unmoves(x.unmoves[:0], x.nodes[i].setup, retro.Options{})
	for _, u := range x.unmoves {
		n := &x.nodes[i]
		cost, ok := x.openPrice(n, u)
		if !ok {
			continue
		}
		before := retro.Undo(n.setup, u)
		if _, old := x.seen[before]; old {
			continue
		}
		x.seen[before] = struct{}{}
		next := node{setup: before, next: i, unmove: u, cost: n.cost + cost, mustCheck: u.Irreversible()}
		next.measure = x.shutMeasure(&before, true)
		x.nodes = append(x.nodes, next)
		x.ranked = append(x.ranked, ranked{next.cost + shutWeight*next.measure + int32(x.rng.N(noise)), int32(len(x.nodes) - 1)})
	}
}

// openPrice returns the cost of an unmove for Open, and whether Open tries it. What costs as much as a capture by an officer is tried only
// if the side to move of n is in check.
func (x *Retractor) openPrice(n *node, u retro.Unmove) (int32, bool) {
	cost := int32(0)
	capturesByOfficer := u.Captured() != chess.NoRole && u.Role() != chess.Pawn
	switch {
	case capturesByOfficer || u.EP() != chess.NoSquare:
		cost = uncaptureByOfficer
	case u.Promotion() != chess.NoRole:
		cost = unpromote
	case u.Captured() != chess.NoRole:
		cost = uncaptureByPawn
	case u.Role() == chess.Pawn:
		cost = pawnCost
	case u.Castles():
		cost = uncastleCost
	}
	if u.Castling() != n.setup.Castling {
		cost += rightsCost
	}
	if cost >= uncaptureByOfficer {
		p, err := n.setup.Position()
		if err != nil || !p.InCheck() {
			return 0, false
		}
	}
	return cost, true
}
