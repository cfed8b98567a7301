package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// Limits in plies.
const (
	pathStall   = 90  // plies without a completed task after which a path fails
	pathReorder = 30  // plies without a completed task after which jobs are shuffled and men chosen anew
	pawnLimit   = 300 // plies in which the pawns have to reach their interim squares
)

// Chances in percent of the plies in which something comes before later means.
const (
	requestPercent  = 80 // fulfilling a request
	clearPercent    = 20 // clearing a promotion square, with Revise
	freeStepPercent = 25 // a step of a pawn without a task, while tasks are open
)

// A path plays the first two stages: all tasks, then the pawns to their interim squares.
type path struct {
	agenda
	kingRegion [2]chess.Bitboard // by color, squares from which the king can reach its goal square when all pawns stand
	patient    bool              // pawns wait for officers whose way they would shut
}

// begin prepares for the tasks of the agenda.
func (p *path) begin() {
	for c := chess.White; c <= chess.Black; c++ {
		p.kingRegion[c] = p.plan.KingRegion(c)
	}
	p.shuffle()
	rng := *p.rng // what is drawn after this stays the same
	if p.patient = p.plan.Patient && rng.Chance(patientPercent); p.patient {
		p.findPrerequisites()
	}
}

// playTasks plays until all tasks are done and reports whether they are.
func (p *path) playTasks() bool {
	for ply := 0; ; ply++ {
		p.update()
		if p.pending == 0 {
			return true
		}
		if ply-p.lastProgress > pathStall {
			return false
		}
		if stall := ply - p.lastProgress; stall > 0 && stall%pathReorder == 0 {
			p.shuffle()
			p.forgetMen()
		}
		m := p.nextMove()
		p.budget.Spent++
		if m == 0 {
			return false
		}
		p.make(m)
		p.markDone(m, ply)
	}
}

// playPawns plays until all pawns stand on their interim squares and reports whether they do.
func (p *path) playPawns() bool {
	p.chosen, p.arrived = 0, p.settled
	for range pawnLimit {
		if p.pawnsDone() {
			return true
		}
		m := p.nextMove()
		p.budget.Spent++
		if m == 0 {
			break
		}
		p.make(m)
	}
	return false
}

// nextMove returns the move of the side to move, or 0 if there is none.
func (p *path) nextMove() chess.Move {
	p.update()
	p.chooseMen()
	if m := p.castlingMove(); m != 0 {
		return m
	}
	if m := p.captureMove(); m != 0 {
		return m
	}
	if p.InCheck {
		return p.evade()
	}
	asked := &p.requests[p.Us]
	asked.vacate &= p.Own
	if p.pending == 0 {
		if m := p.leaveDangerZone(); m != 0 {
			return m
		}
	}
	if asked.vacate != 0 && p.rng.Chance(requestPercent) {
		if m := p.fulfillRequest(); m != 0 {
			return m
		}
	}
	if p.pending != 0 {
		if m := p.leaveDangerZone(); m != 0 {
			return m
		}
	}
	p.requests[p.Them], p.ways[p.Us] = requests{}, 0
	if p.revise && p.rng.Chance(clearPercent) {
		if m := p.clearSquare(); m != 0 {
			return m
		}
	}
	for _, i := range p.order {
		if j := &p.jobs[i]; !j.done {
			if m := p.advanceTask(j); m != 0 {
				return m
			}
		}
	}
	if p.pending == 0 || p.rng.Chance(freeStepPercent) {
		if m := p.freePawnStep(0, 3); m != 0 {
			return m
		}
	}
	if m := p.waitingMove(p.taskSquares); m != 0 {
		return m
	}
	if m := p.freePawnStep(0, 3); m != 0 {
		return m
	}
	return p.anyQuietMove()
}

// advanceTask returns a move that brings job j nearer to its end, or 0 if there is none.
func (p *path) advanceTask(j *job) chess.Move {
	if j.Act == schedule.Leave {
		return p.leaveMove(j)
	}
	if j.Act != schedule.Capture && j.Act != schedule.Settle {
		if j.Color != p.Us || !j.pawnsFree || !p.mayProceed(j) {
			return 0
		}
		return p.pawnStep(j.Pawn, j.To, j.earlierSquares, 3)
	}
	if j.victim == base.NoMan {
		return 0
	}
	if j.Act == schedule.Settle {
		if j.Color != p.Us || j.earlierSquares.Has(j.To) || !p.mayProceed(j) {
			return 0
		}
		return p.moveToward(j.victim, j.To)
	}
	victim := &p.Men[j.victim]
	if victim.Sq == chess.NoSquare {
		return 0
	}
	switch {
	case j.Color == p.Us && j.Pawn == base.NoMan && j.capturer != base.NoMan: // our officer goes to the victim
		if victim.Role == chess.Pawn && (victim.Sq != j.To || !j.pawnsFree || j.Squares&j.earlierSquares != 0) {
			return 0
		}
		return p.moveToward(j.capturer, victim.Sq)
	case j.Color == p.Us && j.Pawn != base.NoMan && j.pawnsFree && (j.Squares&j.earlierSquares) == 0: // the square has to be cleared
		if p.Own.Has(j.To) {
			return p.stepAside(j.To, p.taskSquares, 2)
		}
		if p.Occ.Has(j.To) && victim.Sq != j.To {
			p.requests[p.Them].vacate |= j.To.BB()
		}
	case j.Color != p.Us && victim.Role != chess.Pawn && j.Pawn != base.NoMan: // our man goes to where an enemy pawn captures it
		if victim.Sq == j.To {
			return 0
		}
		if j.To.BB()&j.earlierSquares != 0 || p.revise && !p.mayProceed(j) {
			return 0
		}
		if m := p.FindMove(victim.Sq, j.To, chess.NoRole); m != 0 && p.GivesCheck(m) && p.canCaptureAfter(j, m) {
			return m
		}
		return p.moveToward(j.victim, j.To)
	}
	return 0
}

// canCaptureAfter reports whether the pawn of job j can capture the victim at once when the victim arrives by move m.
func (p *path) canCaptureAfter(j *job, m chess.Move) bool {
	if !j.pawnsFree || j.Squares&j.earlierSquares != 0 || p.Men[j.Pawn].Sq != j.From || !p.mayProceed(j) {
		return false
	}
	next := p.Pos.Play(m)
	var buf [256]chess.Move
	for _, reply := range next.Moves(buf[:0]) {
		if reply.From() == j.From && reply.To() == j.To {
			return true
		}
	}
	return false
}

// leaveMove returns a move by which the man of a Leave job leaves its region, or 0.
func (p *path) leaveMove(j *job) chess.Move {
	man := &p.Men[j.victim]
	if j.Color != p.Us || !j.pawnsFree || man.Role == chess.Pawn || p.hasLeft(j) {
		return 0
	}
	stops := ^p.Checks[man.Role]
	if way, ok := p.FreeWay(man.Sq, man.Role, ^j.Region&^p.Occ&stops, stops); ok {
		p.ways[p.Us] |= way.Path
		return p.FindMove(man.Sq, way.First, chess.NoRole)
	}
	return p.moveToward(j.victim, j.To)
}

// clearSquare returns a move of an officer that stands where a pawn has to promote, or 0.
func (p *path) clearSquare() chess.Move {
	for set := p.plan.ClearedSquares & p.Own; set != 0; {
		sq := p.rng.Pick(set)
		set &^= sq.BB()
		u := p.At[sq]
		role := p.Men[u].Role
		if role == chess.King || (p.fixed.immobile|p.arrived|p.chosen)>>u&1 != 0 {
			continue
		}
		if away := p.QuietStops(sq, role) &^ p.plan.ClearedSquares &^ p.taskSquares; away != 0 {
			return p.FindMove(sq, p.rng.Pick(away), chess.NoRole)
		}
	}
	return 0
}

// moveToward returns a move that brings our man u nearer to a square, or one that makes way for it; 0 if there is none. The square may
// hold a man that u will capture.
func (p *path) moveToward(u int8, to chess.Square) chess.Move {
	man := &p.Men[u]
	if man.Sq == chess.NoSquare || !p.canMove(u) { // captured meanwhile, or kept where it is
		return 0
	}
	targets := to.BB()
	if p.Own.Has(to) {
		return p.stepAside(to, p.taskSquares, 2)
	}
	if p.Occ.Has(to) {
		// The man waits where it can reach the square in one move.
		from := base.Reach(man.Role, to, p.Occ&^man.Sq.BB())
		if from.Has(man.Sq) {
			return 0
		}
		targets = from &^ p.Occ
	}
	stops := ^p.Checks[man.Role]
	attacked := chess.Bitboard(0)
	if man.Role == chess.King {
		attacked = p.AttackedByEnemy()
		stops &^= attacked
	}
	if way, ok := p.FreeWay(man.Sq, man.Role, targets&stops, stops); ok {
		p.ways[p.Us] |= way.Path
		return p.FindMove(man.Sq, way.First, chess.NoRole)
	}
	obst := p.pathObstacles()
	if p.Occ.Has(to) {
		obst[to] = 0
	}
	way := base.CostWay(man.Sq, man.Role, to, &obst, p.Checks[man.Role], attacked)
	if way.First == chess.NoSquare {
		return 0
	}
	p.ways[p.Us] |= way.Path
	p.requests[p.Them].vacate |= way.Path &^ p.Own & p.Occ &^ to.BB()
	p.requests[p.Them].stopAttacking |= way.Path & attacked
	return p.followWay(u, way)
}

// followWay returns the first move of a way of man u. If men of ours block that move, it returns a move by one of these.
func (p *path) followWay(u int8, way base.Way) chess.Move {
	from := p.Men[u].Sq
	leg := chess.Between(from, way.First) | way.First.BB()
	if own := leg & p.Own; own != 0 {
		return p.stepAside(p.rng.Pick(own), p.taskSquares|way.Path, 2)
	}
	if leg&p.Occ != 0 {
		return 0
	}
	if m := p.FindMove(from, way.First, chess.NoRole); m != 0 && !p.GivesCheck(m) {
		return m
	}
	return 0
}
