package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// The way in of men who have to come to a square: the victim of a pawn, or an officer sent ahead. Tasks wait for others that share a
// pawn or a square with them; nothing in that says that a pawn must not shut the way of a victim before it has come. In
//
//	1nr2B2/1rpn1b1p/pp6/1k2pp2/q1pP1b2/1P3P1P/PK1NP1Pp/R4BNR w - -
//
// the white queen fell on h2 to a pawn from g3. With pawns on h3, g3 and f2, and a bishop on f1 that has never moved, nobody comes there any
// more: she has to be there before g4-g3. So the pawn waits, and the victim is chosen long before its capture is next.

const (
	patientPercent   = 67 // of the restarts that may have pawns wait
	impatientPercent = 4  // of the moves of a pawn that should wait: it does not, as what it waits for may wait for it
)

// findNeeds fills in which of the first 64 jobs have to be done before each: those that share a pawn or a square with it, and what these need.
func (r *agenda) findNeeds() {
	r.need = r.need[:0]
	for i := range r.jobs {
		var set uint64
		for j := range min(i, 64) {
			if schedule.Conflict(&r.jobs[j].Task, &r.jobs[i].Task) {
				set |= 1<<j | r.need[j]
			}
		}
		r.need = append(r.need, set)
	}
}

// shutsOut reports whether a move of a pawn takes the last way from all men who may come to the square of some job, so that it should
// wait. A job of another pawn that needs the move has no say.
func (r *path) shutsOut(m chess.Move) bool {
	if !r.patient {
		return false
	}
	now := r.Board.Of(chess.Pawn)
	now |= base.LockedBishops(&r.Board, now)
	next := now&^m.From().BB() | m.To().BB()
	if m.Promotion() != chess.NoRole {
		next &^= m.To().BB()
	}
	u, mine := r.At[m.From()], -1 // the pawn, and its next job
	for i := range r.jobs {
		t := &r.jobs[i]
		if t.done {
			continue
		}
		if mine < 0 && t.Pawns()>>u&1 != 0 {
			mine = i
		}
		if !t.awaitsOfficer() || t.Pawn == u && m.To() == t.To && m.Captured() != chess.NoRole {
			continue
		}
		if mine >= 0 && mine < 64 && r.need[i]>>mine&1 != 0 && t.Pawn != u {
			continue
		}
		men := r.comers(t)
		if men == 0 || men.Has(t.To) {
			continue
		}
		role := t.Kind.Role()
		if chess.Flood(role, t.To.BB(), now)&men != 0 && chess.Flood(role, t.To.BB(), next)&men == 0 {
			t.Early = true
			return !r.rng.Chance(impatientPercent)
		}
	}
	return false
}

// awaitsOfficer reports whether an officer of a kind has to come to the square of a job.
func (t *job) awaitsOfficer() bool {
	return t.Kind != base.NoKind && (t.Act == schedule.Settle || t.Act == schedule.Capture && t.Pawn != base.Nobody)
}

// comers returns the squares of those who may come for a job.
func (r *agenda) comers(t *job) chess.Bitboard {
	if t.victim != base.Nobody {
		if sq := r.Men[t.victim].Sq; sq != chess.NoSquare {
			return sq.BB()
		}
		return 0
	}
	c := t.Color.Other()
	if t.Act == schedule.Settle {
		c = t.Color
	}
	men := r.Board.Pieces(c, t.Kind.Role()) & t.Kind.Squares()
	for bb := men; bb != 0; bb &= bb - 1 {
		if u := r.At[bb.First()]; (r.bound|r.keep|r.fixed.immobile)>>u&1 != 0 {
			men &^= bb & -bb
		}
	}
	return men
}
