package play

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// patientPath returns a patient path in a position, with one job: the pawn on a square captures an officer of a kind.
func patientPath(t *testing.T, fen string, pawn, from, to chess.Square, kind base.Kind) *path {
	s := sceneOf(t, fen, fen)
	p := &path{agenda: agenda{scene: s}, patient: true}
	u := s.At[pawn]
	p.jobs = append(p.jobs, job{
		Task: schedule.Task{Act: schedule.Capture, Color: s.Men[u].Color, Pawn: u, Man: base.NoMan, Kind: kind, From: from, To: to,
			Squares: from.BB() | to.BB(), WaitsFor: -1},
		man: base.NoMan, capturer: base.NoMan,
	})
	p.findPrerequisites()
	p.update()
	return p
}

// TestShutsOut checks that a pawn waits exactly if its step closes the last way of the victim.
func TestShutsOut(t *testing.T) {
	for _, row := range []struct {
		why, fen string
		pawn     chess.Square // captures from g3 on h2
		m        string
		want     bool
	}{
		{"the queen comes over g3 alone", "rnbqkbnr/pppppp1p/8/8/5Qp1/7P/PPPPPPP1/RNB1KBNR b KQkq -", chess.G4, "g4g3", true},
		{"she is there", "rnbqkbnr/pppppp1p/8/8/6p1/7P/PPPPPPPQ/RNB1KBNR b KQkq -", chess.G4, "g4g3", false},
		{"she comes over f1", "rnbqkbnr/pppppp1p/8/8/5Qp1/4P2P/PPPP1PP1/RNB1KBNR b KQkq -", chess.G4, "g4g3", false},
		{"the h-file is open", "rnbqkbnr/pppppp1p/8/8/5Qp1/8/PPPPPPP1/RNB1KBNR b KQkq -", chess.G4, "g4g3", false},
		{"there is no queen", "rnbqkbnr/pppppp1p/8/8/6p1/7P/PPPPPPP1/RNB1KBNR b KQkq -", chess.G4, "g4g3", false},
		{"she has no way as it is", "rnbqkbnr/pppppp1p/8/8/5Q2/6pP/PPPPPPP1/RNB1KBNR b KQkq -", chess.G3, "f7f6", false},
		{"the pawn captures", "rnbqkbnr/pppppp1p/8/8/8/6pP/PPPPPPPQ/RNB1KBNR b KQkq -", chess.G3, "g3h2", false},
	} {
		p := patientPath(t, row.fen, row.pawn, chess.G3, chess.H2, base.Queen)
		m, err := p.Pos.ParseUCI(row.m)
		if err != nil {
			t.Fatalf("%s: %v", row.why, err)
		}
		waits := 0
		for range 1000 {
			if p.shutsOut(m) {
				waits++
			}
		}
		if row.want != (waits > 900) || !row.want && waits > 0 || waits == 1000 {
			t.Errorf("%s: waits %d times of 1000", row.why, waits)
		}
		if p.jobs[0].Early != row.want {
			t.Errorf("%s: the victim is chosen early: %v", row.why, p.jobs[0].Early)
		}
		if p.patient = false; p.shutsOut(m) {
			t.Errorf("%s: waits without patience", row.why)
		}
	}
}

// TestNeededMovesDoNotWait checks that a pawn does not wait for a job of another pawn that needs its move.
func TestNeededMovesDoNotWait(t *testing.T) {
	p := patientPath(t, "rnbqkbnr/pppppp1p/8/8/5Qp1/7P/PPPPPPP1/RNB1KBNR b KQkq -", chess.G4, chess.G3, chess.H2, base.Queen)
	other := p.At[chess.F7]
	push := p.jobs[0]
	push.Task = schedule.Task{Color: chess.Black, Pawn: p.At[chess.G4], Man: base.NoMan, Kind: base.NoKind, From: chess.G4, To: chess.G3,
		Squares: chess.G4.BB() | chess.G3.BB(), WaitsFor: -1}
	capture := p.jobs[0]
	capture.Pawn = other
	p.jobs = append(p.jobs[:0], push, capture)
	p.findPrerequisites()
	p.update()
	if want := uint64(1); p.prerequisites[0] != 0 || p.prerequisites[1] != want {
		t.Fatalf("needs %b, want 0 and %b", p.prerequisites, want)
	}
	m, err := p.Pos.ParseUCI("g4g3")
	if err != nil {
		t.Fatal(err)
	}
	if p.shutsOut(m) {
		t.Error("waits for a job that needs it")
	}
	p.jobs[1].Squares = 0 // now it does not
	p.findPrerequisites()
	waits := false
	for range 10 {
		waits = waits || p.shutsOut(m)
	}
	if p.prerequisites[1] != 0 || !waits {
		t.Error("does not wait for a job that does without it")
	}
}

// TestPrerequisitesAreTransitive checks that the prerequisites of a job include theirs, and hold earlier jobs only.
func TestPrerequisitesAreTransitive(t *testing.T) {
	jobs := 0
	duringPath(t, func(p *path) {
		p.findPrerequisites()
		for i, set := range p.prerequisites {
			for j := range min(len(p.prerequisites), 64) {
				if set>>j&1 == 0 {
					continue
				}
				if jobs++; j >= i || p.prerequisites[j]&^set != 0 {
					t.Fatalf("job %d needs %b, and %d, which needs %b", i, set, j, p.prerequisites[j])
				}
			}
		}
	})
	if jobs < 1000 {
		t.Errorf("%d pairs only", jobs)
	}
}
