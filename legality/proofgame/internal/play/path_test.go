package play

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// TestStepAside: the man on the square leaves it, or one of ours moves that gives it free squares; it gives no check and captures
// nothing.
func TestStepAside(t *testing.T) {
	left, givesWay := 0, 0
	onPath(t, func(r *path) {
		for own := r.Own; own != 0; own &= own - 1 {
			sq := own.First()
			m := r.stepAside(sq, r.taskSquares, 2)
			if !legal(t, "aside", r.scene, m) {
				continue
			}
			if m.From() == sq {
				left++
			} else {
				givesWay++
			}
			if m.Captured() != chess.NoRole || !r.canMove(r.At[m.From()]) {
				t.Errorf("%v: %v captures, or is by a man that may not move", sq, m)
			}
			if m.Role() != chess.Pawn && checks(r.scene, m) {
				t.Errorf("%v: %v gives check", sq, m)
			}
		}
	})
	if left < 1000 || givesWay < 100 {
		t.Errorf("%d left, %d made givesWay", left, givesWay)
	}
}

// TestBring: a man gets nearer, or way is made; what is in the way of the enemy is requested to leave.
func TestBring(t *testing.T) {
	near, requested := 0, 0
	onPath(t, func(r *path) {
		for own := r.Own &^ r.Board.Of(chess.Pawn); own != 0; own &= own - 1 {
			from := own.First()
			to := r.rng.Pick(^chess.Bitboard(0))
			u := r.At[from]
			if from == to {
				continue
			}
			r.requests[r.Them], r.ways[r.Us] = requests{}, 0
			m := r.moveToward(u, to)
			if asked := r.requests[r.Them].vacate; asked != 0 {
				requested++
				if asked&^(r.Occ&^r.Own) != 0 && asked&^chess.Steps(r.Men[u].Role, r.Own)&^r.Occ != 0 {
					t.Errorf("%v to %v: the enemy is asked to leave\n%v", from, to, asked)
				}
			}
			if !legal(t, "bring", r.scene, m) {
				continue
			}
			if !r.canMove(u) {
				t.Errorf("man %d may not move, and %v is played for it", u, m)
			}
			if m.From() != from {
				continue
			}
			near++
			if m.Captured() != chess.NoRole && m.To() != to || r.Checks[m.Role()].Has(m.To()) {
				t.Errorf("%v to %v: %v captures or gives check itself", from, to, m)
			}
		}
	})
	if near < 1000 || requested < 100 {
		t.Errorf("%d moves nearer, %d requests", near, requested)
	}
}

// TestBringKeepsComing: on an empty board a man brought again and again arrives.
func TestBringKeepsComing(t *testing.T) {
	for _, c := range []struct {
		fen      string
		from, to chess.Square
		most     int
	}{
		{"8/8/8/8/8/8/8/KN5k w - -", chess.B1, chess.D7, 6},
		{"k7/8/8/8/8/8/8/2B4K w - -", chess.C1, chess.F8, 3},
		{"7k/8/8/8/8/8/8/K7 w - -", chess.A1, chess.C5, 5},
	} {
		r := at(t, c.fen, c.fen)
		p := path{agenda: agenda{scene: r}}
		u := r.At[c.from]
		n := 0
		for ; r.Men[u].Sq != c.to && n < c.most; n++ {
			m := p.moveToward(u, c.to)
			if !legal(t, "bring", r, m) || m.From() != r.Men[u].Sq {
				t.Fatalf("%s: %v", c.fen, m)
			}
			r.make(m)
			for _, m := range r.Moves { // the other king steps to and fro
				if !m.Irreversible() {
					r.make(m)
					break
				}
			}
		}
		if r.Men[u].Sq != c.to {
			t.Errorf("%s: on %v after %d moves", c.fen, r.Men[u].Sq, n)
		}
	}
}

// TestFollow: a way that is free is taken, one through a man of ours makes him step aside.
func TestFollow(t *testing.T) {
	const fen = "k7/8/8/8/8/8/3N4/2B4K w - -"
	r := at(t, fen, fen)
	p := path{agenda: agenda{scene: r}}
	u := r.At[chess.C1]
	if m := p.followWay(u, base.Way{First: chess.B2, Path: chess.B2.BB()}); m == 0 || m.From() != chess.C1 || m.To() != chess.B2 {
		t.Errorf("a free way: %v", m)
	}
	if m := p.followWay(u, base.Way{First: chess.F4, Path: chess.D2.BB() | chess.E3.BB() | chess.F4.BB()}); m == 0 || m.From() != chess.D2 {
		t.Errorf("a way through the knight: %v", m)
	}
}

// TestEvade: an answer to a check captures nothing, and its pawns keep to their plan.
func TestEvade(t *testing.T) {
	answered := 0
	onPath(t, func(r *path) {
		for _, m := range r.Moves { // a check of ours, answered by the enemy
			if r.isQuiet(m) && checks(r.scene, m) {
				r.make(m)
				r.update()
				break
			}
		}
		if !r.InCheck {
			return
		}
		m := r.evade()
		if !legal(t, "evade", r.scene, m) {
			return
		}
		answered++
		u := r.At[m.From()]
		if m.Captured() != chess.NoRole || !r.canMove(u) {
			t.Errorf("%v captures, or is by a man that may not move", m)
		}
		if m.Role() == chess.Pawn && (!r.hasStep(u) || r.taskSquares.Has(m.To()) || (r.plan.InterimSquare(u).Row()-m.To().Row())*r.Us.Forward() < 0) {
			t.Errorf("%v is no step on its way to %v", m, r.plan.InterimSquare(u))
		}
	})
	if answered < 50 {
		t.Errorf("%d checks answered", answered)
	}
}

// TestWaitingMove: a move that does no harm is quiet, by a man that is not chosen for anything, off all ways unless there is no other.
func TestWaitingMove(t *testing.T) {
	onPath(t, func(r *path) {
		if r.InCheck {
			return
		}
		m := r.waitingMove(r.taskSquares)
		if !legal(t, "waitingMove", r.scene, m) {
			return
		}
		avoid := r.taskSquares | r.ways[0] | r.ways[1] | r.requests[r.Us].vacate
		harmless := false
		for _, o := range r.Moves {
			harmless = harmless || r.isQuiet(o) && !r.GivesCheck(o) && r.chosen>>r.At[o.From()]&1 == 0 && o.Role() != chess.King && !avoid.Has(o.To())
		}
		if !r.isQuiet(m) || checks(r.scene, m) || r.chosen>>r.At[m.From()]&1 != 0 {
			t.Errorf("%v does harm", m)
		}
		if harmless && (avoid.Has(m.To()) || m.Role() == chess.King) {
			t.Errorf("%v, though there are moves off all ways", m)
		}
	})
}

// TestFulfillRequest: a request is fulfilled by leaving one of the squares, or by making way for that.
func TestFulfillRequest(t *testing.T) {
	left, all := 0, 0
	onPath(t, func(r *path) {
		if r.InCheck {
			return
		}
		first, second := r.rng.Pick(r.Own), r.rng.Pick(r.Own)
		r.requests[r.Us] = requests{vacate: first.BB() | second.BB()}
		request := r.requests[r.Us].vacate
		m := r.fulfillRequest()
		if !legal(t, "fulfillRequest", r.scene, m) {
			return
		}
		all++
		if request.Has(m.From()) {
			left++
		}
		if request.Has(m.To()) && request.Has(m.From()) && m.To() != m.From() && r.Own.Has(m.To()) {
			t.Errorf("%v goes from request to request", m)
		}
	})
	if all < 300 || left < all/2 {
		t.Errorf("%d requests answered, %d by leaving", all, left)
	}
}

// TestPawnSteps: pawns go straight, no further than asked, not onto squares that are taboo, and with the role they are to have.
func TestPawnSteps(t *testing.T) {
	steps := 0
	onPath(t, func(r *path) {
		for u := range int8(r.Size) {
			p := r.Men[u]
			if p.Role != chess.Pawn || p.Sq == chess.NoSquare || p.Color != r.Us || !r.hasStep(u) {
				continue
			}
			to := r.plan.InterimSquare(u)
			m := r.pawnStep(u, to, r.taskSquares, 0)
			if !legal(t, "pawn step", r.scene, m) || m.From() != p.Sq {
				continue
			}
			steps++
			if m.From().File() != m.To().File() || r.taskSquares.Has(m.To()) || (to.Row()-m.To().Row())*p.Color.Forward() < 0 {
				t.Errorf("%v on its way to %v, busy\n%v", m, to, r.taskSquares)
			}
			if m.To().Row() == p.Color.LastRow() && m.Promotion() != r.plan.PromotionRole[u] {
				t.Errorf("%v promotes, to become %v", m, r.plan.PromotionRole[u])
			}
		}
		for only := r.Board.Pieces(r.Us, chess.Pawn); only != 0; only &= only - 1 {
			if m := r.freePawnStep(only&-only, 0); legal(t, "free step", r.scene, m) && m.Role() == chess.Pawn && m.From() != only.First() {
				t.Errorf("%v, though the pawn on %v was asked", m, only.First())
			}
		}
	})
	if steps < 500 {
		t.Errorf("%d steps", steps)
	}
}

// TestLeaveAndClear: who is to leave does not stop where it should not, and promotion squares are cleared of men that are free.
func TestLeaveAndClear(t *testing.T) {
	departed, cleared := 0, 0
	onPath(t, func(r *path) {
		for i := range r.jobs {
			j := &r.jobs[i]
			if j.done || j.Region == 0 || j.Color != r.Us {
				continue
			}
			if m := r.leaveMove(j); legal(t, "depart", r.scene, m) {
				departed++
				if r.hasLeft(j) {
					t.Errorf("%v for a man that has left", m)
				}
			}
		}
		if m := r.clearSquare(); legal(t, "clear", r.scene, m) {
			cleared++
			if !r.plan.ClearedSquares.Has(m.From()) || r.plan.ClearedSquares.Has(m.To()) || m.Role() == chess.King || checks(r.scene, m) {
				t.Errorf("%v clears no promotion square", m)
			}
		}
	})
	if departed == 0 || cleared == 0 {
		t.Errorf("%d men departed, %d squares cleared", departed, cleared)
	}
}

// TestCapturesAreReady: a capture that is made is a job's: its victim falls where it should, or is one of the kind.
func TestCapturesAreReady(t *testing.T) {
	made := 0
	onPath(t, func(r *path) {
		m := r.captureMove()
		if !legal(t, "capture", r.scene, m) || m.Captured() == chess.NoRole {
			return // a king that leaves a pin
		}
		made++
		v := r.At[m.CapturedOn()]
		for i := range r.jobs {
			j := &r.jobs[i]
			if j.done || !j.pawnsFree || j.Color != r.Us || j.victim != v {
				continue
			}
			if j.Pawn != base.NoMan && (m.From() != j.From || m.To() != j.To || m.Promotion() != r.promotionOf(j)) {
				continue
			}
			if j.Kind != base.NoKind && base.KindOf(r.Men[v].Role, r.Men[v].Sq) != j.Kind {
				t.Errorf("%v takes a man of another kind than %d", m, j.Kind)
			}
			return
		}
		t.Errorf("%v is no job's", m)
	})
	if made < 50 {
		t.Errorf("%d captures", made)
	}
}
