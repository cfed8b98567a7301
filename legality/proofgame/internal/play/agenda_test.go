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
			if u := j.man; u != base.NoMan && j.Kind != base.NoKind {
				chosen++
				man := &p.Men[u]
				color := j.Color.Other()
				if j.Act == schedule.Settle {
					color = j.Color
				}
				if man.Sq == chess.NoSquare || man.Color != color || base.KindOf(man.Role, man.Sq) != j.Kind {
					t.Errorf("job %d: man %d, %+v, want one of %v and kind %d", i, u, *man, color, j.Kind)
				}
				if !p.canMove(u) {
					t.Errorf("job %d: man %d is immobile", i, u)
				}
			}
			if u := j.capturer; u != base.NoMan {
				man := &p.Men[u]
				if man.Color != j.Color || man.Sq != chess.NoSquare && (man.Role == chess.Pawn || !p.canMove(u)) {
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
		t.Errorf("only %d times a man was chosen", chosen)
	}
}

// TestShuffle checks that the order holds every pending job once, and that no job comes before one that stands more than two places
// earlier in the list: the random part of a key is below 24, and a place counts 8.
func TestShuffle(t *testing.T) {
	duringPath(t, func(p *path) {
		p.shuffle()
		if len(p.order) != p.pending {
			t.Errorf("%d jobs in the order, %d pending", len(p.order), p.pending)
		}
		sorted := slices.Clone(p.order)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != len(p.order) {
			t.Errorf("order %v has a job twice", p.order)
		}
		for i := 1; i < len(p.order); i++ {
			if before, j := &p.jobs[p.order[i-1]], &p.jobs[p.order[i]]; before.orderKey > j.orderKey || j.done {
				t.Errorf("order %v: job %d has key %d, the one before it %d", p.order, p.order[i], j.orderKey, before.orderKey)
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
				t.Errorf("pawn %d on %v, with the interim square %v: has a step %v, want %v", u, man.Sq, p.plan.InterimSquare(u), got, want)
			}
			done = done && !want
		}
		if p.pawnsDone() != done {
			t.Errorf("pawns done %v, want %v", !done, done)
		}
	})
}

// TestPathObstacles checks that exactly the men that will not move before the last capture are walls, and that only empty squares are free.
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
			case !p.canMove(u), p.Men[u].Role == chess.Pawn && !p.hasStep(u) && p.taskPawns>>u&1 == 0:
				if obstacles[sq] != base.Wall {
					t.Errorf("the man on %v stays and costs %d, want a wall", sq, obstacles[sq])
				}
			case obstacles[sq] == 0 || obstacles[sq] == base.Wall:
				t.Errorf("the man on %v may move and costs %d", sq, obstacles[sq])
			}
		}
	})
}

// TestLastOfficer checks that if castling rights make king and rooks immobile, the only other man is the last officer, as long as its
// color has to capture.
func TestLastOfficer(t *testing.T) {
	whiteCaptures := []job{{Task: schedule.Task{Act: schedule.Capture, Color: chess.White, Pawn: base.NoMan}}}
	for _, row := range []struct {
		name, start string
		color       chess.Color
		jobs        []job
		want        chess.Bitboard
	}{
		{"the knight has to capture", "4k2r/8/8/8/8/8/8/RN2K3 w Qk -", chess.White, whiteCaptures, chess.B1.BB()},
		{"Black has nothing to capture", "4k2r/8/8/8/8/8/8/RN2K3 w Qk -", chess.Black, whiteCaptures, 0},
		{"nothing is left to capture", "4k2r/8/8/8/8/8/8/RN2K3 w Qk -", chess.White, []job{{Task: whiteCaptures[0].Task, done: true}}, 0},
		{"there are two knights", "4k2r/8/8/8/8/8/8/R1N1K1N1 w Qk -", chess.White, whiteCaptures, 0},
	} {
		s := sceneOf(t, row.start, "4k2r/8/8/8/8/8/8/R3K3 w Qk -")
		s.findImmobile()
		a := agenda{scene: s, jobs: row.jobs}
		if got := a.lastOfficer(row.color); got != row.want {
			t.Errorf("%s: the last officer of %v is\n%v want\n%v", row.name, row.color, got, row.want)
		}
	}
}
