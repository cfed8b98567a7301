package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// A pawn can shut the way of an officer that has to come to a square: of the victim of a pawn, or of an officer that settles. The
// schedule does not forbid that, since tasks wait only for others that share a pawn or a square with them. In
//
//	1nr2B2/1rpn1b1p/pp6/1k2pp2/q1pP1b2/1P3P1P/PK1NP1Pp/R4BNR w - -
//
// a pawn from g3 captured the white queen on h2. With pawns on h3, g3 and f2, and a bishop on f1 that has never moved, no way leads
// there: the queen has to be on h2 before g4-g3. So the pawn waits, and the victim is chosen long before its capture is next.

const (
	patientPercent   = 67 // of the restarts with Options.Patient in which pawns wait
	impatientPercent = 4  // of the moves that should wait but are made, since the awaited man may itself wait for the pawn
)

// findPrerequisites fills in, for each job, which of the first 64 jobs have to be done before: those that share a pawn or a square with
// it, and their prerequisites.
func (a *agenda) findPrerequisites() {
	a.prerequisites = a.prerequisites[:0]
	for i := range a.jobs {
		var set uint64
		for j := range min(i, 64) {
			if schedule.Conflict(&a.jobs[j].Task, &a.jobs[i].Task) {
				set |= 1<<j | a.prerequisites[j]
			}
		}
		a.prerequisites = append(a.prerequisites, set)
	}
}

// shutsOut reports whether pawn move m has to wait, since it closes the last way of all men that may come to the square of some job. It
// ignores jobs of other pawns that need this pawn's next job done before.
func (p *path) shutsOut(m chess.Move) bool {
	if !p.patient {
		return false
	}
	walls := p.Board.Of(chess.Pawn)
	walls |= base.LockedBishops(&p.Board, walls)
	wallsAfter := walls&^m.From().BB() | m.To().BB()
	if m.Promotion() != chess.NoRole {
		wallsAfter &^= m.To().BB()
	}
	u, nextJob := p.At[m.From()], -1 // the pawn, and its next job
	for i, j := range p.open() {
		if nextJob < 0 && j.Pawns()>>u&1 != 0 {
			nextJob = i
		}
		isCapture := j.Pawn == u && m.To() == j.To && m.Captured() != chess.NoRole // m does this job
		needsNextJob := j.Pawn != u && nextJob >= 0 && nextJob < 64 && p.prerequisites[i]>>nextJob&1 != 0
		if !j.manComes() || j.Kind == base.NoKind || isCapture || needsNextJob {
			continue
		}
		men := p.candidates(j)
		if men == 0 || men.Has(j.To) {
			continue
		}
		role := j.Kind.Role()
		if chess.Flood(role, j.To.BB(), walls)&men != 0 && chess.Flood(role, j.To.BB(), wallsAfter)&men == 0 {
			j.Early = true
			return !p.rng.Chance(impatientPercent)
		}
	}
	return false
}
