package retract

import (
	"cmp"
	"context"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
)

// Opening: from a crowded goal, moves are taken back until nothing is shut in any more.
// What is hard for a planner that looks forward, to bring a bishop behind pawns before they
// close, to crowd officers into a corner, is easy backwards: the pawn that closed last goes
// back first, and the men walk out.

// Open keeps OpenWidth setups in each ply, of some 100 us each, and takes at most OpenPlies moves back.
const (
	OpenWidth = 12
	OpenPlies = 48
)

// An Opening asks for moves to be taken back until no man is shut in.
type Opening struct {
	// Seed is that of the random numbers, which decide between setups of about the same key.
	Seed uint64
	// Depth is the least number of moves taken back.
	Depth int
	// Sources also opens squares on which some man has to promote and from which it could
	// not leave: each with this chance in percent.
	Sources int
	// Crowds counts also men that have few free squares.
	Crowds bool
}

// A source is a square that a promoted man must be able to leave.
type source struct {
	color chess.Color
	role  chess.Role
	sq    chess.Square
}

// Weights of the search: of a unit of shut, of the kinds of unmoves, and of noise, a random number below which is added to a key.
const (
	shutWeight         = 4
	pawnCost           = 6
	uncastleCost       = 30
	uncaptureByPawn    = 12
	unpromote          = 20
	uncaptureByOfficer = 80
	rightsCost         = 60
	noise              = 12
)

// Open takes moves back from a goal until no man is shut in by pawns, and at least
// u.Depth moves are. The second result is false if the goal is not a position, or if
// nothing can be taken back that the kernels do not refute. Kernels may be nil.
//
// The result depends on the goal, u and the answers of the kernels alone.
func (x *Retractor) Open(ctx context.Context, goal chess.Setup, u Opening, kernels retro.Kernels) (Line, bool) {
	if _, err := goal.Position(); err != nil {
		return Line{}, false
	}
	x.kernels = kernels
	x.begin(&goal, u)
	best, expanded := int32(-1), 0
	for ply := 1; ply <= OpenPlies && len(x.beam) > 0 && ctx.Err() == nil; ply++ {
		expanded += len(x.beam)
		x.step()
		if ply < u.Depth {
			continue
		}
		for _, i := range x.beam {
			if x.measuresLess(i, best) && acceptable(&x.nodes[i].setup) {
				best = i
			}
		}
		if best >= 0 && x.nodes[best].shut == 0 {
			break
		}
	}
	if best < 0 {
		return Line{Nodes: expanded}, false
	}
	res, ok := x.line(best)
	res.Nodes = expanded
	return res, ok
}

// step replaces the beam by that of the next ply: the OpenWidth setups of least key that the kernels do not refute.
func (x *Retractor) step() {
	x.ranked = x.ranked[:0]
	for _, i := range x.beam {
		x.expand(i)
	}
	slices.SortFunc(x.ranked, func(a, b ranked) int { return cmp.Compare(a.key, b.key) })
	x.beam = x.beam[:0]
	asked := 0
	for _, r := range x.ranked {
		if len(x.beam) == OpenWidth {
			break
		}
		n := &x.nodes[r.node]
		if n.forced {
			key := skeletonOf(&n.setup)
			refuted, known := x.asked[key]
			if !known {
				if asked == 4*OpenWidth {
					continue
				}
				asked++
				refuted = x.refuted(&n.setup)
				x.asked[key] = refuted
			}
			if refuted {
				continue
			}
			n.forced = false
		}
		x.beam = append(x.beam, r.node)
	}
}

// chooseSources draws the promotion squares that are to be opened, each with a chance in percent: those that a knight or bishop of a kind of
// which the goal shows more than the start has cannot leave past the pawns of the goal.
func (x *Retractor) chooseSources(goal *chess.Setup, percent int) {
	x.sources = x.sources[:0]
	if percent == 0 {
		return
	}
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range [...]base.Kind{base.Knight, base.DarkBishop, base.LightBishop} {
			have := k.Of(&initial, c).Count()
			if k.Of(&goal.Board, c).Count() <= have {
				continue
			}
			for bb := chess.RowBB(c.LastRow()) & k.Squares(); bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if base.Small(k.Role(), chess.Flood(k.Role(), sq.BB(), goal.Board.Of(chess.Pawn))) && x.rng.Chance(percent) {
					x.sources = append(x.sources, source{c, k.Role(), sq})
				}
			}
		}
	}
}

// expand adds the new setups before a node to the nodes and to ranked.
func (x *Retractor) expand(i int32) {
	x.list = retro.Unmoves(x.list[:0], x.nodes[i].setup, retro.Options{})
	for _, u := range x.list {
		n := &x.nodes[i]
		cost, ok := x.price(n, u)
		if !ok {
			continue
		}
		before := retro.Undo(n.setup, u)
		if _, old := x.seen[before]; old {
			continue
		}
		x.seen[before] = struct{}{}
		next := node{setup: before, from: i, by: u, cost: n.cost + cost, forced: u.Irreversible()}
		next.shut = x.shut(&before)
		x.nodes = append(x.nodes, next)
		x.ranked = append(x.ranked, ranked{next.cost + shutWeight*next.shut + int32(x.rng.N(noise)), int32(len(x.nodes) - 1)})
	}
}

// price returns what an unmove costs, and false if Open does not try it: it takes back captures by officers, en passant captures and
// what costs as much only if the side to move of n is in check.
func (x *Retractor) price(n *node, u retro.Unmove) (int32, bool) {
	cost := int32(0)
	switch {
	case u.EP() != chess.NoSquare || u.Captured() != chess.NoRole && u.Role() != chess.Pawn:
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
