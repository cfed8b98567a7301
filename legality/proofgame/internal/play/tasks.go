package play

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// advanceTask returns a move that brings job j nearer to its end, or 0 if there is none. On the way it may add requests to the enemy,
// to leave squares or not to attack them.
func (p *path) advanceTask(j *job) chess.Move {
	switch j.Act {
	case schedule.Leave:
		return p.leaveMove(j)
	case schedule.Settle:
		if j.man != base.NoMan && j.Color == p.Us && !j.earlierSquares.Has(j.To) && p.mayProceed(j) {
			return p.moveToward(j.man, j.To)
		}
	case schedule.Push:
		if j.Color == p.Us && j.pawnsFree && p.mayProceed(j) {
			return p.pawnStep(j.Pawn, j.To, j.earlierSquares, pawnDepth)
		}
	case schedule.Capture:
		switch {
		case j.man == base.NoMan || p.Men[j.man].Sq == chess.NoSquare: // not chosen yet, or captured
		case j.Pawn == base.NoMan:
			return p.bringCapturer(j)
		case j.Color == p.Us:
			return p.clearForPawn(j)
		default:
			return p.bringVictim(j)
		}
	}
	return 0
}

// bringCapturer returns a move by which the man chosen to capture in job j comes nearer to its victim, or 0.
func (p *path) bringCapturer(j *job) chess.Move {
	if j.Color != p.Us || j.capturer == base.NoMan || !p.canBeCaptured(j) {
		return 0
	}
	return p.moveToward(j.capturer, p.Men[j.man].Sq)
}

// clearForPawn returns a move by which our man leaves the square where our pawn captures in job j, or 0. It requests that an enemy
// man that is not the victim leaves this square.
func (p *path) clearForPawn(j *job) chess.Move {
	if !j.isFree() {
		return 0
	}
	if p.Own.Has(j.To) {
		return p.stepAside(j.To, p.taskSquares, asideDepth)
	}
	if p.Men[j.man].Sq != j.To {
		p.requests[p.Them].vacate |= j.To.BB() & p.Occ
	}
	return 0
}

// bringVictim returns a move by which our officer comes nearer to the square where an enemy pawn captures it in job j, or 0. It
// may arrive with check if the pawn can capture it at once.
func (p *path) bringVictim(j *job) chess.Move {
	victim := &p.Men[j.man]
	if victim.Role == chess.Pawn || victim.Sq == j.To || j.earlierSquares.Has(j.To) {
		return 0
	}
	if p.revise && !p.mayProceed(j) { // always to wait would change the games of first passes, which are without Revise
		return 0
	}
	if m := p.FindMove(victim.Sq, j.To, chess.NoRole); m != 0 && p.GivesCheck(m) && p.canCaptureAfter(j, m) {
		return m
	}
	return p.moveToward(j.man, j.To)
}

// canCaptureAfter reports whether the pawn of job j can capture the victim at once when the victim arrives by move m.
func (p *path) canCaptureAfter(j *job, m chess.Move) bool {
	if !j.isFree() || p.Men[j.Pawn].Sq != j.From || !p.mayProceed(j) {
		return false
	}
	next := p.Pos.Play(m)
	var buf [256]chess.Move
	return slices.ContainsFunc(next.Moves(buf[:0]), func(reply chess.Move) bool { return reply.From() == j.From && reply.To() == j.To })
}

// leaveMove returns a move by which the man of a Leave job leaves its region, or 0.
func (p *path) leaveMove(j *job) chess.Move {
	man := &p.Men[j.man]
	if j.Color != p.Us || !j.pawnsFree || man.Role == chess.Pawn || p.hasLeft(j) {
		return 0
	}
	stops := ^p.Checks[man.Role]
	if way, ok := p.FreeWay(man.Sq, man.Role, ^j.Region&^p.Occ&stops, stops); ok {
		p.ways[p.Us] |= way.Path
		return p.FindMove(man.Sq, way.First, chess.NoRole)
	}
	return p.moveToward(j.man, j.To)
}
