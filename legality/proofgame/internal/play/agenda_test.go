package play

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// TestUpdate compares update with a loop over all earlier jobs.
func TestUpdate(t *testing.T) {
	testkit.Medium(t)
	duringPath(t, func(p *path) {
		pending := 0
		var taskSquares chess.Bitboard
		var taskPawns uint32
		for i := range p.jobs {
			j := &p.jobs[i]
			if j.done {
				continue
			}
			pending++
			taskSquares |= j.Squares
			taskPawns |= j.Pawns()
			pawnsFree, earlierSquares := true, chess.Bitboard(0)
			for k := range p.jobs[:i] {
				if earlier := &p.jobs[k]; !earlier.done {
					pawnsFree = pawnsFree && earlier.Pawns()&j.Pawns() == 0
					earlierSquares |= earlier.Squares
				}
			}
			if j.pawnsFree != pawnsFree || j.earlierSquares != earlierSquares {
				t.Errorf("job %d: open %v, want %v; before it\n%v want\n%v", i, j.pawnsFree, pawnsFree, j.earlierSquares, earlierSquares)
			}
		}
		if p.pending != pending || p.taskSquares != taskSquares || p.taskPawns != taskPawns {
			t.Errorf("%d jobs left, want %d; busy\n%v want\n%v", p.pending, pending, p.taskSquares, taskSquares)
		}
	})
}

// TestJobsAreDoneInOrder checks that a job is done only after earlier ones that share a pawn or a square with it, and after the man it
// waits for is in place. A victim is captured once.
func TestJobsAreDoneInOrder(t *testing.T) {
	testkit.Medium(t)
	var p Player
	done, settled := 0, 0
	for i, gc := range goalCases(t) {
		if !prepare(&p, gc.problem(uint64(i)+7, i%2 == 1)) {
			continue
		}
		a := &p.path
		for ply := range 300 {
			if a.update(); a.pending == 0 {
				break
			}
			m := a.nextMove()
			if m == 0 {
				break
			}
			wasDone := make([]bool, len(a.jobs))
			inPlace := make([]bool, len(a.jobs))
			for k := range a.jobs {
				wasDone[k] = a.jobs[k].done
				inPlace[k] = a.jobs[k].WaitsFor < 0 || a.inPlace(a.jobs[k].WaitsFor)
			}
			a.make(m)
			a.markDone(m, ply)
			for k := range a.jobs {
				j := &a.jobs[k]
				if wasDone[k] && !j.done {
					t.Errorf("%v: job %d is undone", gc.goal, k)
				}
				if wasDone[k] || !j.done {
					continue
				}
				done++
				if j.Act == schedule.Capture && j.Pawn != base.NoMan && !inPlace[k] {
					t.Errorf("%v: job %d is done before the man it waits for is in place", gc.goal, k)
				}
				if j.Act == schedule.Capture && (a.Men[j.victim].Sq != chess.NoSquare || m.Captured() == chess.NoRole) {
					t.Errorf("%v: job %d is done by %v", gc.goal, k, m)
				}
				if j.Act == schedule.Settle {
					settled++
					if u := a.At[j.To]; a.settled>>u&1 == 0 || a.protected>>u&1 == 0 {
						t.Errorf("%v: man %d has settled and is free", gc.goal, u)
					}
				}
				for earlier := range a.jobs[:k] {
					if e := &a.jobs[earlier]; !e.done && (e.Pawns()&j.Pawns() != 0 || j.Pawn != base.NoMan && e.Squares&j.Squares != 0) {
						t.Errorf("%v: job %d is done before job %d", gc.goal, k, earlier)
					}
				}
			}
		}
	}
	if done < 500 || settled == 0 {
		t.Errorf("%d jobs done, %d officers settled", done, settled)
	}
}

// TestCapturesOnlyAsPlanned checks that in games that reach the goal every capture was a job of the kernel, and that no protected man
// is captured.
func TestCapturesOnlyAsPlanned(t *testing.T) {
	testkit.Medium(t)
	var p Player
	reached := 0
	for i, gc := range goalCases(t) {
		outcome := p.Try(t.Context(), gc.problem(uint64(i)+3, i%2 == 0), &Budget{Limit: 1 << 40})
		if outcome.Misfit != nil {
			continue
		}
		for u := range p.scene.Size {
			if p.scene.protected>>u&1 != 0 && p.scene.Men[u].Sq == chess.NoSquare {
				t.Errorf("%v: man %d is protected and was captured", gc.goal, u)
			}
		}
		if !outcome.Reached {
			continue
		}
		reached++
		captures := 0
		for k := range p.path.jobs {
			if p.path.jobs[k].Act == schedule.Capture {
				captures++
			}
		}
		captured, lastCapture := 0, 0
		for k, m := range p.Line() {
			if m.Captured() != chess.NoRole {
				captured, lastCapture = captured+1, k+1
			}
		}
		if captured != captures || captured != len(gc.kernel.Moves) || lastCapture > outcome.PathPlies {
			t.Errorf("%v: %d men captured in %d jobs, the last on ply %d of a path of %d", gc.goal, captured, captures, lastCapture, outcome.PathPlies)
		}
	}
	if reached < 30 {
		t.Errorf("%d goals reached", reached)
	}
}

// TestChooseMen checks that chosen men are on the board, of the right color and kind, and free to move.
func TestChooseMen(t *testing.T) {
	testkit.Medium(t)
	chosen := 0
	duringPath(t, func(p *path) {
		for i := range p.jobs {
			j := &p.jobs[i]
			if j.done || j.Act == schedule.Leave {
				continue
			}
			if victim := j.victim; victim != base.NoMan && j.Kind != base.NoKind {
				chosen++
				man := &p.Men[victim]
				color := j.Color.Other()
				if j.Act == schedule.Settle {
					color = j.Color
				}
				if man.Sq == chess.NoSquare || man.Color != color || base.KindOf(man.Role, man.Sq) != j.Kind {
					t.Errorf("job %d: man %d, %+v, is no victim of kind %d", i, victim, *man, j.Kind)
				}
				if p.fixed.immobile>>victim&1 != 0 {
					t.Errorf("job %d: man %d is immobile", i, victim)
				}
			}
			if u := j.capturer; u != base.NoMan {
				man := &p.Men[u]
				if man.Color != j.Color || man.Sq != chess.NoSquare && (man.Role == chess.Pawn || p.fixed.immobile>>u&1 != 0) {
					t.Errorf("job %d: man %d, %+v, cannot capture", i, u, *man)
				}
			}
		}
		for u := range p.Size {
			if p.arrived>>u&1 != 0 && p.Men[u].Sq == chess.NoSquare {
				t.Errorf("man %d has arrived and is captured", u)
			}
		}
	})
	if chosen < 100 {
		t.Errorf("%d victims chosen", chosen)
	}
}

// TestShuffle checks that the order holds every pending job once, and moves no job by more than two places, as the keys differ by at
// most 23.
func TestShuffle(t *testing.T) {
	duringPath(t, func(p *path) {
		p.shuffle()
		if len(p.order) != p.pending {
			t.Errorf("%d of %d jobs in the order", len(p.order), p.pending)
		}
		sorted := slices.Clone(p.order)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != len(p.order) {
			t.Errorf("order %v", p.order)
		}
		for i := 1; i < len(p.order); i++ {
			if p.orderKeys[i-1] > p.orderKeys[i] || p.jobs[p.order[i]].done {
				t.Errorf("order %v, sorted by %v", p.order, p.orderKeys)
			}
			for k := range i {
				if int(p.order[k])-int(p.order[i]) > 2 {
					t.Errorf("job %d stands before job %d", p.order[k], p.order[i])
				}
			}
		}
	})
}

// TestHasStep checks that exactly the pawns without a job that are not on their interim squares have a step.
func TestHasStep(t *testing.T) {
	duringPath(t, func(p *path) {
		done := true
		for u := range int8(p.Size) {
			man := &p.Men[u]
			want := man.Role == chess.Pawn && man.Sq != chess.NoSquare && p.plan.End[u] != chess.NoSquare
			for i := range p.jobs {
				if j := &p.jobs[i]; !j.done && j.Pawns()>>u&1 != 0 {
					want = false
				}
			}
			want = want && man.Sq != p.plan.InterimSquare(u)
			if got := p.hasStep(u); got != want {
				t.Errorf("pawn %d on %v, to stop on %v: can step %v", u, man.Sq, p.plan.InterimSquare(u), got)
			}
			done = done && !want
		}
		if p.pawnsDone() != done {
			t.Errorf("pawns done: %v", !done)
		}
	})
}

// TestPathObstacles checks that exactly the men that will not move any more are walls.
func TestPathObstacles(t *testing.T) {
	duringPath(t, func(p *path) {
		obstacles := p.pathObstacles()
		for sq := range chess.Square(64) {
			u := p.At[sq]
			switch {
			case u == base.NoMan:
				if obstacles[sq] != 0 {
					t.Errorf("%v is empty and costs %d", sq, obstacles[sq])
				}
			case p.fixed.immobile>>u&1 != 0, p.Men[u].Role == chess.Pawn && !p.hasStep(u) && p.taskPawns>>u&1 == 0:
				if obstacles[sq] != 255 {
					t.Errorf("%v is held for good and costs %d", sq, obstacles[sq])
				}
			case obstacles[sq] == 0 || obstacles[sq] == 255:
				t.Errorf("%v costs %d", sq, obstacles[sq])
			}
		}
	})
}

// TestLastOfficer checks that if rights keep king and rooks at home, the only other man is not captured as long as its color has to
// capture.
func TestLastOfficer(t *testing.T) {
	s := sceneOf(t, "4k2r/8/8/8/8/8/8/RN2K3 w Qk -", "4k2r/8/8/8/8/8/8/R3K3 w Qk -")
	s.findImmobile()
	a := agenda{scene: s, jobs: []job{{Task: schedule.Task{Act: schedule.Capture, Color: chess.White, Pawn: base.NoMan}}}}
	if got := a.lastOfficer(chess.White); got != chess.B1.BB() {
		t.Errorf("White spares\n%v", got)
	}
	if got := a.lastOfficer(chess.Black); got != 0 {
		t.Errorf("Black, with nothing to capture, spares\n%v", got)
	}
	a.jobs[0].done = true
	if got := a.lastOfficer(chess.White); got != 0 {
		t.Errorf("with nothing left to capture White spares\n%v", got)
	}
	s = sceneOf(t, "4k2r/8/8/8/8/8/8/R1N1K1N1 w Qk -", "4k2r/8/8/8/8/8/8/R3K3 w Qk -")
	s.findImmobile()
	a = agenda{scene: s, jobs: []job{{Task: schedule.Task{Act: schedule.Capture, Color: chess.White, Pawn: base.NoMan}}}}
	if got := a.lastOfficer(chess.White); got != 0 {
		t.Errorf("of two knights White spares\n%v", got)
	}
}
