package planner

import (
	"cmp"
	"context"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// Unwinding: from a crowded goal, moves are taken back until nothing is shut in any more.
// What is hard for a planner that looks forward, to bring a bishop behind pawns before they
// close, to crowd officers into a corner, is easy backwards: the door opens, they walk out.
// The setup that comes out is a goal like others, and the moves taken back end the game.

// Defaults of an [Unwinding]. A setup of the beam takes some 100 us.
const (
	DefaultUnwindWidth = 12
	DefaultUnwindPlies = 48
)

// An Unwinding asks for moves to be taken back.
type Unwinding struct {
	// Seed chooses among the ways; each gives another setup.
	Seed uint64
	// Width is the number of setups kept in each ply, Plies the largest number of moves
	// taken back; 0 means the defaults.
	Width, Plies int
	// Depth is the least number of moves taken back.
	Depth int
	// Sources also opens squares on which some man has to promote and from which it could
	// not leave: each with this chance in percent.
	Sources int
	// Crowds counts also men that have little room.
	Crowds bool
}

// An Unwound is a setup some moves before a goal.
type Unwound struct {
	Setup chess.Setup
	// Moves lead from the setup to the goal, replayed.
	Moves []chess.Move
	// Shut is what is left of the measure of men shut in: 0 if none is.
	Shut int
	// Nodes is the number of setups expanded.
	Nodes int
}

// unwound is a node of the search.
type unwound struct {
	setup  chess.Setup
	from   int32 // the node after it in the game, -1 for the goal
	by     retro.Unmove
	cost   int32 // of the moves taken back
	shut   int32 // measure of men shut in
	forced bool  // the kernels have to be asked
}

// An unwinder searches backwards from a goal with a beam: of all setups one unmove back
// from those of the last ply, it keeps the best. The zero value is ready.
type unwinder struct {
	dice
	kernels retro.Kernels
	nodes   []unwound
	beam    []int32
	ranked  []ranked
	seen    map[chess.Setup]struct{}
	asked   map[skeleton]bool // what the kernels have refuted, of what they were asked
	list    []retro.Unmove
	sources []source
	cage    cageCosts
	crowds  bool
	steps   int                            // left of a look at quiet moves
	chains  [looseDepth + 1][]retro.Unmove // by moves still to be taken back
}

// A source is a square that a promoted man must be able to leave.
type source struct {
	color chess.Color
	role  chess.Role
	sq    chess.Square
}

// A skeleton is what the kernels mainly look at: pawns, and how many officers of a kind there
// are.
type skeleton struct {
	pawns [2]chess.Bitboard
	men   [2][kinds]int8
}

func skeletonOf(s *chess.Setup) (z skeleton) {
	for c := chess.White; c <= chess.Black; c++ {
		z.pawns[c] = s.Board.Pieces(c, chess.Pawn)
		for k := range kinds {
			z.men[c][k] = int8((s.Board.Pieces(c, k.role()) & k.squares()).Count())
		}
	}
	return z
}

// ranked is a node with its key, the least first.
type ranked struct{ key, node int32 }

// Weights of the search: what an unmove costs, and what a unit of shut counts in it.
const (
	shutWeight   = 4
	pawnCost     = 6
	uncastleCost = 30
	uncaptureBy  = 12 // by a pawn; other captures count officerCatch
	unpromote    = 20
	officerCatch = 80
	rightsCost   = 60
	unwindNoise  = 12
)

// Unwind takes moves back from a goal until no man is shut in by pawns, and at least
// u.Depth moves are. The second result is false if the goal is not a position, or if
// nothing can be taken back that the kernels do not refute. Kernels may be nil.
//
// The result depends on the goal, u and the answers of the kernels alone.
func (pl *Planner) Unwind(ctx context.Context, goal chess.Setup, u Unwinding, kernels retro.Kernels) (Unwound, bool) {
	if _, err := goal.Position(); err != nil {
		return Unwound{}, false
	}
	x := &pl.unwinder
	x.kernels = kernels
	x.begin(&goal, u)
	width, plies := u.Width, u.Plies
	if width == 0 {
		width = DefaultUnwindWidth
	}
	if plies == 0 {
		plies = DefaultUnwindPlies
	}
	best, expanded := int32(-1), 0
	for ply := 1; ply <= plies && len(x.beam) > 0 && ctx.Err() == nil; ply++ {
		expanded += len(x.beam)
		x.step(width)
		if ply < u.Depth {
			continue
		}
		for _, i := range x.beam {
			n := &x.nodes[i]
			if (best < 0 || n.shut < x.nodes[best].shut) && acceptable(&n.setup) {
				best = i
			}
		}
		if best >= 0 && x.nodes[best].shut == 0 {
			break
		}
	}
	if best < 0 {
		return Unwound{Nodes: expanded}, false
	}
	res, ok := x.line(best)
	res.Nodes = expanded
	return res, ok
}

// begin makes the goal the only node.
func (x *unwinder) begin(goal *chess.Setup, u Unwinding) {
	x.key(hash(goal), u.Seed, 1<<40)
	if x.seen == nil {
		x.seen, x.asked = map[chess.Setup]struct{}{}, map[skeleton]bool{}
	}
	clear(x.seen)
	clear(x.asked)
	x.chooseSources(goal, u.Sources)
	x.crowds = u.Crowds
	x.seen[*goal] = struct{}{}
	x.nodes = append(x.nodes[:0], unwound{setup: *goal, from: -1, shut: x.shut(goal)})
	x.beam = append(x.beam[:0], 0)
}

// step makes the beam of the next ply.
func (x *unwinder) step(width int) {
	x.ranked = x.ranked[:0]
	for _, i := range x.beam {
		x.expand(i)
	}
	slices.SortFunc(x.ranked, func(a, b ranked) int { return cmp.Compare(a.key, b.key) })
	x.beam = x.beam[:0]
	asked := 0
	for _, r := range x.ranked {
		if len(x.beam) == width {
			break
		}
		n := &x.nodes[r.node]
		if n.forced {
			key := skeletonOf(&n.setup)
			refuted, known := x.asked[key]
			if !known {
				if asked == 4*width {
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

// chooseSources draws the squares of promotion that are to be opened: bishops and knights of
// which the goal shows more than the start has.
func (x *unwinder) chooseSources(goal *chess.Setup, percent int) {
	x.sources = x.sources[:0]
	if percent == 0 {
		return
	}
	initial := chess.InitialSetup()
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range [...]kind{knight, darkBishop, lightBishop} {
			have := (initial.Board.Pieces(c, k.role()) & k.squares()).Count()
			if (goal.Board.Pieces(c, k.role()) & k.squares()).Count() <= have {
				continue
			}
			for bb := chess.RowBB(lastRow(c)) & k.squares(); bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if small(k.role(), region(k.role(), sq, goal.Board.Of(chess.Pawn))) && x.chance(percent) {
					x.sources = append(x.sources, source{c, k.role(), sq})
				}
			}
		}
	}
}

// refuted asks the kernels.
func (x *unwinder) refuted(s *chess.Setup) bool {
	if x.kernels == nil {
		return false
	}
	const steps = 1 << 14
	refuted, _ := x.kernels.Refutes(*s, steps)
	return refuted
}

// expand ranks the setups before a node.
func (x *unwinder) expand(i int32) {
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
		next := unwound{setup: before, from: i, by: u, cost: n.cost + cost, forced: u.Irreversible()}
		next.shut = x.shut(&before)
		x.nodes = append(x.nodes, next)
		x.ranked = append(x.ranked, ranked{next.cost + shutWeight*next.shut + int32(x.n(unwindNoise)), int32(len(x.nodes) - 1)})
	}
}

// price returns what an unmove costs, and false if it is not looked at: captures are taken
// back by pawns only, but where the side has to answer for a check.
func (x *unwinder) price(n *unwound, u retro.Unmove) (int32, bool) {
	cost := int32(0)
	switch {
	case u.EP() != chess.NoSquare || u.Captured() != chess.NoRole && u.Role() != chess.Pawn:
		cost = officerCatch
	case u.Promotion() != chess.NoRole:
		cost = unpromote
	case u.Captured() != chess.NoRole:
		cost = uncaptureBy
	case u.Role() == chess.Pawn:
		cost = pawnCost
	case u.Castles():
		cost = uncastleCost
	}
	if u.Castling() != n.setup.Castling {
		cost += rightsCost
	}
	if cost >= officerCatch {
		p, err := n.setup.Position()
		if err != nil || !p.InCheck() {
			return 0, false
		}
	}
	return cost, true
}

// line returns the moves from a node to the goal.
func (x *unwinder) line(i int32) (Unwound, bool) {
	res := Unwound{Setup: x.nodes[i].setup, Shut: int(x.nodes[i].shut)}
	p, err := res.Setup.Position()
	if err != nil {
		return res, false
	}
	for ; i > 0; i = x.nodes[i].from {
		n := &x.nodes[i]
		m, err := p.ParseUCI(n.by.String())
		if err != nil {
			return res, false
		}
		res.Moves = append(res.Moves, m)
		if p = p.Play(m); p.Setup() != x.nodes[n.from].setup {
			return res, false
		}
	}
	return res, true
}
