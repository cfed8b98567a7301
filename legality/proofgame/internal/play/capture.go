package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// captureMove returns a capture that completes a job, or 0 if there is none. Where the capturing pawn has no legal move, the king may
// move instead, by chance. For a capture that is not made because it gives check, the enemy king is requested to leave its square.
func (p *path) captureMove() chess.Move {
	for i := range p.jobs {
		j := &p.jobs[i]
		if j.done || j.Act != schedule.Capture || !j.pawnsFree || j.Color != p.Us || !p.mayProceed(j) {
			continue
		}
		var m chess.Move
		if j.Pawn == base.NoMan {
			m = p.officerCapture(j)
		} else if p.pawnCaptureIsReady(j) {
			m = p.FindMove(j.From, j.To, p.promotionOf(j))
			if m == 0 && !p.InCheck && p.Men[j.victim].Sq == j.To && p.rng.Chance(30) { // the pawn is pinned
				if step := p.kingStep(p.taskSquares); step != 0 {
					return step
				}
			}
		}
		if m == 0 || p.waitsForKing(m.To()) {
			continue
		}
		if j.Pawn != base.NoMan && p.shutsOut(m) {
			continue
		}
		if !p.GivesCheck(m) || p.rng.Chance(captureCheckPercent) && p.hasQuietReply(m) {
			return m
		}
		p.requests[p.Them].vacate |= p.EnemyKing.BB()
	}
	return 0
}

// pawnCaptureIsReady reports whether the pawn of a job stands where it captures, its victim where it is captured, and no earlier task
// needs a square of the job.
func (a *agenda) pawnCaptureIsReady(j *job) bool {
	if j.victim == base.NoMan || a.Men[j.Pawn].Sq != j.From || j.Squares&j.earlierSquares != 0 {
		return false
	}
	victim := a.Men[j.victim].Sq
	return victim == j.To || a.capturesEnPassant(j, victim)
}

// capturesEnPassant reports whether the victim, a pawn on the given square, has just passed the square of the capture.
func (a *agenda) capturesEnPassant(j *job, victim chess.Square) bool {
	return a.Pos.EP() == j.To && victim == j.To^8
}

// promotionOf returns what the pawn of a job promotes to when it captures, or NoRole if it does not promote.
func (p *path) promotionOf(j *job) chess.Role {
	if j.To.Row() == j.Color.LastRow() {
		return p.plan.PromotionRole[j.Pawn]
	}
	return chess.NoRole
}

// officerCapture returns a random capture by an officer or king that completes job j, without check if possible; 0 if there is none.
// If the job names a kind and not a man, the captured man becomes its victim, and an earlier victim is free again.
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
		if j.victim != base.NoMan {
			p.chosen &^= 1 << j.victim
			p.arrived &^= 1 << j.victim
		}
		j.victim = p.At[best.To()]
	}
	return best
}

// canBeVictim reports whether the man that officer capture m takes can be the victim of job j.
func (p *path) canBeVictim(j *job, m chess.Move) bool {
	victim := p.At[m.To()]
	if j.Kind == base.NoKind { // a given man; a pawn only on the square of the task, and if no earlier task needs a square of it
		return victim == j.victim && (p.Men[victim].Role != chess.Pawn || m.To() == j.To && j.Squares&j.earlierSquares == 0)
	}
	if victim == j.victim {
		return p.protected>>victim&1 == 0 && base.KindOf(m.Captured(), m.To()) == j.Kind
	}
	if j.victim != base.NoMan && p.plan.StuckMen>>j.victim&1 != 0 { // a stuck man is not exchanged for another
		return false
	}
	return (p.protected|p.chosen)>>victim&1 == 0 && base.KindOf(m.Captured(), m.To()) == j.Kind
}

// waitsForKing reports whether a move to a square on the enemy's first two rows has to wait, since a pawn there would shut in the enemy
// king at home. It is near if it stands on its first row, or on the second within two files. 5 % of these moves do not wait, nor does
// any if castling rights forbid the king to move.
func (p *path) waitsForKing(to chess.Square) bool {
	k := p.EnemyKing
	if p.fixed.immobile>>p.At[k]&1 != 0 {
		return false
	}
	// Rows as the enemy counts them, from 0.
	row, toRow := (k.Row()-p.Them.BackRow())*p.Them.Forward(), (to.Row()-p.Them.BackRow())*p.Them.Forward()
	if toRow > 1 || p.Board.RoleAt(to) == chess.King {
		return false
	}
	near := row == 0 || row == 1 && base.Abs(k.File()-to.File()) <= 2
	return near && p.rng.Chance(95)
}
