package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// Limits in plies.
const (
	pathStall   = 90 // without a task done
	pathReorder = 30
	pawnLimit   = 300
)

// A path is the first stage: all captures, and the pawns to where they stop.
type path struct {
	agenda
	kingSide [2]chess.Bitboard // from where the square of the king can be reached in the end
	patient  bool              // pawns wait for men whose way they would shut
}

// begin begins a path along a schedule that has been made.
func (r *path) begin() {
	for c := chess.White; c <= chess.Black; c++ {
		r.kingSide[c] = r.plan.KingRegion(c)
	}
	r.shuffle()
	rng := *r.rng // what is drawn after this stays the same
	if r.patient = r.plan.Patient && rng.Chance(patientPercent); r.patient {
		r.findNeeds()
	}
}

// lastCapture plays until all tasks are done, and reports whether they are.
func (r *path) lastCapture() bool {
	for ply := 0; ; ply++ {
		r.scan()
		if r.left == 0 {
			return true
		}
		if ply-r.progress > pathStall {
			return false
		}
		if stall := ply - r.progress; stall > 0 && stall%pathReorder == 0 {
			r.shuffle()
			r.unbind()
		}
		m := r.planTasks()
		r.budget.Spent++
		if m == 0 {
			return false
		}
		r.make(m)
		r.markDone(m, ply)
	}
}

// pawns plays until all pawns stand where they stop, and reports whether they do.
func (r *path) pawns() bool {
	r.bound, r.arrived = 0, r.staying
	for range pawnLimit {
		if r.pawnsDone() {
			return true
		}
		m := r.planTasks()
		r.budget.Spent++
		if m == 0 {
			break
		}
		r.make(m)
	}
	return false
}

// planTasks returns the move of the side to move, 0 if there is none.
func (r *path) planTasks() chess.Move {
	r.scan()
	r.bind()
	if m := r.castling(); m != 0 {
		return m
	}
	if m := r.captures(); m != 0 {
		return m
	}
	if r.InCheck {
		return r.evade()
	}
	asked := &r.requests[r.Us]
	asked.vacate &= r.Own
	if r.left == 0 {
		if m := r.kingZone(); m != 0 {
			return m
		}
	}
	if asked.vacate != 0 && r.rng.Chance(80) {
		if m := r.fulfillRequest(); m != 0 {
			return m
		}
	}
	if r.left != 0 {
		if m := r.kingZone(); m != 0 {
			return m
		}
	}
	r.requests[r.Them], r.ways[r.Us] = requests{}, 0
	if r.revise && r.rng.Chance(20) {
		if m := r.clearPromotionSquare(); m != 0 {
			return m
		}
	}
	for _, i := range r.order {
		if t := &r.jobs[i]; !t.done {
			if m := r.advance(t); m != 0 {
				return m
			}
		}
	}
	if r.left == 0 || r.rng.Chance(25) {
		if m := r.freeStep(0, 3); m != 0 {
			return m
		}
	}
	if m := r.waitingMove(r.busy); m != 0 {
		return m
	}
	if m := r.freeStep(0, 3); m != 0 {
		return m
	}
	return r.anyQuietMove()
}

// advance returns a move that brings a task nearer to its end, 0 if there is none.
func (r *path) advance(t *job) chess.Move {
	if t.Act == schedule.Leave {
		return r.leave(t)
	}
	if t.Act != schedule.Capture && t.Act != schedule.Settle {
		if t.Color != r.Us || !t.open || (t.WaitsFor >= 0 && !r.inPlace(t.WaitsFor)) {
			return 0
		}
		return r.pawnStep(t.Pawn, t.To, t.before, 3)
	}
	if t.victim == base.Nobody {
		return 0
	}
	if t.Act == schedule.Settle {
		if t.Color != r.Us || t.before.Has(t.To) || t.WaitsFor >= 0 && !r.inPlace(t.WaitsFor) {
			return 0
		}
		return r.bring(t.victim, t.To)
	}
	v := &r.Men[t.victim]
	if v.Sq == chess.NoSquare {
		return 0
	}
	switch {
	case t.Color == r.Us && t.Pawn == base.Nobody && t.capturer != base.Nobody:
		if v.Role == chess.Pawn && (v.Sq != t.To || !t.open || t.Squares&t.before != 0) {
			return 0
		}
		return r.bring(t.capturer, v.Sq)
	case t.Color == r.Us && t.Pawn != base.Nobody && t.open && (t.Squares&t.before) == 0:
		if r.Own.Has(t.To) {
			return r.stepAside(t.To, r.busy, 2)
		}
		if r.Occ.Has(t.To) && v.Sq != t.To {
			r.requests[r.Them].vacate |= t.To.BB()
		}
	case t.Color != r.Us && v.Role != chess.Pawn && t.Pawn != base.Nobody:
		if v.Sq == t.To {
			return 0
		}
		if t.To.BB()&t.before != 0 || r.revise && t.WaitsFor >= 0 && !r.inPlace(t.WaitsFor) {
			return 0
		}
		if m := r.Find(v.Sq, t.To, chess.NoRole); m != 0 && r.GivesCheck(m) && r.captured(t, m) {
			return m
		}
		return r.bring(t.victim, t.To)
	}
	return 0
}

// captured reports whether a victim that arrives with check can be captured at once.
func (r *path) captured(t *job, m chess.Move) bool {
	if !t.open || t.Squares&t.before != 0 || r.Men[t.Pawn].Sq != t.From || t.WaitsFor >= 0 && !r.inPlace(t.WaitsFor) {
		return false
	}
	next := r.Pos.Play(m)
	var buf [256]chess.Move
	for _, reply := range next.Moves(buf[:0]) {
		if reply.From() == t.From && reply.To() == t.To {
			return true
		}
	}
	return false
}

// leave returns a move by which the man of a task leaves.
func (r *path) leave(t *job) chess.Move {
	m := &r.Men[t.victim]
	if t.Color != r.Us || !t.open || m.Role == chess.Pawn || r.gone(t) {
		return 0
	}
	stops := ^r.Checks[m.Role]
	if w, ok := r.FreeWay(m.Sq, m.Role, ^t.Region&^r.Occ&stops, stops); ok {
		r.ways[r.Us] |= w.Path
		return r.Find(m.Sq, w.First, chess.NoRole)
	}
	return r.bring(t.victim, t.To)
}

// clearPromotionSquare returns a move of an officer that stands where a pawn has to promote.
func (r *path) clearPromotionSquare() chess.Move {
	for set := r.plan.ClearedSquares & r.Own; set != 0; {
		sq := r.rng.Pick(set)
		set &^= sq.BB()
		u := r.At[sq]
		role := r.Men[u].Role
		if role == chess.King || (r.fixed.immobile|r.arrived|r.bound)>>u&1 != 0 {
			continue
		}
		if away := r.QuietStops(sq, role) &^ r.plan.ClearedSquares &^ r.busy; away != 0 {
			return r.Find(sq, r.rng.Pick(away), chess.NoRole)
		}
	}
	return 0
}

// bring returns a move that brings our man u nearer to a square, which may be held by a man
// to be captured; or one that makes way for it.
func (r *path) bring(u int8, to chess.Square) chess.Move {
	m := &r.Men[u]
	if m.Sq == chess.NoSquare || !r.movable(u) { // captured meanwhile, or kept where it is
		return 0
	}
	targets := to.BB()
	if r.Own.Has(to) {
		return r.stepAside(to, r.busy, 2)
	}
	if r.Occ.Has(to) {
		from := base.Reach(m.Role, to, r.Occ&^m.Sq.BB())
		if from.Has(m.Sq) {
			return 0
		}
		targets = from &^ r.Occ
	}
	stops := ^r.Checks[m.Role]
	hot := chess.Bitboard(0)
	if m.Role == chess.King {
		hot = r.Danger()
		stops &^= hot
	}
	if w, ok := r.FreeWay(m.Sq, m.Role, targets&stops, stops); ok {
		r.ways[r.Us] |= w.Path
		return r.Find(m.Sq, w.First, chess.NoRole)
	}
	obst := r.pathObstacles()
	if r.Occ.Has(to) {
		obst[to] = 0
	}
	w := base.CostWay(m.Sq, m.Role, to, &obst, r.Checks[m.Role], hot)
	if w.First == chess.NoSquare {
		return 0
	}
	r.ways[r.Us] |= w.Path
	r.requests[r.Them].vacate |= w.Path &^ r.Own & r.Occ &^ to.BB()
	r.requests[r.Them].stopAttacking |= w.Path & hot
	return r.follow(u, w)
}

// follow returns the first move of a way or, if men of ours are in the way, a move of
// one of these.
func (r *path) follow(u int8, w base.Way) chess.Move {
	from := r.Men[u].Sq
	leg := chess.Between(from, w.First) | w.First.BB()
	if own := leg & r.Own; own != 0 {
		return r.stepAside(r.rng.Pick(own), r.busy|w.Path, 2)
	}
	if leg&r.Occ != 0 {
		return 0
	}
	if m := r.Find(from, w.First, chess.NoRole); m != 0 && !r.GivesCheck(m) {
		return m
	}
	return 0
}
