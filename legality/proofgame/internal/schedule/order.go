package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// gates finds victims that can reach their square only before the capturer has come to
// where it captures from: then the move that brings it there has to wait for them.
func (r *list) gates() {
	for i := range r.Tasks {
		t := &r.Tasks[i]
		if t.Kind == base.NoKind || t.Act != Capture || t.Pawn == base.Nobody || r.Men[t.Pawn].Sq == t.From {
			continue
		}
		walls := t.walls
		if r.Patient {
			walls |= base.LockedBishops(&r.Board, walls)
		}
		reach := chess.Flood(t.Kind.Role(), t.To.BB(), walls)
		if reach.Count() >= 6 || reach&r.Board.Pieces(t.Color.Other(), t.Kind.Role()) != 0 {
			continue
		}
		j := i - 1
		for r.Tasks[j].Pawn != t.Pawn {
			j--
		}
		to := t.To
		n, ok := j, true
		for k := j + 1; k < i && ok; k++ { // what has to do with the square goes first
			if r.Tasks[k].Touch.Has(to) {
				ok = r.advance(k, n)
				n++
			}
		}
		if ok && r.Tasks[n].Gate < 0 {
			r.Tasks[n].Gate = int16(i)
			r.Tasks[i].Early = true
		}
	}
}

// advance moves the task at index k up to index j if it has nothing to do with those
// between.
func (r *list) advance(k, j int) bool {
	t := r.Tasks[k]
	for i := j; i < k; i++ {
		if Conflict(&r.Tasks[i], &t) {
			return false
		}
	}
	for i := range r.Tasks {
		if g := r.Tasks[i].Gate; int(g) >= j && int(g) <= k {
			return false
		}
	}
	copy(r.Tasks[j+1:k+1], r.Tasks[j:k])
	r.Tasks[j] = t
	return true
}

// exchangeVictims has captures of a color exchange their victims, in half of the restarts. The kernel does
// not say which officer is taken where, as far as bishops fit the squares.
func (r *list) exchangeVictims() {
	if r.RNG.Chance(50) {
		return
	}
	for i := range r.Tasks {
		t := &r.Tasks[i]
		if !t.takesOfficer() || t.Pawn == base.Nobody {
			continue
		}
		o := &r.Tasks[r.RNG.N(len(r.Tasks))]
		if o.takesOfficer() && o.Color == t.Color && o.fits(t.Kind) && t.fits(o.Kind) {
			t.Kind, o.Kind = o.Kind, t.Kind
		}
	}
}

// takesOfficer reports whether a task captures an officer of a kind, whichever it is.
func (t *Task) takesOfficer() bool { return t.Act == Capture && t.Kind != base.NoKind }

// fits reports whether an officer of a kind can be taken in the task.
func (t *Task) fits(k base.Kind) bool { return t.Pawn == base.Nobody || k.Squares().Has(t.To) }
