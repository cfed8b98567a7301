package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Officers that leave before a closing step: at home, or where they are promoted, and not
// wanted there. Without a task they might still stand there when a pawn of the path has shut
// them in, perhaps on the square where another pawn has to promote.

// scheduleDepartures adds a task to leave for every officer that a pawn of the path would shut in. The
// closing step waits for it. An officer that cannot leave in time becomes Immobile.
//
// Officers that are sent ahead shut others in as pawns do.
func (r *repairer) scheduleDepartures() {
	final := r.heldWalls() | r.ahead
	r.Immobile = 0
	for u := range int8(r.Size) {
		c, role, sq := r.Men[u].Color, r.Men[u].Role, r.Men[u].Sq
		if role == chess.Pawn {
			role = r.Becomes[u]
			sq = r.source(u, c, role)
		}
		if sq == chess.NoSquare || role == chess.King || r.Frozen>>u&1 != 0 || r.hasLeaveTask(u) {
			continue
		}
		out := chess.Flood(role, sq.BB(), final&^sq.BB())
		if !base.Small(role, out) || !r.Promotions.Has(sq) && (r.Goal.Board.Pieces(c, role)&out).Count() >= r.sources(c, role, out) {
			continue
		}
		out |= final &^ sq.BB() // where others will stand is no way out
		if i, before := r.lastClosing(u, role, sq, out); i >= 0 {
			if free := chess.Flood(role, sq.BB(), before) &^ out; free != 0 {
				r.leaveBefore(i, u, out, free)
			}
		} else if r.Men[u].Role == role {
			r.Immobile |= 1 << u
		}
	}
}

// promoteBeforeClosing has pawns promote early where the officer could not leave later, and reports
// whether that is possible.
func (r *repairer) promoteBeforeClosing() bool {
	for u := range int8(r.Size) {
		m := &r.Men[u]
		sq, role := r.Born[u], r.Becomes[u]
		if m.Role != chess.Pawn || role == chess.NoRole || role == chess.King || sq == chess.NoSquare {
			continue
		}
		out := chess.Flood(role, sq.BB(), r.heldWalls()&^sq.BB())
		if !base.Small(role, out) || (r.Goal.Board.Pieces(m.Color, role)&out).Count() >= r.sources(m.Color, role, out) {
			continue
		}
		if i, _ := r.lastClosing(u, role, sq, out); i < 0 && !r.hasLeaveTask(u) && !r.promoteEarly(u, sq, m.Color, role, out) {
			return false
		}
	}
	return true
}

// lastClosing returns the last task that shuts a man into a region around sq for good, and the
// pawns before it; -1 if there is none.
func (r *repairer) lastClosing(u int8, role chess.Role, sq chess.Square, out chess.Bitboard) (int, chess.Bitboard) {
	var at [64]int8
	closing, before, walls := -1, chess.Bitboard(0), chess.Bitboard(0)
	born, open := r.Men[u].Role != chess.Pawn, false
	ahead := chess.Bitboard(0)
	for i := range r.Tasks {
		t := &r.Tasks[i]
		if t.Act == Settle {
			ahead |= t.To.BB()
		} else if born && t.Pawn == base.Nobody {
			continue
		}
		born = born || t.Pawn == u && t.To == sq
		if !born || !r.traceTo(i+1, &at) {
			continue
		}
		next := (pawnSquares(&at) | ahead) &^ sq.BB()
		if now := chess.Flood(role, sq.BB(), next)&^out != 0; open != now {
			if closing = -1; open {
				closing, before = i, walls
			}
			open = now
		}
		walls = next
	}
	return closing, before
}

// leaveBefore inserts a task for a man to leave a region, on its way to one of the free
// squares, for which task i waits.
func (r *repairer) leaveBefore(i int, u int8, out, free chess.Bitboard) {
	t := Task{Act: Leave, Color: r.Men[u].Color, Pawn: base.Nobody, Victim: u, Kind: base.NoKind, From: chess.NoSquare,
		To: r.RNG.Pick(free), Gate: -1, Step: -1, Out: out}
	r.insert(i, t)
	r.addGate(i+1, i)
}
