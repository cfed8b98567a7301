package play

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// TestScan: what is open, and what squares come before, by looking at all earlier jobs.
func TestScan(t *testing.T) {
	testkit.Medium(t)
	onPath(t, func(r *path) {
		left := 0
		var busy chess.Bitboard
		var engaged uint32
		for i := range r.jobs {
			j := &r.jobs[i]
			if j.done {
				continue
			}
			left++
			busy |= j.Squares
			engaged |= j.Pawns()
			open, before := true, chess.Bitboard(0)
			for k := range r.jobs[:i] {
				if e := &r.jobs[k]; !e.done {
					open = open && e.Pawns()&j.Pawns() == 0
					before |= e.Squares
				}
			}
			if j.pawnsFree != open || j.earlierSquares != before {
				t.Errorf("job %d: open %v, want %v; before it\n%v want\n%v", i, j.pawnsFree, open, j.earlierSquares, before)
			}
		}
		if r.pending != left || r.taskSquares != busy || r.taskPawns != engaged {
			t.Errorf("%d jobs left, want %d; busy\n%v want\n%v", r.pending, left, r.taskSquares, busy)
		}
	})
}

// TestJobsAreDoneInOrder: a job is done after the earlier ones that share a pawn or a square with it, and after its gate's man was in
// place; what falls, falls once.
func TestJobsAreDoneInOrder(t *testing.T) {
	testkit.Medium(t)
	var p Player
	done, settled := 0, 0
	for i, r := range restarts(t) {
		if !begin(&p, r.problem(uint64(i)+7, i%2 == 1)) {
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
			before := make([]bool, len(a.jobs))
			inPlace := make([]bool, len(a.jobs))
			for k := range a.jobs {
				before[k] = a.jobs[k].done
				inPlace[k] = a.jobs[k].WaitsFor < 0 || a.inPlace(a.jobs[k].WaitsFor)
			}
			a.make(m)
			a.markDone(m, ply)
			for k := range a.jobs {
				j := &a.jobs[k]
				if before[k] && !j.done {
					t.Errorf("%v: job %d is undone", r.goal, k)
				}
				if before[k] || !j.done {
					continue
				}
				done++
				if j.Act == schedule.Capture && j.Pawn != base.NoMan && !inPlace[k] {
					t.Errorf("%v: job %d is done before its gate", r.goal, k)
				}
				if j.Act == schedule.Capture && (a.Men[j.victim].Sq != chess.NoSquare || m.Captured() == chess.NoRole) {
					t.Errorf("%v: job %d is done by %v", r.goal, k, m)
				}
				if j.Act == schedule.Settle {
					settled++
					if u := a.At[j.To]; a.settled>>u&1 == 0 || a.protected>>u&1 == 0 {
						t.Errorf("%v: man %d has settled and is free", r.goal, u)
					}
				}
				for e := range a.jobs[:k] {
					if before := &a.jobs[e]; !before.done && (before.Pawns()&j.Pawns() != 0 || j.Pawn != base.NoMan && before.Squares&j.Squares != 0) {
						t.Errorf("%v: job %d is done before job %d", r.goal, k, e)
					}
				}
			}
		}
	}
	if done < 500 || settled == 0 {
		t.Errorf("%d jobs done, %d officers settled", done, settled)
	}
}

// TestCapturesOnlyAsPlanned: where the goal is reached every capture of the game was a job, and the jobs were the kernel's; and no man
// ever falls that is kept.
func TestCapturesOnlyAsPlanned(t *testing.T) {
	testkit.Medium(t)
	var p Player
	reached := 0
	for i, r := range restarts(t) {
		came := p.Try(t.Context(), r.problem(uint64(i)+3, i%2 == 0), &Budget{Limit: 1 << 40})
		if came.Misfit != nil {
			continue
		}
		for u := range p.scene.Size {
			if p.scene.protected>>u&1 != 0 && p.scene.Men[u].Sq == chess.NoSquare {
				t.Errorf("%v: man %d is kept and fell", r.goal, u)
			}
		}
		if !came.Reached {
			continue
		}
		reached++
		captures := 0
		for k := range p.path.jobs {
			if p.path.jobs[k].Act == schedule.Capture {
				captures++
			}
		}
		fell, last := 0, 0
		for k, m := range p.Line() {
			if m.Captured() != chess.NoRole {
				fell, last = fell+1, k+1
			}
		}
		if fell != captures || fell != len(r.kernel.Moves) || last > came.PathPlies {
			t.Errorf("%v: %d men fell in %d jobs, the last on ply %d of a path of %d", r.goal, fell, captures, last, came.PathPlies)
		}
	}
	if reached < 30 {
		t.Errorf("%d goals reached", reached)
	}
}

// TestBind: who is chosen is on the board, of the right color and kind, and free to move.
func TestBind(t *testing.T) {
	testkit.Medium(t)
	chosen := 0
	onPath(t, func(r *path) {
		for i := range r.jobs {
			j := &r.jobs[i]
			if j.done || j.Act == schedule.Leave {
				continue
			}
			if v := j.victim; v != base.NoMan && j.Kind != base.NoKind {
				chosen++
				m := &r.Men[v]
				c := j.Color.Other()
				if j.Act == schedule.Settle {
					c = j.Color
				}
				if m.Sq == chess.NoSquare || m.Color != c || base.KindOf(m.Role, m.Sq) != j.Kind {
					t.Errorf("job %d: man %d, %+v, is no victim of kind %d", i, v, *m, j.Kind)
				}
				if r.fixed.immobile>>v&1 != 0 {
					t.Errorf("job %d: man %d is frozen", i, v)
				}
			}
			if u := j.capturer; u != base.NoMan {
				m := &r.Men[u]
				if m.Color != j.Color || m.Sq != chess.NoSquare && (m.Role == chess.Pawn || r.fixed.immobile>>u&1 != 0) {
					t.Errorf("job %d: man %d, %+v, cannot capture", i, u, *m)
				}
			}
		}
		for u := range r.Size {
			if r.arrived>>u&1 != 0 && r.Men[u].Sq == chess.NoSquare {
				t.Errorf("man %d has arrived and is captured", u)
			}
		}
	})
	if chosen < 100 {
		t.Errorf("%d victims chosen", chosen)
	}
}

// TestShuffle: the order holds every job that is left once, and none is more than two places off the order of the list by more than the
// noise: ranks differ by at most 23.
func TestShuffle(t *testing.T) {
	onPath(t, func(r *path) {
		r.shuffle()
		if len(r.order) != r.pending {
			t.Errorf("%d of %d jobs in the order", len(r.order), r.pending)
		}
		sorted := slices.Clone(r.order)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != len(r.order) {
			t.Errorf("order %v", r.order)
		}
		for i := 1; i < len(r.order); i++ {
			if r.orderKeys[i-1] > r.orderKeys[i] || r.jobs[r.order[i]].done {
				t.Errorf("order %v, sorted by %v", r.order, r.orderKeys)
			}
			for k := range i {
				if int(r.order[k])-int(r.order[i]) > 2 {
					t.Errorf("job %d stands before job %d", r.order[k], r.order[i])
				}
			}
		}
	})
}

// TestCanStep: pawns that have no job and have not come to their stop.
func TestCanStep(t *testing.T) {
	onPath(t, func(r *path) {
		done := true
		for u := range int8(r.Size) {
			m := &r.Men[u]
			want := m.Role == chess.Pawn && m.Sq != chess.NoSquare && r.plan.End[u] != chess.NoSquare
			for i := range r.jobs {
				if j := &r.jobs[i]; !j.done && j.Pawns()>>u&1 != 0 {
					want = false
				}
			}
			want = want && m.Sq != r.plan.InterimSquare(u)
			if got := r.hasStep(u); got != want {
				t.Errorf("pawn %d on %v, to stop on %v: can step %v", u, m.Sq, r.plan.InterimSquare(u), got)
			}
			done = done && !want
		}
		if r.pawnsDone() != done {
			t.Errorf("pawns done: %v", !done)
		}
	})
}

// TestPathObstacles: walls are the men that will not move any more, and nothing else.
func TestPathObstacles(t *testing.T) {
	onPath(t, func(r *path) {
		o := r.pathObstacles()
		for sq := range chess.Square(64) {
			u := r.At[sq]
			switch {
			case u == base.NoMan:
				if o[sq] != 0 {
					t.Errorf("%v is empty and costs %d", sq, o[sq])
				}
			case r.fixed.immobile>>u&1 != 0, r.Men[u].Role == chess.Pawn && !r.hasStep(u) && r.taskPawns>>u&1 == 0:
				if o[sq] != 255 {
					t.Errorf("%v is held for good and costs %d", sq, o[sq])
				}
			case o[sq] == 0 || o[sq] == 255:
				t.Errorf("%v costs %d", sq, o[sq])
			}
		}
	})
}

// TestLastOfficer: where rights keep king and rooks at home, the only other man is spared as long as its color has to capture.
func TestLastOfficer(t *testing.T) {
	r := at(t, "4k2r/8/8/8/8/8/8/RN2K3 w Qk -", "4k2r/8/8/8/8/8/8/R3K3 w Qk -")
	r.findImmobile()
	a := agenda{scene: r, jobs: []job{{Task: schedule.Task{Act: schedule.Capture, Color: chess.White, Pawn: base.NoMan}}}}
	if got := a.lastOfficer(chess.White); got != chess.B1.BB() {
		t.Errorf("White spares\n%v", got)
	}
	if got := a.lastOfficer(chess.Black); got != 0 {
		t.Errorf("Black, who has to capture nothing, spares\n%v", got)
	}
	a.jobs[0].done = true
	if got := a.lastOfficer(chess.White); got != 0 {
		t.Errorf("with nothing left to capture White spares\n%v", got)
	}
	r = at(t, "4k2r/8/8/8/8/8/8/R1N1K1N1 w Qk -", "4k2r/8/8/8/8/8/8/R3K3 w Qk -")
	r.findImmobile()
	a = agenda{scene: r, jobs: []job{{Task: schedule.Task{Act: schedule.Capture, Color: chess.White, Pawn: base.NoMan}}}}
	if got := a.lastOfficer(chess.White); got != 0 {
		t.Errorf("of two knights White spares\n%v", got)
	}
}
