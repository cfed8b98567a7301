package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// An officer at home, or where it is promoted, may have to leave before a closing step, since the goal does not show it there. Without
// a task it might still be there when a pawn of the path shuts it in, perhaps on the square where another pawn has to promote.

// scheduleDepartures adds a Leave task for every officer that a pawn of the path would shut in; the closing step waits for that task.
// Officers on settleSquares count as walls. An officer of the start that can never leave becomes one of StuckMen.
func (r *repairer) scheduleDepartures() {
	final := r.heldWalls() | r.settleSquares
	r.StuckMen = 0
	for u := range int8(r.Size) {
		c, role, sq := r.Men[u].Color, r.Men[u].Role, r.Men[u].Sq
		if role == chess.Pawn {
			role = r.PromotionRole[u]
			sq = r.originOf(u, c, role)
		}
		if sq == chess.NoSquare || role == chess.King || r.FrozenMen>>u&1 != 0 || r.hasLeaveTask(u) {
			continue
		}
		region := chess.Flood(role, sq.BB(), final&^sq.BB())
		if !base.IsCage(role, region) || !r.ClearedSquares.Has(sq) && r.allMayStay(c, role, region) {
			continue
		}
		region |= final &^ sq.BB() // where others will stand is no way out
		if i, before := r.lastClosing(u, role, sq, region); i >= 0 {
			if free := chess.Flood(role, sq.BB(), before) &^ region; free != 0 {
				r.leaveBefore(i, u, region, free)
			}
		} else if r.Men[u].Role == role {
			r.StuckMen |= 1 << u
		}
	}
}

// promoteBeforeClosing moves promotions before the closing step where the promoted officer could not leave afterwards. It reports
// whether that was possible for all.
func (r *repairer) promoteBeforeClosing() bool {
	for u := range int8(r.Size) {
		m := &r.Men[u]
		sq, role := r.PromotionSquare[u], r.PromotionRole[u]
		if m.Role != chess.Pawn || role == chess.NoRole || role == chess.King || sq == chess.NoSquare {
			continue
		}
		region := chess.Flood(role, sq.BB(), r.heldWalls()&^sq.BB())
		if !base.IsCage(role, region) || r.allMayStay(m.Color, role, region) {
			continue
		}
		if i, _ := r.lastClosing(u, role, sq, region); i < 0 && !r.hasLeaveTask(u) && !r.promoteEarly(u, sq, m.Color, role, region) {
			return false
		}
	}
	return true
}

// lastClosing returns the index of the last task after which man u, which first stands on sq, cannot leave the region any more, and the
// walls before that task. The index is -1 if no task shuts the man in for good.
func (r *repairer) lastClosing(u int8, role chess.Role, sq chess.Square, region chess.Bitboard) (int, chess.Bitboard) {
	var pawns [64]int8
	closing, before, walls := -1, chess.Bitboard(0), chess.Bitboard(0)
	exists, canLeave := r.Men[u].Role != chess.Pawn, false
	settled := chess.Bitboard(0)
	for i := range r.Tasks {
		t := &r.Tasks[i]
		if t.Act == Settle {
			settled |= t.To.BB()
		} else if exists && t.Pawn == base.NoMan {
			continue
		}
		exists = exists || t.Pawn == u && t.To == sq
		if !exists || !r.traceTo(i+1, &pawns) {
			continue
		}
		nextWalls := (pawnSquares(&pawns) | settled) &^ sq.BB()
		if canLeaveNow := chess.Flood(role, sq.BB(), nextWalls)&^region != 0; canLeave != canLeaveNow {
			if closing = -1; canLeave {
				closing, before = i, walls
			}
			canLeave = canLeaveNow
		}
		walls = nextWalls
	}
	return closing, before
}

// leaveBefore inserts a task before task i, which waits for it: man u leaves the region, on its way to one of the free squares.
func (r *repairer) leaveBefore(i int, u int8, region, free chess.Bitboard) {
	t := Task{Act: Leave, Color: r.Men[u].Color, Pawn: base.NoMan, Man: u, Kind: base.NoKind, From: chess.NoSquare,
		To: r.RNG.Pick(free), WaitsFor: -1, Step: -1, Region: region}
	r.insert(i, t)
	r.addWait(i+1, i)
}
