package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// markEarlyVictims looks for captures by pawns whose square no victim can reach any more once the pawn stands on From. It marks such a
// capture Early, and makes the move that brings the pawn to From wait until the victim has arrived.
func (l *list) markEarlyVictims() {
	for i := range l.Tasks {
		t := &l.Tasks[i]
		if t.Kind == base.NoKind || t.Act != Capture || t.Pawn == base.NoMan || l.Men[t.Pawn].Sq == t.From {
			continue
		}
		walls := t.walls
		if l.Patient {
			walls |= base.LockedBishops(&l.Board, walls)
		}
		reach := chess.Flood(t.Kind.Role(), t.To.BB(), walls)
		if reach.Count() >= 6 || reach&l.Board.Pieces(t.Color.Other(), t.Kind.Role()) != 0 {
			continue
		}
		approach := l.previousTask(i, t.Pawn)
		// Tasks that need the square of the capture go before the approach, which then has the index next.
		to := t.To
		next, possible := approach, true
		for k := approach + 1; k < i && possible; k++ {
			if l.Tasks[k].Squares.Has(to) {
				possible = l.moveForward(k, next)
				next++
			}
		}
		if possible && l.Tasks[next].WaitsFor < 0 {
			l.Tasks[next].WaitsFor = int16(i)
			l.Tasks[i].Early = true
		}
	}
}

// moveForward moves a task to a smaller index and reports whether it could. It cannot if the task conflicts with one that it would
// pass, or if some task waits for one of these.
func (l *list) moveForward(from, to int) bool {
	task := l.Tasks[from]
	for i := to; i < from; i++ {
		if Conflict(&l.Tasks[i], &task) {
			return false
		}
	}
	for i := range l.Tasks {
		if wait := l.Tasks[i].WaitsFor; int(wait) >= to && int(wait) <= from {
			return false
		}
	}
	copy(l.Tasks[to+1:from+1], l.Tasks[to:from])
	l.Tasks[to] = task
	return true
}

// sameVictimsPercent is the chance in percent that exchangeVictims changes nothing.
const sameVictimsPercent = 50

// exchangeVictims swaps the kinds of the victims between captures of one color. The kernel leaves open which officer is captured where;
// bishops have to fit the color of the square.
func (l *list) exchangeVictims() {
	if l.RNG.Chance(sameVictimsPercent) {
		return
	}
	for i := range l.Tasks {
		t := &l.Tasks[i]
		if !t.takesOfficer() || t.Pawn == base.NoMan {
			continue
		}
		other := &l.Tasks[l.RNG.N(len(l.Tasks))]
		if other.takesOfficer() && other.Color == t.Color && other.canTake(t.Kind) && t.canTake(other.Kind) {
			t.Kind, other.Kind = other.Kind, t.Kind
		}
	}
}

// takesOfficer reports whether a task captures any officer of a given kind.
func (t *Task) takesOfficer() bool { return t.Act == Capture && t.Kind != base.NoKind }

// canTake reports whether an officer of kind k can be the victim of a task.
func (t *Task) canTake(k base.Kind) bool { return t.Pawn == base.NoMan || k.Squares().Has(t.To) }
