package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// Limits of a path, in plies, and depths of moves aside.
const (
	pathStall   = 90  // plies without a completed job after which a path fails
	pathReorder = 30  // plies without a completed job after which jobs are shuffled and men chosen anew
	pawnLimit   = 300 // plies in which the pawns have to reach their interim squares
	pawnDepth   = 3   // how many of our men may step aside for one another when a pawn steps
	asideDepth  = 2   // the same when an officer moves, or a pawn captures
)

// Chances in percent that nextMove tries the following in one ply.
const (
	requestPercent  = 80 // a move that fulfills a request to leave squares
	clearPercent    = 20 // a move that clears a promotion square, with Revise
	freeStepPercent = 25 // a step of a pawn without a job, while jobs are open
)

// A path plays the first two stages: all jobs of the agenda, then the pawns to their interim squares.
type path struct {
	agenda
	kingRegion [2]chess.Bitboard // by color, squares from which the king can reach its goal square when all pawns stand
	patient    bool              // pawns wait for officers whose way they would shut
}

// begin prepares for the jobs of the agenda.
func (p *path) begin() {
	p.kingRegion = [2]chess.Bitboard{p.plan.KingRegion(chess.White), p.plan.KingRegion(chess.Black)}
	p.shuffle()
	rng := *p.rng // a copy, so that later draws are the same with and without Options.Patient
	if p.patient = p.plan.Patient && rng.Chance(patientPercent); p.patient {
		p.findPrerequisites()
	}
}

// playTasks plays until all jobs are done and reports whether they are.
func (p *path) playTasks() bool {
	for ply := 0; ; ply++ {
		p.update()
		if p.pending == 0 {
			return true
		}
		stall := ply - p.lastProgress
		if stall > pathStall {
			return false
		}
		if stall > 0 && stall%pathReorder == 0 {
			p.shuffle()
			p.forgetMen()
		}
		m := p.nextMove()
		if !p.advance(m) {
			return false
		}
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
		if !p.advance(p.nextMove()) {
			break
		}
	}
	return false
}

// nextMove returns the move of the side to move, or 0 if there is none. It tries in this order:
//
//  1. Castling of a king and rook that wait for it, or a move that clears the squares between them.
//  2. A capture that is ready.
//  3. In check, the cheapest answer, and nothing else.
//  4. The king leaves its danger zone or, with probability requestPercent, a man leaves a square that the enemy requests. While jobs are
//     open the request is first. Requests to stop attacking squares are passed over: to heed them here would change games.
//  5. With Revise, with probability clearPercent, a move that clears a promotion square. Then the open jobs, in the order of the agenda.
//  6. A step of a pawn without a job; while jobs are open, with probability freeStepPercent.
//  7. To lose time: a waiting move, a step of a pawn without a job, any quiet move.
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
	jobsAreOpen := p.pending != 0 // then the request of the enemy comes before the danger zone
	p.requests[p.Us].vacate &= p.Own
	if !jobsAreOpen {
		if m := p.leaveDangerZone(); m != 0 {
			return m
		}
	}
	if p.requests[p.Us].vacate != 0 && p.rng.Chance(requestPercent) {
		if m := p.fulfillRequest(); m != 0 {
			return m
		}
	}
	if jobsAreOpen {
		if m := p.leaveDangerZone(); m != 0 {
			return m
		}
	}
	p.requests[p.Them], p.ways[p.Us] = requests{}, 0 // those of earlier plies; what follows makes them anew
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
		if m := p.freePawnStep(p.Own, pawnDepth); m != 0 {
			return m
		}
	}
	if m := p.waitingMove(); m != 0 {
		return m
	}
	if m := p.freePawnStep(p.Own, pawnDepth); m != 0 {
		return m
	}
	return p.anyQuietMove()
}

// clearSquare returns a move of an officer that stands where a pawn has to promote, or 0.
func (p *path) clearSquare() chess.Move {
	needed := p.fixed.immobile | p.arrived | p.chosen
	for set := p.plan.ClearedSquares & p.Own; set != 0; {
		sq := p.rng.Take(&set)
		u := p.At[sq]
		role := p.Men[u].Role
		if role == chess.King || needed>>u&1 != 0 {
			continue
		}
		if away := p.QuietStops(sq, role) &^ p.plan.ClearedSquares &^ p.taskSquares; away != 0 {
			return p.FindMove(sq, p.rng.Pick(away), chess.NoRole)
		}
	}
	return 0
}

// moveToward returns a move that brings our man u nearer to a square, or one that makes way for it; 0 if there is none. The square may
// hold a man that u will capture. If there is no free way, it requests that enemy men leave the cheapest way and do not attack it.
func (p *path) moveToward(u int8, to chess.Square) chess.Move {
	man := &p.Men[u]
	if man.Sq == chess.NoSquare || !p.canMove(u) { // captured meanwhile, or kept where it is
		return 0
	}
	targets := to.BB()
	if p.Own.Has(to) {
		return p.stepAside(to, p.taskSquares, asideDepth)
	}
	if p.Occ.Has(to) {
		from := base.Reach(man.Role, to, p.Occ&^man.Sq.BB()) // there the man waits until the capture
		if from.Has(man.Sq) {
			return 0
		}
		targets = from &^ p.Occ
	}
	stops, attacked := p.stopsOf(man.Role)
	if way, ok := p.FreeWay(man.Sq, man.Role, targets&stops, stops); ok {
		p.ways[p.Us] |= way.Path
		return p.FindMove(man.Sq, way.First, chess.NoRole)
	}
	obstacles := p.pathObstacles()
	obstacles[to] = 0
	way := base.CostWay(man.Sq, man.Role, to, &obstacles, p.Checks[man.Role], attacked)
	if way.First == chess.NoSquare {
		return 0
	}
	p.ways[p.Us] |= way.Path
	p.requests[p.Them].vacate |= way.Path &^ p.Own & p.Occ &^ to.BB()
	p.requests[p.Them].stopAttacking |= way.Path & attacked
	return p.followWay(u, way)
}

// followWay returns the first move of a way of man u. If men of ours block that move, it returns a move by one of these. It returns 0
// if enemy men block it, if it is not legal, or if it gives check.
func (p *path) followWay(u int8, way base.Way) chess.Move {
	from := p.Men[u].Sq
	leg := chess.Between(from, way.First) | way.First.BB()
	if own := leg & p.Own; own != 0 {
		return p.stepAside(p.rng.Pick(own), p.taskSquares|way.Path, asideDepth)
	}
	if leg&p.Occ != 0 {
		return 0
	}
	if m := p.FindMove(from, way.First, chess.NoRole); m != 0 && !p.GivesCheck(m) {
		return m
	}
	return 0
}
