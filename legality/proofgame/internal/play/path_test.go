package play

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// TestStepAside checks that the man on the square leaves it, or another of our men moves, without check or capture.
func TestStepAside(t *testing.T) {
	leaves, others := 0, 0
	duringPath(t, func(p *path) {
		for own := p.Own; own != 0; own &= own - 1 {
			sq := own.First()
			m := p.stepAside(sq, p.taskSquares, 2)
			if !isLegalMove(t, "stepAside", p.scene, m) {
				continue
			}
			if m.From() == sq {
				leaves++
			} else {
				others++
			}
			if m.Captured() != chess.NoRole || !p.canMove(p.At[m.From()]) {
				t.Errorf("%v: %v captures, or is by a man that may not move", sq, m)
			}
			if m.Role() != chess.Pawn && givesCheck(p.scene, m) {
				t.Errorf("%v: %v gives check", sq, m)
			}
		}
	})
	if leaves < 1000 || others < 100 {
		t.Errorf("only %d men left their squares, and %d others moved for them", leaves, others)
	}
}

// TestMoveToward checks the moves of men towards random squares: they capture only there and give no direct check, and no move is
// returned for an immobile man. Squares that the enemy is requested to leave hold enemy men.
func TestMoveToward(t *testing.T) {
	nearer, requested := 0, 0
	duringPath(t, func(p *path) {
		for own := p.Own &^ p.Board.Of(chess.Pawn); own != 0; own &= own - 1 {
			from := own.First()
			to := p.rng.Pick(^chess.Bitboard(0))
			u := p.At[from]
			if from == to {
				continue
			}
			p.requests[p.Them], p.ways[p.Us] = requests{}, 0
			m := p.moveToward(u, to)
			if vacate := p.requests[p.Them].vacate; vacate != 0 {
				requested++
				if enemies := p.Occ &^ p.Own; vacate&^enemies != 0 {
					t.Errorf("%v to %v: the enemy, on\n%v is requested to leave\n%v", from, to, enemies, vacate)
				}
			}
			if !isLegalMove(t, "moveToward", p.scene, m) {
				continue
			}
			if !p.canMove(u) {
				t.Errorf("man %d is immobile, and %v is to bring it nearer", u, m)
			}
			if m.From() != from {
				continue
			}
			nearer++
			if m.Captured() != chess.NoRole && m.To() != to || p.Checks[m.Role()].Has(m.To()) {
				t.Errorf("%v to %v: %v captures or gives check itself", from, to, m)
			}
		}
	})
	if nearer < 1000 || requested < 100 {
		t.Errorf("only %d moves nearer and %d requests", nearer, requested)
	}
}

// TestMoveTowardArrives checks that a man arrives after a limited number of moves on a board with nothing but kings.
func TestMoveTowardArrives(t *testing.T) {
	for _, row := range []struct {
		fen      string
		from, to chess.Square
		limit    int
	}{
		{"8/8/8/8/8/8/8/KN5k w - -", chess.B1, chess.D7, 6},
		{"k7/8/8/8/8/8/8/2B4K w - -", chess.C1, chess.F8, 3},
		{"7k/8/8/8/8/8/8/K7 w - -", chess.A1, chess.C5, 5},
	} {
		s := sceneOf(t, row.fen, row.fen)
		p := path{agenda: agenda{scene: s}}
		u := s.At[row.from]
		moves := 0
		for ; s.Men[u].Sq != row.to && moves < row.limit; moves++ {
			move := p.moveToward(u, row.to)
			if !isLegalMove(t, "moveToward", s, move) || move.From() != s.Men[u].Sq {
				t.Fatalf("%s: %v, want a move of the man on %v", row.fen, move, s.Men[u].Sq)
			}
			s.make(move)
			for _, move := range s.Moves { // the other king steps to and fro
				if !move.Irreversible() {
					s.make(move)
					break
				}
			}
		}
		if s.Men[u].Sq != row.to {
			t.Errorf("%s: on %v after %d moves, want %v", row.fen, s.Men[u].Sq, moves, row.to)
		}
	}
}

// TestFollowWay checks that a man takes a free way, and that a man of ours on the way steps aside.
func TestFollowWay(t *testing.T) {
	const fen = "k7/8/8/8/8/8/3N4/2B4K w - -"
	s := sceneOf(t, fen, fen)
	p := path{agenda: agenda{scene: s}}
	u := s.At[chess.C1]
	if m := p.followWay(u, base.Way{First: chess.B2, Path: chess.B2.BB()}); m == 0 || m.From() != chess.C1 || m.To() != chess.B2 {
		t.Errorf("a free way: %v", m)
	}
	if m := p.followWay(u, base.Way{First: chess.F4, Path: chess.D2.BB() | chess.E3.BB() | chess.F4.BB()}); m == 0 || m.From() != chess.D2 {
		t.Errorf("a way through the knight: %v", m)
	}
}

// TestEvade checks that an answer to a check captures nothing, and that its pawns keep to the plan.
func TestEvade(t *testing.T) {
	answered := 0
	duringPath(t, func(p *path) {
		for _, m := range p.Moves { // a check of ours, answered by the enemy
			if p.isQuiet(m) && givesCheck(p.scene, m) {
				p.make(m)
				p.update()
				break
			}
		}
		if !p.InCheck {
			return
		}
		m := p.evade()
		if !isLegalMove(t, "evade", p.scene, m) {
			return
		}
		answered++
		u := p.At[m.From()]
		if m.Captured() != chess.NoRole || !p.canMove(u) {
			t.Errorf("%v captures, or is by a man that may not move", m)
		}
		if m.Role() == chess.Pawn && (!p.hasStep(u) || p.taskSquares.Has(m.To()) ||
			(p.plan.InterimSquare(u).Row()-m.To().Row())*p.Us.Forward() < 0) {
			t.Errorf("%v is no step on its way to %v", m, p.plan.InterimSquare(u))
		}
	})
	if answered < 50 {
		t.Errorf("only %d checks answered", answered)
	}
}

// TestWaitingMove checks that a waiting move is quiet, by a man that is not chosen for a task, and off all ways if there is such a
// move.
func TestWaitingMove(t *testing.T) {
	duringPath(t, func(p *path) {
		if p.InCheck {
			return
		}
		m := p.waitingMove()
		if !isLegalMove(t, "waitingMove", p.scene, m) {
			return
		}
		avoid := p.taskSquares | p.ways[0] | p.ways[1] | p.requests[p.Us].vacate
		hasOffWays := false // there is a move by an officer off all ways
		for _, other := range p.Moves {
			hasOffWays = hasOffWays || p.isQuiet(other) && !p.GivesCheck(other) && p.chosen>>p.At[other.From()]&1 == 0 &&
				other.Role() != chess.King && !avoid.Has(other.To())
		}
		if !p.isQuiet(m) || givesCheck(p.scene, m) || p.chosen>>p.At[m.From()]&1 != 0 {
			t.Errorf("%v is not quiet, gives check, or is by a chosen man", m)
		}
		if hasOffWays && (avoid.Has(m.To()) || m.Role() == chess.King) {
			t.Errorf("%v, though an officer has a move off all ways", m)
		}
	})
}

// TestFulfillRequest checks that a request mostly makes a man leave one of its squares.
func TestFulfillRequest(t *testing.T) {
	leaves, answers := 0, 0
	duringPath(t, func(p *path) {
		if p.InCheck {
			return
		}
		first, second := p.rng.Pick(p.Own), p.rng.Pick(p.Own)
		p.requests[p.Us] = requests{vacate: first.BB() | second.BB()}
		request := p.requests[p.Us].vacate
		m := p.fulfillRequest()
		if !isLegalMove(t, "fulfillRequest", p.scene, m) {
			return
		}
		answers++
		if request.Has(m.From()) {
			leaves++
		}
	})
	if answers < 300 || leaves < answers/2 {
		t.Errorf("%d requests answered, %d by leaving, want 300 or more, half of them by leaving", answers, leaves)
	}
}

// TestPawnSteps checks that pawns go straight, not past their interim squares, not onto taboo squares, and promote as planned. A free step
// is by a pawn on one of the squares that were given.
func TestPawnSteps(t *testing.T) {
	steps := 0
	duringPath(t, func(p *path) {
		for u := range int8(p.Size) {
			pawn := p.Men[u]
			if pawn.Role != chess.Pawn || pawn.Sq == chess.NoSquare || pawn.Color != p.Us || !p.hasStep(u) {
				continue
			}
			to := p.plan.InterimSquare(u)
			m := p.pawnStep(u, to, p.taskSquares, 0)
			if !isLegalMove(t, "pawnStep", p.scene, m) || m.From() != pawn.Sq {
				continue
			}
			steps++
			if m.From().File() != m.To().File() || p.taskSquares.Has(m.To()) || (to.Row()-m.To().Row())*pawn.Color.Forward() < 0 {
				t.Errorf("%v on its way to %v, with the task squares\n%v", m, to, p.taskSquares)
			}
			if m.To().Row() == pawn.Color.LastRow() && m.Promotion() != p.plan.PromotionRole[u] {
				t.Errorf("%v promotes, want %v", m, p.plan.PromotionRole[u])
			}
		}
		for pawns := p.Board.Pieces(p.Us, chess.Pawn); pawns != 0; pawns &= pawns - 1 {
			sq := pawns.First()
			if m := p.freePawnStep(sq.BB(), 0); isLegalMove(t, "freePawnStep", p.scene, m) && m.Role() == chess.Pawn && m.From() != sq {
				t.Errorf("%v, want a step of the pawn on %v", m, sq)
			}
		}
	})
	if steps < 500 {
		t.Errorf("only %d steps", steps)
	}
}

// TestLeaveMoveAndClearSquare checks moves of men that have to leave a region, and of men on promotion squares.
func TestLeaveMoveAndClearSquare(t *testing.T) {
	leaves, cleared := 0, 0
	duringPath(t, func(p *path) {
		for i := range p.jobs {
			j := &p.jobs[i]
			if j.done || j.Region == 0 || j.Color != p.Us {
				continue
			}
			if m := p.leaveMove(j); isLegalMove(t, "leaveMove", p.scene, m) {
				leaves++
				if p.hasLeft(j) {
					t.Errorf("%v for man %d, which has left its region", m, j.man)
				}
			}
		}
		if m := p.clearSquare(); isLegalMove(t, "clearSquare", p.scene, m) {
			cleared++
			if !p.plan.ClearedSquares.Has(m.From()) || p.plan.ClearedSquares.Has(m.To()) || m.Role() == chess.King || givesCheck(p.scene, m) {
				t.Errorf("%v clears no promotion square", m)
			}
		}
	})
	if leaves == 0 || cleared == 0 {
		t.Errorf("%d moves out of regions, %d squares cleared, want some of both", leaves, cleared)
	}
}

// TestCaptureMove checks that a capture completes a job of our color: of its man, of the kind that it names, by its pawn if it has one.
func TestCaptureMove(t *testing.T) {
	captures := 0
	duringPath(t, func(p *path) {
		m := p.captureMove()
		if !isLegalMove(t, "captureMove", p.scene, m) || m.Captured() == chess.NoRole {
			return // the king leaves a pin
		}
		captures++
		victim := p.At[m.CapturedOn()]
		for i := range p.jobs {
			j := &p.jobs[i]
			if j.done || !j.pawnsFree || j.Color != p.Us || j.man != victim {
				continue
			}
			if j.Pawn != base.NoMan && (m.From() != j.From || m.To() != j.To || m.Promotion() != p.promotionOn(j.Pawn, j.To)) {
				continue
			}
			if j.Kind != base.NoKind && base.KindOf(p.Men[victim].Role, p.Men[victim].Sq) != j.Kind {
				t.Errorf("%v captures man %d, want one of kind %d", m, victim, j.Kind)
			}
			return
		}
		t.Errorf("%v completes no job", m)
	})
	if captures < 50 {
		t.Errorf("only %d captures", captures)
	}
}
