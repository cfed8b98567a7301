package play

import (
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
				t.Errorf("job %d: pawns free %v, want %v; squares of earlier jobs\n%v want\n%v", i, j.pawnsFree, pawnsFree, j.earlierSquares,
					earlierSquares)
			}
		}
		if p.pending != pending || p.taskSquares != taskSquares || p.taskPawns != taskPawns {
			t.Errorf("%d jobs pending, want %d; pawns %b, want %b; squares\n%v want\n%v", p.pending, pending, p.taskPawns, taskPawns,
				p.taskSquares, taskSquares)
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
			mightProceed := make([]bool, len(a.jobs))
			for k := range a.jobs {
				wasDone[k], mightProceed[k] = a.jobs[k].done, a.mayProceed(&a.jobs[k])
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
				if j.Act == schedule.Capture && j.Pawn != base.NoMan && !mightProceed[k] {
					t.Errorf("%v: job %d is done before the man it waits for is in place", gc.goal, k)
				}
				if j.Act == schedule.Capture && (a.Men[j.man].Sq != chess.NoSquare || m.Captured() == chess.NoRole) {
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
