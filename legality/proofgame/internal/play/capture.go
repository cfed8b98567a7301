package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// Chances in percent.
const (
	unpinCapturePercent = 30 // the king moves if a pawn that has to capture is pinned
	waitForKingPercent  = 95 // a pawn waits for the enemy king at home
)

// captureMove returns a capture that completes a job, or 0 if there is none. If a pawn that has to capture is pinned, the king may move
// instead. For a capture that is not made because it gives check, the enemy king is requested to leave its square.
func (p *path) captureMove() chess.Move {
	for _, j := range p.open() {
		if j.Act != schedule.Capture || !j.pawnsFree || j.Color != p.Us || !p.mayProceed(j) {
			continue
		}
		var m chess.Move
		if j.Pawn == base.NoMan {
			m = p.officerCapture(j)
		} else if p.pawnCaptureIsReady(j) {
			m = p.FindMove(j.From, j.To, p.promotionOn(j.Pawn, j.To))
			isPinned := m == 0 && !p.InCheck && p.Men[j.man].Sq == j.To
			if isPinned && p.rng.Chance(unpinCapturePercent) {
				if step := p.kingStep(p.taskSquares); step != 0 {
					return step
				}
			}
		}
		if m == 0 || p.waitsForKing(m.To()) || j.Pawn != base.NoMan && p.shutsOut(m) {
			continue
		}
		if p.mayPlay(m, captureCheckPercent) {
			return m
		}
		p.requests[p.Them].vacate |= p.EnemyKing.BB()
	}
	return 0
}

// pawnCaptureIsReady reports whether the pawn of a job stands where it captures, its victim where it is captured, and no earlier task
// needs a pawn or square of the job.
func (a *agenda) pawnCaptureIsReady(j *job) bool {
	if j.man == base.NoMan || a.Men[j.Pawn].Sq != j.From || !j.isFree() {
		return false
	}
	victim := a.Men[j.man].Sq
	isEnPassant := a.Pos.EP() == j.To && victim == j.To^8
	return victim == j.To || isEnPassant
}

// officerCapture returns a random capture by an officer or king that completes job j, without check if possible; 0 if there is none.
// If the job has a kind, the captured man becomes its man, and the one chosen before is free again.
func (p *path) officerCapture(j *job) chess.Move {
	var best chess.Move
	ties := 0
	lastCapturer := p.lastOfficer(p.Them)
	for _, m := range p.Moves {
		if lastCapturer.Has(m.To()) || m.Captured() == chess.NoRole || m.Role() == chess.Pawn {
			continue
		}
		capturer := p.At[m.From()]
		isForOtherJob := p.chosen>>capturer&1 != 0 && capturer != j.capturer
		if !p.canMove(capturer) || isForOtherJob || !p.canBeVictim(j, m) {
			continue
		}
		if p.GivesCheck(m) { // only until a capture without check is found
			if best == 0 {
				best = m
			}
			continue
		}
		if ties++; p.rng.N(ties) == 0 {
			best = m
		}
	}
	if best != 0 && j.Kind != base.NoKind {
		if j.man != base.NoMan {
			p.chosen &^= 1 << j.man
			p.arrived &^= 1 << j.man
		}
		j.man = p.At[best.To()]
	}
	return best
}

// canBeCaptured reports whether the victim of job j may be captured where it stands: an officer anywhere, a pawn on the square of the job
// only, when no earlier task needs its pawns or squares.
func (a *agenda) canBeCaptured(j *job) bool {
	victim := &a.Men[j.man]
	return victim.Role != chess.Pawn || victim.Sq == j.To && j.isFree()
}

// canBeVictim reports whether the man that officer capture m takes can be the victim of job j.
func (p *path) canBeVictim(j *job, m chess.Move) bool {
	victim := p.At[m.To()]
	if j.Kind == base.NoKind { // the schedule names the man
		return victim == j.man && p.canBeCaptured(j)
	}
	if base.KindOf(m.Captured(), m.To()) != j.Kind || p.protected>>victim&1 != 0 {
		return false
	}
	if victim == j.man {
		return true
	}
	hasStuckMan := j.man != base.NoMan && p.plan.StuckMen>>j.man&1 != 0 // it is not exchanged for another
	return !hasStuckMan && p.chosen>>victim&1 == 0
}

// waitsForKing reports whether a move to a square on the enemy's first two rows has to wait, since a pawn there would shut in the enemy
// king at home. It is near if it stands on its first row, or on the second within two files. No move waits if castling rights forbid the
// king to move.
func (p *path) waitsForKing(to chess.Square) bool {
	k := p.EnemyKing
	if !p.canMove(p.At[k]) {
		return false
	}
	row, toRow := k.For(p.Them).Row(), to.For(p.Them).Row() // as the enemy counts them, from 0
	if toRow > 1 || p.Board.RoleAt(to) == chess.King {
		return false
	}
	near := row == 0 || row == 1 && base.Abs(k.File()-to.File()) <= 2
	return near && p.rng.Chance(waitForKingPercent)
}
